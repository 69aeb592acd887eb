//! Opens files of a tournament's folder, and writes them atomically: under a temporary name, then renamed.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use arbitro_sandbox::open_regular;
use rustix::fs::OFlags;

/// Opens a regular file; `None` if there is none.
pub(crate) fn open_if_there(path: &Path) -> io::Result<Option<File>> {
    match open_regular(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Opens or creates a regular file for reading and appending. A link may lead to a file of others, and is refused.
pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Writes a file atomically. The old file stays until the new one is complete and synced.
/// If this fails, the old file is unchanged.
pub fn store(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, true, write)
}

/// Writes a file atomically, but does not sync it: the death of the machine may leave it empty.
pub(crate) fn store_unsynced(path: &Path, text: &str) -> io::Result<()> {
    replace(path, false, |file| file.write_all(text.as_bytes()))
}

fn replace(
    path: &Path,
    is_synced: bool,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
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
    if is_synced {
        beside.as_file().sync_all()?;
    }
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}
