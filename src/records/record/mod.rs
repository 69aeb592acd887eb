//! Records of matches and the claims that they make: read, played, checked.

pub(crate) mod changes;
pub(crate) mod claimed;
mod claims;
pub(crate) mod fault;
pub(crate) mod lines;
pub(crate) mod match_record;
pub(crate) mod play;
pub(crate) mod seal;
