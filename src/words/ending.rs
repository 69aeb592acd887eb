//! Texts about the ends of matches.

use std::borrow::Cow;

use arbitro_rules::{Player, Reason};
use arbitro_table::texts;
use strum::VariantArray;

use crate::fault::FaultMessage;
use crate::{Language, Message, say};

/// The end of a match. Reasons are words of records: an unknown one is shown as it is.
#[derive(Clone, Copy, Debug)]
pub enum Ending<'a> {
    /// A reason by itself, as in a table.
    Label(&'a str),
    /// A reason in a sentence, which may be about the loser.
    Sentence { reason: &'a str, loser: Option<Loser<'a>> },
    /// A result in a list; empty if it is unknown.
    Result { winner: Option<Player>, reason: Option<&'a str> },
}

/// The loser of a match, as it is called in a sentence.
#[texts("")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loser<'a> {
    Named(&'a str),
    /// A player by its letter alone.
    Letter(Player),
    Player(Player),
}

/// The manner in which a match ends for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// The loser has lost by the rules; the words say what it did.
    Lost,
    /// The loser forfeits; the words say what it did.
    Forfeit,
    Won,
    Drawn,
    Void,
}

impl Ends {
    const fn by(reason: Reason) -> Ends {
        match reason {
            Reason::NoPieces | Reason::NoMoves | Reason::Resigned => Ends::Lost,
            Reason::Goal | Reason::Rules => Ends::Won,
            Reason::MoveLimit | Reason::Repetition | Reason::RuleDraw | Reason::Agreed => {
                Ends::Drawn
            }
            Reason::IllegalMove
            | Reason::Unchanged
            | Reason::InvalidBoard
            | Reason::Timeout
            | Reason::Memory
            | Reason::Crash
            | Reason::Exited
            | Reason::Output
            | Reason::Cheating => Ends::Forfeit,
            Reason::Void => Ends::Void,
        }
    }
}

/// The reasons for which a match that counts can end.
pub fn reasons() -> impl Iterator<Item = Reason> {
    Reason::VARIANTS.iter().copied().filter(|&it| it != Reason::Void)
}

/// A reason by itself, with how it ends a match.
#[texts("")]
struct Labelled {
    ends: Ends,
    did: Reason,
}

impl Message for Ending<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        match *self {
            Ending::Label(word) => label(word, language),
            Ending::Sentence { reason, loser } => sentence(reason, loser, language),
            Ending::Result { winner, reason } => {
                let word = reason.unwrap_or_default().trim_end();
                match winner {
                    // The winner by the rules of a written game is named.
                    None if word == Reason::Rules.name() => {
                        say(&Labelled { ends: Ends::Drawn, did: Reason::Rules }, language)
                    }
                    None => label(word, language),
                    Some(winner) => result(winner, word, language),
                }
            }
        }
    }
}

fn label(word: &str, language: Language) -> Cow<'static, str> {
    match word.parse::<Reason>() {
        Ok(did) => say(&Labelled { ends: Ends::by(did), did }, language),
        Err(_) => word.to_owned().into(),
    }
}

fn sentence(word: &str, loser: Option<Loser<'_>>, language: Language) -> Cow<'static, str> {
    let Ok(reason) = word.parse::<Reason>() else {
        return word.to_owned().into();
    };
    let did = say(&reason, language);
    match (Ends::by(reason), loser) {
        (Ends::Lost | Ends::Forfeit, Some(loser)) => {
            format!("{} {did}", say(&loser, language)).into()
        }
        _ => did,
    }
}

fn result(winner: Player, word: &str, language: Language) -> Cow<'static, str> {
    let why = sentence(word, Some(Loser::Letter(!winner)), language);
    say(&FaultMessage::Wins { winner, why: Some(&*why).filter(|it| !it.is_empty()) }, language)
}

/// Width of a column that fits every result.
pub fn result_width(language: Language) -> usize {
    let results = reasons().map(|reason| {
        let winner = (Ends::by(reason) != Ends::Drawn).then_some(Player::X);
        say(&Ending::Result { winner, reason: Some(reason.name()) }, language)
    });
    results.map(|result| result.chars().count()).max().unwrap_or(0)
}
