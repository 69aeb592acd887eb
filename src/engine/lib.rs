//! Game-tree search for every game, endgame tables for draughts on 8x8, and players of every
//! strength on top of them.
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`search`] | finds good moves, in any game | reads files or clocks |
//! | [`endgames`] | solves small endgames, stores and reads their tables | chooses a move, prints |
//! | [`chooser`] | chooses moves: levels, strategies, time | knows a folder of boards |

pub mod chooser;
pub mod endgames;
pub mod search;

/// For [`with_endgames!`], which is expanded where the rules may have another name.
#[doc(hidden)]
pub use arbitro_rules as games;
