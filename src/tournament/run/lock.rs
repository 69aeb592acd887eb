//! Locks of a tournament's folder. Beginning, joining, growing and playing without parts lock it exclusively; parts share
//! it, and each locks its own journal exclusively.
//!
//! The lock is on a file open for writing, not on the folder: over NFS the server keeps the lock,
//! and grants an exclusive one on nothing else. It ends with the process, however that ends;
//! the file stays, and names the last one that had it alone.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use crate::store::open_if_there;
use arbitro_records::{journal, parts_in};
use arbitro_sandbox::{is_locked, lock_alone, lock_beside_others, open_regular};

pub(super) const LOCK: &str = "lock";

/// Maximum bytes of the holder's name.
const MAX_HOLDER: u64 = 300;

/// A lock on a folder or on a part's journal, held until dropped.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

/// Those who have the folder's lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The machine and process that has it alone, if it left its name.
    Alone(String),
    Parts(Vec<u32>),
}

impl RunLock {
    /// Locks the folder against all others.
    pub fn alone(folder: &Path) -> io::Result<Result<RunLock, Holder>> {
        let mut file = open(&folder.join(LOCK))?;
        if !lock_alone(&file)? {
            return holder(folder).map(Err);
        }
        file.set_len(0)?;
        write!(file, "{} process {}", host(), std::process::id())?;
        Ok(Ok(RunLock { _file: file }))
    }

    /// Locks the folder against those who need it alone.
    pub fn beside_others(folder: &Path) -> io::Result<Result<RunLock, Holder>> {
        let file = open(&folder.join(LOCK))?;
        if lock_beside_others(&file)? {
            Ok(Ok(RunLock { _file: file }))
        } else {
            holder(folder).map(Err)
        }
    }

    /// Locks the journal of a part; `None` if another process plays it.
    pub fn part(folder: &Path, part: u32) -> io::Result<Option<RunLock>> {
        let file = open(&journal(folder, part))?;
        Ok(lock_alone(&file)?.then_some(RunLock { _file: file }))
    }
}

/// Returns true if a process plays in a folder, or has it alone for another reason.
pub fn is_played(folder: &Path) -> io::Result<bool> {
    Ok(is_file_locked(&folder.join(LOCK))? || !played_parts(folder)?.is_empty())
}

pub(crate) fn is_part_played(folder: &Path, part: u32) -> io::Result<bool> {
    is_file_locked(&journal(folder, part))
}

fn holder(folder: &Path) -> io::Result<Holder> {
    let parts = played_parts(folder)?;
    if !parts.is_empty() {
        return Ok(Holder::Parts(parts));
    }
    let mut who = String::new();
    let file = open_regular(&folder.join(LOCK));
    let _ = file.and_then(|file| file.take(MAX_HOLDER).read_to_string(&mut who));
    Ok(Holder::Alone(who.trim().to_owned()))
}

fn played_parts(folder: &Path) -> io::Result<Vec<u32>> {
    let mut played = Vec::new();
    for part in parts_in(folder)? {
        if is_part_played(folder, part)? {
            played.push(part);
        }
    }
    Ok(played)
}

fn is_file_locked(path: &Path) -> io::Result<bool> {
    open_if_there(path)?.map_or(Ok(false), is_locked)
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    options.read(true).write(true).create(true).truncate(false).custom_flags(flags).open(path)
}

/// This machine's name, for messages.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}
