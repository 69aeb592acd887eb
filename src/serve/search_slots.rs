//! Slots for searches, so that the server's own threads never search.
//!
//! There is one fewer than cores, so that answering stays quick while all of them search. Requests
//! wait in a bounded queue; the longer the queue, the less time each search gets.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::play::{SearchRequest, is_written};
use arbitro_engine::chooser::Level;

/// Returns one search fewer than cores.
pub(super) fn searches_at_a_time() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

/// The searches that run at a time, and the queue of those that wait.
#[derive(Debug)]
pub(super) struct SearchSlots {
    slots: Arc<Semaphore>,
    at_a_time: usize,
    queue: Arc<Semaphore>,
    max_queued: usize,
}

impl SearchSlots {
    pub(super) fn new(at_a_time: usize, max_queued: usize) -> SearchSlots {
        SearchSlots {
            slots: Arc::new(Semaphore::new(at_a_time)),
            at_a_time,
            queue: Arc::new(Semaphore::new(max_queued)),
            max_queued,
        }
    }

    /// Runs a search once there is a slot; `None` if the queue is full or the search panics. The
    /// search is told the number of searches for each slot, itself included.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        search: impl FnOnce(u32) -> T + Send + 'static,
    ) -> Option<T> {
        let queued = Arc::clone(&self.queue).try_acquire_owned().ok()?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.ok()?;
        let crowd = (self.max_queued - self.queue.available_permits()).div_ceil(self.at_a_time);
        let crowd = u32::try_from(crowd).unwrap_or(u32::MAX);
        let running = spawn_blocking(move || {
            // The search keeps its slot even if no client waits for it any more.
            let _slot = (queued, slot);
            search(crowd)
        });
        running.await.ok()
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
