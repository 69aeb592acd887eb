//! Draws draughts boards: the board once in a document, then pieces on it by reference.
//!
//! Every board that a file can hold can be drawn, even an unplayable one.

use maud::{Markup, html};

use crate::words::Text;
use arbitro_rules::draughts::{Geometry, Rules, SquareNames};
use arbitro_rules::notation::{Cell, Setup, square_number};
use arbitro_rules::{Player, Square};
use arbitro_words::{Language, say};

/// Draws the boards of a draughts set.
#[derive(Debug)]
pub(super) struct DraughtsDrawing {
    pub(super) rules: Rules,
    pub(super) place_name: fn(Square) -> String,
    pub(super) language: Language,
}

const CROWN: &str = "M.29 .66L.25 .38L.39 .49L.5 .31L.61 .49L.75 .38L.71 .66Z";

impl DraughtsDrawing {
    /// Definitions that boards refer to. The page needs them once, before the first board.
    pub(super) fn defs(&self) -> Markup {
        let size = self.rules.size;
        html! {
                defs {
                    g id="board" {
                        rect .sq-l width=(size) height=(size) {}
                        path .sq-d d=(self.dark_squares()) {}
                        rect .edge width=(size) height=(size) {}
                        (self.square_names())
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
    pub(super) fn view(&self) -> String {
        let size = self.rules.size;
        if self.has_names_inside() {
            format!("-.05 -.05 {size}.1 {size}.1")
        } else {
            format!("-.6 -.05 {size}.65 {size}.65")
        }
    }

    /// Draws a board's content with some places marked.
    pub(super) fn content(&self, setup: &Setup, marks: &[Square], title: &str) -> Markup {
        let size = setup.size;
        let on_board = |place: &&Square| usize::from(place.row.max(place.column)) < size;
        let marks: Vec<Square> = marks.iter().filter(on_board).copied().collect();
        html! {
                title { (title) }
                desc { (self.in_words(setup, &marks)) }
                @for element in elements(setup, &marks) { (element) }
        }
    }

    /// Returns true if dark squares are labelled inside, false if rows and columns are labelled
    /// outside.
    const fn has_names_inside(&self) -> bool {
        matches!(
            self.rules.square_names,
            SquareNames::NumbersFromTop | SquareNames::NumbersFromBottomRight
        )
    }

    fn dark_places(&self) -> impl Iterator<Item = Square> {
        let (size, geometry) = (self.rules.size, Geometry::new(&self.rules));
        let places = (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)));
        places
            .filter(move |&(row, column)| geometry.square(row, column).is_some())
            .map(|(row, column)| Square::at(row, column))
    }

    fn dark_squares(&self) -> String {
        let top = self.rules.size - 1;
        self.dark_places()
            .map(|Square { row, column }| format!("M{column} {}h1v1h-1z", top - usize::from(row)))
            .collect()
    }

    fn square_names(&self) -> Markup {
        let size = self.rules.size;
        let top = size - 1;
        let starts_with_letters = self.rules.square_names == SquareNames::Algebraic;
        let column_name = |column: usize| match u8::try_from(column) {
            Ok(number) if starts_with_letters => char::from(b'a' + number % 26).to_string(),
            _ => column.to_string(),
        };
        html! {
            @if self.has_names_inside() {
                @for place in self.dark_places() {
                    text .sq-n x=(format!("{}.05", place.column)) y=(format!("{}.25", top - usize::from(place.row))) {
                        (square_number(&self.rules, place))
                    }
                }
            } @else {
                @for index in 0..size {
                    text .rim x="-.3" y=(format!("{}.62", top - index)) {
                        (index + usize::from(starts_with_letters))
                    }
                    text .rim x=(format!("{index}.5")) y=(format!("{size}.45")) {
                        (column_name(index))
                    }
                }
            }
        }
    }

    /// Describes the position for people who do not see the drawing.
    fn in_words(&self, setup: &Setup, marks: &[Square]) -> String {
        let mut parts = Vec::new();
        let mut tell = |what: &str, places: &[Square]| {
            let names: Vec<String> = places.iter().map(|&it| (self.place_name)(it)).collect();
            if !names.is_empty() {
                parts.push(format!("{what} {}", names.join(" ")));
            }
        };
        for player in [Player::X, Player::O] {
            for (cell, what) in [
                (Cell::Man(player), Text::Men { player }),
                (Cell::King(player), Text::Kings { player }),
            ] {
                let of_it = setup.iter().filter(|(_, it)| *it == cell);
                let places: Vec<Square> = of_it.map(|(place, _)| place).collect();
                tell(&say(&what, self.language), &places);
            }
        }
        tell(&say(&Text::Marked, self.language), marks);
        parts.join("; ")
    }
}

/// The board, the marks and the pieces, each as an element.
pub(super) fn elements(setup: &Setup, marks: &[Square]) -> Vec<Markup> {
    let at = |part: &str, place: Square| {
        let y = setup.size.saturating_sub(1 + usize::from(place.row));
        html! { use href=(part) x=(place.column) y=(y) {} }
    };
    let marks = marks.iter().map(|&place| at("#hit", place));
    let pieces = setup.iter().filter_map(|(place, cell)| Some(at(part(cell)?, place)));
    std::iter::once(html! { use href="#board" {} }).chain(marks).chain(pieces).collect()
}

pub(super) const fn part(cell: Cell) -> Option<&'static str> {
    match cell {
        Cell::Empty => None,
        Cell::Man(Player::X) => Some("#mx"),
        Cell::Man(Player::O) => Some("#mo"),
        Cell::King(Player::X) => Some("#kx"),
        Cell::King(Player::O) => Some("#ko"),
    }
}
