//! Cuts arriving bytes into lines.
//!
//! Holds at most the longest allowed line. A longer one is skipped up to its end and reported.

use std::io::{self, BufRead, Write};

use crate::line::{LineFault, MAX_LINE_BYTES};

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    is_too_long: bool,
}

/// A line without its line end.
pub type RawLine = Result<Vec<u8>, LineFault>;

impl LineBuffer {
    /// Consumes bytes up to the end of a line. Returns their number, and the line if it is
    /// complete.
    pub(crate) fn feed(&mut self, chunk: &[u8]) -> (usize, Option<RawLine>) {
        let end = memchr::memchr(b'\n', chunk);
        let piece = &chunk[..end.unwrap_or(chunk.len())];
        if self.bytes.len() + piece.len() > MAX_LINE_BYTES {
            self.is_too_long = true;
            self.bytes.clear();
        }
        if !self.is_too_long {
            self.bytes.extend_from_slice(piece);
        }
        match end {
            Some(end) => (end + 1, Some(self.finish())),
            None => (chunk.len(), None),
        }
    }

    /// Returns the received part of an unfinished line.
    pub(crate) fn rest(&mut self) -> Option<RawLine> {
        (self.is_too_long || !self.bytes.is_empty()).then(|| self.finish())
    }

    fn finish(&mut self) -> RawLine {
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.is_too_long) { Err(LineFault::Long) } else { Ok(bytes) }
    }
}

/// Reads the next line; `None` at the end of the input.
pub fn next_line(
    reader: &mut impl BufRead,
    buffer: &mut LineBuffer,
) -> io::Result<Option<RawLine>> {
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(buffer.rest());
        }
        let (taken, line) = buffer.feed(chunk);
        reader.consume(taken);
        if line.is_some() {
            return Ok(line);
        }
    }
}

/// Writes a line in a single write.
pub fn write_line(writer: &mut impl Write, line: &crate::Line) -> io::Result<()> {
    writer.write_all(format!("{line}\n").as_bytes())?;
    writer.flush()
}
