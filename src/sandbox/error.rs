//! Failures of the host.

use std::io;

use thiserror::Error;

/// A failure of the host to run a program. The program is never its cause.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Required protections are missing.
    #[error(transparent)]
    TooWeak(#[from] TooWeak),
    /// A layer could not be set up.
    #[error("the sandbox cannot be set up: {what}")]
    Setup {
        /// The step that failed.
        what: String,
    },
    /// A system call failed.
    #[error("the sandbox cannot be set up")]
    Io(#[from] io::Error),
}

/// Protections that a caller requires and this machine does not give.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this machine cannot contain a hostile program: {missing}")]
pub struct TooWeak {
    /// The missing layers.
    pub missing: String,
}
