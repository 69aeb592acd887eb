//! Walls and turns.

use serde::{Deserialize, Serialize};

use crate::Square;
use crate::line::key::Key;

/// Direction of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Between two rows: it stops steps up and down.
    Horizontal,
    /// Between two columns: it stops steps left and right.
    Vertical,
}

impl Direction {
    /// Its letter in notation and JSON.
    pub const fn letter(self) -> char {
        match self {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        }
    }

    #[must_use]
    #[inline]
    pub const fn across(self) -> Direction {
        match self {
            Direction::Horizontal => Direction::Vertical,
            Direction::Vertical => Direction::Horizontal,
        }
    }
}

/// A wall, two squares long, named by the square at its lower left.
///
/// A horizontal wall lies above that square and the one to the right of it, a vertical one to the
/// right of that square and the one above it. Both have their middle at the square's upper right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Wall {
    pub direction: Direction,
    /// The square at its lower left.
    pub square: Square,
}

impl Wall {
    #[inline]
    pub const fn new(square: Square, direction: Direction) -> Wall {
        Wall { direction, square }
    }

    /// The wall with the same middle in the other direction.
    #[must_use]
    #[inline]
    pub const fn across(self) -> Wall {
        Wall::new(self.square, self.direction.across())
    }

    /// The squares above which, or at whose right, its halves lie.
    pub const fn halves(self) -> [Square; 2] {
        let Square { row, column } = self.square;
        match self.direction {
            Direction::Horizontal => [self.square, Square::new(row, column + 1)],
            Direction::Vertical => [self.square, Square::new(row + 1, column)],
        }
    }
}

/// One turn: a step of the pawn, or a wall. Steps come before walls, horizontal walls before
/// vertical ones, and each of these goes row by row from the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The pawn moves or jumps.
    Step { from: Square, to: Square },
    /// A wall is placed.
    Wall(Wall),
}

impl From<Move> for Key {
    fn from(mv: Move) -> Key {
        let packed = |square: Square| u64::from(square.row) | u64::from(square.column) << 8;
        match mv {
            Move::Step { from, to } => Key([packed(from) | packed(to) << 16, 0]),
            Move::Wall(wall) => Key([packed(wall.square), 1 + wall.direction as u64]),
        }
    }
}

impl From<Key> for Move {
    fn from(Key([squares, kind]): Key) -> Move {
        let square = |bits: u64| Square::new(bits as u8, (bits >> 8) as u8);
        match kind {
            0 => Move::Step { from: square(squares), to: square(squares >> 16) },
            1 => Move::Wall(Wall::new(square(squares), Direction::Horizontal)),
            _ => Move::Wall(Wall::new(square(squares), Direction::Vertical)),
        }
    }
}
