//! Errors that stop work on a planned tournament.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::super::results::ResultsError;
use super::super::run::RunError;
use super::super::schedule::ScheduleError;
use super::super::tournament_file::TournamentFileError;
use super::plan::PLAN_FILE;

/// An error that stops work on a planned tournament here.
#[derive(Debug, Error)]
pub enum ShardsError {
    /// A file cannot be read or written.
    #[error("{}: cannot be used", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(
        "{}: no tournament was planned in it: {PLAN_FILE} is not there; `tournament plan` makes one",
        folder.display()
    )]
    NoPlan { folder: PathBuf },
    /// The plan is not what it must be.
    #[error("{PLAN_FILE} is no plan of ours: {0}")]
    Form(String),
    /// The plan is of a later version of this program.
    #[error(
        "{PLAN_FILE} has version {found}, this program reads version {read}: use the program that planned it"
    )]
    Version {
        /// Version in the file.
        found: u32,
        /// Version that this program reads.
        read: u32,
    },
    /// A sequential test stops by its matches in their order, which no shard knows.
    #[error(
        "a sequential test (--sprt) ends as soon as its matches in their order decide it, and no shard knows the others': play it on one machine with `tournament run`"
    )]
    SequentialTest,
    /// The settings are others now.
    #[error("tournament.toml is not what was planned: put it back, or plan anew in another folder")]
    OtherTournament,
    #[error(
        "this is not the program that planned the tournament: there it is arbitro {planned_version} with SHA-256 {planned}, here {here_version} with {here}; use the same file on every machine"
    )]
    OtherProgram {
        planned_version: String,
        /// Its bytes.
        planned: String,
        here_version: String,
        /// Its bytes.
        here: String,
    },
    /// Players that are not what was planned.
    #[error("the players are not those that were planned: {}; put them back, or plan anew in another folder", .0.join("; "))]
    OtherPlayers(Vec<String>),
    /// A shard that there is not.
    #[error("there is no shard {shard}: there are {shards}, from 0 to {}", shards - 1)]
    NoShard {
        /// The shard asked for.
        shard: u32,
        /// Number of shards.
        shards: u32,
    },
    /// A round that there is not.
    #[error("there is no round {round}: there are at most {rounds}, from 1 on")]
    NoRound {
        /// The round asked for.
        round: u32,
        /// Maximum number of rounds.
        rounds: u32,
    },
    /// A round that is not paired yet.
    #[error(
        "round {round} is not ready: round {current} is being played; when all its shards are done `tournament merge {}` opens the next",
        folder.display()
    )]
    NotReady {
        /// The round asked for.
        round: u32,
        /// The current round.
        current: u32,
        folder: PathBuf,
    },
    /// Another process works on it.
    #[error("{}: another process is using it{who}", folder.display())]
    Taken {
        folder: PathBuf,
        /// The other process, if known.
        who: String,
    },
    /// A journal changed while it was read.
    #[error("{}: it changed while it was read; merge again", path.display())]
    Changed { path: PathBuf },
    /// The settings.
    #[error(transparent)]
    File(#[from] TournamentFileError),
    /// No tournament can be made of the settings.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The results joined so far.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// Matches cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// An error of a file, with its path.
pub(super) fn failed(path: &std::path::Path) -> impl FnOnce(io::Error) -> ShardsError {
    let path = path.to_owned();
    move |source| ShardsError::Io { path, source }
}
