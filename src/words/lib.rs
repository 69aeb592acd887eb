//! What the programs say. A message is data: an enum with a variant for each thing to say, and the
//! facts in its fields. Each language has its words for it in a file of its own, `en.rs`, `it.rs` and
//! `fr.rs`, with one exhaustive `match`: a sentence that a language lacks does not compile.
//!
//! What several programs say stands here; what only one room says stands in a folder `words` beside
//! that room, in the same form.
//!
//! Output for programs (`--json`, CSV, records, codes) is English.

use std::borrow::Cow;

pub use arbitro_rules::language::Language;

/// Something to say, as facts.
pub trait Message {
    /// Writes it in a language. Callers use [`say`].
    fn words(&self, language: Language) -> Cow<'static, str>;
}

/// Says a message in a language.
pub fn say<M: Message + ?Sized>(message: &M, language: Language) -> Cow<'static, str> {
    message.words(language)
}
