//! Events of a match, in order.

use std::path::PathBuf;
use std::time::Duration;

use super::slip::Slip;
use super::together::{is_ending_code, is_ending_signal};
use crate::check::{Fault, FaultReason, forfeit_said};
use arbitro_rules::Player;
use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::notation::Leniency;
use arbitro_sandbox::Ended;

/// Cause of a forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<G: Diagnose> {
    Board(Fault<G>),
    /// The player wrote no board in time.
    Timeout {
        /// The time limit.
        allowed: Duration,
        /// The clock that ran out.
        clock: Clock,
        /// What the player did instead.
        slip: Option<Slip>,
    },
    /// The player exceeded its memory limit.
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The player's program was killed by a signal.
    Crash {
        /// A description of the signal.
        text: String,
        signal: i32,
    },
    /// The player's program exited.
    Exited {
        code: i32,
    },
    /// The player wrote too much, to its output or into its folder.
    Output {
        /// Description of the excess.
        text: String,
    },
    /// The player wrote a file that it must not write.
    Cheating {
        /// Description of the attempt.
        text: String,
    },
}

/// The clock that a time limit is measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    Wall,
    /// The processor time of the player and its children.
    Processor,
}

/// The end of a match by a fault of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit<G: Diagnose> {
    pub player: Player,
    pub ply: u64,
    /// The file concerned.
    pub file: PathBuf,
    pub why: Why<G>,
    /// The denied system call that made the program die, if reruns found one.
    pub denied_call: Option<String>,
    /// The line that tells why there is no board, of what the player printed, and the one before it.
    pub last_words: Vec<String>,
}

impl<G: Diagnose> Forfeit<G> {
    /// The reason in the contract's word.
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

    /// Describes the forfeit in a sentence.
    pub fn said(&self) -> Said {
        match &self.why {
            Why::Board(fault) => fault.reason.said_first::<G>(),
            _ => forfeit_said(&self.text()),
        }
    }

    /// The English sentence, as records keep it.
    pub fn text(&self) -> String {
        let text = self.text_of_cause();
        match &self.denied_call {
            Some(call) => format!("{text}; it called {call}, which players may not use"),
            None => text,
        }
    }

    fn text_of_cause(&self) -> String {
        match &self.why {
            Why::Board(_) => self.said().in_language(Language::English).to_owned(),
            Why::Timeout { allowed, clock, slip } => {
                let allowed = seconds(*allowed);
                let late = match clock {
                    Clock::Wall => format!("no board within {allowed}"),
                    Clock::Processor => format!("more than {allowed} of processor time"),
                };
                match slip {
                    Some(slip) => format!("{late}; {}", slip.text(self.ply + 1)),
                    None => late,
                }
            }
            Why::Memory { limit } => format!("more than {} MiB of memory", limit >> 20),
            Why::Exited { code } => format!("it exited with code {code}"),
            Why::Crash { text, .. } | Why::Output { text } | Why::Cheating { text } => text.clone(),
        }
    }

    /// Returns true if the player wrote no board, and what it printed may tell why. A slip tells more, and
    /// of a flood no line tells anything.
    pub(super) fn is_without_board(&self) -> bool {
        match &self.why {
            Why::Timeout { slip, .. } => slip.is_none(),
            Why::Memory { .. } | Why::Crash { .. } | Why::Exited { .. } => true,
            Why::Board(_) | Why::Output { .. } | Why::Cheating { .. } => false,
        }
    }

    /// Returns how the program ended, if it did by itself; a denied system call may then be the
    /// cause.
    pub(super) fn death(&self) -> Option<Ended> {
        let ended = match self.why {
            Why::Crash { signal, .. } => Ended::Killed(signal),
            Why::Exited { code } => Ended::Exited(code),
            Why::Board(_)
            | Why::Timeout { .. }
            | Why::Memory { .. }
            | Why::Output { .. }
            | Why::Cheating { .. } => return None,
        };
        (!self.can_be_external()).then_some(ended)
    }

    /// Returns true if the program died as one that is killed from outside. A signal that stops the
    /// referee may have killed the players too, and first.
    pub fn can_be_external(&self) -> bool {
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

    /// Returns the fault of the board, if a faulty board lost the match.
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

/// The end of a match.
#[expect(clippy::large_enum_variant, reason = "the large variant is made once a match, at its end")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd<G: Diagnose> {
    Rules(LineEnd),
    /// One player lost by its own fault.
    Forfeit(Forfeit<G>),
}

impl<G: Diagnose> MatchEnd<G> {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        match self {
            MatchEnd::Rules(end) => end.winner(),
            MatchEnd::Forfeit(forfeit) => Some(!forfeit.player),
        }
    }

    /// The reason in the contract's word.
    pub fn reason(&self) -> &'static str {
        match self {
            MatchEnd::Rules(end) => end.reason(),
            MatchEnd::Forfeit(forfeit) => forfeit.reason(),
        }
    }
}

/// An event of a match.
#[expect(clippy::large_enum_variant, reason = "the large variant is made once a match, at its end")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEvent<G: Diagnose> {
    /// A player's turn has begun.
    Turn {
        player: Player,
        /// The ply to play.
        ply: u64,
        /// The file to write.
        file: PathBuf,
    },
    /// The player is still to move: told now and then by a referee of contained players, who may be asked
    /// to stop.
    Waiting,
    /// A legal move was made.
    Move {
        /// The player that moved.
        player: Player,
        ply: u64,
        /// The position before the move.
        before: G,
        mv: G::Move,
        /// Time from the turn's beginning to the board.
        took: Duration,
        /// The player's processor time since its last board, if measured.
        cpu: Option<Duration>,
        /// Format errors tolerated in the file, which was then corrected.
        tolerated: Vec<Leniency>,
    },
    /// A warning; it decides nothing.
    Warning(Said),
    /// The match is over.
    Ended(MatchEnd<G>),
}
