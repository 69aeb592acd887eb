//! Copies programs: whole folders, or one executable.
//!
//! Programs are untrusted, and their owners may change them while they are copied. So a folder is read through
//! its descriptor: links are copied as links and never followed, and what was looked at is what is copied. No copy
//! gets a permission that the original did not have, nor set-user-id. Anything but files, folders and links is
//! skipped.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Stat, fstat, readlinkat, statat};
use rustix::io::Errno;
use walkdir::{DirEntry, WalkDir};

use super::beneath::{Beneath, open_file, open_subfolder};

/// Permissions that a copy may have.
const RIGHTS: u32 = 0o777;
/// Owner permissions needed to fill and to read a folder.
const OURS: u32 = 0o700;
/// Folders in each other. A walk holds a descriptor of each.
const MAX_DEPTH: usize = 100;

pub(crate) type Failure = (PathBuf, io::Error);

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
pub(super) fn entries_of(
    place: &Path,
    belongs: Belongs,
) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let is_of_it = move |it: &DirEntry| it.depth() == 0 || belongs(it.file_name());
    WalkDir::new(place).sort_by_file_name().into_iter().filter_entry(is_of_it)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub bytes: u64,
    /// Files, folders and links.
    pub entries: u64,
}

impl Size {
    /// The most that is read of a program of which a tournament records the hash.
    pub const OF_A_PROGRAM: Size = Size { bytes: 1 << 30, entries: 20_000 };
    /// No limit, for what the caller itself names.
    pub const ANY: Size = Size { bytes: u64::MAX, entries: u64::MAX };

    fn take(&mut self, bytes: u64) -> io::Result<()> {
        let too_large = || io::Error::from(io::ErrorKind::FileTooLarge);
        self.entries = self.entries.checked_sub(1).ok_or_else(too_large)?;
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(too_large)?;
        Ok(())
    }
}

/// Copies what belongs to a program from a folder into the existing folder `to`. `rights` maps the original's
/// permissions to the copy's; messages call the original `shown`. Returns the first path in it of another user
/// than the caller and root.
pub fn copy_folder(
    folder: &Beneath,
    shown_path: &Path,
    to: &Path,
    belongs: Belongs,
    most: Size,
    rights: fn(u32) -> u32,
) -> Result<Option<PathBuf>, Failure> {
    let about = fstat(folder).map_err(|errno| at(shown_path)(errno.into()))?;
    let mut copier = Copier { belongs, rights, left: most, owner: about.st_uid, stranger: None };
    copier.look(shown_path, &about);
    copier.fill(folder.as_fd(), shown_path, to, 0)?;
    set_mode(to, rights(about.st_mode & RIGHTS) | OURS)?;
    Ok(copier.stranger)
}

struct Copier {
    belongs: Belongs,
    rights: fn(u32) -> u32,
    left: Size,
    /// The user whose folder it is.
    owner: u32,
    stranger: Option<PathBuf>,
}

impl Copier {
    fn look(&mut self, shown_path: &Path, about: &Stat) {
        if !is_ours(about.st_uid) {
            self.stranger.get_or_insert_with(|| shown_path.to_owned());
        }
    }

    fn fill(
        &mut self,
        folder: BorrowedFd<'_>,
        shown_path: &Path,
        to: &Path,
        depth: usize,
    ) -> Result<(), Failure> {
        let here = |errno: Errno| at(shown_path)(errno.into());
        for entry in Dir::read_from(folder).map_err(here)? {
            let entry = entry.map_err(here)?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if matches!(name.as_bytes(), b"." | b"..") || !(self.belongs)(name) {
                continue;
            }
            let (shown_path, to) = (shown_path.join(name), to.join(name));
            self.copy(folder, name, &shown_path, &to, depth)?;
        }
        Ok(())
    }

    fn copy(
        &mut self,
        folder: BorrowedFd<'_>,
        name: &OsStr,
        shown_path: &Path,
        to: &Path,
        depth: usize,
    ) -> Result<(), Failure> {
        let here = |error: io::Error| at(shown_path)(error);
        let errno = |errno: Errno| here(errno.into());
        let about = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).map_err(errno)?;
        match FileType::from_raw_mode(about.st_mode) {
            FileType::Symlink => {
                self.left.take(0).map_err(here)?;
                let text = readlinkat(folder, name, Vec::new()).map_err(errno)?;
                symlink(OsStr::from_bytes(text.to_bytes()), to).map_err(at(to))?;
            }
            FileType::Directory => {
                self.left.take(0).map_err(here)?;
                if depth == MAX_DEPTH {
                    return Err(here(io::ErrorKind::FileTooLarge.into()));
                }
                let inner = open_subfolder(folder, name).map_err(here)?;
                let about = fstat(&inner).map_err(errno)?;
                self.look(shown_path, &about);
                fs::create_dir(to).map_err(at(to))?;
                self.fill(inner.as_fd(), shown_path, to, depth + 1)?;
                // Last: a folder may forbid writing into it.
                set_mode(to, (self.rights)(about.st_mode & RIGHTS) | OURS)?;
            }
            FileType::RegularFile => {
                let mut file = open_file(folder, name).map_err(here)?;
                let about = fstat(&file).map_err(errno)?;
                self.look(shown_path, &about);
                self.check_readable(&about).map_err(here)?;
                self.left.take(about.st_size.cast_unsigned()).map_err(here)?;
                fill_file(&mut file, &about, to, (self.rights)(about.st_mode & RIGHTS))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Refuses a file that the folder's owner could not read: a hard link to what is another user's.
    fn check_readable(&self, about: &Stat) -> io::Result<()> {
        let is_owners = is_ours(self.owner) || about.st_uid == self.owner;
        if is_owners || about.st_mode & 0o004 != 0 {
            return Ok(());
        }
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// Returns true for a user who may change what the caller runs anyway.
pub(crate) fn is_ours(user: u32) -> bool {
    user == 0 || user == rustix::process::geteuid().as_raw()
}

pub(super) fn copy_opened(
    mut file: File,
    shown_path: &Path,
    to: &Path,
    mut most: Size,
    rights: fn(u32) -> u32,
) -> Result<(), Failure> {
    let about = fstat(&file).map_err(|errno| at(shown_path)(errno.into()))?;
    most.take(about.st_size.cast_unsigned()).map_err(at(shown_path))?;
    fill_file(&mut file, &about, to, rights(about.st_mode & RIGHTS))
}

/// Writes a file's bytes, as many as it said to have, to a new file. Holes stay holes: a file of 1 GiB may take
/// no room at all.
fn fill_file(source: &mut File, about: &Stat, to: &Path, rights: u32) -> Result<(), Failure> {
    let mut target = File::create_new(to).map_err(at(to))?;
    let length = about.st_size.cast_unsigned();
    let copied = copy_data(source, &mut target, length).and_then(|()| target.set_len(length));
    copied.map_err(at(to))?;
    target.set_permissions(Permissions::from_mode(rights)).map_err(at(to))
}

fn copy_data(source: &mut File, target: &mut File, length: u64) -> io::Result<()> {
    let mut from = 0;
    while from < length {
        from = match rustix::fs::seek(&*source, rustix::fs::SeekFrom::Data(from)) {
            Ok(data) => data,
            Err(Errno::NXIO) => return Ok(()),
            // A file system without holes.
            Err(_) => from,
        };
        let hole = rustix::fs::seek(&*source, rustix::fs::SeekFrom::Hole(from));
        let end = hole.unwrap_or(length).min(length);
        source.seek(SeekFrom::Start(from))?;
        target.seek(SeekFrom::Start(from))?;
        let copied = io::copy(&mut source.take(end.saturating_sub(from)), target)?;
        if copied == 0 {
            return Ok(());
        }
        from += copied;
    }
    Ok(())
}

fn set_mode(path: &Path, mode: u32) -> Result<(), Failure> {
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(at(path))
}
