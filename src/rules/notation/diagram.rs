//! Draws a board for a terminal, with or without colours.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

use super::scene::{Scene, Tile};
use crate::quoridor::Direction;
use crate::{Player, Square};

/// A text with its style.
type Part = (Style, String);

/// A drawn board, without and with colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Plain text. A marked place is in brackets.
    pub plain: String,
    /// The same text with ANSI colours.
    pub coloured: String,
}

const FRAME: Style = Style::new().dimmed();
const LIGHT: Style = Style::new();
const MAX_LINES: usize = 100;
/// Darker than usual terminal backgrounds, so that the board stands out.
const DARK: Style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(236))));
const WALL: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Magenta)));
const MARK: Style = Style::new()
    .bold()
    .fg_color(Some(Color::Ansi(AnsiColor::White)))
    .bg_color(Some(Color::Ansi(AnsiColor::Red)));

fn piece_style(player: Player) -> Style {
    let colour = match player {
        Player::X => AnsiColor::BrightCyan,
        Player::O => AnsiColor::BrightYellow,
    };
    DARK.bold().fg_color(Some(Color::Ansi(colour)))
}

impl Scene<'_> {
    /// Draws the board; `walls_left` labels the walls left.
    pub fn diagram(&self, walls_left: &str) -> Diagram {
        let mut diagram = Diagram::default();
        for line in self.text.lines().take(MAX_LINES) {
            diagram.add_line(&[(LIGHT, format!("     {line}"))]);
        }
        if self.cells.is_empty() {
            return diagram;
        }
        for (row, tiles) in self.cells.iter().enumerate().rev() {
            if self.walls_left.is_some() && row + 1 < self.cells.len() {
                let above = |it: &Tile| (WALL, wall_part(it.above, '-').to_string().repeat(3));
                let middle = |it: &Tile| match it.middle {
                    Some(Direction::Horizontal) => '-',
                    Some(Direction::Vertical) => '|',
                    None => ' ',
                };
                diagram.add_line(&self.parts("", tiles.iter().map(|it| (above(it), middle(it)))));
            }
            let cells = tiles.iter().enumerate().map(|(column, tile)| {
                (self.cell(Square::at(row, column), tile), wall_part(tile.right, '|'))
            });
            diagram.add_line(&self.parts(&self.row_name(row), cells));
        }
        let gap = if self.walls_left.is_some() { " " } else { "" };
        let columns = 0..self.cells.first().map_or(0, Vec::len);
        let columns: String =
            columns.map(|column| format!(" {:<2}{gap}", self.column_name(column))).collect();
        diagram.add_line(&[(FRAME, format!("{:>4} {}", "", columns.trim_end()))]);
        if let Some([x, o]) = self.walls_left {
            diagram.add_line(&[
                (FRAME, format!("{:>4} ", "")),
                (LIGHT, format!("{walls_left} ")),
                (piece_style(Player::X), format!("x {x}")),
                (LIGHT, ", ".to_owned()),
                (piece_style(Player::O), format!("o {o}")),
            ]);
        }
        diagram
    }

    /// A line of the drawing: its name, then each cell's part with, in a game with walls, that of the gap to its right.
    fn parts(&self, name: &str, cells: impl Iterator<Item = (Part, char)>) -> Vec<Part> {
        let mut parts = vec![(FRAME, format!("{name:>4} "))];
        for (cell, gap) in cells {
            parts.push(cell);
            parts.extend(self.walls_left.map(|_| (WALL, gap.to_string())));
        }
        // There is no gap to the right of the last cell.
        parts.truncate(parts.len() - usize::from(self.walls_left.is_some()));
        parts
    }

    fn cell(&self, place: Square, tile: &Tile) -> Part {
        let letter = if tile.sign == ' ' && tile.is_dark { '.' } else { tile.sign };
        if self.marks.contains(&place) {
            return (MARK, format!("[{letter}]"));
        }
        let ground = match (self.walls_left, tile.is_dark) {
            (Some(_), _) => FRAME,
            (None, true) => DARK,
            (None, false) => LIGHT,
        };
        (tile.owner.map_or(ground, piece_style), format!(" {letter} "))
    }
}

const fn wall_part(is_there: bool, letter: char) -> char {
    if is_there { letter } else { ' ' }
}

impl Diagram {
    fn add_line(&mut self, parts: &[Part]) {
        let line: String = parts.iter().map(|(_, text)| text.as_str()).collect();
        self.plain.push_str(line.trim_end());
        self.plain.push('\n');
        for (style, text) in parts {
            self.coloured.push_str(&format!("{style}{text}{style:#}"));
        }
        self.coloured.push('\n');
    }
}
