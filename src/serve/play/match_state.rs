//! The state of a match, as sent to the page.

use std::borrow::Cow;

use serde::Serialize;

use super::{EndingShown, MoveShown};
use arbitro_rules::Player;
use arbitro_rules::history::Both;

/// A match as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MatchState {
    pub id: String,
    pub game: &'static str,
    /// `x`, `o` or `both`: the side that the person plays.
    pub you: &'static str,
    /// The computer's level; `None` if two people play.
    pub level: Option<&'static str>,
    /// The seed of the computer's choices.
    pub seed: Option<u64>,
    /// Increases with every change.
    pub version: u64,
    pub ply: usize,
    /// The player to move; `None` at the end.
    pub turn: Option<Player>,
    /// True if the computer is to move.
    pub thinking: bool,
    pub board: String,
    /// The board at the start.
    pub start: String,
    /// The start in FEN or Quoridor's notation, unless it is the usual one.
    pub start_fen: Option<String>,
    /// The position in FEN or Quoridor's notation.
    pub fen: String,
    pub moves: Vec<Played>,
    /// The person's legal moves; empty on the computer's turn.
    pub legal: Vec<MoveShown>,
    /// True if a capture is compulsory now.
    pub forced: bool,
    pub walls: Option<Both<u8>>,
    pub draw: DrawShown,
    pub end: Option<EndingShown>,
    /// The time used by each side.
    pub clock: ClockShown,
    /// True if a move can be taken back, or that be offered.
    pub can_undo: bool,
    pub undo: UndoShown,
}

/// Two people's offers to take a move back, by the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UndoShown {
    /// The side whose offer stands.
    pub offer: Option<Player>,
    /// The side whose offer was declined since the last ply.
    pub declined: Option<Player>,
}

/// The state of draw offers; an offer lapses when the other side moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawShown {
    /// The side whose offer stands; the other side accepts or declines.
    pub offer: Option<Player>,
    /// The side whose offer was declined since the last ply.
    pub declined: Option<Player>,
    /// The computer's reason for declining.
    pub text: Option<Cow<'static, str>>,
    /// True if the side to move may offer a draw now.
    pub can_offer: bool,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    #[serde(flatten)]
    pub played: MoveShown,
    pub ms: u64,
    /// The board after it, if it is no grid whose cells the move names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockShown {
    /// Used by player 1.
    pub x: u64,
    /// Used by player 2.
    pub o: u64,
    /// Time limit of each player for the whole match, if any.
    pub limit_ms: Option<u64>,
}
