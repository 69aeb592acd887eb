//! What surrounds a program: system calls, files, mounts and user ids; and what of it this machine gives.

pub(crate) mod call_names;
pub(crate) mod calls;
pub(crate) mod confine;
mod filter;
pub(crate) mod forks;
pub(crate) mod guarantee;
pub(crate) mod guarantees;
pub(crate) mod layer;
pub(crate) mod listener;
pub(crate) mod mechanism;
pub(crate) mod mounts;
pub(crate) mod users;
