//! A number for every position of a material: where its value stands in the table.
//!
//! Each side's men and kings are numbered by themselves, as the side itself sees them with its own
//! row at the bottom: the colours never matter, and when the turn changes the numbers only change
//! places. A set of k squares has the number that the combinatorial number system gives it. Two sets
//! may overlap in numbers that no position has; they cost a little room and make the rest simple.

use std::marker::PhantomData;

use super::material::{Force, MOST_PIECES, Material};
use arbitro_rules::draughts::{Board, Draughts, RuleSet, squares_of};
use arbitro_rules::{Game, Player};

/// Dark squares of the boards that tables are made for.
const SQUARES: usize = 32;
/// Squares on which a man can stand: all but those where it is crowned.
const MEN_SQUARES: usize = 28;
const MOST: usize = MOST_PIECES as usize;

const BINOMIAL: [[u32; MOST + 1]; SQUARES + 1] = {
    let mut table = [[0; MOST + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// One side's pieces, as squares on the board turned so that it moves upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) men: u64,
    pub(super) kings: u64,
}

impl Side {
    pub(super) const fn all(self) -> u64 {
        self.men | self.kings
    }
}

/// The numbers of one side's sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranks {
    pub(super) men: u32,
    pub(super) kings: u32,
}

/// How many sets of men and of kings a force can stand on.
pub(super) const fn ways(force: Force) -> Ranks {
    Ranks {
        men: BINOMIAL[MEN_SQUARES][force.men as usize],
        kings: BINOMIAL[SQUARES][force.kings as usize],
    }
}

/// How many numbers a material has.
pub(super) const fn numbers(material: Material) -> usize {
    let (mover, other) = (ways(material.mover), ways(material.other));
    mover.men as usize * mover.kings as usize * other.men as usize * other.kings as usize
}

/// The place of a position in the table of its material.
#[inline]
pub(super) const fn number(material: Material, mover: Ranks, other: Ranks) -> usize {
    let (mover_ways, other_ways) = (ways(material.mover), ways(material.other));
    let men = mover.men as usize * other_ways.men as usize + other.men as usize;
    (men * mover_ways.kings as usize + mover.kings as usize) * other_ways.kings as usize
        + other.kings as usize
}

/// The inverse of [`number`].
#[inline]
pub(super) const fn ranks(material: Material, number: usize) -> (Ranks, Ranks) {
    let (mover_ways, other_ways) = (ways(material.mover), ways(material.other));
    let other_kings = (number % other_ways.kings as usize) as u32;
    let number = number / other_ways.kings as usize;
    let mover_kings = (number % mover_ways.kings as usize) as u32;
    let men = number / mover_ways.kings as usize;
    (
        Ranks {
            men: (men / other_ways.men as usize) as u32,
            kings: mover_kings,
        },
        Ranks {
            men: (men % other_ways.men as usize) as u32,
            kings: other_kings,
        },
    )
}

/// The squares of a rule set by number, from the bottom row up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering<R> {
    /// The number of a square by its bit.
    of_bit: [u8; 64],
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Numbering<R> {
    pub(super) fn new() -> Numbering<R> {
        let mut of_bit = [0; 64];
        for (number, square) in Draughts::<R>::GEOMETRY.iter().enumerate() {
            // 32 squares: who solves and who opens tables asks for the size first.
            of_bit[square.bit().trailing_zeros() as usize] = number as u8;
        }
        Numbering {
            of_bit,
            rules: PhantomData,
        }
    }

    /// The number of a set of squares among all sets of its size.
    #[inline]
    pub(super) fn rank(&self, mut set: u64) -> u32 {
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
    pub(super) fn ranks(&self, side: Side) -> Ranks {
        Ranks {
            men: self.rank(side.men),
            kings: self.rank(side.kings),
        }
    }
}

/// A set of squares on the board turned by half.
#[inline]
pub(super) fn turn<R: RuleSet>(set: u64) -> u64 {
    // The squares' bits begin at 0 and lie alike from both ends.
    set.reverse_bits() >> Draughts::<R>::GEOMETRY.squares.leading_zeros()
}

/// Both sides of a position, the mover first, each as it sees itself.
#[inline]
pub(super) fn sides<R: RuleSet>(board: &Board, turn_of: Player) -> (Side, Side) {
    let x = Side {
        men: board.x() & !board.kings(),
        kings: board.x() & board.kings(),
    };
    let o = Side {
        men: turn::<R>(board.o() & !board.kings()),
        kings: turn::<R>(board.o() & board.kings()),
    };
    match turn_of {
        Player::X => (x, o),
        Player::O => (o, x),
    }
}

/// The position with player 1 to move in which these are the sides.
#[inline]
pub(super) fn position<R: RuleSet>(mover: Side, other: Side) -> Draughts<R> {
    let kings = mover.kings | turn::<R>(other.kings);
    let board = Board::of_squares_unchecked(mover.all(), turn::<R>(other.all()), kings);
    Draughts::new(board, Player::X)
}

/// Every set of a number of squares, at the place of its rank.
pub(super) fn sets(size: u8, from: u64) -> Vec<u64> {
    let squares: Vec<u64> = squares_of(from).map(|square| square.bit()).collect();
    let mut sets = vec![0];
    for _ in 0..size {
        let mut larger = Vec::new();
        // By the highest square: the sets below it come in their own order.
        for &square in &squares {
            larger.extend(
                sets.iter()
                    .filter(|&&set| set < square)
                    .map(|set| set | square),
            );
        }
        sets = larger;
    }
    sets
}

/// Whether no two pieces stand on one square.
pub(super) fn is_apart<R: RuleSet>(mover: Side, other: Side) -> bool {
    mover.men & mover.kings == 0
        && other.men & other.kings == 0
        && mover.all() & turn::<R>(other.all()) == 0
}
