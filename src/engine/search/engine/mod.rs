//! The engine: iterative deepening with principal variation search, for any game.
//!
//! It has a transposition table, killer moves and the history heuristic for move ordering, late
//! move reductions, ProbCut, and quiescence search at the leaves. The transposition table survives
//! from one move of a match to the next.
//!
//! The engine reads no file and no clock. It polls a callback, whose answer is to go on, to start
//! no further depth, or to stop. With one thread and limits of depth or nodes, the same calls give
//! the same moves.

mod best;
mod draughts;
mod history;
mod quiescence;
mod quoridor;
mod root;
mod solved_race;
mod table;
mod think;
mod threads;
mod tree;

use std::fmt;

pub use think::{
    FORCING, GenerationStage, MoveStack, OrderingHints, Quiescence, ScoredMove, Think,
};

use arbitro_endgames::Oracle;
use arbitro_rules::Game;
pub(super) use table::{Bound, Table, TableEntry};
use threads::{Common, Searcher};
pub(super) use tree::{from_table, to_table};

/// The value of a match that is won here. A win n plies away is worth n less.
pub(super) const WIN: i32 = 32_000;
/// Upper bound of every static evaluation. A larger value is a forced win.
pub const MAX_EVAL: i32 = 20_000;
/// A bound beyond every value: the edge of a full window.
pub(super) const INFINITE: i32 = 32_100;
/// Maximum distance from the root.
const MAX_PLY: usize = 120;

/// A position to search, with the part of the match's history that the draw rules need.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a, G: Game> {
    pub position: G,
    /// Hash keys of the earlier positions of the match, oldest first.
    pub earlier: &'a [u64],
    /// Counters of the draw rules.
    pub clock: G::DrawClock,
    /// Plies left until the ply limit ends the match as a draw.
    pub plies_left: u64,
}

impl<G: Game> Situation<'_, G> {
    /// A position without history and without a ply limit.
    pub fn alone(position: G) -> Situation<'static, G> {
        Situation { position, earlier: &[], clock: G::DrawClock::default(), plies_left: u64::MAX }
    }
}

/// The caller's answer when the engine asks for the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSignal {
    /// Go on.
    Continue,
    /// Finish the current depth, start no other: it would not be completed.
    FinishDepth,
    /// Return the best move at once.
    Stop,
}

/// Limits of a search that do not depend on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: u32,
    /// Maximum number of positions, of the first thread if there are several.
    pub nodes: u64,
}

impl Limits {
    /// No limit but time.
    pub const NONE: Limits = Limits { depth: u32::MAX, nodes: u64::MAX };

    /// A fixed depth in plies.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth, ..Limits::NONE }
    }

    /// A fixed number of positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }
}

/// Switches for the techniques beyond plain alpha-beta, so that tests can measure each and compare
/// the search with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Transposition table cutoffs. The table move is searched first in any case.
    pub table: bool,
    /// Late move reductions.
    pub reductions: bool,
    /// Selective move generation below the root, where the game supports it (Quoridor's walls).
    pub selection: bool,
    /// One-reply extensions, and internal iterative reductions where no table move is known.
    pub extensions: bool,
    /// Quiescence search. Without it, every leaf is evaluated statically.
    pub quiescence: bool,
    /// ProbCut: a shallow search that lies beyond the window by a margin is trusted.
    pub prob_cut: bool,
    /// Lazy evaluation: a rough value is enough when it is far outside the window.
    pub lazy: bool,
    /// Draws by repetition, by the draw rules and by the ply limit.
    pub draws: bool,
}

impl Techniques {
    pub const ALL: Techniques = Techniques {
        table: true,
        reductions: true,
        selection: true,
        extensions: true,
        quiescence: true,
        prob_cut: true,
        lazy: true,
        draws: true,
    };

    /// No technique: the value equals that of plain minimax.
    pub const NONE: Techniques = Techniques {
        table: false,
        reductions: false,
        selection: false,
        extensions: false,
        quiescence: false,
        prob_cut: false,
        lazy: false,
        draws: false,
    };
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// The value of `best` for the player to move.
    pub value: i32,
    /// The last completed depth.
    pub depth: u32,
    /// Positions searched, by all threads. In a report of a completed depth, what the helpers add is
    /// roughly counted.
    pub nodes: u64,
    /// The principal variation, `best` first.
    pub line: Vec<M>,
}

impl<M> SearchResult<M> {
    /// Returns the plies to a forced end of the match: positive for a win, negative for a loss,
    /// `None` when no end is forced as far as was searched.
    pub fn plies_to_end(&self) -> Option<i32> {
        match self.value {
            value if value > MAX_EVAL => Some(WIN - value),
            value if value < -MAX_EVAL => Some(-WIN - value),
            _ => None,
        }
    }
}

/// A callback that receives the result of each completed depth.
pub(crate) type OnDepth<'a, G> = &'a mut dyn FnMut(&SearchResult<<G as Game>::Move>);

/// An engine with its transposition table and move history.
pub struct Engine<G: Think> {
    table: Table,
    first: Searcher<G>,
    helpers: Vec<Searcher<G>>,
    techniques: Techniques,
}

impl<G: Think> fmt::Debug for Engine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("techniques", &self.techniques).finish_non_exhaustive()
    }
}

impl<G: Think> Engine<G> {
    /// Creates an engine whose transposition table takes up to `bytes`.
    pub fn new(bytes: usize) -> Engine<G> {
        Engine {
            table: Table::new(bytes),
            first: Searcher::new(None),
            helpers: Vec::new(),
            techniques: Techniques::ALL,
        }
    }

    /// Sets which techniques the search uses.
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> Engine<G> {
        self.techniques = techniques;
        self
    }

    /// Sets the oracle that the search asks for exact values.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<dyn Oracle<G>>) -> Engine<G> {
        self.first = Searcher::new(Some(oracle));
        self
    }

    /// Adds a thread that searches the same position beside the caller's, sharing the transposition
    /// table: more depth in the same time, but the same calls no longer give the same moves. Where
    /// the engine has a given oracle, each thread needs one like it, or what it stores in the table
    /// is less exact.
    #[must_use]
    pub fn with_helper(mut self, oracle: Option<Box<dyn Oracle<G>>>) -> Engine<G> {
        self.helpers.push(Searcher::new(oracle));
        self
    }

    /// Clears everything learnt so far, except an oracle that the caller supplied.
    pub fn clear(&mut self) {
        self.table.clear();
        self.first.clear();
        self.helpers.iter_mut().for_each(Searcher::clear);
    }

    /// Searches a position up to `limits`, for as long as `signal` allows. `signal` is polled every
    /// thousand positions and after each depth; depth 1 is always completed. Returns `None` when
    /// there is no legal move.
    pub fn think(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<SearchResult<G::Move>> {
        self.think_with_progress(situation, limits, signal, None)
    }

    /// Like [`think`](Engine::think), and calls `on_depth` with the result of each completed depth.
    /// The callback does not influence the search.
    pub fn think_with_progress(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        G::search(self, situation, limits, signal, on_depth)
    }

    /// The generic body of the search. It is compiled at each call site, so
    /// [`SearchedSet`](super::SearchedSet) calls it once for each rule set.
    pub(in crate::search) fn think_generic(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        self.table.begin_search();
        if !self.helpers.is_empty() {
            return self.think_together(situation, limits, signal, on_depth);
        }
        let common = Common { table: &self.table, techniques: self.techniques, situation };
        let mut tree = self.first.tree(common, None, limits.nodes, signal);
        tree.iterative_deepening(&situation.position, situation.clock, limits.depth, on_depth)
    }
}
