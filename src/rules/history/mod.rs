//! The history of a match: its moves.

mod match_history;
mod sequence;

use serde::{Deserialize, Serialize};

pub use match_history::{History, LineEnd};
pub use sequence::Sequence;

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both<T> {
    pub x: T,
    pub o: T,
}
