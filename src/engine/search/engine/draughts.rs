//! How the engine sees draughts.

use super::think::{Begun, FORCING, Hints, MoveStack, Quiescence, ScoredMove, Think};
use super::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::SearchedSet;
use crate::search::draughts::{LazyEval, assess};
use crate::search::mcts::{Mcts, TreeLimits, Tried};
use arbitro_rules::draughts::{self, Capturing, Choice, Draughts, Move, MoveHints, RuleSet};
use arbitro_rules::{End, Game};

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

    fn grow(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<Tried<Move>> {
        R::grow(tree, situation, limits, one_of, signal)
    }

    const MARGIN: i32 = 40;
    // From the leaves on, it would make an analysis of a few plies overlook blunders.
    const BOLD_FROM: i32 = 6;

    #[inline(always)]
    fn static_value(&self) -> i32 {
        assess(self)
    }

    #[inline(always)]
    fn static_value_within(&self, alpha: i32, beta: i32) -> i32 {
        let lazy = const { LazyEval::built_in::<R>() };
        let outside = lazy.and_then(|lazy| lazy.outside(self, alpha, beta));
        outside.unwrap_or_else(|| assess(self))
    }

    #[inline(always)]
    fn candidates(&self, _all: bool, stack: &mut MoveStack<Move>) {
        self.moves_onto(&mut stack.candidates, |mv| rated(self, mv));
    }

    #[inline(always)]
    fn begin(&self, _all: bool, hints: &Hints, stack: &mut MoveStack<Move>) -> Begun<Move> {
        let hints = MoveHints {
            likely: hints.known,
            else_quiet: hints.killers,
        };
        match self.first_moves_onto(&hints, &mut stack.candidates, |mv| rated(self, mv)) {
            draughts::Begun::All => Begun::Complete,
            draughts::Begun::Captures => Begun::Partly,
            draughts::Begun::Step(step) => Begun::One(step),
        }
    }

    fn complete(&self, all: bool, begun: Begun<Move>, stack: &mut MoveStack<Move>) {
        match begun {
            Begun::Complete => {}
            Begun::Partly => self.steps_onto(&mut stack.candidates, |mv| rated(self, mv)),
            Begun::One(_) => self.candidates(all, stack),
        }
    }

    #[inline(always)]
    fn quiescence(&self) -> Quiescence {
        match self.choice() {
            Choice::Nothing => Quiescence::Over(End::NoMoves(self.turn())),
            Choice::Steps => Quiescence::Quiet,
            Choice::Captures => match R::RULES.capturing {
                Capturing::Optional => Quiescence::OptionalCaptures,
                Capturing::Forced => Quiescence::Forced,
            },
        }
    }

    #[inline(always)]
    fn noisy_moves(&self, stack: &mut MoveStack<Move>) -> Option<Move> {
        self.captures_onto(&mut stack.candidates, |mv| rated(self, mv))
    }

    #[inline(always)]
    fn after_at_rest(&self, mv: Move) -> Self {
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

#[inline(always)]
fn rated<R: RuleSet>(position: &Draughts<R>, mv: Move) -> ScoredMove<Move> {
    ScoredMove {
        mv,
        score: urgency(position, mv),
    }
}

#[inline(always)]
fn urgency<R: RuleSet>(position: &Draughts<R>, mv: Move) -> i32 {
    if mv.is_capture() {
        // The more, the better; with a man rather than with a king.
        let by_man = i32::from(position.is_by_man(mv));
        return FORCING + 16 * mv.captured_count() as i32 + by_man;
    }
    if position.crowns(mv) { FORCING } else { 0 }
}
