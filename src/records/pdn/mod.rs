//! Recognises, replays and writes games of PDN files.

pub(crate) mod claimed_result;
pub(crate) mod game;
mod moves;
pub(crate) mod play;
pub(crate) mod write;
