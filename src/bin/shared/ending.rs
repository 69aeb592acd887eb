//! How a binary that works for long ends: asked to stop, with nobody who listens, or with an error.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Asked to stop: once lets what is in hand come to its end, twice ends at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let second = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone());
        second.context("signals")?;
        signal_hook::flag::register(signal, stop.clone()).context("signals")?;
    }
    Ok(stop)
}

/// The exit code of what was done; an error is told. That nobody listens any more is none.
pub(crate) fn exit_code(name: &str, done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(anstream::stderr(), "{name}: {error:#}");
        ExitCode::from(2)
    })
}

/// Whether an error says no more than that nobody listens.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
