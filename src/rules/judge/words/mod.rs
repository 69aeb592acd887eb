//! Describes diagnoses, and faults of boards and moves, in each language.
//!
//! A sentence says what happened, with its squares, then the rule it breaks. The game names the
//! squares, so that each game keeps its own names. What is the same in every language, such as
//! which squares and in which order, is here once. Programs read the English.

mod english;
mod faults;
mod french;
mod french_faults;
mod italian;
mod phrases;
mod reasons;

pub use faults::{draw_rule_in, fault_in, faults_in, fen_text_in, leniency_in, move_text_in};
pub use french::le_joueur;
pub use italian::il_giocatore;
pub use reasons::{ended_said, player_said, reason_said, reasons, result_said, result_width};

use super::Diagnosis;
use crate::language::{Language, Said, of_each};
use crate::notation::{Notation, Place};
use english::English;
use french::French;
use italian::Italian;

/// Describes a diagnosis in English, as records keep it and programs read it.
pub fn english<G: Notation>(diagnosis: &Diagnosis) -> String {
    in_language::<G>(diagnosis, Language::English)
}

/// Describes a diagnosis in a language.
pub fn in_language<G: Notation>(diagnosis: &Diagnosis, language: Language) -> String {
    let spoken = Spoken { diagnosis, name: G::place_name };
    match language {
        Language::English => English(spoken).sentence(),
        Language::Italian => Italian(spoken).sentence(),
        Language::French => French(spoken).sentence(),
    }
}

/// Describes a diagnosis in every language.
pub fn said<G: Notation>(diagnosis: &Diagnosis) -> Said {
    of_each(|language| in_language::<G>(diagnosis, language))
}

/// A diagnosis, and the names of its squares.
struct Spoken<'a> {
    diagnosis: &'a Diagnosis,
    name: fn(Place) -> String,
}

impl Spoken<'_> {
    fn touched(&self) -> Option<String> {
        self.diagnosis.touched.map(self.name)
    }

    /// Lists the diagnosis's other squares, with `and` before the last; `None` if there are none.
    fn others(&self, and: &str) -> Option<String> {
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
    fn instead(&self, lead: &str) -> String {
        let instead = self.diagnosis.instead.as_ref();
        instead.map_or_else(String::new, |instead| format!(", {lead} {instead}"))
    }
}
