//! Faults that lose a match, as data. No sentence is here: each language has its own words for it.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::slip::Slip;
use super::together::{is_ending_code, is_ending_signal};
use arbitro_rules::judge::Wrong;
use arbitro_rules::{Player, Reason};
use arbitro_sandbox::Ended;

/// A fault of one player, which ends the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub player: Player,
    /// The ply that it would have been.
    pub ply: u64,
    pub file: PathBuf,
    pub detail: Detail,
    /// The file that the player wrote, if it could be read.
    pub wrote: Option<Vec<u8>>,
    /// The file that it wrote elsewhere by a slip, if that could be read.
    pub stray: Option<Vec<u8>>,
    /// The part of the player's output that tells why there is no board: the message of its exception, then its
    /// last lines.
    pub printed: Vec<String>,
    /// The use that a late player made of its time.
    pub activity: Option<Activity>,
}

/// The use that a late player made of its time, by the processor time of its turn. Like that, it may differ when the
/// match is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    Computed,
    Waited,
    /// It waited, and programs that it started waited too.
    AllWaited,
}

/// The deed of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    Board(Wrong),
    /// It wrote no board in time.
    Late {
        #[serde(with = "crate::duration")]
        allowed: Duration,
        clock: Clock,
        /// Its deed instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slip: Option<Slip>,
    },
    Memory {
        limit: u64,
    },
    Killed {
        signal: i32,
        /// The denied system call that made it die, if reruns found one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        denied: Option<String>,
        /// Its deed instead of writing its board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slip: Option<Slip>,
    },
    /// The process that watches over it was killed, whenever the match was played.
    WatcherKilled,
    Exited {
        code: i32,
        /// As of a program that was killed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        denied: Option<String>,
        /// As of a program that was killed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slip: Option<Slip>,
    },
    /// It wrote too much, to its output or into its folder.
    Output(Excess),
    /// It wrote this board before its turn.
    Ahead(u64),
    /// It put something where this board had to go.
    Occupied(u64),
    /// It wrote this board, which is not its own.
    NotItsOwn(u64),
}

/// The clock that a time limit is measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    Wall,
    /// The processor time of the player and its children.
    Processor,
}

/// A limit of what a player writes, in bytes, or without a number where the system gave none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Excess {
    File(u64),
    /// Of what it prints.
    Printed(u64),
    Folder,
    /// It left no room for others, whenever the match was played.
    Room,
}

impl Fault {
    pub(super) fn new(player: Player, ply: u64, file: PathBuf, detail: Detail) -> Fault {
        let (wrote, stray, printed, activity) = (None, None, Vec::new(), None);
        Fault { player, ply, file, detail, wrote, stray, printed, activity }
    }

    pub fn reason(&self) -> Reason {
        self.detail.reason()
    }
}

impl Detail {
    pub fn reason(&self) -> Reason {
        match self {
            Detail::Board(wrong) => wrong.reason(),
            Detail::Late { .. } => Reason::Timeout,
            Detail::Memory { .. } => Reason::Memory,
            Detail::Killed { .. } | Detail::WatcherKilled => Reason::Crash,
            Detail::Exited { .. } => Reason::Exited,
            Detail::Output(_) => Reason::Output,
            Detail::Ahead(_) | Detail::Occupied(_) | Detail::NotItsOwn(_) => Reason::Cheating,
        }
    }

    /// The wrong board, if one lost the match.
    pub fn wrong(&self) -> Option<&Wrong> {
        match self {
            Detail::Board(wrong) => Some(wrong),
            _ => None,
        }
    }

    /// The place for the slip that explains why no board came; it changes no reason.
    pub(super) fn slip_mut(&mut self) -> Option<&mut Option<Slip>> {
        match self {
            Detail::Late { slip, .. }
            | Detail::Killed { slip, .. }
            | Detail::Exited { slip, .. } => Some(slip),
            _ => None,
        }
    }

    /// Returns true if the player wrote no board, and what it printed may tell why. Of a late player a
    /// slip tells more, a printed board tells nothing else, and of a flood no line tells anything.
    pub(super) fn may_be_told_by_output(&self) -> bool {
        match self {
            Detail::Late { slip, .. } => matches!(slip, None | Some(Slip::Pass | Slip::Silent)),
            Detail::Exited { slip, .. } | Detail::Killed { slip, .. } => {
                *slip != Some(Slip::Printed)
            }
            Detail::Memory { .. } | Detail::WatcherKilled => true,
            _ => false,
        }
    }

    /// Returns the path in its folder that the player wrote instead of its board.
    pub fn stray_path(&self) -> Option<&str> {
        match self {
            Detail::Late { slip, .. }
            | Detail::Killed { slip, .. }
            | Detail::Exited { slip, .. } => match slip {
                Some(Slip::Elsewhere { wrote }) => Some(wrote),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if the program died as one that is killed from outside. A signal that stops the
    /// referee may have killed the players too, and first.
    pub fn can_be_external(&self) -> bool {
        match self {
            Detail::Killed { signal, .. } => is_ending_signal(*signal),
            Detail::WatcherKilled => true,
            Detail::Exited { code, .. } => is_ending_code(*code),
            _ => false,
        }
    }

    /// Returns the end of the program, if it ended by itself, and the place for the denied system call that may be
    /// the cause.
    pub(super) fn death(&mut self) -> Option<(Ended, &mut Option<String>)> {
        if self.can_be_external() {
            return None;
        }
        match self {
            Detail::Killed { signal, denied, .. } => Some((Ended::Killed(*signal), denied)),
            Detail::Exited { code, denied, .. } => Some((Ended::Exited(*code), denied)),
            _ => None,
        }
    }
}
