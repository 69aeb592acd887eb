//! The engine and the tree search in a seat: what they are told of the match, and how long they may
//! think.

use std::fmt;
use std::time::Duration;

use super::search_time::SearchTime;
use super::strategies::Chance;
use super::{Means, Strategy, View};
use arbitro_engine::search::engine::{Engine, Limits, Situation, Think, TimeSignal};
use arbitro_engine::search::mcts::{Mcts, TreeLimits};
use arbitro_rules::notation::Notation;

/// Bytes of the table, or of the tree, where nothing is said: with it a player stays well below the
/// usual limit of 100 MiB.
const DEFAULT_TABLE_BYTES: usize = 48 << 20;
/// Nothing new is begun after this part of the time: a deeper look takes longer than all before it.
const ENOUGH: f64 = 0.7;

/// An engine that plays.
pub(super) struct Thinker<G: Think> {
    engine: Engine<G>,
    limits: Limits,
    /// It takes one part of so many of the time it has.
    parts: u32,
    time: SearchTime,
}

impl<G: Think> fmt::Debug for Thinker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)
    }
}

impl<G: Think> Thinker<G> {
    pub(super) fn new(means: Means<G>, parts: u32) -> Thinker<G> {
        let mut engine = Engine::new(means.table.unwrap_or(DEFAULT_TABLE_BYTES));
        if let Some(oracle) = means.oracle {
            engine = engine.with_oracle(oracle);
        }
        Thinker {
            engine,
            limits: Limits {
                depth: means.depth.unwrap_or(Limits::NONE.depth),
                nodes: means.nodes.unwrap_or(Limits::NONE.nodes),
            },
            parts: parts.max(1),
            time: SearchTime::default(),
        }
    }
}

impl<G: Notation + Think> Strategy<G> for Thinker<G> {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        // What goes by the clock alone would use up its time for nothing. Else it is gone on with, so that
        // what the engine remembers is the same on every machine.
        if let ([only], Limits::NONE) = (view.moves, self.limits) {
            return *only;
        }
        let mut signal = self.time.stop_signal(view.late_at, self.parts);
        let earlier = earlier_keys(view);
        let thought = self
            .engine
            .think(&situation(view, &earlier), self.limits, &mut signal);
        // There is a move: the match would be over otherwise.
        thought.map_or(view.moves[0], |thought| thought.best)
    }
}

/// A tree search that plays.
pub(super) struct Grower<G: Think> {
    search: Mcts<G>,
    random: Chance,
    limits: TreeLimits,
    time: SearchTime,
}

impl<G: Think> fmt::Debug for Grower<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.search.fmt(f)
    }
}

impl<G: Think> Grower<G> {
    pub(super) fn new(means: Means<G>, limits: TreeLimits) -> Grower<G> {
        let mut search = Mcts::new(means.table.unwrap_or(DEFAULT_TABLE_BYTES));
        if let Some(oracle) = means.oracle {
            search = search.with_oracle(oracle);
        }
        Grower {
            search,
            random: Chance { seed: means.seed },
            limits,
            time: SearchTime::default(),
        }
    }
}

impl<G: Notation + Think> Strategy<G> for Grower<G> {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        let mut signal = self.time.stop_signal(view.late_at, 1);
        let mut draws = self.random.draws(view.ply);
        let earlier = earlier_keys(view);
        let situation = situation(view, &earlier);
        let tried = self
            .search
            .think(&situation, self.limits, &mut draws, &mut signal);
        // There is a move: the match would be over otherwise.
        tried.map_or(view.moves[0], |tried| tried.best)
    }
}

/// Returns the engine's stop signal after this much of its time.
pub(crate) fn stop_signal_after(taken: Duration, time: Duration) -> TimeSignal {
    if taken >= time {
        TimeSignal::Stop
    } else if taken >= time.mul_f64(ENOUGH) {
        TimeSignal::FinishDepth
    } else {
        TimeSignal::Continue
    }
}

fn situation<'a, G: Notation>(view: &View<'_, G>, earlier: &'a [u64]) -> Situation<'a, G> {
    Situation {
        position: view.position,
        earlier,
        clock: view.clock,
        plies_left: view.plies_left,
    }
}

/// The keys of the positions before the one in hand.
fn earlier_keys<G: Notation>(view: &View<'_, G>) -> Vec<u64> {
    let (_, earlier) = view.seen.items().split_last().unzip();
    earlier.map_or_else(Vec::new, |earlier| earlier.iter().map(G::key).collect())
}
