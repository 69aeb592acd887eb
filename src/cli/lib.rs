//! Command-line parts that the programs share.

pub mod closed_pipe;
pub mod command_line;
pub mod ending;
pub mod exit;
pub mod input;
pub mod jobs;
pub mod language_arg;
pub mod manual;
pub mod misspelt;
pub mod named;
pub mod play_args;
pub mod scope_args;
pub mod stopping;
pub mod way_out;
pub mod weakness;
