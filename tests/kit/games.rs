//! The games, random positions of them, and where files of the project are.

use std::path::{Path, PathBuf};

#[cfg(test)]
use arbitro_rules::GameId;
use arbitro_rules::draughts::{Draughts, Geometry, RuleSet, Rules};
use arbitro_rules::notation::{Cell, Setup};
use arbitro_rules::{Game, Player, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR"));
    kit.ancestors().nth(2).unwrap().join(path)
}

pub fn seeded(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// Plays `games` random games of at most `plies` plies each and shows every position of them.
pub fn random_positions<G: Game>(seed: u64, games: usize, plies: usize, mut see: impl FnMut(&G)) {
    let mut random = seeded(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position = G::start();
        for _ in 0..plies {
            see(&position);
            position.legal_moves_into(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Minimax without any shortcut: the value after `depth` more plies by `worth`, a match that is won
/// now being worth `win`, and less by one for each ply since the root.
pub fn plain_minimax<G: Game>(
    position: &G,
    depth: u32,
    ply: i32,
    win: i32,
    worth: &dyn Fn(&G) -> i32,
) -> i32 {
    if let Some(end) = position.end() {
        return if end.winner() == position.turn() { win - ply } else { ply - win };
    }
    if depth == 0 {
        return worth(position);
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| -plain_minimax(&position.after(mv), depth - 1, ply + 1, win, worth))
        .max()
        .unwrap()
}

/// The nearest playable board: light squares cleared, men on their last row crowned, no more
/// pieces than the rules give.
pub fn made_playable(mut setup: Setup, rules: &Rules) -> Setup {
    let mut left = [rules.pieces(); 2];
    let geometry = Geometry::new(rules);
    for row in 0..setup.size {
        for column in 0..setup.size {
            let cell = &mut setup.cells[row][column];
            let Some(owner) = cell.owner() else { continue };
            let last_row = if owner == Player::X { setup.size - 1 } else { 0 };
            if geometry.square(row, column).is_none() || left[owner as usize] == 0 {
                *cell = Cell::Empty;
                continue;
            }
            left[owner as usize] -= 1;
            if row == last_row {
                *cell = Cell::King(owner);
            }
        }
    }
    setup
}

/// Shows positions with pieces thrown on the board, half of them kings: no game leads to most of
/// them, and captures go much further in them.
pub fn thrown_positions<R: RuleSet>(seed: u64, count: usize, mut see: impl FnMut(&Draughts<R>)) {
    let mut random = seeded(seed);
    let size = R::RULES.size;
    for _ in 0..count {
        let mut setup = Setup::empty(size);
        let one_in = random.random_range(2..8);
        for place in (0..size * size).map(|index| Square::at(index / size, index % size)) {
            if random.random_range(0..one_in) > 0 {
                continue;
            }
            setup[place] = match random.random_range(0..4) {
                0 => Cell::Man(Player::X),
                1 => Cell::King(Player::X),
                2 => Cell::Man(Player::O),
                _ => Cell::King(Player::O),
            };
        }
        if let Ok(board) = made_playable(setup, &R::RULES).check(&R::RULES) {
            let turn = [Player::X, Player::O][random.random_range(0..2)];
            see(&Draughts::new(board, turn));
        }
    }
}

pub use crate::{for_every_draughts_set, for_every_game};

/// The rule set behind a position type: `<Dama as SetOf>::Set`.
pub trait SetOf {
    type Set: RuleSet;
}

impl<R: RuleSet> SetOf for Draughts<R> {
    type Set = R;
}

/// Runs a generic function for every game.
#[macro_export]
macro_rules! for_every_game {
    ($G:ident => $body:expr) => {
        for game in arbitro_rules::GameId::ALL {
            arbitro_rules::with_game!(game, $G => $body);
        }
    };
}

/// Runs a generic function for every set of draughts.
#[macro_export]
macro_rules! for_every_draughts_set {
    ($G:ident => $body:expr) => {
        $crate::for_every_draughts_set!(
            $G => $body,
            Dama Guide English Italian International Frenchfree Russian Brazilian
            Pool Spanish Czech Thai
        );
    };
    ($G:ident => $body:expr, $($set:ident)*) => {
        $({
            type $G = arbitro_rules::draughts::$set;
            $body;
        })*
    };
}

#[test]
fn no_set_of_draughts_is_left_out() {
    let mut games = Vec::new();
    for_every_draughts_set!(G => games.push(G::ID));
    games.push(GameId::Quoridor);
    assert_eq!(games, GameId::ALL);
}

#[test]
fn every_game_is_found_by_its_name() {
    for game in GameId::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert_eq!(arbitro_rules::with_game!(game, G => G::ID), game);
    }
    let error = "chess".parse::<GameId>().unwrap_err().to_string();
    assert!(error.contains("\"chess\"") && error.contains("italian"), "{error}");
}
