//! Names of squares: numbers, letters and numbers, or rows and columns.

use crate::Square;
use crate::draughts::{self, Geometry, Rules, SquareNames};

/// The name of a place in a rule set; light squares only have coordinates.
pub(super) fn place_name(rules: &Rules, place: Square) -> String {
    let (row, column) = place.indices();
    match (rules.square_names, Geometry::new(rules).square(row, column)) {
        (SquareNames::NumbersFromTop | SquareNames::NumbersFromBottomRight, Some(_)) => {
            number(rules, place).to_string()
        }
        (SquareNames::Algebraic, _) => algebraic(place),
        _ => format!("({row},{column})"),
    }
}

/// The number of a dark square, also in sets that write moves differently: FEN needs it.
pub fn number(rules: &Rules, place: Square) -> usize {
    let width = rules.size / 2;
    let (row, column) = place.indices();
    match rules.square_names {
        SquareNames::NumbersFromBottomRight => row * width + (width - 1 - column / 2) + 1,
        _ => (rules.size - 1 - row) * width + column / 2 + 1,
    }
}

fn algebraic(place: Square) -> String {
    let letter = char::from(b'a' + place.column);
    format!("{letter}{}", place.row + 1)
}

pub(super) fn numbered(rules: &Rules, number: usize) -> Option<draughts::Square> {
    let width = rules.size / 2;
    let index = number.checked_sub(1)?;
    let (line, place) = (index / width, index % width);
    let (row, place) = match rules.square_names {
        SquareNames::NumbersFromBottomRight => (line, width - 1 - place),
        _ => ((rules.size - 1).checked_sub(line)?, place),
    };
    let geometry = Geometry::new(rules);
    (0..2).find_map(|odd| geometry.square(row, 2 * place + odd))
}

/// The place of the square with a number, if there is one.
pub fn numbered_place(rules: &Rules, number: usize) -> Option<Square> {
    Some(Geometry::new(rules).place(numbered(rules, number)?))
}

/// Parses a square's name at the beginning of `text`; returns the square and the bytes it took.
///
/// `None` if there is no name of a dark square. All three ways of naming are understood.
pub(super) fn read(rules: &Rules, text: &[u8]) -> Option<(draughts::Square, usize)> {
    let geometry = Geometry::new(rules);
    let digits =
        |from: usize| text[from..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let value = |from: usize, count: usize| {
        text[from..from + count]
            .iter()
            .fold(0usize, |value, byte| value * 10 + usize::from(byte - b'0'))
    };
    match text.first()? {
        b'0'..=b'9' => {
            let count = digits(0);
            Some((numbered(rules, value(0, count))?, count))
        }
        letter @ (b'a'..=b'j' | b'A'..=b'J') => {
            let count = digits(1);
            let row = value(1, count).checked_sub(1)?;
            let column = usize::from(letter.to_ascii_lowercase() - b'a');
            Some((geometry.square(row, column)?, 1 + count))
        }
        b'(' => {
            let row_digits = digits(1);
            let comma = 1 + row_digits;
            if row_digits == 0 || text.get(comma) != Some(&b',') {
                return None;
            }
            let blanks = text[comma + 1..].iter().take_while(|byte| **byte == b' ').count();
            let column_at = comma + 1 + blanks;
            let column_digits = digits(column_at);
            let close = column_at + column_digits;
            if column_digits == 0 || text.get(close) != Some(&b')') {
                return None;
            }
            Some((
                geometry.square(value(1, row_digits), value(column_at, column_digits))?,
                close + 1,
            ))
        }
        _ => None,
    }
}
