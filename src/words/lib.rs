//! Texts of the programs. A message is data: an enum with a variant for each thing to say, and the
//! facts in its fields. Each language has its texts in a file of its own, `en.toml`, `it.toml` and
//! `fr.toml`, of which `arbitro-table` makes an exhaustive `match`: a text that a language lacks does
//! not compile.
//!
//! What several programs say stands here; what only one room says stands in a folder `words` beside
//! that room, in the same form.
//!
//! Output for programs (`--json`, CSV, records, codes) is English.

// Generated code names this crate as others do.
extern crate self as arbitro_words;

mod count;
mod diagnosed;
mod ending;
mod fact;
mod fault;
mod language;
pub mod rule_book;

use std::borrow::Cow;

pub use count::{Count, counted};
pub use diagnosed::Diagnosed;
pub use ending::{Ending, Loser, reasons, result_width};
pub use fact::{Choice, Decimals, Label, Listed, Quoted, Signed};
pub use fault::{Alternatives, Faults, MAX_TOLD_FAULTS, OfFault, WALLS_LEFT};
pub use language::{Language, own_text};

/// Something to say, as facts.
pub trait Message {
    /// Writes it in a language. Callers use [`say`].
    fn words(&self, language: Language) -> Cow<'static, str>;
}

pub fn say<M: Message + ?Sized>(message: &M, language: Language) -> Cow<'static, str> {
    message.words(language)
}
