//! Three levels of the original Quoridor program: medium, hard and extreme.
//!
//! The easy level plays any legal move and needs no code here. Each level searches to a fixed
//! depth, so that the same position always gives the same moves whatever the time. It returns all
//! moves that it finds equally good, and the caller draws one. Values are those of
//! [`Evaluate`](super::Evaluate): the difference of path lengths.
//!
//! The levels do not see the earlier positions, so a pawn may move back and forth.

use super::BestMoves;
use super::evaluate::STEP;
use super::minimax::{INFINITE, WIN, best_moves};
use arbitro_rules::quoridor::{Move, Quoridor, Race};
use arbitro_rules::{Game, Player, Square};

/// The hard level considers walls when the opponent has fewer steps left than this.
const NEAR: u32 = 4;
const HARD_DEPTH: u32 = 2;

/// Search depth of the extreme level, its own move included.
const EXTREME_DEPTH: u32 = 5;
/// Maximum number of pawn moves that the extreme level searches: all that a pawn can have.
const EXTREME_STEPS: usize = 5;
/// Walls that the extreme level searches, while it has more than [`EXTREME_KEEPS`] left.
const EXTREME_WALLS: usize = 3;
const EXTREME_KEEPS: u8 = 3;

/// The medium level: the steps with the best difference of path lengths. The original plays any wall where there is no
/// step, but an open path begins with one.
///
/// Returns `None` when there is no legal move.
pub fn medium(position: &Quoridor) -> Option<BestMoves<Move>> {
    if position.end().is_some() {
        return None;
    }
    search_steps(position, &steps(position), 1)
}

/// The hard level: a win in one; else, when it has walls and the opponent is near its goal, the
/// walls with the best difference of path lengths; else the best steps by a two-ply search.
///
/// Returns `None` when there is no legal move.
pub fn hard(position: &Quoridor) -> Option<BestMoves<Move>> {
    if position.end().is_some() {
        return None;
    }
    let steps = steps(position);
    let winning: Vec<Move> = steps.iter().copied().filter(|&mv| is_winning(position, mv)).collect();
    if winning.is_empty() && position.distance(!position.turn()) < NEAR {
        let rated = rated_walls(position);
        if let Some(value) = rated.iter().map(|&(_, value)| value).max() {
            return Some(BestMoves {
                best: rated.iter().filter(|it| it.1 == value).map(|it| it.0).collect(),
                value,
                depth: 1,
            });
        }
    }
    if winning.is_empty() {
        search_steps(position, &steps, HARD_DEPTH)
    } else {
        Some(BestMoves { best: winning, value: WIN - 1, depth: 1 })
    }
}

/// The extreme level: a five-ply search over the five best steps and, while more than three walls
/// are left, the three best walls. Below the root there are only steps.
///
/// `one_of` draws a number below its argument; it chooses the walls to search among equally good
/// ones. Returns `None` when there is no legal move.
pub fn extreme(
    position: &Quoridor,
    one_of: &mut dyn FnMut(usize) -> usize,
) -> Option<BestMoves<Move>> {
    if position.end().is_some() {
        return None;
    }
    let mut moves = steps(position);
    // Sorted best first; a pawn has five steps at most.
    moves.truncate(EXTREME_STEPS);
    let turn = position.turn();
    if position.board().walls_left(turn) > EXTREME_KEEPS {
        moves.extend(best_walls(position, one_of));
    }
    search_steps(position, &moves, EXTREME_DEPTH)
}

/// The steps of the player to move, shortest remaining path first.
fn steps(position: &Quoridor) -> Vec<Move> {
    let (turn, board) = (position.turn(), position.board());
    let race = Race::new(position);
    let from = board.pawn(turn);
    let mut steps = position.steps();
    steps.sort_by_key(|&to| distance(&race, turn, to));
    steps.into_iter().map(|to| Move::Step { from, to }).collect()
}

fn is_winning(position: &Quoridor, mv: Move) -> bool {
    let turn = position.turn();
    let end = position.after(mv).end();
    end.is_some_and(|end| end.winner() == turn)
}

/// Every legal wall with the evaluation after it.
fn rated_walls(position: &Quoridor) -> Vec<(Move, i32)> {
    let (own, enemy) = (position.turn() as usize, !position.turn() as usize);
    let walls = position.distances_behind_walls().into_iter();
    let difference = |distances: [u32; 2]| distances[enemy] as i32 - distances[own] as i32;
    walls.map(|(wall, distances)| (Move::Wall(wall), STEP * difference(distances))).collect()
}

/// The walls that the extreme level searches; ties for the last places are drawn.
fn best_walls(position: &Quoridor, one_of: &mut dyn FnMut(usize) -> usize) -> Vec<Move> {
    let mut rated = rated_walls(position);
    // A stable sort: equal walls stay in generation order.
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

/// Searches `moves` to a depth with only steps below the root, and returns the best in generation
/// order.
fn search_steps(position: &Quoridor, moves: &[Move], depth: u32) -> Option<BestMoves<Move>> {
    let turn = position.turn();
    let race = Race::new(position);
    let (mut best, value) = best_moves(moves, -INFINITE, |mv, alpha| {
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
        Some(-StepSearch { race }.value(pawns, !turn, depth - 1, -INFINITE, -alpha, 1))
    })?;
    best.sort_unstable();
    Some(BestMoves { best, value, depth })
}

/// Alpha-beta over pawn steps, the walls being fixed.
struct StepSearch<'a> {
    race: &'a Race,
}

impl StepSearch<'_> {
    fn value(
        &self,
        pawns: [Square; 2],
        turn: Player,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        let (own, enemy) = (pawns[turn as usize], pawns[!turn as usize]);
        if self.race.is_goal(!turn, enemy) {
            return ply - WIN;
        }
        let evaluate = |own| {
            let enemy_steps = distance(self.race, !turn, enemy);
            STEP * (enemy_steps - distance(self.race, turn, own))
        };
        if depth == 0 {
            return evaluate(own);
        }
        let mut steps = self.race.steps(own, enemy);
        if steps.is_empty() {
            return evaluate(own);
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

/// Length of the shortest path. Pawns stand only where one exists.
fn distance(race: &Race, player: Player, from: Square) -> i32 {
    let steps = race.distance(player, from);
    steps.map_or(INFINITE / (4 * STEP), |steps| steps as i32)
}
