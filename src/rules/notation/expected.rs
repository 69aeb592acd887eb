//! What texts must have in a place, and other causes that are said within a sentence.

use crate::Player;
use crate::judge::Code;
use crate::quoridor::Direction;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What a text must have in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "its sentence says each")]
pub enum Expected {
    BoardLines,
    QuoridorLines,
    DraughtsCell,
    QuoridorCell,
    HorizontalWallPart,
    VerticalWallPart,
    WallMiddle,
    PawnOrWall,
    DarkSquare,
    SignOrEndOfMove,
    SignAndSquare,
    EndOfMove,
    Colour,
    EndOfPosition,
    ColonAndPieces,
    OtherColour,
    EndOfRange,
    BoardSize,
    QuoridorTurn,
    ColonAndNextPart,
    PawnSquare,
    CommaAndWallsLeft,
    WallsLeft,
    ColonAndWallsOrEnd,
    Wall,
    CommaOrEndOfPosition,
    ClosingQuote,
    Counter,
    Number,
}

/// Why a file cannot be read as a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnreadableFile {
    /// There is none.
    Missing,
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// The system call failed.
    Io,
}

/// Why a wall may not stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoWall {
    /// The match is over.
    Over,
    /// The player has none left.
    NoneLeft,
    /// It stands there already.
    Standing,
    /// It crosses another wall.
    Cross,
    /// It leaves this player no path.
    PathBlocked(Player),
    /// It covers a part of another one, of the same direction.
    Overlap(Direction),
}

impl NoWall {
    /// The code of a diagnosis of the same fault.
    pub const fn code(self) -> Code {
        match self {
            NoWall::Over => Code::GameOver,
            NoWall::NoneLeft => Code::NoWallsLeft,
            NoWall::Cross => Code::WallCross,
            NoWall::PathBlocked(_) => Code::PathBlocked,
            NoWall::Standing | NoWall::Overlap(_) => Code::WallOverlap,
        }
    }
}

/// What a line of a wrong length may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LengthHint {
    /// An empty row, whose spaces are missing.
    EmptyRow,
    /// The spaces at its end.
    FinalSpaces,
    /// The spaces between cells.
    SpacesBetween,
    /// Anything else.
    Unknown,
}

impl LengthHint {
    /// Guesses it from the length of the line.
    pub const fn of(found: usize, expected: usize) -> LengthHint {
        if found == 0 {
            LengthHint::EmptyRow
        } else if found < expected && found % 2 == 1 {
            LengthHint::FinalSpaces
        } else if found == expected / 2 + 1 {
            LengthHint::SpacesBetween
        } else {
            LengthHint::Unknown
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::BoardLines => "one for each row of the board",
            Expected::QuoridorLines => {
                "those of the board, one for the walls x has left and one for those of o"
            }
            Expected::DraughtsCell => "one of x X o O or a space",
            Expected::QuoridorCell => "one of x o or .",
            Expected::HorizontalWallPart => "- or a space: between two rows lie horizontal walls",
            Expected::VerticalWallPart => "| or a space: between two columns lie vertical walls",
            Expected::WallMiddle => "- or | or a space",
            Expected::PawnOrWall => "a square of the board, like e2, or a wall, like e3h",
            Expected::DarkSquare => "a dark square of the board",
            Expected::SignOrEndOfMove => "'-', 'x' or the end of the move",
            Expected::SignAndSquare => "'-' or 'x' and a square",
            Expected::EndOfMove => "the end of the move",
            Expected::Colour => "W or B",
            Expected::EndOfPosition => "the end of the position",
            Expected::ColonAndPieces => "':' and a list of pieces",
            Expected::OtherColour => "the other colour's pieces",
            Expected::EndOfRange => "a number not below the range's first",
            Expected::BoardSize => "the size of the board, like 9",
            Expected::QuoridorTurn => "x or o, whose turn it is",
            Expected::ColonAndNextPart => "':' and the next part",
            Expected::PawnSquare => "the square of a pawn",
            Expected::CommaAndWallsLeft => "',' and the walls it has left",
            Expected::ClosingQuote => "the closing quote",
            Expected::Number => "a number",
            Expected::Counter => "H or F and a number",
            Expected::WallsLeft => "the walls it has left",
            Expected::ColonAndWallsOrEnd => "':' and walls, or the end of the position",
            Expected::Wall => "a wall of the board, like e3h",
            Expected::CommaOrEndOfPosition => "',' or the end of the position",
        })
    }
}

impl fmt::Display for UnreadableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnreadableFile::Missing => "there is no such file",
            UnreadableFile::NotAFile => "not a regular file",
            UnreadableFile::Io => "it cannot be read",
        })
    }
}

impl fmt::Display for NoWall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoWall::Over => "the match is over",
            NoWall::NoneLeft => "it has no walls left",
            NoWall::Standing => "the same wall stands there already",
            NoWall::Cross => "it would cross another wall",
            NoWall::PathBlocked(Player::X) => "it would leave x no path to its goal",
            NoWall::PathBlocked(Player::O) => "it would leave o no path to its goal",
            NoWall::Overlap(Direction::Horizontal) => "it would overlap another wall of its row",
            NoWall::Overlap(Direction::Vertical) => "it would overlap another wall of its column",
        })
    }
}

impl fmt::Display for LengthHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LengthHint::Unknown => "",
            LengthHint::EmptyRow => " (an empty row is all spaces)",
            LengthHint::FinalSpaces => " (spaces at the end of a line belong to it)",
            LengthHint::SpacesBetween => " (one space between cells)",
        })
    }
}
