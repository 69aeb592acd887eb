//! The boards and moves of a match.

use std::borrow::Cow;

use crate::record::match_record::MatchRecord;
use arbitro_rules::history::Both;
use arbitro_rules::line::{Action, Line, Step};
use arbitro_rules::{Look, Player};

/// The boards and moves of a match. A ply is the number of moves before it, from 0.
#[derive(Debug)]
pub enum PlayedMoves {
    /// By rules that are at hand.
    Line(Box<dyn Line>),
    /// As its record carries it: the rules are not here.
    RecordedBoards(RecordedBoards),
}

/// The boards that a record holds, which were checked as it was read.
#[derive(Debug)]
pub struct RecordedBoards {
    look: Look,
    names: Vec<String>,
    /// One more than there are moves.
    boards: Vec<String>,
}

impl RecordedBoards {
    pub(crate) fn from_record(record: &MatchRecord, look: &Look) -> RecordedBoards {
        let first = record.first.clone().unwrap_or_default();
        let after: Vec<String> = record.boards.boards(&first).collect();
        RecordedBoards {
            look: look.clone(),
            names: record.moves.split_ascii_whitespace().map(str::to_owned).collect(),
            boards: std::iter::once(first).chain(after).collect(),
        }
    }
}

impl PlayedMoves {
    pub fn plies(&self) -> usize {
        match self {
            PlayedMoves::Line(line) => line.plies(),
            PlayedMoves::RecordedBoards(it) => it.boards.len() - 1,
        }
    }

    /// The board file, byte for byte.
    pub fn board(&self, ply: usize) -> Cow<'_, str> {
        match self {
            PlayedMoves::Line(line) => line.board(ply).into(),
            PlayedMoves::RecordedBoards(it) => Cow::Borrowed(&it.boards[ply]),
        }
    }

    /// The position's FEN, or Quoridor's own notation; empty in a game whose rules are not here.
    pub fn fen(&self, ply: usize) -> String {
        match self {
            PlayedMoves::Line(line) => line.fen(ply),
            PlayedMoves::RecordedBoards(_) => String::new(),
        }
    }

    /// The player to move.
    pub fn turn(&self, ply: usize) -> Player {
        match self {
            PlayedMoves::Line(line) => line.turn_at(ply),
            PlayedMoves::RecordedBoards(_) => Player::to_move_on(ply as u64 + 1),
        }
    }

    /// Walls left; `None` in draughts.
    pub fn walls_left(&self, ply: usize) -> Option<Both<u8>> {
        match self {
            PlayedMoves::Line(line) => line.walls_left(ply),
            PlayedMoves::RecordedBoards(_) => None,
        }
    }

    /// The move made after so many plies; `None` at the end.
    pub fn step(&self, ply: usize) -> Option<Step> {
        match self {
            PlayedMoves::Line(line) => line.step_at(ply),
            PlayedMoves::RecordedBoards(it) => {
                let (before, after) = (it.boards.get(ply)?, it.boards.get(ply + 1)?);
                Some(Step {
                    text: it.names.get(ply)?.clone(),
                    player: self.turn(ply),
                    action: Action::Cells(it.look.changes(before, after)),
                })
            }
        }
    }

    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step> {
        (0..self.plies()).filter_map(|ply| self.step(ply))
    }

    /// Leaves out the plies after these.
    pub(crate) fn cut(&mut self, plies: usize) {
        match self {
            PlayedMoves::Line(line) => while line.plies() > plies && line.undo() {},
            PlayedMoves::RecordedBoards(it) => it.boards.truncate(plies + 1),
        }
    }
}
