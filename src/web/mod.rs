//! placeholder
pub mod watch;
