//! Tests of the crate, which need no other crate of ours but the rules.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod lines;
mod peer;
