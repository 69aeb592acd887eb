//! The machine that plays.

use std::num::NonZeroUsize;

use arbitro_sandbox::{Guarantees, Require};

/// Settings of the machine that do not affect results.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Matches played in parallel.
    pub jobs: usize,
    /// Cores for each match, which it has alone if there are enough; `None` binds it to none.
    pub cores: Option<NonZeroUsize>,
    pub guarantees: Guarantees,
    /// Guarantees that the user requires.
    pub require: Require,
}
