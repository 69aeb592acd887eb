//! Benchmarks Quoridor's two strong levels against a plain implementation of the same choice.

use std::hint::black_box;

use arbitro_engine::search::BestMoves;
use arbitro_engine::search::quoridor_levels::{extreme, hard};
use arbitro_rules::quoridor::{Direction, Move, Quoridor};
use arbitro_rules::{Game, Player};

use super::{Measured, median};
use arbitro_testkit::reference::quoridor as plain;

const WIN: i32 = 1_000_000;
const STEP: i32 = 100;

/// A level whose walls are chosen without chance: the bench must find the same every time.
type Level = fn(&Quoridor) -> Option<BestMoves<Move>>;
/// The value that it finds, found plainly.
type Plainly = fn(&plain::Position) -> i32;

fn first_extreme(position: &Quoridor) -> Option<BestMoves<Move>> {
    extreme(position, &mut |_| 0)
}

/// The positions in which a level was to move in games against itself and the other one, four plies
/// at the start by chance.
fn positions(level: Level, other: Level) -> Vec<Quoridor> {
    let mut found = Vec::new();
    let mut chance: u64 = 7;
    let mut one_of = |count: usize| {
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % count
    };
    for game in 0..60 {
        let mut position = Quoridor::start();
        let is_own = [[true, true], [true, false], [false, true]][game % 3];
        for ply in 0..100 {
            if position.end().is_some() {
                break;
            }
            let moves = if ply < 4 {
                position.legal_moves()
            } else {
                let chooses = if is_own[position.turn() as usize] {
                    found.push(position);
                    level
                } else {
                    other
                };
                chooses(&position).unwrap().best
            };
            position = position.after(moves[one_of(moves.len())]);
        }
    }
    found
}

fn as_plain(position: &Quoridor) -> plain::Position {
    let board = position.board();
    let mut same = plain::Position::start(board.size(), 0);
    for player in [Player::X, Player::O] {
        let square = board.pawn(player);
        same.pawns[player as usize] = (square.row.into(), square.column.into());
        same.left[player as usize] = board.walls_left(player).into();
    }
    for wall in board.walls() {
        let (row, column) = (usize::from(wall.square.row), usize::from(wall.square.column));
        match wall.direction {
            Direction::Horizontal => same.horizontal[row][column] = true,
            Direction::Vertical => same.vertical[row][column] = true,
        }
    }
    same.turn = position.turn() as usize;
    same
}

/// The evaluation for a player: the difference of path lengths.
fn worth(position: &plain::Position, player: usize) -> i32 {
    let steps = |player| position.distance(player).unwrap() as i32;
    STEP * (steps(1 - player) - steps(player))
}

fn plain_minimax(position: &plain::Position, depth: u32, ply: i32) -> i32 {
    if position.is_over() {
        return ply - WIN;
    }
    if depth == 0 {
        return worth(position, position.turn);
    }
    let mut without_walls = *position;
    without_walls.left = [0; 2];
    let steps = without_walls.legal_moves().into_iter();
    let next = steps.map(|mv| -plain_minimax(&position.play(mv), depth - 1, ply + 1));
    next.max().unwrap()
}

/// Steps and walls, these best first by what they are worth.
fn plain_moves(position: &plain::Position) -> (Vec<plain::Move>, Vec<(i32, plain::Move)>) {
    let moves = position.legal_moves();
    let (steps, walls): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| mv.0 == 's');
    let mut rated: Vec<_> =
        walls.into_iter().map(|mv| (worth(&position.play(mv), position.turn), mv)).collect();
    rated.sort_by_key(|it| -it.0);
    (steps, rated)
}

fn plain_hard(position: &plain::Position) -> i32 {
    let (steps, rated) = plain_moves(position);
    let wins = steps.iter().any(|&mv| position.play(mv).is_over());
    let is_near = position.distance(1 - position.turn).unwrap() < 4;
    match rated.first() {
        _ if wins => WIN - 1,
        Some(&(value, _)) if is_near => value,
        _ => plain_minimax(position, 2, 0),
    }
}

fn plain_extreme(position: &plain::Position) -> i32 {
    let (mut moves, rated) = plain_moves(position);
    if position.left[position.turn] > 3 {
        moves.extend(rated.into_iter().take(3).map(|it| it.1));
    }
    let values = moves.into_iter().map(|mv| -plain_minimax(&position.play(mv), 4, 1));
    values.max().unwrap()
}

/// The names of what is measured, and of the plain ones beside them.
const NAMES: [[&str; 2]; 2] =
    [["quoridor hard", "plain quoridor hard"], ["quoridor extreme", "plain quoridor extreme"]];

/// Both levels over the positions of their games, and the same values found plainly in some of them.
pub(super) fn choosing() -> Vec<Measured> {
    let levels: [(Level, Level, Plainly, usize); 2] =
        [(hard, first_extreme, plain_hard, 4), (first_extreme, hard, plain_extreme, 40)];
    let mut all = Vec::new();
    for (names, (level, other, plainly, one_in)) in NAMES.into_iter().zip(levels) {
        let positions = positions(level, other);
        let some: Vec<_> = positions.iter().step_by(one_in).map(as_plain).collect();
        let value = move |it: &Quoridor| level(it).unwrap().value;
        let expected: i64 = some.iter().map(|it| i64::from(plainly(it))).sum();
        let in_some = positions.iter().step_by(one_in);
        assert_eq!(in_some.map(|in_some| i64::from(value(in_some))).sum::<i64>(), expected);
        let of_all: i64 = positions.iter().map(|position| i64::from(value(position))).sum();
        all.push(Measured::new(names[0], "moves", move || {
            let values = positions.iter().map(|position| i64::from(value(black_box(position))));
            assert_eq!(values.sum::<i64>(), of_all);
            positions.len() as u64
        }));
        all.push(Measured::new(names[1], "moves", move || {
            let values = some.iter().map(|it| i64::from(plainly(black_box(it))));
            assert_eq!(values.sum::<i64>(), expected);
            some.len() as u64
        }));
    }
    all
}

/// The mean time of a move in each round: middle, least and most.
pub(super) fn times(all: &[Measured]) -> Vec<String> {
    let of = |name: &str| {
        let rates = &all.iter().find(|it| it.name == name)?.rates;
        let mut times: Vec<f64> = rates.iter().map(|rate| 1e6 / rate).collect();
        let middle = median(&mut times);
        let (least, most) = (times[0], times[times.len() - 1]);
        Some(format!("{name}: {middle:.1} us a move in the mean ({least:.1} .. {most:.1})"))
    };
    NAMES.concat().into_iter().filter_map(of).collect()
}
