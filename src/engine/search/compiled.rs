//! Instantiates the generic searches in this crate, once for each rule set.
//!
//! The inner loops are fast because they are specialised for a rule set. Generic code is compiled
//! in every crate that uses it: the analysis, the page and each program would compile the searches
//! for all games again. The functions below are not generic and are compiled here only.

use arbitro_rules::draughts::{Draughts, Move, RuleSet, sets};

use super::engine::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use super::mcts::{Mcts, TreeLimits, TreeResult};

/// A rule set of draughts whose searches are compiled in this crate.
pub trait SearchedSet: RuleSet {
    /// Runs [`Engine::think_with_progress`] for this rule set.
    fn search(
        engine: &mut Engine<Draughts<Self>>,
        situation: &Situation<'_, Draughts<Self>>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Draughts<Self>>>,
    ) -> Option<SearchResult<Move>>;

    /// Runs [`Mcts::think`] for this rule set.
    fn search_tree(
        tree: &mut Mcts<Draughts<Self>>,
        situation: &Situation<'_, Draughts<Self>>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<Move>>;
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
                engine.think_generic(situation, limits, signal, on_depth)
            }

            fn search_tree(
                tree: &mut Mcts<Draughts<Self>>,
                situation: &Situation<'_, Draughts<Self>>,
                limits: TreeLimits,
                one_of: &mut dyn FnMut(usize) -> usize,
                signal: &mut dyn FnMut() -> TimeSignal,
            ) -> Option<TreeResult<Move>> {
                tree.think_generic(situation, limits, one_of, signal)
            }
        }
    )*};
}

searched! { Dama Guide English Italian International Frenchfree Russian Brazilian Pool Spanish Czech Thai }
