//! A move, and the sinks that collect moves during generation.

use smallvec::SmallVec;

use super::geometry::{Square, squares_of};
use crate::line::key::Key;

/// One turn: from, to and the set of captured squares. Two routes that agree in all three are one
/// move, in every rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    /// Destination square; equal to the origin for some round trips.
    pub to: Square,
    pub(crate) captured: u64,
}

impl From<Move> for Key {
    fn from(mv: Move) -> Key {
        Key([u64::from(mv.from.0) | u64::from(mv.to.0) << 8, mv.captured])
    }
}

impl From<Key> for Move {
    fn from(Key([squares, captured]): Key) -> Move {
        Move { from: Square(squares as u8), to: Square((squares >> 8) as u8), captured }
    }
}

impl Move {
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Returns the captured squares, ascending.
    pub fn captured(&self) -> impl Iterator<Item = Square> + use<> {
        squares_of(self.captured)
    }

    /// A small number for move ordering tables: squares in the lowest twelve bits, a hash of the
    /// captured set above them.
    #[inline(always)]
    pub const fn code(&self) -> u16 {
        let squares = self.from.0 as u16 | (self.to.0 as u16) << 6;
        if !self.is_capture() {
            return squares;
        }
        let taken = (self.captured ^ self.captured >> 20 ^ self.captured >> 41) & 0xfffff;
        let hint = taken ^ taken >> 4 ^ taken >> 9 ^ taken >> 14;
        squares | (hint as u16 & 7) << 12
    }

    /// The quiet move with this code, if a quiet move can have it. It need not be legal in a given
    /// position.
    #[inline(always)]
    pub(super) const fn of_step_code(code: u16) -> Option<Move> {
        if code >> 12 != 0 {
            return None;
        }
        Some(Move { from: Square(code as u8 & 63), to: Square((code >> 6) as u8), captured: 0 })
    }

    #[inline(always)]
    pub const fn captured_count(&self) -> u32 {
        // Most captures take one piece, and counting bits is slow where the target lacks popcnt.
        if self.captured.is_power_of_two() { 1 } else { self.captured.count_ones() }
    }
}

/// Receives moves from the generator.
///
/// Captures come with a rank by the rule set's priority; only those of the highest rank are legal,
/// so a capture of a higher rank discards the earlier ones.
pub(super) trait Sink {
    /// True if only the number of moves matters, so whole sets may be counted at once.
    const COUNTS_ONLY: bool;

    /// Quiet moves of one piece: from a square to each square of a set.
    fn quiets(&mut self, from: u64, to: u64);

    /// Adds a number of moves; for sinks that only count.
    fn add(&mut self, moves: u64);

    fn capture(&mut self, from: u64, to: u64, captured: u64, rank: u32);
}

#[derive(Default)]
pub(super) struct List {
    pub(super) moves: SmallVec<[Move; 64]>,
    best: u32,
}

impl Sink for List {
    const COUNTS_ONLY: bool = false;

    #[inline(always)]
    fn quiets(&mut self, from: u64, to: u64) {
        let from = Square::lowest(from);
        for to in squares_of(to) {
            self.moves.push(Move { from, to, captured: 0 });
        }
    }

    fn add(&mut self, _moves: u64) {
        unreachable!("a list asks for every move");
    }

    #[inline(always)]
    fn capture(&mut self, from: u64, to: u64, captured: u64, rank: u32) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.moves.clear();
        }
        self.moves.push(Move { from: Square::lowest(from), to: Square::lowest(to), captured });
    }
}

/// Appends moves to a caller's list, converted to the caller's type.
pub(super) struct Onto<'a, T, F> {
    moves: &'a mut Vec<T>,
    kept: F,
    first: usize,
    best: u32,
}

impl<T, F: Fn(Move) -> T> Onto<'_, T, F> {
    #[inline(always)]
    pub(super) fn new(moves: &mut Vec<T>, kept: F) -> Onto<'_, T, F> {
        let first = moves.len();
        Onto { moves, kept, first, best: 0 }
    }
}

impl<T, F: Fn(Move) -> T> Sink for Onto<'_, T, F> {
    const COUNTS_ONLY: bool = false;

    #[inline(always)]
    fn quiets(&mut self, from: u64, to: u64) {
        let from = Square::lowest(from);
        let mut to = to;
        while to != 0 {
            self.moves.push((self.kept)(Move { from, to: Square::lowest(to), captured: 0 }));
            to &= to - 1;
        }
    }

    fn add(&mut self, _moves: u64) {
        unreachable!("a list asks for every move");
    }

    #[inline(always)]
    fn capture(&mut self, from: u64, to: u64, captured: u64, rank: u32) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.moves.truncate(self.first);
        }
        self.moves.push((self.kept)(Move {
            from: Square::lowest(from),
            to: Square::lowest(to),
            captured,
        }));
    }
}

#[derive(Default)]
pub(super) struct Count {
    pub(super) count: u64,
    best: u32,
}

impl Sink for Count {
    const COUNTS_ONLY: bool = true;

    #[inline(always)]
    fn quiets(&mut self, _from: u64, to: u64) {
        self.count += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn add(&mut self, moves: u64) {
        self.count += u64::from(moves.count_ones());
    }

    #[inline(always)]
    fn capture(&mut self, _from: u64, _to: u64, _captured: u64, rank: u32) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.count = 0;
        }
        self.count += 1;
    }
}
