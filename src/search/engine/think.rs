//! What the engine has to know of a game beyond its rules.

use crate::rules::{End, Game};
use crate::search::Oracle;

/// Moves with how much they deserve to be looked at first.
///
/// One list serves a whole line of positions: what a position adds lies behind what its ancestors
/// hold, and is taken away again when it is done.
#[derive(Debug)]
pub struct Shelf<M> {
    pub(in crate::search) moves: Vec<M>,
    pub(in crate::search) scores: Vec<i32>,
}

impl<M: Copy> Shelf<M> {
    pub(in crate::search) fn new() -> Shelf<M> {
        Shelf {
            moves: Vec::with_capacity(1024),
            scores: Vec::with_capacity(1024),
        }
    }

    pub(in crate::search) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(in crate::search) fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.scores.truncate(len);
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M, score: i32) {
        self.moves.push(mv);
        self.scores.push(score);
    }

    /// Adds moves that `list` puts behind the others, each with its score; hands on its answer.
    #[inline]
    pub fn extend<T>(
        &mut self,
        list: impl FnOnce(&mut Vec<M>) -> T,
        score: impl Fn(M) -> i32,
    ) -> T {
        let answer = list(&mut self.moves);
        let fresh = &self.moves[self.scores.len()..];
        self.scores.extend(fresh.iter().map(|&mv| score(mv)));
        answer
    }

    /// Gives the moves from `from` on new scores, and swaps the first of the best ones to `from`.
    #[inline(always)]
    pub(in crate::search) fn rescore(&mut self, from: usize, mut score: impl FnMut(M, i32) -> i32) {
        let mut best = (from, i32::MIN);
        let moves = self.moves[from..].iter();
        for ((at, mv), old) in (from..).zip(moves).zip(&mut self.scores[from..]) {
            *old = score(*mv, *old);
            if *old > best.1 {
                best = (at, *old);
            }
        }
        self.swap(from, best.0);
    }

    /// Swaps the first of the best of `from..` to `from`.
    #[inline(always)]
    pub(in crate::search) fn bring_best(&mut self, from: usize) {
        let mut best = (from, i32::MIN);
        for (at, &score) in (from..).zip(&self.scores[from..]) {
            if score > best.1 {
                best = (at, score);
            }
        }
        self.swap(from, best.0);
    }

    #[inline(always)]
    fn swap(&mut self, first: usize, second: usize) {
        if first != second {
            self.scores.swap(first, second);
            self.moves.swap(first, second);
        }
    }
}

/// A move with this score or more is never looked at less deeply than the others.
pub const FORCING: i32 = 1 << 20;

/// Whether a position may be judged as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrest {
    /// The match is over.
    Over(End),
    /// It may.
    Quiet,
    /// The player may leave it as it is, or make one of the moves that were put on the shelf.
    Tempting,
    /// One of the moves on the shelf has to be made first.
    Forced,
}

/// A game that the engine can play.
pub trait Think: Game {
    /// How far the value of a position may well move when it is looked at more deeply.
    const MARGIN: i32;

    /// What a position is worth to the player to move, the match not being over: below
    /// [`LARGEST`](super::LARGEST) either way.
    fn judge(&self) -> i32;

    /// Puts the moves that deserve a look on the shelf, in an order that depends on the position
    /// alone; nothing when the match is over, every legal one with `all`.
    fn candidates(&self, all: bool, shelf: &mut Shelf<Self::Move>);

    /// Whether this position may be judged, and if not, the moves to look at first.
    fn unrest(&self, shelf: &mut Shelf<Self::Move>) -> Unrest;

    /// A small number for a move, different for moves that one position has, as far as possible:
    /// what the table remembers it by. Its lowest twelve bits say which moves are alike from one
    /// position to the next.
    fn tag(mv: Self::Move) -> u16;

    /// Whether no position before this move can come again after it.
    fn is_for_good(&self, mv: Self::Move) -> bool;

    /// Somebody who knows some positions of this game and needs no file for it.
    fn oracle() -> Option<Box<dyn Oracle<Self> + Send>> {
        None
    }
}
