//! Searches that a match asks for, and their results.
//!
//! Each carries the version of the match, so that a result for an older state is recognised.

use std::time::Duration;

use arbitro_engine::chooser::{Level, choose_at, evaluate};
use arbitro_rules::GameId;
use arbitro_rules::line::{Key, Line};

use super::You;
use super::program_moves::{is_written, play};

/// A search for the computer's move.
#[derive(Debug)]
pub struct SearchRequest {
    pub(super) version: u64,
    /// A copy of the match.
    pub(super) line: Box<dyn Line>,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) time_left: Option<Duration>,
    pub(super) you: You,
}

/// The chosen move, and the version of the match that it is for.
#[derive(Debug)]
pub struct Answer {
    pub(super) version: u64,
    pub(super) key: Option<Key>,
    /// The match after it, if it was played already.
    pub(super) played: Option<Box<dyn Line>>,
}

impl SearchRequest {
    pub fn game(&self) -> GameId {
        self.line.game()
    }

    /// The level at which to choose the move.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns true if searching takes less time than handing the work to another thread.
    pub fn is_quick(&self) -> bool {
        self.level < Level::Hard && !is_written(self.game())
    }

    /// Chooses a move in about this time, or less if the clock is short.
    pub fn run(mut self, time: Duration) -> Answer {
        let time = match self.time_left {
            // The remaining time must suffice for a few more moves.
            Some(left) => time.min(left / 20),
            None => time,
        };
        let key = choose_at(self.level, &mut *self.line, self.seed, time);
        // Playing it takes its time where a program is asked for what comes after it.
        let played = key.filter(|_| is_written(self.game())).map(|key| {
            play(&mut *self.line, key, self.you);
            self.line
        });
        Answer { version: self.version, key, played }
    }

    /// Evaluates a draw offer of the side to move, for the computer; positive is good for it.
    pub fn evaluate_offer(mut self) -> OfferEvaluation {
        OfferEvaluation { version: self.version, value: -evaluate(&mut *self.line) }
    }
}

/// The value of the position in which a draw was offered, and the version of the match.
#[derive(Clone, Copy, Debug)]
pub struct OfferEvaluation {
    pub(super) version: u64,
    pub(super) value: i32,
}
