//! Tests of the crate.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, reads files and says its figures"
)]

mod desktop;
mod ear;
mod program;
mod web_assets;
mod web_cli;
mod web_client;
mod web_draws;
mod web_languages;
mod web_limits;
mod web_open_match;
mod web_original;
mod web_pages;
mod web_play;
mod web_standing;
mod web_tournaments;
mod web_watch;
mod web_written;
