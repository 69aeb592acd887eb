//! Draws draughts boards: the board once in a document, then pieces on it by reference.
//!
//! Every board that a file can hold can be drawn, even an unplayable one.

use maud::{Markup, html};

use super::top;
use arbitro_rules::notation::{Scene, Tile};
use arbitro_rules::{Shape, Square};

const CROWN: &str = "M.29 .66L.25 .38L.39 .49L.5 .31L.61 .49L.75 .38L.71 .66Z";

/// Definitions that boards of one size and game refer to.
pub(super) fn defs(scene: &Scene<'_>) -> Markup {
    let size = scene.cells.len();
    let dark: String =
        dark_places(scene).map(|it| format!("M{} {}h1v1h-1z", it.column, top(scene, it))).collect();
    html! {
        defs {
            g id="board" {
                rect .sq-l width=(size) height=(size) {}
                path .sq-d d=(dark) {}
                rect .edge width=(size) height=(size) {}
                (square_names(scene))
            }
            circle id="mx" .px cx="0.5" cy="0.5" r="0.36" {}
            circle id="mo" .po cx="0.5" cy="0.5" r="0.36" {}
            g id="kx" {
                circle .px cx="0.5" cy="0.5" r="0.36" {}
                path .cx d=(CROWN) {}
            }
            g id="ko" {
                circle .po cx="0.5" cy="0.5" r="0.36" {}
                path .co d=(CROWN) {}
            }
            g id="hit" {
                rect .hit2 x="0.07" y="0.07" width="0.86" height="0.86" {}
                rect .hit x="0.07" y="0.07" width="0.86" height="0.86" {}
            }
        }
    }
}

/// The viewBox of a board.
pub(super) fn view(scene: &Scene<'_>) -> String {
    let size = scene.cells.len();
    if scene.has_numbers() {
        format!("-.05 -.05 {size}.1 {size}.1")
    } else {
        format!("-.6 -.05 {size}.65 {size}.65")
    }
}

fn dark_places(scene: &Scene<'_>) -> impl Iterator<Item = Square> {
    scene.tiles().filter(|(_, tile)| tile.is_dark).map(|(place, _)| place)
}

/// Labels dark squares inside, or rows and columns outside.
fn square_names(scene: &Scene<'_>) -> Markup {
    let size = scene.cells.len();
    html! {
        @if scene.has_numbers() {
            @for place in dark_places(scene) {
                text .sq-n x=(format!("{}.05", place.column)) y=(format!("{}.25", top(scene, place))) {
                    ((scene.place_name)(place))
                }
            }
        } @else {
            @for index in 0..size {
                text .rim x="-.3" y=(format!("{}.62", size - 1 - index)) { (scene.row_name(index)) }
                text .rim x=(format!("{index}.5")) y=(format!("{size}.45")) { (scene.column_name(index)) }
            }
        }
    }
}

/// The board, the marks and the pieces, each as an element.
pub(super) fn elements(scene: &Scene<'_>) -> Vec<Markup> {
    let at = |part: &str, place: Square| html! { use href=(part) x=(place.column) y=(top(scene, place)) {} };
    let marks = scene.marks.iter().map(|&place| at("#hit", place));
    let pieces = scene.tiles().filter_map(|(place, tile)| Some(at(&part(tile)?, place)));
    std::iter::once(html! { use href="#board" {} }).chain(marks).chain(pieces).collect()
}

/// The definition that draws a piece.
fn part(tile: Tile) -> Option<String> {
    let kind = if tile.shape == Some(Shape::King) { 'k' } else { 'm' };
    Some(format!("#{kind}{}", tile.owner?.letter()))
}
