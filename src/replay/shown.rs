//! The match that is looked at, as far as it has been read; and what is asked and thought about it.

use arbitro_records::{PlayedMove, Playthrough, Position, Stretch};
use arbitro_rules::{GameId, Player};

/// A position about which an opinion is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The match, by its place in the source.
    pub index: usize,
    /// Plies played.
    pub ply: usize,
    pub game: GameId,
    /// The position in one line.
    pub fen: String,
    pub turn: Player,
    /// Plies to look ahead.
    pub depth: u32,
}

/// An evaluation of a position, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The best move.
    pub best: String,
    pub value: String,
    /// Plies looked ahead.
    pub depth: u32,
    /// The principal variation, the best move first.
    pub line: Vec<String>,
}

/// A match as far as it is there.
#[derive(Debug)]
pub(super) enum BoardView {
    /// Being read, and nothing of it is there yet.
    Awaited,
    /// Being read, some plies of it are there.
    ViewPart(ViewPart),
    /// All of it.
    Whole(Box<Playthrough>),
    /// It cannot be shown, for this reason.
    Refused(String),
}

/// The beginning of a match.
#[derive(Debug)]
pub(super) struct ViewPart {
    pub(super) game: GameId,
    pub(super) first_board: u64,
    pub(super) boards: u64,
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
}

impl BoardView {
    /// Takes what has been read since.
    pub(super) fn grow(&mut self, stretch: &Stretch<'_>) {
        if !matches!(self, BoardView::ViewPart(_)) {
            *self = BoardView::ViewPart(ViewPart {
                game: stretch.game,
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

    pub(super) fn game(&self) -> Option<GameId> {
        match self {
            BoardView::ViewPart(part) => Some(part.game),
            BoardView::Whole(whole) => Some(whole.game),
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

    /// The match, if all of it is there.
    pub(super) fn whole(&self) -> Option<&Playthrough> {
        match self {
            BoardView::Whole(whole) => Some(whole),
            _ => None,
        }
    }

    /// The number of the board after so many plies.
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
