//! The questions that a program of rules is asked.

use arbitro_rules::Player;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A question, as it is written.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Question<'a> {
    /// The first board of a match.
    Start,
    /// The moves of a position, or its end.
    Moves { board: &'a str, state: &'a str, turn: Letter },
    /// The question for the mistake in a board that no move leads to.
    Fault { board: &'a str, state: &'a str, turn: Letter, wrote: &'a str },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter(pub(crate) Player);

impl Serialize for Letter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.0.letter())
    }
}

/// The SHA-256 of a question, which stands for the position that it is about.
pub(crate) type QuestionHash = [u8; 32];

impl Question<'_> {
    /// The line, without its newline.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).expect("strings always serialise")
    }
}

pub(crate) fn hash(line: &str) -> QuestionHash {
    Sha256::digest(line).into()
}

/// Returns true for one question of 64, which is asked twice.
pub(crate) fn is_asked_twice(hash: &QuestionHash) -> bool {
    hash[0] < 4
}
