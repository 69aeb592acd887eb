//! Finds the records of a file, one a line, and reads their headings without playing them.

use std::io::{self, BufReader};

use serde::Deserialize;

use super::error::RecordsError;
use super::held::{BYTE_ORDER_MARK, Held, Span};
use super::remark::{Remark, Remarks};
use crate::record_lines::MAX_RECORD_BYTES;
use crate::words::Text;
use crate::{RecordLine, RecordLines};
use crate::{Seal, seal_of};

/// A line that may be a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSpan {
    pub(super) span: Span,
    /// Its number in the file, from 1.
    pub(super) number: u64,
    /// Index of the file.
    pub(super) held: usize,
}

/// Only the id of a record, for finding a match among many.
#[derive(Debug, Deserialize)]
pub(super) struct IdOnly {
    #[serde(default)]
    pub(super) id: Option<serde_json::Value>,
}

/// Bytes read at a time.
const BUFFER: usize = 1 << 20;

/// Finds the lines of a source that may be records.
pub(super) fn index(held: &Held, remarks: &mut Remarks) -> io::Result<Vec<LineSpan>> {
    if let Some(whole) = single_record(held)? {
        return Ok(vec![whole]);
    }
    let mut source = RecordLines::new(BufReader::with_capacity(BUFFER, held.reader()));
    let mut lines = Vec::new();
    while let Some(RecordLine { number, offset, bytes, is_too_long, .. }) = source.advance()? {
        let place = Text::Line { number };
        let skipped = if number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let line = bytes[skipped..].trim_ascii_end();
        if is_too_long {
            remarks.push(Remark::at(place, Text::LongLine));
        } else if line.is_empty() {
            continue;
        } else if !line.trim_ascii_start().starts_with(b"{") {
            remarks.push(Remark::at(place, Text::NoRecord));
        } else {
            if seal_of(line) == Seal::Broken {
                remarks.push(Remark::at(place, Text::Damaged));
            } else if !line.ends_with(b"}") {
                remarks.push(Remark::at(place, Text::BrokenOff));
            }
            lines.push(LineSpan {
                span: Span {
                    offset: offset + skipped as u64,
                    // At most the longest record.
                    length: line.len() as u32,
                },
                number,
                held: 0,
            });
        }
    }
    Ok(lines)
}

/// Returns the record of a file that holds a single record on several lines.
fn single_record(held: &Held) -> io::Result<Option<LineSpan>> {
    let head = held.head(MAX_RECORD_BYTES.min(4096))?;
    let first_line = head.split(|it| *it == b'\n').next().unwrap_or(&head);
    let first_line = first_line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(first_line);
    let opens_only = first_line.trim_ascii().starts_with(b"{")
        && !first_line.trim_ascii().ends_with(b"}")
        && first_line.len() < head.len();
    if !opens_only {
        return Ok(None);
    }
    let all = held.head(MAX_RECORD_BYTES + 1)?;
    let from = if all.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let is_one = serde_json::from_slice::<serde::de::IgnoredAny>(&all[from..]).is_ok();
    Ok((is_one && all.len() <= MAX_RECORD_BYTES).then_some(LineSpan {
        span: Span { offset: from as u64, length: (all.len() - from) as u32 },
        number: 1,
        held: 0,
    }))
}

pub(super) fn text<'a>(bytes: &'a [u8], line: &LineSpan) -> Result<&'a str, RecordsError> {
    std::str::from_utf8(bytes).map_err(|_| RecordsError::Damaged {
        place: format!("line {}", line.number),
        why: "not UTF-8 text",
    })
}
