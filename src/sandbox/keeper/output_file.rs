//! Output of a program: a file in memory without a name, which can grow and not shrink. Cut away or not,
//! every byte counts.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;

use rustix::fs::{MemfdFlags, OFlags, SealFlags, fcntl_add_seals, fcntl_setfl, memfd_create};

/// The standard output and error of a program.
#[derive(Debug)]
pub(super) struct OutputFile(File);

impl OutputFile {
    pub(crate) fn new() -> io::Result<OutputFile> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let sealed = memfd_create("output", flags).and_then(|file| {
            fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::SEAL)?;
            Ok(file)
        });
        let file = match sealed {
            Ok(file) => file.into(),
            // Where there are none, nothing contains programs either.
            Err(_) => tempfile::tempfile()?,
        };
        // Two streams and several processes write to it.
        fcntl_setfl(&file, OFlags::APPEND)?;
        Ok(OutputFile(file))
    }

    pub(crate) fn bytes(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Returns at most `most` bytes from a place on. The program shares the file's position, so that is not
    /// used.
    pub(crate) fn read(&self, from: u64, most: u64) -> io::Result<Vec<u8>> {
        let length = self.bytes()?.saturating_sub(from).min(most);
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        self.0.read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }
}

impl AsFd for OutputFile {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
