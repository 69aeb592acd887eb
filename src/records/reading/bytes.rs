//! Access to a source's bytes piece by piece, in memory or on disk.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;

/// The UTF-8 byte order mark that some programs write.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Files up to this size are read into memory; larger ones piece by piece.
const MAX_IN_MEMORY: u64 = 32 << 20;

#[derive(Debug)]
pub(super) enum SourceBytes {
    /// The bytes themselves, given by the caller or from a small file.
    Memory(Vec<u8>),
    /// An open file and its length; only the requested pieces are read.
    File(File, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(crate) offset: u64,
    pub(crate) length: u32,
}

impl SourceBytes {
    /// Keeps the bytes of a small file in memory.
    pub(crate) fn keep(&mut self) -> io::Result<()> {
        if let SourceBytes::File(_, length) = self
            && *length <= MAX_IN_MEMORY
        {
            let mut bytes = Vec::with_capacity(*length as usize);
            self.reader().read_to_end(&mut bytes)?;
            *self = SourceBytes::Memory(bytes);
        }
        Ok(())
    }

    pub(crate) fn piece(&self, span: Span) -> io::Result<Cow<'_, [u8]>> {
        match self {
            SourceBytes::Memory(bytes) => {
                let piece = usize::try_from(span.offset).ok().and_then(|from| {
                    let to = from.checked_add(span.length as usize)?;
                    bytes.get(from..to)
                });
                piece.map(Cow::Borrowed).ok_or_else(too_short)
            }
            SourceBytes::File(file, _) => {
                let mut bytes = vec![0; span.length as usize];
                file.read_exact_at(&mut bytes, span.offset)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Reads everything from the beginning.
    pub(crate) fn reader(&self) -> SourceReader<'_> {
        SourceReader { source: self, at: 0 }
    }

    /// Returns at most the first `most` bytes.
    pub(super) fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.reader().take(most as u64).read_to_end(&mut head)?;
        Ok(head)
    }
}

fn too_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it has become shorter")
}

/// Reads from the beginning without moving the shared file offset.
#[derive(Debug)]
pub(super) struct SourceReader<'a> {
    source: &'a SourceBytes,
    at: u64,
}

impl Read for SourceReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self.source {
            SourceBytes::Memory(bytes) => {
                let from = usize::try_from(self.at).map_or(bytes.len(), |at| at.min(bytes.len()));
                (&bytes[from..]).read(buffer)?
            }
            // Bytes appended during reading do not belong to the collection.
            SourceBytes::File(file, length) => {
                let left = usize::try_from(length.saturating_sub(self.at)).unwrap_or(usize::MAX);
                let most = buffer.len().min(left);
                file.read_at(&mut buffer[..most], self.at)?
            }
        };
        self.at += read as u64;
        Ok(read)
    }
}
