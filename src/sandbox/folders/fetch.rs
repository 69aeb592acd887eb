//! Reads a file from a program's folder, where any name may stand for anything.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::keeper::plan::FOLDER;

/// A file of a program's folder, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchedFile {
    /// It is there, and these are its bytes.
    Whole(Vec<u8>),
    /// Nothing has its name.
    Absent,
    /// The name belongs to something other than a regular file, or to a file without read permission.
    NotPlain,
    /// It is larger than asked for.
    TooLarge,
}

/// The file of this name in the program's folder of a room.
pub(crate) fn fetch(room: &OwnedFd, name: &str, most: u64) -> io::Result<FetchedFile> {
    let folder = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::openat(room, FOLDER, folder, Mode::empty())?;
    // A pipe opens at once, and is not written to.
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(&folder, name, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        Err(Errno::NOENT) => return Ok(FetchedFile::Absent),
        Err(Errno::LOOP | Errno::ACCESS | Errno::PERM | Errno::NXIO) => {
            return Ok(FetchedFile::NotPlain);
        }
        Err(errno) => return Err(errno.into()),
    };
    let about = file.metadata()?;
    if !about.is_file() {
        return Ok(FetchedFile::NotPlain);
    }
    if about.len() > most {
        return Ok(FetchedFile::TooLarge);
    }
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(FetchedFile::Whole(bytes))
}
