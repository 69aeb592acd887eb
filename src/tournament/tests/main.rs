//! Tests of the crate that start no program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, reads files and says its figures"
)]

mod compared;
mod copies;
mod entrants;
mod grown;
mod ladder;
mod ladder_inbox;
mod ladder_versions;
mod parts;
mod phases;
mod rating;
mod reports;
mod schedules;
mod standing;
mod standings;
mod swiss;
mod tournament_file;
mod tournament_results;
mod written_games;
