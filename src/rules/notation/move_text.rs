//! Parses and formats draughts moves.
//!
//! A move is written `from-to` or `fromxto`. If other captures have the same ends, it is written
//! with every landing square, which no two captures share. Reading tries that form first: a text
//! that names every landing means that move, even if a longer capture passes the same squares.
//! Otherwise any of the landing squares may be named, in order, or the captured squares instead.

use smallvec::SmallVec;

use super::expected::{Expected, NoWall};
use super::{Notation, square_names};
use crate::draughts::{self, Draughts, Move, RuleSet};
use crate::{Game, Player, Square};

/// The error for a text that is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// A syntax error. Columns count from 1; the text is shortened if long.
    Syntax { text: String, column: usize, expected: Expected },
    /// No legal move is written like this; the error lists those of that piece.
    NotLegal { text: String, turn: Player, from_here: Vec<String> },
    /// No legal move of a written game has this name; the error lists the nearest names.
    NoSuchName { text: String, turn: Player, nearest: Option<String> },
    /// No piece stands where the move begins.
    NoPiece { square: Square, name: String },
    /// The wall may not be placed.
    NotPlaceable { text: String, turn: Player, why: NoWall },
    /// Several legal moves are written like this.
    Ambiguous { text: String, could_be: Vec<String> },
}

/// Maximum characters of a move; messages quote no more.
const MAX_LENGTH: usize = 200;

pub(super) fn quoted(text: &str) -> String {
    text.chars().take(60).collect()
}

pub(super) fn write<R: RuleSet>(position: &Draughts<R>, mv: Move) -> String {
    let name = |square: draughts::Square| {
        let place = Draughts::<R>::GEOMETRY.place(square);
        square_names::place_name(&R::RULES, place)
    };
    let sign = if mv.is_capture() { "x" } else { "-" };
    let has_twin = mv.is_capture()
        && position.legal_moves().iter().any(|other| {
            (other.from, other.to) == (mv.from, mv.to) && other.captured != mv.captured
        });
    let way = if has_twin { position.paths(mv, 1).into_iter().next() } else { None };
    let squares = way.unwrap_or_else(|| SmallVec::from_slice(&[mv.from, mv.to]));
    squares.into_iter().map(name).collect::<Vec<_>>().join(sign)
}

/// A parsed move, not yet checked for legality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The squares it names, beginning with the piece's square; at least two.
    pub squares: SmallVec<[draughts::Square; 6]>,
    /// True if the text marks a capture.
    pub is_capture: bool,
}

impl WrittenMove {
    /// Converts its squares to places on the board of the rule set it was read for.
    pub fn places<R: RuleSet>(&self) -> Vec<Square> {
        let squares = self.squares.iter();
        squares.map(|&square| Draughts::<R>::GEOMETRY.place(square)).collect()
    }
}

/// Parses the squares of a move, legal or not.
pub fn written_move<R: RuleSet>(text: &str) -> Result<WrittenMove, MoveTextError> {
    let bytes = text.as_bytes();
    let error = |column: usize, expected| {
        Err(MoveTextError::Syntax { text: quoted(text), column: column + 1, expected })
    };
    if bytes.len() > MAX_LENGTH {
        return error(MAX_LENGTH, Expected::EndOfMove);
    }
    let blanks = |from: usize| {
        from + bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let mut written = WrittenMove { squares: SmallVec::new(), is_capture: false };
    let mut at = blanks(0);
    loop {
        let Some((square, taken)) = square_names::read(&R::RULES, &bytes[at..]) else {
            return error(at, Expected::DarkSquare);
        };
        written.squares.push(square);
        at = blanks(at + taken);
        match bytes.get(at) {
            None if written.squares.len() > 1 => return Ok(written),
            Some(b'x' | b'X' | b':' | b'*') => written.is_capture = true,
            Some(b'-') => {}
            _ => {
                return error(
                    at,
                    if written.squares.len() > 1 {
                        Expected::SignOrEndOfMove
                    } else {
                        Expected::SignAndSquare
                    },
                );
            }
        }
        at = blanks(at + 1);
    }
}

pub(super) fn read<R: RuleSet>(
    position: &Draughts<R>,
    text: &str,
    scratch: &mut Vec<Move>,
) -> Result<Move, MoveTextError> {
    let WrittenMove { squares, is_capture } = written_move::<R>(text)?;
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let via = &squares[1..squares.len() - 1];
    position.legal_moves_into(scratch);
    let ends: SmallVec<[Move; 4]> = scratch
        .iter()
        .copied()
        .filter(|mv| {
            mv.from == from && mv.to == to && (mv.is_capture() || (!is_capture && via.is_empty()))
        })
        .collect();
    let exact = |mv: &&Move| position.has_landings(**mv, &squares[1..]);
    if let Some(&mv) = ends.iter().find(exact) {
        return Ok(mv);
    }
    let fitting: SmallVec<[Move; 4]> = if via.is_empty() {
        ends
    } else {
        let by_way: SmallVec<[Move; 4]> =
            ends.iter().copied().filter(|&mv| position.can_pass(mv, via)).collect();
        if by_way.is_empty() {
            let captured = via.iter().fold(0, |set, square| set | square.bit());
            ends.into_iter().filter(|mv| mv.captured == captured).collect()
        } else {
            by_way
        }
    };
    match fitting[..] {
        [mv] => Ok(mv),
        [] if position.board().piece(from).is_none() => {
            let square = Draughts::<R>::GEOMETRY.place(from);
            Err(MoveTextError::NoPiece { square, name: Draughts::<R>::place_name(square) })
        }
        [] => Err(MoveTextError::NotLegal {
            text: quoted(text),
            turn: position.turn(),
            from_here: scratch
                .iter()
                .filter(|mv| mv.from == from)
                .map(|&mv| position.write_move(mv))
                .collect(),
        }),
        _ => Err(MoveTextError::Ambiguous {
            text: quoted(text),
            could_be: fitting.into_iter().map(|mv| position.write_move(mv)).collect(),
        }),
    }
}
