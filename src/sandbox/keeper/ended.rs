//! The ends of programs.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    Exited(i32),
    Killed(i32),
    /// It could not be executed, for this reason.
    NeverBegan(String),
    /// The sandbox killed it, with everything it had started; or the kernel killed it, or a process of
    /// it, because others took the memory.
    Ended,
}
