//! Writes boards atomically.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::board_file;

/// Writes board `number` atomically: under a temporary name first, then renamed, so that readers
/// never see half of it.
///
/// Other programs may write in the folder too. A file at the temporary name is removed, never
/// followed or written to: it may be a link to a foreign file, or a pipe without a reader.
/// If this fails, the board's old file is untouched.
pub fn publish(folder: &Path, number: u64, text: &str) -> io::Result<()> {
    let beside = folder.join(format!(".board_{number}.txt.new"));
    let create = || {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).open(&beside)
    };
    let mut file = create().or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => fs::remove_file(&beside).and_then(|()| create()),
        _ => Err(error),
    })?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&beside, board_file(folder, number)).inspect_err(|_| {
        // Report the first error; leftovers of the temporary file do no harm.
        let _ = fs::remove_file(&beside);
    })
}
