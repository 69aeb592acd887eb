//! Board files of games that are not compiled in: text, of which only the form is checked.

use super::board_text::{BOARD_FILE_LIMIT, split_lines};
use super::{BoardFault, Expected, Glyph, Leniency, Strictness};

/// Returns true for the exact text of a board: what [`read_text`] gives.
pub fn is_board_text(text: &str) -> bool {
    (1..=BOARD_FILE_LIMIT).contains(&text.len())
        && text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
        && !text.ends_with('\n')
}

/// Reads the exact text of a board file.
/// A board is 1 to [`BOARD_FILE_LIMIT`] bytes of printable ASCII and newlines.
pub fn read_text(
    bytes: &[u8],
    expected: usize,
    strictness: Strictness,
) -> Result<(String, Vec<Leniency>), BoardFault> {
    if bytes.len() > BOARD_FILE_LIMIT {
        return Err(BoardFault::TooLong { limit: BOARD_FILE_LIMIT });
    }
    let (lines, tolerated) = split_lines(bytes);
    if let Some(&leniency) = tolerated.first().filter(|_| strictness == Strictness::Strict) {
        return Err(BoardFault::NotExact(leniency));
    }
    for (line, bytes) in lines.iter().enumerate() {
        if let Some(column) = bytes.iter().position(|byte| !matches!(byte, b' '..=b'~')) {
            let found = match bytes[column] {
                byte @ 0..=127 => Glyph::Char(byte.into()),
                byte => Glyph::Byte(byte),
            };
            let (line, column, expected) = (line + 1, column + 1, Expected::Printable);
            return Err(BoardFault::UnknownCharacter { line, column, found, expected });
        }
    }
    let text = lines.iter().map(|it| String::from_utf8_lossy(it)).collect::<Vec<_>>().join("\n");
    if text.is_empty() { Err(BoardFault::EmptyFile { expected }) } else { Ok((text, tolerated)) }
}
