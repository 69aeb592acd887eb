//! Finds the one cause that explains many faults of a board file.

use super::{BOARD_FILE_LIMIT, BoardReading, Notation, Strictness};
use crate::{GameId, with_game};
use serde::{Deserialize, Serialize};

/// A cause that a person can fix in one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardCause {
    /// A byte order mark before UTF-8 text.
    ByteOrderMark,
    /// UTF-16 text.
    Utf16,
    /// Bytes that are not text.
    Binary,
    /// Tabs where spaces belong.
    Tabs,
    /// Carriage returns at the ends of lines.
    LineEnds,
    /// A playable board of other games.
    OtherGame(Vec<GameId>),
    /// A playable board, turned or mirrored. More than one turn may fit, and other games may accept
    /// the board as it is.
    Turned(Vec<Turn>, Vec<GameId>),
}

/// An orientation of a board other than the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The rows are in reverse order.
    UpsideDown,
    /// The columns are in reverse order.
    Mirrored,
    /// A quarter turn.
    Quarter,
    /// A half turn, which looks the same as exchanged players.
    Half,
}

impl Turn {
    const ALL: [Turn; 4] = [Turn::UpsideDown, Turn::Mirrored, Turn::Quarter, Turn::Half];

    /// Undoes the turn; a quarter turn may have gone either way.
    fn undone(self, rows: &[Vec<char>]) -> Vec<String> {
        let last = rows.len() - 1;
        let picked = |place: &dyn Fn(usize, usize) -> (usize, usize)| -> String {
            let line = |row: usize| {
                let cells = (0..=last).map(|column| {
                    let (row, column) = place(row, column);
                    rows[row][column].to_string()
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
        }
    }
}

/// The games for which these bytes are a playable board, in the order of the rule table.
pub fn games_of_board(bytes: &[u8]) -> Vec<GameId> {
    let games = GameId::ALL.into_iter();
    games.filter(|&game| with_game!(game, G => is_playable::<G>(bytes))).collect()
}

/// Finds the cause that explains the faults in these bytes, if there is one.
pub fn board_cause<G: Notation>(bytes: &[u8], reading: &BoardReading<G>) -> Option<BoardCause> {
    if reading.board.is_some() {
        return None;
    }
    if is_utf16(bytes) {
        return Some(BoardCause::Utf16);
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Some(BoardCause::ByteOrderMark);
    }
    if is_binary(bytes) {
        return Some(BoardCause::Binary);
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
        return (!turns.is_empty()).then_some(BoardCause::Turned(turns, games));
    }
    (!games.is_empty()).then_some(BoardCause::OtherGame(games))
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
    let rows: Vec<Vec<char>> = text.lines().map(|it| it.chars().step_by(2).collect()).collect();
    if !G::ID.is_draughts() || rows.iter().any(|it| it.len() != rows.len()) {
        return Vec::new();
    }
    let fits = |turn: &Turn| {
        // A man that should have been promoted also looks right after a half turn. A whole board
        // that is turned has several such men on both sides.
        let men = |row: &[char], man| row.iter().filter(|it| **it == man).count();
        let are_many = men(&rows[0], 'x') > 2 && men(&rows[rows.len() - 1], 'o') > 2;
        (*turn != Turn::Half || are_many)
            && turn.undone(&rows).iter().any(|it| is_playable::<G>(it.as_bytes()))
    };
    Turn::ALL.into_iter().filter(fits).collect()
}
