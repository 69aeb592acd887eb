//! How a binary that works for long ends: done, with nobody who listens, or with an error.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use crate::closed_pipe::is_closed_pipe;

/// The exit code of what was done; an error is told. That nobody listens any more is none.
pub fn exit_code(name: &str, done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(anstream::stderr(), "{name}: {error:#}");
        ExitCode::from(2)
    })
}
