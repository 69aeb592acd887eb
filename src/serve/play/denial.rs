//! Refused actions in a match.

use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::{Action, Attempt, Line, Step};
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Square};

/// A refused action in a match.
#[arbitro_table::texts("words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    IllegalMove(Box<IllegalMove>),
    /// The request was meant for another ply.
    OldPly {
        asked: usize,
        played: usize,
    },
    /// The computer is to move.
    NotYourTurn,
    Over,
    /// The person has no move to take back.
    NothingToUndo,
    /// A resignation cannot be taken back.
    Resigned,
    /// A fallen flag cannot be taken back.
    Late,
    /// An agreement cannot be taken back.
    Agreed,
    /// An offer already stands.
    OfferStands,
    /// The offer was declined; another one needs a move first.
    Declined,
    /// There is no offer to answer.
    NoOffer,
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    pub(crate) game: GameId,
    pub(crate) error: MoveTextError,
    /// Of a board that the move would have made.
    pub(crate) diagnosis: Option<Diagnosis>,
    pub(crate) must: Option<MustCapture>,
}

/// The player's duty where a capture is compulsory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MustCapture {
    /// The squares of the pieces that can capture.
    pub(crate) with: Vec<Square>,
    /// One of the captures, in the game's notation.
    pub(crate) example: String,
}

impl MustCapture {
    fn from_line(line: &dyn Line) -> Option<MustCapture> {
        if !line.is_forced() {
            return None;
        }
        let captures: Vec<Step> = line.legal().into_iter().map(|key| line.step(key)).collect();
        let example = captures.first()?.text.clone();
        let mut with: Vec<Square> = captures
            .into_iter()
            .filter_map(|capture| match capture.action {
                Action::Piece { path, .. } => path.first().copied(),
                Action::Wall(..) | Action::Cells(_) => None,
            })
            .collect();
        with.dedup();
        Some(MustCapture { with, example })
    }
}

impl IllegalMove {
    /// Explains a text that is not a legal move of a match.
    pub(crate) fn explain(line: &dyn Line, text: &str, error: MoveTextError) -> IllegalMove {
        let Attempt { error, diagnosis, .. } = line.attempt(text, error);
        IllegalMove { game: line.game(), error, diagnosis, must: MustCapture::from_line(line) }
    }

    /// A code: the diagnosis, `ambiguous` or `not_a_move`.
    pub(crate) fn code(&self) -> &'static str {
        match (&self.diagnosis, &self.error) {
            (Some(diagnosis), _) => diagnosis.code.name(),
            (None, MoveTextError::Ambiguous { .. }) => "ambiguous",
            (None, MoveTextError::NotPlaceable { why, .. }) => why.code().name(),
            (None, _) => "not_a_move",
        }
    }

    /// The squares that a person would point at.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match (&self.diagnosis, &self.error) {
            (Some(diagnosis), _) => diagnosis.places(),
            (None, MoveTextError::NoPiece { square, .. }) => vec![*square],
            (None, _) => Vec::new(),
        }
    }
}
