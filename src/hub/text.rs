//! Hub notation of positions and moves.
//!
//! A position is the side to move and one letter for each of the fifty squares. A move names its
//! first and last square and then every captured piece, in any order; so two paths that capture the
//! same pieces are one move, as they are in our rules.

use std::fmt::Write as _;

use thiserror::Error;

use arbitro_rules::draughts::{International, Move};
use arbitro_rules::notation::{Cell, Notation, Setup, SetupFault, numbered_place, square_number};
use arbitro_rules::{Game, Player, Square};

/// Playable squares of the board.
const SQUARES: usize = 50;
/// Maximum squares in a move: first, last, and all possible captures.
const MAX_SQUARES: usize = 22;

/// The error for a malformed position or move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum TextFault {
    #[error(
        "a position is W or B and then {SQUARES} letters, this one has {found} characters in all"
    )]
    Length { found: usize },
    /// An unknown letter. Columns count from 1.
    #[error("column {column}: found {found:?}, expected {expected}")]
    Letter { column: usize, found: char, expected: &'static str },
    #[error("not a playable position: {}", unplayable(.0))]
    Unplayable(Vec<SetupFault>),
    /// The text, shortened if long, is not written as a move.
    #[error("{text:?} is not written as a move: 32-28, or 28x19x23 with every captured square")]
    NotMove { text: String },
    #[error("{text:?} is not a legal move here{}", alternatives(from_here))]
    NotLegal { text: String, from_here: Vec<String> },
    #[error("{text:?} may be any of {}: name every captured square", could_be.join(", "))]
    Ambiguous { text: String, could_be: Vec<String> },
}

/// Maximum faults of a position that its error names.
const MAX_TOLD_FAULTS: usize = 10;

fn unplayable(faults: &[SetupFault]) -> String {
    let mut told: Vec<String> = faults.iter().take(MAX_TOLD_FAULTS).map(setup_fault).collect();
    if faults.len() > told.len() {
        told.push(format!("and {} more", faults.len() - told.len()));
    }
    told.join("; ")
}

fn setup_fault(fault: &SetupFault) -> String {
    match fault {
        SetupFault::UnpromotedMan { player, .. } => {
            format!("a man of {player} on its last row: it must be a king there")
        }
        SetupFault::TooManyPieces { player, found, allowed } => {
            format!("{player} has {found} pieces, but at most {allowed} are possible")
        }
        SetupFault::NoPieces => "there is no piece on the board".to_owned(),
        // A position of Hub has no light squares and no walls.
        other => format!("{other:?}"),
    }
}

fn alternatives(from_here: &[String]) -> String {
    match from_here {
        [] => ": that piece has no legal move".to_owned(),
        moves => format!("; from there it can go {}", moves.join(", ")),
    }
}

fn place_of(number: usize) -> Option<Square> {
    numbered_place(&International::RULES, number)
}

fn number_of(place: Square) -> usize {
    square_number(&International::RULES, place)
}

/// Writes a position: the side to move, then a letter for each of the 50 squares.
pub fn write_hub_position(position: &International) -> String {
    let setup = International::setup(&position.board());
    let mut text = String::with_capacity(1 + SQUARES);
    text.push(match position.turn() {
        Player::X => 'W',
        Player::O => 'B',
    });
    let cells = (1..=SQUARES).filter_map(place_of).map(|square| setup.at(square));
    text.extend(cells.map(|cell| match cell {
        Cell::Empty => 'e',
        Cell::Man(Player::X) => 'w',
        Cell::Man(Player::O) => 'b',
        Cell::King(Player::X) => 'W',
        Cell::King(Player::O) => 'B',
    }));
    text
}

/// Reads a position.
///
/// # Examples
///
/// ```
/// use arbitro_hub::{read_hub_position, write_hub_position};
/// use arbitro_rules::{Game, draughts::International};
/// let text = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// assert_eq!(read_hub_position(text), Ok(International::start()));
/// assert_eq!(write_hub_position(&International::start()), text);
/// ```
pub fn read_hub_position(text: &str) -> Result<International, TextFault> {
    let found = text.chars().count();
    if found != 1 + SQUARES {
        return Err(TextFault::Length { found });
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Player::X,
        Some('B') => Player::O,
        other => {
            return Err(TextFault::Letter {
                column: 1,
                found: other.unwrap_or(' '),
                expected: "W or B, the side to move",
            });
        }
    };
    let mut setup = Setup::empty(International::RULES.size);
    for (number, letter) in (1..).zip(letters) {
        let cell = match letter {
            'e' => Cell::Empty,
            'w' => Cell::Man(Player::X),
            'b' => Cell::Man(Player::O),
            'W' => Cell::King(Player::X),
            'B' => Cell::King(Player::O),
            found => {
                return Err(TextFault::Letter {
                    column: number + 1,
                    found,
                    expected: "one of w b W B e",
                });
            }
        };
        if let Some(place) = place_of(number) {
            setup[place] = cell;
        }
    }
    let board = setup.check(&International::RULES).map_err(TextFault::Unplayable)?;
    Ok(International::new(board, turn))
}

/// The squares of a move: first, last, then the captured ones in ascending order.
fn numbers(mv: Move) -> Vec<usize> {
    let places = International::places_of(mv).into_iter();
    let mut numbers: Vec<usize> = places.map(number_of).collect();
    if let Some(captured) = numbers.get_mut(2..) {
        captured.sort_unstable();
    }
    numbers
}

/// Writes a move with all its captures.
pub fn write_hub_move(mv: Move) -> String {
    let sign = if mv.is_capture() { 'x' } else { '-' };
    let mut text = String::new();
    for (index, number) in numbers(mv).into_iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        // Writing to a `String` never fails.
        let _ = write!(text, "{number}");
    }
    text
}

/// Parses a legal move of a position. A capture may omit the captured squares if no other move has
/// the same first and last square.
pub fn read_hub_move(position: &International, text: &str) -> Result<Move, TextFault> {
    let quoted = || text.chars().take(60).collect::<String>();
    let (named, is_capture) =
        named_squares(text).ok_or_else(|| TextFault::NotMove { text: quoted() })?;
    let legal: Vec<(Move, Vec<usize>)> =
        position.legal_moves().into_iter().map(|mv| (mv, numbers(mv))).collect();
    let fits = |(mv, numbers): &&(Move, Vec<usize>)| {
        mv.is_capture() == is_capture
            && numbers[..2] == named[..2]
            && (numbers == &named || (is_capture && named.len() == 2))
    };
    let fitting: Vec<Move> = legal.iter().filter(fits).map(|(mv, _)| *mv).collect();
    match fitting[..] {
        [mv] => Ok(mv),
        [] => {
            let from_here = legal.iter().filter(|(_, it)| it[0] == named[0]);
            Err(TextFault::NotLegal {
                text: quoted(),
                from_here: from_here.map(|(mv, _)| write_hub_move(*mv)).collect(),
            })
        }
        _ => Err(TextFault::Ambiguous {
            text: quoted(),
            could_be: fitting.into_iter().map(write_hub_move).collect(),
        }),
    }
}

/// The squares that a text names, at least two, with those after the second in ascending order; and
/// whether it is a capture.
fn named_squares(text: &str) -> Option<(Vec<usize>, bool)> {
    let is_capture = text.contains('x');
    let sign = if is_capture { 'x' } else { '-' };
    let mut named = Vec::new();
    for part in text.split(sign) {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
        let number: usize = part.parse().ok()?;
        if !is_number || !(1..=SQUARES).contains(&number) || named.len() == MAX_SQUARES {
            return None;
        }
        named.push(number);
    }
    if named.len() < 2 || (!is_capture && named.len() > 2) {
        return None;
    }
    named[2..].sort_unstable();
    Some((named, is_capture))
}
