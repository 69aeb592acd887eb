//! What an illegal move would have left on the board, so that the judge can say what is wrong with it.
//!
//! A person who drags a piece says where from and where to, no more. What else would have happened is
//! taken as kindly as possible: enemies jumped over are gone, a man on its last row is a king. What is
//! then still wrong is what the person did.

use crate::notation::quoridor::{Named, QuoridorSetup, named};
use crate::notation::{Cell, Notation, Place, Setup, named_way};
use crate::rules::draughts::{Draughts, RuleSet};
use crate::rules::quoridor::{Quoridor, Square};
use crate::rules::{Game, Player};

/// The places strictly between two of one diagonal; none if they share no diagonal.
fn between(from: Place, to: Place) -> Vec<Place> {
    let rows = to.row as isize - from.row as isize;
    let columns = to.column as isize - from.column as isize;
    if rows.abs() != columns.abs() {
        return Vec::new();
    }
    (1..rows.abs())
        .map(|step| {
            let along = |start: usize, way: isize| start.wrapping_add_signed(step * way.signum());
            Place::new(along(from.row, rows), along(from.column, columns))
        })
        .collect()
}

pub(super) fn draughts<R: RuleSet>(position: &Draughts<R>, text: &str) -> Result<Setup, String> {
    let (squares, _) = named_way::<R>(text).map_err(|why| why.to_string())?;
    let mut after = Draughts::<R>::setup(&position.board());
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let piece = after.at(from);
    let Some(owner) = piece.owner() else {
        let name = Draughts::<R>::place_name(from);
        return Err(format!("there is no piece on {name}"));
    };
    let before = after;
    for leg in squares.windows(2) {
        for place in between(leg[0], leg[1]) {
            if before.at(place).owner() == Some(!owner) {
                after.cells[place.row][place.column] = Cell::Empty;
            }
        }
    }
    let last_row = match owner {
        Player::X => R::RULES.size - 1,
        Player::O => 0,
    };
    after.cells[from.row][from.column] = Cell::Empty;
    after.cells[to.row][to.column] = match piece {
        Cell::Man(owner) if to.row == last_row => Cell::King(owner),
        same => same,
    };
    Ok(after)
}

pub(super) fn quoridor(position: &Quoridor, text: &str) -> Result<QuoridorSetup, String> {
    let board = position.board();
    let turn = position.turn();
    let mut after = Quoridor::setup(&board);
    match named(board.size(), text) {
        None => Err(format!(
            "{:?} is no move: say a square like e2, or a wall like e3h",
            text.chars().take(60).collect::<String>()
        )),
        Some(Named::Square(to)) => {
            let Square { row, column } = board.pawn(turn);
            after.pawns[usize::from(row)][usize::from(column)] = None;
            after.pawns[usize::from(to.row)][usize::from(to.column)] = Some(turn);
            Ok(after)
        }
        Some(Named::Wall(wall)) => {
            if board.has_wall(wall) {
                return Err("that wall stands there already".to_owned());
            }
            after.draw(wall);
            let left = &mut after.walls_left[turn as usize];
            *left = left.saturating_sub(1);
            Ok(after)
        }
    }
}
