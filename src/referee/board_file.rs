//! Reads board files from disk: a bounded read of a file that may be anything.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd};
use std::path::{Path, PathBuf};

use arbitro_rules::notation::{BOARD_FILE_LIMIT, UnreadableFile};
use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use thiserror::Error;

/// The error for a board file that cannot be read. Its contents are not judged here.
#[derive(Debug, Error)]
pub enum BoardFileError {
    #[error("{}: there is no such file", path.display())]
    Missing { path: PathBuf },
    #[error("{}: not a regular file", path.display())]
    NotAFile { path: PathBuf },
    #[error("{}: cannot be read", path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl BoardFileError {
    /// The system's error, if it says nothing of the file: the host cannot read any.
    pub(crate) fn into_host_error(self) -> Result<io::Error, BoardFileError> {
        let is_of_host = |source: &io::Error| {
            let errno = Errno::from_io_error(source);
            matches!(errno, Some(Errno::MFILE | Errno::NFILE | Errno::NOMEM | Errno::IO))
        };
        match self {
            BoardFileError::Io { source, .. } if is_of_host(&source) => Ok(source),
            of_file => Err(of_file),
        }
    }

    /// The reason without the path, for a player that knows which file it wrote.
    pub const fn reason(&self) -> UnreadableFile {
        match self {
            BoardFileError::Missing { .. } => UnreadableFile::Missing,
            BoardFileError::NotAFile { .. } => UnreadableFile::NotAFile,
            BoardFileError::Io { .. } => UnreadableFile::Io,
        }
    }
}

/// Reads a board file, at most one byte more than [`BOARD_FILE_LIMIT`]: enough to see that it is
/// too long.
pub fn read_board_file(path: &Path) -> Result<Vec<u8>, BoardFileError> {
    let (file, state) = open_with(rustix::fs::CWD, path, OFlags::empty())?;
    read_bounded(&file, size(&state))
        .map_err(|source| BoardFileError::Io { path: path.to_owned(), source })
}

/// Reads a board file that a player wrote, by its name in a folder or by its whole path. A symbolic
/// link does not count as a file.
/// Refuses a symbolic link.
pub(crate) fn read_written_board(
    folder: impl AsFd,
    name: &Path,
) -> Result<Vec<u8>, BoardFileError> {
    let (file, state) = open_written_board(folder, name)?;
    // Root reads what its mode lets no one read; the verdict is to be the same for every user.
    if !can_be_read(&state) {
        return Err(BoardFileError::Io {
            path: name.to_owned(),
            source: io::ErrorKind::PermissionDenied.into(),
        });
    }
    read_bounded(&file, size(&state))
        .map_err(|source| BoardFileError::Io { path: name.to_owned(), source })
}

/// Opens a board file that a player wrote; returns what the system knows of it, too.
pub(crate) fn open_written_board(
    folder: impl AsFd,
    name: &Path,
) -> Result<(File, Stat), BoardFileError> {
    match open_with(&folder, name, OFlags::NOFOLLOW) {
        Err(BoardFileError::Io { source, .. })
            if source.kind() == io::ErrorKind::PermissionDenied
                && allow_reading(&folder, name).is_ok() =>
        {
            open_with(folder, name, OFlags::NOFOLLOW)
        }
        opened => opened,
    }
}

/// Returns true if its owner may read it, or at least write it: libraries that copy make a file
/// write-only and set its mode at the end, which in the sandbox only pretends.
fn can_be_read(state: &Stat) -> bool {
    state.st_mode & 0o600 != 0
}

/// Lets the owner of such a file read it.
fn allow_reading(folder: impl AsFd, name: &Path) -> io::Result<()> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = rustix::fs::openat(folder, name, flags, Mode::empty())?;
    let state = rustix::fs::fstat(&found)?;
    let is_plain = FileType::from_raw_mode(state.st_mode) == FileType::RegularFile;
    if !is_plain || !can_be_read(&state) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // By its descriptor: its name may be another file's by now.
    let path = format!("/proc/self/fd/{}", found.as_raw_fd());
    let mode = Mode::from_raw_mode(state.st_mode) | Mode::RUSR;
    Ok(rustix::fs::chmod(path, mode)?)
}

fn size(state: &Stat) -> u64 {
    u64::try_from(state.st_size).unwrap_or(0)
}

fn open_with(
    folder: impl AsFd,
    path: &Path,
    flags: OFlags,
) -> Result<(File, Stat), BoardFileError> {
    let io_error = |source| BoardFileError::Io { path: path.to_owned(), source };
    // Without NONBLOCK, opening a named pipe would wait for a writer, perhaps for ever.
    let flags = flags | OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(folder, path, flags, Mode::empty()) {
        Ok(descriptor) => File::from(descriptor),
        Err(rustix::io::Errno::NOENT) => {
            return Err(BoardFileError::Missing { path: path.to_owned() });
        }
        Err(rustix::io::Errno::LOOP) => {
            return Err(BoardFileError::NotAFile { path: path.to_owned() });
        }
        Err(errno) => return Err(io_error(errno.into())),
    };
    let state = rustix::fs::fstat(&file).map_err(|errno| io_error(errno.into()))?;
    if FileType::from_raw_mode(state.st_mode) != FileType::RegularFile {
        return Err(BoardFileError::NotAFile { path: path.to_owned() });
    }
    Ok((file, state))
}

/// Reads a file up to the length it reported. Asking for more would cost a system call only to learn
/// that there is no more.
fn read_bounded(mut file: &File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = [0; BOARD_FILE_LIMIT + 1];
    let mut read = 0;
    while read < bytes.len() && (read == 0 || (read as u64) < length) {
        match file.read(&mut bytes[read..]) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes[..read].to_vec())
}
