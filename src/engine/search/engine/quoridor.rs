//! Quoridor for the engine: evaluation and move ordering.

use super::solved_race::RaceCache;
use super::think::{FORCING, MoveStack, Quiescence, Think};
use super::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::Oracle;
use crate::search::mcts::{Mcts, TreeLimits, TreeResult};
use arbitro_rules::Game;
use arbitro_rules::quoridor::{Direction, Move, Prospect, Quoridor, Reach};

/// Value of one step of difference in path length.
const STEP: i32 = 100;
/// Steps of difference that count in full. The opponent's walls can shorten a longer lead.
const NEAR: i32 = 3;
/// Value of a step beyond [`NEAR`].
const FAR_STEP: i32 = 50;
/// Bonus for the player to move.
const TEMPO: i32 = 40;
/// Value of a wall of difference. With less, the engine spends its walls on a lead that the
/// opponent's walls then take away.
const WALL: i32 = 150;
/// Value of a step when neither player has walls left.
const RACE_STEP: i32 = 400;

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
        let (own, other) = (self.turn(), !self.turn());
        let board = self.board();
        let ahead = self.distance(other) as i32 - self.distance(own) as i32;
        let [own_walls, other_walls] = [own, other].map(|it| i32::from(board.walls_left(it)));
        if own_walls == 0 && other_walls == 0 {
            // With equal paths, the player to move is ahead.
            return RACE_STEP * ahead + RACE_STEP / 2;
        }
        let near = ahead.clamp(-NEAR, NEAR);
        STEP * near + FAR_STEP * (ahead - near) + TEMPO + WALL * (own_walls - other_walls)
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

    fn oracle() -> Option<Box<dyn Oracle<Quoridor> + Send>> {
        Some(Box::new(RaceCache::default()))
    }
}

fn ordering_score(prospect: Prospect) -> i32 {
    match prospect {
        Prospect::Ahead => FORCING,
        Prospect::Across => 4_000,
        Prospect::Aside => 1_000,
        Prospect::AcrossBoth => 500,
        Prospect::Back => -4_000,
        Prospect::Beside => -2_000,
    }
}
