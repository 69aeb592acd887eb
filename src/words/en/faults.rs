//! Faults of board files and of texts, in English.

use super::phrases::{self, length_hint, no_wall, unreadable};
use crate::fault::{Alternatives, Faults, LengthHint};
use crate::{Language, say};
use arbitro_rules::Player;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{BoardFault, Cell, FenError, Leniency, MoveTextError, SetupFault};
use arbitro_rules::quoridor::{MAX_WALLS, Unplayable};

pub(crate) fn move_text(error: &MoveTextError) -> String {
    let not_legal =
        |text: &str, turn: Player| format!("{text:?} is not a legal move of {turn} here");
    match error {
        MoveTextError::Syntax { text, column, expected } => {
            format!("{text:?}, column {column}: expected {}", phrases::expected(*expected))
        }
        MoveTextError::NotLegal { text, turn, from_here } => {
            not_legal(text, *turn) + &alternatives(&Alternatives(from_here))
        }
        MoveTextError::NoPiece { name, .. } => format!("there is no piece on {name}"),
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{}: {}", not_legal(text, *turn), no_wall(*why))
        }
        MoveTextError::Ambiguous { text, could_be } => {
            format!("{text:?} may be any of {}: name the squares on the way", could_be.join(", "))
        }
    }
}

pub(crate) fn alternatives(moves: &Alternatives<'_>) -> String {
    match moves.0 {
        [] => ": that piece has no legal move".to_owned(),
        moves => format!("; from there it can go {}", moves.join(", ")),
    }
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

pub(crate) fn board_fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{}; a board is a plain file of text", unreadable(*why))
        }
        BoardFault::EmptyFile { expected } => {
            format!("the file is empty; a board has {expected} lines")
        }
        BoardFault::TooLong { limit } => {
            format!("the file is longer than any board: only {limit} bytes were read")
        }
        BoardFault::LineCount { found, expected, meaning } => format!(
            "found {}, expected {expected}, {}",
            counted(*found, "line"),
            phrases::expected(*meaning)
        ),
        BoardFault::LineLength { line, found, expected } => format!(
            "line {line}: found {}, expected {expected}{}",
            counted(*found, "character"),
            length_hint(LengthHint::of(*found, *expected))
        ),
        BoardFault::BadSeparator { line, column, found } => format!(
            "line {line}, column {column}: found {}, expected the space between two cells",
            found.quoted()
        ),
        BoardFault::UnknownCharacter { line, column, found, expected } => format!(
            "line {line}, column {column}: found {}, expected {}",
            found.quoted(),
            phrases::expected(*expected)
        ),
        BoardFault::WallsLeft { line, player, found } => format!(
            "line {line}: found {found:?}, expected {player} and the walls it has left, like \"{player} 10\""
        ),
        BoardFault::NotExact(what) => {
            format!("found {}, which --strict does not allow", leniency(what))
        }
        BoardFault::Setup { line, column, fault } => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("line {line}, column {column}: "),
                _ => String::new(),
            };
            place + &setup_fault(fault)
        }
    }
}

pub(crate) fn setup_fault(fault: &SetupFault) -> String {
    match *fault {
        SetupFault::LightSquare { cell, .. } => match cell {
            Cell::Empty => "an empty square on a light square".to_owned(),
            Cell::Man(owner) => format!("a man of {owner} on a light square"),
            Cell::King(owner) => format!("a king of {owner} on a light square"),
        },
        SetupFault::UnpromotedMan { player, .. } => {
            format!("a man of {player} on its last row: it must be a king there")
        }
        SetupFault::TooManyPieces { player, found, allowed } => {
            format!("{player} has {found} pieces, but at most {allowed} are possible")
        }
        SetupFault::NoPieces => "there is no piece on the board".to_owned(),
        SetupFault::Pawns { player, found } => {
            format!("{player} has {found} pawns, it must have one")
        }
        SetupFault::BrokenWall { wall } => {
            format!("the wall {} has its middle here, but not both of its halves", wall_name(wall))
        }
        SetupFault::StrayHalf => "half a wall, with no middle beside it".to_owned(),
        SetupFault::WallOverlap { first, second } => {
            format!("the walls {} and {} overlap", wall_name(first), wall_name(second))
        }
        SetupFault::WallCross { wall } => {
            format!("another wall crosses the wall {}", wall_name(wall))
        }
        SetupFault::PathBlocked { player }
        | SetupFault::Quoridor(Unplayable::PathBlocked(player)) => {
            format!("the walls leave {player} no path to its goal")
        }
        SetupFault::Quoridor(Unplayable::Size(size)) => {
            format!("a board of size {size}: it can be 3, 5, 7, 9, 11, 13 or 15")
        }
        SetupFault::Quoridor(Unplayable::Walls(walls)) => {
            format!("{walls} walls for a player: it can be up to {MAX_WALLS}")
        }
        SetupFault::Quoridor(Unplayable::OffBoard) => "something is outside the board".to_owned(),
        SetupFault::Quoridor(Unplayable::SharedSquare) => {
            "both pawns stand on one square".to_owned()
        }
        SetupFault::Quoridor(Unplayable::Overlap) => "two walls overlap".to_owned(),
        SetupFault::Quoridor(Unplayable::Cross) => "two walls cross".to_owned(),
        SetupFault::Quoridor(Unplayable::BothAtGoal) => {
            "both pawns have reached their goals".to_owned()
        }
    }
}

/// What was tolerated in a board file.
pub(crate) fn leniency(leniency: &Leniency) -> &'static str {
    match leniency {
        Leniency::FinalNewline => "a newline after the last line",
        Leniency::Crlf => "Windows line ends (CRLF)",
    }
}

/// A position's text that could not be read.
pub(crate) fn fen(error: &FenError) -> String {
    match error {
        FenError::Syntax { column, found, expected } => {
            let expected = phrases::expected(*expected);
            format!("column {column}: found {found:?}, expected {expected}")
        }
        FenError::Twice { column, square } => {
            format!("column {column}: the square {square} is named twice")
        }
        FenError::Unplayable(faults) => {
            format!("not a playable position: {}", say(&Faults(faults), Language::English))
        }
    }
}
