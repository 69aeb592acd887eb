//! The layers around a program: system calls, files, mounts and user ids; and the guarantees that they give.

/// A list of system calls, by the names that libc has for their numbers.
macro_rules! calls {
    ($($(#[$cfg:meta])? $call:ident)*) => {{
        use libc::*;
        &[$($(#[$cfg])? $call),*]
    }};
}

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
