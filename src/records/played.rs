//! A line of play as positions and moves to look at, and wrong moves judged.

use super::playthrough::{PlayedMove, Position, WrongMove};
use super::shown::{Shown, point};
use crate::history::Line;
use crate::judge::words;
use crate::notation::MoveTextError;

/// Every position of a line.
pub(super) fn positions<G: Shown>(line: &Line<G>) -> Vec<Position> {
    line.positions().iter().map(position).collect()
}

fn position<G: Shown>(position: &G) -> Position {
    Position {
        board: G::write_board(&position.board()),
        fen: position.write_fen(),
        walls_left: position.walls_left(),
        turn: position.turn(),
    }
}

/// Every move of a line.
pub(super) fn moves<G: Shown>(line: &Line<G>) -> Vec<PlayedMove> {
    line.positions()
        .iter()
        .zip(line.moves())
        .map(|(before, &mv)| {
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
        })
        .collect()
}

/// What is wrong with a text that is no move here.
pub(super) fn wrong_move<G: Shown>(
    before: &G,
    ply: u64,
    text: &str,
    error: &MoveTextError,
) -> WrongMove {
    let mut wrong = WrongMove {
        ply,
        player: before.turn(),
        text: text.chars().take(60).collect(),
        why: error.to_string(),
        diagnosis: None,
        squares: Vec::new(),
        board: None,
    };
    let is_about_the_move = matches!(
        error,
        MoveTextError::NotLegal { .. } | MoveTextError::NotPlaceable { .. }
    );
    let Some(setup) = before.imagined(text).filter(|_| is_about_the_move) else {
        return wrong;
    };
    // The judge is asked only about what no legal move leads to.
    let is_legal = before
        .legal_moves()
        .into_iter()
        .any(|mv| G::setup(&before.after(mv).board()) == setup);
    if is_legal {
        return wrong;
    }
    let diagnosis = before.diagnose(&setup);
    wrong.why = words::english::<G>(&diagnosis);
    wrong.diagnosis = Some(diagnosis.code.name());
    wrong.squares = diagnosis.places().into_iter().map(point).collect();
    wrong.board = G::drawn(&setup);
    wrong
}
