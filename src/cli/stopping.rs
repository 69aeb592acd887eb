//! Asking a binary that works for long to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Asked to stop: once lets what is in hand come to its end, twice ends at once.
pub fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let second = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone());
        second.context("signals")?;
        signal_hook::flag::register(signal, stop.clone()).context("signals")?;
    }
    Ok(stop)
}
