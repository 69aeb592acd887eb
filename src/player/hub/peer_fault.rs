//! Faults of an external engine that end its match.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use super::line::LineFault;
use super::text::TextFault;

/// A reason to stop playing with an engine. Each is the fault of the engine or of its manifest.
#[derive(Debug, Error)]
pub enum PeerFault {
    /// It cannot be started.
    #[error("the hub engine {program} cannot be started: {why}")]
    Start { program: String, why: io::Error },
    /// It was not ready in time.
    #[error("the hub engine did not say {awaited} within {} ms of its start{}", within.as_millis(), said(complaint))]
    NotReady {
        /// The answer awaited: `wait` or `ready`.
        awaited: &'static str,
        /// The time it had.
        within: Duration,
        /// The last error that it told.
        complaint: Option<String>,
    },
    /// It has no such parameter.
    #[error("the hub engine has no parameter {name:?}; it has: {}", listed(known))]
    NoParam {
        name: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// It plays other games only, or is told to.
    #[error("the hub engine is to play variant {found:?}; a match here is variant normal")]
    Variant { found: String },
    /// It gave no move in time.
    #[error(
        "the hub engine gave no move within {} ms, though it was told to stop{}",
        within.as_millis(), said(complaint)
    )]
    Late {
        /// The time it had.
        within: Duration,
        /// The last error that it told.
        complaint: Option<String>,
    },
    /// It ended, or closed its output.
    #[error("the hub engine has left{}{}", with(status), said(complaint))]
    Gone {
        status: Option<ExitStatus>,
        /// The last error that it told.
        complaint: Option<String>,
    },
    /// It prints more than the limit.
    #[error("the hub engine wrote more than {} MiB without an answer in it", most >> 20)]
    Flood {
        /// The limit in bytes.
        most: usize,
    },
    /// It does not read what it is told.
    #[error("the hub engine does not read what it is told")]
    Deaf,
    /// It prints a line that is not in the protocol.
    #[error("the hub engine wrote a line that is none: {0}")]
    Line(LineFault),
    /// Its move is none.
    #[error("the hub engine's move: {0}")]
    Move(TextFault),
    /// The pipes to it failed.
    #[error("talking to the hub engine failed: {0}")]
    Pipe(io::Error),
}

fn said(complaint: &Option<String>) -> String {
    complaint
        .as_ref()
        .map_or_else(String::new, |it| format!("; it said: {it}"))
}

fn with(status: &Option<ExitStatus>) -> String {
    status.map_or_else(String::new, |it| format!(" ({it})"))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
