//! The data of a diagnosis.

use crate::{Player, Square, Titles};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The fault of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Code {
    Unchanged,
    /// A piece went to a light square.
    OffDark,
    /// A man reached its last row and stayed a man.
    NotPromoted,
    /// A man became a king where it may not.
    PromotedEarly,
    Demoted,
    /// The mover moved a piece of the opponent's.
    MovedOpponent,
    /// The mover moved more than one of its pieces.
    MovedTwo,
    /// A piece came from nowhere.
    Appeared,
    /// A piece disappeared without having been captured.
    Vanished,
    /// A piece jumped over one of its own side and took it.
    CapturedOwn,
    /// A piece jumped over one of its own side.
    JumpedOwn,
    /// A piece went to a square that was taken.
    Occupied,
    /// A man stepped backwards.
    ManBackwards,
    WrongDistance,
    /// A jumped piece is still there.
    NotRemoved,
    /// A piece was removed that was not jumped over.
    RemovedWithoutJump,
    /// A capture took more than it jumped over, or than a turn may take.
    RemovedTooMany,
    /// A man took a king.
    ManCapturedKing,
    /// A man captured backwards.
    CapturedBackwards,
    /// A capture was obligatory.
    CaptureForced,
    NotMostCaptured,
    /// The capture had to continue.
    CaptureUnfinished,
    ItalianPriority,
    NotMostKings,
    /// A king had to capture instead of a man.
    KingFirst,
    /// A wall shares a half with another.
    WallOverlap,
    /// A wall has its middle where another has it.
    WallCross,
    /// A wall is not drawn with a middle and both halves.
    WallBroken,
    PathBlocked,
    /// A wall was placed by a player that had none left.
    NoWallsLeft,
    /// A pawn went through a wall.
    ThroughWall,
    /// A jump that walls forbid, or one to the side where the straight one was free.
    JumpBlocked,
    /// More than one step or one wall in a turn.
    TwoActions,
    /// The walls left are not what the turn leaves.
    WallsMiscounted,
    OtherSize,
    GameOver,
    /// In a written game, the only legal move leaves the board as it is.
    MustPass,
    /// No move of a written game leads to the board.
    NoSuchMove,
    /// The program that knows the rules says what is wrong.
    ByTheProgram,
}

impl Code {
    pub const ALL: [Code; Code::VARIANTS.len()] = *Code::VARIANTS.first_chunk().expect("as many");

    /// Its name in `--json` and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A kind of piece, for sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    Man,
    King,
    Pawn,
}

/// A wrong number of walls left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miscount {
    /// The player whose walls are miscounted.
    pub player: Player,
    pub expected: usize,
    pub found: usize,
}

/// Details of a diagnosis about walls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AboutWalls {
    /// Names of the walls concerned, the placed one first. The squares at their lower left are the
    /// places of the diagnosis, unless it has better ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miscount: Option<Miscount>,
}

/// The explanation of an illegal board: a code, and the places that a person would point at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub code: Code,
    pub mover: Player,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// Further places: pieces removed, jumped, appeared; what they are depends on the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Square>,
    /// Square of the last row that a capturing man touched before it went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<Square>,
    /// Number of the Italian rule of priority, 2 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<u8>,
    /// A legal move that shows what was expected, in the game's notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_walls: Option<Box<AboutWalls>>,
    /// The sentence of the program that knows the rules. Boxed, because most games have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_the_program: Option<Box<Titles>>,
    /// Number of faults of the smallest explanation, this one included. Not counted in Quoridor,
    /// where it is 1.
    pub faults: usize,
}

impl Diagnosis {
    pub fn new(code: Code, mover: Player) -> Diagnosis {
        Diagnosis {
            code,
            mover,
            piece: None,
            from: None,
            to: None,
            others: Vec::new(),
            touched: None,
            rule: None,
            instead: None,
            about_walls: None,
            by_the_program: None,
            faults: 1,
        }
    }

    /// Names of the walls concerned.
    pub fn walls(&self) -> &[String] {
        self.about_walls.as_ref().map_or(&[], |about_walls| &about_walls.names)
    }

    pub fn miscount(&self) -> Option<Miscount> {
        self.about_walls.as_ref().and_then(|about_walls| about_walls.miscount)
    }

    /// The places to point at: from, to, then the others.
    pub fn places(&self) -> Vec<Square> {
        self.from.into_iter().chain(self.to).chain(self.others.iter().copied()).collect()
    }
}
