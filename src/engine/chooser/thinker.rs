//! Lets the engine and MCTS play in a seat: passes on the match so far, and limits their time.

use std::num::NonZero;
use std::thread;

use super::Means;
use super::search_time::SearchTime;
use super::strategy::{Strategy, Time, draws, history};
use crate::search::engine::{Engine, Limits, Situation, Think};
use crate::search::mcts::{Mcts, TreeLimits};
use arbitro_rules::history::History;
use arbitro_rules::line::{Key, Line};

/// Default bytes of the table or tree: it keeps a player well below the usual limit of 100 MiB.
const DEFAULT_TABLE_BYTES: usize = 48 << 20;

pub const MAX_THREADS: u16 = 256;

/// Returns how many of so many threads are of use: no more than the cores that this process may run
/// on. Further ones would take time from the first, which would then answer late.
pub fn useful_threads(wanted: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    wanted.clamp(1, cores)
}

pub(super) struct Thinker<G: Think> {
    engine: Engine<G>,
    limits: Limits,
    /// Uses one of `parts` equal parts of the time.
    parts: u32,
    time: SearchTime,
}

impl<G: Think> Thinker<G> {
    pub(super) fn new(means: Means<G>, parts: u32) -> Thinker<G> {
        let mut engine = Engine::new(means.table.unwrap_or(DEFAULT_TABLE_BYTES));
        if let Some(oracle) = means.oracle {
            engine = engine.with_oracle(oracle);
        }
        for oracle in means.helpers {
            engine = engine.with_helper(oracle);
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

impl<G: Think> Strategy for Thinker<G> {
    fn choose(&mut self, line: &mut dyn Line, time: Time<'_>) -> Option<Key> {
        // With one legal move and no limit but the clock, a search would only waste time. Under
        // other limits the search runs, so that the engine's table is the same on every machine.
        if let ([only], Limits::NONE) = (&line.legal()[..], self.limits) {
            return Some(*only);
        }
        let mut signal = self.time.stop_signal(time.late_at, self.parts);
        let history = history::<G>(line)?;
        let earlier = earlier_keys(history);
        let thought = self.engine.think(&situation(history, &earlier), self.limits, &mut signal)?;
        Some(thought.best.into())
    }
}

pub(super) struct Grower<G: Think> {
    search: Mcts<G>,
    seed: u64,
    limits: TreeLimits,
    time: SearchTime,
}

impl<G: Think> Grower<G> {
    pub(super) fn new(means: Means<G>, limits: TreeLimits) -> Grower<G> {
        let mut search = Mcts::new(means.table.unwrap_or(DEFAULT_TABLE_BYTES));
        if let Some(oracle) = means.oracle {
            search = search.with_oracle(oracle);
        }
        Grower { search, seed: means.seed, limits, time: SearchTime::default() }
    }
}

impl<G: Think> Strategy for Grower<G> {
    fn choose(&mut self, line: &mut dyn Line, time: Time<'_>) -> Option<Key> {
        let mut signal = self.time.stop_signal(time.late_at, 1);
        let mut draws = draws(self.seed, line);
        let history = history::<G>(line)?;
        let earlier = earlier_keys(history);
        let situation = situation(history, &earlier);
        let tried = self.search.think(&situation, self.limits, &mut draws, &mut signal)?;
        Some(tried.best.into())
    }
}

pub(super) fn situation<'a, G: Think>(
    history: &History<G>,
    earlier: &'a [u64],
) -> Situation<'a, G> {
    let (position, clock) = (*history.position(), history.clock());
    Situation { position, earlier, clock, plies_left: history.plies_left() }
}

/// The keys of the positions before the current one.
pub(super) fn earlier_keys<G: Think>(history: &History<G>) -> Vec<u64> {
    history.positions()[..history.plies()].iter().map(G::key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitro_referee::stay_on_one_core;

    #[test]
    fn threads_that_would_share_a_core_are_left_out() {
        assert_eq!(useful_threads(0), 1);
        assert!(useful_threads(usize::MAX) < usize::MAX);
        // The referee binds a match and its players to one core.
        let bound = thread::spawn(|| {
            stay_on_one_core();
            useful_threads(8)
        });
        assert_eq!(bound.join().ok(), Some(1));
    }
}
