//! Locks a folder: one process at a time works on a shard, or merges.
//!
//! The lock is on a file open for writing, not on the folder: over NFS the server keeps the lock,
//! and grants an exclusive one on nothing else. The lock ends with the process, however that ends;
//! the file stays, and names its last owner.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::error::{ShardsError, failed};
use arbitro_sandbox::open_regular;

/// Name of the lock file.
const LOCK: &str = "lock";

/// Number of attempts to take a lock, and the pause between them. A process that only checks the
/// lock holds it for a moment, but on a busy machine it may lose the processor during that moment.
const MAX_TRIES: u32 = 80;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// An exclusive lock on a folder, held until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(folder: &Path) -> Result<Lock, ShardsError> {
        let path = folder.join(LOCK);
        let taken = Lock::try_take(&path).map_err(failed(&path))?;
        taken.ok_or_else(|| {
            let who = fs::read_to_string(&path).unwrap_or_default();
            let who = who.trim();
            ShardsError::Taken {
                folder: folder.to_owned(),
                who: if who.is_empty() { String::new() } else { format!(" ({who})") },
            }
        })
    }

    fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        for tries_left in (0..MAX_TRIES).rev() {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    file.set_len(0)?;
                    write!(file, "{} process {}", host(), std::process::id())?;
                    return Ok(Some(Lock { _file: file }));
                }
                Err(Errno::WOULDBLOCK) if tries_left > 0 => std::thread::sleep(BETWEEN_TRIES),
                Err(Errno::WOULDBLOCK) => break,
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(None)
    }

    /// Returns true if a process has locked a folder.
    pub(super) fn is_taken(folder: &Path) -> io::Result<bool> {
        let file = match open_regular(&folder.join(LOCK)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        // A shared lock: those who only check do not exclude each other, and reading access suffices.
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => Ok(false),
            Err(Errno::WOULDBLOCK) => Ok(true),
            Err(errno) => Err(errno.into()),
        }
    }
}

/// This machine's name, for messages.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}
