//! What tests of several crates share: random positions, a second and plain implementation of the rules,
//! and made-up journals and folders of tournaments.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and reads this code"
)]

pub mod endings;
#[cfg(feature = "tournament")]
pub mod folders;
pub mod games;
pub mod italian;
#[cfg(feature = "tournament")]
pub mod journals;
pub mod original_quoridor;
pub mod reference;
