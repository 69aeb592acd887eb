//! Levels of strength: four that every game has.
//!
//! A level is a word for people; what stands behind it is the game's own affair, and written here for
//! each family of games in one place.

use arbitro_engine::search::SearchedSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::strategies::Chance;
use super::thinker::{Grower, Thinker};
use super::{Means, Strategy, StrategyKind, View};
use arbitro_engine::endgames::{Endgames, TableError};
use arbitro_engine::search::engine::Think;
use arbitro_engine::search::mcts::TreeLimits;
use arbitro_engine::search::quoridor_levels::{extreme, hard, medium};
use arbitro_engine::search::{BestMoves, Evaluate, Oracle, Selective};
use arbitro_rules::Game;
use arbitro_rules::draughts::Draughts;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Move, Quoridor};

/// Plies that the medium level looks ahead in draughts. Taking the most at once would be no stronger
/// than chance where captures are forced: 49 % in Italian draughts.
const MEDIUM_DEPTH: u32 = 2;
/// Plies that the hard level looks ahead in draughts.
const HARD_DEPTH: u32 = 6;
/// In draughts the highest level is the engine with one part of so many of the time.
const EXTREME_PARTS: u32 = 10;
/// Walks down the tree for a move of the highest level in Quoridor: the same moves on every machine.
const EXTREME_WALKS: u64 = 1_000;

/// A strength by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal move, each as likely as the others.
    Easy,
    /// Looks no further than the answer.
    Medium,
    /// Looks a little ahead.
    Hard,
    /// The strongest search, kept short.
    Extreme,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Extreme];

    /// The name that `--level` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no level has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level {name:?}; there are {}", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel {
    /// The name asked for.
    pub name: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownLevel {
                name: name.chars().take(40).collect(),
            })
    }
}

/// A game that has the levels.
pub trait Levels: Notation + Evaluate + Think + Selective {
    /// Opens the endgame tables in a folder; `None` for games without tables.
    ///
    /// # Errors
    ///
    /// When there are no tables there, or damaged ones.
    fn endings(folder: &Path) -> Result<Option<Box<dyn Oracle<Self> + Send>>, TableError>;

    /// The strongest way to choose that was measured for this game.
    fn engine(means: Means<Self>) -> Box<dyn Strategy<Self>> {
        Box::new(Thinker::new(means, 1))
    }

    /// The time for a move with which a player of this level thinks about it no longer than this.
    fn time_to_think(_level: Level, thought: Duration) -> Duration {
        thought
    }

    /// Creates the strategy of this level.
    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy<Self>>;
}

impl<R: SearchedSet> Levels for Draughts<R> {
    fn endings(folder: &Path) -> Result<Option<Box<dyn Oracle<Self> + Send>>, TableError> {
        if R::RULES.size != 8 {
            return Ok(None);
        }
        Ok(Some(Box::new(Endgames::<R>::open(folder)?)))
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
    fn endings(_folder: &Path) -> Result<Option<Box<dyn Oracle<Self> + Send>>, TableError> {
        Ok(None)
    }

    /// A tree that grows where it promises most wins about seven of ten matches against looking
    /// everywhere equally deep, in the same time. Who asks for a depth gets the latter.
    fn engine(means: Means<Self>) -> Box<dyn Strategy<Self>> {
        if means.depth.is_some() {
            return Box::new(Thinker::new(means, 1));
        }
        let limits = means.nodes.map_or(TreeLimits::NONE, TreeLimits::positions);
        Box::new(Grower::new(means, limits))
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy<Self>> {
        // The original's extreme loses four of five matches against its hard level.
        if level == Level::Extreme {
            return Box::new(Grower::new(means, TreeLimits::iterations(EXTREME_WALKS)));
        }
        Box::new(OfQuoridor {
            level,
            random: Chance { seed: means.seed },
        })
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

/// Chooses a move as a level of the original Quoridor does, whatever the level means elsewhere.
///
/// `one_of` draws a number below the one it is given, which is never 0. `None` when there is no legal
/// move.
pub fn original_quoridor(
    level: Level,
    position: &Quoridor,
    one_of: &mut dyn FnMut(usize) -> usize,
) -> Option<Move> {
    // One sequence of draws: `extreme` draws the walls it looks at, then one of the best moves.
    let found: Option<BestMoves<Move>> = match level {
        Level::Easy => None,
        Level::Medium => medium(position),
        Level::Hard => hard(position),
        Level::Extreme => extreme(position, one_of),
    };
    let equals = found.map_or_else(|| position.legal_moves(), |found| found.best);
    (!equals.is_empty()).then(|| equals[one_of(equals.len())])
}
