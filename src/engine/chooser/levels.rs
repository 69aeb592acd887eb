//! Levels of strength: the same four in every game.
//!
//! A level is a name for people. Each family of games defines in one place how a player of that
//! level chooses its moves.

use std::path::Path;
use std::time::{Duration, Instant};

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::strategy::{among_best, history};
use super::thinker::{Grower, Thinker, earlier_keys, situation};
use super::{Means, Strategy, StrategyKind, Time};
use crate::search::engine::{Engine, Limits, Think, TimeSignal};
use crate::search::mcts::TreeLimits;
use crate::search::quoridor_levels::{extreme, hard, medium};
use crate::search::{BestMoves, Evaluate, SearchedSet, minimax_of_line, prescribed_search};
use arbitro_endgames::{Endgames, Oracle, TableError};
use arbitro_rules::draughts::{self, Draughts};
use arbitro_rules::line::{Key, Line};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Move, Quoridor};
use arbitro_rules::{Game, InvalidValue, with_game};

/// Search depth of the medium level in draughts. A greedy player is no stronger than chance where
/// captures are forced: it won 49 % in Italian draughts.
const MEDIUM_DEPTH: u32 = 2;
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
    fn engine(means: Means<Self>) -> Box<dyn Strategy> {
        Box::new(Thinker::new(means, 1))
    }

    /// Returns the move time to grant so that a player of this level thinks for about `thought`.
    fn time_to_think(_level: Level, thought: Duration) -> Duration {
        thought
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy>;
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

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy> {
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
    fn engine(means: Means<Self>) -> Box<dyn Strategy> {
        if means.depth.is_some() {
            return Box::new(Thinker::new(means, 1));
        }
        let limits = means.nodes.map_or(TreeLimits::NONE, TreeLimits::positions);
        Box::new(Grower::new(means, limits))
    }

    fn at_level(level: Level, means: Means<Self>) -> Box<dyn Strategy> {
        // The original's extreme level loses four of five matches against its own hard level.
        if level == Level::Extreme {
            return Box::new(Grower::new(means, TreeLimits::iterations(EXTREME_WALKS)));
        }
        among_best(means.seed, move |position, draw, _| original_best(level, position, draw))
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
    let best = original_best(level, position, one_of);
    let equals = best.unwrap_or_else(|| position.legal_moves());
    (!equals.is_empty()).then(|| equals[one_of(equals.len())])
}

/// The equally good moves of such a level; `None` where all are.
fn original_best(
    level: Level,
    position: &Quoridor,
    one_of: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Move>> {
    // One sequence of draws: `extreme` first draws the walls to examine, then one of the best
    // moves.
    let found: Option<BestMoves<Move>> = match level {
        Level::Easy => None,
        Level::Medium => medium(position),
        Level::Hard => hard(position),
        Level::Extreme => extreme(position, one_of),
    };
    found.map(|it| it.best)
}

/// Bytes of the table or tree for one move; nothing is kept after it.
const THOUGHT_BYTES: usize = 16 << 20;

/// Chooses a move as a level does, in about this time; `None` where there is no legal move.
pub fn choose_at(level: Level, line: &mut dyn Line, seed: u64, time: Duration) -> Option<Key> {
    let (mut strategy, time) = with_game!(line.game(), G => {
        let means = Means { seed, table: Some(THOUGHT_BYTES), ..Means::default() };
        (G::at_level(level, means), G::time_to_think(level, time))
    }, else _ => {
        let (kind, depth) = match level {
            Level::Easy => (StrategyKind::Random, None),
            Level::Medium => (StrategyKind::Minimax, Some(MEDIUM_DEPTH)),
            Level::Hard | Level::Extreme => (StrategyKind::Minimax, None),
        };
        (kind.in_any_game(seed, depth)?, time)
    });
    strategy.choose(line, Time::until(Instant::now() + time))
}

/// Positions searched before answering a draw offer: some hundredths of a second, and the same
/// answer on every machine.
const OFFER_NODES: u64 = 20_000;
const OFFER_BYTES: usize = 1 << 20;
/// Plies searched for it in a game that is not compiled in, and the time for that search.
const OFFER_DEPTH: u32 = 2;
const OFFER_TIME: Duration = Duration::from_secs(1);
/// The value of a position that such a game's program estimates to be better for a side: its scale is its
/// own, so that only the sign is known.
const BETTER: i32 = 1000;

/// Returns the position's value for the player to move, by which a draw offer is answered.
pub fn evaluate(line: &mut dyn Line) -> i32 {
    with_game!(line.game(), G => history::<G>(line).map_or(0, |history| {
        let earlier = earlier_keys(history);
        let mut engine = Engine::<G>::new(OFFER_BYTES);
        let limits = Limits::nodes(OFFER_NODES);
        let mut go_on = || TimeSignal::Continue;
        // Without a legal move the match is over, and no draw can be offered.
        engine.think(&situation(history, &earlier), limits, &mut go_on).map_or(0, |think| think.value)
    }), else _ => {
        let late_at = Instant::now() + OFFER_TIME;
        let mut is_late = || Instant::now() >= late_at;
        let found = minimax_of_line(line, OFFER_DEPTH, &|it| it.estimate(), &mut is_late);
        match found.map_or(0, |it| it.value) {
            // Without estimates nearly every position has this value: the computer does not give away a
            // match that it may be winning.
            0 if line.estimate().is_none() => -BETTER,
            value => value.signum() * BETTER,
        }
    })
}
