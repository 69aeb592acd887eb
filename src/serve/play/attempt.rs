//! Builds the board that an illegal move would have left, for the judge to explain.
//!
//! A person who drags a piece only gives its first and last square. The rest is interpreted as
//! favourably as possible: jumped enemies are captured, a man on its last row is crowned. Any fault
//! that remains is the person's.

use super::shown::spot;
use super::table::Illegal;
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::judge::Code;
use arbitro_rules::language::Said;
use arbitro_rules::notation::quoridor::{Named, QuoridorSetup, named, wall_name};
use arbitro_rules::notation::{Cell, Notation, Setup, written_move};
use arbitro_rules::quoridor::{Quoridor, Square};
use arbitro_rules::said;
use arbitro_words::in_each;

fn no_move(text: Said) -> Illegal {
    Illegal { code: "not_a_move", text, squares: Vec::new() }
}

pub(super) fn draughts<R: RuleSet>(position: &Draughts<R>, text: &str) -> Result<Setup, Illegal> {
    let written = written_move::<R>(text).map_err(|why| no_move(in_each(&why)))?;
    let squares = written.places::<R>();
    let mut after = Draughts::<R>::setup(&position.board());
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let piece = after.at(from);
    let Some(owner) = piece.owner() else {
        let name = Draughts::<R>::place_name(from);
        return Err(Illegal {
            squares: vec![spot(from)],
            ..no_move(said!(
                "there is no piece on {name}",
                "in {name} non c'è nessun pezzo",
                "il n’y a pas de pièce en {name}"
            ))
        });
    };
    let before = after;
    for leg in squares.windows(2) {
        for place in leg[0].between(leg[1]) {
            if before.at(place).owner() == Some(!owner) {
                after.cells[place.row][place.column] = Cell::Empty;
            }
        }
    }
    let last_row = R::RULES.last_row(owner);
    after.cells[from.row][from.column] = Cell::Empty;
    after.cells[to.row][to.column] = match piece {
        Cell::Man(owner) if to.row == last_row => Cell::King(owner),
        same => same,
    };
    Ok(after)
}

pub(super) fn quoridor(position: &Quoridor, text: &str) -> Result<QuoridorSetup, Illegal> {
    let board = position.board();
    let turn = position.turn();
    let mut after = Quoridor::setup(&board);
    match named(board.size(), text) {
        None => Err(no_move(said!(
            "name a square like e2, or a wall like e3h",
            "ci vuole una casella come e2, o un muro come e3h",
            "dites une case comme e2, ou un mur comme e3h"
        ))),
        Some(Named::Square(to)) => {
            let Square { row, column } = board.pawn(turn);
            after.pawns[usize::from(row)][usize::from(column)] = None;
            after.pawns[usize::from(to.row)][usize::from(to.column)] = Some(turn);
            Ok(after)
        }
        Some(Named::Wall(wall)) => {
            if board.has_wall(wall) {
                let name = wall_name(wall);
                return Err(Illegal {
                    code: Code::WallOverlap.name(),
                    text: said!(
                        "the wall {name} stands there already",
                        "il muro {name} c'è già",
                        "le mur {name} est déjà là"
                    ),
                    squares: vec![[wall.square.column.into(), wall.square.row.into()]],
                });
            }
            after.draw(wall);
            let left = &mut after.walls_left[turn as usize];
            *left = left.saturating_sub(1);
            Ok(after)
        }
    }
}
