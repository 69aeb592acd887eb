//! What happens in a match, one thing after the other.

use std::path::PathBuf;
use std::time::Duration;

use crate::check::{Fault, FaultReason};
use crate::history::LineEnd;
use crate::judge::Diagnose;
use crate::notation::Leniency;
use crate::rules::Player;

/// Why a player loses by what it did, or did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<G: Diagnose> {
    /// By its board.
    Board(Fault<G>),
    /// No board in time.
    Timeout {
        /// The time it had.
        allowed: Duration,
    },
    /// It wrote where it had no business.
    Cheating {
        /// What it did.
        text: String,
    },
}

/// A match lost by a player's own doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit<G: Diagnose> {
    /// Who.
    pub player: Player,
    /// At which ply.
    pub ply: u64,
    /// The file it is about.
    pub file: PathBuf,
    /// What it did.
    pub why: Why<G>,
}

impl<G: Diagnose> Forfeit<G> {
    /// The contract's word.
    pub fn reason(&self) -> &'static str {
        match &self.why {
            Why::Board(fault) => fault.reason.name(),
            Why::Timeout { .. } => "timeout",
            Why::Cheating { .. } => "cheating",
        }
    }

    /// What was wrong with the board, if that is what it was.
    pub fn board_fault(&self) -> Option<&FaultReason> {
        match &self.why {
            Why::Board(fault) => Some(&fault.reason),
            Why::Timeout { .. } | Why::Cheating { .. } => None,
        }
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<G: Diagnose> {
    /// By the rules.
    Rules(LineEnd),
    /// By a player's own doing.
    Forfeit(Forfeit<G>),
}

impl<G: Diagnose> Outcome<G> {
    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Outcome::Rules(end) => end.winner(),
            Outcome::Forfeit(forfeit) => Some(!forfeit.player),
        }
    }

    /// The contract's word for the reason.
    pub fn reason(&self) -> &'static str {
        match self {
            Outcome::Rules(end) => end.reason(),
            Outcome::Forfeit(forfeit) => forfeit.reason(),
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<G: Diagnose> {
    /// A player's turn has begun.
    Turn {
        /// Whose.
        player: Player,
        /// The ply it is to play.
        ply: u64,
        /// The file it is to write.
        file: PathBuf,
    },
    /// A legal move was made.
    Move {
        /// By whom.
        player: Player,
        /// Which ply.
        ply: u64,
        /// The position before it.
        before: G,
        /// The move.
        mv: G::Move,
        /// The time from the turn's beginning to the board.
        took: Duration,
        /// What was tolerated in the file, and mended.
        tolerated: Vec<Leniency>,
    },
    /// Something to be told that decides nothing.
    Warning(String),
    /// The match is over.
    Ended(Outcome<G>),
}
