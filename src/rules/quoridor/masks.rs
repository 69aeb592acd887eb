//! Masks that depend only on the board size, built at compile time.

use super::bits::{Bits, Stored, Wide, stride};

/// The sets of squares and wall places of a size.
///
/// A wall place is named by the square at its lower left, so the last row and column have none. The
/// same bit names the point at the middle of the wall.
#[derive(Debug)]
pub(super) struct Masks<B> {
    /// Squares that have one above them.
    pub(super) below_top: B,
    /// Squares with a right neighbour.
    pub(super) before_last: B,
    /// The rows that player 1 and player 2 must reach.
    pub(super) goals: [B; 2],
    pub(super) places: B,
    /// The places next to each side of the board.
    pub(super) places_left: B,
    pub(super) places_right: B,
    pub(super) places_bottom: B,
    pub(super) places_top: B,
}

/// The bits of the rows and columns between these, ends included.
#[inline]
const fn block(stride: usize, rows: [usize; 2], columns: [usize; 2]) -> Stored {
    let mut stored = [0; 2];
    let mut row = rows[0];
    while row <= rows[1] {
        let mut column = columns[0];
        while column <= columns[1] {
            let index = row * stride + column;
            stored[index / 128] |= 1 << (index % 128);
            column += 1;
        }
        row += 1;
    }
    stored
}

/// The masks of one size in one kind of bits; `$bits` makes the bits of a stored set.
macro_rules! masks {
    ($size:expr, $bits:path) => {{
        let (size, stride) = ($size, stride($size));
        let (last, before) = (size - 1, size - 2);
        Masks {
            below_top: $bits(block(stride, [0, before], [0, last])),
            before_last: $bits(block(stride, [0, last], [0, before])),
            goals: [
                $bits(block(stride, [last, last], [0, last])),
                $bits(block(stride, [0, 0], [0, last])),
            ],
            places: $bits(block(stride, [0, before], [0, before])),
            places_left: $bits(block(stride, [0, before], [0, 0])),
            places_right: $bits(block(stride, [0, before], [before, before])),
            places_bottom: $bits(block(stride, [0, 0], [0, before])),
            places_top: $bits(block(stride, [before, before], [0, before])),
        }
    }};
}

#[inline]
const fn low_half(stored: Stored) -> u128 {
    stored[0]
}

static NARROW: [Masks<u128>; 5] = [
    masks!(3, low_half),
    masks!(5, low_half),
    masks!(7, low_half),
    masks!(9, low_half),
    masks!(11, low_half),
];

static WIDE: [Masks<Wide>; 2] = [masks!(13, Wide), masks!(15, Wide)];

/// Bits that have masks for the sizes they hold.
pub(super) trait Sizes: Bits {
    fn masks(size: usize) -> &'static Masks<Self>;
}

impl Sizes for u128 {
    #[inline(always)]
    fn masks(size: usize) -> &'static Masks<u128> {
        &NARROW[((size - 3) / 2).min(4)]
    }
}

impl Sizes for Wide {
    #[inline(always)]
    fn masks(size: usize) -> &'static Masks<Wide> {
        &WIDE[((size - 13) / 2).min(1)]
    }
}
