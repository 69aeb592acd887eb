//! A standing tournament: a folder of players that is watched, and matches that are paired while they are played.
//!
//! - [`Pairings`] is what `pairings.jsonl` says: who came, left and returned, and who met whom.

mod coordinator;
mod inbox;
mod matchmaker;
mod news;
mod pairings;
mod queue;
mod requests;
mod stand;
mod telling;
mod versions;

pub use inbox::{Arrival, Inbox};
pub use matchmaker::{Duel, Matchmaker};
pub use news::told_page;
pub use pairings::{Event, PAIRINGS, Pairings, Recorder};
pub use requests::ask_for;
pub use stand::{Stand, stand};
pub use versions::{StagedPlayer, VERSIONS, Versions};
