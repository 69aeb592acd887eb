//! Limits on clients. They stand in one place, so that tests can be short.

use std::time::Duration;

/// The server's limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections that are served at once.
    pub connections: usize,
    /// Time for the headers of a request, and for a connection to say nothing at all.
    pub header_time: Duration,
    /// Time for the whole body of a request.
    pub body_time: Duration,
    /// Time for a client to take an answer.
    pub answer_time: Duration,
    /// Bytes of a body of JSON.
    pub body_bytes: usize,
    /// Matches that are open at once.
    pub matches: usize,
    /// Minimum time a match is kept after its last request.
    pub keep: Duration,
    /// Time a request waits for news of a match.
    pub wait: Duration,
    /// Requests that wait for news at once.
    pub waiting: usize,
    /// Thoughts that wait for a thread, besides those of the matches.
    pub asked_thoughts: usize,
    /// Files that are dropped on the page at once.
    pub uploads: usize,
    /// Bytes of such a file.
    pub upload_bytes: usize,
    /// Such files that are kept.
    pub replays: usize,
    /// Bytes of all of them.
    pub replay_bytes: usize,
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
            asked_thoughts: 64,
            uploads: 8,
            upload_bytes: 8 << 20,
            replays: 100,
            replay_bytes: 64 << 20,
        }
    }
}
