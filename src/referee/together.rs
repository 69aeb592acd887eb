//! Recognises a shutdown of the whole process group. A cluster that takes a task back kills all
//! processes of a run at once. Then the players may be dead before the referee is asked to stop, and
//! have done nothing wrong.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// So long what can have come from outside is held back.
const HELD_BACK: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The signals by which programs are ended: hang-up, interrupt, quit, kill, termination.
const ENDING: [i32; 5] = [1, 2, 3, 9, 15];

/// Returns true if a program that died of this signal may have been killed from outside.
pub fn is_ending_signal(signal: i32) -> bool {
    ENDING.contains(&signal)
}

/// Returns true if a program that left with this code may have been killed from outside: a shell
/// reports a signal as its number plus 128.
pub fn is_ending_code(code: i32) -> bool {
    code.checked_sub(128).is_some_and(is_ending_signal)
}

/// Returns true if this run is over, or will be in a moment. Call it before recording an event that may
/// come from outside.
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
