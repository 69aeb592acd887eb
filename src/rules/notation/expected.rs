//! Expectations of a text in a place, and other causes.

use serde::{Deserialize, Serialize};

use crate::Player;
use crate::judge::diagnosis::Code;
use crate::quoridor::Direction;

/// The expectation of a text in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    Printable,
}

/// The reason why a file cannot be read as a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnreadableFile {
    Missing,
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// The system call failed.
    Io,
}

/// The reason why a wall may not stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoWall {
    Over,
    NoneLeft,
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
