//! Lets the user stop a long-running binary.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

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
