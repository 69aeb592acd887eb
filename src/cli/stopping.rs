//! Lets the user stop a long-running binary.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

/// Lets a write beyond the largest file allowed (`ulimit -f`) fail. Unheard, its signal ends the process, in
/// the middle of a line. Programs that this one starts do not hear it.
pub(crate) fn outlive_file_limit() {
    // Refused, everything is as before.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Handles stop signals: the first sets the returned flag, so that current work is finished; the
/// second ends the process.
pub fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let second = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone());
        second.context("signals")?;
        signal_hook::flag::register(signal, stop.clone()).context("signals")?;
    }
    Ok(stop)
}
