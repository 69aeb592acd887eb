//! Reasons for which matches end.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// The reason for an end, in the contract's words and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    NoPieces,
    NoMoves,
    Goal,
    MoveLimit,
    Repetition,
    RuleDraw,
    /// The program that knows the rules ended it.
    Rules,
    IllegalMove,
    Unchanged,
    InvalidBoard,
    Timeout,
    Memory,
    Crash,
    Exited,
    Output,
    Cheating,
    /// The host failed.
    Void,
    /// Only people end a match so, as the next.
    Agreed,
    Resigned,
}

impl Reason {
    /// The word in results.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
