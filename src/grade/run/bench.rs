//! A folder for programs while they run, which everybody can reach, and which is gone afterwards, whatever
//! happened.
//!
//! It cannot be among the results: a home may be closed to the user ids that the sandbox runs programs
//! under. A run that was killed leaves its folder behind; but its lock is gone with it, and by that the
//! next run knows what it may take away.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::exchange::FolderLock;
use crate::grade::conformance::bare_errand;
use crate::grade::errand::{self, Ending, Errand};
use crate::sandbox::{Keeper, Limits};

const PREFIX: &str = "arbitro-grade-";
/// Another run may take a new folder for an old one before it is locked.
const TRIES: usize = 10;
/// A program of ours among the submissions', none of which has such a number.
const OURS: &str = ".play";
/// For a program to begin, which takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

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

    /// A program of ours, where it can be started like a submission's, and stays as it is whatever becomes
    /// of the file it is a copy of.
    pub(super) fn take_in(&self, program: &Path) -> io::Result<PathBuf> {
        let copy = self.path().join(OURS);
        fs::copy(program, &copy)?;
        open_to_all(&copy)?;
        Ok(copy)
    }
}

/// Why a program of ours cannot even begin inside the sandbox, if it cannot: then nobody else's could, and
/// would be blamed for it.
pub(super) fn cannot_begin(program: &Path, keeper: &mut Keeper) -> Option<String> {
    let errand = Errand {
        args: vec!["--version".into()],
        wall: PATIENCE,
        cpu: PATIENCE,
        ..bare_errand(program, Limits::default())
    };
    // Whatever else goes wrong here every step meets and tells by itself.
    match errand::run(&errand, keeper).ok()?.ending {
        Ending::NeverBegan(why) => Some(why),
        _ => None,
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
pub(super) fn open_to_all(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
