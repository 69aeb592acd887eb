//! The match in view, as far as it has been read, and the engine's questions and evaluations about
//! it.

use arbitro_records::{PlayedMove, Playthrough, Position, ShownGame, Stretch};
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
    /// Part of the match has been read.
    ViewPart(ViewPart),
    /// The whole match has been read.
    Whole(Box<Playthrough>),
    /// The match cannot be shown, for this reason.
    Refused(String),
}

/// The plies of a match read so far.
#[derive(Debug)]
pub(super) struct ViewPart {
    pub(super) game: ShownGame,
    pub(super) first_board: u64,
    pub(super) boards: u64,
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
}

impl BoardView {
    /// Appends a newly read stretch of the match.
    pub(super) fn grow(&mut self, stretch: &Stretch<'_>) {
        if !matches!(self, BoardView::ViewPart(_)) {
            *self = BoardView::ViewPart(ViewPart {
                game: stretch.game.into(),
                first_board: stretch.first_board,
                boards: stretch.boards,
                positions: Vec::new(),
                moves: Vec::new(),
            });
        }
        if let BoardView::ViewPart(part) = self {
            part.positions.extend_from_slice(stretch.positions);
            part.moves.extend_from_slice(stretch.moves);
        }
    }

    pub(super) fn game(&self) -> Option<&ShownGame> {
        match self {
            BoardView::ViewPart(part) => Some(&part.game),
            BoardView::Whole(whole) => Some(&whole.game),
            BoardView::Awaited | BoardView::Refused(_) => None,
        }
    }

    pub(super) fn positions(&self) -> &[Position] {
        match self {
            BoardView::ViewPart(part) => &part.positions,
            BoardView::Whole(whole) => &whole.positions,
            BoardView::Awaited | BoardView::Refused(_) => &[],
        }
    }

    pub(super) fn moves(&self) -> &[PlayedMove] {
        match self {
            BoardView::ViewPart(part) => &part.moves,
            BoardView::Whole(whole) => &whole.moves,
            BoardView::Awaited | BoardView::Refused(_) => &[],
        }
    }

    /// Returns the match if all of it has been read.
    pub(super) fn whole(&self) -> Option<&Playthrough> {
        match self {
            BoardView::Whole(whole) => Some(whole),
            _ => None,
        }
    }

    /// Number of the board after `ply` plies.
    pub(super) fn board_number(&self, ply: usize) -> u64 {
        let first = match self {
            BoardView::ViewPart(part) => part.first_board,
            BoardView::Whole(whole) => whole.first_board,
            BoardView::Awaited | BoardView::Refused(_) => 1,
        };
        first + ply as u64
    }

    /// Returns true if more plies may still arrive.
    pub(super) fn is_growing(&self) -> bool {
        matches!(self, BoardView::Awaited | BoardView::ViewPart(_))
    }
}
