//! A match as it is seen, from whatever source.

pub(crate) mod conclusion;
mod json;
pub(crate) mod match_game;
pub(crate) mod played_moves;
pub(crate) mod remark;
pub(crate) mod replayed_match;
