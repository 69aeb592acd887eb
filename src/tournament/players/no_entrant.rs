//! The reasons why a candidate does not take part.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use crate::run::forfeit::{Evidence, TrialFault};
use arbitro_rules::InvalidValue;
use arbitro_sandbox::CannotStart;
use arbitro_words::{Language, say};

/// A candidate that does not take part, and why.
#[derive(Debug)]
pub struct LeftOut {
    pub path: PathBuf,
    pub why: NoEntrant,
}

/// A trial match in which a player made no legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedTrial {
    pub name: String,
    pub sha256: String,
    /// Its behaviour instead.
    pub fault: TrialFault,
    /// The boards, and the players' output.
    pub evidence: Evidence,
}

/// Reason why a candidate cannot take part. What a manifest, the system or the kernel says stays as it is.
#[arbitro_table::texts("words")]
#[derive(Debug, Error)]
pub enum NoEntrant {
    Io(#[source] std::io::Error),
    Missing,
    Manifest { what: String },
    OtherGame { game: String },
    NoGame(#[from] InvalidValue),
    NoCommand { command: String },
    NotBuilt { command: String },
    // The file that an interpreter is to run, and the one in the folder that was meant.
    NoFile { file: String, interpreter: String, nearest: Option<String> },
    // The command in the manifest may belong to another player.
    NotItsOwn { command: String, environment: Option<String> },
    Needs { folder: String, why: NeedFault },
    CannotStart(#[from] CannotStart),
    // The command is longer than this many bytes.
    LongCommand { most: usize },
    // A link to a place that another user may own.
    Link,
    // Its strategy is one of games that are compiled in.
    NotAnyGame,
    TooBig,
    NotCopied { what: String },
    // It asks for several processes where a player is one; what would change that.
    Processes { what: String },
    Smoke(Box<FailedTrial>),
    Nothing,
    Twice,
    // On a ladder, where the folder names the player.
    FolderName(NameFault),
    // It has more than a version on a ladder may have.
    TooBigToKeep,
    TooManyPlayers { most: usize },
    // The bytes kept of a version are others than those that were handed in.
    Damaged,
}

/// The reason why a folder's name is no player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameFault {
    // It ends as names of versions do.
    Version,
    // It is too long, or not all of it is visible.
    Unclear,
    // It looks like this other player's name.
    Alike(String),
}

impl fmt::Display for NoEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(self, Language::English))
    }
}

impl From<std::io::Error> for NoEntrant {
    fn from(error: std::io::Error) -> NoEntrant {
        match error.kind() {
            std::io::ErrorKind::NotFound => NoEntrant::Missing,
            _ => NoEntrant::Io(error),
        }
    }
}

/// The reason why a player does not get a folder that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedFault {
    Missing,
    NotAllowed,
    // The users that players run as may not read it.
    Closed,
}
