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
mod expected;
mod fen;
mod move_text;
pub mod quoridor;
mod setup;
mod square_names;

pub use board_cause::{BoardCause, Turn, board_cause, games_of_board};
pub use board_fault::{BoardFault, Glyph, Leniency, MAX_TOLD_FAULTS, Strictness, listed};
pub use board_text::{BOARD_FILE_LIMIT, BoardReading};
pub use diagram::{Diagram, Marks, column_name, row_name};
pub use expected::{Expected, LengthHint, NoWall, UnreadableFile};
pub use fen::FenError;
pub use move_text::alternatives;
pub use move_text::{MoveTextError, WrittenMove, written_move};
pub use setup::{Cell, Place, Setup, SetupFault};
pub use square_names::{number as square_number, numbered_place};

use crate::{Game, Player};

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

    /// Minimum length of a board file in a match that contains this board. A shorter file is not
    /// completely written yet.
    fn shortest_text(board: &Self::Board) -> usize {
        Self::write_board(board).len()
    }

    /// Minimum length of a board file before any board of the match is known.
    fn shortest_first_text() -> usize {
        Self::shortest_text(&Self::start().board())
    }

    /// Parses a position.
    ///
    /// # Errors
    ///
    /// The place where the text stops being FEN, or every reason why the position is unplayable.
    fn read_fen(text: &str) -> Result<Self, FenError>;

    /// Formats the position on one line.
    fn write_fen(&self) -> String;

    /// Formats a legal move of this position so that it differs from all others.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Formats all legal moves, in the order of the moves.
    fn write_moves(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.write_move(mv)).collect()
    }

    /// Parses a legal move of this position.
    ///
    /// `scratch` is reused for the legal moves, so that reading a whole match allocates once.
    ///
    /// # Errors
    ///
    /// Text that is not a move, or that matches no legal move or several.
    fn read_move(
        &self,
        text: &str,
        scratch: &mut Vec<Self::Move>,
    ) -> Result<Self::Move, MoveTextError>;

    /// The game's name of a place on the board.
    fn place_name(place: Place) -> String;

    /// Draws a board for people.
    fn diagram(setup: &Self::Setup, marks: &Marks, walls_left: &str) -> Diagram;

    /// Places a move touches: from, to, captured.
    fn places_of(mv: Self::Move) -> Vec<Place>;
}

/// The colour letter of a player in FEN, for a game in which player 1 is White or Black.
fn colour_letter(player: Player, player_1_is_white: bool) -> char {
    if (player == Player::X) == player_1_is_white { 'W' } else { 'B' }
}

mod draughts {
    //! The text forms of every draughts set.

    use super::{
        BoardReading, Diagram, FenError, Marks, MoveTextError, Notation, Place, Setup, Strictness,
        board_text, diagram, fen, move_text, square_names,
    };
    use crate::draughts::{Board, Draughts, Move, RuleSet};

    impl<R: RuleSet> Notation for Draughts<R> {
        type Setup = Setup;

        fn setup(board: &Board) -> Setup {
            Setup::of(board, &Self::GEOMETRY)
        }

        fn read_board(bytes: &[u8], strictness: Strictness) -> BoardReading<Self> {
            let found = board_text::read(bytes, &R::RULES, strictness);
            let board = match &found.setup {
                Some(setup) if found.faults.is_empty() => setup.check(&R::RULES).ok(),
                _ => None,
            };
            BoardReading {
                setup: found.setup,
                board,
                tolerated: found.tolerated,
                faults: found.faults,
            }
        }

        fn write_board(board: &Board) -> String {
            board_text::write(&Self::setup(board))
        }

        fn read_fen(text: &str) -> Result<Self, FenError> {
            fen::read(text)
        }

        fn write_fen(&self) -> String {
            fen::write(self)
        }

        fn write_move(&self, mv: Move) -> String {
            move_text::write(self, mv)
        }

        fn read_move(&self, text: &str, scratch: &mut Vec<Move>) -> Result<Move, MoveTextError> {
            move_text::read(self, text, scratch)
        }

        fn place_name(place: Place) -> String {
            square_names::place_name(&R::RULES, place)
        }

        fn diagram(setup: &Setup, marks: &Marks, _: &str) -> Diagram {
            diagram::draw(setup, &R::RULES, marks)
        }

        fn places_of(mv: Move) -> Vec<Place> {
            [mv.from, mv.to]
                .into_iter()
                .chain(mv.captured())
                .map(|square| Place::of(square, &Self::GEOMETRY))
                .collect()
        }
    }
}
