//! Recognises a broken pipe, which is not an error of a binary.

use std::io;

/// Returns true if the error is only a broken pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
