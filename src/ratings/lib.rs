#![doc = include_str!("README.md")]
#![warn(missing_docs)]

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
pub use sprt::{Hypothesis, InvalidTest, MAX_ELO, Sprt};
