//! What is no error of a binary: that nobody listens any more.

use std::io;

/// Whether an error says no more than that nobody listens.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
