//! Draws the board of a game that is not compiled in: each character in a square.

use maud::{Markup, html};

use arbitro_rules::Square;

/// The viewBox of a board.
pub(super) fn view(rows: &[Vec<char>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    format!("-.05 -.05 {width}.1 {}.1", rows.len())
}

/// Draws a board's content with some places marked.
pub(super) fn draw(rows: &[Vec<char>], marks: &[Square], title: &str) -> Markup {
    html! {
        title { (title) }
        @for (row, signs) in rows.iter().enumerate() {
            @for (column, &sign) in signs.iter().enumerate() {
                (square(rows, Square::at(row, column), sign))
            }
        }
        @for &place in marks {
            rect .hit x=(format!("{}.07", place.column)) y=(format!("{}.07", top(rows, place)))
                width="0.86" height="0.86" {}
        }
    }
}

/// Draws a square over what was there.
pub(super) fn square(rows: &[Vec<char>], place: Square, sign: char) -> Markup {
    let (column, y) = (place.column, top(rows, place));
    html! {
        rect .sq-l x=(column) y=(y) width="1" height="1" style="stroke:#6b4128;stroke-width:.06" {}
        text .rim x=(format!("{column}.5")) y=(format!("{y}.72")) style="font-size:.7px" { (sign) }
    }
}

fn top(rows: &[Vec<char>], place: Square) -> usize {
    rows.len().saturating_sub(1 + usize::from(place.row))
}
