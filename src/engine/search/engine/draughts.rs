//! Draughts for the engine: evaluation, move ordering, quiescence.

use super::think::{
    FORCING, GenerationStage, MoveStack, OrderingHints, Quiescence, ScoredMove, Think,
};
use super::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::draughts::{LazyEval, assess};
use crate::search::mcts::{Mcts, TreeLimits, TreeResult};
use crate::search::{Evaluate, SearchedSet};
use arbitro_rules::draughts::{
    self, AvailableMoves, Board, Capturing, Draughts, Geometry, KingReach, Move, MoveHints,
    RuleSet, Square, squares_of,
};
use arbitro_rules::{End, Game, Player};

/// A lead in material with which a player counts as winning: a king, or three men.
const DECISIVE_LEAD: i32 = 300;
/// Ease that each piece taken adds to winning.
const PIECE_TAKEN: i32 = 20;
/// Ease that each square between kings takes from winning.
const SQUARE_AWAY: i32 = 10;

impl<R: SearchedSet> Think for Draughts<R> {
    fn search(
        engine: &mut Engine<Self>,
        situation: &Situation<'_, Self>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Self>>,
    ) -> Option<SearchResult<Move>> {
        R::search(engine, situation, limits, signal, on_depth)
    }

    fn search_tree(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<Move>> {
        R::search_tree(tree, situation, limits, one_of, signal)
    }

    const MARGIN: i32 = 40;
    // At shallower depths it would make an analysis of a few plies miss blunders.
    const EARLY_REDUCTION_FROM: i32 = 6;

    #[inline(always)]
    fn static_value(&self) -> i32 {
        assess(self)
    }

    /// Few pieces on the board, and the winner's kings near those of the loser. Of 200 random
    /// positions of 3 kings and 4 men against 1 king and 4 men, 100 plies before the limit, `dama`
    /// wins 164 with it and 144 without, `english` 184 and 170. Flying kings win from afar: with
    /// them it was worse.
    #[inline]
    fn ease_of_winning(&self) -> i32 {
        if R::RULES.kings == KingReach::Flying {
            return 0;
        }
        let lead = self.evaluate();
        if lead.abs() < DECISIVE_LEAD {
            return 0;
        }
        let board = self.board();
        let is_ahead = lead > 0;
        let ahead = if is_ahead { self.turn() } else { !self.turn() };
        let taken = 2 * R::RULES.pieces() as i32 - (board.x() | board.o()).count_ones() as i32;
        let ease = PIECE_TAKEN * taken - SQUARE_AWAY * distance_of_kings::<R>(&board, ahead);
        if is_ahead { ease } else { -ease }
    }

    #[inline(always)]
    fn static_value_within(&self, alpha: i32, beta: i32) -> i32 {
        let lazy = const { LazyEval::built_in::<R>() };
        let outside = lazy.and_then(|lazy| lazy.outside(self, alpha, beta));
        outside.unwrap_or_else(|| assess(self))
    }

    #[inline(always)]
    fn candidates(&self, _all: bool, stack: &mut MoveStack<Move>) {
        self.moves_onto(&mut stack.candidates, |mv| scored(self, mv));
    }

    #[inline(always)]
    fn generate_first(
        &self,
        _all: bool,
        hints: &OrderingHints,
        stack: &mut MoveStack<Move>,
    ) -> GenerationStage<Move> {
        let hints = MoveHints { likely: hints.table_move, else_quiet: hints.killers };
        match self.first_moves_onto(&hints, &mut stack.candidates, |mv| scored(self, mv)) {
            draughts::FirstMoves::All => GenerationStage::Complete,
            draughts::FirstMoves::Captures => GenerationStage::Partial,
            draughts::FirstMoves::Step(step) => GenerationStage::FirstMove(step),
        }
    }

    fn generate_rest(&self, all: bool, stage: GenerationStage<Move>, stack: &mut MoveStack<Move>) {
        match stage {
            GenerationStage::Complete => {}
            GenerationStage::Partial => {
                self.steps_onto(&mut stack.candidates, |mv| scored(self, mv));
            }
            GenerationStage::FirstMove(_) => self.candidates(all, stack),
        }
    }

    #[inline(always)]
    fn quiescence(&self) -> Quiescence {
        match self.choice() {
            AvailableMoves::Nothing => Quiescence::Over(End::NoMoves(self.turn())),
            AvailableMoves::Steps => Quiescence::Quiet,
            AvailableMoves::Captures => match R::RULES.capturing {
                Capturing::Optional => Quiescence::OptionalCaptures,
                Capturing::Forced => Quiescence::Forced,
            },
        }
    }

    #[inline(always)]
    fn noisy_moves(&self, stack: &mut MoveStack<Move>) -> Option<Move> {
        self.captures_onto(&mut stack.candidates, |mv| scored(self, mv))
    }

    #[inline(always)]
    fn after_for_quiescence(&self, mv: Move) -> Self {
        self.after_without_key(mv)
    }

    #[inline(always)]
    fn tag(mv: Move) -> u16 {
        mv.code()
    }

    #[inline(always)]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || self.is_by_man(mv)
    }
}

/// Sums, over a player's kings, the squares to the opponent's nearest king, or to its nearest man
/// when it has none.
fn distance_of_kings<R: RuleSet>(board: &Board, player: Player) -> i32 {
    let geometry = const { Geometry::new(&R::RULES) };
    let other = board.of(!player);
    let prey = match other & board.kings() {
        0 => other,
        kings => kings,
    };
    let nearest = |hunter: Square| {
        let (row, column) = geometry.place(hunter).indices();
        let steps = squares_of(prey).map(|square| {
            let (to_row, to_column) = geometry.place(square).indices();
            row.abs_diff(to_row).max(column.abs_diff(to_column)) as i32
        });
        steps.min().unwrap_or(0)
    };
    squares_of(board.of(player) & board.kings()).map(nearest).sum()
}

#[inline(always)]
fn scored<R: RuleSet>(position: &Draughts<R>, mv: Move) -> ScoredMove<Move> {
    ScoredMove { mv, score: ordering_score(position, mv) }
}

#[inline(always)]
fn ordering_score<R: RuleSet>(position: &Draughts<R>, mv: Move) -> i32 {
    if mv.is_capture() {
        // Most captured pieces first; of equal captures, those by a man.
        let by_man = i32::from(position.is_by_man(mv));
        return FORCING + 16 * mv.captured_count() as i32 + by_man;
    }
    if position.crowns(mv) { FORCING } else { 0 }
}
