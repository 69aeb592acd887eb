//! Draws the board of a game that is not compiled in, from its signs: each cell as a square with a man, a
//! king, a stone, a block, or its character.

use maud::{Markup, html};

use arbitro_rules::notation::Tile;
use arbitro_rules::{Look, Player, Shape, Square};
use arbitro_words::{Language, own_text};

/// The facts of a game that drawing its grid needs.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a> {
    pub(super) look: Option<&'a Look>,
    pub(super) place_name: fn(Square) -> String,
    pub(super) language: Language,
}

/// The viewBox of a board.
pub(super) fn view(rows: &[Vec<Tile>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    format!("-.05 -.05 {width}.1 {}.1", rows.len())
}

impl Grid<'_> {
    /// Draws a board's content with some places marked.
    pub(super) fn draw(self, rows: &[Vec<Tile>], marks: &[Square], title: &str) -> Markup {
        html! {
            title { (title) }
            desc { (self.in_words(rows)) }
            @for element in self.elements(rows, marks) { (element) }
        }
    }

    /// The squares and the marks, each as an element.
    pub(super) fn elements(self, rows: &[Vec<Tile>], marks: &[Square]) -> Vec<Markup> {
        let squares = rows.iter().enumerate().flat_map(|(row, tiles)| {
            let tiles = tiles.iter().enumerate();
            tiles.map(move |(column, &tile)| self.square(rows.len(), Square::at(row, column), tile))
        });
        let marks = marks.iter().filter(|it| is_on(rows, **it)).map(|&place| {
            let (x, y) = (place.column, top(rows.len(), place));
            html! { rect .hit x=(format!("{x}.07")) y=(format!("{y}.07")) width="0.86" height="0.86" {} }
        });
        squares.chain(marks).collect()
    }

    /// Draws a square over what was there. The board has this many rows.
    pub(super) fn square(self, rows: usize, place: Square, tile: Tile) -> Markup {
        let (column, y) = (place.column, top(rows, place));
        let title = self.title(tile);
        html! {
            rect .sq-l x=(column) y=(y) width="1" height="1" style="stroke:#6b4128;stroke-width:.06" {}
            g transform=(format!("translate({column} {y})")) {
                @if let Some(title) = title { title { (title) } }
                (shape(tile))
            }
        }
    }

    fn title(self, tile: Tile) -> Option<String> {
        let title = self.look?.signs.get(&tile.sign)?.title.as_ref()?;
        Some(own_text(title, self.language).to_owned())
    }

    /// Lists the cells that hold something, for people who do not see the drawing.
    fn in_words(self, rows: &[Vec<Tile>]) -> String {
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        for (row, tiles) in rows.iter().enumerate() {
            for (column, &tile) in tiles.iter().enumerate().filter(|(_, it)| !it.is_empty) {
                let what = self.title(tile).unwrap_or_else(|| tile.sign.to_string());
                let place = (self.place_name)(Square::at(row, column));
                match all.iter_mut().find(|(it, _)| *it == what) {
                    Some((_, places)) => places.push(place),
                    None => all.push((what, vec![place])),
                }
            }
        }
        let parts = all.into_iter().map(|(what, places)| format!("{what}: {}", places.join(" ")));
        parts.collect::<Vec<_>>().join("; ")
    }
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

fn is_on(rows: &[Vec<Tile>], place: Square) -> bool {
    let (row, column) = place.indices();
    rows.get(row).is_some_and(|it| column < it.len())
}

fn top(rows: usize, place: Square) -> usize {
    rows.saturating_sub(1 + usize::from(place.row))
}
