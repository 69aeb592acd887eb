//! Adds up matches, and ranks the players.

pub(crate) mod standings;
pub(crate) mod tally;
