//! What boards of a written game look like, as far as some of them show: the number of lines, their length, the
//! signs. So a text of another shape is recognised without a rule of the game.

use std::collections::BTreeSet;

use super::written_board::is_board_text;
use super::{BoardCause, BoardFault, Expected, Glyph, Turn};
use crate::Look;

const MAX_FAULTS: usize = 100;

/// The shape and the signs that known boards of a game have in common.
#[derive(Clone, Debug)]
pub struct Model {
    /// Characters of each line.
    widths: Vec<usize>,
    spaced: bool,
    /// The signs that the game names, and those of these boards.
    signs: BTreeSet<char>,
    is_named: bool,
}

impl Model {
    /// Finds what boards of a game have in common; `None` if they differ in the number of lines or a
    /// line's length.
    pub fn from_boards<'a>(
        look: &Look,
        boards: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Option<Model> {
        let first = boards.clone().into_iter().next()?;
        let widths = first.split('\n').map(str::len).collect();
        let (spaced, signs) = (look.spaced, look.signs.keys().copied().collect());
        let mut model = Model { widths, spaced, signs, is_named: true };
        if !boards.clone().into_iter().all(|board| model.shape_faults(board).is_empty()) {
            return None;
        }
        for board in boards {
            let seen: Vec<char> = model.cells(board).map(|cell| cell.2).collect();
            model.is_named &= seen.iter().all(|letter| look.signs.contains_key(letter));
            model.signs.extend(seen);
        }
        Some(model)
    }

    pub fn is_named(&self) -> bool {
        self.is_named
    }

    /// The faults of a text that is no board of this shape with these signs.
    pub fn faults(&self, text: &str) -> Vec<BoardFault> {
        let mut faults = self.shape_faults(text);
        // In another shape, a sign stands in no known place.
        if faults.is_empty() {
            let shown = self.signs.iter().filter(|&&sign| sign != ' ');
            let listed = shown.map(char::to_string).collect::<Vec<_>>().join(" ");
            let unknown = self.cells(text).filter(|(.., sign)| !self.signs.contains(sign));
            faults.extend(unknown.map(|(line, column, sign)| BoardFault::UnknownSign {
                line: line + 1,
                column: column + 1,
                found: Glyph::Char(sign),
                signs: listed.clone(),
            }));
        }
        faults.truncate(MAX_FAULTS);
        faults
    }

    /// The faults of a text that is no board of this shape.
    pub fn shape_faults(&self, text: &str) -> Vec<BoardFault> {
        let found = text.split('\n').count();
        if found != self.widths.len() {
            let (expected, meaning) = (self.widths.len(), Expected::BoardLines);
            return vec![BoardFault::LineCount { found, expected, meaning }];
        }
        let mut faults = Vec::new();
        for (index, (line, &expected)) in text.split('\n').zip(&self.widths).enumerate() {
            if line.len() != expected {
                let found = line.len();
                faults.push(BoardFault::RowLength { line: index + 1, found, expected });
            } else if self.spaced
                && let Some(at) = line.bytes().skip(1).step_by(2).position(|byte| byte != b' ')
            {
                let found = Glyph::Char(line.as_bytes()[2 * at + 1].into());
                faults.push(BoardFault::BadSeparator {
                    line: index + 1,
                    column: 2 * at + 2,
                    found,
                });
            }
        }
        faults
    }

    /// The cells of a text: line and column from 0, and the sign.
    fn cells(&self, text: &str) -> impl Iterator<Item = (usize, usize, char)> {
        let step = if self.spaced { 2 } else { 1 };
        text.split('\n').enumerate().flat_map(move |(line, row)| {
            row.chars().enumerate().step_by(step).map(move |(column, sign)| (line, column, sign))
        })
    }

    pub fn cause(&self, text: &str) -> Option<BoardCause> {
        let is_right = |text: &str| self.faults(text).is_empty();
        if is_right(text) {
            return None;
        }
        if is_literal(text) {
            return Some(BoardCause::Literal);
        }
        let lines: Vec<&str> = text.split('\n').filter(|part| !part.is_empty()).collect();
        let boards = lines.chunks(self.widths.len()).map(|chunk| chunk.join("\n"));
        if lines.len() >= 2 * self.widths.len() && boards.take(2).all(|board| is_right(&board)) {
            return Some(BoardCause::SeveralBoards);
        }
        let each = |change: fn(&str) -> String| {
            is_right(&text.split('\n').map(change).collect::<Vec<_>>().join("\n"))
        };
        if self.spaced {
            return each(spaced_out).then_some(BoardCause::NoSeparators);
        }
        each(without_spaces).then_some(BoardCause::Separators)
    }

    /// The turns by which a text that no move leads to becomes one that a move leads to. A board that looks the same
    /// turned tells nothing.
    pub fn turns(
        text: &str,
        before: &str,
        is_reached: impl Fn(&str) -> bool,
    ) -> Option<BoardCause> {
        let fits =
            |turn: &Turn| turned(*turn, before) != before && is_reached(&turned(*turn, text));
        let turns: Vec<_> =
            [Turn::UpsideDown, Turn::Mirrored, Turn::Half].into_iter().filter(fits).collect();
        (!turns.is_empty()).then_some(BoardCause::Turned(turns, Vec::new()))
    }
}

/// A board with its rows, its columns or both in reverse order.
fn turned(turn: Turn, board: &str) -> String {
    let mut lines: Vec<String> = board.split('\n').map(str::to_owned).collect();
    if matches!(turn, Turn::UpsideDown | Turn::Half) {
        lines.reverse();
    }
    if matches!(turn, Turn::Mirrored | Turn::Half) {
        lines.iter_mut().for_each(|it| *it = it.chars().rev().collect());
    }
    lines.join("\n")
}

fn spaced_out(line: &str) -> String {
    line.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// A line without a space between each two characters, if it has such spaces.
fn without_spaces(line: &str) -> String {
    let is_spaced = line.len() % 2 == 1 && line.bytes().skip(1).step_by(2).all(|byte| byte == b' ');
    let step = if is_spaced { 2 } else { 1 };
    line.chars().step_by(step).collect()
}

/// Values that are no text, as programs print them.
const NOTHING: [&str; 8] =
    ["None", "null", "nil", "undefined", "True", "False", "NaN", "[object Object]"];

/// Returns true for a value as a programming language writes it: a text in quotes, a list or tuple of them, or none
/// at all.
pub(super) fn is_literal(text: &str) -> bool {
    let text = text.trim();
    if NOTHING.contains(&text) {
        return true;
    }
    let inner = text.trim_start_matches(['(', '[', '{', 'b', ' ']);
    let quote = inner.chars().next().filter(|letter| matches!(letter, '\'' | '"'));
    let end = text.trim_end_matches([')', ']', '}', ',', ' ']);
    is_board_text(text)
        && quote.is_some_and(|quote| text.len() > 2 && (end.ends_with(quote) || end != text))
}
