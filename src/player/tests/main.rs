//! Tests of the crate that start no program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says its figures where --nocapture shows them"
)]

mod hub_lines;
mod levels;
