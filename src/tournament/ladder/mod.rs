//! A standing tournament: a folder of players that is watched, and matches that are paired while they are played.
//!
//! - [`Pairings`] is what `pairings.jsonl` says: who came, left and returned, and who met whom.

mod inbox;
mod matchmaker;
mod news;
mod pairings;
mod versions;

pub use inbox::{Arrival, Inbox};
pub use matchmaker::{Duel, Matchmaker};
pub use pairings::{Event, PAIRINGS, Pairings, Recorder};
pub use versions::{Kept, Seated, Seating, VERSIONS, Versions};
