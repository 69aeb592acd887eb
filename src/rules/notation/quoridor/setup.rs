//! The contents of a Quoridor board file, playable or not.

use crate::Player;
use crate::notation::{Place, SetupFault};
use crate::quoridor::{Board, Direction, Square, Unplayable, Wall};

/// Size of the largest board.
const MAX_SIZE: usize = 15;

/// All characters of a board file. It may hold anything; [`QuoridorSetup::check`] decides if it is
/// playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoridorSetup {
    /// Rows and columns.
    pub size: usize,
    /// Owner of the pawn on each square, `[row][column]`.
    pub pawns: [[Option<Player>; MAX_SIZE]; MAX_SIZE],
    /// True where half a wall is drawn above a square.
    pub above: [[bool; MAX_SIZE]; MAX_SIZE],
    /// True where half a wall is drawn to the right of a square.
    pub right: [[bool; MAX_SIZE]; MAX_SIZE],
    /// Direction of the wall whose middle is drawn at the upper right of a square.
    pub middles: [[Option<Direction>; MAX_SIZE]; MAX_SIZE],
    /// Walls left, player 1's first.
    pub walls_left: [usize; 2],
}

/// Position of a fault in the grid of squares and gaps: twice the row and twice the column, plus one
/// for the gap above or to the right.
pub(super) type Spot = (usize, usize);

impl QuoridorSetup {
    /// An empty board.
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
    pub(super) fn of(board: &Board) -> QuoridorSetup {
        let mut setup = QuoridorSetup::empty(board.size());
        for player in [Player::X, Player::O] {
            let Square { row, column } = board.pawn(player);
            setup.pawns[usize::from(row)][usize::from(column)] = Some(player);
            setup.walls_left[player as usize] = board.walls_left(player).into();
        }
        for wall in board.walls() {
            setup.draw(wall);
        }
        setup
    }

    /// Draws a wall, replacing what is there.
    pub fn draw(&mut self, wall: Wall) {
        let (row, column) = (usize::from(wall.square.row), usize::from(wall.square.column));
        self.middles[row][column] = Some(wall.direction);
        for half in halves(wall) {
            *self.half_mut(wall.direction, half) = true;
        }
        debug_assert!(row + 1 < MAX_SIZE && column + 1 < MAX_SIZE);
    }

    /// The squares on which this player's pawns stand.
    pub fn pawns_of(&self, player: Player) -> Vec<Place> {
        let mut found = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                if self.pawns[row][column] == Some(player) {
                    found.push(Place::new(row, column));
                }
            }
        }
        found
    }

    /// Returns true if half a wall of this direction is drawn at a square.
    pub fn has_half(&self, direction: Direction, place: Place) -> bool {
        match direction {
            Direction::Horizontal => self.above[place.row][place.column],
            Direction::Vertical => self.right[place.row][place.column],
        }
    }

    fn half_mut(&mut self, direction: Direction, place: Place) -> &mut bool {
        match direction {
            Direction::Horizontal => &mut self.above[place.row][place.column],
            Direction::Vertical => &mut self.right[place.row][place.column],
        }
    }

    /// The walls whose middle is drawn, ascending, with or without their halves.
    pub fn walls(&self) -> Vec<Wall> {
        let mut found = Vec::new();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for row in 0..self.size - 1 {
                for column in 0..self.size - 1 {
                    if self.middles[row][column] == Some(direction) {
                        // Rows and columns are below 15.
                        found.push(Wall::new(Square::new(row as u8, column as u8), direction));
                    }
                }
            }
        }
        found
    }

    /// Returns true if this wall's middle is drawn.
    pub fn has_wall(&self, wall: Wall) -> bool {
        let Square { row, column } = wall.square;
        self.middles[usize::from(row)][usize::from(column)] == Some(wall.direction)
    }

    /// Returns true if both halves of this wall are drawn, even as parts of other walls.
    pub fn has_both_halves(&self, wall: Wall) -> bool {
        halves(wall).iter().all(|&half| self.has_half(wall.direction, half))
    }

    /// The drawn halves, with their directions.
    fn halves(&self) -> Vec<(Direction, Place)> {
        let mut found = Vec::new();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for row in 0..self.size {
                for column in 0..self.size {
                    let place = Place::new(row, column);
                    if self.has_half(direction, place) {
                        found.push((direction, place));
                    }
                }
            }
        }
        found
    }

    /// The halves that belong to no wall with a drawn middle.
    pub fn stray_halves(&self) -> Vec<(Direction, Place)> {
        let mut stray = self.halves();
        stray.retain(|&(direction, half)| {
            let owners = owners(self.size, direction, half);
            !owners.iter().any(|&wall| self.has_wall(wall))
        });
        stray
    }

    /// Returns the playable board.
    ///
    /// # Errors
    ///
    /// All faults: those of pawns first, then those of walls.
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
                [Place { row, column }] => {
                    pawns[player as usize] = Some(Square::new(row as u8, column as u8));
                }
                _ => {
                    let spot = found.get(1).map(|place| (2 * place.row, 2 * place.column));
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
                let spot = (2 * usize::from(pawn.row), 2 * usize::from(pawn.column));
                faults.push((Some(spot), SetupFault::PathBlocked { player }));
            }
            Err(other) => faults.push((None, SetupFault::Quoridor(other))),
        }
        Err(faults)
    }

    fn check_walls(&self, faults: &mut Vec<(Option<Spot>, SetupFault)>) {
        for wall in self.walls() {
            let Square { row, column } = wall.square;
            let spot = (2 * usize::from(row) + 1, 2 * usize::from(column) + 1);
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
            let spot = match direction {
                Direction::Horizontal => (2 * half.row + 1, 2 * half.column),
                Direction::Vertical => (2 * half.row, 2 * half.column + 1),
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

/// The squares at which the halves of a wall are drawn.
fn halves(wall: Wall) -> [Place; 2] {
    let (row, column) = (usize::from(wall.square.row), usize::from(wall.square.column));
    match wall.direction {
        Direction::Horizontal => [Place::new(row, column), Place::new(row, column + 1)],
        Direction::Vertical => [Place::new(row, column), Place::new(row + 1, column)],
    }
}

/// The wall that shares this one's second half.
fn next_along(wall: Wall, size: usize) -> Option<Wall> {
    let Square { row, column } = wall.square;
    let square = match wall.direction {
        Direction::Horizontal => Square::new(row, column + 1),
        Direction::Vertical => Square::new(row + 1, column),
    };
    let is_inside = usize::from(square.row.max(square.column)) + 1 < size;
    is_inside.then(|| Wall::new(square, wall.direction))
}

/// The walls to which a half at a square may belong.
fn owners(size: usize, direction: Direction, half: Place) -> Vec<Wall> {
    let (row, column) = (half.row as u8, half.column as u8);
    let before = match direction {
        Direction::Horizontal => column.checked_sub(1).map(|it| Square::new(row, it)),
        Direction::Vertical => row.checked_sub(1).map(|it| Square::new(it, column)),
    };
    [before, Some(Square::new(row, column))]
        .into_iter()
        .flatten()
        .filter(|square| usize::from(square.row.max(square.column)) + 1 < size)
        .map(|square| Wall::new(square, direction))
        .collect()
}
