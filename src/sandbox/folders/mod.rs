//! Folders and files that others may change: their copies, their locks, what may be started in them.

pub(crate) mod at;
pub(crate) mod beneath;
pub(crate) mod copying;
pub(crate) mod deliver;
pub(crate) mod fetch;
pub(crate) mod fingerprint;
pub(crate) mod folder_lock;
pub(crate) mod scratch;
pub(crate) mod staging;
pub(crate) mod startable;
pub(crate) mod sweeper;
pub(crate) mod walk;
pub(crate) mod writers;
