//! Recognises a shutdown of the whole process group.
//!
//! A cluster that cancels a task kills all processes of a run at once. The players may then be dead
//! before the referee receives its own signal, and have done nothing wrong.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time to wait for our own stop signal before a death that may have come from outside is recorded.
const HELD_BACK: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The signals that end programs from outside: SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM.
const ENDING: [i32; 5] = [1, 2, 3, 9, 15];

/// Returns true if a program killed by this signal may have been killed from outside.
pub fn is_ending_signal(signal: i32) -> bool {
    ENDING.contains(&signal)
}

/// Returns true if a program that exited with this code may have been killed from outside: a shell
/// reports a signal as 128 plus its number.
pub fn is_ending_code(code: i32) -> bool {
    code.checked_sub(128).is_some_and(is_ending_signal)
}

/// Returns true if this run is stopping or stops within a moment. Call it before recording an event
/// that may have come from outside.
pub fn is_over_soon(is_over: &AtomicBool) -> bool {
    let until = Instant::now() + HELD_BACK;
    while !is_over.load(Ordering::Relaxed) {
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(LOOK_EVERY);
    }
    true
}
