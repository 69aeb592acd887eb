//! Refused actions in a match, with a sentence for each.

use thiserror::Error;

use arbitro_rules::language::{Language, Said};
use arbitro_rules::line::{Attempt, Line};
use arbitro_rules::notation::{MoveTextError, Place};
use arbitro_words::{Diagnosed, in_each};

/// A refused action in a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Denied {
    /// The move is not legal.
    #[error("{}", .0.text.in_language(Language::English))]
    Illegal(Illegal),
    /// The request was meant for another ply.
    #[error("this is for ply {asked}, but {played} plies have been played: read the match again")]
    OldPly {
        /// Ply that the request assumed.
        asked: usize,
        /// Plies played so far.
        played: usize,
    },
    /// The computer is to move.
    #[error("it is the computer's turn: wait for its move")]
    NotYourTurn,
    /// The match is over.
    #[error("the match is over: begin a new one, or take a move back")]
    Over,
    /// The person has no move to take back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// A resignation cannot be taken back.
    #[error("the match was ended by a resignation: that cannot be taken back")]
    Resigned,
    /// A fallen flag cannot be taken back.
    #[error("the match was ended by the clock: that cannot be taken back")]
    Late,
    /// An agreement cannot be taken back.
    #[error("the match was ended by an agreement: that cannot be taken back")]
    Agreed,
    /// An offer already stands.
    #[error("a draw is offered already: accept it, decline it, or move")]
    OfferStands,
    /// The offer was declined; another one needs a move first.
    #[error("the offer was declined: make a move before the next one")]
    Declined,
    /// There is no offer to answer.
    #[error("no draw is offered: there is nothing to answer")]
    NoOffer,
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// A code: the diagnosis, `ambiguous` or `not_a_move`.
    pub code: &'static str,
    /// An explanation.
    pub text: Said,
    /// The squares that a person would point at.
    pub squares: Vec<Place>,
}

impl Illegal {
    /// Explains a text that is not a legal move of a match.
    pub(crate) fn of(line: &dyn Line, text: &str, error: MoveTextError) -> Illegal {
        let Attempt { error, diagnosis, .. } = line.attempt(text, error);
        if let Some(diagnosis) = &diagnosis {
            return Illegal {
                code: diagnosis.code.name(),
                text: in_each(&Diagnosed { game: line.game(), diagnosis }),
                squares: diagnosis.places(),
            };
        }
        let (code, square) = match &error {
            MoveTextError::Ambiguous { .. } => ("ambiguous", None),
            MoveTextError::NotPlaceable { why, .. } => (why.code().name(), None),
            MoveTextError::NoPiece { square, .. } => ("not_a_move", Some(*square)),
            MoveTextError::Syntax { .. } | MoveTextError::NotLegal { .. } => ("not_a_move", None),
        };
        Illegal { code, text: in_each(&error), squares: square.into_iter().collect() }
    }
}

impl Denied {
    /// Explains it in every language.
    pub fn said(&self) -> Said {
        let [italian, french] = match self {
            Denied::Illegal(illegal) => return illegal.text.clone(),
            Denied::OldPly { asked, played } => [
                format!(
                    "si intendeva la semimossa {asked}, ma ne sono state giocate {played}: la partita va riletta"
                ),
                format!(
                    "il s’agissait du coup {asked}, mais {played} ont été joués : relisez la partie"
                ),
            ],
            Denied::NotYourTurn => [
                "tocca al computer: se ne aspetta la mossa",
                "c’est à l’ordinateur de jouer : attendez son coup",
            ]
            .map(str::to_owned),
            Denied::Over => [
                "la partita è finita: se ne può iniziare una nuova, o annullare una mossa",
                "la partie est finie : commencez-en une nouvelle, ou annulez un coup",
            ]
            .map(str::to_owned),
            Denied::NothingToUndo => {
                ["non c'è una mossa propria da annullare", "vous n’avez pas de coup à annuler"]
                    .map(str::to_owned)
            }
            Denied::Resigned => [
                "la partita è stata chiusa da un abbandono: la mossa non si può annullare",
                "la partie a fini par un abandon : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::Late => [
                "la partita è stata chiusa dal tempo scaduto: la mossa non si può annullare",
                "la partie a fini au temps : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::Agreed => [
                "la partita è stata chiusa da un accordo: la mossa non si può annullare",
                "la partie a fini par un accord : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::OfferStands => [
                "la patta è già proposta: si può accettare, rifiutare o muovere",
                "la nulle est déjà proposée : acceptez, refusez ou jouez",
            ]
            .map(str::to_owned),
            Denied::Declined => [
                "la proposta è stata rifiutata: prima della prossima serve una mossa",
                "la proposition a été refusée : jouez un coup avant la suivante",
            ]
            .map(str::to_owned),
            Denied::NoOffer => [
                "nessuna patta è proposta: non c'è nulla a cui rispondere",
                "aucune nulle n’est proposée : il n’y a rien à répondre",
            ]
            .map(str::to_owned),
        };
        Said::new(self.to_string(), italian, french)
    }
}
