//! Pattern regions: overlapping groups of eight squares, and the index of the pattern in each.
//!
//! All functions use the even board: bits as [`Geometry`](arbitro_rules::draughts::Geometry)
//! numbers them, but with the unused bit after every second row whichever corner is dark, so that
//! one set of shifts serves all rule sets. Turning the board by half maps a bit to `LAST - bit`.

use arbitro_rules::draughts::{DarkCorner, RuleSet};

/// Number of patterns of a region: each of eight squares is empty, x's or o's.
pub(super) const PATTERNS: usize = 3_usize.pow(8);

/// Layout constants of a rule set's board in even numbering: see the module.
pub(super) struct Shape<R>(std::marker::PhantomData<R>);

impl<R: RuleSet> Shape<R> {
    pub(super) const SIZE: usize = R::RULES.size;
    /// Dark squares in a row.
    const WIDTH: usize = Self::SIZE / 2;
    /// Bits of two rows, the unused one included.
    const STRIDE: usize = 2 * Self::WIDTH + 1;
    /// The bit of the last square.
    pub(super) const LAST: usize = Self::WIDTH * Self::STRIDE - 2;
    /// Number of vertical positions of a block, which is four rows high and starts on an even row.
    const BLOCK_ROWS: usize = Self::WIDTH - 1;
    /// Number of horizontal positions of a block, which is two dark squares wide.
    const BLOCK_COLUMNS: usize = Self::WIDTH - 1;
    pub(super) const BLOCKS: usize = Self::BLOCK_ROWS * Self::BLOCK_COLUMNS;
    /// Lowest bits of the strips: eight consecutive squares.
    const STRIPS: [usize; 4] = if Self::SIZE == 8 {
        // Every pair of rows.
        [0, Self::STRIDE, 2 * Self::STRIDE, 3 * Self::STRIDE]
    } else {
        // The two rows next to each edge, from either end.
        [0, 2, Self::LAST - 9, Self::LAST - 7]
    };
    pub(super) const REGIONS: usize = Self::BLOCKS + Self::STRIPS.len();

    const EVEN_ROWS: u64 = Self::rows(0);
    /// The odd rows as [`Geometry`](arbitro_rules::draughts::Geometry) numbers them.
    const ODD_ROWS: u64 = Self::rows(Self::WIDTH) << Self::ODD_ROWS_UP;
    const ODD_ROWS_UP: usize = match R::RULES.dark_corner {
        DarkCorner::Left => 1,
        DarkCorner::Right => 0,
    };
    /// For every bit of the even board, the squares within two, three and five king steps.
    const DISCS: [[u64; 3]; 64] = Self::discs([2, 3, 5]);
    /// Size of the even board in bytes.
    pub(super) const BYTES: usize = Self::LAST / 8 + 1;

    const fn every_stride(bits: u64) -> u64 {
        let mut set = 0;
        let mut pair = 0;
        while pair < Self::WIDTH {
            set |= bits << (pair * Self::STRIDE);
            pair += 1;
        }
        set
    }

    const fn rows(from: usize) -> u64 {
        Self::every_stride(((1 << Self::WIDTH) - 1) << from)
    }

    /// Row and column of each bit. Unused bits get a place far away.
    const fn places() -> [[usize; 2]; 64] {
        let mut places = [[100, 100]; 64];
        let odd_when_dark = match R::RULES.dark_corner {
            DarkCorner::Left => 0,
            DarkCorner::Right => 1,
        };
        let mut row = 0;
        while row < Self::SIZE {
            let mut index = 0;
            while index < Self::WIDTH {
                let bit = row / 2 * Self::STRIDE + row % 2 * Self::WIDTH + index;
                places[bit] = [row, 2 * index + (row + odd_when_dark) % 2];
                index += 1;
            }
            row += 1;
        }
        places
    }

    const fn discs(steps: [usize; 3]) -> [[u64; 3]; 64] {
        let places = Self::places();
        let mut discs = [[0; 3]; 64];
        let mut pair = 0;
        while pair < 64 * 64 {
            let (from, to) = (pair / 64, pair % 64);
            let rows = places[from][0].abs_diff(places[to][0]);
            let columns = places[from][1].abs_diff(places[to][1]);
            let distance = if rows > columns { rows } else { columns };
            let mut disc = 0;
            while disc < 3 {
                if distance <= steps[disc] {
                    discs[from][disc] |= 1 << to;
                }
                disc += 1;
            }
            pair += 1;
        }
        discs
    }

    /// Converts a set of squares to the even board.
    #[inline(always)]
    pub(super) const fn even(set: u64) -> u64 {
        set & Self::EVEN_ROWS | (set & Self::ODD_ROWS) >> Self::ODD_ROWS_UP
    }

    /// Closeness of a king to the nearest of its prey: 3 when adjacent or nearly so, 0 when far
    /// away.
    #[inline(always)]
    pub(super) fn closeness(king: usize, prey: u64) -> i32 {
        let reached = |disc: &u64| i32::from(disc & prey != 0);
        Self::DISCS[king & 63].iter().map(reached).sum()
    }

    /// For each arrangement of men on two rows, what it adds to the patterns of the regions there:
    /// in 16-bit fields from the lowest up, the four lower squares of each block, then on 8x8 the
    /// strip.
    const BY_PAIR: &'static [u64; 1 << 10] = &{
        let mut table = [0; 1 << 10];
        let mut bits = 0;
        while bits < 1 << (2 * Self::WIDTH) {
            let mut block = 0;
            while block < Self::BLOCK_COLUMNS {
                let pairs = bits >> block & (0b11 | 0b11 << Self::WIDTH);
                let four = (pairs | pairs >> (Self::WIDTH - 2)) & 0b1111;
                table[bits] |= (TERNARY[four] as u64) << (16 * block);
                block += 1;
            }
            if Self::SIZE == 8 {
                table[bits] |= (TERNARY[bits] as u64) << 48;
            }
            bits += 1;
        }
        table
    };

    /// Calls `visit(region, pattern)` for every region.
    #[inline(always)]
    pub(super) fn patterns(men_x: u64, men_o: u64, mut visit: impl FnMut(usize, usize)) {
        let pair = |men: u64, pair: usize| {
            let bits = men >> (pair * Self::STRIDE) & ((1 << (2 * Self::WIDTH)) - 1);
            Self::BY_PAIR[bits as usize]
        };
        let both = |at: usize| pair(men_x, at) + 2 * pair(men_o, at);
        let part = |word: u64, at: usize| usize::from((word >> (16 * at)) as u16);
        let mut lower = both(0);
        for rows in 0..Self::BLOCK_ROWS {
            let upper = both(rows + 1);
            // Four squares below, four above. The strip's field overflows at the top, unused.
            let blocks = lower.wrapping_add(upper.wrapping_mul(81));
            for first in 0..Self::BLOCK_COLUMNS {
                visit(rows * Self::BLOCK_COLUMNS + first, part(blocks, first));
            }
            if Self::SIZE == 8 {
                visit(Self::BLOCKS + rows, part(lower, 3));
            }
            lower = upper;
        }
        if Self::SIZE == 8 {
            visit(Self::BLOCKS + Self::BLOCK_ROWS, part(lower, 3));
            return;
        }
        for (strip, lowest) in Self::STRIPS.into_iter().enumerate() {
            let region = Self::BLOCKS + strip;
            visit(region, pattern(men_x >> lowest, men_o >> lowest));
        }
    }

    /// The mirror image of a region: the same region after a half turn of the board.
    pub(super) const fn mirrored(region: usize) -> usize {
        if region < Self::BLOCKS {
            Self::BLOCKS - 1 - region
        } else {
            Self::BLOCKS + Self::REGIONS - 1 - region
        }
    }
}

/// Eight bits read as digits of a base-three number.
static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut square = 8;
        while square > 0 {
            square -= 1;
            table[bits] = 3 * table[bits] + (bits >> square & 1) as u16;
        }
        bits += 1;
    }
    table
};

/// The pattern of the lowest eight squares of two sets.
#[inline(always)]
fn pattern(x: u64, o: u64) -> usize {
    usize::from(TERNARY[(x & 0xff) as usize]) + 2 * usize::from(TERNARY[(o & 0xff) as usize])
}

/// The mirror image of a pattern: after a half turn of the board with the colours exchanged.
pub(super) const fn mirrored_pattern(pattern: usize) -> usize {
    let mut left = pattern;
    let mut mirrored = 0;
    let mut square = 0;
    while square < 8 {
        mirrored = 3 * mirrored + [0, 2, 1][left % 3];
        left /= 3;
        square += 1;
    }
    mirrored
}
