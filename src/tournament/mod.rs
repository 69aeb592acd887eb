//! Many matches and a ranking. So far: a round robin of players that are trusted, one match after
//! the other.
//!
//! Players are started as they are, with nothing around them: only what this project ships may be
//! given to this room until players are contained.

mod round_robin;
mod standings;
mod table;

pub use round_robin::{Pairing, round_robin};
pub use standings::{Standing, standings};
pub use table::{Entrant, Played, play_match};
