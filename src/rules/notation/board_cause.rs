//! Finds the one cause that explains many faults of a board file.

use super::model::is_literal;
use super::{
    BOARD_FILE_LIMIT, BoardFault, BoardReading, Expected, Glyph, Notation, SetupFault, Strictness,
};
use crate::{GameId, with_game};
use serde::{Deserialize, Serialize};

/// A cause that a person can fix in one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardCause {
    /// A byte order mark before UTF-8 text.
    ByteOrderMark,
    Utf16,
    /// Bytes that are not text.
    Binary,
    Html,
    /// More than one board, as of a program that appends to its file.
    SeveralBoards,
    /// Tabs where spaces belong.
    Tabs,
    /// Carriage returns at the ends of lines.
    LineEnds,
    /// A playable board of other games.
    OtherGame(Vec<GameId>),
    /// A playable board without the spaces between cells.
    NoSeparators,
    /// Spaces between cells, where none belong.
    Separators,
    /// A value as a programming language writes it, such as a text in quotes.
    Literal,
    /// Dots for empty squares, as in drawings.
    Dots,
    /// Other signs for pieces or empty squares.
    OtherSigns(Vec<char>),
    /// A playable board, turned, mirrored or shifted. More than one turn may fit, and other games may
    /// accept the board as it is.
    Turned(Vec<Turn>, Vec<GameId>),
    /// Kings that are written as men.
    KingsAsMen,
}

/// A place or orientation of a board other than the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The rows are in reverse order.
    UpsideDown,
    /// The columns are in reverse order.
    Mirrored,
    Quarter,
    /// A half turn, which looks the same as exchanged players.
    Half,
    /// Every piece is a row too high or too low.
    ByARow,
    /// Every piece is a column too far left or right.
    ByAColumn,
}

impl Turn {
    const ALL: [Turn; 6] = [
        Turn::UpsideDown,
        Turn::Mirrored,
        Turn::Quarter,
        Turn::Half,
        Turn::ByARow,
        Turn::ByAColumn,
    ];

    /// Undoes the turn, which may have gone either way.
    fn undone(self, rows: &[Vec<char>]) -> Vec<String> {
        let last = rows.len() - 1;
        // Places beyond the board are empty.
        let picked = |place: &dyn Fn(usize, usize) -> (usize, usize)| -> String {
            let line = |row: usize| {
                let cells = (0..=last).map(|column| {
                    let (row, column) = place(row, column);
                    let cell = rows.get(row).and_then(|row| row.get(column));
                    cell.unwrap_or(&' ').to_string()
                });
                cells.collect::<Vec<_>>().join(" ")
            };
            (0..=last).map(line).collect::<Vec<_>>().join("\n")
        };
        match self {
            Turn::UpsideDown => vec![picked(&|row, column| (last - row, column))],
            Turn::Mirrored => vec![picked(&|row, column| (row, last - column))],
            Turn::Quarter => vec![
                picked(&|row, column| (column, last - row)),
                picked(&|row, column| (last - column, row)),
            ],
            Turn::Half => vec![picked(&|row, column| (last - row, last - column))],
            Turn::ByARow => vec![
                picked(&|row, column| (row + 1, column)),
                picked(&|row, column| (row.wrapping_sub(1), column)),
            ],
            Turn::ByAColumn => vec![
                picked(&|row, column| (row, column + 1)),
                picked(&|row, column| (row, column.wrapping_sub(1))),
            ],
        }
    }
}

/// The games for which these bytes are a playable board, in the order of the rule table.
pub fn games_of_board(bytes: &[u8]) -> Vec<GameId> {
    let games = GameId::ALL.into_iter();
    games.filter(|&game| with_game!(game, G => is_playable::<G>(bytes), else _ => false)).collect()
}

/// Finds the cause that explains the faults in these bytes, if there is one.
pub fn board_cause<G: Notation>(bytes: &[u8], reading: &BoardReading<G>) -> Option<BoardCause> {
    if reading.board.is_some() {
        return None;
    }
    if let Some(cause) = text_cause(bytes) {
        return Some(cause);
    }
    if holds_several::<G>(bytes) {
        return Some(BoardCause::SeveralBoards);
    }
    if bytes.len() > BOARD_FILE_LIMIT {
        return None;
    }
    if bytes.contains(&b'\t') {
        return Some(BoardCause::Tabs);
    }
    if bytes.contains(&b'\r') && is_playable::<G>(&with_newlines(bytes)) {
        return Some(BoardCause::LineEnds);
    }
    let games = games_of_board(bytes);
    if reading.setup.is_some() {
        let turns = turns::<G>(bytes);
        if !turns.is_empty() {
            return Some(BoardCause::Turned(turns, games));
        }
        return are_kings_men(&reading.faults).then_some(BoardCause::KingsAsMen);
    }
    if !games.is_empty() {
        return Some(BoardCause::OtherGame(games));
    }
    if G::ID.is_draughts() && is_playable::<G>(&with_separators(bytes)) {
        return Some(BoardCause::NoSeparators);
    }
    other_signs(&reading.faults)
        .or_else(|| std::str::from_utf8(bytes).is_ok_and(is_literal).then_some(BoardCause::Literal))
}

/// Finds the cause in bytes that are no text of a board in any game.
pub fn text_cause(bytes: &[u8]) -> Option<BoardCause> {
    if is_utf16(bytes) {
        Some(BoardCause::Utf16)
    } else if bytes.starts_with(b"\xef\xbb\xbf") {
        Some(BoardCause::ByteOrderMark)
    } else if is_binary(bytes) {
        Some(BoardCause::Binary)
    } else if bytes.trim_ascii_start().starts_with(b"<") && bytes.contains(&b'>') {
        Some(BoardCause::Html)
    } else {
        None
    }
}

fn is_playable<G: Notation>(bytes: &[u8]) -> bool {
    G::read_board(bytes, Strictness::Tolerant).board.is_some()
}

/// Returns true for a UTF-16 byte order mark, or if every second byte is zero.
fn is_utf16(bytes: &[u8]) -> bool {
    let is_zero = |at: usize| bytes.len() > 3 && bytes.chunks_exact(2).all(|pair| pair[at] == 0);
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || is_zero(0) != is_zero(1)
}

/// Returns true if at least an eighth of the bytes is not ASCII text. Fewer are faults of their
/// own, like the zero that C leaves at the end of a string.
fn is_binary(bytes: &[u8]) -> bool {
    let is_text = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    let others = bytes.iter().filter(|&&byte| !is_text(byte)).count();
    others * 8 > bytes.len() && std::str::from_utf8(bytes).map_or(true, |it| it.contains('\0'))
}

/// Returns true if two boards of the usual size follow each other, with or without newlines between.
fn holds_several<G: Notation>(bytes: &[u8]) -> bool {
    let length = G::write_board(&G::start().board()).len();
    let is_board = |bytes: &[u8]| bytes.get(..length).is_some_and(is_playable::<G>);
    let rest = bytes.get(length..).unwrap_or_default();
    let begin = rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
    is_board(bytes) && is_board(&rest[begin..])
}

/// Puts a space between any two characters of a line. Dots, as in drawings, become spaces.
fn with_separators(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).replace('.', " ");
    let line = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n").into_bytes()
}

/// Maximum signs of pieces and empty squares; more are prose.
const MAX_SIGNS: usize = 5;

/// The signs of a drawing that has the form of a board of draughts, and at least two cells that no
/// board has: of one, its fault says all.
fn other_signs(faults: &[BoardFault]) -> Option<BoardCause> {
    let mut signs = Vec::new();
    for fault in faults {
        match fault {
            BoardFault::UnknownCharacter {
                found: Glyph::Char(sign @ '!'..='~'),
                expected: Expected::DraughtsCell,
                ..
            } => signs.push(*sign),
            BoardFault::Setup { .. } => {}
            _ => return None,
        }
    }
    let cells = signs.len();
    signs.sort_unstable();
    signs.dedup();
    match signs[..] {
        _ if cells < 2 || signs.len() > MAX_SIGNS => None,
        ['.'] => Some(BoardCause::Dots),
        _ => Some(BoardCause::OtherSigns(signs)),
    }
}

/// Returns true if there are several men that must be kings, and no other fault. One move forgets one
/// at most.
fn are_kings_men(faults: &[BoardFault]) -> bool {
    let is_unpromoted = |fault: &BoardFault| {
        matches!(fault, BoardFault::Setup { fault: SetupFault::UnpromotedMan { .. }, .. })
    };
    faults.len() > 1 && faults.iter().all(is_unpromoted)
}

/// Replaces line ends with plain newlines.
fn with_newlines(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace("\r\r\n", "\n").replace("\r\n", "\n");
    text.replace('\r', "\n").into_bytes()
}

/// The turns that, undone, make the board playable. Draughts only: in Quoridor a turned board is a
/// valid board.
fn turns<G: Notation>(bytes: &[u8]) -> Vec<Turn> {
    let text = String::from_utf8_lossy(bytes);
    let Some(rows) = cells::<G>(&text) else {
        return Vec::new();
    };
    let pieces = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
    let fits = |turn: &Turn| {
        // A man that should have been promoted also looks right after a half turn. A whole board
        // that is turned has several such men on both sides.
        let men = |row: &[char], man| row.iter().filter(|letter| **letter == man).count();
        let are_many = men(&rows[0], 'x') > 2 && men(&rows[rows.len() - 1], 'o') > 2;
        (*turn != Turn::Half || are_many)
            && turn.undone(&rows).iter().any(|undone| {
                // A shift that pushes a piece off the board is none.
                pieces(undone) == pieces(&text) && is_playable::<G>(undone.as_bytes())
            })
    };
    Turn::ALL.into_iter().filter(fits).collect()
}

/// The cells of a square board of draughts.
fn cells<G: Notation>(text: &str) -> Option<Vec<Vec<char>>> {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().step_by(2).collect()).collect();
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    (G::ID.is_draughts() && is_square).then_some(rows)
}

/// Finds how a playable board was turned that is legal once that is undone. One that has the pieces of
/// the opponent where they were, or fewer of them, is rather a wrong move.
pub(crate) fn turned_legal_board<G: Notation>(
    before: &G,
    bytes: &[u8],
    is_legal: impl Fn(&G::Board) -> bool,
) -> Option<BoardCause> {
    let text = String::from_utf8_lossy(bytes);
    let rows = cells::<G>(&text)?;
    let before_text = G::write_board(&before.board());
    let before_rows = cells::<G>(&before_text)?;
    let opponent = (!before.turn()).letter();
    let is_theirs = |cell: char| cell.to_ascii_lowercase() == opponent;
    let mut pairs = rows.concat().into_iter().zip(before_rows.concat());
    if !pairs.any(|(now, then)| is_theirs(now) && !is_theirs(then)) {
        return None;
    }
    let fits = |turn: &Turn| {
        let mut undone = turn.undone(&rows);
        if *turn == Turn::Half {
            undone.push(exchanged(&text));
        }
        undone.iter().any(|undone| {
            let read = G::read_board(undone.as_bytes(), Strictness::Tolerant);
            read.board.is_some_and(|board| is_legal(&board))
        })
    };
    let turns: Vec<Turn> = Turn::ALL.into_iter().filter(fits).collect();
    (!turns.is_empty()).then(|| BoardCause::Turned(turns, Vec::new()))
}

/// The same board with the pieces of each player as the other's.
fn exchanged(text: &str) -> String {
    let other = |cell| match cell {
        'x' => 'o',
        'X' => 'O',
        'o' => 'x',
        'O' => 'X',
        cell => cell,
    };
    text.chars().map(other).collect()
}
