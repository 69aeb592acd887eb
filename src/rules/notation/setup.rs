//! The contents of a draughts board file, playable or not, and the faults that make a setup of any
//! game unplayable.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::draughts::{self, Board, Geometry, Rules};
use crate::quoridor::{Unplayable, Wall};
use crate::{Player, Square};

/// Contents of one place of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    #[default]
    Empty,
    Man(Player),
    King(Player),
}

impl Cell {
    /// The cell for a character of a board file.
    pub(crate) const fn from_letter(letter: char) -> Option<Cell> {
        Some(match letter {
            ' ' => Cell::Empty,
            'x' => Cell::Man(Player::X),
            'X' => Cell::King(Player::X),
            'o' => Cell::Man(Player::O),
            'O' => Cell::King(Player::O),
            _ => return None,
        })
    }

    /// Its character in a board file.
    pub const fn letter(self) -> char {
        match self {
            Cell::Empty => ' ',
            Cell::Man(Player::X) => 'x',
            Cell::King(Player::X) => 'X',
            Cell::Man(Player::O) => 'o',
            Cell::King(Player::O) => 'O',
        }
    }

    /// Returns the owner of the piece, if there is one.
    pub const fn owner(self) -> Option<Player> {
        match self {
            Cell::Empty => None,
            Cell::Man(owner) | Cell::King(owner) => Some(owner),
        }
    }

    pub const fn is_king(self) -> bool {
        matches!(self, Cell::King(_))
    }
}

/// All cells of a board, light squares included. A setup may hold anything; [`Setup::check`]
/// decides if it is playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Rows and columns.
    pub size: usize,
    /// The cells, `[row][column]`; those outside `size` stay empty.
    pub cells: [[Cell; 10]; 10],
}

/// A reason why a setup is unplayable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupFault {
    /// A piece on a square that draughts does not use.
    LightSquare { place: Square, cell: Cell },
    /// A man on the row where it should have been crowned.
    UnpromotedMan { place: Square, player: Player },
    /// More pieces than a player starts with.
    TooManyPieces { player: Player, found: usize, allowed: usize },
    /// A board without pieces.
    NoPieces,
    /// In Quoridor, a player without a pawn or with several.
    Pawns { player: Player, found: usize },
    /// A wall with a middle but not both halves.
    BrokenWall { wall: Wall },
    /// A half that belongs to no wall.
    StrayHalf,
    /// Two walls that share a half; the first is on the left or below.
    WallOverlap { first: Wall, second: Wall },
    /// A wall, whose middle is drawn, across both halves of another.
    WallCross { wall: Wall },
    /// Walls around a pawn, or across the whole board.
    PathBlocked { player: Player },
    /// Another fault of a Quoridor board.
    Quoridor(Unplayable),
}

impl Index<Square> for Setup {
    type Output = Cell;

    fn index(&self, square: Square) -> &Cell {
        let (row, column) = square.indices();
        &self.cells[row][column]
    }
}

impl IndexMut<Square> for Setup {
    fn index_mut(&mut self, square: Square) -> &mut Cell {
        let (row, column) = square.indices();
        &mut self.cells[row][column]
    }
}

impl Setup {
    pub const fn empty(size: usize) -> Setup {
        Setup { size, cells: [[Cell::Empty; 10]; 10] }
    }

    /// Converts a playable board to a setup.
    pub(super) fn from_board(board: &Board, geometry: &Geometry) -> Setup {
        let mut setup = Setup::empty(geometry.size());
        for (square, owner, is_king) in board.pieces() {
            setup[geometry.place(square)] =
                if is_king { Cell::King(owner) } else { Cell::Man(owner) };
        }
        setup
    }

    /// The contents of a place; empty outside the board.
    pub fn at(&self, place: Square) -> Cell {
        let (row, column) = place.indices();
        self.cells.get(row).and_then(|row| row.get(column)).copied().unwrap_or_default()
    }

    /// Every place with its cell, row by row from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Cell)> + use<'_> {
        (0..self.size).flat_map(move |row| {
            (0..self.size).map(move |column| (Square::at(row, column), self.cells[row][column]))
        })
    }

    /// Returns the playable board.
    /// Its faults: those of single pieces first, row by row from the top.
    pub fn check(&self, rules: &Rules) -> Result<Board, Vec<SetupFault>> {
        let geometry = Geometry::new(rules);
        let mut faults = Vec::new();
        let mut board = Board { x: 0, o: 0, kings: 0 };
        let mut count = [0usize; 2];
        for row in (0..self.size).rev() {
            for (column, &cell) in self.cells[row][..self.size].iter().enumerate() {
                let Some(player) = cell.owner() else { continue };
                count[player as usize] += 1;
                let place = Square::at(row, column);
                let square = geometry.square(row, column);
                if square.is_none() {
                    faults.push(SetupFault::LightSquare { place, cell });
                }
                if place.row == rules.last_row(player) && !cell.is_king() {
                    faults.push(SetupFault::UnpromotedMan { place, player });
                }
                let bit = square.map_or(0, draughts::Square::bit);
                match player {
                    Player::X => board.x |= bit,
                    Player::O => board.o |= bit,
                }
                if cell.is_king() {
                    board.kings |= bit;
                }
            }
        }
        faults.extend(too_many(count, rules));
        if faults.is_empty() && count == [0, 0] {
            faults.push(SetupFault::NoPieces);
        }
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }
}

/// Faults for players with more pieces than the rules allow.
pub(super) fn too_many(count: [usize; 2], rules: &Rules) -> impl Iterator<Item = SetupFault> {
    let allowed = rules.pieces() as usize;
    [Player::X, Player::O].into_iter().filter_map(move |player| {
        let found = count[player as usize];
        (found > allowed).then_some(SetupFault::TooManyPieces { player, found, allowed })
    })
}
