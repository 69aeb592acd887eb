//! Three of the four levels of the original Quoridor: what each looks at, and how far.
//!
//! The fourth, the easy one, is any legal move and needs nothing from here. All are fixed in depth,
//! so the time has no say in them: the same position gives the same moves. Each gives all the moves
//! that it finds equally good; which of them is played is the caller's chance. Values are those of
//! [`Evaluate`](super::Evaluate): how much farther the opponent has to go.
//!
//! None of them knows what was played before; whoever only runs may run in circles.

use super::Found;
use super::evaluate::STEP;
use super::minimax::{INFINITE, WIN, best_of};
use arbitro_rules::quoridor::{Move, Quoridor, Race, Square};
use arbitro_rules::{Game, Player};

/// The hard level places a wall once the opponent has fewer steps to go than this.
const NEAR: u32 = 4;
/// Plies that the hard level looks ahead.
const HARD_DEPTH: u32 = 2;

/// Plies that the extreme level looks ahead, its own move among them.
const EXTREME_DEPTH: u32 = 5;
/// Steps that the extreme level looks at: a pawn never has more.
const EXTREME_STEPS: usize = 5;
/// Walls that the extreme level looks at, while it has more than so many left.
const EXTREME_WALLS: usize = 3;
const EXTREME_KEEPS: u8 = 3;

/// The steps that leave the best difference of distances; where no step is possible, all walls.
///
/// `None` when there is no legal move.
pub fn medium(position: &Quoridor) -> Option<Found<Move>> {
    if position.end().is_some() {
        return None;
    }
    let steps = steps(position);
    if steps.is_empty() {
        // The rules never come to this: an open path begins with a step. It is the level's word.
        let walls = position.legal_moves();
        return (!walls.is_empty()).then_some(Found {
            nodes: walls.len() as u64,
            best: walls,
            value: 0,
            depth: 0,
        });
    }
    looked_ahead(position, &steps, 1)
}

/// A win in one; else, with walls left and the opponent near its goal, the walls that leave the best
/// difference of distances; else the steps that are best two plies ahead.
///
/// `None` when there is no legal move.
pub fn hard(position: &Quoridor) -> Option<Found<Move>> {
    if position.end().is_some() {
        return None;
    }
    let steps = steps(position);
    let winning: Vec<Move> = steps
        .iter()
        .copied()
        .filter(|&mv| wins(position, mv))
        .collect();
    if winning.is_empty() && position.distance(!position.turn()) < NEAR {
        let rated = rated_walls(position);
        if let Some(value) = rated.iter().map(|&(_, value)| value).max() {
            return Some(Found {
                nodes: rated.len() as u64,
                best: rated
                    .iter()
                    .filter(|it| it.1 == value)
                    .map(|it| it.0)
                    .collect(),
                value,
                depth: 1,
            });
        }
    }
    if winning.is_empty() {
        looked_ahead(position, &steps, HARD_DEPTH)
    } else {
        Some(Found {
            nodes: winning.len() as u64,
            best: winning,
            value: WIN - 1,
            depth: 1,
        })
    }
}

/// The best five plies ahead of the five best steps and, while more than three are left, of the three
/// best walls; below them there are only steps.
///
/// `one_of` draws a number below the one it is given: which walls are looked at, where several are
/// equally good at first sight. `None` when there is no legal move.
pub fn extreme(position: &Quoridor, one_of: &mut dyn FnMut(usize) -> usize) -> Option<Found<Move>> {
    if position.end().is_some() {
        return None;
    }
    let mut moves = steps(position);
    // Best first, and no more than there are: a pawn has five at most.
    moves.truncate(EXTREME_STEPS);
    let turn = position.turn();
    if position.board().walls_left(turn) > EXTREME_KEEPS {
        moves.extend(best_walls(position, one_of));
    }
    looked_ahead(position, &moves, EXTREME_DEPTH)
}

/// The steps of the player to move, those that leave the least to go first.
fn steps(position: &Quoridor) -> Vec<Move> {
    let (turn, board) = (position.turn(), position.board());
    let race = Race::new(position);
    let from = board.pawn(turn);
    let mut steps = position.steps();
    steps.sort_by_key(|&to| distance(&race, turn, to));
    steps
        .into_iter()
        .map(|to| Move::Step { from, to })
        .collect()
}

fn wins(position: &Quoridor, mv: Move) -> bool {
    let turn = position.turn();
    let end = position.after(mv).end();
    end.is_some_and(|end| end.winner() == turn)
}

/// Every wall that may be placed, with what the position is worth behind it.
fn rated_walls(position: &Quoridor) -> Vec<(Move, i32)> {
    let (own, enemy) = (position.turn() as usize, !position.turn() as usize);
    let walls = position.distances_behind_walls().into_iter();
    let difference = |distances: [u32; 2]| distances[enemy] as i32 - distances[own] as i32;
    walls
        .map(|(wall, distances)| (Move::Wall(wall), STEP * difference(distances)))
        .collect()
}

/// The walls that the extreme level looks at; of equally good ones, some by chance.
fn best_walls(position: &Quoridor, one_of: &mut dyn FnMut(usize) -> usize) -> Vec<Move> {
    let mut rated = rated_walls(position);
    // Stable: equal ones stay in the order of the moves.
    rated.sort_by_key(|&(_, value)| -value);
    let Some(&(_, least)) = rated.get(EXTREME_WALLS - 1) else {
        return rated.into_iter().map(|it| it.0).collect();
    };
    let better = rated.partition_point(|&(_, value)| value > least);
    let as_good = rated.partition_point(|&(_, value)| value >= least);
    for place in better..EXTREME_WALLS {
        let drawn = place + one_of(as_good - place);
        rated.swap(place, drawn.min(as_good - 1));
    }
    rated.truncate(EXTREME_WALLS);
    rated.into_iter().map(|it| it.0).collect()
}

/// The best of these moves so many plies ahead, all after them being steps. Gives them in the order
/// of the moves.
fn looked_ahead(position: &Quoridor, moves: &[Move], depth: u32) -> Option<Found<Move>> {
    let turn = position.turn();
    let race = Race::new(position);
    let mut nodes = 0;
    let (mut best, value) = best_of(moves, -INFINITE, |mv, alpha| {
        let next = position.after(mv);
        let board = next.board();
        let pawns = [Player::X, Player::O].map(|player| board.pawn(player));
        let behind;
        let race = match mv {
            Move::Step { .. } => &race,
            Move::Wall(_) => {
                behind = Race::new(&next);
                &behind
            }
        };
        let mut running = Running { race, nodes: 0 };
        let found = -running.value(pawns, !turn, depth - 1, -INFINITE, -alpha, 1);
        nodes += running.nodes;
        Some(found)
    })?;
    best.sort_unstable();
    Some(Found {
        best,
        value,
        depth,
        nodes,
    })
}

/// Alpha-beta over steps alone.
struct Running<'a> {
    race: &'a Race,
    nodes: u64,
}

impl Running<'_> {
    fn value(
        &mut self,
        pawns: [Square; 2],
        turn: Player,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        let (own, enemy) = (pawns[turn as usize], pawns[!turn as usize]);
        if self.race.is_goal(!turn, enemy) {
            return ply - WIN;
        }
        let worth = |own| {
            let enemy_steps = distance(self.race, !turn, enemy);
            STEP * (enemy_steps - distance(self.race, turn, own))
        };
        if depth == 0 {
            return worth(own);
        }
        let mut steps = self.race.steps(own, enemy);
        if steps.is_empty() {
            return worth(own);
        }
        if depth > 1 {
            steps.sort_by_key(|&to| distance(self.race, turn, to));
        }
        let mut best = -INFINITE;
        for to in steps {
            let mut pawns = pawns;
            pawns[turn as usize] = to;
            let value = -self.value(pawns, !turn, depth - 1, -beta, -alpha, ply + 1);
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Steps to go; from where a path exists, and pawns stand nowhere else.
fn distance(race: &Race, player: Player, from: Square) -> i32 {
    let steps = race.distance(player, from);
    steps.map_or(INFINITE / (4 * STEP), |steps| steps as i32)
}
