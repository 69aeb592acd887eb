//! Diagnoses. A sentence says what happened, with its squares, then the rule it breaks. The game names
//! the squares, so that each game keeps its own names. What is the same in every language, such as
//! which squares and in which order, is here once.

use std::borrow::Cow;

use crate::en::diagnosis::English;
use crate::fr::diagnosis::French;
use crate::it::diagnosis::Italian;
use crate::{Language, Message};
use arbitro_rules::judge::{Code, Diagnosis};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::{GameId, Square, card};

/// A diagnosis of a move in a game.
#[derive(Clone, Copy, Debug)]
pub struct Diagnosed<'a> {
    pub game: GameId,
    pub diagnosis: &'a Diagnosis,
}

impl Message for Diagnosed<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        sentence(self.diagnosis, card(self.game).place_name, language)
    }
}

/// Says a diagnosis with these names of squares.
pub(crate) fn sentence(
    diagnosis: &Diagnosis,
    name: fn(Square) -> String,
    language: Language,
) -> Cow<'static, str> {
    if let Some(sentence) = of_written_game(diagnosis, name, language) {
        return sentence.into();
    }
    let spoken = Spoken { diagnosis, name };
    match language {
        Language::English => English(spoken).sentence().into(),
        Language::Italian => Italian(spoken).sentence().into(),
        Language::French => French(spoken).sentence().into(),
    }
}

/// Maximum letters of a sentence that another program wrote.
const MAX_SAID: usize = 400;

/// Says a diagnosis that only games which are not compiled in have.
fn of_written_game(
    diagnosis: &Diagnosis,
    name: fn(Square) -> String,
    language: Language,
) -> Option<String> {
    if let Some(text) = &diagnosis.by_the_program {
        return Some(one_line(text.of(language), MAX_SAID));
    }
    if diagnosis.code != Code::NoSuchMove {
        return None;
    }
    let nearest = diagnosis.instead.as_ref().map(|it| one_line(it, MAX_SAID));
    let cells: Vec<String> = diagnosis.others.iter().map(|&it| name(it)).collect();
    let cells = (!cells.is_empty()).then(|| cells.join(" "));
    let [none, near, differs] = match language {
        Language::English => {
            ["no move leads to this board", "; the nearest is ", ", which differs on "]
        }
        Language::Italian => {
            ["nessuna mossa porta a questo tavoliere", "; la più vicina è ", ", che differisce in "]
        }
        Language::French => [
            "aucun coup ne mène à ce plateau",
            "\u{202f}; le plus proche est ",
            ", qui en diffère en ",
        ],
    };
    let near = nearest.map(|it| format!("{near}{it}")).unwrap_or_default();
    let differs = cells.map(|it| format!("{differs}{it}")).unwrap_or_default();
    Some(format!("{none}{near}{differs}"))
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
