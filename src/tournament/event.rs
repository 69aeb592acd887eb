//! What a tournament tells while it is played: for bars, for lines of text, for programs.

use std::time::Duration;

use serde::Serialize;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    /// Matches begin.
    Began {
        /// How many take part.
        players: usize,
        /// How many matches there will be, where that is known.
        matches: Option<u64>,
        /// How many had ended in an earlier run.
        done: u64,
        /// How many are played at once.
        jobs: usize,
    },
    /// A match has ended and is in the journal.
    Match {
        /// Its number.
        id: u64,
        /// Its round.
        round: u32,
        /// Player 1.
        x: &'a str,
        /// Player 2.
        o: &'a str,
        /// `"x"`, `"o"` or nobody.
        winner: Option<&'a str>,
        /// Why it ended.
        reason: &'a str,
        /// What was done wrong, in a sentence.
        text: Option<&'a str>,
        /// Plies played.
        plies: u64,
        /// Matches that have ended so far.
        done: u64,
        /// Of how many, where that is known.
        matches: Option<u64>,
        /// Who has the most points so far.
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
        /// Whether somebody asked for it before the end.
        was_stopped: bool,
        /// Time since matches began, in seconds.
        seconds: f64,
    },
}

/// A time in seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}
