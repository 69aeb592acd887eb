//! Remarks about a source, besides its matches.

use crate::words::Text;
use arbitro_words::in_each;
use std::fmt;

use arbitro_rules::language::{Language, Said};

/// A tolerated error, an omission or damage, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place in words: `line 7`, `game 3`, `board_9.txt`; empty for the source as a whole.
    pub place: Said,
    pub text: Said,
}

/// Maximum remarks kept of one source; more are only counted, so that a file of noise does not fill
/// memory.
const MAX_REMARKS: usize = 100;

impl Remark {
    /// Creates a remark about a place.
    pub(super) fn at(place: Said, text: Said) -> Remark {
        Remark { place, text }
    }

    /// Creates a remark about the whole source.
    pub(super) fn on_all(text: Said) -> Remark {
        Remark::at(Said::same(""), text)
    }

    /// The remark on one line.
    pub fn in_language(&self, language: Language) -> String {
        let (place, text) = (self.place.in_language(language), self.text.in_language(language));
        if place.is_empty() { text.to_owned() } else { format!("{place}: {text}") }
    }
}

/// Formats it in English, which programs read.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

/// Collects remarks: each only once, and a bounded number.
#[derive(Clone, Debug, Default)]
pub(super) struct Remarks {
    kept: Vec<Remark>,
    more: u64,
}

impl Remarks {
    pub(super) fn push(&mut self, remark: Remark) {
        if self.kept.len() >= MAX_REMARKS {
            self.more += 1;
        } else if !self.kept.contains(&remark) {
            self.kept.push(remark);
        }
    }

    pub(super) fn into_list(mut self) -> Vec<Remark> {
        if self.more > 0 {
            let more = self.more;
            self.kept.push(Remark::on_all(in_each(&Text::MoreRemarks { more })));
        }
        self.kept
    }
}
