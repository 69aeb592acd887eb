//! The ends of programs.

use serde::{Deserialize, Serialize};

/// The end of a program by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Death {
    Exited(i32),
    Killed(i32),
}

/// The end of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code.
    Exited(i32),
    /// A signal killed it.
    Killed(i32),
    /// It could not be executed, for this reason.
    NeverBegan(String),
    /// The sandbox killed it, with everything it had started; or the kernel killed it, or a process of
    /// it, because others took the memory.
    Ended,
}

impl From<Death> for Ended {
    fn from(death: Death) -> Ended {
        match death {
            Death::Exited(code) => Ended::Exited(code),
            Death::Killed(signal) => Ended::Killed(signal),
        }
    }
}
