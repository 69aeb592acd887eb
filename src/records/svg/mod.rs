//! Draws boards of every game.
//!
//! [`element`] and [`elements`] are for a page that has its own colours and, once, the [`parts`] of the game;
//! [`board`], [`file()`] and [`illustration`] make complete files.

mod draughts;
mod grid;
mod in_words;
mod quoridor;
mod text;

use maud::{Markup, PreEscaped, html};

use crate::matches::match_game::MatchGame;
use crate::matches::replayed_match::ReplayedMatch;
use arbitro_rules::draughts::draughts_rules;
use arbitro_rules::notation::{Scene, Setup};
use arbitro_rules::{Square, card};
use arbitro_words::Language;
use arbitro_words::rule_book::Illustration;

/// Colours of a drawing in a file of its own.
const STYLE: &str = "text{font-family:sans-serif}\
.sq-l{fill:#efd8ae}.sq-d{fill:#b98a5e}.edge{fill:none;stroke:#6b4128;stroke-width:.06}\
.sq-n{fill:#2e2216;font-size:.24px}.rim{font-size:.36px;text-anchor:middle;fill:#555}\
.px{fill:#fffdf7;stroke:#3a3127;stroke-width:.05}.po{fill:#26231f;stroke:#cfc6b8;stroke-width:.05}\
.cx{fill:#3a3127}.co{fill:#fffdf7}\
.hit{fill:none;stroke:#d23;stroke-width:.08}.hit2{fill:none;stroke:#fff;stroke-width:.14}";

/// Width of a rule book's pictures in pixels.
const RULE_BOOK_WIDTH: u32 = 320;

/// Definitions that boards refer to. A page needs them once, before the first board of the game.
pub fn parts(game: &MatchGame) -> Markup {
    let Some((game, rules)) = game.known().and_then(|it| Some((it, draughts_rules(it)?))) else {
        return Markup::default();
    };
    let empty = Scene::of_setup(&Setup::empty(rules.size), &rules, card(game).place_name);
    html! {
        svg .vh width="0" height="0" aria-hidden="true" focusable="false" { (draughts::defs(&empty)) }
    }
}

/// The viewBox of a board.
pub fn view(scene: &Scene<'_>) -> String {
    match (scene.walls_left, scene.look) {
        _ if scene.cells.is_empty() => text::view(&scene.text),
        (Some(_), _) => quoridor::view(scene),
        (None, Some(_)) => grid::view(scene),
        (None, None) => draughts::view(scene),
    }
}

/// Draws what is on a board, each thing as an element: what two boards share is the same.
pub fn elements(scene: &Scene<'_>, language: Language) -> Vec<Markup> {
    match (scene.walls_left, scene.look) {
        _ if scene.cells.is_empty() => text::elements(&scene.text),
        (Some(_), _) => quoridor::elements(scene),
        (None, Some(look)) => grid::elements(scene, look, language),
        (None, None) => draughts::elements(scene),
    }
}

/// Draws a board for a page.
pub fn element(scene: &Scene<'_>, title: &str, language: Language) -> Markup {
    html! { svg role="img" viewBox=(view(scene)) { (content(scene, title, language)) } }
}

/// Draws a board without the `svg` element.
fn content(scene: &Scene<'_>, title: &str, language: Language) -> Markup {
    html! {
        title { (title) }
        @if !scene.cells.is_empty() { desc { (in_words::in_words(scene, language)) } }
        @for element in elements(scene, language) { (element) }
    }
}

/// Makes a complete SVG document, so many pixels wide if given.
fn document(scene: &Scene<'_>, view: &str, width: Option<u32>, content: &Markup) -> String {
    let is_draughts = !scene.cells.is_empty() && scene.walls_left.is_none() && scene.look.is_none();
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox=(view) width=[width] {
            style { (PreEscaped(STYLE)) }
            @if is_draughts { (draughts::defs(scene)) }
            (content)
        }
    };
    markup.into_string()
}

/// Draws a rule book's picture as a complete file; `None` if its board cannot be drawn.
pub fn illustration(shown: &Illustration) -> Option<String> {
    let scene = Scene::read(shown.game, shown.board.as_bytes())?.0.marked(&shown.marks);
    let board = content(&scene, shown.title, Language::English);
    // Draughts boards already show the names of their squares.
    let (view, content) = match scene.walls_left {
        Some(_) => (quoridor::view_with_rim(&scene), html! { (board) (quoridor::rim(&scene)) }),
        None => (view(&scene), board),
    };
    Some(document(&scene, &view, Some(RULE_BOOK_WIDTH), &content) + "\n")
}

/// Draws a board as a complete file.
pub fn file(scene: &Scene<'_>, title: &str) -> String {
    document(scene, &view(scene), None, &content(scene, title, Language::English))
}

/// Draws the board after so many plies as a complete file, with the squares of the last move
/// marked; `None` if there is no such board.
pub fn board(shown: &ReplayedMatch, plies: usize) -> Option<String> {
    if plies > shown.plies() {
        return None;
    }
    let led = plies.checked_sub(1).and_then(|checked_sub| shown.played.step(checked_sub));
    let number = shown.board_number(plies);
    let title = match led {
        Some(led) => format!("Board {number}, after {} of {}", led.text, led.player),
        None => format!("Board {number}"),
    };
    let board = shown.played.board(plies);
    Some(file(&shown.game.scene(&board, &shown.marks(plies))?, &title))
}

/// The distance of a cell from the top of the board.
fn top(scene: &Scene<'_>, place: Square) -> usize {
    scene.cells.len().saturating_sub(1 + usize::from(place.row))
}
