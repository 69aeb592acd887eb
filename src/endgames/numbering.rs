//! Indexing: maps the positions of a material to places in its table.
//!
//! Men and kings of each side are ranked separately by the combinatorial number system, on the
//! board as that side sees it, its own row at the bottom. So colours do not matter, and a change of
//! turn only exchanges the ranks. Overlapping sets leave indices without a position; they cost
//! little room and keep the arithmetic simple.

use std::marker::PhantomData;

use crate::material::{Force, MAX_PIECES, Material};
use arbitro_rules::draughts::{Board, Draughts, RuleSet, squares_of};
use arbitro_rules::{Game, Player};

/// Dark squares of an 8x8 board.
const SQUARES: usize = 32;
/// Squares of men: all but the crowning row.
const MEN_SQUARES: usize = 28;
const MAX: usize = MAX_PIECES as usize;

const BINOMIAL: [[u32; MAX + 1]; SQUARES + 1] = {
    let mut table = [[0; MAX + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// One side's pieces, on the board turned so that the side moves upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) men: u64,
    pub(crate) kings: u64,
}

impl Side {
    pub(crate) const fn all(self) -> u64 {
        self.men | self.kings
    }
}

/// Ranks of one side's sets of men and kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ranks {
    pub(crate) men: u32,
    pub(crate) kings: u32,
}

/// Number of sets of men, and of kings, that a force can occupy.
pub(crate) const fn set_counts(force: Force) -> Ranks {
    Ranks {
        men: BINOMIAL[MEN_SQUARES][force.men as usize],
        kings: BINOMIAL[SQUARES][force.kings as usize],
    }
}

/// Number of indices of a material: the size of its table.
pub(crate) const fn table_size(material: Material) -> usize {
    let (mover, other) = (set_counts(material.mover), set_counts(material.other));
    mover.men as usize * mover.kings as usize * other.men as usize * other.kings as usize
}

/// The index of a position in the table of its material.
#[inline]
pub(crate) const fn index(material: Material, mover: Ranks, other: Ranks) -> usize {
    let (mover_counts, other_counts) = (set_counts(material.mover), set_counts(material.other));
    let men = mover.men as usize * other_counts.men as usize + other.men as usize;
    (men * mover_counts.kings as usize + mover.kings as usize) * other_counts.kings as usize
        + other.kings as usize
}

/// The inverse of [`index`].
#[inline]
pub(crate) const fn ranks(material: Material, index: usize) -> (Ranks, Ranks) {
    let (mover_counts, other_counts) = (set_counts(material.mover), set_counts(material.other));
    let other_kings = (index % other_counts.kings as usize) as u32;
    let index = index / other_counts.kings as usize;
    let mover_kings = (index % mover_counts.kings as usize) as u32;
    let men = index / mover_counts.kings as usize;
    (
        Ranks { men: (men / other_counts.men as usize) as u32, kings: mover_kings },
        Ranks { men: (men % other_counts.men as usize) as u32, kings: other_kings },
    )
}

/// Numbers of a rule set's squares, from the bottom row up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering<R> {
    /// The number of a square by its bit.
    of_bit: [u8; 64],
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Numbering<R> {
    pub(crate) fn new() -> Numbering<R> {
        let mut of_bit = [0; 64];
        for (number, square) in Draughts::<R>::GEOMETRY.iter().enumerate() {
            // 32 squares: solver and reader check the board size first.
            of_bit[square.bit().trailing_zeros() as usize] = number as u8;
        }
        Numbering { of_bit, rules: PhantomData }
    }

    /// The rank of a set of squares among all sets of its size.
    #[inline]
    pub(crate) fn rank(&self, mut set: u64) -> u32 {
        let mut rank = 0;
        let mut size = 1;
        while set != 0 {
            let square = self.of_bit[set.trailing_zeros() as usize];
            rank += BINOMIAL[usize::from(square)][size];
            set &= set - 1;
            size += 1;
        }
        rank
    }

    #[inline]
    pub(crate) fn ranks(&self, side: Side) -> Ranks {
        Ranks { men: self.rank(side.men), kings: self.rank(side.kings) }
    }
}

/// A set of squares on the board turned by half.
#[inline]
pub(crate) fn rotate<R: RuleSet>(set: u64) -> u64 {
    // The squares' bits begin at 0 and are symmetric.
    set.reverse_bits() >> Draughts::<R>::GEOMETRY.squares.leading_zeros()
}

/// Both sides of a position, the mover first, each from its own side of the board.
#[inline]
pub(crate) fn sides<R: RuleSet>(board: &Board, turn_of: Player) -> (Side, Side) {
    let x = Side { men: board.x() & !board.kings(), kings: board.x() & board.kings() };
    let o = Side {
        men: rotate::<R>(board.o() & !board.kings()),
        kings: rotate::<R>(board.o() & board.kings()),
    };
    match turn_of {
        Player::X => (x, o),
        Player::O => (o, x),
    }
}

/// The position of two sides with player 1 to move.
#[inline]
pub(crate) fn position<R: RuleSet>(mover: Side, other: Side) -> Draughts<R> {
    let kings = mover.kings | rotate::<R>(other.kings);
    let board = Board::of_squares_unchecked(mover.all(), rotate::<R>(other.all()), kings);
    Draughts::new(board, Player::X)
}

/// Every set of `size` squares, in order of rank.
pub(crate) fn sets(size: u8, from: u64) -> Vec<u64> {
    let squares: Vec<u64> = squares_of(from).map(|square| square.bit()).collect();
    let mut sets = vec![0];
    for _ in 0..size {
        let mut larger = Vec::new();
        // Ordered by the highest square; the sets below it keep their order.
        for &square in &squares {
            larger.extend(sets.iter().filter(|&&set| set < square).map(|set| set | square));
        }
        sets = larger;
    }
    sets
}

/// Returns whether no two pieces share a square.
pub(crate) fn is_disjoint<R: RuleSet>(mover: Side, other: Side) -> bool {
    mover.men & mover.kings == 0
        && other.men & other.kings == 0
        && mover.all() & rotate::<R>(other.all()) == 0
}
