//! Faults of an external engine that end its match.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use crate::line::LineFault;
use crate::text::TextFault;

/// A reason to stop a match with an engine. All are faults of the engine or of its manifest. A complaint is the last
/// error that the engine reported.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum PeerFault {
    #[error("the hub engine {program} cannot be started: {why}")]
    Start { program: String, why: io::Error },
    /// The engine was not ready in time: it did not say `wait` or `ready`.
    #[error("the hub engine did not say {awaited} within {} ms of its start{}", within.as_millis(), said(complaint))]
    NotReady { awaited: &'static str, within: Duration, complaint: Option<String> },
    #[error("the hub engine has no parameter {name:?}; it has: {}", listed(known))]
    NoParam { name: String, known: Vec<String> },
    /// The engine plays another variant, or the manifest asks it to.
    #[error("the hub engine is to play variant {found:?}; a match here is variant normal")]
    Variant { found: String },
    #[error(
        "the hub engine gave no move within {} ms, even after `stop`{}",
        within.as_millis(), said(complaint)
    )]
    Late { within: Duration, complaint: Option<String> },
    #[error("the hub engine has exited{}{}", with(status), said(complaint))]
    Gone { status: Option<ExitStatus>, complaint: Option<String> },
    #[error("the hub engine wrote more than {} MiB without an answer in it", most >> 20)]
    Flood { most: usize },
    #[error("the hub engine does not read its input")]
    Deaf,
    #[error("the hub engine wrote an invalid line: {0}")]
    Line(LineFault),
    #[error("the hub engine's move: {0}")]
    Move(TextFault),
    #[error("talking to the hub engine failed: {0}")]
    Pipe(io::Error),
}

fn said(complaint: &Option<String>) -> String {
    complaint.as_ref().map_or_else(String::new, |complaint| format!("; it said: {complaint}"))
}

fn with(status: &Option<ExitStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
