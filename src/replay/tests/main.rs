//! Tests of the crate.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod program;
mod screen;
mod screen_keys;
