//! Failures of the host.

use std::io;

use thiserror::Error;

/// A failure of the host to run a program. The program is never its cause.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Protections that the caller requires are missing.
    #[error("this machine cannot contain a hostile program: {missing}")]
    TooWeak {
        /// The missing layers.
        missing: String,
    },
    /// Systemd was asked for a scope, and refused or did not answer.
    #[error("systemd gives no scope: {0}")]
    NoScope(String),
    /// There is no systemd to ask for a scope.
    #[error("systemd runs neither for the system nor for this process")]
    NoSystemd,
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
