//! Squares, for all but the kernel of draughts.

use serde::{Deserialize, Serialize};

use crate::look::MAX_SIDE;

/// A square, by row and column from 0 at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Square {
    /// The row, 0 at the bottom.
    pub row: u8,
    pub column: u8,
}

impl TryFrom<[u8; 2]> for Square {
    type Error = &'static str;

    /// Refuses what no board has.
    fn try_from([row, column]: [u8; 2]) -> Result<Square, &'static str> {
        if usize::from(row.max(column)) < MAX_SIDE {
            Ok(Square::new(row, column))
        } else {
            Err("a square of no board")
        }
    }
}

impl From<Square> for [u8; 2] {
    fn from(square: Square) -> [u8; 2] {
        [square.row, square.column]
    }
}

impl Square {
    #[inline]
    pub const fn new(row: u8, column: u8) -> Square {
        Square { row, column }
    }

    /// The square at these indices of an array.
    pub const fn at(row: usize, column: usize) -> Square {
        Square { row: row as u8, column: column as u8 }
    }

    /// Row and column as indices of an array.
    #[inline]
    pub const fn indices(self) -> (usize, usize) {
        (self.row as usize, self.column as usize)
    }

    /// The squares strictly between this one and another on the same diagonal, nearest first; none
    /// if they share no diagonal.
    pub fn between(self, to: Square) -> impl Iterator<Item = Square> {
        let rows = to.row.abs_diff(self.row);
        let is_diagonal = rows == to.column.abs_diff(self.column);
        let along = |from: u8, to: u8, by: u8| if to > from { from + by } else { from - by };
        (1..rows).filter(move |_| is_diagonal).map(move |by| {
            Square::new(along(self.row, to.row, by), along(self.column, to.column, by))
        })
    }
}
