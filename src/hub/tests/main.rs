//! Tests of the crate that start no program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod lines;
