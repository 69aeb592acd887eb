#![doc = include_str!("README.md")]
#![warn(missing_docs)]

mod coding;
mod exact;
mod material;
mod numbering;
mod solved;
mod solver;
mod table_file;
mod tables;

/// For [`with_endgames!`], which is expanded where the rules may have another name.
#[doc(hidden)]
pub use arbitro_rules as games;
use thiserror::Error;

pub use exact::{ExactValue, Oracle, exact_moves};
pub use material::{Force, MAX_PIECES, Material};
pub use solved::{Solved, Summary};
pub use table_file::{TableError, table_file_name, write_tables};
pub use tables::Endgames;

use arbitro_rules::GameId;

/// Evaluates an expression with `R` bound to the rule set of a [`GameId`]. Returns `None` for games
/// that have no endgame tables.
///
/// # Examples
///
/// ```
/// use arbitro_endgames::Solved;
/// use arbitro_rules::GameId;
/// let solved = |game| arbitro_endgames::with_endgames!(game, R => Solved::<R>::up_to(2).is_ok());
/// assert_eq!(solved(GameId::Italian), Some(true));
/// assert_eq!(solved(GameId::Quoridor), None);
/// ```
#[macro_export]
macro_rules! with_endgames {
    ($game:expr, $R:ident => $body:expr) => {
        $crate::with_endgames!(
            $game, $R => $body,
            Dama Guide English Italian Russian Brazilian Pool Spanish Czech Thai
        )
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

/// An error of solving endings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum NotSolved {
    #[error("endings are solved on 8x8 only, which {game} is not played on")]
    Size { game: GameId },
    #[error("endings are solved up to {MAX_PIECES} pieces")]
    Pieces,
    #[error("an ending takes more plies than a table can say")]
    TooLong,
}
