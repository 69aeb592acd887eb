//! Reads files of records line by line, in bounded memory whatever a file holds.

use std::borrow::Cow;
use std::io::{self, BufRead};

use serde::Deserialize;

use super::claimed::Claimed;
use super::fault::RecordedFault;
use arbitro_rules::history::Both;
use arbitro_rules::{Player, Reason};

/// Maximum length of a record's line. A match has at most a million plies, and 30 bytes suffice for a
/// move and its times.
pub(crate) const MAX_RECORD_BYTES: usize = 64 << 20;

#[derive(Debug)]
pub struct RecordLine<'a> {
    pub number: u64,
    pub offset: u64,
    /// Its bytes in the file, with the newline.
    pub length: u64,
    /// The line without its newline; nothing if it is too long.
    pub bytes: &'a [u8],
    pub has_newline: bool,
    pub is_too_long: bool,
}

#[derive(Debug)]
pub struct RecordLines<R> {
    source: R,
    bytes: Vec<u8>,
    number: u64,
    offset: u64,
}

impl<R: BufRead> RecordLines<R> {
    /// Creates a reader of a source that stands at its beginning.
    pub fn new(source: R) -> RecordLines<R> {
        RecordLines::after(0, 0, source)
    }

    /// Creates a reader of a source that stands after so many lines and bytes of its file.
    pub fn after(number: u64, offset: u64, source: R) -> RecordLines<R> {
        RecordLines { source, bytes: Vec::new(), number, offset }
    }

    /// Reads the next line; `None` at the end.
    pub fn advance(&mut self) -> io::Result<Option<RecordLine<'_>>> {
        self.bytes.clear();
        let limit = MAX_RECORD_BYTES as u64 + 1;
        let source = io::Read::by_ref(&mut self.source);
        let mut length = io::Read::take(source, limit).read_until(b'\n', &mut self.bytes)?;
        if length == 0 {
            return Ok(None);
        }
        let mut has_newline = self.bytes.pop_if(|last| *last == b'\n').is_some();
        let is_too_long = self.bytes.len() > MAX_RECORD_BYTES;
        if is_too_long {
            self.bytes.clear();
            length += self.source.skip_until(b'\n')?;
            has_newline = true;
        }
        let (number, offset) = (self.number + 1, self.offset);
        (self.number, self.offset) = (number, offset + length as u64);
        let (length, bytes) = (length as u64, &self.bytes[..]);
        Ok(Some(RecordLine { number, offset, length, bytes, has_newline, is_too_long }))
    }
}

/// The fields of a record that lists and rankings need; the rest is not parsed.
#[derive(Debug, Deserialize)]
pub struct RecordHead<'a> {
    /// Version of the format.
    pub v: u32,
    #[serde(default)]
    pub id: Option<serde_json::Value>,
    #[serde(borrow, default)]
    pub game: Cow<'a, str>,
    #[serde(default)]
    pub round: Option<u32>,
    #[serde(default)]
    pub opening: Option<u64>,
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(borrow, default)]
    pub players: Option<Both<HeadPlayer<'a>>>,
    /// The opening, if not the standard start.
    #[serde(borrow, default)]
    pub start: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub moves: Option<Cow<'a, str>>,
    /// Plies played.
    #[serde(default)]
    pub plies: Option<u64>,
    /// `"x"`, `"o"` or null.
    #[serde(default)]
    pub winner: Option<Claimed<Player>>,
    #[serde(default)]
    pub reason: Option<Claimed<Reason>>,
    #[serde(default)]
    pub fault: Option<RecordedFault>,
    /// The rules of a game that is not compiled in.
    #[serde(borrow, default)]
    pub rules: Option<HeadRules<'a>>,
}

#[derive(Debug, Deserialize)]
pub struct HeadRules<'a> {
    #[serde(borrow)]
    pub sha256: Cow<'a, str>,
}

/// A player in a record.
#[derive(Debug, Deserialize)]
pub struct HeadPlayer<'a> {
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// SHA-256 of the player.
    #[serde(borrow, default)]
    pub sha256: Option<Cow<'a, str>>,
}
