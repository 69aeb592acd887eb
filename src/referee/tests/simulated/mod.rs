//! A simulated stage: time is a number, players are scripts, and a second judge compares.
#![allow(dead_code, reason = "the trace is made by a stage that comes later")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod judge;
mod judge_tests;
mod trace;
