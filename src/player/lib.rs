//! A kit for authors of players, and the Hub protocol.
//!
//! The kit waits for a board, asks a strategy for a move, and writes the next board. A strategy is
//! one function of its [`View`](arbitro_engine::chooser::View). The kit trusts the boards it is
//! given, as any player must, and never judges a move. It reads and writes board files in one
//! folder and nothing else. [`sit_by_line`] does the same for games that are not compiled in.
//!
//! [`Memory`] is everything that the course asks of a `Player`'s memory.
//!
//! [`hub`] speaks the Hub protocol of international draughts in both directions: it lets other
//! programs use our engine, and lets external engines play here. It plays no other game, and does
//! not trust the other end.

pub mod hub;

mod line_seat;
mod memory;
mod pace;
mod seat;

pub use line_seat::sit_by_line;
pub use memory::{Memory, MemoryError};
pub use seat::{Departure, Seat, SeatError, sit, sit_with};
