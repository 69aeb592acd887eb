//! A standing tournament: a folder of players that is watched, and matches that are paired while they are played.
//!
//! - [`Pairings`] is what `pairings.jsonl` says: who came, left and returned, and who met whom.

mod coordinator;
mod feedback;
mod feedback_reporter;
mod inbox;
mod matchmaker;
mod pairings;
mod put_back_requests;
mod queue;
mod stand;
mod versions;

pub use feedback::feedback_page;
pub use inbox::{Arrival, Inbox};
pub use matchmaker::{Duel, Matchmaker};
pub use pairings::{LadderEvent, PAIRINGS, Pairings, Recorder};
pub use put_back_requests::ask_for;
pub use stand::{Stand, stand};
pub use versions::{StagedPlayer, VERSIONS, Versions};
