//! Asks the kernel whether a file is open for writing: inotify does not report links, nor files created without a
//! name.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use crate::meter::owner::as_owner;

/// Returns true if a process has the file open for writing. It is opened for reading here.
/// Fails where the kernel does not say: the file system has no leases, or they are refused.
pub fn has_writer(file: &File) -> io::Result<bool> {
    // Leases are for the owner. Root of a container may not have more, but it may act as the owner.
    as_owner(|| file.metadata(), || lease(file))
}

/// Sets the signal by which a lease is broken: SIGIO, which ends a process, unless told.
const F_SETSIG: i32 = 10;

/// Takes a lease on reading, which there is none of while a file is open for writing, and gives it back.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn lease(file: &File) -> io::Result<bool> {
    let control = |command: i32, argument: i32| {
        // SAFETY: these commands take a number and touch no memory.
        match unsafe { libc::fcntl(file.as_raw_fd(), command, argument) } {
            ..0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    };
    // A writer that comes at this moment breaks the lease by a signal, which is to end nothing.
    control(F_SETSIG, libc::SIGURG)?;
    match control(libc::F_SETLEASE, libc::F_RDLCK) {
        Ok(()) => {
            control(libc::F_SETLEASE, libc::F_UNLCK)?;
            Ok(false)
        }
        Err(error) if error.raw_os_error() == Some(libc::EAGAIN) => Ok(true),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_writer_as_long_as_it_is_open_for_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let writer = File::create(&path).unwrap();
        let reader = File::open(&path).unwrap();
        // A file system without leases says so.
        let Ok(has_one) = has_writer(&reader) else {
            return;
        };
        assert!(has_one);
        drop(writer);
        assert!(!has_writer(&reader).unwrap());
        assert!(!has_writer(&File::open(&path).unwrap()).unwrap());
    }
}
