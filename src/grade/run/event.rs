//! What a run reports while it works.

use crate::words::Statement;

/// Something that happens, for bars and logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Note(Statement),
    Began {
        part: Statement,
        total: Option<u64>,
    },
    Went {
        done: u64,
        /// The submission or match just finished.
        what: Statement,
    },
}
