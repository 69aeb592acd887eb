//! Draws a board without cells as the text that it is.

use maud::{Markup, html};

/// Width and height of a character.
const WIDE: f64 = 0.6;
const HIGH: f64 = 1.2;

/// The viewBox of a board.
pub(super) fn view(board: &str) -> String {
    let width = board.lines().map(str::len).max().unwrap_or_default().max(1);
    let height = board.split('\n').count();
    format!("-.3 -.3 {:.1} {:.1}", width as f64 * WIDE + 0.6, height as f64 * HIGH + 0.6)
}

/// The lines of a board, each as an element.
pub(super) fn elements(board: &str) -> Vec<Markup> {
    let line = |(row, line)| {
        html! {
            text x="0" y=(format!("{:.1}", row as f64 * HIGH + 0.9)) xml:space="preserve"
                style="font-family:monospace;font-size:1px;text-anchor:start" { (line) }
        }
    };
    board.split('\n').enumerate().map(line).collect()
}
