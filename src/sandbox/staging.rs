//! Copies programs to where the sandbox can start them.
//!
//! As root, the sandbox runs each program under a user id of its own. Programs in `/root`, in a home
//! folder of mode 0700 or in a folder of `mktemp -d` are then out of reach. They are copied to a
//! temporary folder that all users may enter. Programs within reach are not copied.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::at::At;
use super::copying::{Belongs, Failure, copy_file, copy_folder, everything};
use super::error::SandboxError;
use super::keeper::start_sweeper;
use super::scratch::{Scratch, remove_leftovers, temporary_folders};
use super::startable::{EXECUTE, can_be_entered, is_noexec, mode};

/// Permissions that let all users enter and read a folder, and read and execute a file.
const ENTER: u32 = 0o005;
const READ: u32 = 0o004;

/// Brings programs within reach of the sandbox. Its copies are deleted on drop.
#[derive(Debug)]
pub struct Staging {
    /// Prefix of its temporary folder.
    prefix: &'static str,
    /// True if programs run under other user ids than the caller's.
    has_other_users: bool,
    /// The temporary folder, created for the first copy.
    scratch: Option<Scratch>,
    copies: u32,
    removed: Vec<PathBuf>,
}

impl Staging {
    /// Creates the staging for programs that run under other user ids than the caller's, or not.
    /// Removes copies that killed runs left under this prefix.
    pub fn new(prefix: &'static str, has_other_users: bool) -> Staging {
        Staging {
            prefix,
            has_other_users,
            scratch: None,
            copies: 0,
            removed: remove_leftovers(prefix),
        }
    }

    /// The folders of copies left by killed runs that were removed.
    pub fn removed(&self) -> &[PathBuf] {
        &self.removed
    }

    /// Brings a program, or a folder with all that is in it, within reach; returns its path there.
    pub fn bring(&mut self, place: &Path) -> Result<PathBuf, SandboxError> {
        if self.is_within_reach(place) {
            Ok(place.to_owned())
        } else {
            self.copy(place, everything)
        }
    }

    /// Copies a program, or what belongs to it in a folder; returns its path there.
    pub fn copy(&mut self, place: &Path, belongs: Belongs) -> Result<PathBuf, SandboxError> {
        let folder = self.new_folder()?;
        let copy = folder.join(place.file_name().unwrap_or("copy".as_ref()));
        if place.is_dir() {
            open_folder(&copy)?;
            copy_folder(place, &copy, belongs, open_to_all).map_err(uncopied)?;
        } else {
            copy_file(place, &copy, open_to_all).map_err(uncopied)?;
        }
        Ok(copy)
    }

    /// Returns true if the sandbox can start programs at this place without a copy.
    pub fn is_within_reach(&self, place: &Path) -> bool {
        !is_noexec(place) && (!self.has_other_users || is_open_to_all(place))
    }

    /// Makes a folder for a copy that the caller makes.
    pub fn new_folder(&mut self) -> Result<PathBuf, SandboxError> {
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => scratch_within_reach(self.prefix, self.has_other_users)?,
        };
        let folder = scratch.path().join(self.copies.to_string());
        self.scratch = Some(scratch);
        self.copies += 1;
        open_folder(&folder)?;
        Ok(folder)
    }
}

/// Creates a temporary folder from which the sandbox can start programs, under other user ids or not.
pub fn scratch_within_reach(prefix: &str, has_other_users: bool) -> Result<Scratch, SandboxError> {
    let mut tried = Vec::new();
    // Without one, the next run removes the folder.
    let mut sweeper = start_sweeper(None, prefix);
    for site in temporary_folders() {
        let name = site.display();
        if is_noexec(&site) {
            tried.push(format!("{name} is mounted noexec"));
        } else if has_other_users && !can_be_entered(&site) {
            tried.push(format!("{name} cannot be entered by all users"));
        } else {
            match Scratch::new(prefix, 0o755, &site) {
                Ok(scratch) => return Ok(scratch.swept_by(sweeper.take())),
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
    }
    let tried = tried.join("; ");
    Err(SandboxError::NoPlace { tried })
}

/// Makes a folder that all users may enter, whatever the caller's umask.
fn open_folder(folder: &Path) -> Result<(), At> {
    let made = fs::create_dir(folder)
        .and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o755)));
    made.map_err(|error| uncopied((folder.to_owned(), error)))
}

fn uncopied((path, source): Failure) -> At {
    At::io(&path, "cannot be copied to where the sandbox can start it", source)
}

/// Permissions of a copy that all users may read, and execute if the original was executable.
fn open_to_all(rights: u32) -> u32 {
    let read = rights | 0o444;
    if rights & 0o111 == 0 { read } else { read | 0o111 }
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
