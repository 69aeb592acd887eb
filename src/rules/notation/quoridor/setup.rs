//! The contents of a Quoridor board file, playable or not.

use crate::notation::SetupFault;
use crate::quoridor::{Board, Direction, Unplayable, Wall};
use crate::{Player, Square};

const MAX_SIZE: usize = 15;

/// All characters of a board file. It may hold anything; [`QuoridorSetup::check`] decides if it is
/// playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoridorSetup {
    pub size: usize,
    /// Owner of the pawn on each square, `[row][column]`.
    pub pawns: [[Option<Player>; MAX_SIZE]; MAX_SIZE],
    /// True where half a wall is drawn above a square.
    pub above: [[bool; MAX_SIZE]; MAX_SIZE],
    /// True where half a wall is drawn to the right of a square.
    pub right: [[bool; MAX_SIZE]; MAX_SIZE],
    /// Direction of the wall whose middle is drawn at the upper right of a square.
    pub middles: [[Option<Direction>; MAX_SIZE]; MAX_SIZE],
    pub walls_left: [usize; 2],
}

/// Position of a fault in the grid of squares and gaps: twice the row and twice the column, plus one
/// for the gap above or to the right.
pub(super) type Spot = (usize, usize);

fn spot(square: Square) -> Spot {
    let (row, column) = square.indices();
    (2 * row, 2 * column)
}

impl QuoridorSetup {
    pub const fn empty(size: usize) -> QuoridorSetup {
        QuoridorSetup {
            size,
            pawns: [[None; MAX_SIZE]; MAX_SIZE],
            above: [[false; MAX_SIZE]; MAX_SIZE],
            right: [[false; MAX_SIZE]; MAX_SIZE],
            middles: [[None; MAX_SIZE]; MAX_SIZE],
            walls_left: [0; 2],
        }
    }

    /// Converts a playable board to a setup.
    pub(super) fn from_board(board: &Board) -> QuoridorSetup {
        let mut setup = QuoridorSetup::empty(board.size());
        for player in [Player::X, Player::O] {
            *setup.pawn_mut(board.pawn(player)) = Some(player);
            setup.walls_left[player as usize] = board.walls_left(player).into();
        }
        for wall in board.walls() {
            setup.draw(wall);
        }
        setup
    }

    /// Draws a wall, replacing what is there.
    pub fn draw(&mut self, wall: Wall) {
        let (row, column) = wall.square.indices();
        self.middles[row][column] = Some(wall.direction);
        for half in wall.halves() {
            *self.half_mut(wall.direction, half) = true;
        }
        debug_assert!(row + 1 < MAX_SIZE && column + 1 < MAX_SIZE);
    }

    /// The squares on which this player's pawns stand.
    pub fn pawns_of(&self, player: Player) -> Vec<Square> {
        let is_on = |it: &Square| self.pawns[it.indices().0][it.indices().1] == Some(player);
        self.squares().filter(is_on).collect()
    }

    /// The squares, row by row from the bottom.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Square::at(row, column)))
    }

    pub fn has_half(&self, direction: Direction, place: Square) -> bool {
        let (row, column) = place.indices();
        match direction {
            Direction::Horizontal => self.above[row][column],
            Direction::Vertical => self.right[row][column],
        }
    }

    /// The owner of the pawn on a square.
    pub fn pawn_mut(&mut self, square: Square) -> &mut Option<Player> {
        let (row, column) = square.indices();
        &mut self.pawns[row][column]
    }

    fn half_mut(&mut self, direction: Direction, place: Square) -> &mut bool {
        let (row, column) = place.indices();
        match direction {
            Direction::Horizontal => &mut self.above[row][column],
            Direction::Vertical => &mut self.right[row][column],
        }
    }

    /// The walls whose middle is drawn, ascending, with or without their halves.
    pub fn walls(&self) -> Vec<Wall> {
        let along = |direction| self.squares().map(move |square| Wall::new(square, direction));
        let walls = along(Direction::Horizontal).chain(along(Direction::Vertical));
        walls.filter(|&wall| self.has_wall(wall)).collect()
    }

    pub fn has_wall(&self, wall: Wall) -> bool {
        let (row, column) = wall.square.indices();
        self.middles[row][column] == Some(wall.direction)
    }

    /// Returns true if both halves of this wall are drawn, even as parts of other walls.
    pub fn has_both_halves(&self, wall: Wall) -> bool {
        wall.halves().iter().all(|&half| self.has_half(wall.direction, half))
    }

    /// The halves that belong to no wall with a drawn middle.
    pub fn stray_halves(&self) -> Vec<(Direction, Square)> {
        let along = |direction| self.squares().map(move |square| (direction, square));
        let halves = along(Direction::Horizontal).chain(along(Direction::Vertical));
        let is_stray = |&(direction, half): &(Direction, Square)| {
            let owners = owners(self.size, direction, half);
            self.has_half(direction, half) && !owners.iter().any(|&wall| self.has_wall(wall))
        };
        halves.filter(is_stray).collect()
    }

    /// Returns the playable board.
    /// Its faults: those of pawns first, then those of walls.
    pub fn check(&self) -> Result<Board, Vec<SetupFault>> {
        self.check_spots().map_err(|faults| faults.into_iter().map(|(_, fault)| fault).collect())
    }

    /// Like [`QuoridorSetup::check`], but with the spot of each fault.
    pub(super) fn check_spots(&self) -> Result<Board, Vec<(Option<Spot>, SetupFault)>> {
        let mut faults = Vec::new();
        let mut pawns = [None; 2];
        for player in [Player::X, Player::O] {
            let found = self.pawns_of(player);
            match found[..] {
                [square] => pawns[player as usize] = Some(square),
                _ => {
                    let spot = found.get(1).map(|&square| spot(square));
                    let found = found.len();
                    faults.push((spot, SetupFault::Pawns { player, found }));
                }
            }
        }
        self.check_walls(&mut faults);
        let [Some(x), Some(o)] = pawns else {
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        match Board::assembled(self.size, [x, o], self.walls_left, self.walls()) {
            Ok(board) => return Ok(board),
            Err(Unplayable::PathBlocked(player)) => {
                let pawn = pawns[player as usize].unwrap_or(x);
                faults.push((Some(spot(pawn)), SetupFault::PathBlocked { player }));
            }
            Err(other) => faults.push((None, SetupFault::Quoridor(other))),
        }
        Err(faults)
    }

    fn check_walls(&self, faults: &mut Vec<(Option<Spot>, SetupFault)>) {
        for wall in self.walls() {
            let (row, column) = spot(wall.square);
            let spot = (row + 1, column + 1);
            if !self.has_both_halves(wall) {
                faults.push((Some(spot), SetupFault::BrokenWall { wall }));
            }
            if let Some(second) = next_along(wall, self.size).filter(|&it| self.has_wall(it)) {
                let first = wall;
                faults.push((Some(spot), SetupFault::WallOverlap { first, second }));
            }
        }
        let mut crossed = Vec::new();
        for (direction, half) in self.stray_halves() {
            // Next to the middle of a crossing wall that has it on both sides: the place has room
            // for one middle only.
            let across = owners(self.size, direction, half).into_iter().find_map(|owner| {
                let wall = owner.across();
                (self.has_wall(wall) && self.has_both_halves(owner)).then_some(wall)
            });
            let (row, column) = spot(half);
            let spot = match direction {
                Direction::Horizontal => (row + 1, column),
                Direction::Vertical => (row, column + 1),
            };
            match across {
                Some(wall) if crossed.contains(&wall) => {}
                Some(wall) => {
                    crossed.push(wall);
                    faults.push((Some(spot), SetupFault::WallCross { wall }));
                }
                None => faults.push((Some(spot), SetupFault::StrayHalf)),
            }
        }
    }
}

/// The wall that shares this one's second half.
fn next_along(wall: Wall, size: usize) -> Option<Wall> {
    let [_, square] = wall.halves();
    let is_inside = usize::from(square.row.max(square.column)) + 1 < size;
    is_inside.then(|| Wall::new(square, wall.direction))
}

/// The walls to which a half at a square may belong.
fn owners(size: usize, direction: Direction, half: Square) -> Vec<Wall> {
    let Square { row, column } = half;
    let before = match direction {
        Direction::Horizontal => column.checked_sub(1).map(|it| Square::new(row, it)),
        Direction::Vertical => row.checked_sub(1).map(|it| Square::new(it, column)),
    };
    [before, Some(half)]
        .into_iter()
        .flatten()
        .filter(|square| usize::from(square.row.max(square.column)) + 1 < size)
        .map(|square| Wall::new(square, direction))
        .collect()
}
