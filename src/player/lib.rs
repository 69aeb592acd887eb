//! A kit for player authors, and the way to others' engines.
//!
//! The kit waits for a board, chooses, and stores. A strategy is one function of what it sees;
//! everything else is here. The kit believes the boards that it is given, as any player must, and
//! never judges a move. It reads and writes board files in one folder and nothing else.
//!
//! [`Memory`] is all that the course asks of a `Player`'s memory.
//!
//! [`hub`] speaks the Hub protocol of international draughts: our engine for others, others' engines
//! for us. It plays no other game, and does not trust the other end.

pub mod hub;

mod levels;
mod memory;
mod search_time;
mod seat;
mod strategies;
mod thinker;

pub use levels::{Level, Levels, UnknownLevel, original_quoridor};
pub use memory::{Memory, MemoryError};
pub use seat::{Departure, Seat, SeatError, View, sit, sit_with};
pub use strategies::{Means, Strategy, StrategyKind, UnknownStrategy};
pub(crate) use thinker::stop_signal_after;
