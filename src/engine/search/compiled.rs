//! Where searches are compiled: here, once for each game.
//!
//! A search is generic, and its inner loop lives from being specialised. Generic code is compiled
//! wherever it is used, so the analysis, the page and each program used to compile it for nine games
//! again. The functions below belong to one rule set each and are compiled in this crate alone.

use arbitro_rules::draughts::{Draughts, Move, RuleSet, sets};

use super::engine::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use super::mcts::{Mcts, TreeLimits, Tried};

/// A rule set of draughts with its searches.
pub trait SearchedSet: RuleSet {
    /// What [`Engine::think_with_progress`] does.
    fn search(
        engine: &mut Engine<Draughts<Self>>,
        situation: &Situation<'_, Draughts<Self>>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Draughts<Self>>>,
    ) -> Option<SearchResult<Move>>;

    /// What [`Mcts::think`] does.
    fn grow(
        tree: &mut Mcts<Draughts<Self>>,
        situation: &Situation<'_, Draughts<Self>>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<Tried<Move>>;
}

macro_rules! searched {
    ($($set:ident)*) => {$(
        impl SearchedSet for sets::$set {
            fn search(
                engine: &mut Engine<Draughts<Self>>,
                situation: &Situation<'_, Draughts<Self>>,
                limits: Limits,
                signal: &mut dyn FnMut() -> TimeSignal,
                on_depth: Option<OnDepth<'_, Draughts<Self>>>,
            ) -> Option<SearchResult<Move>> {
                engine.think_here(situation, limits, signal, on_depth)
            }

            fn grow(
                tree: &mut Mcts<Draughts<Self>>,
                situation: &Situation<'_, Draughts<Self>>,
                limits: TreeLimits,
                one_of: &mut dyn FnMut(usize) -> usize,
                signal: &mut dyn FnMut() -> TimeSignal,
            ) -> Option<Tried<Move>> {
                tree.think_here(situation, limits, one_of, signal)
            }
        }
    )*};
}

searched! { Dama Guide English Italian International Frenchfree Russian Brazilian }
