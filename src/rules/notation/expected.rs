//! What texts must have in a place, and other causes that are said within a sentence.

use crate::Player;
use crate::quoridor::Direction;

/// What a text must have in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// It crosses another wall.
    Cross,
    /// It leaves this player no path.
    PathBlocked(Player),
    /// It covers a part of another one, of the same direction.
    Overlap(Direction),
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
    pub(crate) const fn of(found: usize, expected: usize) -> LengthHint {
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
