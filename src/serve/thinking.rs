//! Search threads, so that the server's own threads never search.
//!
//! There is one fewer than cores, so that answering stays quick while all of them search. Requests
//! wait in a bounded queue; the longer the queue, the less time each search gets.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::play::{SearchRequest, is_written};
use arbitro_engine::chooser::Level;

/// A search; its argument is the number of searches for each thread, including this one.
type SearchTask = Box<dyn FnOnce(u32) + Send>;

/// The threads and their queue; the threads end when this is dropped.
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
    waiting: VecDeque<SearchTask>,
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
        // A search that panics does so outside the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, threads: usize) {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return;
            }
            let Some(thought) = state.waiting.pop_front() else {
                state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.busy += 1;
            let crowd = (state.waiting.len() + state.busy).div_ceil(threads);
            drop(state);
            // A panicking search must not end its thread.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                thought(u32::try_from(crowd).unwrap_or(u32::MAX));
            }));
            state = self.lock();
            state.busy -= 1;
        }
    }
}

impl Thinkers {
    /// Starts one thread fewer than cores.
    pub(super) fn of_this_machine(most: usize) -> std::io::Result<Thinkers> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Thinkers::start(cores.saturating_sub(1).max(1), most)
    }

    /// Starts so many threads, with a queue of at most `most` searches.
    pub(super) fn start(threads: usize, most: usize) -> std::io::Result<Thinkers> {
        let shared =
            Arc::new(Shared { state: Mutex::new(State::default()), arrived: Condvar::new() });
        let thinkers = Thinkers { shared, most };
        for number in 0..threads {
            let shared = Arc::clone(&thinkers.shared);
            thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || shared.work(threads))?;
        }
        Ok(thinkers)
    }

    /// Queues a search; returns false if the queue is full.
    pub(super) fn submit(&self, thought: impl FnOnce(u32) + Send + 'static) -> bool {
        let mut state = self.shared.lock();
        if state.waiting.len() >= self.most {
            return false;
        }
        state.waiting.push_back(Box::new(thought));
        drop(state);
        self.shared.arrived.notify_one();
        true
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

/// Minimum time of a search, however long the queue is.
const MIN_TIME: Duration = Duration::from_millis(50);

/// Maximum time of a search, so that a person has the answer within a second on a busy machine, too.
const MAX_TIME: Duration = Duration::from_millis(650);

/// Maximum time of a search that asks a program for each position.
const MAX_WRITTEN_TIME: Duration = Duration::from_secs(2);

/// The time for the computer's move: as long as a person likes to wait, less under load.
pub(super) fn time_for(request: &SearchRequest, crowd: u32) -> Duration {
    if is_written(request.game()) {
        return (MAX_WRITTEN_TIME / crowd.max(1)).max(MIN_TIME);
    }
    match request.level() {
        Level::Easy | Level::Medium => MIN_TIME,
        Level::Hard | Level::Extreme => (MAX_TIME / crowd.max(1)).max(MIN_TIME),
    }
}

/// The thinking time of a hint.
pub(super) fn time_for_hint(crowd: u32) -> Duration {
    (Duration::from_millis(500) / crowd.max(1)).max(MIN_TIME)
}
