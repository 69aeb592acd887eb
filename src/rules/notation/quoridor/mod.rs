//! The text forms of Quoridor.
//!
//! - A square is its column's letter from the left and its row's number from the bottom: `e1`.
//! - A wall is the square at its lower left and `h` or `v`: `e3h` lies above e3 and f3, `e3v` to the
//!   right of e3 and e4.
//! - A move is the square that the pawn goes to, or the wall that is placed: from a position there
//!   is only one pawn that may go, so its origin is left out.
//! - A position in one line is `SIZE:TURN:X,LEFT:O,LEFT:WALLS`, as in `9:x:e1,10:e9,10` at the start
//!   and `9:o:e2,9:e9,10:e3h` two plies on; squares of the pawns, walls left, walls that stand.
//! - A board file is drawn in `board_text`.

mod board_text;
mod line;
mod move_text;
mod setup;

pub use move_text::{NamedPlace, read_place};
pub use setup::QuoridorSetup;

use super::{BoardReading, FenError, MoveTextError, Notation, Scene, Strictness};
use crate::history::Both;
use crate::line::{Action, NoStart};
use crate::quoridor::{Board, Direction, Move, Quoridor, Wall};
use crate::{Game, Player, Square};

fn square_name(square: Square) -> String {
    let letter = char::from(b'a' + square.column % 26);
    format!("{letter}{}", square.row + 1)
}

pub fn wall_name(wall: Wall) -> String {
    format!("{}{}", square_name(wall.square), wall.direction.letter())
}

/// Parses a square's name at the beginning of `text`, on a board of this size; returns the square
/// and the bytes it took.
fn read_square(size: usize, text: &[u8]) -> Option<(Square, usize)> {
    let column = text.first()?.to_ascii_lowercase().checked_sub(b'a')?;
    let digits = text[1..].iter().take(2).take_while(|it| it.is_ascii_digit());
    let count = digits.clone().count();
    let number = digits.fold(0, |value, digit| value * 10 + (digit - b'0'));
    let row = number.checked_sub(1)?;
    let is_plain = text.get(1) != Some(&b'0');
    let is_inside = usize::from(row) < size && usize::from(column) < size;
    (is_plain && is_inside).then_some((Square::new(row, column), 1 + count))
}

/// Parses a wall's name at the beginning of `text`, on a board of this size.
fn read_wall(size: usize, text: &[u8]) -> Option<(Wall, usize)> {
    let (square, taken) = read_square(size - 1, text)?;
    let direction = match text.get(taken)?.to_ascii_lowercase() {
        b'h' => Direction::Horizontal,
        b'v' => Direction::Vertical,
        _ => return None,
    };
    Some((Wall::new(square, direction), taken + 1))
}

impl Notation for Quoridor {
    type Setup = QuoridorSetup;

    fn setup(board: &Board) -> QuoridorSetup {
        QuoridorSetup::from_board(board)
    }

    fn read_board(bytes: &[u8], strictness: Strictness) -> BoardReading<Quoridor> {
        board_text::read(bytes, strictness)
    }

    fn write_board(board: &Board) -> String {
        board_text::write(&QuoridorSetup::from_board(board))
    }

    fn write_setup(setup: &QuoridorSetup) -> Option<String> {
        setup.check().ok().map(|board| Self::write_board(&board))
    }

    /// The numbers of walls left may lose a digit during a match.
    fn shortest_text(board: &Board) -> usize {
        let side = 2 * board.size() - 1;
        side * (side + 1) + "x 0\no 0".len()
    }

    /// A match may be on a board of any size.
    fn shortest_first_text() -> usize {
        Board::start(3, 0).map_or(0, |least| Self::shortest_text(&least))
    }

    fn read_fen(text: &str) -> Result<Quoridor, FenError> {
        line::read(text)
    }

    fn write_fen(&self) -> String {
        line::write(self)
    }

    fn write_move(&self, mv: Move) -> String {
        move_text::write(mv)
    }

    fn read_move(&self, text: &str, scratch: &mut Vec<Move>) -> Result<Move, MoveTextError> {
        move_text::read(self, text, scratch)
    }

    fn place_name(place: Square) -> String {
        square_name(place)
    }

    fn action(&self, mv: Move) -> Action {
        match mv {
            Move::Step { from, to } => Action::Piece {
                path: vec![from, to],
                taken: Vec::new(),
                crowned: false,
                ways: Vec::new(),
            },
            Move::Wall(wall) => Action::Wall(wall.square, wall.direction),
        }
    }

    fn walls_left(&self) -> Option<Both<u8>> {
        let board = self.board();
        Some(Both { x: board.walls_left(Player::X), o: board.walls_left(Player::O) })
    }

    fn sized(size: Option<usize>, walls: Option<usize>) -> Result<Quoridor, NoStart> {
        let size = size.unwrap_or(Quoridor::DEFAULT_SIZE);
        let walls = walls.unwrap_or(Quoridor::DEFAULT_WALLS);
        Quoridor::with_size(size, walls).map_err(NoStart::Quoridor)
    }

    fn scene(setup: &QuoridorSetup) -> Scene<'static> {
        Scene::of_walls(setup)
    }

    fn places_of(mv: Move) -> Vec<Square> {
        match mv {
            Move::Step { from, to } => vec![from, to],
            Move::Wall(wall) => vec![wall.square],
        }
    }
}
