//! The board as a bit set in which every diagonal step is a shift by the same amount.
//!
//! Dark squares take the bits row by row from the bottom, left to right, with one unused bit
//! after each pair of rows. With `w` dark squares a row, the four diagonal steps are then shifts
//! by `w`, `w + 1`, `-w` and `-(w + 1)` from every square, and a step over the board's edge
//! lands on an unused bit, which no mask contains. 8x8 takes 35 bits, 10x10 takes 54.

use super::rule_set::{DarkCorner, RuleSet, Rules};

/// A dark square: the number of its bit. Which bits are squares depends on the rule set, so a
/// `Square` is only made by [`Geometry`], from one.
///
/// Ascending order is row by row from the bottom, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The set that holds only this square.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The lowest square of a set that is not empty.
    pub(crate) const fn lowest(set: u64) -> Square {
        Square(set.trailing_zeros() as u8)
    }
}

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    UpLeft,
    UpRight,
    DownRight,
    DownLeft,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownRight, Direction::DownLeft];

    #[inline(always)]
    pub(crate) const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownRight => Direction::UpLeft,
            Direction::DownLeft => Direction::UpRight,
        }
    }
}

/// A set of squares moved one step; what leaves the board falls on bits outside
/// [`Geometry::squares`], so callers intersect with a set of real squares.
#[inline(always)]
pub const fn step<R: RuleSet>(set: u64, direction: Direction) -> u64 {
    let width = R::RULES.size / 2;
    match direction {
        Direction::UpLeft => set << width,
        Direction::UpRight => set << (width + 1),
        Direction::DownRight => set >> width,
        Direction::DownLeft => set >> (width + 1),
    }
}

/// The layout of the squares of a rule set's board.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    size: usize,
    dark_corner: DarkCorner,
    pub squares: u64,
    /// The bottom row: where o's men are crowned.
    pub bottom_row: u64,
    /// The top row: where x's men are crowned.
    pub top_row: u64,
    /// Squares of x's men at the start.
    pub(crate) start_x: u64,
    /// Squares of o's men at the start.
    pub(crate) start_o: u64,
}

/// The geometry of a rule set, at compile time.
pub(crate) const fn geometry<R: RuleSet>() -> Geometry {
    const { Geometry::new(&R::RULES) }
}

impl Geometry {
    /// The geometry for a row of the rule table.
    pub const fn new(rules: &Rules) -> Geometry {
        let mut geometry = Geometry {
            size: rules.size,
            dark_corner: rules.dark_corner,
            squares: 0,
            bottom_row: 0,
            top_row: 0,
            start_x: 0,
            start_o: 0,
        };
        let width = rules.size / 2;
        let mut row = 0;
        while row < rules.size {
            // The squares of a row are neighbours, and the leftmost is in one of the first two columns.
            let first = match (geometry.square(row, 0), geometry.square(row, 1)) {
                (Some(square), _) | (None, Some(square)) => square.bit(),
                (None, None) => 0,
            };
            let squares = (first << width) - first;
            geometry.squares |= squares;
            if row == 0 {
                geometry.bottom_row = squares;
            }
            if row == rules.size - 1 {
                geometry.top_row = squares;
            }
            if row < rules.men_rows {
                geometry.start_x |= squares;
            }
            if row >= rules.size - rules.men_rows {
                geometry.start_o |= squares;
            }
            row += 1;
        }
        geometry
    }

    /// Rows, and columns.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The square at a row and column counted from 0 at the bottom left; `None` off the board
    /// and on light squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::draughts::Dama;
    /// assert!(Dama::GEOMETRY.square(0, 1).is_some(), "dama's dark corner is at the right");
    /// assert!(Dama::GEOMETRY.square(0, 0).is_none());
    /// ```
    pub const fn square(&self, row: usize, column: usize) -> Option<Square> {
        let odd_when_dark = match self.dark_corner {
            DarkCorner::Left => 0,
            DarkCorner::Right => 1,
        };
        if row >= self.size || column >= self.size || (row + column) % 2 != odd_when_dark {
            return None;
        }
        let width = self.size / 2;
        let place = row * width + column / 2;
        // The unused bit follows each row with a square in the left column: rows 0, 2, 4 .. with
        // the dark corner at the left, rows 1, 3, 5 .. with it at the right.
        let unused_before = match self.dark_corner {
            DarkCorner::Left => row.div_ceil(2),
            DarkCorner::Right => row / 2,
        };
        Some(Square((place + unused_before) as u8))
    }

    /// Row and column of a square of this geometry.
    pub const fn place(&self, square: Square) -> crate::Square {
        let width = self.size / 2;
        let bit = square.0 as usize;
        let shifted = match self.dark_corner {
            DarkCorner::Left => bit + width,
            DarkCorner::Right => bit,
        };
        let pair = shifted / (2 * width + 1);
        let place = bit - pair;
        let row = place / width;
        let odd_when_dark = match self.dark_corner {
            DarkCorner::Left => 0,
            DarkCorner::Right => 1,
        };
        crate::Square::at(row, place % width * 2 + (row + odd_when_dark) % 2)
    }

    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        squares_of(self.squares)
    }
}

/// The squares of a set, ascending.
pub fn squares_of(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square::lowest(set);
            set &= set - 1;
            square
        })
    })
}
