//! Draws the board of a game that is not compiled in, from its signs: each cell as a square with a man, a
//! king, a stone, a block, or its character.

use maud::{Markup, html};

use super::top;
use arbitro_rules::notation::{Scene, Tile};
use arbitro_rules::{Look, Player, Shape};
use arbitro_words::{Language, own_text};

/// The viewBox of a board.
pub(super) fn view(scene: &Scene<'_>) -> String {
    let width = scene.cells.first().map_or(0, Vec::len);
    format!("-.05 -.05 {width}.1 {}.1", scene.cells.len())
}

/// The squares and the marks, each as an element.
pub(super) fn elements(scene: &Scene<'_>, look: &Look, language: Language) -> Vec<Markup> {
    let squares = scene.tiles().map(|(place, tile)| {
        let (column, y) = (place.column, top(scene, place));
        html! {
            rect .sq-l x=(column) y=(y) width="1" height="1" style="stroke:#6b4128;stroke-width:.06" {}
            g transform=(format!("translate({column} {y})")) {
                @if let Some(title) = title(look, tile, language) { title { (title) } }
                (shape(tile))
            }
        }
    });
    let marks = scene.marks.iter().map(|&place| {
        let (x, y) = (place.column, top(scene, place));
        html! { rect .hit x=(format!("{x}.07")) y=(format!("{y}.07")) width="0.86" height="0.86" {} }
    });
    squares.chain(marks).collect()
}

/// The name of what stands on a cell.
pub(super) fn title(look: &Look, tile: Tile, language: Language) -> Option<&str> {
    Some(own_text(look.signs.get(&tile.sign)?.title.as_ref()?, language))
}

fn shape(tile: Tile) -> Markup {
    let (piece, crown) = match tile.owner {
        Some(Player::X) => ("px", "cx"),
        Some(Player::O) => ("po", "co"),
        None => ("edge", "sq-d"),
    };
    let letter = || {
        html! { text .rim x=".5" y=".72" style="font-size:.7px" { (tile.sign) } }
    };
    match tile.shape {
        Some(Shape::Man) => html! {
            circle class=(piece) cx=".5" cy=".5" r=".38" {}
            circle class=(piece) cx=".5" cy=".5" r=".24" {}
        },
        Some(Shape::King) => html! {
            circle class=(piece) cx=".5" cy=".5" r=".38" {}
            path class=(crown) d="M.3 .66V.36l.12 .12L.5 .32l.08 .16L.7 .36v.3z" {}
        },
        Some(Shape::Stone) => html! { circle class=(piece) cx=".5" cy=".5" r=".4" {} },
        Some(Shape::Block) => html! {
            rect class=(if tile.owner.is_some() { piece } else { "sq-d" }) x=".06" y=".06" width=".88"
                height=".88" {}
        },
        None if tile.is_empty => Markup::default(),
        None => letter(),
    }
}
