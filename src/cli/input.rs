//! `-` means standard input wherever one file is read.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Returns true if a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads standard input to its end, or up to `limit` bytes.
///
/// # Errors
///
/// When it cannot be read.
pub fn read_stdin(limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text file, or standard input.
///
/// # Errors
///
/// When it cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    if is_stdin(path) {
        io::read_to_string(io::stdin().lock())
    } else {
        fs::read_to_string(path)
    }
}
