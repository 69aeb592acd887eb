//! The bundled strategies.

use std::fmt;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::thinker::Grower;
use super::{Levels, LineStrategy, View};
use crate::search::mcts::TreeLimits;
use crate::search::{Evaluate, Oracle, minimax};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, InvalidValue};

/// A strategy: chooses a move.
pub trait Strategy<G: Notation> {
    /// Returns one of `view.moves`.
    fn choose(&mut self, view: &View<'_, G>) -> G::Move;
}

/// A bundled strategy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
pub enum StrategyKind {
    /// Chooses uniformly among the legal moves.
    Random,
    /// Captures the most material at once; ties are drawn at random.
    Greedy,
    /// Searches to a fixed depth; ties are drawn at random.
    Minimax,
    /// Selective search with an evaluation for each game; ties are drawn at random.
    Selective,
    /// Monte Carlo tree search; ties are drawn at random.
    Mcts,
    /// The engine, the strongest: searches as deep as the time allows.
    Engine,
}

/// The resources that a strategy may use.
pub struct Means<G: Game> {
    /// Seed for random choices.
    pub seed: u64,
    /// Search depth in plies; `None` for the strategy's own default.
    pub depth: Option<u32>,
    /// Positions (engine) or playouts (MCTS) for a move.
    pub nodes: Option<u64>,
    /// Bytes for the transposition table or the tree.
    pub table: Option<usize>,
    /// Endgame tables.
    pub oracle: Option<Box<dyn Oracle<G>>>,
    /// Threads of the engine besides the first, each with endgame tables of its own.
    pub helpers: Vec<Option<Box<dyn Oracle<G>>>>,
}

impl<G: Game> Default for Means<G> {
    fn default() -> Means<G> {
        Means { seed: 0, depth: None, nodes: None, table: None, oracle: None, helpers: Vec::new() }
    }
}

impl<G: Game> fmt::Debug for Means<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Means")
            .field("seed", &self.seed)
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl StrategyKind {
    /// Every bundled strategy.
    pub const ALL: [StrategyKind; StrategyKind::VARIANTS.len()] =
        *StrategyKind::VARIANTS.first_chunk().expect("as many");

    /// The name that `--strategy` takes.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The strategy in a game of which nothing is known but its moves; `None` if it needs to know more.
    pub fn in_any_game(self, depth: Option<u32>) -> Option<LineStrategy> {
        match self {
            StrategyKind::Random => Some(LineStrategy::Random),
            StrategyKind::Greedy => Some(LineStrategy::Greedy),
            StrategyKind::Minimax => {
                Some(LineStrategy::Minimax { depth: depth.unwrap_or(Minimax::DEFAULT_DEPTH) })
            }
            StrategyKind::Selective | StrategyKind::Mcts | StrategyKind::Engine => None,
        }
    }

    pub fn strategy<G: Levels>(self, means: Means<G>) -> Box<dyn Strategy<G>> {
        let random = Chance { seed: means.seed };
        match self {
            StrategyKind::Random => Box::new(Random(random)),
            StrategyKind::Greedy => Box::new(Greedy(random)),
            StrategyKind::Minimax => {
                Box::new(Minimax { random, depth: means.depth.unwrap_or(Minimax::DEFAULT_DEPTH) })
            }
            StrategyKind::Selective => Box::new(FewPlies { random, depth: means.depth }),
            StrategyKind::Mcts => {
                let limits = means.nodes.map_or(TreeLimits::NONE, TreeLimits::iterations);
                Box::new(Grower::<G>::new(means, limits))
            }
            StrategyKind::Engine => G::engine(means),
        }
    }
}

fn unknown(name: &str) -> InvalidValue {
    let names = StrategyKind::ALL.map(StrategyKind::name).join(", ");
    InvalidValue::new(name, |name| format!("there is no strategy {name:?}; there are {names}"))
}

/// Random numbers that depend only on the seed and the ply, so that a player restarted in the
/// middle of a match continues with the same choices.
#[derive(Debug)]
pub(super) struct Chance {
    pub(super) seed: u64,
}

impl Chance {
    /// Returns the generator of a ply: `draw(n)` is a number below `n`, which must not be 0.
    pub(super) fn draws(&self, ply: u64) -> impl FnMut(usize) -> usize + use<> {
        let mut random = StdRng::seed_from_u64(self.seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        move |below| random.random_range(0..below)
    }

    pub(super) fn one_of<M: Copy>(&self, ply: u64, moves: &[M]) -> M {
        moves[self.draws(ply)(moves.len())]
    }
}

struct Random(Chance);

impl<G: Notation> Strategy<G> for Random {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        self.0.one_of(view.ply, view.moves)
    }
}

struct Greedy(Chance);

impl<G: Notation + Evaluate> Strategy<G> for Greedy {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        let gains: Vec<i32> = view.moves.iter().map(|&mv| view.position.gain(mv)).collect();
        let most = gains.iter().copied().max().unwrap_or_default();
        let best: Vec<G::Move> = view
            .moves
            .iter()
            .zip(gains)
            .filter(|&(_, gain)| gain == most)
            .map(|(&mv, _)| mv)
            .collect();
        self.0.one_of(view.ply, &best)
    }
}

struct Minimax {
    random: Chance,
    depth: u32,
}

impl Minimax {
    const DEFAULT_DEPTH: u32 = 4;
}

impl<G: Notation + Evaluate> Strategy<G> for Minimax {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        let mut is_late = || Instant::now() >= view.deadline;
        let best = minimax(&view.position, self.depth, &mut is_late).map(|found| found.best);
        self.random.one_of(view.ply, best.as_deref().unwrap_or(view.moves))
    }
}

struct FewPlies {
    random: Chance,
    depth: Option<u32>,
}

impl<G: Levels> Strategy<G> for FewPlies {
    fn choose(&mut self, view: &View<'_, G>) -> G::Move {
        // One generator a move: drawing which walls to examine and which move to play must not
        // repeat the same numbers.
        let mut draws = self.random.draws(view.ply);
        let mut is_late = || Instant::now() >= view.deadline;
        let found = view.position.selected(self.depth, &mut draws, &mut is_late);
        let equals = found.as_ref().map_or(view.moves, |found| &found.best);
        equals[draws(equals.len())]
    }
}
