//! Finds the players of a tournament, and says why others are none.

pub(crate) mod bundled;
mod candidates;
pub(crate) mod entrant;
pub(crate) mod entrants;
mod interpreted;
mod manifest;
pub(crate) mod names;
pub(crate) mod needed;
pub(crate) mod no_entrant;
