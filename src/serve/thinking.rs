//! Threads that think, so that the server's own never do.
//!
//! As many as there are cores but one, so that answering stays quick while all of them think. What
//! waits for a thread waits in a queue with an end; the longer the queue, the less time each thought
//! gets.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use arbitro_player::Level;

/// A thought: told how many thoughts there are for each thread, this one among them.
type SearchResult = Box<dyn FnOnce(u32) + Send>;

#[derive(Debug, thiserror::Error)]
#[error("too many moves are being thought about: try again in a moment")]
pub(super) struct Full;

/// The threads and what waits for them; the threads end when it is dropped.
#[derive(Debug)]
pub(super) struct Thinkers {
    shared: Arc<Shared>,
    most: usize,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    arrived: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<SearchResult>,
    busy: usize,
    is_over: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("waiting", &self.waiting.len())
            .field("busy", &self.busy)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thought that panics does so outside the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, threads: usize) {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return;
            }
            let Some(thought) = state.waiting.pop_front() else {
                state = self
                    .arrived
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.busy += 1;
            let crowd = (state.waiting.len() + state.busy).div_ceil(threads);
            drop(state);
            // One thought that fails must not take the thread from the others.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                thought(u32::try_from(crowd).unwrap_or(u32::MAX));
            }));
            state = self.lock();
            state.busy -= 1;
        }
    }
}

impl Thinkers {
    /// Starts the threads; at most so many thoughts will wait.
    pub(super) fn start(most: usize) -> std::io::Result<Thinkers> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State::default()),
            arrived: Condvar::new(),
        });
        let thinkers = Thinkers { shared, most };
        for number in 0..threads {
            let shared = Arc::clone(&thinkers.shared);
            thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || shared.work(threads))?;
        }
        Ok(thinkers)
    }

    /// Has something thought about as soon as there is a thread.
    pub(super) fn submit(&self, thought: impl FnOnce(u32) + Send + 'static) -> Result<(), Full> {
        let mut state = self.shared.lock();
        if state.waiting.len() >= self.most {
            return Err(Full);
        }
        state.waiting.push_back(Box::new(thought));
        drop(state);
        self.shared.arrived.notify_one();
        Ok(())
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_over = true;
        state.waiting.clear();
        drop(state);
        self.shared.arrived.notify_all();
    }
}

/// The shortest time for a thought, however many wait.
const MIN_TIME: Duration = Duration::from_millis(50);

/// The longest time for a thought: a person has the answer within a second.
const MAX_TIME: Duration = Duration::from_millis(800);

/// Returns the thinking time of a level: as long as a person likes to wait, less if many wait.
pub(super) fn time_for(level: Level, crowd: u32) -> Duration {
    match level {
        Level::Easy | Level::Medium => MIN_TIME,
        Level::Hard | Level::Extreme => (MAX_TIME / crowd.max(1)).max(MIN_TIME),
    }
}

/// Returns the thinking time of a hint.
pub(super) fn time_for_hint(crowd: u32) -> Duration {
    (Duration::from_millis(500) / crowd.max(1)).max(MIN_TIME)
}
