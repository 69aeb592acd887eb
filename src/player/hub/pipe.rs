//! Bytes as they arrive, cut into lines.
//!
//! Never holds more than the longest line: what is longer is passed over up to its end, and told.

use std::io::{self, BufRead, Write};

use super::line::{LineFault, MAX_LINE_BYTES};

/// A line that is not yet complete.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    is_too_long: bool,
}

/// A line, without its end.
pub(super) type RawLine = Result<Vec<u8>, LineFault>;

impl LineBuffer {
    /// Takes bytes up to the end of a line; how many, and the line if they brought its end.
    pub(super) fn feed(&mut self, chunk: &[u8]) -> (usize, Option<RawLine>) {
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
    pub(super) fn rest(&mut self) -> Option<RawLine> {
        (self.is_too_long || !self.bytes.is_empty()).then(|| self.finish())
    }

    fn finish(&mut self) -> RawLine {
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.is_too_long) {
            Err(LineFault::Long)
        } else {
            Ok(bytes)
        }
    }
}

/// The next line of a reader; `None` at its end.
pub(super) fn next_line(
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

/// Writes a line at once and whole.
pub(super) fn write_line(writer: &mut impl Write, line: &super::Line) -> io::Result<()> {
    writer.write_all(format!("{line}\n").as_bytes())?;
    writer.flush()
}
