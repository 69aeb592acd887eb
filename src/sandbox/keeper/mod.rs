//! Starts programs: the keeper, the wardens, and their caller's side.

pub(crate) mod channel;
pub(crate) mod client;
pub(crate) mod contained;
pub(crate) mod ended;
mod output;
mod plain_process;
pub(crate) mod plan;
mod probe;
pub(crate) mod process;
pub(crate) mod warden;
