//! Quoridor moves: `e2` for a step or a jump, `e3h` and `a8v` for walls.

use super::{read_square, read_wall, square_name, wall_name};
use crate::notation::move_text::{MoveTextError, quoted};
use crate::notation::{Expected, NoWall};
use crate::quoridor::{Move, Quoridor, Unplayable, Wall};
use crate::{Game, Square};

pub(super) fn write(mv: Move) -> String {
    match mv {
        Move::Step { to, .. } => square_name(to),
        Move::Wall(wall) => wall_name(wall),
    }
}

/// A square or wall named by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedPlace {
    /// A square, to which a pawn might go.
    Square(Square),
    /// A wall that might be placed.
    Wall(Wall),
}

/// Parses the name of a square or wall on a board of this size; legality is not checked.
pub fn read_place(size: usize, text: &str) -> Option<NamedPlace> {
    let bytes = text.trim().as_bytes();
    let square = read_square(size, bytes).filter(|&(_, taken)| taken == bytes.len());
    let wall = read_wall(size, bytes).filter(|&(_, taken)| taken == bytes.len());
    let square = square.map(|(square, _)| NamedPlace::Square(square));
    square.or_else(|| wall.map(|(wall, _)| NamedPlace::Wall(wall)))
}

pub(super) fn read(
    position: &Quoridor,
    text: &str,
    scratch: &mut Vec<Move>,
) -> Result<Move, MoveTextError> {
    position.legal_moves_into(scratch);
    let wall = match read_place(position.board().size(), text) {
        Some(NamedPlace::Wall(wall)) => wall,
        Some(NamedPlace::Square(to)) => {
            let step = |mv: &&Move| matches!(mv, Move::Step { to: it, .. } if *it == to);
            return scratch.iter().find(step).copied().ok_or_else(|| {
                let steps = scratch.iter().filter(|mv| matches!(mv, Move::Step { .. }));
                MoveTextError::NotLegal {
                    text: quoted(text),
                    turn: position.turn(),
                    from_here: steps.map(|&mv| write(mv)).collect(),
                }
            });
        }
        None => {
            return Err(MoveTextError::Syntax {
                text: quoted(text),
                column: 1,
                expected: Expected::PawnOrWall,
            });
        }
    };
    let mv = Move::Wall(wall);
    if scratch.contains(&mv) {
        return Ok(mv);
    }
    Err(MoveTextError::NotPlaceable {
        text: quoted(text),
        turn: position.turn(),
        why: why_not(position, wall),
    })
}

/// Explains why an illegal wall is illegal.
fn why_not(position: &Quoridor, wall: Wall) -> NoWall {
    let board = position.board();
    if position.end().is_some() {
        return NoWall::Over;
    }
    if board.walls_left(position.turn()) == 0 {
        return NoWall::NoneLeft;
    }
    if board.has_wall(wall) {
        return NoWall::Standing;
    }
    match board.with_wall(wall) {
        Err(Unplayable::Cross) => NoWall::Cross,
        Err(Unplayable::PathBlocked(player)) => NoWall::PathBlocked(player),
        _ => NoWall::Overlap(wall.direction),
    }
}
