//! Locks a folder: one process at a time works on a shard, or merges.
//!
//! The lock is on a file open for writing, not on the folder: over NFS the server keeps the lock,
//! and grants an exclusive one on nothing else. The lock ends with the process, however that ends;
//! the file stays, and names its last owner.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::super::error::{TournamentError, failed};
use arbitro_sandbox::{is_locked, lock_alone, open_regular};

const LOCK: &str = "lock";

/// An exclusive lock on a folder, held until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(folder: &Path) -> Result<Lock, TournamentError> {
        let path = folder.join(LOCK);
        let taken = Lock::try_take(&path).map_err(failed(&path))?;
        taken.ok_or_else(|| Lock::taken(folder))
    }

    /// The error for a folder that another process has locked.
    pub(super) fn taken(folder: &Path) -> TournamentError {
        let who = fs::read_to_string(folder.join(LOCK)).unwrap_or_default();
        let who = who.trim();
        TournamentError::Taken {
            folder: folder.to_owned(),
            who: if who.is_empty() { String::new() } else { format!(" ({who})") },
        }
    }

    fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if !lock_alone(&file)? {
            return Ok(None);
        }
        file.set_len(0)?;
        write!(file, "{} process {}", host(), std::process::id())?;
        Ok(Some(Lock { _file: file }))
    }

    /// Returns true if a process has locked a folder.
    pub(super) fn is_taken(folder: &Path) -> io::Result<bool> {
        let file = match open_regular(&folder.join(LOCK)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        is_locked(file)
    }
}

/// This machine's name, for messages.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}
