#![doc = include_str!("README.md")]
#![warn(missing_docs)]

mod climb;
mod dispersion;
mod groups;
mod intervals;
mod logistic;
mod meetings;
mod normal;
mod packed;
mod ratings;
mod sprt;

pub use intervals::ELO_LIMIT;
pub use logistic::ELO_PER_UNIT;
pub use meetings::{AllMeetings, Meetings};
pub use ratings::{RATING_PRIOR, Rating, Ratings, rate};
pub use sprt::{Hypothesis, InvalidTest, MAX_ELO, Sprt};
