//! Games of PDN files: told, played, written.

pub(crate) mod game;
mod moves;
pub(crate) mod play;
pub(crate) mod write;
