//! The history of a match: its moves.
//!
//! - [`Sequence`] counts recurrences as it grows; the others stand on it.
//! - [`Line`] is a match in progress: position, moves, repetition and the other draw rules.
//!
//! Nothing here starts a program, keeps time or prints.

mod line;
mod sequence;

use serde::{Deserialize, Serialize};

pub use line::{Line, LineEnd};
pub use sequence::Sequence;

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both<T> {
    /// Of player 1.
    pub x: T,
    /// Of player 2.
    pub o: T,
}
