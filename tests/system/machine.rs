//! Who may use the machine at the same time: tests that go by its clock must not run beside those that
//! load it. What merely computes takes no turn and runs beside everything.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What a test does to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// It suffers from any load, or nothing else can be judged beside it.
    Whole,
    /// It goes by the clock, and waits more than it works.
    Quiet,
    /// It works on all cores, with time to spare.
    Crowded,
}

/// Who has the machine, and who is next: in the order in which they came, so that nobody waits for ever.
#[derive(Debug)]
struct Turns {
    holders: usize,
    with: Use,
    next_ticket: u64,
    served: u64,
}

static TURNS: Mutex<Turns> = Mutex::new(Turns {
    holders: 0,
    with: Use::Whole,
    next_ticket: 0,
    served: 0,
});
static CHANGED: Condvar = Condvar::new();

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn(());

fn turns() -> MutexGuard<'static, Turns> {
    // A test that failed had its turn too.
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turn {
    fn take(with: Use) -> Turn {
        let mut turns = turns();
        let ticket = turns.next_ticket;
        turns.next_ticket += 1;
        while turns.served != ticket
            || turns.holders > 0 && (with == Use::Whole || turns.with != with)
        {
            turns = CHANGED.wait(turns).unwrap_or_else(PoisonError::into_inner);
        }
        turns.served += 1;
        turns.holders += 1;
        turns.with = with;
        CHANGED.notify_all();
        Turn(())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        turns().holders -= 1;
        CHANGED.notify_all();
    }
}

/// The machine for oneself.
pub(crate) fn whole_machine() -> Turn {
    Turn::take(Use::Whole)
}

/// The machine without those who load it: for tests that go by its clock.
pub(crate) fn quiet_machine() -> Turn {
    Turn::take(Use::Quiet)
}

/// The machine with others who load it too: whole tournaments, compilers, browsers.
pub(crate) fn crowded_machine() -> Turn {
    Turn::take(Use::Crowded)
}
