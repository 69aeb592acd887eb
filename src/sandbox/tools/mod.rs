//! Runs tools to their end, and asks programs line by line.

pub(crate) mod dialogue;
pub(crate) mod tool_run;
mod watched;
