//! Copies programs to where the sandbox can start them, once for a tournament.
//!
//! As root, the sandbox runs each program under a user id of its own. Players in `/root`, in a home
//! folder of mode 0700 or in a folder of `mktemp -d` are then out of reach, and so may be this
//! program itself, which plays the bundled players. Such a player is copied to a temporary folder
//! that all users may enter. Its hash, its name and its path in the results do not change. Programs
//! within reach are not copied.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use thiserror::Error;
use walkdir::WalkDir;

use super::copying::{Failure, copy_file, copy_folder};
use super::entrants::{Entrant, MANIFEST, NoEntrant, entrant};
use arbitro_rules::GameId;
use arbitro_sandbox::{Guarantees, Scratch, is_noexec, remove_leftovers, temporary_folders};

/// Prefix of temporary folders.
const PREFIX: &str = "arbitro-players-";
/// File name of the copy of this program.
const PLAY: &str = "play";

/// Permissions that let all users enter and read a folder, and read and execute a file.
const ENTER: u32 = 0o005;
const READ: u32 = 0o004;
const EXECUTE: u32 = 0o001;

/// The error when staging fails.
#[derive(Debug, Error)]
pub enum StagingError {
    /// No folder is suitable for copies.
    #[error(
        "players lie where only you may enter, and no folder was found to copy them to; set TMPDIR to \
         one that all users may enter and that is not mounted noexec: {tried}"
    )]
    NoPlace {
        /// The operation that failed.
        tried: String,
    },
    /// A copy failed.
    #[error("{path}: cannot be copied to where the sandbox can start it", path = .path.display())]
    Copy { path: PathBuf, source: io::Error },
}

impl From<Failure> for StagingError {
    fn from((path, source): Failure) -> StagingError {
        StagingError::Copy { path, source }
    }
}

/// Makes programs accessible to the sandbox. Its copies are deleted on drop.
#[derive(Debug)]
pub struct Staging {
    /// True if programs run under other user ids than the caller's.
    has_other_users: bool,
    /// The temporary folder, created for the first copy.
    scratch: Option<Scratch>,
    copies: u32,
    removed: Vec<PathBuf>,
}

impl Staging {
    /// Creates the staging for a machine's sandbox. Removes copies left by killed runs.
    pub fn new(guarantees: &Guarantees) -> Staging {
        Staging {
            has_other_users: has_other_users(guarantees),
            scratch: None,
            copies: 0,
            removed: remove_leftovers(PREFIX),
        }
    }

    /// The folders of copies left by killed runs that were removed.
    pub fn removed(&self) -> &[PathBuf] {
        &self.removed
    }

    /// Brings a program of ours within reach, and returns its path.
    ///
    /// # Errors
    ///
    /// When it must be copied and the copy fails.
    pub fn bring_program(&mut self, program: &Path) -> Result<PathBuf, StagingError> {
        if self.is_within_reach(program) {
            return Ok(program.to_owned());
        }
        let copy = self.new_folder()?.join(PLAY);
        copy_file(program, &copy, open_to_all)?;
        Ok(copy)
    }

    /// Brings a player within reach. `bundled` is the program with arguments that replaces the
    /// command `play`, already within reach.
    ///
    /// # Errors
    ///
    /// When it must be copied and the copy fails.
    pub fn bring(
        &mut self,
        player: Entrant,
        game: GameId,
        bundled: &[OsString],
    ) -> Result<Result<Entrant, NoEntrant>, StagingError> {
        let place = &player.place;
        if place.as_os_str().is_empty() || self.is_within_reach(place) {
            return Ok(Ok(player));
        }
        let folder = self.new_folder()?;
        let copy = if place.is_dir() {
            copy_folder(place, &folder, open_to_all)?;
            folder
        } else {
            // An executable named like the manifest would be taken for one.
            let name = place.file_name().filter(|name| *name != MANIFEST);
            let copy = folder.join(name.unwrap_or("player".as_ref()));
            copy_file(place, &copy, open_to_all)?;
            copy
        };
        // Paths in its command change to the copy; messages keep the original path.
        Ok(entrant(&copy, game, bundled).map(|copied| Entrant {
            contestant: copied.contestant,
            ..player
        }))
    }

    fn new_folder(&mut self) -> Result<PathBuf, StagingError> {
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => open_scratch(PREFIX, self.has_other_users)?,
        };
        let folder = scratch.path().join(self.copies.to_string());
        self.scratch = Some(scratch);
        self.copies += 1;
        let made = fs::create_dir(&folder)
            .and_then(|()| fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)));
        made.map_err(|error| (folder.clone(), error))?;
        Ok(folder)
    }

    fn is_within_reach(&self, place: &Path) -> bool {
        !is_noexec(place) && (!self.has_other_users || is_open_to_all(place))
    }
}

/// Creates a temporary folder from which the sandbox of a machine can start programs.
///
/// # Errors
///
/// When none is available.
pub fn scratch_within_reach(
    prefix: &str,
    guarantees: &Guarantees,
) -> Result<Scratch, StagingError> {
    open_scratch(prefix, has_other_users(guarantees))
}

/// Returns true if programs run under other user ids than the caller's.
fn has_other_users(guarantees: &Guarantees) -> bool {
    guarantees.warden && guarantees.own_user
}

fn open_scratch(prefix: &str, has_other_users: bool) -> Result<Scratch, StagingError> {
    let mut tried = Vec::new();
    for site in temporary_folders() {
        let name = site.display();
        if is_noexec(&site) {
            tried.push(format!("{name} is mounted noexec"));
        } else if has_other_users && !can_be_entered(&site) {
            tried.push(format!("{name} cannot be entered by all users"));
        } else {
            match Scratch::new(prefix, 0o755, &site) {
                Ok(scratch) => return Ok(scratch),
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
    }
    let tried = tried.join("; ");
    Err(StagingError::NoPlace { tried })
}

/// Permissions of a copy that all users may read, and execute if the original was executable.
fn open_to_all(rights: u32) -> u32 {
    let read = rights | 0o444;
    if rights & 0o111 == 0 {
        read
    } else {
        read | 0o111
    }
}

/// Returns true if all users may traverse every folder down to this one.
fn can_be_entered(folder: &Path) -> bool {
    folder.canonicalize().is_ok_and(|folder| {
        folder
            .ancestors()
            .all(|it| mode(it).is_some_and(|mode| mode & EXECUTE != 0))
    })
}

/// Returns true if all users may read a place with everything in it, and execute its executables.
fn is_open_to_all(place: &Path) -> bool {
    let Ok(place) = place.canonicalize() else {
        return false;
    };
    place.parent().is_none_or(can_be_entered)
        && WalkDir::new(&place).into_iter().all(|entry| {
            let Ok(entry) = entry else { return false };
            let kind = entry.file_type();
            let needed = |mode: u32| match (kind.is_dir(), mode & 0o111) {
                (true, _) => ENTER,
                (false, 0) => READ,
                (false, _) => READ | EXECUTE,
            };
            // A link's target is checked where it lies.
            kind.is_symlink()
                || mode(entry.path()).is_some_and(|mode| mode & needed(mode) == needed(mode))
        })
}

fn mode(path: &Path) -> Option<u32> {
    Some(fs::metadata(path).ok()?.permissions().mode())
}
