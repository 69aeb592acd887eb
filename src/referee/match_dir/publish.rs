//! Writes boards atomically, and locks a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, Mode, OFlags};

use super::board_file;

/// Writes board `number` atomically: under a temporary name first, then renamed, so that readers
/// never see half of it.
///
/// Other programs may write in the folder too. A file at the temporary name is removed, never
/// followed or written to: it may be a link to a foreign file, or a pipe without a reader.
///
/// # Errors
///
/// When the folder cannot be written to; the board's old file is then untouched.
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

/// Number of attempts to lock a folder, and the pause between them. A process that only checks the
/// lock holds it for a moment, but on a busy machine it may lose the processor during that moment,
/// and others may check again.
const MAX_TRIES: u32 = 80;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// A folder locked against other referees until this is dropped. Creates no file.
#[derive(Debug)]
pub struct FolderLock {
    _descriptor: File,
}

impl FolderLock {
    /// Locks the folder; `None` if another process has it.
    ///
    /// # Errors
    ///
    /// When it is not a folder or cannot be opened.
    pub fn take(folder: &Path) -> io::Result<Option<FolderLock>> {
        let descriptor = open_folder(folder)?;
        for tries_left in (0..MAX_TRIES).rev() {
            match rustix::fs::flock(&descriptor, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    return Ok(Some(FolderLock { _descriptor: File::from(descriptor) }));
                }
                // Another process may only be checking the lock, which is over at once.
                Err(rustix::io::Errno::WOULDBLOCK) if tries_left > 0 => {
                    std::thread::sleep(BETWEEN_TRIES);
                }
                Err(rustix::io::Errno::WOULDBLOCK) => break,
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(None)
    }

    /// Returns true if a process has locked the folder.
    ///
    /// # Errors
    ///
    /// As [`FolderLock::take`].
    pub fn is_taken(folder: &Path) -> io::Result<bool> {
        let descriptor = open_folder(folder)?;
        match rustix::fs::flock(&descriptor, FlockOperation::NonBlockingLockShared) {
            Ok(()) => Ok(false),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(true),
            Err(errno) => Err(errno.into()),
        }
    }
}

fn open_folder(folder: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(folder, flags, Mode::empty())?)
}
