//! How the engine sees draughts.

use super::think::{Begun, Candidate, FORCING, Hints, Shelf, Think, Unrest};
use super::{Engine, Hurry, Limits, Situation, Tell, Thought};
use crate::search::SearchedSet;
use crate::search::draughts::{Rough, assess};
use crate::search::mcts::{Mcts, TreeLimits, Tried};
use arbitro_rules::draughts::{self, Capturing, Choice, Draughts, Hopes, Move, RuleSet};
use arbitro_rules::{End, Game};

impl<R: SearchedSet> Think for Draughts<R> {
    fn search(
        engine: &mut Engine<Self>,
        situation: &Situation<'_, Self>,
        limits: Limits,
        hurry: &mut dyn FnMut() -> Hurry,
        tell: Option<Tell<'_, Self>>,
    ) -> Option<Thought<Move>> {
        R::search(engine, situation, limits, hurry, tell)
    }

    fn grow(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        hurry: &mut dyn FnMut() -> Hurry,
    ) -> Option<Tried<Move>> {
        R::grow(tree, situation, limits, one_of, hurry)
    }

    const MARGIN: i32 = 40;
    // From the leaves on, it would make an analysis of a few plies overlook blunders.
    const BOLD_FROM: i32 = 6;

    #[inline(always)]
    fn judge(&self) -> i32 {
        assess(self)
    }

    #[inline(always)]
    fn judge_within(&self, alpha: i32, beta: i32) -> i32 {
        let rough = const { Rough::built_in::<R>() };
        let outside = rough.and_then(|rough| rough.outside(self, alpha, beta));
        outside.unwrap_or_else(|| assess(self))
    }

    #[inline(always)]
    fn candidates(&self, _all: bool, shelf: &mut Shelf<Move>) {
        self.moves_onto(&mut shelf.candidates, |mv| rated(self, mv));
    }

    #[inline(always)]
    fn begin(&self, _all: bool, hints: &Hints, shelf: &mut Shelf<Move>) -> Begun<Move> {
        let hopes = Hopes {
            likely: hints.known,
            else_quiet: hints.killers,
        };
        match self.first_moves_onto(&hopes, &mut shelf.candidates, |mv| rated(self, mv)) {
            draughts::Begun::All => Begun::Complete,
            draughts::Begun::Captures => Begun::Partly,
            draughts::Begun::Step(step) => Begun::One(step),
        }
    }

    fn complete(&self, all: bool, begun: Begun<Move>, shelf: &mut Shelf<Move>) {
        match begun {
            Begun::Complete => {}
            Begun::Partly => self.steps_onto(&mut shelf.candidates, |mv| rated(self, mv)),
            Begun::One(_) => self.candidates(all, shelf),
        }
    }

    #[inline(always)]
    fn unrest(&self) -> Unrest {
        match self.choice() {
            Choice::Nothing => Unrest::Over(End::NoMoves(self.turn())),
            Choice::Steps => Unrest::Quiet,
            Choice::Captures => match R::RULES.capturing {
                Capturing::Optional => Unrest::Tempting,
                Capturing::Forced => Unrest::Forced,
            },
        }
    }

    #[inline(always)]
    fn unsettling(&self, shelf: &mut Shelf<Move>) -> Option<Move> {
        self.captures_onto(&mut shelf.candidates, |mv| rated(self, mv))
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
    fn is_for_good(&self, mv: Move) -> bool {
        mv.is_capture() || self.is_by_man(mv)
    }
}

#[inline(always)]
fn rated<R: RuleSet>(position: &Draughts<R>, mv: Move) -> Candidate<Move> {
    Candidate {
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
