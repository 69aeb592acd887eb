//! Remarks about a source, besides its matches.

use std::borrow::Cow;
use std::fmt;

use crate::words::RecordMessage;
use arbitro_words::{Language, Message, say};

/// A tolerated error, an omission or damage, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// `line 7` or `game 3`; `None` for the source as a whole.
    place: Option<RecordMessage>,
    text: RecordMessage,
}

/// Maximum remarks kept of one source; more are only counted, so that a file of noise does not fill
/// memory.
const MAX_REMARKS: usize = 100;

impl Remark {
    /// Creates a remark about a place.
    pub(crate) fn at(place: RecordMessage, text: RecordMessage) -> Remark {
        Remark { place: Some(place), text }
    }

    /// Creates a remark about the whole source.
    pub(crate) fn on_all(text: RecordMessage) -> Remark {
        Remark { place: None, text }
    }
}

/// On one line.
impl Message for Remark {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let text = say(&self.text, language);
        match &self.place {
            Some(place) => format!("{}: {text}", say(place, language)).into(),
            None => text,
        }
    }
}

/// Formats it in English, which programs read.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(self, Language::English))
    }
}

/// Collects remarks: each only once, and a bounded number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks {
    kept: Vec<Remark>,
    more: u64,
}

impl Remarks {
    pub(crate) fn push(&mut self, remark: Remark) {
        if self.kept.len() >= MAX_REMARKS {
            self.more += 1;
        } else if !self.kept.contains(&remark) {
            self.kept.push(remark);
        }
    }

    pub(crate) fn into_list(mut self) -> Vec<Remark> {
        if self.more > 0 {
            let more = self.more;
            self.kept.push(Remark::on_all(RecordMessage::MoreRemarks { more }));
        }
        self.kept
    }
}
