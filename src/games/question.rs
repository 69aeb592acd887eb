//! The questions that a program of rules is asked.

use std::borrow::Cow;
use std::time::Duration;

use arbitro_rules::Player;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A question to a program of rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Question<'a> {
    /// The first board of a match.
    Start,
    /// The moves of a position, or its end.
    Moves { board: Cow<'a, str>, state: Cow<'a, str>, turn: Player },
    /// The mistake in a board that no move leads to.
    Fault { board: Cow<'a, str>, state: Cow<'a, str>, turn: Player, wrote: Cow<'a, str> },
}

/// A question of another program of ours.
#[derive(Debug, Deserialize)]
pub(crate) struct RelayedQuestion {
    #[serde(flatten)]
    pub(crate) question: Question<'static>,
    /// The time of asking, in nanoseconds of the monotonic clock, which all processes share.
    pub(crate) sent: Option<u64>,
}

pub(crate) fn read(line: &str) -> Result<RelayedQuestion, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

/// The time of the clock that all processes share, in nanoseconds.
pub(crate) fn clock() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let since = Duration::try_from(now).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

/// The SHA-256 of a question, which stands for the position that it is about.
pub(crate) type QuestionHash = [u8; 32];

impl Question<'_> {
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
