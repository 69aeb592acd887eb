//! A player that takes part, or the reason why it does not.

use std::path::PathBuf;

use thiserror::Error;

use super::smoke::TrialFault;
use super::table::Evidence;
use arbitro_referee::Contestant;
use arbitro_rules::InvalidValue;
use arbitro_sandbox::CannotStart;

pub const MANIFEST: &str = "player.toml";

/// Maximum length of a command in bytes. The kernel limits it
/// when a program starts, and one player's command must not fail the tournament.
pub(super) const MAX_COMMAND_BYTES: usize = 8 << 10;

/// A player that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in the ranking.
    pub name: String,
    /// The author, if the manifest names one.
    pub author: Option<String>,
    /// Path of the player; empty for bundled players.
    pub place: PathBuf,
    pub sha256: String,
    /// True for a bundled player, recognised by its bytes. All others are untrusted.
    pub is_bundled: bool,
    /// The command to start.
    pub contestant: Contestant,
}

/// A candidate that does not take part, and why.
#[derive(Debug)]
pub struct LeftOut {
    /// Path of the candidate.
    pub path: PathBuf,
    pub why: NoEntrant,
}

/// A trial match in which a player made no legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedTrial {
    pub name: String,
    /// Its behaviour instead.
    pub fault: TrialFault,
    /// The boards, and the players' output.
    pub evidence: Evidence,
}

/// Reason why a candidate cannot take part.
#[derive(Debug, Error)]
pub enum NoEntrant {
    #[error("it cannot be read")]
    Io(#[source] std::io::Error),
    #[error("there is no such file or folder")]
    Missing,
    #[error("its {MANIFEST} is wrong: {what}")]
    Manifest { what: String },
    #[error("it plays {game}")]
    OtherGame { game: String },
    #[error("its {MANIFEST}: {0}")]
    NoGame(#[from] InvalidValue),
    #[error("its command is missing: {command}")]
    NoCommand { command: String },
    #[error("its command is missing: {command}; there is a Makefile: run make in its folder")]
    NotBuilt { command: String },
    /// The command in the manifest may belong to another player.
    #[error("its command is neither in its own folder nor the system's: {command}")]
    NotItsOwn { command: String },
    #[error("it cannot be started: {0}")]
    CannotStart(#[from] CannotStart),
    #[error("its command is longer than {MAX_COMMAND_BYTES} bytes")]
    LongCommand,
    /// A link to a place that another user may own.
    #[error("it is a link that leads out of its folder")]
    Link,
    #[error("it is too large: more than 1 GiB, or more than 20,000 files")]
    TooBig,
    #[error("it cannot be copied: {what}")]
    NotCopied { what: String },
    #[error("it made no legal move: {}", .0.fault)]
    Smoke(Box<FailedTrial>),
    #[error("there is no {MANIFEST} and no executable file")]
    Nothing,
    #[error("it is named twice, and takes part once")]
    Twice,
}

impl From<std::io::Error> for NoEntrant {
    fn from(error: std::io::Error) -> NoEntrant {
        match error.kind() {
            std::io::ErrorKind::NotFound => NoEntrant::Missing,
            _ => NoEntrant::Io(error),
        }
    }
}
