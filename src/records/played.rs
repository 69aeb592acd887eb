//! Converts a line of play into positions and moves to show, and explains wrong moves.

use super::playthrough::{PlayedMove, Position, Stretch, WrongMove};
use crate::words::{Illegal, Text};
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::{Line, Step};
use arbitro_rules::notation::MoveTextError;

/// Converts a growing line, and reports it in stretches.
pub(super) struct Unfolding<'a> {
    first_board: u64,
    boards: u64,
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
    told: usize,
    tell: &'a mut dyn FnMut(&Stretch<'_>),
}

/// Number of plies reported in the first stretch: few, so that a page has something to show at once.
const FIRST_STRETCH: usize = 64;
const STRETCH: usize = 2048;

impl<'a> Unfolding<'a> {
    /// Creates an empty conversion of a match of `boards` boards.
    pub(super) fn new(
        first_board: u64,
        boards: u64,
        tell: &'a mut dyn FnMut(&Stretch<'_>),
    ) -> Unfolding<'a> {
        Unfolding { first_board, boards, positions: Vec::new(), moves: Vec::new(), told: 0, tell }
    }

    /// Converts what the line has gained since the last call: its start, or one more ply.
    pub(super) fn follow(&mut self, line: &dyn Line) {
        self.moves.extend(line.step_at(self.moves.len()).map(played_move));
        self.positions.push(position(line, line.plies()));
        let count = self.positions.len();
        if count == FIRST_STRETCH || count.is_multiple_of(STRETCH) {
            (self.tell)(&Stretch {
                game: line.game(),
                first_board: self.first_board,
                boards: self.boards,
                positions: &self.positions[self.told..],
                moves: &self.moves[self.told.saturating_sub(1)..],
            });
            self.told = count;
        }
    }

    pub(super) fn finish(self) -> (Vec<Position>, Vec<PlayedMove>) {
        (self.positions, self.moves)
    }
}

/// Converts every position of a line.
pub(super) fn positions(line: &dyn Line) -> Vec<Position> {
    (0..=line.plies()).map(|ply| position(line, ply)).collect()
}

fn position(line: &dyn Line, ply: usize) -> Position {
    Position {
        board: line.board(ply),
        fen: line.fen(ply),
        walls_left: line.walls_left(ply),
        turn: line.turn_at(ply),
    }
}

/// Converts every move of a line.
pub(super) fn moves(line: &dyn Line) -> Vec<PlayedMove> {
    (0..line.plies()).filter_map(|ply| line.step_at(ply)).map(played_move).collect()
}

fn played_move(Step { text, player, action }: Step) -> PlayedMove {
    PlayedMove { text, player, action, ms: None, comment: None }
}

/// Explains a text that is not a legal move here.
pub(super) fn wrong_move(line: &dyn Line, text: &str, error: MoveTextError) -> WrongMove {
    let attempt = line.attempt(text, error);
    WrongMove {
        ply: line.plies() as u64 + 1,
        player: line.turn(),
        text: text.chars().take(60).collect(),
        diagnosis: attempt.diagnosis.as_ref().map(|it| it.code.name()),
        squares: attempt.diagnosis.as_ref().map(Diagnosis::places).unwrap_or_default(),
        board: attempt.board,
        why: match attempt.diagnosis {
            Some(it) => Text::Illegal(Illegal { game: line.game(), diagnosis: Box::new(it) }),
            None => Text::NoMove(attempt.error),
        },
    }
}
