//! Choosing a move: levels of strength, strategies, and the time that they take.
//!
//! A [`Strategy`] chooses a move of a match of any game, which it sees as a
//! [`Line`](arbitro_rules::line::Line). A [`Level`] is a name for people, and chooses the strategy of
//! each game. The searches below a strategy are specialised for each game; strategies of games that
//! are not compiled in search the match itself.

mod levels;
mod search_time;
mod strategies;
mod strategy;
mod thinker;

pub use levels::{Level, Levels, choose_at, evaluate, original_quoridor};
pub use strategies::{Means, StrategyKind};
pub use strategy::{Strategy, Time};
pub use thinker::{MAX_THREADS, useful_threads};
