//! Pairs the players match by match; the caller that plays them pulls the next one.
//!
//! A [`Schedule`] identifies every match by its number, without a list of all. In formats with
//! known pairings a match is computed from its number; in others the rounds so far are kept. The
//! same settings and results give the same matches, in whatever order results come in.

mod done;
pub(crate) mod error;
mod fixed;
mod knockout;
mod match_schedule;
pub(crate) mod openings;
pub(crate) mod pairing;
mod part;
mod rounds;
pub(crate) mod seed;
mod setup;
mod stage;
mod swiss;

pub use match_schedule::{Next, Schedule};
pub use part::Part;
pub(crate) use setup::challengers;
pub use swiss::{Float, PairingCard, SwissRound, max_rounds, pair_round, sure_rounds};
