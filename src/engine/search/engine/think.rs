//! The interface between the engine and a game: evaluation, staged move generation, quiescence.

use super::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::mcts::{Mcts, TreeLimits, TreeResult};
use arbitro_endgames::Oracle;
use arbitro_rules::{End, Game};

/// Scored moves of all nodes on the current path.
///
/// One vector serves the whole path: a node's moves lie behind those of its ancestors and are
/// truncated when the node is done, so no node allocates.
#[derive(Debug)]
pub struct MoveStack<M> {
    pub(in crate::search) candidates: Vec<ScoredMove<M>>,
}

#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    pub(in crate::search) mv: M,
    pub(in crate::search) score: i32,
}

impl<M: Copy> MoveStack<M> {
    pub(in crate::search) fn new() -> MoveStack<M> {
        MoveStack { candidates: Vec::with_capacity(1024) }
    }

    #[inline(always)]
    pub(in crate::search) fn len(&self) -> usize {
        self.candidates.len()
    }

    #[inline(always)]
    pub(in crate::search) fn truncate(&mut self, len: usize) {
        self.candidates.truncate(len);
    }

    /// Swaps a given move, which is among those from `from` on, to `from`.
    #[inline(always)]
    pub(in crate::search) fn move_to_front(&mut self, from: usize, mv: M)
    where
        M: PartialEq,
    {
        let candidates = &mut self.candidates[from..];
        if let Some(at) = candidates.iter().position(|candidate| candidate.mv == mv) {
            candidates.swap(0, at);
        }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M, score: i32) {
        self.candidates.push(ScoredMove { mv, score });
    }

    /// Rescores the moves from `from` on, and swaps the first of the best ones to `from`.
    #[inline(always)]
    pub(in crate::search) fn rescore(&mut self, from: usize, mut score: impl FnMut(M, i32) -> i32) {
        let candidates = &mut self.candidates[from..];
        let mut best = (0, i32::MIN);
        for (at, it) in candidates.iter_mut().enumerate() {
            it.score = score(it.mv, it.score);
            if it.score > best.1 {
                best = (at, it.score);
            }
        }
        if best.0 != 0 {
            candidates.swap(0, best.0);
        }
    }

    /// Selection sort step: swaps the first of the best moves in `from..` to `from`.
    #[inline(always)]
    pub(in crate::search) fn select_best(&mut self, from: usize) {
        let candidates = &mut self.candidates[from..];
        if candidates.len() == 1 {
            return;
        }
        let mut best = (0, i32::MIN);
        for (at, it) in candidates.iter().enumerate() {
            if it.score > best.1 {
                best = (at, it.score);
            }
        }
        if best.0 != 0 {
            candidates.swap(0, best.0);
        }
    }
}

/// The lowest score of forcing moves, which are never reduced.
pub const FORCING: i32 = 1 << 20;

/// The kinds of position that quiescence search distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// The match is over.
    Over(End),
    /// Quiet: the static evaluation is its value.
    Quiet,
    /// The player may stand pat or make one of the [`noisy_moves`](Think::noisy_moves).
    OptionalCaptures,
    /// The player must make one of the [`noisy_moves`](Think::noisy_moves), so there is no stand
    /// pat.
    Forced,
}

/// Move-ordering hints for a node, as tags. The position need not have these moves.
#[derive(Clone, Copy, Debug)]
pub struct OrderingHints {
    /// The table move, ordered before every other.
    pub table_move: Option<u16>,
    /// Killer moves, ordered before all moves that are not forcing.
    pub killers: [u16; 2],
}

/// Progress of staged move generation at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationStage<M> {
    /// All moves are on the stack, or there are none.
    Complete,
    /// The moves that are ordered first are on the stack. There are others.
    Partial,
    /// No move is on the stack. This one is searched first, and there are others.
    FirstMove(M),
}

/// A game that the engine can search.
pub trait Think: Game {
    /// Runs [`Engine::think_with_progress`](super::Engine::think_with_progress), compiled once for
    /// the game.
    fn search(
        engine: &mut Engine<Self>,
        situation: &Situation<'_, Self>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Self>>,
    ) -> Option<SearchResult<Self::Move>>;

    /// Runs [`Mcts::think`], compiled once for the game.
    fn search_tree(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<Self::Move>>;

    /// Typical difference between searches of neighbouring depths: the unit of aspiration windows
    /// and of the ProbCut margin.
    const MARGIN: i32;

    /// From this depth on, late move reductions begin one move earlier. Enough depth remains behind
    /// a reduced move for a re-search to find what the reduction missed.
    const EARLY_REDUCTION_FROM: i32;

    /// The static evaluation for the player to move, within [`MAX_EVAL`](super::MAX_EVAL) either
    /// way. The match must not be over.
    fn static_value(&self) -> i32;

    /// Returns how much nearer to its end a won position is than others of the same static value: added to
    /// it when the ply limit is near, positive when the player to move is winning.
    #[inline(always)]
    fn ease_of_winning(&self) -> i32 {
        0
    }

    /// Lazy static evaluation. A value outside the window from `alpha` to `beta` may be replaced by
    /// a bound on the same side of it.
    #[inline(always)]
    fn static_value_within(&self, _alpha: i32, _beta: i32) -> i32 {
        self.static_value()
    }

    /// Generates the moves worth searching, in an order that depends on the position alone; every
    /// legal one with `all`, none when the match is over.
    fn candidates(&self, all: bool, stack: &mut MoveStack<Self::Move>);

    /// First stage of move generation. Generates either all [`candidates`](Think::candidates), or
    /// only those ordered first, or returns a single move from the hints; the result says which.
    /// A cutoff often makes the rest unnecessary; otherwise
    /// [`generate_rest`](Think::generate_rest) adds it.
    #[inline(always)]
    fn generate_first(
        &self,
        all: bool,
        _hints: &OrderingHints,
        stack: &mut MoveStack<Self::Move>,
    ) -> GenerationStage<Self::Move> {
        self.candidates(all, stack);
        GenerationStage::Complete
    }

    /// Second stage of move generation: generates the moves that `stage` left out.
    fn generate_rest(
        &self,
        _all: bool,
        _stage: GenerationStage<Self::Move>,
        _stack: &mut MoveStack<Self::Move>,
    ) {
    }

    /// Returns how quiescence search treats this position.
    fn quiescence(&self) -> Quiescence;

    /// Generates the moves of quiescence search: captures, in draughts. A single one is returned
    /// instead of pushed.
    fn noisy_moves(&self, _stack: &mut MoveStack<Self::Move>) -> Option<Self::Move> {
        None
    }

    /// The position after a move for quiescence search, which needs no hash key.
    #[inline(always)]
    fn after_for_quiescence(&self, mv: Self::Move) -> Self {
        self.after(mv)
    }

    /// Packs a move for the transposition table. Tags of one position's moves differ as far as
    /// possible. The lowest twelve bits index the history heuristic, so similar moves of different
    /// positions share them.
    fn tag(mv: Self::Move) -> u16;

    /// Returns whether no earlier position can be repeated after this move.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// An oracle that is built into the game and needs no file.
    fn oracle() -> Option<Box<dyn Oracle<Self>>> {
        None
    }
}
