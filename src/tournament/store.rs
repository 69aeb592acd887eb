//! Writes files atomically: under a temporary name, then renamed.

use std::fs::Permissions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file atomically. The old file stays until the new one is complete and synced.
/// If this fails, the old file is unchanged.
pub fn store(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut std::fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new()
        .prefix(".new-")
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(folder)?;
    let mut buffer = BufWriter::new(beside.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}
