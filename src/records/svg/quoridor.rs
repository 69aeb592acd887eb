//! Draws Quoridor boards: squares with gaps for walls, pawns, walls.

use maud::{Markup, html};

use crate::words::Text;
use arbitro_rules::notation::quoridor::QuoridorSetup;
use arbitro_rules::quoridor::Direction;
use arbitro_rules::{Player, Square};
use arbitro_words::{Language, say};

/// Distance between squares, in hundredths of a square's width.
pub(super) const STEP: usize = 124;
pub(super) const SQUARE: usize = 100;
pub(super) const GAP: usize = STEP - SQUARE;

/// Names of squares, and the language of texts.
pub(super) type Spoken = (fn(Square) -> String, Language);

/// The viewBox of a board.
pub(super) fn view(size: usize) -> String {
    let side = size * STEP - GAP;
    format!("-12 -12 {} {}", side + 24, side + 24)
}

/// The viewBox of a board with row and column names.
pub(super) fn view_with_rim(size: usize) -> String {
    let side = size * STEP - GAP;
    format!("-72 -12 {0} {0}", side + 84)
}

/// Draws the names of rows and columns, beside and below a board.
pub(super) fn rim(size: usize) -> Markup {
    let middle = |index: usize| index * STEP + SQUARE / 2;
    let style = "font-size:44px";
    html! {
            @for index in 0..size {
                text .rim style=(style) x="-42" y=(middle(size - 1 - index) + 16) { (index + 1) }
                text .rim style=(style) x=(middle(index)) y=(size * STEP + 30) {
                    (char::from(b'a' + (index % 26) as u8))
                }
            }
    }
}

/// Draws a board's content with some places marked. Halves of walls are drawn separately, so that
/// an incomplete wall is visible.
pub(super) fn draw(setup: &QuoridorSetup, marks: &[Square], title: &str, spoken: Spoken) -> Markup {
    let on_board = |place: &&Square| usize::from(place.row.max(place.column)) < setup.size;
    let marks: Vec<Square> = marks.iter().filter(on_board).copied().collect();
    html! {
            title { (title) }
            desc { (in_words(setup, &marks, spoken)) }
            @for element in elements(setup, &marks) { (element) }
    }
}

/// The ground, and each square with what is on it, as an element.
pub(super) fn elements(setup: &QuoridorSetup, marks: &[Square]) -> Vec<Markup> {
    let size = setup.size;
    let side = size * STEP - GAP;
    // Row 0 is the lowest.
    let corner = |(row, column)| (column * STEP, (size - 1 - row) * STEP);
    let places = (0..size).flat_map(|row| (0..size).map(move |column| Square::at(row, column)));
    let ground = html! { rect .sq-l x="-12" y="-12" width=(side + 24) height=(side + 24) {} };
    let squares = places.map(|place| {
        let (row, column) = place.indices();
        let (x, y) = corner((row, column));
        html! {
                rect .sq-d x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
                @if marks.contains(&place) {
                    rect .hit x=(x + 8) y=(y + 8) width=(SQUARE - 16) height=(SQUARE - 16)
                        style="stroke-width:8" {}
                }
                @if setup.has_half(Direction::Horizontal, place) {
                    rect .po x=(x) y=(y.saturating_sub(GAP)) width=(SQUARE) height=(GAP) {}
                }
                @if setup.has_half(Direction::Vertical, place) {
                    rect .po x=(x + SQUARE) y=(y) width=(GAP) height=(SQUARE) {}
                }
                @if setup.middles[row][column].is_some() {
                    rect .po x=(x + SQUARE) y=(y.saturating_sub(GAP)) width=(GAP) height=(GAP) {}
                }
                @if let Some(player) = setup.pawns[row][column] {
                    circle cx=(x + SQUARE / 2) cy=(y + SQUARE / 2) r="34" style="stroke-width:5"
                        class=(if player == Player::X { "px" } else { "po" }) {}
                }
        }
    });
    std::iter::once(ground).chain(squares).collect()
}

/// Describes the position for people who do not see the drawing.
fn in_words(setup: &QuoridorSetup, marks: &[Square], (place_name, language): Spoken) -> String {
    let named = |places: &[Square]| {
        let names: Vec<String> = places.iter().map(|&it| place_name(it)).collect();
        names.join(" ")
    };
    let mut parts = Vec::new();
    for (player, walls) in [Player::X, Player::O].into_iter().zip(setup.walls_left) {
        let pawns = named(&setup.pawns_of(player));
        parts.push(say(&Text::Pawns { player, pawns, walls }, language).into_owned());
    }
    for (direction, what) in [
        (Direction::Horizontal, say(&Text::WallsAbove, language)),
        (Direction::Vertical, say(&Text::WallsRight, language)),
    ] {
        let mut walls = Vec::new();
        for row in 0..setup.size {
            for column in 0..setup.size {
                if setup.middles[row][column] == Some(direction) {
                    walls.push(Square::at(row, column));
                }
            }
        }
        if !walls.is_empty() {
            parts.push(format!("{what} {}", named(&walls)));
        }
    }
    if !marks.is_empty() {
        parts.push(format!("{} {}", say(&Text::Marked, language), named(marks)));
    }
    parts.join("; ")
}
