//! Draws a board for a terminal, with or without colours.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

use super::setup::{Cell, Setup};
use super::written_board::read_text;
use super::{Picture, Strictness};
use crate::draughts::{Geometry, Rules, SquareNames};
use crate::{Look, Player, Square, column_letters};

/// Places to mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub Vec<Square>);

/// A drawn board, without and with colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Plain text. A marked place is in brackets.
    pub plain: String,
    /// The same text with ANSI colours.
    pub coloured: String,
}

pub(super) const FRAME: Style = Style::new().dimmed();
const LIGHT: Style = Style::new();
/// Maximum lines drawn of a board without cells.
const MAX_LINES: usize = 100;
/// Darker than usual terminal backgrounds, so that the board stands out.
const DARK: Style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(236))));
pub(super) const MARK: Style = Style::new()
    .bold()
    .fg_color(Some(Color::Ansi(AnsiColor::White)))
    .bg_color(Some(Color::Ansi(AnsiColor::Red)));

pub(super) fn piece_style(player: Player) -> Style {
    let colour = match player {
        Player::X => AnsiColor::BrightCyan,
        Player::O => AnsiColor::BrightYellow,
    };
    DARK.bold().fg_color(Some(Color::Ansi(colour)))
}

pub(super) fn draw(setup: &Setup, rules: &Rules, marks: &Marks) -> Diagram {
    let geometry = Geometry::new(rules);
    let mut diagram = Diagram { plain: String::new(), coloured: String::new() };
    for row in (0..setup.size).rev() {
        let mut parts = vec![(FRAME, format!("{:>4} ", row_name(rules, row)))];
        for (column, &cell) in setup.cells[row][..setup.size].iter().enumerate() {
            let is_dark = geometry.square(row, column).is_some();
            let letter = match cell {
                Cell::Empty if is_dark => '.',
                other => other.letter(),
            };
            parts.push(if marks.0.contains(&Square::at(row, column)) {
                (MARK, format!("[{letter}]"))
            } else {
                let ground = if is_dark { DARK } else { LIGHT };
                (cell.owner().map_or(ground, piece_style), format!(" {letter} "))
            });
        }
        diagram.add_line(&parts);
    }
    let columns: String =
        (0..setup.size).map(|column| format!(" {} ", column_name(rules, column))).collect();
    diagram.add_line(&[(FRAME, format!("{:>4} {}", "", columns.trim_end()))]);
    diagram
}

/// Draws a board of a game that is not compiled in: from its signs, or as text if it has no cells; `None` if
/// it is no board.
pub fn drawn_from_signs(look: &Look, text: &str, marks: &Marks) -> Option<Diagram> {
    let (text, _) = read_text(text.as_bytes(), 1, Strictness::Tolerant).ok()?;
    let mut diagram = Diagram::default();
    let rows = match Picture::of_look(look, &text) {
        Picture::Grid(rows) => rows,
        _ => {
            let lines = text.lines().take(MAX_LINES);
            lines.for_each(|line| diagram.add_line(&[(LIGHT, format!("     {line}"))]));
            return Some(diagram);
        }
    };
    for (row, tiles) in rows.iter().enumerate().rev() {
        let mut parts = vec![(FRAME, format!("{:>4} ", row + 1))];
        parts.extend(tiles.iter().enumerate().map(|(column, tile)| {
            let letter = if tile.sign == ' ' { '.' } else { tile.sign };
            if marks.0.contains(&Square::at(row, column)) {
                (MARK, format!("[{letter}]"))
            } else {
                (tile.owner.map_or(DARK, piece_style), format!(" {letter} "))
            }
        }));
        diagram.add_line(&parts);
    }
    let width = rows.first().map_or(0, Vec::len);
    let columns: String = (0..width).map(|it| format!(" {:<2}", column_letters(it))).collect();
    diagram.add_line(&[(FRAME, format!("{:>4} {}", "", columns.trim_end()))]);
    Some(diagram)
}

impl Diagram {
    pub(super) fn add_line(&mut self, parts: &[(Style, String)]) {
        let line: String = parts.iter().map(|(_, text)| text.as_str()).collect();
        self.plain.push_str(line.trim_end());
        self.plain.push('\n');
        for (style, text) in parts {
            self.coloured.push_str(&format!("{style}{text}{style:#}"));
        }
        self.coloured.push('\n');
    }
}

/// Label beside a row of the board: its number, or that of its leftmost square.
pub fn row_name(rules: &Rules, row: usize) -> String {
    let width = rules.size / 2;
    match rules.square_names {
        SquareNames::Coordinates => row.to_string(),
        SquareNames::Algebraic => (row + 1).to_string(),
        // The number of the row's leftmost dark square; the others follow.
        SquareNames::NumbersFromTop => ((rules.size - 1 - row) * width + 1).to_string(),
        SquareNames::NumbersFromBottomRight => ((row + 1) * width).to_string(),
    }
}

/// Label below a column of the board; blank where squares have numbers.
pub fn column_name(rules: &Rules, column: usize) -> String {
    match rules.square_names {
        SquareNames::Coordinates => column.to_string(),
        SquareNames::Algebraic => char::from(b'a' + column as u8).to_string(),
        _ => " ".to_owned(),
    }
}
