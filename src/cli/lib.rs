//! Command-line parts that the programs share.

use std::process::ExitCode;

pub mod bundled_folder;
pub mod closed_pipe;
pub mod colours;
pub mod command_line;
pub mod ending;
pub mod exit;
pub mod game_arg;
pub mod input;
pub mod jobs;
pub mod language_arg;
pub mod manual;
pub mod misspelt_command;
pub mod named_values;
pub mod play_args;
mod play_lines;
pub mod player_game;
pub mod program_name;
pub mod scope_args;
pub mod stopping;
pub mod way_out;
pub mod weakness;
mod words;
pub mod wrapping;

/// Begins a program: returns its exit code if it was only asked for its manual or its completions.
pub fn begin(command: &clap::Command) -> Option<ExitCode> {
    stopping::outlive_file_limit();
    manual::serve_if_asked(&program_name::renamed(command.clone()))
}
