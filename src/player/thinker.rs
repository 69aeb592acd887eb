//! The engine in a seat: what it is told of the match, and how long it may think.

use std::fmt;
use std::time::Instant;

use super::{Means, Strategy, View};
use crate::notation::Notation;
use crate::search::engine::{Engine, Hurry, Limits, Situation, Think};

/// Bytes of the table where nothing is said: with it a player stays well below the usual limit of
/// 100 MiB.
const USUAL_TABLE: usize = 48 << 20;
/// Nothing new is begun after this part of the time: a deeper look takes longer than all before it.
const ENOUGH: f64 = 0.7;

/// An engine that plays.
pub(super) struct Thinker<G: Think> {
    engine: Engine<G>,
    limits: Limits,
    /// It takes one part of so many of the time it has.
    parts: u32,
}

impl<G: Think> fmt::Debug for Thinker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)
    }
}

impl<G: Think> Thinker<G> {
    pub(super) fn new(means: Means<G>, parts: u32) -> Thinker<G> {
        let mut engine = Engine::new(means.table.unwrap_or(USUAL_TABLE));
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
        }
    }
}

impl<G: Notation + Think> Strategy<G> for Thinker<G> {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        let begin = Instant::now();
        let time = view.deadline.saturating_duration_since(begin) / self.parts;
        let mut hurry = || {
            let taken = begin.elapsed();
            if taken >= time {
                Hurry::Stop
            } else if taken >= time.mul_f64(ENOUGH) {
                Hurry::Finish
            } else {
                Hurry::No
            }
        };
        let (_, earlier) = view.seen.items().split_last().unzip();
        let earlier: Vec<u64> = earlier.map_or_else(Vec::new, keys);
        let situation = Situation {
            position: view.position,
            earlier: &earlier,
            clock: view.clock,
            plies_left: view.plies_left,
        };
        let thought = self.engine.think(&situation, self.limits, &mut hurry);
        // There is a move: the match would be over otherwise.
        thought.map_or(view.moves[0], |thought| thought.best)
    }
}

fn keys<G: Think>(positions: &[G]) -> Vec<u64> {
    positions.iter().map(G::key).collect()
}
