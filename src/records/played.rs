//! Converts a line of play into positions and moves to show, and explains wrong moves.

use super::playthrough::{PlayedMove, Position, Stretch, WrongMove};
use super::shown::{ShowableGame, point};
use arbitro_rules::history::History;
use arbitro_rules::judge::is_reached;
use arbitro_rules::notation::MoveTextError;
use arbitro_words::{Diagnosed, in_each};

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
    pub(super) fn follow<G: ShowableGame>(&mut self, line: &History<G>) {
        let played = self.moves.len();
        if let Some(&mv) = line.moves().get(played)
            && let Some(before) = line.positions().get(played)
        {
            self.moves.push(played_move(before, mv));
        }
        self.positions.push(position(line.position()));
        let count = self.positions.len();
        if count == FIRST_STRETCH || count.is_multiple_of(STRETCH) {
            (self.tell)(&Stretch {
                game: G::ID,
                first_board: self.first_board,
                boards: self.boards,
                positions: &self.positions[self.told..],
                moves: &self.moves[self.told.saturating_sub(1)..],
            });
            self.told = count;
        }
    }

    /// Returns all positions and moves.
    pub(super) fn finish(self) -> (Vec<Position>, Vec<PlayedMove>) {
        (self.positions, self.moves)
    }
}

/// Converts every position of a line.
pub(super) fn positions<G: ShowableGame>(line: &History<G>) -> Vec<Position> {
    line.positions().iter().map(position).collect()
}

fn position<G: ShowableGame>(position: &G) -> Position {
    Position {
        board: G::write_board(&position.board()),
        fen: position.write_fen(),
        walls_left: position.walls_left(),
        turn: position.turn(),
    }
}

/// Converts every move of a line.
pub(super) fn moves<G: ShowableGame>(line: &History<G>) -> Vec<PlayedMove> {
    line.positions().iter().zip(line.moves()).map(|(before, &mv)| played_move(before, mv)).collect()
}

fn played_move<G: ShowableGame>(before: &G, mv: G::Move) -> PlayedMove {
    let done = before.done_by(mv);
    PlayedMove {
        text: before.write_move(mv),
        player: before.turn(),
        path: done.path,
        taken: done.taken,
        crowned: done.crowned,
        wall: done.wall,
        ms: None,
        comment: None,
    }
}

/// Explains a text that is not a legal move in this position.
pub(super) fn wrong_move<G: ShowableGame>(
    before: &G,
    ply: u64,
    text: &str,
    error: &MoveTextError,
) -> WrongMove {
    let mut wrong = WrongMove {
        ply,
        player: before.turn(),
        text: text.chars().take(60).collect(),
        why: in_each(error),
        diagnosis: None,
        squares: Vec::new(),
        board: None,
    };
    let is_about_the_move =
        matches!(error, MoveTextError::NotLegal { .. } | MoveTextError::NotPlaceable { .. });
    let Some(setup) = before.imagined(text).filter(|_| is_about_the_move) else {
        return wrong;
    };
    if is_reached(before, &setup) {
        return wrong;
    }
    let diagnosis = before.diagnose_written(text, &setup);
    wrong.why = in_each(&Diagnosed { game: G::ID, diagnosis: &diagnosis });
    wrong.diagnosis = Some(diagnosis.code.name());
    wrong.squares = diagnosis.places().into_iter().map(point).collect();
    wrong.board = G::drawn(&setup);
    wrong
}
