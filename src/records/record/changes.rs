//! The boards of a game that is not compiled in, as a record holds them: the first, and what each ply
//! changes. They are packed, because a line of 64 MiB may hold millions of changes.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use arbitro_rules::line::Line;
use arbitro_rules::notation::{BOARD_FILE_LIMIT, is_board_text};

/// Maximum bytes of all boards of a match together.
const MAX_BOARDS_BYTES: usize = 64 << 20;
const MAX_NAME: usize = 32;

/// The changes of each ply on the board before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The texts of all parts, one after the other.
    texts: String,
    parts: Vec<Part>,
    /// For each ply the end of its parts.
    plies: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// The offset at which the text overwrites; `None` where it is the whole board.
    offset: Option<u16>,
    length: u16,
}

/// The error for boards that are none, or do not belong to the moves beside them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardsError {
    #[error("it has no {0}, which a record of a game that is not built in has")]
    Missing(&'static str),
    #[error("it has a first board, boards or rules, but {0} is built in")]
    NotWritten(String),
    #[error(
        "its first board is not 1 to {BOARD_FILE_LIMIT} bytes of printable ASCII and newlines, none at the end"
    )]
    First,
    #[error("it has boards of {boards} plies, but {moves} moves")]
    Count { boards: usize, moves: usize },
    #[error("ply {ply}: a change at byte {offset} of {length} bytes, but the board has {board}")]
    Beyond { ply: usize, offset: u16, length: u16, board: usize },
    #[error("ply {ply}: the changes leave no board: it is empty or ends with a newline")]
    NoBoard { ply: usize },
    #[error("ply {ply}: its boards have more than {MAX_BOARDS_BYTES} bytes together")]
    TooMuch { ply: usize },
    #[error("a move's name has 1 to {MAX_NAME} printable characters, unlike {0:?}")]
    Name(String),
    #[error("{0} moves lead to its start, which is not an even number")]
    OddStart(usize),
}

impl Changes {
    /// The changes of every ply of a match.
    pub fn of_line(line: &dyn Line) -> Changes {
        let mut changes = Changes::default();
        let mut before = line.board(0);
        for ply in 1..=line.plies() {
            let after = line.board(ply);
            changes.push(&before, &after);
            before = after;
        }
        changes
    }

    pub fn len(&self) -> usize {
        self.plies.len()
    }

    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Keeps the first plies.
    pub fn truncate(&mut self, plies: usize) {
        self.plies.truncate(plies);
        self.parts.truncate(self.plies.last().map_or(0, |&ply| ply as usize));
        let length = self.parts.iter().map(|part| usize::from(part.length)).sum();
        self.texts.truncate(length);
    }

    fn push(&mut self, before: &str, after: &str) {
        if before.len() == after.len() {
            let mut at = 0;
            let is_same = |at: usize| before.as_bytes()[at] == after.as_bytes()[at];
            while at < after.len() {
                let from = at;
                while at < after.len() && !is_same(at) {
                    at += 1;
                }
                if at > from {
                    self.part(Some(from as u16), &after[from..at]);
                }
                at += 1;
            }
        } else {
            self.part(None, after);
        }
        self.end_ply();
    }

    fn part(&mut self, offset: Option<u16>, text: &str) {
        self.parts.push(Part { offset, length: text.len() as u16 });
        self.texts.push_str(text);
    }

    fn end_ply(&mut self) {
        // A line has at most 64 MiB, and a part takes some bytes of it.
        self.plies.push(self.parts.len() as u32);
    }

    /// The boards of all plies after the first board. The caller has checked them.
    pub fn boards<'a>(&'a self, first: &str) -> impl Iterator<Item = String> + use<'a> {
        let mut boards = Boards::new(self, first);
        std::iter::from_fn(move || boards.advance().ok().flatten().map(|it| it.to_owned()))
    }

    /// Checks that each change lies on the board before it, and leaves a board.
    pub(crate) fn check(&self, first: &str) -> Result<(), BoardsError> {
        if !is_board_text(first) {
            return Err(BoardsError::First);
        }
        let mut boards = Boards::new(self, first);
        let mut bytes = first.len();
        while let Some(board) = boards.advance()? {
            bytes += board.len();
            if bytes > MAX_BOARDS_BYTES {
                return Err(BoardsError::TooMuch { ply: boards.ply });
            }
        }
        Ok(())
    }
}

/// Follows the changes from the first board.
struct Boards<'a> {
    changes: &'a Changes,
    board: String,
    ply: usize,
    part: usize,
    text: usize,
}

impl<'a> Boards<'a> {
    fn new(changes: &'a Changes, first: &str) -> Boards<'a> {
        Boards { changes, board: first.to_owned(), ply: 0, part: 0, text: 0 }
    }

    fn advance(&mut self) -> Result<Option<&str>, BoardsError> {
        let Some(&end) = self.changes.plies.get(self.ply) else {
            return Ok(None);
        };
        self.ply += 1;
        for &Part { offset, length } in &self.changes.parts[self.part..end as usize] {
            let text = &self.changes.texts[self.text..self.text + usize::from(length)];
            self.text += usize::from(length);
            let Some(offset) = offset else {
                text.clone_into(&mut self.board);
                continue;
            };
            let (from, board) = (usize::from(offset), self.board.len());
            if from + text.len() > board {
                return Err(BoardsError::Beyond { ply: self.ply, offset, length, board });
            }
            self.board.replace_range(from..from + text.len(), text);
        }
        self.part = end as usize;
        if is_board_text(&self.board) {
            Ok(Some(&self.board))
        } else {
            Err(BoardsError::NoBoard { ply: self.ply })
        }
    }
}

fn is_text(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

/// Checks the names of moves, and counts them.
pub(super) fn count_names(moves: &str) -> Result<usize, BoardsError> {
    let mut count = 0;
    for name in moves.split_ascii_whitespace() {
        if name.len() > MAX_NAME || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BoardsError::Name(name.chars().take(MAX_NAME + 8).collect()));
        }
        count += 1;
    }
    Ok(count)
}

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.plies.len()))?;
        let (mut part, mut text) = (0, 0);
        for &end in &self.plies {
            let mut cells = Vec::new();
            let mut whole = None;
            for it in &self.parts[part..end as usize] {
                let written = &self.texts[text..text + usize::from(it.length)];
                text += written.len();
                match it.offset {
                    Some(offset) => cells.push((offset, written)),
                    None => whole = Some(written),
                }
            }
            part = end as usize;
            match whole {
                Some(board) => all.serialize_element(board)?,
                None => all.serialize_element(&cells)?,
            }
        }
        all.end()
    }
}

impl<'de> Deserialize<'de> for Changes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Changes, D::Error> {
        let mut changes = Changes::default();
        deserializer.deserialize_seq(Plies(&mut changes))?;
        Ok(changes)
    }
}

/// Reads the plies into the changes themselves, so that nothing else is allocated.
struct Plies<'a>(&'a mut Changes);
struct Ply<'a>(&'a mut Changes);

#[derive(Deserialize)]
#[serde(expecting = "[offset,\"text\"]")]
struct Cell(u64, String);

impl<'de> DeserializeSeed<'de> for Ply<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plies<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of what each ply changes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut plies: A) -> Result<(), A::Error> {
        while plies.next_element_seed(Ply(self.0))?.is_some() {
            self.0.end_ply();
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Ply<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board, or a list of [offset,\"text\"]")
    }

    fn visit_str<E: Error>(self, board: &str) -> Result<(), E> {
        self.0.part(None, checked(board)?);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<(), A::Error> {
        let from = self.0.parts.len();
        while let Some(Cell(offset, text)) = cells.next_element()? {
            self.0.part(Some(checked_offset(offset)?), checked(&text)?);
            if self.0.parts.len() - from > BOARD_FILE_LIMIT {
                let what = format!("a ply has more than {BOARD_FILE_LIMIT} changes");
                return Err(A::Error::custom(what));
            }
        }
        Ok(())
    }
}

/// Returns the offset of a change, which lies within a board file.
fn checked_offset<E: Error>(offset: u64) -> Result<u16, E> {
    let inside = u16::try_from(offset).ok().filter(|&it| usize::from(it) < BOARD_FILE_LIMIT);
    inside.ok_or_else(|| {
        E::custom(format!("a change at byte {offset}; boards have up to {BOARD_FILE_LIMIT}"))
    })
}

fn checked<E: Error>(text: &str) -> Result<&str, E> {
    if (1..=BOARD_FILE_LIMIT).contains(&text.len()) && is_text(text) {
        Ok(text)
    } else {
        let what = "a change is 1 to 8192 bytes of printable ASCII and newlines";
        Err(E::custom(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_that_change_are_written_or_the_board_where_its_length_does() {
        let boards = ["ab\ncd", "aX\ncY", "aX\ncYZ", "aX\ncYZ"];
        let mut changes = Changes::default();
        for pair in boards.windows(2) {
            changes.push(pair[0], pair[1]);
        }
        let written = serde_json::to_string(&changes).unwrap_or_default();
        assert_eq!(written, r#"[[[1,"X"],[4,"Y"]],"aX\ncYZ",[]]"#);
        assert!(changes.check(boards[0]).is_ok());
        let read: Vec<String> = changes.boards(boards[0]).collect();
        assert_eq!(read, boards[1..]);
    }
}
