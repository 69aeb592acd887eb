//! Tournaments over the machines of a real Slurm.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod slurm;
mod tournaments;
