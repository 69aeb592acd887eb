//! Tests of the crate that start no program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, reads files and says its figures"
)]

mod assessing;
mod engine;
#[path = "../../../scripts/training/glance.rs"]
mod glance;
mod levels;
mod line_strategies;
mod mcts;
#[path = "../../../scripts/training/positions.rs"]
#[expect(dead_code, reason = "files of positions are the trainer's")]
mod positions;
mod quoridor_value;
#[path = "../../../scripts/training/regression.rs"]
mod regression;
mod searching;
mod threads;
