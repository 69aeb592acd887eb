//! Examines one position at a time: the best move, and what the played move lost.

use std::path::Path;

use super::value::{SLIP, Value};
use super::{AnalysisError, MAX_DEPTH};
use arbitro_endgames::TableError as TableFault;
use arbitro_endgames::{Oracle, exact_moves};
use arbitro_engine::chooser::Levels;
use arbitro_engine::search::engine::{Engine, Limits, SearchResult, Situation, TimeSignal};
use arbitro_rules::Game;

const TABLE_BYTES: usize = 16 << 20;
/// Extra plies of the second search before a player is blamed. An even number, so that both players
/// make as many moves as before.
const SECOND_LOOK: u32 = 2;

/// Moves with their exact values, best first.
type KnownMoves<G> = Vec<(<G as Game>::Move, Value)>;

/// Judges positions of one game.
pub(super) struct Examiner<G: Levels> {
    depth: u32,
    engine: Engine<G>,
    /// The engine has its own access to the tables, because it owns its oracle.
    tables: Option<Box<dyn Oracle<G>>>,
}

/// A played move and the best move, both valued for the player who moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedMove<M> {
    pub(super) best: M,
    pub(super) best_value: Value,
    pub(super) played_value: Value,
    /// The part of a match that was lost.
    pub(super) lost: f64,
}

impl<M> ComparedMove<M> {
    fn new(best: M, best_value: Value, played_value: Value) -> ComparedMove<M> {
        let lost = best_value.expected() - played_value.expected();
        ComparedMove { best, best_value, played_value, lost: lost.max(0.0) }
    }
}

impl<G: Levels> Examiner<G> {
    pub(super) fn new(depth: u32, endgames: Option<&Path>) -> Result<Examiner<G>, AnalysisError> {
        let open = || endgames.map_or(Ok(None), G::endings);
        let mut engine = Engine::new(TABLE_BYTES);
        if let Some(tables) = open()? {
            engine = engine.with_oracle(tables);
        }
        Ok(Examiner { depth: depth.clamp(1, MAX_DEPTH), engine, tables: open()? })
    }

    pub(super) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Maximum pieces in the endgame tables; 0 without tables.
    pub(super) fn table_pieces(&self) -> u8 {
        self.tables.as_ref().map_or(0, |tables| tables.pieces())
    }

    fn think(
        &mut self,
        position: &G,
        earlier: &[u64],
        depth: u32,
    ) -> Option<SearchResult<G::Move>> {
        let situation = Situation { earlier, ..Situation::alone(*position) };
        let limits = Limits::depth(depth.max(1));
        self.engine.think(&situation, limits, &mut || TimeSignal::Continue)
    }

    /// All moves with their exact values, best first; `None` unless the tables hold all of them.
    fn known_moves(&mut self, position: &G) -> Result<Option<KnownMoves<G>>, TableFault> {
        let Some(tables) = &mut self.tables else {
            return Ok(None);
        };
        let moves = exact_moves(&mut **tables, position);
        if let Some(fault) = tables.take_error() {
            return Err(fault);
        }
        let valued = |moves: Vec<_>| {
            let moves = moves.into_iter();
            moves.map(|(mv, exact)| (mv, Value::of_exact(exact))).collect()
        };
        Ok(moves.map(valued))
    }

    /// Values a legal move against the best one.
    pub(super) fn weigh(
        &mut self,
        position: &G,
        played: G::Move,
    ) -> Result<ComparedMove<G::Move>, AnalysisError> {
        // Clear the engine first: a value must not depend on positions judged before.
        self.engine.clear();
        if let Some(known) = self.known_moves(position)?
            && let Some(&(best, best_value)) = known.first()
            && let Some(&(_, value)) = known.iter().find(|(mv, _)| *mv == played)
        {
            return Ok(ComparedMove::new(best, best_value, value));
        }
        let thought = self.think(position, &[], self.depth);
        let thought = thought.ok_or(AnalysisError::Over)?;
        if thought.best == played {
            let value = Value::of_thought(&thought);
            return Ok(ComparedMove::new(played, value, value));
        }
        let first = self.compare(position, thought.best, played, self.depth - 1)?;
        if first.lost < SLIP || first.best_value.is_exact() && first.played_value.is_exact() {
            return Ok(first);
        }
        let deeper = self.depth - 1 + SECOND_LOOK;
        let second = self.compare(position, thought.best, played, deeper)?;
        Ok(if second.lost < first.lost { second } else { first })
    }

    fn compare(
        &mut self,
        position: &G,
        best: G::Move,
        played: G::Move,
        depth: u32,
    ) -> Result<ComparedMove<G::Move>, AnalysisError> {
        let best_value = self.value_of(position, best, depth)?;
        let value = self.value_of(position, played, depth)?;
        Ok(if value.expected() > best_value.expected() {
            // In the deeper search the played move is the better one.
            ComparedMove::new(played, value, value)
        } else {
            ComparedMove::new(best, best_value, value)
        })
    }

    /// The value of a move for the player who makes it.
    fn value_of(&mut self, position: &G, mv: G::Move, depth: u32) -> Result<Value, TableFault> {
        let next = position.after(mv);
        if let Some(end) = next.end() {
            return Ok(if end.winner() == position.turn() {
                Value::WinIn(1)
            } else {
                Value::LossIn(1)
            });
        }
        if let Some(tables) = &mut self.tables {
            let exact = tables.exact(&next);
            if let Some(fault) = tables.take_error() {
                return Err(fault);
            }
            if let Some(exact) = exact {
                return Ok(Value::of_exact(exact).before());
            }
        }
        let thought = self.think(&next, &[position.key()], depth);
        // A position with a legal move has a best move; without one, the player to move has lost.
        Ok(thought.map_or(Value::LossIn(0), |thought| Value::of_thought(&thought)).before())
    }
}
