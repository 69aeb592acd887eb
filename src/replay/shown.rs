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
pub(super) enum Shown {
    /// Being read, and nothing of it is there yet.
    Awaited,
    /// Being read, some plies of it are there.
    Part(Part),
    /// All of it.
    Whole(Box<Playthrough>),
    /// It cannot be shown, for this reason.
    Refused(String),
}

/// The beginning of a match.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) game: GameId,
    pub(super) first_board: u64,
    pub(super) boards: u64,
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
}

impl Shown {
    /// Takes what has been read since.
    pub(super) fn grow(&mut self, stretch: &Stretch<'_>) {
        if !matches!(self, Shown::Part(_)) {
            *self = Shown::Part(Part {
                game: stretch.game,
                first_board: stretch.first_board,
                boards: stretch.boards,
                positions: Vec::new(),
                moves: Vec::new(),
            });
        }
        if let Shown::Part(part) = self {
            part.positions.extend_from_slice(stretch.positions);
            part.moves.extend_from_slice(stretch.moves);
        }
    }

    pub(super) fn game(&self) -> Option<GameId> {
        match self {
            Shown::Part(part) => Some(part.game),
            Shown::Whole(whole) => Some(whole.game),
            Shown::Awaited | Shown::Refused(_) => None,
        }
    }

    pub(super) fn positions(&self) -> &[Position] {
        match self {
            Shown::Part(part) => &part.positions,
            Shown::Whole(whole) => &whole.positions,
            Shown::Awaited | Shown::Refused(_) => &[],
        }
    }

    pub(super) fn moves(&self) -> &[PlayedMove] {
        match self {
            Shown::Part(part) => &part.moves,
            Shown::Whole(whole) => &whole.moves,
            Shown::Awaited | Shown::Refused(_) => &[],
        }
    }

    /// The match, if all of it is there.
    pub(super) fn whole(&self) -> Option<&Playthrough> {
        match self {
            Shown::Whole(whole) => Some(whole),
            _ => None,
        }
    }

    /// The number of the board after so many plies.
    pub(super) fn board_number(&self, ply: usize) -> u64 {
        let first = match self {
            Shown::Part(part) => part.first_board,
            Shown::Whole(whole) => whole.first_board,
            Shown::Awaited | Shown::Refused(_) => 1,
        };
        first + ply as u64
    }

    /// Returns true if more plies may still arrive.
    pub(super) fn is_growing(&self) -> bool {
        matches!(self, Shown::Awaited | Shown::Part(_))
    }
}
