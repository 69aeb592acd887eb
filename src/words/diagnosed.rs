//! Diagnoses. A sentence says what happened, with its squares, then the rule it breaks. The game names
//! the squares, so that each game keeps its own names. What is the same in every language, such as
//! which squares and in which order, is here once.

use std::borrow::Cow;

use crate::en::diagnosis::English;
use crate::fr::diagnosis::French;
use crate::it::diagnosis::Italian;
use crate::{Language, Message};
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::{GameId, Square, card};

/// A diagnosis of a move in a game.
#[derive(Clone, Copy, Debug)]
pub struct Diagnosed<'a> {
    pub game: GameId,
    pub diagnosis: &'a Diagnosis,
}

impl Message for Diagnosed<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let spoken = Spoken { diagnosis: self.diagnosis, name: card(self.game).place_name };
        match language {
            Language::English => English(spoken).sentence().into(),
            Language::Italian => Italian(spoken).sentence().into(),
            Language::French => French(spoken).sentence().into(),
        }
    }
}

/// A diagnosis, and the names of its squares.
pub(crate) struct Spoken<'a> {
    pub(crate) diagnosis: &'a Diagnosis,
    pub(crate) name: fn(Square) -> String,
}

impl Spoken<'_> {
    pub(crate) fn touched(&self) -> Option<String> {
        self.diagnosis.touched.map(self.name)
    }

    /// Lists the diagnosis's other squares, with `and` before the last; `None` if there are none.
    pub(crate) fn others(&self, and: &str) -> Option<String> {
        let others = self.diagnosis.others.iter().copied();
        let names: Vec<String> = others.map(self.name).collect();
        let (last, rest) = names.split_last()?;
        Some(match rest {
            [] => last.clone(),
            rest => format!("{} {and} {last}", rest.join(", ")),
        })
    }

    /// Ends a sentence with a legal move as an example of what the rule asks for: `", {lead} 12x19"`;
    /// empty if the diagnosis has none.
    pub(crate) fn instead(&self, lead: &str) -> String {
        let instead = self.diagnosis.instead.as_ref();
        instead.map_or_else(String::new, |instead| format!(", {lead} {instead}"))
    }
}
