//! All that the page is told of a match.

use serde::Serialize;

use super::{EndingShown, MoveShown, WallsLeft};

/// A match as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MatchState {
    /// Which match.
    pub id: String,
    /// Which game.
    pub game: &'static str,
    /// `x`, `o` or `both`: what the person plays.
    pub you: &'static str,
    /// The computer's level; none where two people play.
    pub level: Option<&'static str>,
    /// Grows with every change.
    pub version: u64,
    /// Plies played.
    pub ply: usize,
    /// Who is to move; nobody at the end.
    pub turn: Option<&'static str>,
    /// Whether the computer is to move.
    pub thinking: bool,
    /// The board now.
    pub board: String,
    /// The board at the start.
    pub start: String,
    /// The position in one line.
    pub fen: String,
    /// What was played.
    pub moves: Vec<Played>,
    /// What the person may play; nothing when it is not the person's turn.
    pub legal: Vec<MoveShown>,
    /// Whether a capture is compulsory now.
    pub forced: bool,
    /// Walls left.
    pub walls: Option<WallsLeft>,
    /// What was said about a draw.
    pub draw: DrawShown,
    /// How it is over, if it is.
    pub end: Option<EndingShown>,
    /// The time that each side has used.
    pub clock: ClockShown,
    /// Whether something can be taken back.
    pub can_undo: bool,
}

/// The talk about a draw: an offer lapses when the other side moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawShown {
    /// The side whose offer stands: the other one accepts or declines.
    pub offer: Option<&'static str>,
    /// The side whose offer was declined since the last ply.
    pub declined: Option<&'static str>,
    /// Why the computer declined, in a sentence.
    pub text: Option<&'static str>,
    /// Whether the side to move may offer one now.
    pub can_offer: bool,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Which.
    #[serde(flatten)]
    pub played: MoveShown,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

/// The time of both sides, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockShown {
    /// Used by player 1.
    pub x: u64,
    /// Used by player 2.
    pub o: u64,
    /// What each has for the whole match, if there is a limit.
    pub limit_ms: Option<u64>,
}
