//! Tournaments to look at: which there are, how they stand, their matches; live while one runs.
//!
//! Everything is read from the folders that were named at the start and from nowhere else, and nothing
//! is ever written there. A tournament has an id made here; no path comes from outside. While clients
//! watch a tournament, one thread follows its journal by the kernel's notices. Without clients, nothing
//! runs.

mod catalogue;
mod follower;
mod notices;
mod shown;
mod tournament;

pub use catalogue::Catalogue;
pub use follower::{Moment, Watching};
pub use shown::{Head, MatchList, MatchRow, Overview, Scored, State};
pub use tournament::{Tournament, Wanted, WatchError};
