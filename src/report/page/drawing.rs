//! Boards of every game as drawings.

use maud::Markup;

use super::board::DraughtsDrawing;
use super::quoridor_board;
use crate::notation::quoridor::QuoridorSetup;
use crate::notation::{Notation, Place, Setup};
use crate::report::draughts_rules;
use crate::rules::GameId;
use crate::with_game;

/// What a board file says, of whichever game.
#[derive(Debug)]
pub(super) enum Picture {
    Draughts(Setup),
    Quoridor(Box<QuoridorSetup>),
}

impl From<Setup> for Picture {
    fn from(setup: Setup) -> Picture {
        Picture::Draughts(setup)
    }
}

impl From<QuoridorSetup> for Picture {
    fn from(setup: QuoridorSetup) -> Picture {
        Picture::Quoridor(Box::new(setup))
    }
}

/// How the boards of a game are drawn.
pub(super) struct Drawing {
    draughts: Option<DraughtsDrawing>,
    /// What the game calls a square.
    place_name: fn(Place) -> String,
}

impl Drawing {
    pub(super) fn of(game: GameId) -> Drawing {
        let place_name = with_game!(game, G => <G as Notation>::place_name);
        Drawing {
            draughts: draughts_rules(game).map(|rules| DraughtsDrawing { rules, place_name }),
            place_name,
        }
    }

    /// What boards refer to: to be on the page once, before the first of them.
    pub(super) fn parts(&self) -> Markup {
        match &self.draughts {
            Some(drawing) => drawing.parts(),
            None => Markup::default(),
        }
    }

    /// A board with some places marked.
    pub(super) fn board(&self, picture: &Picture, marks: &[Place], title: &str) -> Markup {
        match (picture, &self.draughts) {
            (Picture::Draughts(setup), Some(drawing)) => drawing.board(setup, marks, title),
            // A record of another game does not come here: there is nothing to draw it with.
            (Picture::Draughts(_), None) => Markup::default(),
            (Picture::Quoridor(setup), _) => {
                quoridor_board::draw(setup, marks, title, self.place_name)
            }
        }
    }
}
