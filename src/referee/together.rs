//! Being ended together with the programs one looks after: by whoever ends all processes of a run at
//! once, as a cluster does that takes a task back. Those programs may be dead before this one is asked
//! to stop, and have done nothing wrong.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// So long what can have come from outside is held back.
const HELD_BACK: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The signals by which programs are ended: hang-up, interrupt, quit, kill, termination.
const ENDING: [i32; 5] = [1, 2, 3, 9, 15];

/// Whether a program that died of this signal may have been ended from outside.
pub fn is_ending_signal(signal: i32) -> bool {
    ENDING.contains(&signal)
}

/// Whether a program that left with this code may have been ended from outside: what was started by a
/// shell leaves with the signal's number and 128.
pub fn is_ending_code(code: i32) -> bool {
    code.checked_sub(128).is_some_and(is_ending_signal)
}

/// Whether this run is over, or will be in a moment: to be asked before something is written down
/// that can have come from outside.
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
