//! Small endings, solved to the end.
//!
//! Retrograde analysis gives every position of up to five pieces of a draughts set on 8x8 its exact
//! value: won, drawn or lost, and in how many plies, captures and all. [`Solved`] holds values in
//! memory while they are made; up to four pieces take a moment and need no file. [`write_tables`] packs
//! them into files, [`Endgames`] answers from these. Whoever has a value to ask for goes by
//! [`Oracle`](crate::search::Oracle), and never learns which of the two it was.
//!
//! Nothing here chooses a move. Files are optional everywhere: without them one knows less.
//!
//! Draws by counting do not exist here: an ending that is won in 120 plies is won. Whoever plays with a
//! limit compares.

mod coding;
mod material;
mod numbering;
mod solved;
mod solver;
mod table_file;
mod tables;

use thiserror::Error;

pub use material::{Force, MOST_PIECES, Material};
pub use solved::{Solved, Summary};
pub use table_file::{TableError, table_file_name, write_tables};
pub use tables::Endgames;

use arbitro_rules::GameId;

/// Runs an expression with a rule set bound to a type name, if endings of the game that a
/// [`GameId`] names are solved: `Some` of it, or `None`.
///
/// # Examples
///
/// ```
/// use arbitro_engine::endgames::Solved;
/// use arbitro_rules::GameId;
/// let solved = |game| arbitro_engine::with_endgames!(game, R => Solved::<R>::up_to(2).is_ok());
/// assert_eq!(solved(GameId::Italian), Some(true));
/// assert_eq!(solved(GameId::Quoridor), None);
/// ```
#[macro_export]
macro_rules! with_endgames {
    ($game:expr, $R:ident => $body:expr) => {
        $crate::with_endgames!($game, $R => $body, Dama Guide English Italian Russian Brazilian)
    };
    ($game:expr, $R:ident => $body:expr, $($set:ident)*) => {
        match $game {
            $($crate::games::GameId::$set => {
                type $R = $crate::games::draughts::sets::$set;
                Some($body)
            })*
            _ => None,
        }
    };
}

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
