//! The pieces: two pawns, the standing walls, the walls left. The player to move is not part of it.

use serde::{Deserialize, Serialize};

use super::bits::{Stored, is_narrow, stride};
use super::moves::{Direction, Wall};
use super::node::Node;
use crate::{Player, Square};

/// Maximum walls of a player at the start: no board has room for more.
pub const MAX_WALLS: u8 = 99;

/// A reason why pieces are not a playable board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplayable {
    /// No board has this size.
    Size(usize),
    /// There are more walls than possible.
    Walls(usize),
    /// A pawn or a wall lies outside the board.
    OffBoard,
    /// Both pawns are on one square.
    SharedSquare,
    /// Two walls share a place or a half.
    Overlap,
    /// Two walls share a middle.
    Cross,
    /// Walls block every path of this player's pawn to its goal.
    PathBlocked(Player),
    BothAtGoal,
}

/// The contents of a board file. Every `Board` is playable: walls do not overlap, pawns stand on
/// different squares, and both have a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) size: u8,
    pub(super) pawns: [Square; 2],
    pub(super) walls_left: [u8; 2],
    pub(super) horizontal: Stored,
    pub(super) vertical: Stored,
}

impl Board {
    /// The starting board of this size, with this many walls for each player.
    #[inline]
    pub fn start(size: usize, walls: usize) -> Result<Board, Unplayable> {
        let (size, walls_left) = (checked_size(size)?, checked_walls(walls)?);
        Ok(Board::empty(size, walls_left))
    }

    /// The starting board, from numbers that must be valid.
    #[inline]
    pub(super) const fn empty(size: u8, walls_left: u8) -> Board {
        Board {
            size,
            pawns: [Square::new(0, size / 2), Square::new(size - 1, size / 2)],
            walls_left: [walls_left; 2],
            horizontal: [0; 2],
            vertical: [0; 2],
        }
    }

    /// Builds a board from pieces: player 1's pawn and walls left come first.
    #[inline]
    pub fn assembled(
        size: usize,
        pawns: [Square; 2],
        walls_left: [usize; 2],
        walls: impl IntoIterator<Item = Wall>,
    ) -> Result<Board, Unplayable> {
        let size = checked_size(size)?;
        let [x, o] = pawns;
        if [x, o].iter().any(|square| square.row >= size || square.column >= size) {
            return Err(Unplayable::OffBoard);
        }
        if x == o {
            return Err(Unplayable::SharedSquare);
        }
        if x.row == size - 1 && o.row == 0 {
            return Err(Unplayable::BothAtGoal);
        }
        let mut board = Board {
            pawns,
            walls_left: [checked_walls(walls_left[0])?, checked_walls(walls_left[1])?],
            ..Board::empty(size, 0)
        };
        for wall in walls {
            if wall.square.row >= size - 1 || wall.square.column >= size - 1 {
                return Err(Unplayable::OffBoard);
            }
            if board.has_wall(wall.across()) {
                return Err(Unplayable::Cross);
            }
            if !board.is_apart(wall) {
                return Err(Unplayable::Overlap);
            }
            board.put(wall);
        }
        match [Player::X, Player::O].into_iter().find(|&it| !board.has_path(it)) {
            Some(player) => Err(Unplayable::PathBlocked(player)),
            None => Ok(board),
        }
    }

    /// Adds a wall without taking it from a player.
    #[inline]
    pub fn with_wall(&self, wall: Wall) -> Result<Board, Unplayable> {
        let walls = self.walls().chain([wall]);
        Board::assembled(self.size(), self.pawns, self.walls_left.map(usize::from), walls)
    }

    /// Squares in a row.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    #[inline]
    pub const fn pawn(&self, player: Player) -> Square {
        self.pawns[player as usize]
    }

    #[inline]
    pub const fn walls_left(&self, player: Player) -> u8 {
        self.walls_left[player as usize]
    }

    /// The row that a player must reach.
    #[inline]
    pub const fn goal_row(&self, player: Player) -> u8 {
        match player {
            Player::X => self.size - 1,
            Player::O => 0,
        }
    }

    /// Returns true if this wall stands.
    #[inline]
    pub fn has_wall(&self, wall: Wall) -> bool {
        let inside = self.size - 1;
        let Square { row, column } = wall.square;
        row < inside && column < inside && {
            let index = index_of(self.size(), wall.square);
            self.walls_of(wall.direction)[index / 128] >> (index % 128) & 1 == 1
        }
    }

    #[inline]
    pub fn walls(&self) -> impl Iterator<Item = Wall> + use<> {
        let board = *self;
        [Direction::Horizontal, Direction::Vertical].into_iter().flat_map(move |direction| {
            indices(board.walls_of(direction))
                .map(move |index| Wall::new(square_at(board.size(), index), direction))
        })
    }

    /// Returns true if no wall separates two neighbouring squares.
    #[inline]
    pub fn is_open(&self, from: Square, to: Square) -> bool {
        let size = self.size;
        if from.row >= size || from.column >= size || to.row >= size || to.column >= size {
            return false;
        }
        let lower = Square::new(from.row.min(to.row), from.column.min(to.column));
        let stands = |square: Option<Square>, direction| {
            square.is_some_and(|square| self.has_wall(Wall::new(square, direction)))
        };
        match (from.row.abs_diff(to.row), from.column.abs_diff(to.column)) {
            (1, 0) => {
                let left = lower.column.checked_sub(1).map(|it| Square::new(lower.row, it));
                !stands(Some(lower), Direction::Horizontal) && !stands(left, Direction::Horizontal)
            }
            (0, 1) => {
                let below = lower.row.checked_sub(1).map(|it| Square::new(it, lower.column));
                !stands(Some(lower), Direction::Vertical) && !stands(below, Direction::Vertical)
            }
            _ => false,
        }
    }

    /// Returns true if a player's pawn has a path to its goal. Size, pawns and walls left must be
    /// valid.
    #[inline]
    fn has_path(&self, player: Player) -> bool {
        if is_narrow(self.size()) {
            Node::<u128>::new(self, player).distance(player).is_some()
        } else {
            Node::<super::bits::Wide>::new(self, player).distance(player).is_some()
        }
    }

    /// Returns true if no wall of the same direction shares a half with this one.
    #[inline]
    fn is_apart(&self, wall: Wall) -> bool {
        let Square { row, column } = wall.square;
        let beside = |by: i8| {
            let moved = match wall.direction {
                Direction::Horizontal => column
                    .checked_add_signed(by)
                    .map(|checked_add_signed| Square::new(row, checked_add_signed)),
                Direction::Vertical => row.checked_add_signed(by).map(|it| Square::new(it, column)),
            };
            moved.is_some_and(|square| self.has_wall(Wall::new(square, wall.direction)))
        };
        !beside(-1) && !beside(0) && !beside(1)
    }

    #[inline]
    pub(super) fn put(&mut self, wall: Wall) {
        let index = index_of(self.size(), wall.square);
        let walls = match wall.direction {
            Direction::Horizontal => &mut self.horizontal,
            Direction::Vertical => &mut self.vertical,
        };
        walls[index / 128] |= 1 << (index % 128);
    }

    #[inline]
    fn walls_of(&self, direction: Direction) -> Stored {
        match direction {
            Direction::Horizontal => self.horizontal,
            Direction::Vertical => self.vertical,
        }
    }
}

#[inline]
fn checked_size(size: usize) -> Result<u8, Unplayable> {
    match u8::try_from(size) {
        Ok(small @ 3..=15) if small % 2 == 1 => Ok(small),
        _ => Err(Unplayable::Size(size)),
    }
}

#[inline]
fn checked_walls(walls: usize) -> Result<u8, Unplayable> {
    u8::try_from(walls).ok().filter(|&it| it <= MAX_WALLS).ok_or(Unplayable::Walls(walls))
}

#[inline]
fn indices(stored: Stored) -> impl Iterator<Item = usize> {
    use super::bits::{Bits, Wide};
    Wide::load(&stored).indices()
}

/// The bit of a square on a board of this size.
#[inline(always)]
pub(super) const fn index_of(size: usize, square: Square) -> usize {
    square.row as usize * stride(size) + square.column as usize
}

/// The square of a bit.
#[inline(always)]
pub(super) const fn square_at(size: usize, index: usize) -> Square {
    let stride = stride(size);
    // An index is below 256.
    Square::new((index / stride) as u8, (index % stride) as u8)
}
