//! Copies programs: whole folders, or one executable.
//!
//! Programs are untrusted. Links are copied as links and never followed. No copy gets a permission
//! that the original did not have, nor set-user-id. Anything but files, folders and links is
//! skipped.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::startable::open_regular;

/// Permissions that a copy may have.
const RIGHTS: u32 = 0o777;
/// Owner permissions needed to fill and to read a folder.
const OURS: u32 = 0o700;

/// An error and its path.
pub(super) type Failure = (PathBuf, io::Error);

fn at(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path = path.to_owned();
    move |error| (path, error)
}

/// Decides by its name if a file or folder below a program's folder belongs to the program.
pub type Belongs = fn(&OsStr) -> bool;

/// Returns true: most programs need everything in their folder.
pub fn everything(_: &OsStr) -> bool {
    true
}

/// Lists a folder with everything in it that belongs to a program, by name.
pub(super) fn all_of(
    place: &Path,
    belongs: Belongs,
) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let is_of_it = move |it: &DirEntry| it.depth() == 0 || belongs(it.file_name());
    WalkDir::new(place).sort_by_file_name().into_iter().filter_entry(is_of_it)
}

/// Copies what belongs to a program from the folder `place` into the existing folder `to`. `rights` maps the
/// original's permissions to the copy's.
pub fn copy_folder(
    place: &Path,
    to: &Path,
    belongs: Belongs,
    rights: impl Fn(u32) -> u32,
) -> Result<(), Failure> {
    let mut folders = Vec::new();
    for entry in all_of(place, belongs) {
        let entry = entry.map_err(|error| at(place)(error.into()))?;
        let from = entry.path();
        let to = match from.strip_prefix(place) {
            Ok(name) if name.as_os_str().is_empty() => to.to_owned(),
            Ok(name) => to.join(name),
            Err(_) => continue,
        };
        let kind = entry.file_type();
        if kind.is_symlink() {
            let link = fs::read_link(from).and_then(|target| symlink(target, &to));
            link.map_err(at(from))?;
        } else if kind.is_dir() {
            if entry.depth() > 0 {
                fs::create_dir(&to).map_err(at(&to))?;
            }
            folders.push((to, rights(mode(from).map_err(at(from))?)));
        } else if kind.is_file() {
            copy_file(from, &to, &rights)?;
        }
    }
    // Set permissions from the inside out: a folder may forbid writing into it.
    for (folder, mode) in folders.iter().rev() {
        fs::set_permissions(folder, Permissions::from_mode(mode | OURS)).map_err(at(folder))?;
    }
    Ok(())
}

/// Copies one file.
pub fn copy_file(from: &Path, to: &Path, rights: impl Fn(u32) -> u32) -> Result<(), Failure> {
    let mut source = open_regular(from).map_err(at(from))?;
    let mut target = fs::File::create_new(to).map_err(at(to))?;
    io::copy(&mut source, &mut target).map_err(at(to))?;
    let rights = rights(mode(from).map_err(at(from))?);
    let set = target.set_permissions(Permissions::from_mode(rights));
    set.map_err(at(to))
}

fn mode(path: &Path) -> io::Result<u32> {
    Ok(fs::symlink_metadata(path)?.permissions().mode() & RIGHTS)
}
