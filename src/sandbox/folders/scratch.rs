//! Temporary folders that are cleaned up even after a killed run.
//!
//! A folder is locked while it is in use. The kernel releases a lock when its process ends, even if
//! it is killed. So a process that creates a folder first removes the same user's unlocked ones.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::process::{Pid, getppid};
use tempfile::TempDir;

use super::startable::can_be_entered;
use super::sweeper::{NOTHING_LEFT, Sweeper};
use super::walk;

/// Attempts to create a folder: another run may remove it as an old one before it is locked.
const TRIES: usize = 10;

/// The folder of a file system in memory.
const MEMORY: &str = "/dev/shm";

/// The space that a folder in memory must have to be preferred to one on disk. Containers often have
/// 64 MiB for all their programs together.
const ENOUGH_MEMORY: u64 = 256 << 20;

/// A temporary folder, removed when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: OwnedFd,
    /// Removes the folder if this process is killed.
    sweeper: Option<Sweeper>,
}

impl Scratch {
    /// Makes a new folder in `among`, named after `prefix` and unpredictable; removes those of this
    /// prefix that killed runs left there. Others may enter it if `mode` says so.
    pub fn new(prefix: &str, mode: u32, among: &Path) -> io::Result<Scratch> {
        sweep(prefix, among);
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new()
                .prefix(prefix)
                .permissions(Permissions::from_mode(mode))
                .tempdir_in(among)?;
            let Ok(lock) = walk::open_folder(folder.path()) else {
                continue;
            };
            // On a file system without locks no other run removes the folder either.
            if flock(&lock, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
                continue;
            }
            if let Ok(made) = fs::metadata(folder.path()) {
                // The caller's umask may have taken some of it. A keeper may not change modes any
                // more, and has set its umask.
                if made.mode() & 0o777 != mode {
                    fs::set_permissions(folder.path(), Permissions::from_mode(mode))?;
                }
                return Ok(Scratch { folder, _lock: lock, sweeper: None });
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// Makes a new folder for what programs write: in memory where there is enough of it, else on
    /// disk, wherever one can be made.
    pub(crate) fn for_rooms(prefix: &str, mode: u32) -> io::Result<Scratch> {
        first_success(&best_sites(), |site| Scratch::new(prefix, mode, site))
    }

    /// Has it removed by this sweeper, if this process is killed.
    pub(crate) fn swept_by(mut self, sweeper: Option<Sweeper>) -> Scratch {
        self.sweeper = sweeper;
        self
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Name of the folder of rooms in a scratch folder.
const HIDDEN: &str = "rooms";
/// Mode of the folder of rooms: rooms can be created and entered by name, but not listed or watched,
/// not even by programs of the same user.
const UNLISTED: u32 = 0o311;

/// A folder for rooms outside mount namespaces. No program can discover another program's room.
#[derive(Debug)]
pub(crate) struct Rooms {
    hidden: PathBuf,
    scratch: Scratch,
}

impl Rooms {
    /// Makes one, where there is space for what programs write.
    pub(crate) fn new(prefix: &str) -> io::Result<Rooms> {
        let scratch = Scratch::for_rooms(prefix, 0o711)?;
        let hidden = scratch.path().join(HIDDEN);
        DirBuilder::new().mode(UNLISTED).create(&hidden)?;
        Ok(Rooms { hidden, scratch })
    }

    /// Makes a room, whose name cannot be known before: no program can put something in its place.
    pub(crate) fn open(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().permissions(Permissions::from_mode(0o711)).tempdir_in(&self.hidden)
    }
}

impl Drop for Rooms {
    fn drop(&mut self) {
        unhide(self.scratch.path());
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Deeper than the standard library removes.
        let _ = walk::remove(self.folder.path());
    }
}

/// Lets the rooms of a folder be listed again, if it has any, so that it can be removed.
fn unhide(folder: &Path) {
    let hidden = folder.join(HIDDEN);
    if hidden.symlink_metadata().is_ok_and(|symlink_metadata| symlink_metadata.is_dir()) {
        let _ = fs::set_permissions(hidden, Permissions::from_mode(0o700));
    }
}

/// The folders for temporary files that a system may have, best first.
pub fn temporary_folders() -> Vec<PathBuf> {
    let mut folders = vec![std::env::temp_dir()];
    for usual in ["/tmp", "/var/tmp"] {
        if !folders.iter().any(|folder| folder == Path::new(usual)) {
            folders.push(usual.into());
        }
    }
    folders.extend(std::env::current_dir());
    folders
}

/// Candidate folders for rooms, the one in memory first.
fn sites_of_rooms() -> Vec<PathBuf> {
    let mut sites = temporary_folders();
    sites.insert(0, MEMORY.into());
    sites
}

/// The places to make rooms in, the best first.
fn best_sites() -> Vec<PathBuf> {
    let mut sites = sites_of_rooms();
    if free_bytes(Path::new(MEMORY)).is_none_or(|free| free < ENOUGH_MEMORY) {
        sites.remove(0);
    }
    // Root's programs run under other user ids, which cannot enter a private TMPDIR.
    sites.sort_by_key(|site| !can_be_entered(site));
    sites
}

fn free_bytes(place: &Path) -> Option<u64> {
    let state = rustix::fs::statvfs(place).ok()?;
    Some(state.f_bavail.saturating_mul(state.f_frsize))
}

/// The bytes that are free where programs without a file system of their own get their folders, if that is
/// known.
pub fn room_of_folders() -> Option<u64> {
    best_sites().iter().find_map(|site| free_bytes(site))
}

/// Tries `make` in each place; returns the first success, or else the first error.
fn first_success<T>(places: &[PathBuf], make: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    let mut first_error = None;
    for place in places {
        match make(place) {
            Ok(made) => return Ok(made),
            Err(error) => {
                let text = format!("{}: {error}", place.display());
                first_error.get_or_insert(io::Error::new(error.kind(), text));
            }
        }
    }
    Err(first_error.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
}

/// Removes the folders of this prefix that killed runs left in any temporary folder; returns them.
pub fn remove_leftovers(prefix: &str) -> Vec<PathBuf> {
    let sites = temporary_folders();
    sites.iter().flat_map(|site| sweep(prefix, site)).collect()
}

/// Removes the folders that killed runs of this user left; returns those removed. Failures are
/// ignored: a leftover is no reason not to run.
fn sweep(prefix: &str, among: &Path) -> Vec<PathBuf> {
    folders_of(prefix, among).filter(|path| is_swept(path)).collect()
}

/// Removes a folder, unless a run still holds it; returns true if it is gone.
fn is_swept(folder: &Path) -> bool {
    let Ok(lock) = walk::open_folder(folder) else { return false };
    flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() && remove(folder).is_ok()
}

/// Removes the folders that killed runs of this user left, rooms among them. Returns true if no folder of this
/// prefix is there any more, not even one in use.
pub(super) fn sweep_all(prefix: &str) -> bool {
    let sites = sites_of_rooms();
    let folders = sites.iter().flat_map(|site| folders_of(prefix, site));
    folders.filter(|folder| !is_swept(folder)).count() == 0
}

/// The folders of this user with a prefix, in use or not.
fn folders_of(prefix: &str, among: &Path) -> impl Iterator<Item = PathBuf> {
    let me = rustix::process::geteuid().as_raw();
    let entries = fs::read_dir(among).into_iter().flatten().flatten();
    let ours = entries.filter(move |entry| {
        entry.file_name().to_string_lossy().starts_with(prefix)
            && entry.metadata().is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == me)
    });
    ours.map(|ours| ours.path())
}

fn remove(folder: &Path) -> io::Result<()> {
    unhide(folder);
    walk::remove(folder)
}

/// Attempts to remove the folders: the caller's programs are ended with it, and may write until they are.
const SWEEPS: usize = 200;
const BETWEEN: Duration = Duration::from_millis(10);

/// Waits until the caller is gone, and removes folders that are locked by no process any more. `words` are the
/// caller's id and the prefix.
pub(crate) fn serve_as_sweeper(words: &[OsString]) -> ExitCode {
    let mut message = Vec::new();
    // An error is an end too.
    let _ = io::stdin().read_to_end(&mut message);
    if message == NOTHING_LEFT {
        return ExitCode::SUCCESS;
    }
    let word = |at: usize| words.get(at).and_then(|word| word.to_str());
    let caller = word(0).and_then(|word| word.parse().ok());
    let Some(prefix) = word(1).filter(|word| !word.is_empty()) else {
        return ExitCode::FAILURE;
    };
    let is_swept = (0..SWEEPS).any(|_| {
        // A process closes the pipe and lets go of its locks one after the other, and is then a parent no
        // more. While its last threads end, or a child of it has not begun its own program, a folder may
        // still be locked although its parent is another one: then it is tried again.
        let is_gone = getppid().map(Pid::as_raw_pid) != caller;
        let is_swept = is_gone && sweep_all(prefix);
        if !is_swept {
            thread::sleep(BETWEEN);
        }
        is_swept
    });
    ExitCode::from(u8::from(!is_swept))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_use_stays_and_one_that_a_killed_run_left_is_removed() {
        let among = tempfile::tempdir().unwrap();
        let used = Scratch::new("it-", 0o700, among.path()).unwrap();
        let left = among.path().join("it-left");
        fs::create_dir_all(left.join(HIDDEN).join("room")).unwrap();
        fs::set_permissions(left.join(HIDDEN), Permissions::from_mode(UNLISTED)).unwrap();
        let other = among.path().join("other");
        fs::create_dir(&other).unwrap();
        assert_eq!(sweep("it-", among.path()), [left.as_path()]);
        fs::create_dir(&left).unwrap();
        let next = Scratch::new("it-", 0o711, among.path()).unwrap();
        assert!(used.path().is_dir() && next.path().is_dir() && other.is_dir());
        assert!(!left.exists());
        let mode = fs::metadata(next.path()).unwrap().mode();
        assert_eq!(mode & 0o777, 0o711);
        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists());
    }

    #[test]
    fn rooms_can_be_entered_by_those_who_know_them_and_are_gone_with_their_place() {
        let rooms = Rooms::new("arbitro-test-").unwrap();
        let room = rooms.open().unwrap();
        fs::write(room.path().join("file"), "").unwrap();
        let place = rooms.scratch.path().to_owned();
        // Root can list everything.
        let is_listed = fs::read_dir(&rooms.hidden).is_ok();
        assert_eq!(is_listed, rustix::process::geteuid().is_root());
        // It outlives its place, as a killed program's may.
        let room = room.keep();
        drop(rooms);
        assert!(!room.exists() && !place.exists());
    }
}
