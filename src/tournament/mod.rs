//! Many matches and a ranking. So far: a round robin, one match after the other.
//!
//! Players are strangers: each is found, checked and then started in the sandbox only.

mod entrants;
mod round_robin;
mod standings;
mod table;

pub use entrants::{Entrant, Entrants, LeftOut, MANIFEST, NoEntrant, find_entrants};
pub use round_robin::{Pairing, round_robin};
pub use standings::{Standing, standings};
pub use table::{Played, play_match};
