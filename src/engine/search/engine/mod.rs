//! The engine: looks as deep as it is given time for, in any game.
//!
//! Principal variation search, one ply deeper each time, with a table of what was found, moves
//! ordered by what was good elsewhere, later moves looked at less deeply, and a closer look where a
//! position is not at rest. It keeps its table from one move of a match to the next.
//!
//! It learns nothing of files, and of time only what it is told when it asks: go on, do not begin
//! anything new, or stop. The same calls with limits of depth or nodes give the same moves.

mod best;
mod draughts;
mod history;
mod quiescence;
mod quoridor;
mod root;
mod solved_race;
mod table;
mod think;
mod tree;

use std::fmt;

pub use think::{Begun, FORCING, Hints, MoveStack, Quiescence, ScoredMove, Think};

use super::Oracle;
use arbitro_rules::Game;
use history::MoveHistory;
pub(super) use table::{Bound, Known, Table};
use tree::Tree;
pub(super) use tree::{from_table, to_table};

/// A match won now; nearer wins are worth more.
pub(super) const WIN: i32 = 32_000;
/// No judgement of a position is larger: what is, is a win in sight.
pub const MAX_EVAL: i32 = 20_000;
/// Beyond every value.
pub(super) const INFINITE: i32 = 32_100;
/// The longest line that is looked at.
const MAX_PLY: usize = 120;

/// A position to think about, and what led to it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a, G: Game> {
    /// The position.
    pub position: G,
    /// The keys of the positions before, the oldest first.
    pub earlier: &'a [u64],
    /// What the draw rules have counted.
    pub clock: G::DrawClock,
    /// Plies until the match is a draw.
    pub plies_left: u64,
}

impl<G: Game> Situation<'_, G> {
    /// A position of which nothing else is known.
    pub fn alone(position: G) -> Situation<'static, G> {
        Situation {
            position,
            earlier: &[],
            clock: G::DrawClock::default(),
            plies_left: u64::MAX,
        }
    }
}

/// What the engine is told about time when it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSignal {
    /// There is time.
    Continue,
    /// Another ply deeper would not be finished.
    FinishDepth,
    /// The move is wanted now.
    Stop,
}

/// How far to look, whatever the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: u32,
    /// Positions.
    pub nodes: u64,
}

impl Limits {
    /// As far as there is time.
    pub const NONE: Limits = Limits {
        depth: u32::MAX,
        nodes: u64::MAX,
    };

    /// A fixed depth.
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            ..Limits::NONE
        }
    }

    /// A fixed number of positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes,
            ..Limits::NONE
        }
    }
}

/// What the search does beyond plain alpha-beta. Each can be off, to measure what it is worth and
/// to compare with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Values from the table end the search of a position; moves from it come first in any case.
    pub table: bool,
    /// Late moves are looked at less deeply first.
    pub reductions: bool,
    /// Below the root only the moves that a game thinks worth a look are looked at.
    pub selection: bool,
    /// Only moves count one ply less.
    pub extensions: bool,
    /// What is not at rest is not static_value.
    pub quiescence: bool,
    /// Far better than needed at a lower depth is believed.
    pub prob_cut: bool,
    /// What is worth far more than is needed, or far less, is static_value roughly.
    pub lazy: bool,
    /// Draws by repetition, by the draw rules and by the move limit.
    pub draws: bool,
}

impl Techniques {
    /// Everything.
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

    /// Nothing: the value is that of plain minimax.
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

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The move.
    pub best: M,
    /// Its value for the player to move.
    pub value: i32,
    /// The depth that was searched to its end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected continuation, `best` first.
    pub line: Vec<M>,
}

impl<M> SearchResult<M> {
    /// Plies to the end of the match, where it is in sight: positive to a win, negative to a loss.
    pub fn plies_to_end(&self) -> Option<i32> {
        match self.value {
            value if value > MAX_EVAL => Some(WIN - value),
            value if value < -MAX_EVAL => Some(-WIN - value),
            _ => None,
        }
    }
}

/// Hears what each depth of a search brought.
pub type OnDepth<'a, G> = &'a mut dyn FnMut(&SearchResult<<G as Game>::Move>);

/// An engine, with what it remembers.
pub struct Engine<G: Think> {
    table: Table,
    history: MoveHistory,
    stack: MoveStack<G::Move>,
    oracle: Option<Box<dyn Oracle<G> + Send>>,
    /// Whether the oracle is somebody else's, who alone knows what it is to forget.
    is_given: bool,
    techniques: Techniques,
}

impl<G: Think> fmt::Debug for Engine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("techniques", &self.techniques)
            .finish_non_exhaustive()
    }
}

impl<G: Think> Engine<G> {
    /// An engine whose table takes up to `bytes`.
    pub fn new(bytes: usize) -> Engine<G> {
        Engine {
            table: Table::new(bytes),
            history: MoveHistory::new(),
            stack: MoveStack::new(),
            oracle: G::oracle(),
            is_given: false,
            techniques: Techniques::ALL,
        }
    }

    /// With only some of what it can do.
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> Engine<G> {
        self.techniques = techniques;
        self
    }

    /// With somebody who knows some positions.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<dyn Oracle<G> + Send>) -> Engine<G> {
        self.oracle = Some(oracle);
        self.is_given = true;
        self
    }

    /// As new, but for an oracle that it was given.
    pub fn forget(&mut self) {
        self.table.forget();
        self.history.forget();
        if !self.is_given {
            self.oracle = G::oracle();
        }
    }

    /// Thinks about a position: up to `limits`, and as long as `signal`, asked every few thousand
    /// positions and at each depth, lets it. Depth 1 is always finished. `None` when there is no
    /// legal move.
    pub fn think(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<SearchResult<G::Move>> {
        self.think_with_progress(situation, limits, signal, None)
    }

    /// The same, telling what each depth brought when it is finished. What is told changes nothing of
    /// what comes out.
    pub fn think_with_progress(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        G::search(self, situation, limits, signal, on_depth)
    }

    /// The same, compiled where it is called.
    pub(in crate::search) fn think_here(
        &mut self,
        situation: &Situation<'_, G>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        self.table.begin_search();
        self.history.fade();
        self.stack.truncate(0);
        let mut path = Vec::with_capacity(situation.earlier.len() + MAX_PLY + 1);
        path.extend_from_slice(situation.earlier);
        let mut tree = Tree {
            table: &mut self.table,
            history: &mut self.history,
            stack: &mut self.stack,
            oracle: self.oracle.as_deref_mut().map(|it| it as _),
            techniques: self.techniques,
            path,
            plies_left: situation.plies_left,
            signal,
            max_nodes: limits.nodes,
            next_check: 0,
            nodes: 0,
            may_stop: false,
            has_stopped: false,
        };
        tree.iterative_deepening(&situation.position, situation.clock, limits.depth, on_depth)
    }
}
