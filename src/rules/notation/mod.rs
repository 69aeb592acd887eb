//! Text and types: board files, FEN, moves, squares, diagrams.
//!
//! Everything from outside is text first. It becomes a type here, or is refused with every reason.
//! Nothing here judges a move, stores a board or reads a file.
//!
//! All leniencies:
//! - board files: one final newline, and CRLF line ends, also where the last is cut to `\r`; each
//!   is reported, and `--strict` refuses both;
//! - FEN: spaces around parts, a final full stop, lower-case letters, number ranges (`1-12`), move
//!   counters behind the pieces (`:H0:F1`), quotes around the whole;
//! - moves: `x`, `X`, `:` and `*` all mark a capture, and so may `-`; squares may be named in any
//!   of the three ways (`22`, `c3`, `(2,1)`); spaces between parts;
//! - Quoridor: capital letters in squares and walls, spaces around the parts of a line.

mod board_cause;
mod board_fault;
mod board_text;
mod diagram;
mod draughts;
mod expected;
mod fen;
mod known_boards;
mod model;
mod move_text;
pub mod quoridor;
mod read_board;
mod scene;
mod setup;
mod square_names;
mod written_board;

pub(crate) use board_cause::turned_legal_board;
pub use board_cause::{BoardCause, Turn, board_cause, games_of_board, text_cause};
pub use board_fault::{BoardFault, Glyph, Leniency, Strictness};
pub use board_text::{BOARD_FILE_LIMIT, BoardReading, leniencies};
pub use diagram::Diagram;
pub use expected::{Expected, NoWall, UnreadableFile};
pub use fen::FenError;
pub use model::Model;
pub use move_text::{MoveTextError, WrittenMove, written_move};
pub use read_board::{ReadBoard, read_board};
pub use scene::{Scene, Tile};
pub use setup::{Cell, Setup, SetupFault};
pub use square_names::{number as square_number, numbered_place};
pub use written_board::{is_board_text, read_text};

use crate::history::Both;
use crate::line::{Action, NoStart};
use crate::{Game, Player, Square};

/// The text forms of a game.
pub trait Notation: Game {
    /// The contents of a board file, playable or not.
    type Setup: Clone + std::fmt::Debug + PartialEq + Eq;

    /// The setup of a playable board.
    fn setup(board: &Self::Board) -> Self::Setup;

    /// Reads the bytes of a board file.
    fn read_board(bytes: &[u8], strictness: Strictness) -> BoardReading<Self>;

    /// The exact text of a board file.
    fn write_board(board: &Self::Board) -> String;

    /// The text of a setup; `None` if it is not playable and has none.
    fn write_setup(setup: &Self::Setup) -> Option<String>;

    /// Minimum length of a board file in a match that contains this board. A shorter file is not
    /// completely written yet.
    fn shortest_text(board: &Self::Board) -> usize {
        Self::write_board(board).len()
    }

    /// Minimum length of a board file before any board of the match is known.
    fn shortest_first_text() -> usize {
        Self::shortest_text(&Self::start().board())
    }

    fn read_fen(text: &str) -> Result<Self, FenError>;

    /// Formats the position on one line.
    fn write_fen(&self) -> String;

    /// Formats a legal move of this position so that it differs from all others.
    fn write_move(&self, mv: Self::Move) -> String;

    fn write_moves(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.write_move(mv)).collect()
    }

    /// Parses a legal move of this position.
    ///
    /// `scratch` is reused for the legal moves, so that reading a whole match allocates once.
    fn read_move(
        &self,
        text: &str,
        scratch: &mut Vec<Self::Move>,
    ) -> Result<Self::Move, MoveTextError>;

    /// The game's name of a place on the board.
    fn place_name(place: Square) -> String;

    fn action(&self, mv: Self::Move) -> Action;

    /// Returns true if a capture is available and compulsory.
    fn must_capture(&self) -> bool {
        false
    }

    /// Returns true if a capture begins with the jumps written in `text` and continues.
    fn begins(&self, _mv: Self::Move, _text: &str) -> bool {
        false
    }

    fn walls_left(&self) -> Option<Both<u8>> {
        None
    }

    /// The start on a board of another size or with another number of walls.
    fn sized(size: Option<usize>, walls: Option<usize>) -> Result<Self, NoStart>;

    /// The scene that shows a board.
    fn scene(setup: &Self::Setup) -> Scene<'static>;

    /// Places a move touches: from, to, captured.
    fn places_of(mv: Self::Move) -> Vec<Square>;
}

/// The colour letter of a player in FEN, for a game in which player 1 is White or Black.
fn colour_letter(player: Player, player_1_is_white: bool) -> char {
    if (player == Player::X) == player_1_is_white { 'W' } else { 'B' }
}
