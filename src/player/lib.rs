//! A kit for authors of players, and the Hub protocol.
//!
//! The kit follows the boards of a match of any game, asks a
//! [`Strategy`](arbitro_engine::chooser::Strategy) for a move, and writes the next board. It reads and
//! writes board files in one folder and nothing else.
//!
//! [`Memory`] is everything that the course asks of a `Player`'s memory.
//!
//! [`hub`] lets other programs use our engine by the Hub protocol of international draughts.

pub mod hub;

mod memory;
mod pace;
mod seat;

pub use memory::{Memory, MemoryError};
pub use seat::{Departure, Seat, SeatError, sit};
