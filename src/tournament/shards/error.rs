//! Errors that stop work on a planned tournament.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::super::results::ResultsError;
use super::super::run::RunError;
use super::super::schedule::ScheduleError;
use super::super::tournament_file::TournamentFileError;
use super::plan::PLAN_FILE;
use arbitro_rules::plain_text::shell_word;
use arbitro_sandbox::At;

/// The error that stops work on a planned tournament on this machine.
#[derive(Debug, Error)]
pub enum ShardsError {
    /// A file cannot be read or written.
    #[error(transparent)]
    At(#[from] At),
    #[error(
        "{}: not a planned tournament: {PLAN_FILE} is missing; `tournament plan` creates one",
        folder.display()
    )]
    NoPlan { folder: PathBuf },
    /// The plan is invalid.
    #[error("{PLAN_FILE} is not a valid plan: {0}")]
    Form(String),
    /// A later version of this program made the plan.
    #[error(
        "{PLAN_FILE} has version {found}, this program reads version {read}: use the program that planned it"
    )]
    Version {
        /// Version in the file.
        found: u32,
        /// Version that this program reads.
        read: u32,
    },
    /// Sequential tests cannot be planned: they stop by their matches in order, which no shard
    /// knows.
    #[error(
        "a sequential test (--sprt) ends as soon as its matches, in order, decide it, and no shard knows the other shards' results: play it on one machine with `tournament run`"
    )]
    SequentialTest,
    /// The settings have changed.
    #[error(
        "tournament.toml is not what was planned: put it back, or plan again in another folder"
    )]
    OtherTournament,
    #[error(
        "this is not the program that planned the tournament: there it is arbitro {planned_version} with SHA-256 {planned}, here {here_version} with {here}; use the same file on every machine"
    )]
    OtherProgram {
        planned_version: String,
        /// Hash of the program that planned.
        planned: String,
        here_version: String,
        /// Hash of this program.
        here: String,
    },
    /// Players that differ from the plan.
    #[error("the players are not the planned ones: {}; put them back, or plan again in another folder", .0.join("; "))]
    OtherPlayers(Vec<String>),
    /// The shard does not exist.
    #[error("there is no shard {shard}: there are {shards}, from 0 to {}", shards - 1)]
    NoShard {
        /// The requested shard.
        shard: u32,
        /// Number of shards.
        shards: u32,
    },
    /// The round does not exist.
    #[error("there is no round {round}: there are at most {rounds}, from 1 on")]
    NoRound {
        /// The requested round.
        round: u32,
        /// Maximum number of rounds.
        rounds: u32,
    },
    /// The round is not paired yet.
    #[error(
        "round {round} is not ready: round {current} is being played; when all its shards are done `tournament merge {}` opens the next",
        shell_word(&folder.to_string_lossy())
    )]
    NotReady {
        /// The requested round.
        round: u32,
        /// The current round.
        current: u32,
        folder: PathBuf,
    },
    /// Another process has the lock.
    #[error("{}: another process is using it{who}", folder.display())]
    Taken {
        folder: PathBuf,
        /// The other process, if known.
        who: String,
    },
    /// The settings.
    #[error(transparent)]
    File(#[from] TournamentFileError),
    /// The settings allow no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The results joined so far.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// Playing matches failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Adds the path to a file's error.
pub(super) fn failed(path: &std::path::Path) -> impl FnOnce(io::Error) -> ShardsError {
    let path = path.to_owned();
    move |source| At::io(&path, "cannot be used", source).into()
}
