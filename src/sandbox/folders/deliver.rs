//! Puts a file into a program's folder while the program may do what it likes there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::LazyLock;

use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use crate::keeper::plan::FOLDER;

/// The result of putting a file into a program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is there.
    Done,
    /// Something else has its name.
    Occupied,
    /// The program's files have left no room for it.
    Full,
}

/// The name of a file on its way, in the room.
const ARRIVING: &str = "arriving";

/// Puts a file into the folder of this room: see [`Contained::deliver`](crate::Contained::deliver).
pub(crate) fn deliver(room: &OwnedFd, name: &str, contents: &[u8]) -> io::Result<Delivery> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // The room is the program's neighbour, out of its reach, and on the same file system.
    let mode = Mode::from_raw_mode(0o444);
    let mut file = match rustix::fs::openat(room, ARRIVING, flags, mode) {
        Ok(file) => File::from(file),
        Err(Errno::NOSPC) => return Ok(Delivery::Full),
        Err(errno) => return Err(errno.into()),
    };
    // The program is often another user's.
    let opened = if takes_reading() {
        rustix::fs::fchmod(&file, mode).map_err(io::Error::from)
    } else {
        Ok(())
    };
    let written = opened.and_then(|()| file.write_all(contents));
    // Closed before it moves: a program that watches the folder is to be told of it once.
    drop(file);
    let written = written.and_then(|()| {
        let to = Path::new(FOLDER).join(name);
        let flags = RenameFlags::NOREPLACE;
        let moved = match rustix::fs::renameat_with(room, ARRIVING, room, &to, flags) {
            // Not every kernel and file system can rename without replacing.
            Err(Errno::NOSYS | Errno::INVAL) => rename_if_free(room, &to),
            moved => moved,
        };
        match moved {
            Ok(()) => Ok(Delivery::Done),
            Err(Errno::EXIST) => Ok(Delivery::Occupied),
            Err(errno) => Err(errno.into()),
        }
    });
    if !matches!(written, Ok(Delivery::Done)) {
        rustix::fs::unlinkat(room, ARRIVING, AtFlags::empty())?;
    }
    match written {
        Err(error) if error.kind() == io::ErrorKind::StorageFull => Ok(Delivery::Full),
        written => written,
    }
}

/// Returns true if this process's umask takes the right to read from new files, or may do so. Asked once: a
/// call a board would be one in twenty.
fn takes_reading() -> bool {
    static TAKES: LazyLock<bool> = LazyLock::new(|| {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let umask = status.lines().find_map(|line| line.strip_prefix("Umask:"));
        let umask = umask.and_then(|umask| u32::from_str_radix(umask.trim(), 8).ok());
        umask.is_none_or(|umask| umask & 0o444 != 0)
    });
    *TAKES
}

/// Gives the file on its way its name in the program's folder, unless that is taken. What takes it in
/// between is replaced, never followed. A link would not replace it, but inotify tells no one who waits
/// for a file to be written or moved of a link.
fn rename_if_free(room: &OwnedFd, to: &Path) -> rustix::io::Result<()> {
    match rustix::fs::statat(room, to, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Err(Errno::EXIST),
        Err(Errno::NOENT) => match rustix::fs::renameat(room, ARRIVING, room, to) {
            Err(Errno::ISDIR) => Err(Errno::EXIST),
            renamed => renamed,
        },
        Err(errno) => Err(errno),
    }
}
