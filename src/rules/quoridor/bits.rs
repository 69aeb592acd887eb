//! Sets of squares as bits: one machine integer for boards up to 11x11, two for larger ones.
//!
//! Rows are [`Bits::STRIDE`] bits apart whatever the size, so that every shift is by a constant.
//! The caller must mask what a shift carries over the edge of the board.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set as a position stores it, independent of the kind of bits.
pub(super) type Stored = [u128; 2];

/// A set of squares, or of places for walls.
pub(super) trait Bits:
    Copy
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// Bits between rows.
    const STRIDE: usize;
    const NONE: Self;

    fn load(stored: &Stored) -> Self;
    fn store(self) -> Stored;
    /// The set of one square.
    fn at(index: usize) -> Self;
    /// Shifts everything one row up.
    fn up(self) -> Self;
    fn down(self) -> Self;
    fn left(self) -> Self;
    fn right(self) -> Self;
    fn count(self) -> u32;
    /// Index of the lowest square; meaningless for the empty set.
    fn lowest(self) -> usize;
    fn without_lowest(self) -> Self;

    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    fn has(self, index: usize) -> bool {
        !(self & Self::at(index)).is_none()
    }

    #[inline(always)]
    fn indices(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            if self.is_none() {
                return None;
            }
            let lowest = self.lowest();
            self = self.without_lowest();
            Some(lowest)
        })
    }
}

/// The stride for boards of this size.
#[inline]
pub(super) const fn stride(size: usize) -> usize {
    if is_narrow(size) { 11 } else { 16 }
}

/// Returns true if one `u128` holds a board of this size.
#[inline]
pub(super) const fn is_narrow(size: usize) -> bool {
    size <= 11
}

impl Bits for u128 {
    const STRIDE: usize = 11;
    const NONE: u128 = 0;

    #[inline(always)]
    fn load(stored: &Stored) -> u128 {
        stored[0]
    }

    #[inline(always)]
    fn store(self) -> Stored {
        [self, 0]
    }

    #[inline(always)]
    fn at(index: usize) -> u128 {
        1 << (index & 127)
    }

    #[inline(always)]
    fn up(self) -> u128 {
        self << 11
    }

    #[inline(always)]
    fn down(self) -> u128 {
        self >> 11
    }

    #[inline(always)]
    fn left(self) -> u128 {
        self >> 1
    }

    #[inline(always)]
    fn right(self) -> u128 {
        self << 1
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
}

/// Bits for boards too large for one integer: the low half, then the high one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wide(pub(super) [u128; 2]);

macro_rules! by_halves {
    ($($operation:ident $name:ident;)*) => {$(
        impl $operation for Wide {
            type Output = Wide;

            #[inline(always)]
            fn $name(self, other: Wide) -> Wide {
                Wide([self.0[0].$name(other.0[0]), self.0[1].$name(other.0[1])])
            }
        }
    )*};
}

by_halves! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

impl Not for Wide {
    type Output = Wide;

    #[inline(always)]
    fn not(self) -> Wide {
        Wide([!self.0[0], !self.0[1]])
    }
}

impl Wide {
    #[inline(always)]
    fn raised(self, by: u32) -> Wide {
        let [low, high] = self.0;
        Wide([low << by, high << by | low >> (128 - by)])
    }

    #[inline(always)]
    fn lowered(self, by: u32) -> Wide {
        let [low, high] = self.0;
        Wide([low >> by | high << (128 - by), high >> by])
    }
}

impl Bits for Wide {
    const STRIDE: usize = 16;
    const NONE: Wide = Wide([0; 2]);

    #[inline(always)]
    fn load(stored: &Stored) -> Wide {
        Wide(*stored)
    }

    #[inline(always)]
    fn store(self) -> Stored {
        self.0
    }

    #[inline(always)]
    fn at(index: usize) -> Wide {
        let bit = 1 << (index & 127);
        Wide(if index < 128 { [bit, 0] } else { [0, bit] })
    }

    #[inline(always)]
    fn up(self) -> Wide {
        self.raised(16)
    }

    #[inline(always)]
    fn down(self) -> Wide {
        self.lowered(16)
    }

    #[inline(always)]
    fn left(self) -> Wide {
        self.lowered(1)
    }

    #[inline(always)]
    fn right(self) -> Wide {
        self.raised(1)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        match self.0 {
            [0, high] => 128 + high.trailing_zeros() as usize,
            [low, _] => low.trailing_zeros() as usize,
        }
    }

    #[inline(always)]
    fn without_lowest(self) -> Wide {
        match self.0 {
            [0, high] => Wide([0, high & high.wrapping_sub(1)]),
            [low, high] => Wide([low & (low - 1), high]),
        }
    }
}
