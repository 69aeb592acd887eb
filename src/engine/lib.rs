//! Game-tree search for every game, and players of every strength on top of it. Exact values come
//! from the tables of [`arbitro_endgames`].
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`search`] | finds good moves, in any game | reads files or clocks |
//! | [`chooser`] | chooses moves: levels, strategies, time | knows a folder of boards |

pub mod chooser;
pub mod search;
