//! Finds the records of a file, one a line, and reads their headings without playing them.

use std::io::{self, BufReader};

use serde::Deserialize;

use super::bytes::{BYTE_ORDER_MARK, SourceBytes, Span};
use crate::error::RecordsError;
use crate::matches::remark::{Remark, Remarks};
use crate::record::lines::{MAX_RECORD_BYTES, RecordLine, RecordLines};
use crate::record::seal::{Seal, seal_of};
use crate::words::RecordMessage;

/// A line that may be a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSpan {
    pub(super) span: Span,
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    /// Index of the file.
    pub(super) source: usize,
}

/// Only the id of a record, for finding a match among many.
#[derive(Debug, Deserialize)]
pub(super) struct IdOnly {
    #[serde(default)]
    pub(crate) id: Option<serde_json::Value>,
}

const BUFFER: usize = 1 << 20;

/// Finds the lines of a source that may be records.
pub(crate) fn index(source: &SourceBytes) -> Result<(Vec<LineSpan>, Vec<Remark>), RecordsError> {
    let mut remarks = Remarks::default();
    let mut lines = Vec::new();
    each(source, |line, bytes| {
        let place = RecordMessage::Line { number: line.number };
        match bytes {
            None => remarks.push(Remark::at(place, RecordMessage::LongLine)),
            Some(bytes) if !bytes.trim_ascii_start().starts_with(b"{") => {
                remarks.push(Remark::at(place, RecordMessage::NoRecord));
            }
            Some(bytes) => {
                if seal_of(bytes) == Seal::Broken {
                    remarks.push(Remark::at(place, RecordMessage::Damaged));
                } else if !bytes.ends_with(b"}") {
                    remarks.push(Remark::at(place, RecordMessage::BrokenOff));
                }
                lines.push(line);
            }
        }
        Ok::<_, RecordsError>(())
    })?;
    Ok((lines, remarks.into_list()))
}

/// Reads the lines of a source that are not empty; one that is too long for a record has no bytes.
pub(crate) fn each<E: From<RecordsError>>(
    source: &SourceBytes,
    mut tell: impl FnMut(LineSpan, Option<&[u8]>) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(whole) = single_record(source).map_err(RecordsError::Reread)? {
        let bytes = source.piece(whole.span).map_err(RecordsError::Reread)?;
        return tell(whole, Some(&bytes));
    }
    let mut source = RecordLines::new(BufReader::with_capacity(BUFFER, source.reader()));
    while let Some(line) = source.advance().map_err(RecordsError::Reread)? {
        let RecordLine { number, offset, bytes, is_too_long, .. } = line;
        let skipped = if number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let line = bytes[skipped..].trim_ascii_end();
        if line.is_empty() && !is_too_long {
            continue;
        }
        // At most the longest record.
        let span = Span { offset: offset + skipped as u64, length: line.len() as u32 };
        tell(LineSpan { span, number, source: 0 }, (!is_too_long).then_some(line))?;
    }
    Ok(())
}

/// Returns the record of a file that holds a single record on several lines.
fn single_record(source: &SourceBytes) -> io::Result<Option<LineSpan>> {
    let head = source.head(MAX_RECORD_BYTES.min(4096))?;
    let first_line = head.split(|head| *head == b'\n').next().unwrap_or(&head);
    let first_line = first_line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(first_line);
    let opens_only = first_line.trim_ascii().starts_with(b"{")
        && !first_line.trim_ascii().ends_with(b"}")
        && first_line.len() < head.len();
    if !opens_only {
        return Ok(None);
    }
    let all = source.head(MAX_RECORD_BYTES + 1)?;
    let from = if all.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let is_one = serde_json::from_slice::<serde::de::IgnoredAny>(&all[from..]).is_ok();
    Ok((is_one && all.len() <= MAX_RECORD_BYTES).then_some(LineSpan {
        span: Span { offset: from as u64, length: (all.len() - from) as u32 },
        number: 1,
        source: 0,
    }))
}

pub(crate) fn text<'a>(bytes: &'a [u8], place: &str) -> Result<&'a str, RecordsError> {
    let why = "not a match record: not UTF-8 text";
    std::str::from_utf8(bytes).map_err(|_| RecordsError::Damaged { place: place.to_owned(), why })
}
