//! Levels of strength: the same four in every game.
//!
//! A level is a name for people. Each family of games defines in one place how a player of that
//! level chooses its moves.

use std::path::Path;
use std::time::Duration;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::strategies::Chance;
use super::thinker::{Grower, Thinker};
use super::{Means, Strategy, StrategyKind, View};
use crate::endgames::{Endgames, TableError};
use crate::search::engine::Think;
use crate::search::mcts::TreeLimits;
use crate::search::quoridor_levels::{extreme, hard, medium};
use crate::search::{BestMoves, Evaluate, Oracle, SearchedSet, prescribed_search};
use arbitro_rules::draughts::{self, Draughts};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Move, Quoridor};
use arbitro_rules::{Game, InvalidValue};

/// Search depth of the medium level in draughts. A greedy player is no stronger than chance where
/// captures are forced: it won 49 % in Italian draughts.
const MEDIUM_DEPTH: u32 = 2;
/// Search depth of the hard level in draughts.
const HARD_DEPTH: u32 = 6;
/// The extreme level in draughts is the engine with `1 / EXTREME_PARTS` of the time.
const EXTREME_PARTS: u32 = 10;
/// MCTS playouts for a move of the extreme level in Quoridor: a count, so that moves are the same
/// on every machine.
const EXTREME_WALKS: u64 = 1_000;

/// A strength by name.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
pub enum Level {
    /// Chooses uniformly among the legal moves.
    Easy,
    /// Looks as far as the opponent's reply.
    Medium,
    /// Looks a little ahead.
    Hard,
    /// The strongest search, with little time.
    Extreme,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; Level::VARIANTS.len()] =
        *Level::VARIANTS.first_chunk().expect("as many");

    /// The name that `--level` takes.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(name: &str) -> InvalidValue {
    let names = Level::ALL.map(Level::name).join(", ");
    InvalidValue::new(name, |name| format!("there is no level {name:?}; there are {names}"))
}

/// A game that has the levels.
pub trait Levels: Notation + Evaluate + Think {
    /// Opens the endgame tables in a folder; `None` for games without tables.
    fn endings(folder: &Path) -> Result<Option<Box<dyn Oracle<Self>>>, TableError>;

    /// Returns the best moves of the selective player, equally good at the searched depth: `depth`
    /// plies, the player's own default for `None`, and less when `is_late` says so. `one_of` draws
    /// a number below its argument. Returns `None` when there is no legal move.
    fn selected(
        &self,
        depth: Option<u32>,
        one_of: &mut dyn FnMut(usize) -> usize,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<BestMoves<Self::Move>>;

    /// Creates the strongest strategy measured for this game.
    fn engine(means: Means<Self>) -> Box<dyn Strategy<Self>> {
        Box::new(Thinker::new(means, 1))
    }

    /// Returns the move time to grant so that a player of this level thinks for about `thought`.
    fn time_to_think(_level: Level, thought: Duration) -> Duration {
        thought
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy<Self>>;
}

impl<R: SearchedSet> Levels for Draughts<R> {
    fn endings(folder: &Path) -> Result<Option<Box<dyn Oracle<Self>>>, TableError> {
        if R::RULES.size != 8 {
            return Ok(None);
        }
        Ok(Some(Box::new(Endgames::<R>::open(folder)?)))
    }

    fn selected(
        &self,
        depth: Option<u32>,
        _one_of: &mut dyn FnMut(usize) -> usize,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<BestMoves<draughts::Move>> {
        prescribed_search(self, depth, is_late)
    }

    fn time_to_think(level: Level, thought: Duration) -> Duration {
        match level {
            Level::Extreme => thought * EXTREME_PARTS,
            Level::Easy | Level::Medium | Level::Hard => thought,
        }
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy<Self>> {
        let (kind, depth) = match level {
            Level::Easy => (StrategyKind::Random, None),
            Level::Medium => (StrategyKind::Minimax, Some(MEDIUM_DEPTH)),
            Level::Hard => (StrategyKind::Minimax, Some(HARD_DEPTH)),
            Level::Extreme => return Box::new(Thinker::new(means, EXTREME_PARTS)),
        };
        kind.strategy(Means { depth, ..means })
    }
}

impl Levels for Quoridor {
    fn endings(_folder: &Path) -> Result<Option<Box<dyn Oracle<Self>>>, TableError> {
        Ok(None)
    }

    /// The original's extreme level, which searches to its own depth.
    fn selected(
        &self,
        _depth: Option<u32>,
        one_of: &mut dyn FnMut(usize) -> usize,
        _is_late: &mut dyn FnMut() -> bool,
    ) -> Option<BestMoves<Move>> {
        extreme(self, one_of)
    }

    /// MCTS, unless a depth was asked for: in the same time it takes six of ten points against
    /// alpha-beta search.
    fn engine(means: Means<Self>) -> Box<dyn Strategy<Self>> {
        if means.depth.is_some() {
            return Box::new(Thinker::new(means, 1));
        }
        let limits = means.nodes.map_or(TreeLimits::NONE, TreeLimits::positions);
        Box::new(Grower::new(means, limits))
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy<Self>> {
        // The original's extreme level loses four of five matches against its own hard level.
        if level == Level::Extreme {
            return Box::new(Grower::new(means, TreeLimits::iterations(EXTREME_WALKS)));
        }
        Box::new(OfQuoridor { level, random: Chance { seed: means.seed } })
    }
}

/// The three lower levels of the original Quoridor.
struct OfQuoridor {
    level: Level,
    random: Chance,
}

impl Strategy<Quoridor> for OfQuoridor {
    fn choose(&mut self, view: &View<'_, Quoridor>) -> Move {
        let mut draws = self.random.draws(view.ply);
        original_quoridor(self.level, &view.position, &mut draws).unwrap_or(view.moves[0])
    }
}

/// Chooses a move as a level of the original Quoridor program does, whatever that level means here.
///
/// `one_of(n)` draws a number below `n`, which is never 0. Returns `None` when there is no legal
/// move.
pub fn original_quoridor(
    level: Level,
    position: &Quoridor,
    one_of: &mut dyn FnMut(usize) -> usize,
) -> Option<Move> {
    // One sequence of draws: `extreme` first draws the walls to examine, then one of the best
    // moves.
    let found: Option<BestMoves<Move>> = match level {
        Level::Easy => None,
        Level::Medium => medium(position),
        Level::Hard => hard(position),
        Level::Extreme => extreme(position, one_of),
    };
    let equals = found.map_or_else(|| position.legal_moves(), |found| found.best);
    (!equals.is_empty()).then(|| equals[one_of(equals.len())])
}
