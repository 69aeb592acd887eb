//! Progress events of a tournament, for progress bars, text and programs.

use std::time::Duration;

use serde::Serialize;

use super::play_match::PlayedMatch;
use crate::results::Results;

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentEvent<'a> {
    Began {
        players: usize,
        /// Total number of matches, if known.
        matches: Option<u64>,
        /// Matches finished in an earlier run.
        done: u64,
        /// Matches played in parallel.
        jobs: usize,
    },
    /// All that play matches in parallel have begun, each on cores of its own.
    Cores {
        cores: Vec<Vec<usize>>,
        /// Those that another one has, too, here or in another run.
        shared: Vec<usize>,
    },
    /// A version of a player plays from now on in a standing tournament.
    Entered { player: &'a str },
    /// One plays no more for now: its folder is gone.
    Rests { player: &'a str },
    /// A match has finished and is in the journal.
    Match {
        id: u64,
        round: u32,
        x: &'a str,
        o: &'a str,
        /// `"x"`, `"o"` or `None`.
        winner: Option<&'a str>,
        reason: &'a str,
        text: Option<&'a str>,
        plies: u64,
        done: u64,
        /// Total number of matches, if known.
        matches: Option<u64>,
        /// Name of the player with the most points so far.
        leader: &'a str,
    },
    /// The results so far, now and then; for people who look on.
    #[serde(skip)]
    Results(&'a Results),
    Decided {
        /// The last match that counts for the test.
        last: u64,
        llr: f64,
    },
    /// The test ends undecided: its pairs of matches only repeat earlier ones.
    Repeated {
        /// The last match that was looked at.
        last: u64,
    },
    Ended {
        done: u64,
        was_stopped: bool,
        /// Time since matches began, in seconds.
        seconds: f64,
    },
}

impl<'a> TournamentEvent<'a> {
    /// A match that has ended, with the number of those so far.
    pub(crate) fn of_match(
        played: &'a PlayedMatch,
        results: &'a Results,
        done: u64,
        leader: usize,
    ) -> TournamentEvent<'a> {
        let PlayedMatch { pairing, record, counts, .. } = played;
        let name = |place: usize| &*results.file.players[place].name;
        TournamentEvent::Match {
            id: pairing.id,
            round: pairing.round,
            x: name(pairing.x),
            o: name(pairing.o),
            winner: record.winner.as_deref(),
            reason: record.reason.as_deref().unwrap_or("void"),
            text: record.fault.as_ref().and_then(|fault| fault.text.as_deref()),
            plies: counts.plies,
            done,
            matches: results.schedule.total(),
            leader: name(leader),
        }
    }
}

/// Converts a duration to seconds, rounded to milliseconds.
pub(crate) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}
