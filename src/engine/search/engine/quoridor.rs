//! Quoridor for the engine: evaluation and move ordering.

use super::solved_race::RaceCache;
use super::think::{FORCING, MoveStack, Quiescence, Think};
use super::{Engine, Limits, MAX_EVAL, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::mcts::{Mcts, TreeLimits, TreeResult};
use arbitro_endgames::Oracle;
use arbitro_rules::quoridor::{Board, Direction, Move, Prospect, Quoridor, Reach};
use arbitro_rules::{Game, Player};

// The constants of the evaluation are fitted by logistic regression to positions of games that the
// tree search played against itself on boards of 7, 9 and 11 squares a side. 450 of them multiply
// the odds of a win by e.

/// Bonus for the player to move.
const TEMPO: i32 = 20;
/// Further bonus for the player to move in a race without walls, where equal paths mean that it
/// arrives first. Divided by one more than the walls left: each can change who is ahead.
const RACE_TEMPO: i32 = 420;
/// Value of a step of lead in a race without walls, divided like [`RACE_TEMPO`].
const RACE_STEP: i32 = 720;
/// Value of a step of lead whatever the walls left, up to [`NEAR`] steps. On larger boards steps are
/// shorter by their [`scale`].
const STEP: f32 = 83.0;
/// Steps of lead that count whatever the walls left. The opponent's walls can shorten a longer one.
const NEAR: f32 = 3.0;
/// Value of a player's walls: this times the square root of their number and of the steps of the
/// shorter path, divided by the board's [`scale`]. The last walls decide, of many some find no good
/// place, and none is worth much when a pawn is nearly at its goal.
const WALLS: f32 = 230.0;
/// Further value of a wall of difference. Not fitted: in games against itself both sides spend their
/// walls early. An opponent that keeps them, like the `hard` level, then takes the lead away.
const WALL: i32 = 70;
/// Value of a row of difference to the goal rows, without walls left. Rows count on boards up to
/// [`USUAL_SIZE`]; on larger ones they lost matches.
const ROW: i32 = 117;
/// The part that the square root of the walls left takes from [`ROW`]. With many walls a row nearer is a
/// disadvantage: of two paths of equal length the one that crosses fewer rows has more detours,
/// which further walls lengthen easily.
const ROW_PER_ROOT: f32 = 38.0;
/// Maximum number of walls that count for this: with more than were fitted a step ahead would be a loss.
const MAX_ROW_WALLS: i32 = 20;
const USUAL_SIZE: usize = 9;

impl Think for Quoridor {
    fn search(
        engine: &mut Engine<Self>,
        situation: &Situation<'_, Self>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Self>>,
    ) -> Option<SearchResult<Self::Move>> {
        engine.think_generic(situation, limits, signal, on_depth)
    }

    fn search_tree(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<Self::Move>> {
        tree.think_generic(situation, limits, one_of, signal)
    }

    const MARGIN: i32 = 150;
    // Earlier reductions did not gain strength.
    const EARLY_REDUCTION_FROM: i32 = i32::MAX;

    fn static_value(&self) -> i32 {
        let players = [self.turn(), !self.turn()];
        let board = self.board();
        let [own_steps, other_steps] = players.map(|player| self.distance(player) as i32);
        let [own_walls, other_walls] = players.map(|player| i32::from(board.walls_left(player)));
        let [own_rows, other_rows] = players.map(|player| i32::from(rows_to_goal(&board, player)));
        let lead = other_steps - own_steps;
        let walls = own_walls + other_walls;
        let shorter = own_steps.min(other_steps);
        let scale = scale(board.size());
        let near = (lead as f32 / scale).clamp(-NEAR, NEAR);
        let row = if board.size() <= USUAL_SIZE {
            ROW - times_root(ROW_PER_ROOT, walls.min(MAX_ROW_WALLS))
        } else {
            0
        };
        let value = TEMPO
            + (RACE_TEMPO + RACE_STEP * lead) / (1 + walls)
            + (STEP * near) as i32
            + times_root(WALLS / scale, own_walls * shorter)
            - times_root(WALLS / scale, other_walls * shorter)
            + WALL * (own_walls - other_walls)
            + row * (other_rows - own_rows);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn candidates(&self, all: bool, stack: &mut MoveStack<Move>) {
        let reach = if all { Reach::All } else { Reach::Near };
        self.prospects(reach, |mv, prospect| {
            stack.push(mv, ordering_score(prospect));
        });
    }

    fn quiescence(&self) -> Quiescence {
        self.end().map_or(Quiescence::Quiet, Quiescence::Over)
    }

    fn tag(mv: Move) -> u16 {
        let index = |row: u8, column: u8| u16::from(row) << 4 | u16::from(column);
        match mv {
            Move::Step { to, .. } => index(to.row, to.column),
            Move::Wall(wall) => {
                let kind = match wall.direction {
                    Direction::Horizontal => 1,
                    Direction::Vertical => 2,
                };
                kind << 8 | index(wall.square.row, wall.square.column)
            }
        }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        matches!(mv, Move::Wall(_))
    }

    fn oracle() -> Option<Box<dyn Oracle<Quoridor>>> {
        Some(Box::new(RaceCache::default()))
    }
}

/// Returns the ratio of the length of ways to that on the usual board.
fn scale(size: usize) -> f32 {
    (size.max(USUAL_SIZE) - 1) as f32 / (USUAL_SIZE - 1) as f32
}

/// Rows between a pawn and its goal.
fn rows_to_goal(board: &Board, player: Player) -> u8 {
    board.pawn(player).row.abs_diff(board.goal_row(player))
}

/// A factor times the square root of a number, which every machine rounds alike.
fn times_root(factor: f32, number: i32) -> i32 {
    (factor * (number as f32).sqrt()) as i32
}

fn ordering_score(prospect: Prospect) -> i32 {
    match prospect {
        Prospect::Ahead => FORCING,
        Prospect::Across => 4_000,
        Prospect::Aside => 3_000,
        Prospect::AcrossBoth => 500,
        Prospect::Back => -4_000,
        Prospect::Beside => -3_000,
    }
}
