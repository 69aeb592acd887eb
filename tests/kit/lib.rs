//! Helpers for tests of several crates: random positions, a second and plain implementation of the
//! rules, and made-up journals and folders of tournaments.

#![allow(
    missing_debug_implementations,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and reads this code"
)]

#[cfg(feature = "programs")]
pub mod compiled;
pub mod endings;
#[cfg(feature = "tournament")]
pub mod folders;
pub mod games;
#[cfg(feature = "tournament")]
pub mod journals;
pub mod languages;
#[cfg(feature = "programs")]
pub mod needs;
pub mod original_quoridor;
#[cfg(feature = "programs")]
pub mod page_server;
#[cfg(feature = "programs")]
pub mod programs;
pub mod reference;
pub mod sizes;
#[cfg(feature = "programs")]
pub mod tournament_program;
pub mod toys;
