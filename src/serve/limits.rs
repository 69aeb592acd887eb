//! Limits on clients, as values, so that tests can use short times.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum connections.
    pub connections: usize,
    /// Time for the headers of a request, and for an idle connection.
    pub header_time: Duration,
    /// Time for the whole body of a request.
    pub body_time: Duration,
    /// Time for a client to take an answer.
    pub answer_time: Duration,
    /// Maximum bytes of a JSON body.
    pub body_bytes: usize,
    /// Maximum open matches.
    pub matches: usize,
    /// Minimum time a match is kept after its last request.
    pub keep: Duration,
    /// Time a request waits for a change of a match.
    pub wait: Duration,
    /// Maximum requests waiting for changes.
    pub waiting: usize,
    /// Maximum queued searches, besides those for computer moves.
    pub waiting_searches: usize,
    /// Maximum uploads at a time.
    pub uploads: usize,
    /// Maximum bytes of an upload.
    pub upload_bytes: usize,
    /// Maximum uploads kept.
    pub replays: usize,
    /// Maximum bytes of all uploads kept.
    pub replay_bytes: usize,
}

impl Limits {
    /// Maximum queued searches.
    pub(crate) const fn max_searches(&self) -> usize {
        self.matches + self.waiting_searches
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1000,
            header_time: Duration::from_secs(20),
            body_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(60),
            body_bytes: 64 << 10,
            matches: 2000,
            keep: Duration::from_secs(10 * 60),
            wait: Duration::from_secs(25),
            waiting: 500,
            waiting_searches: 64,
            uploads: 8,
            upload_bytes: 8 << 20,
            replays: 100,
            replay_bytes: 64 << 20,
        }
    }
}
