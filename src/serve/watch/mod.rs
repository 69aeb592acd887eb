//! Tournaments to watch: list, standings, matches; live while one runs.
//!
//! Everything is read from the folders named at the start, and nothing is ever written there. A
//! tournament's id is made here; no path comes from outside. While clients watch a tournament, one
//! thread reads what is new in its journal, four times a second. Without clients, nothing runs.

mod catalogue;
mod follower;
mod overview;
mod tournament;

pub use catalogue::Catalogue;
pub use follower::{Moment, Subscription};
pub use overview::{Head, MatchPage, MatchRow, Overview, OverviewIn, State};
pub use tournament::{MatchFilter, Tournament, WatchError};
