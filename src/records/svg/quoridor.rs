//! Draws Quoridor boards: squares with gaps for walls, pawns, walls.

use maud::{Markup, html};

use super::top;
use arbitro_rules::Player;
use arbitro_rules::notation::Scene;

/// Distance between squares, in hundredths of a square's width.
const STEP: usize = 124;
const SQUARE: usize = 100;
const GAP: usize = STEP - SQUARE;

fn side(scene: &Scene<'_>) -> usize {
    scene.cells.len() * STEP - GAP
}

/// The viewBox of a board.
pub(super) fn view(scene: &Scene<'_>) -> String {
    format!("-12 -12 {0} {0}", side(scene) + 24)
}

/// The viewBox of a board with row and column names.
pub(super) fn view_with_rim(scene: &Scene<'_>) -> String {
    format!("-72 -12 {0} {0}", side(scene) + 84)
}

/// Draws the names of rows and columns, beside and below a board.
pub(super) fn rim(scene: &Scene<'_>) -> Markup {
    let size = scene.cells.len();
    let middle = |index: usize| index * STEP + SQUARE / 2;
    let style = "font-size:44px";
    html! {
        @for index in 0..size {
            text .rim style=(style) x="-42" y=(middle(size - 1 - index) + 16) { (scene.row_name(index)) }
            text .rim style=(style) x=(middle(index)) y=(size * STEP + 30) { (scene.column_name(index)) }
        }
    }
}

/// The ground, and each square with what is on it, as an element. Halves of walls are drawn separately, so that
/// an incomplete wall is visible.
pub(super) fn elements(scene: &Scene<'_>) -> Vec<Markup> {
    let side = side(scene) + 24;
    let ground = html! { rect .sq-l x="-12" y="-12" width=(side) height=(side) {} };
    let squares = scene.tiles().map(|(place, tile)| {
        let (x, y) = (usize::from(place.column) * STEP, top(scene, place) * STEP);
        html! {
            rect .sq-d x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
            @if scene.marks.contains(&place) {
                rect .hit x=(x + 8) y=(y + 8) width=(SQUARE - 16) height=(SQUARE - 16)
                    style="stroke-width:8" {}
            }
            @if tile.above {
                rect .po x=(x) y=(y.saturating_sub(GAP)) width=(SQUARE) height=(GAP) {}
            }
            @if tile.right {
                rect .po x=(x + SQUARE) y=(y) width=(GAP) height=(SQUARE) {}
            }
            @if tile.middle.is_some() {
                rect .po x=(x + SQUARE) y=(y.saturating_sub(GAP)) width=(GAP) height=(GAP) {}
            }
            @if let Some(player) = tile.owner {
                circle cx=(x + SQUARE / 2) cy=(y + SQUARE / 2) r="34" style="stroke-width:5"
                    class=(if player == Player::X { "px" } else { "po" }) {}
            }
        }
    });
    std::iter::once(ground).chain(squares).collect()
}
