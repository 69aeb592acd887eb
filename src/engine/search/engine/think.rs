//! What the engine has to know of a game beyond its rules.

use super::{Engine, Limits, OnDepth, SearchResult, Situation, TimeSignal};
use crate::search::Oracle;
use crate::search::mcts::{Mcts, TreeLimits, Tried};
use arbitro_rules::{End, Game};

/// Moves with how much they deserve to be looked at first.
///
/// One list serves a whole line of positions: what a position adds lies behind what its ancestors
/// hold, and is taken away again when it is done.
#[derive(Debug)]
pub struct MoveStack<M> {
    pub(in crate::search) candidates: Vec<ScoredMove<M>>,
}

/// A move on the stack.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    pub(in crate::search) mv: M,
    pub(in crate::search) score: i32,
}

impl<M: Copy> MoveStack<M> {
    pub(in crate::search) fn new() -> MoveStack<M> {
        MoveStack {
            candidates: Vec::with_capacity(1024),
        }
    }

    #[inline(always)]
    pub(in crate::search) fn len(&self) -> usize {
        self.candidates.len()
    }

    #[inline(always)]
    pub(in crate::search) fn truncate(&mut self, len: usize) {
        self.candidates.truncate(len);
    }

    /// Swaps a move that is among those from `from` on to `from`.
    #[inline(always)]
    pub(in crate::search) fn bring(&mut self, from: usize, mv: M)
    where
        M: PartialEq,
    {
        let candidates = &mut self.candidates[from..];
        if let Some(at) = candidates.iter().position(|it| it.mv == mv) {
            candidates.swap(0, at);
        }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M, score: i32) {
        self.candidates.push(ScoredMove { mv, score });
    }

    /// Gives the moves from `from` on new scores, and swaps the first of the best ones to `from`.
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

    /// Swaps the first of the best of `from..` to `from`.
    #[inline(always)]
    pub(in crate::search) fn bring_best(&mut self, from: usize) {
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

/// A move with this score or more is never looked at less deeply than the others.
pub const FORCING: i32 = 1 << 20;

/// Whether a position may be static_value as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// The match is over.
    Over(End),
    /// It may.
    Quiet,
    /// The player may leave it as it is, or make one of the [`noisy_moves`](Think::noisy_moves) moves.
    OptionalCaptures,
    /// One of the [`noisy_moves`](Think::noisy_moves) moves has to be made first.
    Forced,
}

/// Moves that are likely to be good in a position, if it has them, by their tags.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// Comes before every other.
    pub known: Option<u16>,
    /// Come before all that are not forcing.
    pub killers: [u16; 2],
}

/// How far the moves of a position are on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun<M> {
    /// They all are, or there are none.
    Complete,
    /// Some are, which come before all others; there are others.
    Partly,
    /// None is. This one comes before all others; there are others.
    One(M),
}

/// A game that the engine can play.
pub trait Think: Game {
    /// What [`Engine::think_with_progress`](super::Engine::think_with_progress) does, compiled once for the game.
    fn search(
        engine: &mut Engine<Self>,
        situation: &Situation<'_, Self>,
        limits: Limits,
        signal: &mut dyn FnMut() -> TimeSignal,
        on_depth: Option<OnDepth<'_, Self>>,
    ) -> Option<SearchResult<Self::Move>>;

    /// What [`Mcts::think`] does, compiled once for the game.
    fn grow(
        tree: &mut Mcts<Self>,
        situation: &Situation<'_, Self>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<Tried<Self::Move>>;

    /// How far the value of a position may well move when it is looked at more deeply.
    const MARGIN: i32;

    /// From this depth on every move counts as a place later when late moves are looked at less deeply: so
    /// much is left to look at behind it that what is missed at first is found.
    const BOLD_FROM: i32;

    /// What a position is worth to the player to move, the match not being over: below
    /// [`MAX_EVAL`](super::MAX_EVAL) either way.
    fn static_value(&self) -> i32;

    /// The same where only values between `alpha` and `beta` matter: what is hardly inside may be
    /// told from afar, by a bound on the same side.
    #[inline(always)]
    fn static_value_within(&self, _alpha: i32, _beta: i32) -> i32 {
        self.static_value()
    }

    /// Puts the moves that deserve a look on the stack, in an order that depends on the position
    /// alone; nothing when the match is over, every legal one with `all`.
    fn candidates(&self, all: bool, stack: &mut MoveStack<Self::Move>);

    /// Begins to put on the stack what [`candidates`](Think::candidates) puts there, or finds a move
    /// that comes first by the hints: often that is all that is looked at. The moves that are
    /// missing follow with [`complete`](Think::complete).
    #[inline(always)]
    fn begin(
        &self,
        all: bool,
        _hints: &Hints,
        stack: &mut MoveStack<Self::Move>,
    ) -> Begun<Self::Move> {
        self.candidates(all, stack);
        Begun::Complete
    }

    /// Puts the moves on the stack that do not stand there yet.
    fn complete(&self, _all: bool, _begun: Begun<Self::Move>, _shelf: &mut MoveStack<Self::Move>) {}

    /// Whether this position may be static_value.
    fn quiescence(&self) -> Quiescence;

    /// Puts the moves on the stack to look at before a position is static_value that is not at rest; or gives
    /// the one there is.
    fn noisy_moves(&self, _shelf: &mut MoveStack<Self::Move>) -> Option<Self::Move> {
        None
    }

    /// The position after a move, where only its rest and its worth are looked at: never its key.
    #[inline(always)]
    fn after_at_rest(&self, mv: Self::Move) -> Self {
        self.after(mv)
    }

    /// A small number for a move, different for moves that one position has, as far as possible:
    /// what the table remembers it by. Its lowest twelve bits say which moves are alike from one
    /// position to the next.
    fn tag(mv: Self::Move) -> u16;

    /// Whether no position before this move can come again after it.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// Somebody who knows some positions of this game and needs no file for it.
    fn oracle() -> Option<Box<dyn Oracle<Self> + Send>> {
        None
    }
}
