//! Progress events of a tournament: for bars, for lines of text, for programs.

use std::time::Duration;

use serde::Serialize;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    /// Matches begin.
    Began {
        /// Number of players.
        players: usize,
        /// Number of matches in all, where known.
        matches: Option<u64>,
        /// Matches that ended in an earlier run.
        done: u64,
        /// Matches played at once.
        jobs: usize,
    },
    /// A match has ended and is in the journal.
    Match {
        /// Its number.
        id: u64,
        round: u32,
        /// Player 1.
        x: &'a str,
        /// Player 2.
        o: &'a str,
        /// `"x"`, `"o"` or none.
        winner: Option<&'a str>,
        reason: &'a str,
        /// The fault, in a sentence.
        text: Option<&'a str>,
        /// Plies played.
        plies: u64,
        /// Matches that have ended so far.
        done: u64,
        /// Of how many, where that is known.
        matches: Option<u64>,
        /// Name of the player with the most points so far.
        leader: &'a str,
    },
    /// A sequential test is decided.
    Decided {
        /// The last match that belongs to it.
        last: u64,
        /// The logarithm of the ratio of likelihoods.
        llr: f64,
    },
    /// Nothing more is played.
    Ended {
        /// Matches that have ended.
        done: u64,
        /// True if the tournament was stopped before its end.
        was_stopped: bool,
        /// Time since matches began, in seconds.
        seconds: f64,
    },
}

/// A time in seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}
