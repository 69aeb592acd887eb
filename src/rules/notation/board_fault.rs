//! Faults of board files, each with its place, the text found and the text expected.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::expected::{Expected, UnreadableFile};
use super::setup::SetupFault;
use crate::Player;

/// A character of a file, or a byte that is not part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Glyph {
    Char(char),
    /// A byte that is not part of any UTF-8 character.
    Byte(u8),
}

impl fmt::Display for Glyph {
    /// Escapes everything but printable ASCII, so that a terminal shows it unchanged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glyph::Char('\0') => f.write_str("\\0"),
            Glyph::Char(letter @ ' '..='~') => write!(f, "{letter}"),
            Glyph::Char(other) => write!(f, "{}", other.escape_default()),
            Glyph::Byte(byte) => write!(f, "\\x{byte:02x}"),
        }
    }
}

impl Glyph {
    /// Formats it in quotes for a sentence in any language, or by its number if it cannot be shown.
    pub fn quoted(&self) -> String {
        match self {
            Glyph::Char('"') => "'\"'".to_owned(),
            Glyph::Char('\0' | '\t' | '\n' | '\r' | ' '..='~') => format!("\"{self}\""),
            Glyph::Char(other) => format!("U+{:04X}", u32::from(*other)),
            Glyph::Byte(byte) => format!("0x{byte:02X}"),
        }
    }
}

/// A harmless and common deviation from the exact format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leniency {
    /// A newline after the last line.
    FinalNewline,
    /// Carriage returns before newlines.
    Crlf,
    /// Blanks around the name of a move.
    Blanks,
}

impl Leniency {
    /// Its name in `--json`.
    pub const fn name(self) -> &'static str {
        match self {
            Leniency::FinalNewline => "final_newline",
            Leniency::Crlf => "crlf",
            Leniency::Blanks => "blanks",
        }
    }
}

/// Tolerates leniencies, or reports them as faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Tolerated, and reported.
    #[default]
    Tolerant,
    Strict,
}

/// One fault of a board file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardFault {
    /// The file cannot be read.
    Unreadable { why: UnreadableFile },
    /// The file is empty.
    EmptyFile { expected: usize },
    /// The file is far longer than any board; reading stopped at this byte.
    TooLong { limit: usize },
    /// The file has too few or too many lines.
    LineCount { found: usize, expected: usize, meaning: Expected },
    /// A line is too short or too long.
    LineLength { line: usize, found: usize, expected: usize },
    /// A line of a written game's board is too short or too long.
    RowLength { line: usize, found: usize, expected: usize },
    /// A cell of a written game's board has a sign that the game does not have.
    UnknownSign { line: usize, column: usize, found: Glyph, signs: String },
    /// Two cells are separated by something other than a space.
    BadSeparator { line: usize, column: usize, found: Glyph },
    /// A character is not allowed in its place.
    UnknownCharacter { line: usize, column: usize, found: Glyph, expected: Expected },
    /// A line should give the number of walls left to a player of Quoridor.
    WallsLeft { line: usize, player: Player, found: String },
    /// A deviation from the exact format, under strict reading.
    NotExact(Leniency),
    /// The text is well-formed, but the board is unplayable.
    Setup {
        /// Line of the piece at fault, if it is one piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        fault: SetupFault,
    },
}

impl BoardFault {
    /// Its name in `--json`.
    pub const fn kind(&self) -> &'static str {
        match self {
            BoardFault::Unreadable { .. } => "unreadable",
            BoardFault::EmptyFile { .. } => "empty_file",
            BoardFault::TooLong { .. } => "too_long",
            BoardFault::LineCount { .. } => "line_count",
            BoardFault::LineLength { .. } => "line_length",
            BoardFault::RowLength { .. } => "row_length",
            BoardFault::UnknownSign { .. } => "unknown_sign",
            BoardFault::BadSeparator { .. } => "bad_separator",
            BoardFault::UnknownCharacter { .. } => "unknown_character",
            BoardFault::WallsLeft { .. } => "walls_left",
            BoardFault::NotExact(leniency) => leniency.name(),
            BoardFault::Setup { fault, .. } => match fault {
                SetupFault::LightSquare { .. } => "light_square",
                SetupFault::UnpromotedMan { .. } => "unpromoted_man",
                SetupFault::TooManyPieces { .. } => "too_many_pieces",
                SetupFault::NoPieces => "no_pieces",
                SetupFault::Pawns { .. } => "pawns",
                SetupFault::BrokenWall { .. } => "broken_wall",
                SetupFault::StrayHalf => "stray_half",
                SetupFault::WallOverlap { .. } => "wall_overlap",
                SetupFault::WallCross { .. } => "wall_cross",
                SetupFault::PathBlocked { .. } => "path_blocked",
                SetupFault::Quoridor(_) => "unplayable",
            },
        }
    }

    /// Line and column where there are such.
    pub const fn place(&self) -> (Option<usize>, Option<usize>) {
        match self {
            BoardFault::LineLength { line, .. }
            | BoardFault::RowLength { line, .. }
            | BoardFault::WallsLeft { line, .. } => (Some(*line), None),
            BoardFault::BadSeparator { line, column, .. }
            | BoardFault::UnknownSign { line, column, .. }
            | BoardFault::UnknownCharacter { line, column, .. } => (Some(*line), Some(*column)),
            BoardFault::Setup { line, column, .. } => (*line, *column),
            _ => (None, None),
        }
    }
}
