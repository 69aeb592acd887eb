//! Several threads search the same position and share the transposition table ("lazy SMP").
//!
//! The helpers differ from the first thread and from each other only in the depths that they leave
//! out. What they store there spares the first thread work. Its result is the answer, though a
//! helper may have completed a greater depth: the caller's limits, signal and reports are all about
//! that one search.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::history::MoveHistory;
use super::think::{MoveStack, Think};
use super::tree::{NODES_PER_CHECK, Tree};
use super::{Engine, Limits, OnDepth, SearchResult, Situation, Table, Techniques, TimeSignal};
use arbitro_endgames::Oracle;

/// A thread of a search, with what is its own.
pub(super) struct Searcher<G: Think> {
    history: MoveHistory,
    stack: MoveStack<G::Move>,
    oracle: Option<Box<dyn Oracle<G>>>,
    /// True when the caller supplied the oracle, which [`clear`](Searcher::clear) then keeps.
    is_oracle_given: bool,
}

/// The common ground of all threads of a search.
#[derive(Clone, Copy)]
pub(super) struct Common<'a, G: Think> {
    pub(super) table: &'a Table,
    pub(super) techniques: Techniques,
    pub(super) situation: &'a Situation<'a, G>,
}

impl<G: Think> Searcher<G> {
    /// Creates a searcher, with the game's own oracle unless one is given.
    pub(super) fn new(oracle: Option<Box<dyn Oracle<G>>>) -> Searcher<G> {
        Searcher {
            history: MoveHistory::new(),
            stack: MoveStack::new(),
            is_oracle_given: oracle.is_some(),
            oracle: oracle.or_else(G::oracle),
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
        if !self.is_oracle_given {
            self.oracle = G::oracle();
        }
    }

    /// Prepares a search; `helper` is the helper's number, `None` for the first thread.
    pub(super) fn tree<'a>(
        &'a mut self,
        common: Common<'a, G>,
        helper: Option<u32>,
        max_nodes: u64,
        signal: &'a mut dyn FnMut() -> TimeSignal,
    ) -> Tree<'a, G> {
        self.history.age();
        self.stack.truncate(0);
        let situation = common.situation;
        let mut path = Vec::with_capacity(situation.earlier.len() + super::MAX_PLY + 1);
        path.extend_from_slice(situation.earlier);
        Tree {
            table: common.table,
            history: &mut self.history,
            stack: &mut self.stack,
            oracle: self.oracle.as_deref_mut().map(|oracle| oracle as _),
            techniques: common.techniques,
            path,
            plies_left: situation.plies_left,
            signal,
            max_nodes,
            next_check: 0,
            nodes: 0,
            can_stop: false,
            has_stopped: false,
            helper,
        }
    }

    /// Searches as a helper until the first thread's search is over. Returns the number of
    /// positions.
    fn help(&mut self, common: Common<'_, G>, number: u32, search: &Progress) -> u64 {
        let signal = &mut || {
            search.helpers_nodes.fetch_add(NODES_PER_CHECK, Relaxed);
            if search.is_over.load(Relaxed) { TimeSignal::Stop } else { TimeSignal::Continue }
        };
        let mut tree = self.tree(common, Some(number), Limits::NONE.nodes, signal);
        let Situation { position, clock, .. } = common.situation;
        tree.iterative_deepening(position, *clock, Limits::NONE.depth, None);
        tree.nodes
    }
}

/// The news that the threads of a search tell each other, besides the table.
#[derive(Default)]
struct Progress {
    is_over: AtomicBool,
    /// About so many positions have been searched by the helpers.
    helpers_nodes: AtomicU64,
}

/// Ends the helpers' searches when the first thread leaves its own, be it by a panic.
struct EndOnDrop<'a>(&'a Progress);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

impl<G: Think> Tree<'_, G> {
    /// Returns whether this thread leaves a depth to others: every other depth, every second pair
    /// of depths, and so on, each with every shift. The first thread searches all depths.
    pub(super) fn skips(&self, depth: u32) -> bool {
        let Some(mut shift) = self.helper else {
            return false;
        };
        let mut run = 1;
        while shift >= 2 * run {
            shift -= 2 * run;
            run += 1;
        }
        (depth + shift) / run % 2 == 1
    }
}

impl<G: Think> Engine<G> {
    /// Searches with all threads. One that the system refuses is done without.
    pub(super) fn think_together(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        self.table.grow_fully();
        let common = Common { table: &self.table, techniques: self.techniques, situation };
        let search = &Progress::default();
        thread::scope(|scope| {
            let is_over = EndOnDrop(search);
            let running: Vec<_> = (0..)
                .zip(&mut self.helpers)
                .map_while(|(number, helper)| {
                    let help = move || helper.help(common, number, search);
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let mut on_depth = on_depth;
            let mut aloud = |own: &SearchResult<G::Move>| {
                if let Some(on_depth) = &mut on_depth {
                    let nodes = own.nodes + search.helpers_nodes.load(Relaxed);
                    on_depth(&SearchResult { nodes, ..own.clone() });
                }
            };
            let mut tree = self.first.tree(common, None, limits.nodes, signal);
            let result = tree.iterative_deepening(
                &situation.position,
                situation.clock,
                limits.depth,
                Some(&mut aloud),
            );
            drop(is_over);
            let helped = running.into_iter().map(|it| it.join());
            let nodes: u64 = helped.map(|it| it.unwrap_or_else(|panic| resume_unwind(panic))).sum();
            result.map(|own| SearchResult { nodes: own.nodes + nodes, ..own })
        })
    }
}
