//! Locks that end with the process, however it ends.

use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::beneath::Beneath;

/// Number of attempts to take a lock, and the pause between them. A process that only checks the
/// lock holds it for a moment, but on a busy machine it may lose the processor during that moment,
/// and others may check again.
const MAX_TRIES: u32 = 80;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// Locks an open file or folder for this process alone; returns false if another process has it.
/// Fails where the file system has no locks.
pub fn lock_alone(file: impl AsFd) -> io::Result<bool> {
    lock(file, FlockOperation::NonBlockingLockExclusive)
}

/// Locks an open file against those who need it alone; returns false if one has it.
pub fn lock_beside_others(file: impl AsFd) -> io::Result<bool> {
    lock(file, FlockOperation::NonBlockingLockShared)
}

fn lock(file: impl AsFd, how: FlockOperation) -> io::Result<bool> {
    for tries_left in (0..MAX_TRIES).rev() {
        match flock(&file, how) {
            Ok(()) => return Ok(true),
            // Another process may only be checking the lock, which is over at once.
            Err(Errno::WOULDBLOCK) if tries_left > 0 => std::thread::sleep(BETWEEN_TRIES),
            Err(Errno::WOULDBLOCK) => break,
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(false)
}

/// Returns true if a process has locked an open file or folder.
pub fn is_locked(file: impl AsFd) -> io::Result<bool> {
    // A shared lock: those who only check do not exclude each other, and reading access suffices.
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Ok(()) => Ok(false),
        Err(Errno::WOULDBLOCK) => Ok(true),
        Err(errno) => Err(errno.into()),
    }
}

/// A folder locked against other processes until this is dropped. Creates no file.
#[derive(Debug)]
pub struct FolderLock {
    _folder: Beneath,
}

impl FolderLock {
    /// Locks the folder; `None` if another process has it.
    pub fn take(folder: &Path) -> io::Result<Option<FolderLock>> {
        let folder = Beneath::open(folder)?;
        Ok(lock_alone(&folder)?.then_some(FolderLock { _folder: folder }))
    }
}
