//! The match in view, as far as it has been read, and the engine's questions and evaluations about
//! it.

use arbitro_records::{Seen, ShownGame};
use arbitro_rules::line::Step;
use arbitro_rules::{GameId, Player};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationRequest {
    /// Index of the match in the source.
    pub index: usize,
    /// Plies played.
    pub ply: usize,
    pub game: GameId,
    /// The position's FEN.
    pub fen: String,
    pub turn: Player,
    /// Search depth in plies.
    pub depth: u32,
}

/// An evaluation of a position, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    pub best: String,
    pub value: String,
    /// Depth that the search reached, in plies.
    pub depth: u32,
    /// The principal variation, the best move first.
    pub line: Vec<String>,
}

/// The match in view, as far as it has been read.
#[derive(Debug)]
pub(super) enum BoardView {
    /// Nothing has been read yet.
    Awaited,
    /// Part of the match has been read, of so many boards.
    Part(Box<Seen>, u64),
    /// The whole match has been read.
    Whole(Box<Seen>),
    /// The match cannot be shown, for this reason.
    Refused(String),
}

impl BoardView {
    /// Returns the match as far as it has been read.
    pub(super) fn seen(&self) -> Option<&Seen> {
        match self {
            BoardView::Part(seen, _) | BoardView::Whole(seen) => Some(seen),
            BoardView::Awaited | BoardView::Refused(_) => None,
        }
    }

    pub(super) fn game(&self) -> Option<&ShownGame> {
        self.seen().map(|it| &it.game)
    }

    /// Number of plies read.
    pub(super) fn plies(&self) -> usize {
        self.seen().map_or(0, Seen::plies)
    }

    /// The move made after so many plies.
    pub(super) fn step(&self, ply: usize) -> Option<Step> {
        self.seen()?.played.step(ply)
    }

    /// Returns the match if all of it has been read.
    pub(super) fn whole(&self) -> Option<&Seen> {
        match self {
            BoardView::Whole(whole) => Some(whole),
            _ => None,
        }
    }

    /// Number of the board after `ply` plies.
    pub(super) fn board_number(&self, ply: usize) -> u64 {
        self.seen().map_or(1 + ply as u64, |it| it.board_number(ply))
    }

    /// Returns true if more plies may still arrive.
    pub(super) fn is_growing(&self) -> bool {
        matches!(self, BoardView::Awaited | BoardView::Part(..))
    }
}
