//! Choosing a move by looking ahead, in any game.
//!
//! Generic over the game trait; learns nothing of files or clocks but a question it is given, "is
//! it late?", which it asks now and then. The same position, depth and seed give the same move.

pub mod draughts;
mod evaluate;
mod minimax;

pub use evaluate::Evaluate;
pub use minimax::{Found, minimax};
