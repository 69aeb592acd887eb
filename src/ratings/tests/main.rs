//! Tests of the crate, which need no other crate of ours.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says its figures"
)]

mod games;
mod ratings;
#[path = "../../../tests/kit/sizes.rs"]
#[expect(dead_code, unreachable_pub, reason = "the test kit's, which is a crate")]
mod sizes;
mod sprt;
