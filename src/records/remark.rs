//! Remarks of a reader of records, besides the matches.

use std::fmt;

use arbitro_rules::language::{Language, Said};
use arbitro_rules::said;

/// Something tolerated, left out or damaged, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Place in a person's words: `line 7`, `game 3`, `board_9.txt`; empty for a remark about the
    /// whole.
    pub place: Said,
    pub text: Said,
}

/// More remarks of one source than these are only counted: a file of noise must not fill memory.
const MAX_REMARKS: usize = 100;

impl Remark {
    /// A remark about a place.
    pub(super) fn at(place: Said, text: Said) -> Remark {
        Remark { place, text }
    }

    /// A remark about everything.
    pub(super) fn on_all(text: Said) -> Remark {
        Remark::at(Said::same(""), text)
    }

    /// The remark in one line.
    pub fn in_language(&self, language: Language) -> String {
        let (place, text) = (
            self.place.in_language(language),
            self.text.in_language(language),
        );
        if place.is_empty() {
            text.to_owned()
        } else {
            format!("{place}: {text}")
        }
    }
}

/// In English, as programs read it.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

/// Remarks as they come, each once, a bounded number of them.
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
            self.kept.push(Remark::on_all(said!(
                "and {more} more remarks like these",
                "e altre {more} osservazioni come queste",
                "et {more} autres remarques semblables"
            )));
        }
        self.kept
    }
}
