//! Limits of what a program that knows rules may answer.

pub(crate) const MAX_MOVES: usize = 10_000;

/// Maximum letters of a move's name.
pub(crate) const MAX_NAME: usize = 32;

pub(crate) const MAX_STATE_BYTES: usize = 4 << 10;

/// Maximum cells that show why a match ended.
pub(crate) const MAX_CELLS: usize = 64;
