//! Lets the user stop a long-running binary.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// Lets a write beyond the largest file allowed (`ulimit -f`) fail. Unheard, its signal ends the process, in
/// the middle of a line. Programs that this one starts do not hear it.
pub(crate) fn outlive_file_limit() {
    // Refused, everything is as before.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Time in which further stop signals are the same request: `timeout` sends its signal to the process and to
/// its group, and a terminal's end sends two kinds.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// Handles stop signals: the first sets the returned flag, so that current work is finished and results are
/// written; one that comes later than a second after it ends the process.
pub fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("signals")?;
    let asked = stop.clone();
    let listen = move || {
        let mut first = None;
        for _ in signals.forever() {
            asked.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > ONE_REQUEST {
                signal_hook::low_level::exit(130);
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).context("signals")?;
    Ok(stop)
}
