//! Ratings and their uncertainty from counts of results.
//!
//! - [`rate`] rates all players on one scale, with 95 % intervals.
//! - [`Sprt`] decides when two players have played enough matches.
//!
//! Pure: no names, no files, no clock, no chance. The same counts give the same bits, and every
//! number is finite.

mod climb;
mod dispersion;
mod groups;
mod logistic;
mod meetings;
mod normal;
mod packed;
mod ratings;
mod sprt;

pub use meetings::{AllMeetings, Meetings};
pub use ratings::{ELO_LIMIT, ELO_PER_UNIT, RATING_PRIOR, Rating, Ratings, rate};
pub use sprt::{Hypothesis, MAX_ELO, Sprt};
