//! A folder for programs while they run, which everybody can reach, and which is gone afterwards, whatever
//! happened.
//!
//! It cannot be among the results: a home may be closed to the user ids that the sandbox runs programs
//! under. A run that was killed leaves its folder behind; but its lock is gone with it, and by that the
//! next run knows what it may take away.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use tempfile::TempDir;

use crate::exchange::FolderLock;

const PREFIX: &str = "arbitro-grade-";
/// Another run may take a new folder for an old one before it is locked.
const TRIES: usize = 10;

/// The folder, and that it is in use.
#[derive(Debug)]
pub(super) struct Bench {
    folder: TempDir,
    _lock: FolderLock,
}

impl Bench {
    /// A new one in a folder for such; what is left there of runs that were killed is taken away.
    pub(super) fn new(among: &Path) -> io::Result<Bench> {
        sweep(among);
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(among)?;
            let lock = FolderLock::take(folder.path());
            if let Ok(Some(lock)) = lock
                && folder.path().is_dir()
            {
                open_to_all(folder.path())?;
                return Ok(Bench {
                    folder,
                    _lock: lock,
                });
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Takes away what nobody uses any more. That something stays is no reason not to run.
fn sweep(among: &Path) {
    let me = rustix::process::getuid().as_raw();
    for entry in fs::read_dir(among).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry
                .metadata()
                .is_ok_and(|it| it.is_dir() && it.uid() == me);
        if is_ours && let Ok(Some(_lock)) = FolderLock::take(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The sandbox may run programs under another user id, which must reach them.
pub(super) fn open_to_all(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}
