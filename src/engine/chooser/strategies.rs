//! The bundled strategies.

use std::fmt;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::strategy::{Draw, Equals, among_best};
use super::thinker::Grower;
use super::{Levels, Strategy};
use crate::search::mcts::TreeLimits;
use crate::search::{Evaluate, minimax, minimax_of_line};
use arbitro_endgames::Oracle;
use arbitro_rules::line::Line;
use arbitro_rules::{Game, InvalidValue};

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
    pub seed: u64,
    /// Search depth in plies; `None` for the strategy's own default.
    pub depth: Option<u32>,
    /// Positions (engine) or playouts (MCTS) for a move.
    pub nodes: Option<u64>,
    /// Bytes for the transposition table or the tree.
    pub table: Option<usize>,
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

const MINIMAX_DEPTH: u32 = 4;

impl StrategyKind {
    pub const ALL: [StrategyKind; StrategyKind::VARIANTS.len()] =
        *StrategyKind::VARIANTS.first_chunk().expect("as many");

    /// The name that `--strategy` takes.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Creates the strategy for a game of which nothing is known but its moves; `None` if it needs to know
    /// more.
    pub fn in_any_game(self, seed: u64, depth: Option<u32>) -> Option<Box<dyn Strategy>> {
        let depth = match self {
            StrategyKind::Random => return Some(at_random(seed)),
            StrategyKind::Greedy => 1,
            StrategyKind::Minimax => depth.unwrap_or(MINIMAX_DEPTH),
            StrategyKind::Selective | StrategyKind::Mcts | StrategyKind::Engine => return None,
        };
        let search = move |line: &mut dyn Line, _: Draw<'_>, is_late: &mut dyn FnMut() -> bool| {
            Some(minimax_of_line(line, depth, &|it| it.estimate(), is_late)?.best)
        };
        Some(Box::new(Equals { seed, search }))
    }

    /// Creates the strategy for a game that the searches know.
    pub fn strategy<G: Levels>(self, means: Means<G>) -> Box<dyn Strategy> {
        let Means { seed, depth, .. } = means;
        match self {
            StrategyKind::Random => at_random(seed),
            StrategyKind::Greedy => {
                among_best(seed, |position: &G, _, _| Some(most_gaining(position)))
            }
            StrategyKind::Minimax => among_best(seed, move |position: &G, _, is_late| {
                Some(minimax(position, depth.unwrap_or(MINIMAX_DEPTH), is_late)?.best)
            }),
            StrategyKind::Selective => among_best(seed, move |position: &G, draw, is_late| {
                Some(position.selected(depth, draw, is_late)?.best)
            }),
            StrategyKind::Mcts => {
                let limits = means.nodes.map_or(TreeLimits::NONE, TreeLimits::iterations);
                Box::new(Grower::<G>::new(means, limits))
            }
            StrategyKind::Engine => G::engine(means),
        }
    }
}

fn at_random(seed: u64) -> Box<dyn Strategy> {
    Box::new(Equals {
        seed,
        search: |_: &mut dyn Line, _: Draw<'_>, _: &mut dyn FnMut() -> bool| None,
    })
}

fn most_gaining<G: Evaluate>(position: &G) -> Vec<G::Move> {
    let moves = position.legal_moves();
    let most = moves.iter().map(|&mv| position.gain(mv)).max().unwrap_or_default();
    moves.into_iter().filter(|&mv| position.gain(mv) == most).collect()
}

fn unknown(name: &str) -> InvalidValue {
    let names = StrategyKind::ALL.map(StrategyKind::name).join(", ");
    InvalidValue::new(name, |name| format!("there is no strategy {name:?}; there are {names}"))
}
