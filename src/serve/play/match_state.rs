//! All that the page is told of a match.

use serde::Serialize;

use super::{EndingShown, MoveShown, WallsLeft};

/// A match as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MatchState {
    pub id: String,
    pub game: &'static str,
    /// `x`, `o` or `both`: what the person plays.
    pub you: &'static str,
    /// The computer's level; none where two people play.
    pub level: Option<&'static str>,
    /// Grows with every change.
    pub version: u64,
    /// Plies played.
    pub ply: usize,
    /// The player to move; none at the end.
    pub turn: Option<&'static str>,
    /// True if the computer is to move.
    pub thinking: bool,
    /// The board now.
    pub board: String,
    /// The board at the start.
    pub start: String,
    /// The position in one line.
    pub fen: String,
    pub moves: Vec<Played>,
    /// Legal moves of the person; empty when it is not the person's turn.
    pub legal: Vec<MoveShown>,
    /// True if a capture is compulsory now.
    pub forced: bool,
    pub walls: Option<WallsLeft>,
    pub draw: DrawShown,
    pub end: Option<EndingShown>,
    /// The time that each side has used.
    pub clock: ClockShown,
    /// True if a move can be taken back.
    pub can_undo: bool,
}

/// The talk about a draw: an offer lapses when the other side moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawShown {
    /// The side whose offer stands: the other one accepts or declines.
    pub offer: Option<&'static str>,
    /// The side whose offer was declined since the last ply.
    pub declined: Option<&'static str>,
    /// The computer's reason for declining, in a sentence.
    pub text: Option<&'static str>,
    /// True if the side to move may offer a draw now.
    pub can_offer: bool,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    #[serde(flatten)]
    pub played: MoveShown,
    /// Milliseconds it took.
    pub ms: u64,
}

/// The time of both sides, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockShown {
    /// Used by player 1.
    pub x: u64,
    /// Used by player 2.
    pub o: u64,
    /// Time of each player for the whole match, if limited.
    pub limit_ms: Option<u64>,
}
