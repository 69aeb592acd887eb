//! What `verify` says.

mod en;
mod fr;
mod it;

use std::borrow::Cow;
use std::time::Duration;

use arbitro_words::{Language, Message};

/// A sentence of `verify`, by its facts.
pub(crate) enum Text<'a> {
    /// How to start the players of a match, and what else to do.
    NextSteps { play: &'a str, within: Duration },
}

impl Message for Text<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        match language {
            Language::English => en::words(self),
            Language::Italian => it::words(self),
            Language::French => fr::words(self),
        }
    }
}
