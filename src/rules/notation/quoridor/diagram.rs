//! Draws a Quoridor board for a terminal.

use anstyle::{AnsiColor, Color, Style};

use super::board_text::character;
use super::setup::QuoridorSetup;
use crate::notation::diagram::{Diagram, FRAME, MARK, Marks, piece_style};
use crate::{Player, Square};

const SQUARE: Style = Style::new().dimmed();
const WALL: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Magenta)));

/// Squares are three characters wide, gaps between columns one.
pub(super) fn draw(setup: &QuoridorSetup, marks: &Marks, walls_left: &str) -> Diagram {
    let mut diagram = Diagram::default();
    let side = 2 * setup.size - 1;
    for spot_row in (0..side).rev() {
        let row = spot_row / 2;
        let is_between = spot_row % 2 == 1;
        let name = if is_between { String::new() } else { (row + 1).to_string() };
        let mut parts = vec![(FRAME, format!("{name:>4} "))];
        for spot_column in 0..side {
            let letter = character(setup, (spot_row, spot_column));
            let place = Square::at(row, spot_column / 2);
            parts.push(match (is_between, spot_column % 2 == 1) {
                (_, true) => (WALL, letter.to_string()),
                (true, false) => (WALL, letter.to_string().repeat(3)),
                (false, false) if marks.0.contains(&place) => (MARK, format!("[{letter}]")),
                (false, false) => {
                    let pawn = setup.pawns[row][spot_column / 2];
                    (pawn.map_or(SQUARE, piece_style), format!(" {letter} "))
                }
            });
        }
        diagram.add_line(&parts);
    }
    let columns: Vec<String> =
        (0..setup.size).map(|column| format!(" {} ", char::from(b'a' + column as u8))).collect();
    diagram.add_line(&[(FRAME, format!("{:>4} {}", "", columns.join(" ").trim_end()))]);
    let [x, o] = setup.walls_left;
    diagram.add_line(&[
        (FRAME, format!("{:>4} ", "")),
        (Style::new(), format!("{walls_left} ")),
        (piece_style(Player::X), format!("x {x}")),
        (Style::new(), ", ".to_owned()),
        (piece_style(Player::O), format!("o {o}")),
    ]);
    diagram
}
