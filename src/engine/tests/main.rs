//! Tests of the crate that start no program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod assessing;
mod endgames;
mod engine;
#[path = "../../../scripts/training/glance.rs"]
mod glance;
mod mcts;
#[path = "../../../scripts/training/regression.rs"]
mod regression;
mod searching;
