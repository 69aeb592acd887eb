//! Board files as text: one line per row, the top row first, one space between cells.

use super::Notation;
use super::board_fault::{BoardFault, Glyph, Leniency, Strictness};
use super::expected::Expected;
use super::setup::{Cell, Setup, SetupFault, too_many};
use crate::draughts::Rules;

/// Maximum bytes of a board file of any game; nothing beyond is read. Boards of the games that are compiled
/// in have a few hundred.
pub const BOARD_FILE_LIMIT: usize = 8192;

/// Maximum faults listed of one file, so that the record of a match in which a player wrote prose stays
/// short.
const MAX_FAULTS: usize = 1024;

/// The result of reading a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardReading<G: Notation> {
    /// The setup, if the text is well-formed; it may still be unplayable.
    pub setup: Option<G::Setup>,
    /// The playable board, if there are no faults.
    pub board: Option<G::Board>,
    pub tolerated: Vec<Leniency>,
    /// All faults, by line and column; those of the whole file come last.
    pub faults: Vec<BoardFault>,
}

impl Setup {
    /// The exact text of a board file.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.size * self.size * 2);
        for row in (0..self.size).rev() {
            for (column, cell) in self.cells[row][..self.size].iter().enumerate() {
                if column > 0 {
                    text.push(' ');
                }
                text.push(cell.letter());
            }
            if row > 0 {
                text.push('\n');
            }
        }
        text
    }
}

/// A parsed board file, independent of the game.
pub(super) struct ParsedBoard<S> {
    pub(super) setup: Option<S>,
    pub(super) tolerated: Vec<Leniency>,
    pub(super) faults: Vec<BoardFault>,
}

/// Parses a board file. The setup may still be unplayable; its faults are listed.
pub(super) fn read(bytes: &[u8], rules: &Rules, strictness: Strictness) -> ParsedBoard<Setup> {
    let size = rules.size;
    if bytes.is_empty() {
        return ParsedBoard::only(BoardFault::EmptyFile { expected: size });
    }
    if bytes.len() > BOARD_FILE_LIMIT {
        return ParsedBoard::only(BoardFault::TooLong { limit: BOARD_FILE_LIMIT });
    }
    let (lines, tolerated) = split_lines(bytes);
    let mut reader = Reader {
        rules,
        setup: Setup::empty(size),
        count: [0; 2],
        faults: Vec::new(),
        is_legible: true,
    };
    let rows_are_known = lines.len() == size;
    for (index, line) in lines.iter().take(size).enumerate() {
        reader.line(index, line, rows_are_known);
    }
    let Reader { setup, count, mut faults, is_legible, .. } = reader;
    if !rows_are_known {
        faults.push(BoardFault::LineCount {
            found: lines.len(),
            expected: size,
            meaning: Expected::BoardLines,
        });
    }
    if strictness == Strictness::Strict {
        faults.extend(tolerated.iter().map(|&leniency| BoardFault::NotExact(leniency)));
    }
    let is_legible = is_legible && rows_are_known;
    if rows_are_known {
        for fault in setup.check(rules).err().unwrap_or_default() {
            let (line, column) = match fault {
                SetupFault::LightSquare { place, .. } | SetupFault::UnpromotedMan { place, .. } => {
                    let (row, column) = place.indices();
                    (Some(size - row), Some(2 * column + 1))
                }
                // Counted below, together with the pieces whose square is unknown.
                SetupFault::TooManyPieces { .. } => continue,
                // A file with other faults is not also reported as empty.
                SetupFault::NoPieces if !faults.is_empty() => continue,
                // The other setup faults belong to Quoridor.
                _ => (None, None),
            };
            faults.push(BoardFault::Setup { line, column, fault });
        }
    }
    faults.extend(too_many(count, rules).map(|fault| BoardFault::Setup {
        line: None,
        column: None,
        fault,
    }));
    sort(&mut faults);
    let tolerated = if strictness == Strictness::Strict { Vec::new() } else { tolerated };
    ParsedBoard { setup: is_legible.then_some(setup), tolerated, faults }
}

/// Sorts faults by line and column, those of the whole file last, and drops those beyond [`MAX_FAULTS`].
pub(super) fn sort(faults: &mut Vec<BoardFault>) {
    faults.sort_by_key(|fault| {
        let (line, column) = fault.place();
        (line.unwrap_or(usize::MAX), column.unwrap_or(0))
    });
    faults.truncate(MAX_FAULTS);
}

impl<S> ParsedBoard<S> {
    pub(super) fn only(fault: BoardFault) -> ParsedBoard<S> {
        ParsedBoard { setup: None, tolerated: Vec::new(), faults: vec![fault] }
    }
}

/// The format errors of a board file that are tolerated.
pub fn leniencies(bytes: &[u8]) -> Vec<Leniency> {
    split_lines(bytes).1
}

/// Splits a file into lines without their ends, and returns the tolerated deviations.
pub(super) fn split_lines(bytes: &[u8]) -> (Vec<&[u8]>, Vec<Leniency>) {
    let mut tolerated = Vec::new();
    let mut has_crlf = false;
    let (body, has_final_newline) = match bytes.strip_suffix(b"\n") {
        Some(body) => (body, true),
        None => (bytes, false),
    };
    let mut lines: Vec<&[u8]> = body.split(|&byte| byte == b'\n').collect();
    let ends = lines.len() - usize::from(!has_final_newline);
    for line in &mut lines[..ends] {
        if let Some(rest) = line.strip_suffix(b"\r") {
            *line = rest;
            has_crlf = true;
        }
    }
    // A file with CRLF may have lost only its final `\n`.
    if let Some(last) = lines.last_mut().filter(|_| has_crlf) {
        *last = last.strip_suffix(b"\r").unwrap_or(last);
    }
    if has_final_newline {
        tolerated.push(Leniency::FinalNewline);
    }
    if has_crlf {
        tolerated.push(Leniency::Crlf);
    }
    (lines, tolerated)
}

pub(super) fn glyphs(line: &[u8]) -> Vec<Glyph> {
    line.utf8_chunks()
        .flat_map(|chunk| {
            chunk
                .valid()
                .chars()
                .map(Glyph::Char)
                .chain(chunk.invalid().iter().copied().map(Glyph::Byte))
        })
        .collect()
}

struct Reader<'a> {
    rules: &'a Rules,
    setup: Setup,
    /// Pieces of each player, including those whose square is unknown.
    count: [usize; 2],
    faults: Vec<BoardFault>,
    /// Every cell so far could be read.
    is_legible: bool,
}

impl Reader<'_> {
    fn line(&mut self, index: usize, line: &[u8], rows_are_known: bool) {
        let size = self.rules.size;
        let expected = 2 * size - 1;
        let number = index + 1;
        let glyphs = glyphs(line);
        let is_whole = glyphs.len() == expected;
        if !is_whole {
            self.faults.push(BoardFault::LineLength {
                line: number,
                found: glyphs.len(),
                expected,
            });
        }
        let mut count = [0; 2];
        let mut has_unknown = false;
        for (index, &found) in glyphs.iter().enumerate() {
            let column = index + 1;
            let cell = match found {
                Glyph::Char(letter) => Cell::from_letter(letter),
                Glyph::Byte(_) => None,
            };
            if let Some(owner) = cell.and_then(Cell::owner) {
                count[owner as usize] += 1;
            }
            // In a line of the wrong length, separators cannot be told from cells.
            if is_whole && index % 2 == 1 {
                if found != Glyph::Char(' ') {
                    self.faults.push(BoardFault::BadSeparator { line: number, column, found });
                    self.is_legible = false;
                }
            } else if let Some(cell) = cell {
                if is_whole && rows_are_known {
                    self.setup.cells[size - number][index / 2] = cell;
                }
            } else {
                self.faults.push(BoardFault::UnknownCharacter {
                    line: number,
                    column,
                    found,
                    expected: Expected::DraughtsCell,
                });
                has_unknown = true;
            }
        }
        self.is_legible &= is_whole && !has_unknown;
        // A line of the wrong length with other letters in it is prose, not a row of pieces.
        if is_whole || !has_unknown {
            self.count[0] += count[0];
            self.count[1] += count[1];
        }
    }
}
