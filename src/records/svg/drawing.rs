//! Draws boards of every game.

use maud::{Markup, html};

use super::draughts::{self, DraughtsDrawing};
use super::grid::{self, Grid};
use super::{quoridor, text};
use crate::matches::shown_game::ShownGame;
use arbitro_rules::draughts::draughts_rules;
use arbitro_rules::notation::Picture;
use arbitro_rules::{GameId, Look, Square, card};
use arbitro_words::Language;

/// Draws the boards of a game.
#[derive(Debug)]
pub struct Drawing {
    pub(super) draughts: Option<DraughtsDrawing>,
    place_name: fn(Square) -> String,
    language: Language,
    /// The look of a game that is not compiled in.
    look: Option<Look>,
}

impl Drawing {
    pub fn of(game: GameId) -> Drawing {
        let place_name = card(game).place_name;
        Drawing {
            draughts: draughts_rules(game).map(|rules| DraughtsDrawing {
                rules,
                place_name,
                language: Language::English,
            }),
            place_name,
            language: Language::English,
            look: game.look().cloned(),
        }
    }

    /// Draws the boards of a game, also of one that only its record describes.
    pub fn of_shown(game: &ShownGame) -> Drawing {
        match game.known() {
            Some(game) => Drawing::of(game),
            None => Drawing {
                draughts: None,
                place_name: game.place_name(),
                language: Language::English,
                look: game.look().cloned(),
            },
        }
    }

    /// Sets the language of descriptions for people who do not see the drawing.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Drawing {
        self.language = language;
        if let Some(draughts) = &mut self.draughts {
            draughts.language = language;
        }
        self
    }

    /// Definitions that boards refer to. The page needs them once, before the first board.
    pub fn parts(&self) -> Markup {
        match &self.draughts {
            Some(drawing) => html! {
                svg .vh width="0" height="0" aria-hidden="true" focusable="false" {
                    (drawing.defs())
                }
            },
            None => Markup::default(),
        }
    }

    pub(super) fn grid(&self) -> Grid<'_> {
        Grid { look: self.look.as_ref(), place_name: self.place_name, language: self.language }
    }

    /// Draws what is on a board with some places marked, each thing as an element: what two boards share is the same.
    pub fn elements(&self, picture: &Picture, marks: &[Square]) -> Vec<Markup> {
        match picture {
            Picture::Draughts(setup) => draughts::elements(setup, marks),
            Picture::Quoridor(setup) => quoridor::elements(setup, marks),
            Picture::Grid(rows) => self.grid().elements(rows, marks),
            Picture::Text(board) => vec![text::draw(board, "")],
        }
    }

    /// The viewBox of a board.
    pub fn view(&self, picture: &Picture) -> String {
        match (picture, &self.draughts) {
            (Picture::Quoridor(setup), _) => quoridor::view(setup.size),
            (Picture::Draughts(_), Some(drawing)) => drawing.view(),
            (Picture::Draughts(_), None) => String::new(),
            (Picture::Grid(rows), _) => grid::view(rows),
            (Picture::Text(board), _) => text::view(board),
        }
    }

    /// Draws a board with some places marked.
    pub fn board(&self, picture: &Picture, marks: &[Square], title: &str) -> Markup {
        html! {
            svg role="img" viewBox=(self.view(picture)) { (self.content(picture, marks, title)) }
        }
    }

    /// Draws a board's content with some places marked, without the `svg` element.
    pub(super) fn content(&self, picture: &Picture, marks: &[Square], title: &str) -> Markup {
        match (picture, &self.draughts) {
            (Picture::Draughts(setup), Some(drawing)) => drawing.content(setup, marks, title),
            // A picture of another game never gets here, and could not be drawn.
            (Picture::Draughts(_), None) => Markup::default(),
            (Picture::Quoridor(setup), _) => {
                quoridor::draw(setup, marks, title, (self.place_name, self.language))
            }
            (Picture::Grid(rows), _) => self.grid().draw(rows, marks, title),
            (Picture::Text(board), _) => text::draw(board, title),
        }
    }
}
