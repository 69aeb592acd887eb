//! Boards of any game, for those who draw them.

use super::quoridor::QuoridorSetup;
use super::{BoardFault, Diagram, Marks, Notation, Setup, Strictness};
use crate::{GameId, with_game};

/// The contents of a board file of any game, playable or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Pieces.
    Draughts(Setup),
    /// Pawns and walls.
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

/// Reads the bytes of a board file, and its faults; `None` if it cannot be drawn.
pub fn picture(game: GameId, bytes: &[u8]) -> Option<(Picture, Vec<BoardFault>)> {
    with_game!(game, G => {
        let reading = <G as Notation>::read_board(bytes, Strictness::Tolerant);
        Some((reading.setup?.into(), reading.faults))
    })
}

/// Draws the bytes of a board file for people; `None` if it cannot be drawn.
pub fn diagram(game: GameId, bytes: &[u8], marks: &Marks, walls_left: &str) -> Option<Diagram> {
    with_game!(game, G => {
        let setup = <G as Notation>::read_board(bytes, Strictness::Tolerant).setup?;
        Some(<G as Notation>::diagram(&setup, marks, walls_left))
    })
}
