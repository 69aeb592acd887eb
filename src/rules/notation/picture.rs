//! Boards of any game, for those who draw them.

use super::quoridor::QuoridorSetup;
use super::written_board::read_text;
use super::{
    BoardCause, BoardFault, Diagram, Leniency, Marks, Notation, Setup, Strictness, board_cause,
};
use crate::{GameId, with_game};

/// The contents of a board file of any game, playable or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Pieces.
    Draughts(Setup),
    /// Pawns and walls.
    Quoridor(Box<QuoridorSetup>),
    /// Characters, row 0 at the bottom: a board of a game that is not compiled in.
    Grid(Vec<Vec<char>>),
}

impl Picture {
    /// The board of a position, whatever its game: that of a game which is not compiled in is a line
    /// of its file a row, with a separator between two squares.
    pub fn of_board(game: GameId, board: &str) -> Picture {
        let rows = || board.lines().rev().map(|line| line.chars().step_by(2).collect()).collect();
        picture(game, board.as_bytes()).map_or_else(|| Picture::Grid(rows()), |(it, _)| it)
    }
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

/// A board file of any game, as read.
#[derive(Clone, Debug)]
pub struct ReadBoard {
    /// True if the board is playable.
    pub is_playable: bool,
    /// Leniencies tolerated.
    pub tolerated: Vec<Leniency>,
    /// All faults.
    pub faults: Vec<BoardFault>,
    /// What explains all of them, if anything does.
    pub cause: Option<BoardCause>,
}

/// Reads the bytes of a board file.
pub fn read_board(game: GameId, bytes: &[u8], strictness: Strictness) -> ReadBoard {
    with_game!(game, G => {
        let reading = <G as Notation>::read_board(bytes, strictness);
        ReadBoard {
            is_playable: reading.board.is_some(),
            cause: board_cause(bytes, &reading),
            tolerated: reading.tolerated,
            faults: reading.faults,
        }
    }, else card => {
        let reading = read_text(bytes, card.lines, strictness);
        let (tolerated, faults) = match reading {
            Ok((_, tolerated)) => (tolerated, Vec::new()),
            Err(fault) => (Vec::new(), vec![fault]),
        };
        ReadBoard { is_playable: faults.is_empty(), tolerated, faults, cause: None }
    })
}

/// Reads the bytes of a board file, and its faults; `None` if it cannot be drawn.
pub fn picture(game: GameId, bytes: &[u8]) -> Option<(Picture, Vec<BoardFault>)> {
    with_game!(game, G => {
        let reading = <G as Notation>::read_board(bytes, Strictness::Tolerant);
        Some((reading.setup?.into(), reading.faults))
    }, else card => {
        let (text, _) = read_text(bytes, card.lines, Strictness::Tolerant).ok()?;
        Some((Picture::Grid(card.written?.look.cells(&text)?), Vec::new()))
    })
}

/// Draws the bytes of a board file for people; `None` if it cannot be drawn.
pub fn diagram(game: GameId, bytes: &[u8], marks: &Marks, walls_left: &str) -> Option<Diagram> {
    with_game!(game, G => {
        let setup = <G as Notation>::read_board(bytes, Strictness::Tolerant).setup?;
        Some(<G as Notation>::diagram(&setup, marks, walls_left))
    }, else _ => None)
}
