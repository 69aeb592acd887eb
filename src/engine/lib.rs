//! Game-tree search for every game, and endgame tables for draughts on 8x8.
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`search`] | chooses moves, in any game | reads files or clocks |
//! | [`endgames`] | solves small endgames, stores and reads their tables | chooses a move, prints |

pub mod endgames;
pub mod search;

/// For [`with_endgames!`], which is expanded where the rules may have another name.
#[doc(hidden)]
pub use arbitro_rules as games;
