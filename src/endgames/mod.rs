//! Small endings, solved to the end.
//!
//! Retrograde analysis gives every position of up to five pieces of a draughts set on 8x8 its exact
//! value: won, drawn or lost, and in how many plies, captures and all. [`Solved`] holds values in
//! memory while they are made; three pieces take a moment and need no file.
//!
//! Draws by counting do not exist here: an ending that is won in 120 plies is won. Whoever plays with a
//! limit compares.

mod material;
mod numbering;
mod solved;
mod solver;

use thiserror::Error;

pub use material::{Force, MOST_PIECES, Material};
pub use solved::{Solved, Summary};

use crate::rules::GameId;

/// Why an ending was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotSolved {
    /// The board has another size.
    #[error("endings are solved on 8x8 only, which {game} is not played on")]
    Size {
        /// Which game.
        game: GameId,
    },
    /// More pieces than there are tables for.
    #[error("endings are solved up to {MOST_PIECES} pieces")]
    Pieces,
    /// More plies to the end than a byte of a table can say.
    #[error("an ending takes more plies than a table can say")]
    TooLong,
}
