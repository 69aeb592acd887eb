//! Searches that a match asks for, and their results.
//!
//! Each carries the version of the match, so that a result for an older state is recognised.

use std::fmt;
use std::time::Duration;

use super::opponent::{ChooseMove, Evaluation};
use arbitro_engine::chooser::Level;
use arbitro_rules::line::Key;

/// A search for the computer's move.
pub struct SearchRequest {
    pub(super) version: u64,
    pub(super) choice: ChooseMove,
    pub(super) level: Level,
    pub(super) time_left: Option<Duration>,
}

impl fmt::Debug for SearchRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRequest")
            .field("version", &self.version)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

/// The chosen move, and the version of the match that it is for.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub(super) version: u64,
    pub(super) key: Option<Key>,
}

impl SearchRequest {
    /// The level at which to choose the move.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns true if searching takes less time than handing the work to another thread.
    pub fn is_quick(&self) -> bool {
        self.level < Level::Hard
    }

    /// Chooses a move in about this time, or less if the clock is short.
    pub fn run(self, time: Duration) -> Answer {
        let time = match self.time_left {
            // The remaining time must suffice for a few more moves.
            Some(left) => time.min(left / 20),
            None => time,
        };
        Answer { version: self.version, key: (self.choice)(time) }
    }
}

/// A draw offer that the computer answers by its evaluation of the position.
pub struct Proposal {
    pub(super) version: u64,
    pub(super) evaluation: Evaluation,
}

impl fmt::Debug for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposal").field("version", &self.version).finish_non_exhaustive()
    }
}

/// The value of the position in which a draw was offered, and the version of the match.
#[derive(Clone, Copy, Debug)]
pub struct OfferEvaluation {
    pub(super) version: u64,
    /// The value for the computer; positive is good.
    pub(super) value: i32,
}

impl Proposal {
    /// Evaluates the position.
    pub fn evaluate(self) -> OfferEvaluation {
        OfferEvaluation {
            version: self.version,
            // The side to move is the person, who offers.
            value: -(self.evaluation)(),
        }
    }
}
