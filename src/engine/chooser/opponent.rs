//! The computer as an opponent, for callers that know no game: it chooses moves, and evaluates the
//! position for a draw offer.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use super::thinker::{earlier_keys, situation};
use super::{Level, Levels, Means, View};
use crate::search::engine::{Engine, Limits, TimeSignal};
use arbitro_rules::history::History;
use arbitro_rules::line::{Key, Line};
use arbitro_rules::with_game;

/// Bytes of the table or tree for one move; nothing is kept after it.
const THOUGHT_BYTES: usize = 16 << 20;
/// Positions searched before answering a draw offer: some hundredths of a second, and the same
/// answer on every machine.
const OFFER_NODES: u64 = 20_000;
/// Bytes of the transposition table when a draw offer is evaluated.
const OFFER_BYTES: usize = 1 << 20;

/// A match so far, which another thread may search.
pub trait Opponent: Debug + Send {
    /// Chooses a move in about this time; `None` where there is no legal move.
    fn choose(&self, level: Level, seed: u64, time: Duration) -> Option<Key>;

    /// Returns the position's value for the player to move.
    fn evaluate(&self) -> i32;
}

/// Copies a match for the computer to search; `None` if the engine does not play its game.
pub fn opponent(line: &dyn Line) -> Option<Box<dyn Opponent>> {
    with_game!(line.game(), G => {
        Some(Box::new(line.as_any().downcast_ref::<History<G>>()?.clone()))
    }, else _ => None)
}

impl<G: Levels> Opponent for History<G> {
    fn choose(&self, level: Level, seed: u64, time: Duration) -> Option<Key> {
        let moves = self.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        let deadline = Instant::now() + G::time_to_think(level, time);
        let means = Means { seed, table: Some(THOUGHT_BYTES), ..Means::default() };
        Some(G::at_level(level, means).choose(&View::of(self, &moves, deadline)).into())
    }

    fn evaluate(&self) -> i32 {
        let view = View::of(self, &[], Instant::now());
        let earlier = earlier_keys(&view);
        let mut engine = Engine::<G>::new(OFFER_BYTES);
        let limits = Limits::nodes(OFFER_NODES);
        let thought =
            engine.think(&situation(&view, &earlier), limits, &mut || TimeSignal::Continue);
        // Without a legal move the match is over, and no draw can be offered.
        thought.map_or(0, |it| it.value)
    }
}
