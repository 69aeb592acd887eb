//! `-` means standard input wherever one file is read.

use std::io::{self, Read};
use std::path::Path;

use arbitro_sandbox::open_regular;

/// Maximum length of a file that people write.
const MAX_INPUT: u64 = 64 << 20;

/// Returns true if a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads standard input to its end, or up to `limit` bytes.
pub fn read_stdin(limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file that people write, or standard input.
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(path) {
        bytes = read_stdin(MAX_INPUT)?;
    } else {
        let mut file = open_regular(path)?.take(MAX_INPUT);
        file.read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 == MAX_INPUT {
        let why = format!("longer than {} MiB", MAX_INPUT >> 20);
        return Err(io::Error::other(why));
    }
    Ok(bytes)
}

/// Reads a text file, or standard input.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_input(path)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
