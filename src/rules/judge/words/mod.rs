//! Diagnoses, faults of boards and of moves in the words of a language.
//!
//! A sentence says what happened, with its squares, then the rule it breaks. Squares are named by the
//! game, so that each keeps its own names. What is the same in every language, which squares and in
//! which order, is here once. What programs read is English, and the same as ever.

mod english;
mod faults;
mod french;
mod french_faults;
mod italian;
mod reasons;

pub use faults::{fault_in, faults_in, fen_text_in, leniency_in, move_text_in, phrase};
pub use french::le_joueur;
pub use italian::il_giocatore;
pub use reasons::{MAX_RESULT_WIDTH, reason_in, reason_said, reasons, result_said};

use super::Diagnosis;
use crate::language::{Language, Said, of_each};
use crate::notation::{Notation, Place};
use english::English;
use french::French;
use italian::Italian;

/// The diagnosis in English, with the game's names for squares: what is kept and what programs read.
pub fn english<G: Notation>(diagnosis: &Diagnosis) -> String {
    in_language::<G>(diagnosis, Language::English)
}

/// The diagnosis in a language, with the game's names for squares.
pub fn in_language<G: Notation>(diagnosis: &Diagnosis, language: Language) -> String {
    let spoken = Spoken {
        diagnosis,
        name: G::place_name,
    };
    match language {
        Language::English => English(spoken).sentence(),
        Language::Italian => Italian(spoken).sentence(),
        Language::French => French(spoken).sentence(),
    }
}

/// The diagnosis in every language.
pub fn said<G: Notation>(diagnosis: &Diagnosis) -> Said {
    of_each(|language| in_language::<G>(diagnosis, language))
}

/// A diagnosis and how its squares are called.
struct Spoken<'a> {
    diagnosis: &'a Diagnosis,
    name: fn(Place) -> String,
}

impl Spoken<'_> {
    fn touched(&self) -> Option<String> {
        self.diagnosis.touched.map(self.name)
    }

    /// The further squares, the last behind an "and"; nothing where there are none.
    fn others(&self, and: &str) -> Option<String> {
        let others = self.diagnosis.others.iter().copied();
        let names: Vec<String> = others.map(self.name).collect();
        let (last, rest) = names.split_last()?;
        Some(match rest {
            [] => last.clone(),
            rest => format!("{} {and} {last}", rest.join(", ")),
        })
    }

    /// The move that shows what was expected, as the end of a sentence.
    fn instead(&self, lead: &str) -> String {
        let instead = self.diagnosis.instead.as_ref();
        instead.map_or_else(String::new, |instead| format!(", {lead} {instead}"))
    }
}
