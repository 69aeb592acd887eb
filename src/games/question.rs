//! The questions that a program of rules is asked.

use std::time::Duration;

use arbitro_rules::Player;
use serde::{Deserialize, Serialize};
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

/// A question of another program of ours, as it is read.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) ask: Kind,
    /// When it was asked, in nanoseconds of the clock that all processes share.
    pub(crate) sent: Option<u64>,
    #[serde(default)]
    pub(crate) board: String,
    #[serde(default)]
    pub(crate) state: String,
    pub(crate) turn: Option<Letter>,
    #[serde(default)]
    pub(crate) wrote: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Start,
    Moves,
    Fault,
}

/// Reads a question.
pub(crate) fn read(line: &str) -> Result<Asked, String> {
    serde_json::from_str(line).map_err(|it| it.to_string())
}

/// The time of the clock that all processes share, in nanoseconds.
pub(crate) fn clock() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let since = Duration::try_from(now).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter(pub(crate) Player);

impl Serialize for Letter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.0.letter())
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Letter, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let player = [Player::X, Player::O].into_iter().find(|it| it.letter() == letter);
        player.map(Letter).ok_or_else(|| serde::de::Error::custom("a turn is x or o"))
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
