//! Choosing a move by looking ahead, in any game.
//!
//! Generic over the game trait; learns nothing of files or clocks but a question it is given, "is
//! it late?", which it asks now and then. The same position, depth and seed give the same move.
//! Values that are known to the end come from an [`Oracle`], whoever that is.

mod compiled;
pub mod draughts;
pub mod engine;
mod evaluate;
mod exact;
pub mod mcts;
mod minimax;
pub mod quoridor_levels;
mod selective;

pub use compiled::SearchedSet;
pub use evaluate::Evaluate;
pub use exact::{Exact, Oracle, exact_moves};
pub use minimax::{Found, minimax};
pub use selective::{Selective, stated_worth};
