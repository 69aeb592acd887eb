//! Game-tree search for every game, and endgame tables for draughts on 8x8.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`search`] | choosing a move by looking ahead, in any game | read files or clocks |
//! | [`endgames`] | small endings solved to the end: making, storing and asking tables | choose a move, print |

pub mod endgames;
pub mod search;

/// For [`with_endgames!`], which is expanded where the rules may have another name.
#[doc(hidden)]
pub use arbitro_rules as games;
