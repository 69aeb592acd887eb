//! Boards of any game as they are drawn, on a terminal or as pictures.

use super::quoridor::QuoridorSetup;
use super::written_board::read_text;
use super::{BoardFault, Cell, Notation, Setup, Strictness};
use crate::draughts::{Geometry, Rules, SquareNames};
use crate::quoridor::Direction;
use crate::{GameId, Look, Player, Shape, SignOwner, Square, cell_name, column_letters, with_game};

/// A board to draw, playable or not: cells with what stands on them, walls between them, marks, and the names in its
/// frame.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The cells, `[row][column]`, row 0 at the bottom; none if the board is drawn as text.
    pub cells: Vec<Vec<Tile>>,
    /// The board, if it is drawn as text.
    pub text: String,
    /// Marked cells, all of them on the board.
    pub marks: Vec<Square>,
    pub walls_left: Option<[usize; 2]>,
    /// The look of a game that is not compiled in.
    pub look: Option<&'a Look>,
    /// The game's name of a cell.
    pub place_name: fn(Square) -> String,
    names: SquareNames,
}

/// A cell, with the walls above it and to its right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The character of what stands there, as in the board file.
    pub sign: char,
    pub owner: Option<Player>,
    /// Its shape; its character is drawn if none.
    pub shape: Option<Shape>,
    /// True if nothing stands there.
    pub is_empty: bool,
    /// True if it is one of the cells that are played on.
    pub is_dark: bool,
    /// True if half a wall is drawn above it.
    pub above: bool,
    pub right: bool,
    /// Direction of the wall whose middle is drawn at its upper right.
    pub middle: Option<Direction>,
}

impl<'a> Scene<'a> {
    /// Reads the bytes of a board file, and its faults; `None` if it cannot be drawn.
    pub fn read(game: GameId, bytes: &[u8]) -> Option<(Scene<'static>, Vec<BoardFault>)> {
        with_game!(game, G => {
            let reading = <G as Notation>::read_board(bytes, Strictness::Tolerant);
            Some((<G as Notation>::scene(&reading.setup?), reading.faults))
        }, else card => Some((Scene::of_signs(&card.written?.look, bytes)?, Vec::new())))
    }

    /// Reads a board of a game that is not compiled in; `None` if it is no board.
    pub fn of_signs(look: &'a Look, bytes: &[u8]) -> Option<Scene<'a>> {
        let (text, _) = read_text(bytes, 1, Strictness::Tolerant).ok()?;
        let Some(rows) = look.cells(&text) else { return Some(Scene::of_text(text)) };
        let row =
            |row: Vec<char>| row.into_iter().map(|sign| Tile::from_sign(look, sign)).collect();
        let cells = rows.into_iter().map(row).collect();
        Some(Scene { cells, look: Some(look), ..Scene::of_text(String::new()) })
    }

    /// A board of a draughts set.
    pub fn of_setup(setup: &Setup, rules: &Rules, place_name: fn(Square) -> String) -> Scene<'a> {
        let geometry = Geometry::new(rules);
        let cells = square(setup.size, |row, column| {
            let cell = setup.cells[row][column];
            let shape = match cell {
                Cell::Empty => None,
                Cell::Man(_) => Some(Shape::Man),
                Cell::King(_) => Some(Shape::King),
            };
            Tile {
                sign: cell.letter(),
                owner: cell.owner(),
                shape,
                is_empty: cell == Cell::Empty,
                is_dark: geometry.square(row, column).is_some(),
                ..Tile::default()
            }
        });
        let names = rules.square_names;
        Scene { cells, place_name, names, ..Scene::of_text(String::new()) }
    }

    pub(super) fn of_walls(setup: &QuoridorSetup) -> Scene<'a> {
        let cells = square(setup.size, |row, column| {
            let owner = setup.pawns[row][column];
            Tile {
                sign: owner.map_or('.', Player::letter),
                owner,
                shape: None,
                is_empty: owner.is_none(),
                is_dark: true,
                above: setup.above[row][column],
                right: setup.right[row][column],
                middle: setup.middles[row][column],
            }
        });
        Scene { cells, walls_left: Some(setup.walls_left), ..Scene::of_text(String::new()) }
    }

    /// A board without cells.
    pub fn of_text(text: String) -> Scene<'a> {
        Scene {
            cells: Vec::new(),
            text,
            marks: Vec::new(),
            walls_left: None,
            look: None,
            place_name: cell_name,
            names: SquareNames::Algebraic,
        }
    }

    /// Marks the cells at these places, as far as there are any.
    #[must_use]
    pub fn marked(mut self, marks: &[Square]) -> Scene<'a> {
        let is_on = |place: &&Square| {
            let (row, column) = place.indices();
            self.cells.get(row).is_some_and(|cell| column < cell.len())
        };
        self.marks = marks.iter().filter(is_on).copied().collect();
        self
    }

    /// The cells with their places, row by row from the bottom.
    pub fn tiles(&self) -> impl Iterator<Item = (Square, Tile)> {
        self.cells.iter().enumerate().flat_map(|(row, tiles)| {
            tiles.iter().enumerate().map(move |(column, &tile)| (Square::at(row, column), tile))
        })
    }

    /// Returns true if dark cells have numbers, which a picture shows inside them.
    pub const fn has_numbers(&self) -> bool {
        !matches!(self.names, SquareNames::Algebraic | SquareNames::Coordinates)
    }

    /// Label beside a row of the board: its number, or that of its leftmost dark cell.
    pub fn row_name(&self, row: usize) -> String {
        match self.names {
            SquareNames::Coordinates => row.to_string(),
            SquareNames::Algebraic => (row + 1).to_string(),
            _ => {
                let leftmost = self.cells[row].iter().position(|it| it.is_dark).unwrap_or_default();
                (self.place_name)(Square::at(row, leftmost))
            }
        }
    }

    /// Label below a column of the board; blank where cells have numbers.
    pub fn column_name(&self, column: usize) -> String {
        match self.names {
            SquareNames::Coordinates => column.to_string(),
            SquareNames::Algebraic => column_letters(column),
            _ => " ".to_owned(),
        }
    }
}

impl Tile {
    fn from_sign(look: &Look, sign: char) -> Tile {
        let known = look.signs.get(&sign);
        Tile {
            sign,
            owner: known.and_then(|it| it.is.player()),
            shape: known.and_then(|it| it.shape),
            is_empty: known.map_or(sign == ' ', |sign| sign.is == SignOwner::Empty),
            is_dark: true,
            ..Tile::default()
        }
    }
}

/// The cells of a board with sides of this size.
fn square(size: usize, tile: impl Fn(usize, usize) -> Tile) -> Vec<Vec<Tile>> {
    (0..size).map(|row| (0..size).map(|column| tile(row, column)).collect()).collect()
}
