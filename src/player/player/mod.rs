//! The kit for player authors: wait for a board, choose, store.
//!
//! A strategy is one function of what it sees; everything else is here. The kit believes the boards
//! it is given, as any player must, and never judges a move. It reads and writes board files in one
//! folder and nothing else.

mod levels;
mod seat;
mod strategies;
mod thinker;

pub use levels::{Level, Levels, UnknownLevel};
pub use seat::{Departure, Seat, SeatError, View, sit, sit_with};
pub use strategies::{Means, Strategy, StrategyKind, UnknownStrategy};
pub(crate) use thinker::hurry_after;
