//! What happens in a match, one thing after the other.

use std::path::PathBuf;
use std::time::Duration;

use super::together::{is_ending_code, is_ending_signal};
use crate::check::{Fault, FaultReason, forfeit_said};
use arbitro_rules::Player;
use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::notation::Leniency;

/// Why a player loses by what it did, or did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<G: Diagnose> {
    /// By its board.
    Board(Fault<G>),
    /// No board in time.
    Timeout {
        /// The time it had.
        allowed: Duration,
        /// Which clock ran out.
        clock: Clock,
    },
    /// It took more memory than it may.
    Memory {
        /// What it may take, in bytes.
        limit: u64,
    },
    /// It died.
    Crash {
        /// Of what.
        text: String,
        /// The signal that ended it.
        signal: i32,
    },
    /// It left.
    Exited {
        /// With this exit code.
        code: i32,
    },
    /// It wrote more than it may, on its output or into its folder.
    Output {
        /// What was too much.
        text: String,
    },
    /// It wrote where it had no business.
    Cheating {
        /// What it did.
        text: String,
    },
}

/// What a time limit is measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The one on the wall.
    Wall,
    /// The processor time of everything the player runs.
    Processor,
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
            Why::Memory { .. } => "memory",
            Why::Crash { .. } => "crash",
            Why::Exited { .. } => "exited",
            Why::Output { .. } => "output",
            Why::Cheating { .. } => "cheating",
        }
    }

    /// What it did, in a sentence.
    pub fn said(&self) -> Said {
        match &self.why {
            Why::Board(fault) => fault.reason.said_first::<G>(),
            _ => forfeit_said(&self.text()),
        }
    }

    /// The same in English, as records keep it.
    pub fn text(&self) -> String {
        match &self.why {
            Why::Board(_) => self.said().in_language(Language::English).to_owned(),
            Why::Timeout {
                allowed,
                clock: Clock::Wall,
            } => format!("no board within {}", seconds(*allowed)),
            Why::Timeout {
                allowed,
                clock: Clock::Processor,
            } => format!("more than {} of processor time", seconds(*allowed)),
            Why::Memory { limit } => format!("more than {} MiB of memory", limit >> 20),
            Why::Exited { code } => format!("it left with exit code {code}"),
            Why::Crash { text, .. } | Why::Output { text } | Why::Cheating { text } => text.clone(),
        }
    }

    /// Whether it ended as a program does that somebody ends: who ends the referee may have ended the
    /// players too, and before it.
    pub fn may_be_from_outside(&self) -> bool {
        match self.why {
            Why::Crash { signal, .. } => is_ending_signal(signal),
            Why::Exited { code } => is_ending_code(code),
            Why::Board(_)
            | Why::Timeout { .. }
            | Why::Memory { .. }
            | Why::Output { .. }
            | Why::Cheating { .. } => false,
        }
    }

    /// What was wrong with the board, if that is what it was.
    pub fn board_fault(&self) -> Option<&FaultReason> {
        match &self.why {
            Why::Board(fault) => Some(&fault.reason),
            Why::Timeout { .. }
            | Why::Memory { .. }
            | Why::Crash { .. }
            | Why::Exited { .. }
            | Why::Output { .. }
            | Why::Cheating { .. } => None,
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// How a match ended.
#[expect(
    clippy::large_enum_variant,
    reason = "the large variant is made once a match, at its end"
)]
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
        /// The processor time of the player since its last board, where it was measured.
        cpu: Option<Duration>,
        /// What was tolerated in the file, and mended.
        tolerated: Vec<Leniency>,
    },
    /// Something to be told that decides nothing.
    Warning(Said),
    /// The match is over.
    Ended(Outcome<G>),
}
