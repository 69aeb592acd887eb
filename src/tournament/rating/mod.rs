//! How strong players are, from counts of results, and how sure that is.
//!
//! - [`rate`] rates everybody who played, with 95 % intervals.
//! - [`HeadToHead`] compares two; [`Sprt`] says when two have played enough.
//!
//! Pure: no names, no files, no clock, no chance. The same counts give the same bits, and every
//! number is finite.

mod climb;
mod davidson;
mod dispersion;
mod groups;
mod head_to_head;
mod meetings;
mod normal;
mod packed;
mod ratings;
mod sprt;

pub use head_to_head::{ELO_LIMIT, HeadToHead};
pub use meetings::Meetings;
pub(crate) use normal::Z_95;
pub use ratings::{
    DRAW_PRIOR, ELO_PER_UNIT, FIRST_MOVE_PRIOR, RATING_PRIOR, Rating, Ratings, rate,
};
pub use sprt::{Hypothesis, MOST_ELO, Sprt, SprtError};
