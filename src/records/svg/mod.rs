//! Draws boards of every game.
//!
//! [`Drawing`] makes the parts for a page that places its boards itself and has its own colours;
//! [`board`] makes complete files.

mod draughts;
mod drawing;
mod grid;
mod quoridor;
mod text;

use maud::{Markup, PreEscaped, html};

pub use drawing::Drawing;

use crate::matches::seen::Seen;
use crate::matches::shown_game::ShownGame;
use arbitro_rules::Square;
use arbitro_rules::notation::{Picture, picture};
use arbitro_words::rule_book::Illustration;

/// Colours of a drawing in a file of its own.
const STYLE: &str = "text{font-family:sans-serif}\
.sq-l{fill:#efd8ae}.sq-d{fill:#b98a5e}.edge{fill:none;stroke:#6b4128;stroke-width:.06}\
.sq-n{fill:#2e2216;font-size:.24px}.rim{font-size:.36px;text-anchor:middle;fill:#555}\
.px{fill:#fffdf7;stroke:#3a3127;stroke-width:.05}.po{fill:#26231f;stroke:#cfc6b8;stroke-width:.05}\
.cx{fill:#3a3127}.co{fill:#fffdf7}\
.hit{fill:none;stroke:#d23;stroke-width:.08}.hit2{fill:none;stroke:#fff;stroke-width:.14}";

/// Makes a complete SVG document.
fn document(drawing: &Drawing, picture: &Picture, content: &Markup) -> String {
    sized_document(drawing, picture, (&drawing.view(picture), None), content)
}

/// Makes a complete SVG document with this viewBox, so many pixels wide if given.
fn sized_document(
    drawing: &Drawing,
    picture: &Picture,
    (view, width): (&str, Option<u32>),
    content: &Markup,
) -> String {
    let draughts = drawing.draughts.as_ref().filter(|_| matches!(picture, Picture::Draughts(_)));
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox=(view) width=[width] {
            style { (PreEscaped(STYLE)) }
            @if let Some(draughts) = draughts { (draughts.defs()) }
            (content)
        }
    };
    markup.into_string()
}

/// Width of a rule book's pictures in pixels.
const RULE_BOOK_WIDTH: u32 = 320;

/// Draws a rule book's picture as a complete file; `None` if its board cannot be drawn.
pub fn illustration(shown: &Illustration) -> Option<String> {
    let (picture, _) = picture(shown.game, shown.board.as_bytes())?;
    let drawing = Drawing::of(shown.game);
    let board = drawing.content(&picture, &shown.marks, shown.title);
    // Draughts boards already show the names of their squares.
    let (view, content) = match &picture {
        Picture::Draughts(_) | Picture::Grid(_) | Picture::Text(_) => {
            (drawing.view(&picture), board)
        }
        Picture::Quoridor(setup) => {
            (quoridor::view_with_rim(setup.size), html! { (board) (quoridor::rim(setup.size)) })
        }
    };
    let size = (&*view, Some(RULE_BOOK_WIDTH));
    Some(sized_document(&drawing, &picture, size, &content) + "\n")
}

/// Draws a board as a complete file, with some squares marked; `None` if these bytes are no board that can be drawn.
pub fn drawing(game: &ShownGame, board: &[u8], marks: &[Square], title: &str) -> Option<String> {
    let (picture, _) = game.read_picture(board)?;
    let drawing = Drawing::of_shown(game);
    Some(document(&drawing, &picture, &drawing.content(&picture, marks, title)))
}

/// Draws the board after so many plies as a complete file, with the squares of the last move
/// marked; `None` if there is no such board.
pub fn board(shown: &Seen, plies: usize) -> Option<String> {
    if plies > shown.plies() {
        return None;
    }
    let picture = shown.game.picture(&shown.played.board(plies));
    let drawing = Drawing::of_shown(&shown.game);
    let led = plies.checked_sub(1).and_then(|it| shown.played.step(it));
    let number = shown.board_number(plies);
    let title = match led {
        Some(led) => format!("Board {number}, after {} of {}", led.text, led.player),
        None => format!("Board {number}"),
    };
    let content = drawing.content(&picture, &shown.marks(plies), &title);
    Some(document(&drawing, &picture, &content))
}
