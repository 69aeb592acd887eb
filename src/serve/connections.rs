//! Limits the connections served at once, and closes idle ones when there are too many.
//!
//! A connection is working while one of its requests is being answered. Otherwise it waits for its
//! client: for headers, for a body, for an answer to be taken. When no room is left, the connection
//! that has waited longest is closed. So ten thousand silent connections push out each other but no
//! working one. A new connection is refused only when all others are working.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// All connections being served.
#[derive(Debug)]
pub(super) struct Connections {
    open: Mutex<OpenConnections>,
    most: usize,
}

#[derive(Debug, Default)]
struct OpenConnections {
    next: u64,
    entries: BTreeMap<u64, TrackedConnection>,
}

#[derive(Debug)]
struct TrackedConnection {
    /// Requests being answered, minus those that wait for their bodies.
    working: i32,
    since: Instant,
    end: Arc<Notify>,
}

/// A slot for a connection, freed when the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    place: Arc<SlotInner>,
}

#[derive(Debug)]
struct SlotInner {
    id: u64,
    among: Arc<Connections>,
    end: Arc<Notify>,
}

impl Drop for SlotInner {
    fn drop(&mut self) {
        self.among.lock().entries.remove(&self.id);
    }
}

impl Connections {
    pub(super) fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections { open: Mutex::new(OpenConnections::default()), most })
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        // A panic leaves nothing in here half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a slot for one more connection, if necessary by closing the one that has waited
    /// longest; `None` if all are working.
    pub(super) fn admit(self: &Arc<Self>) -> Option<Slot> {
        let mut open = self.lock();
        if open.entries.len() >= self.most && !open.end_longest_waiting() {
            return None;
        }
        let id = open.next;
        open.next += 1;
        let end = Arc::new(Notify::new());
        open.entries.insert(
            id,
            TrackedConnection { working: 0, since: Instant::now(), end: Arc::clone(&end) },
        );
        drop(open);
        Some(Slot { place: Arc::new(SlotInner { id, among: Arc::clone(self), end }) })
    }

    /// Closes the connection that has waited longest; returns false if there is none.
    pub(super) fn end_longest_waiting(&self) -> bool {
        self.lock().end_longest_waiting()
    }

    /// Closes the connections that have waited longer than this.
    pub(super) fn end_waiting_longer_than(&self, time: Duration) {
        self.lock().entries.retain(|_, entry| {
            let stays = entry.working > 0 || entry.since.elapsed() < time;
            if !stays {
                entry.end.notify_one();
            }
            stays
        });
    }

    /// Counts the connections that are answering a request.
    pub(super) fn working(&self) -> usize {
        let open = self.lock();
        open.entries.values().filter(|entry| entry.working > 0).count()
    }
}

impl OpenConnections {
    fn end_longest_waiting(&mut self) -> bool {
        let waiting = self.entries.iter().filter(|(_, it)| it.working <= 0);
        let Some((&id, _)) = waiting.min_by_key(|(_, it)| it.since) else {
            return false;
        };
        if let Some(entry) = self.entries.remove(&id) {
            entry.end.notify_one();
        }
        true
    }
}

impl Slot {
    /// Returns when the connection must end.
    pub(super) async fn ended(&self) {
        self.place.end.notified().await;
    }

    /// Marks the connection as working until the guard is dropped. A streamed answer must hold one, or
    /// the connection may be closed as idle.
    pub(super) fn works(&self) -> WorkGuard {
        WorkGuard::new(self, 1)
    }

    /// Marks a request of a working connection as waiting for its client until the guard is
    /// dropped.
    pub(super) fn waits_for_client(&self) -> WorkGuard {
        WorkGuard::new(self, -1)
    }

    fn count(&self, by: i32) {
        if let Some(entry) = self.place.among.lock().entries.get_mut(&self.place.id) {
            entry.working += by;
            entry.since = Instant::now();
        }
    }
}

/// Changes a connection's number of requests being answered, and changes it back on drop.
#[derive(Debug)]
pub(super) struct WorkGuard {
    slot: Slot,
    by: i32,
}

impl WorkGuard {
    fn new(slot: &Slot, by: i32) -> WorkGuard {
        slot.count(by);
        WorkGuard { slot: slot.clone(), by }
    }
}

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.slot.count(-self.by);
    }
}
