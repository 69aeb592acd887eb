//! Starts programs: the keeper, the supervisors, and their caller's side.

pub(crate) mod channel;
pub(crate) mod client;
pub(crate) mod contained;
pub(crate) mod ended;
mod output_file;
mod plain_process;
pub(crate) mod plan;
mod probe;
pub(crate) mod process;
pub(crate) mod supervisor;
