//! What `grade` prints.

mod en;
mod it;

use std::borrow::Cow;

use arbitro_grade::marks::{Failing, Late};
use arbitro_grade::words::in_two;
use arbitro_words::{Language, Message};

/// A line of `grade`, or a part of one.
pub(crate) enum Line<'a> {
    NotStarted { weakness: &'a str },
    // The first entries that are no submissions, and how many there are besides.
    LeftOut { first: &'a str, more: usize },
    Similar { left: &'a str, right: &'a str, per_cent: f64, page: &'a str },
    MoreSimilar { pairs: usize },
    ForMoodle,
    Points { points: f64, of: f64 },
    Late(&'a Late),
    Fails { why: &'a Failing, is_proposal: bool },
    // The template of the progress bar.
    Bar,
    Progress { part: &'a str, done: u64, total: Option<u64>, what: &'a str },
}

impl Message for Line<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        in_two(self, language, en::line, it::line)
    }
}
