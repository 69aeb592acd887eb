//! Positions of few pieces on the small board.

use arbitro_rules::draughts::{Board, Draughts, RuleSet};
use arbitro_rules::notation::{Cell, Setup};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;

use crate::games::seeded;

/// Builds a board from pieces and their places on the dark squares; `None` if it is unplayable.
fn board<R: RuleSet>(pieces: &[(usize, Cell)]) -> Option<Board> {
    let mut setup = Setup::empty(8);
    for &(square, cell) in pieces {
        let place = dark_square::<R>(square);
        setup[place] = cell;
    }
    setup.check(&R::RULES).ok()
}

fn dark_square<R: RuleSet>(number: usize) -> Square {
    let row = number / 4;
    let column = number % 4 * 2;
    match Draughts::<R>::GEOMETRY.square(row, column) {
        Some(_) => Square::at(row, column),
        None => Square::at(row, column + 1),
    }
}

const KINDS: [Cell; 4] =
    [Cell::Man(Player::X), Cell::King(Player::X), Cell::Man(Player::O), Cell::King(Player::O)];

/// Shows every playable position of 1 to `most` pieces.
pub fn every_position<R: RuleSet>(most: usize, see: &mut dyn FnMut(Draughts<R>)) {
    fn more<R: RuleSet>(
        pieces: &mut Vec<(usize, Cell)>,
        most: usize,
        see: &mut dyn FnMut(Draughts<R>),
    ) {
        if let Some(board) = board::<R>(pieces) {
            for turn in [Player::X, Player::O] {
                see(Draughts::new(board, turn));
            }
        }
        if pieces.len() == most {
            return;
        }
        let next = pieces.last().map_or(0, |&(square, _)| square + 1);
        for square in next..32 {
            for kind in KINDS {
                pieces.push((square, kind));
                more(pieces, most, see);
                pieces.pop();
            }
        }
    }
    more(&mut Vec::new(), most, see);
}

/// Random positions of exactly this many pieces, both sides with some.
pub fn some_positions<R: RuleSet>(seed: u64, pieces: usize, count: usize) -> Vec<Draughts<R>> {
    let mut random = seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut placed: Vec<(usize, Cell)> = Vec::new();
        while placed.len() < pieces {
            let square = random.random_range(0..32);
            if placed.iter().all(|&(taken, _)| taken != square) {
                placed.push((square, KINDS[random.random_range(0..4)]));
            }
        }
        let turn = [Player::X, Player::O][random.random_range(0..2)];
        let Some(board) = board::<R>(&placed) else {
            continue;
        };
        let position = Draughts::<R>::new(board, turn);
        let has = |player| placed.iter().any(|(_, cell)| cell.owner() == Some(player));
        if has(Player::X) && has(Player::O) {
            found.push(position);
        }
    }
    found
}
