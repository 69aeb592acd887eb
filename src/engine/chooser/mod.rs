//! Choosing a move: levels of strength, strategies, and the time that they take.
//!
//! A [`Strategy`] is a function of its [`View`]. A [`Level`] is a name for people, and chooses the
//! strategy of each game. [`opponent()`] is the door for callers that hold a match as a
//! [`Line`](arbitro_rules::line::Line).

mod levels;
mod line_strategies;
mod opponent;
mod search_time;
mod strategies;
mod thinker;

use std::time::Instant;

pub use levels::{Level, Levels, original_quoridor};
pub use line_strategies::LineStrategy;
pub use opponent::{Opponent, opponent};
pub use strategies::{Means, Strategy, StrategyKind};
pub use thinker::{MAX_THREADS, useful_threads};

use arbitro_rules::history::{History, Sequence};
use arbitro_rules::notation::Notation;

/// The information that a strategy chooses from.
#[derive(Debug)]
pub struct View<'a, G: Notation> {
    /// The position, with the player to move.
    pub position: G,
    /// The legal moves, at least one.
    pub moves: &'a [G::Move],
    /// Every position of the match so far, ending with the current one.
    pub seen: &'a Sequence<G>,
    /// Number of the ply to play, from 1.
    pub ply: u64,
    /// Plies left to play, this one included.
    pub plies_left: u64,
    /// Draw-rule counters, as far as the boards were seen.
    pub clock: G::DrawClock,
    /// The strategy's deadline; the rest of the time is for writing the board.
    pub deadline: Instant,
    /// The time from which the referee counts the move as late.
    pub late_at: Instant,
}

impl<'a, G: Notation> View<'a, G> {
    /// The view of the player to move, with its legal moves.
    pub fn of(history: &'a History<G>, moves: &'a [G::Move], deadline: Instant) -> View<'a, G> {
        let plies = history.plies() as u64;
        View {
            position: *history.position(),
            moves,
            seen: history.seen(),
            ply: plies + 1,
            plies_left: u64::from(G::PLY_LIMIT).saturating_sub(plies),
            clock: history.clock(),
            deadline,
            late_at: deadline,
        }
    }
}
