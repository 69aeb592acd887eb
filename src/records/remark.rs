//! What a reader of records was told besides the matches.

use std::fmt;

/// Something tolerated, left out or damaged, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where, as a person would look for it: `line 7`, `game 3`, `board_9.txt`; empty when it is
    /// about everything.
    pub place: String,
    /// What.
    pub text: String,
}

/// More remarks of one source than these are only counted: a file of noise must not fill memory.
const MOST: usize = 100;

impl Remark {
    /// A remark about a place.
    pub(super) fn at(place: impl Into<String>, text: impl Into<String>) -> Remark {
        Remark {
            place: place.into(),
            text: text.into(),
        }
    }

    /// A remark about everything.
    pub(super) fn on_all(text: impl Into<String>) -> Remark {
        Remark::at("", text)
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            write!(f, "{}", self.text)
        } else {
            write!(f, "{}: {}", self.place, self.text)
        }
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
        if self.kept.len() >= MOST {
            self.more += 1;
        } else if !self.kept.contains(&remark) {
            self.kept.push(remark);
        }
    }

    pub(super) fn into_list(mut self) -> Vec<Remark> {
        if self.more > 0 {
            let more = self.more;
            self.kept.push(Remark::on_all(format!(
                "and {more} more remarks like these"
            )));
        }
        self.kept
    }
}
