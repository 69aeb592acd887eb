//! Describes the protections that a run requires and the machine lacks, and the remedy. Used for
//! players and for submissions.

use arbitro_sandbox::{Keeper, Require, by_cause};
use arbitro_tournament::report::protection::TooWeak;
use arbitro_words::{Language, say};

use crate::way_out::way_out;

/// Explains why the machine is too weak and the remedy; `None` if it is strong enough.
pub fn weakness(keeper: &Keeper, require: Require, language: Language) -> Option<String> {
    let weak = keeper.guarantees().weak(require);
    if weak.is_empty() {
        return None;
    }
    let why = say(&TooWeak(&by_cause(&weak)), language);
    Some(match way_out(keeper, language) {
        Some(way_out) => format!("{why}. {way_out}"),
        None => why.into_owned(),
    })
}
