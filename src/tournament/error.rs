//! Errors that stop work on a tournament.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::ladder::PAIRINGS;
use crate::folder::TOURNAMENT_FILE;
use crate::players::no_entrant::NoEntrant;
use crate::schedule::error::ScheduleError;
use arbitro_records::JOURNAL;
use arbitro_referee::HostFailure;
use arbitro_rules::line::NoStart;
use arbitro_sandbox::{At, SandboxError};
use arbitro_words::{Language, say};

/// The error that stops work on a tournament. Matches in the journal are kept.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// A file cannot be read or written.
    #[error(transparent)]
    At(#[from] At),
    /// A player cannot be brought to where the sandbox starts it.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// Sequential tests have no parts: they stop by their matches in order, which no part knows.
    #[error(
        "a sequential test (--sprt) ends as soon as its matches, in order, decide it, and no part knows the other parts' results: play it without --part"
    )]
    SequentialTest,
    #[error(
        "this is not the program that the tournament began with: there it is arbitro {begun_version} with SHA-256 {begun}, here {here_version} with {here}; use the same file on every machine"
    )]
    OtherProgram { begun_version: String, begun: String, here_version: String, here: String },
    /// A file given by the caller, such as one of openings, or the settings cannot be read.
    #[error("it cannot be read")]
    Unreadable(#[source] io::Error),
    #[error("it is not a valid tournament: {0}")]
    Toml(#[from] toml::de::Error),
    #[error("it has no such number of parts: 1 to 1000000 are possible")]
    Parts,
    /// A defect of this program: the file to write would be refused, or read as another one.
    #[error(
        "it would not be read again as it was written{}: a part of this program failed, please report it",
        .0.as_ref().map(|it| format!(" ({it})")).unwrap_or_default()
    )]
    NotReadBack(Option<Box<TournamentError>>),
    #[error("it cannot be written: {0}")]
    NotToml(#[from] toml::ser::Error),
    #[error("it cannot be written")]
    Unwritable(#[source] io::Error),
    #[error("the rules of {0} are not at hand")]
    NoRules(String),
    /// The settings allow no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The settings of the folder whose results are read are missing or invalid.
    #[error("{TOURNAMENT_FILE}")]
    Settings(#[source] Box<TournamentError>),
    #[error("{JOURNAL} cannot be read")]
    Results(#[source] io::Error),
    #[error("{PAIRINGS} cannot be read or written")]
    Pairings(#[source] io::Error),
    #[error("the rung {name}: {why}")]
    Rung { name: String, why: Box<NoEntrant> },
    #[error("it is longer than 16 MiB")]
    LongOpenings,
    /// A line of the openings is no position, or the first of an unplayable board.
    #[error("line {line}: {}", no_opening(why))]
    NoOpening { line: usize, why: NoStart },
    #[error("line {line}: player 2 is to move; on board 1 it is always player 1")]
    OpeningOfPlayer2 { line: usize },
    #[error("line {line}: no legal move: the match would be over at once")]
    OpeningOver { line: usize },
    #[error("there is no position in it")]
    NoOpenings,
    #[error("an opening in tournament.toml: {}", say(.0, Language::English))]
    Opening(NoStart),
    /// The program that knows the rules fails, with these last words.
    #[error("{0}; `verify game` shows more")]
    Rules(String),
    #[error("the journal cannot be written: {}, then go on; nothing that was played is lost", way_on(.0))]
    Journal(#[source] io::Error),
    #[error(
        "{} is no longer the file that this run writes: it was removed, moved or replaced meanwhile. \
         Put it back, or run the tournament anew", .0.display()
    )]
    Moved(PathBuf),
    #[error("no folder for matches can be made")]
    Place(#[source] HostFailure),
    #[error("match {id}")]
    Match { id: u64, source: HostFailure },
    /// A defect of this program: a worker died, and waiting for it would never end.
    #[error("a part of this program failed, and the message above says where: please report it")]
    Worker,
    #[error("the events cannot be written")]
    Telling(#[source] io::Error),
}

impl TournamentError {
    /// Names the settings of a folder whose results are read.
    pub(super) fn in_settings(error: impl Into<TournamentError>) -> TournamentError {
        TournamentError::Settings(Box::new(error.into()))
    }
}

fn no_opening(why: &NoStart) -> String {
    match why {
        NoStart::Board { .. } => {
            format!("not a playable board: {}", say(why, Language::English))
        }
        why => format!("not a position: {}", say(why, Language::English)),
    }
}

/// Returns the remedy that lets a file be written again.
fn way_on(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::FileTooLarge => "let files grow larger (ulimit -f)",
        _ => "make room where its folder lies",
    }
}

/// Adds the path to a file's error.
pub(super) fn failed(path: &std::path::Path) -> impl FnOnce(io::Error) -> TournamentError {
    let path = path.to_owned();
    move |source| At::io(&path, "cannot be used", source).into()
}
