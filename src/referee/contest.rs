//! Configuration and result of a match between two programs.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::event::MatchEnd;
use super::warning::Warning;
use arbitro_games::{ASKED_ON_INPUT, RULES_VARIABLE};
use arbitro_rules::line::Line;
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player, card};
use arbitro_sandbox::{At, Limits, Processes, SandboxError, Usage, is_of_room};

/// A program that plays, and how to start it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    pub program: PathBuf,
    /// Arguments before the player number.
    pub args: Vec<OsString>,
    /// Files and folders outside its match folder that it may read.
    pub readable: Vec<PathBuf>,
    /// Environment variables besides those of every player.
    pub variables: Vec<(String, String)>,
    /// Permission to start other programs.
    pub processes: Processes,
    pub answers: Answers,
}

/// The way in which a player answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// It writes the next board file.
    #[default]
    Files,
    /// It prints the name of a move.
    Lines,
}

impl Contestant {
    /// Lets it ask about the rules of its game. For players of ours: what they ask takes no time of theirs.
    pub fn ask_for_rules(&mut self) {
        self.variables.push(rules_on_input());
    }

    pub(super) fn asks_for_rules(&self) -> bool {
        self.variables.contains(&rules_on_input())
    }
}

/// The variable of a player that asks about the rules on its input.
fn rules_on_input() -> (String, String) {
    (RULES_VARIABLE.to_owned(), ASKED_ON_INPUT.to_owned())
}

/// Exit code of a bundled player that cannot go on because the program that knows the rules fails.
pub const RULES_FAILED: u8 = 3;

#[derive(Clone, Debug)]
pub struct Contest {
    /// A draw after this many plies.
    pub ply_limit: Option<u32>,
    /// The time for a move, by the wall clock.
    pub move_time: Duration,
    /// The processor time for a move of everything the player runs.
    pub cpu_time: Option<Duration>,
    /// Additional time for each player's first answer, because its program must start first.
    pub start_time: Duration,
    /// Limits of a player and everything it starts.
    pub limits: Limits,
    /// Maximum bytes on a player's standard output and error together.
    pub output_bytes: u64,
    /// The seed passed to both players.
    pub seed: u64,
    /// Tolerates harmless format errors in a file, or not.
    pub strictness: Strictness,
    /// Policy for freezing the player that is not to move.
    pub freezing: Freezing,
}

/// Policy for freezing the player that is not to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freezing {
    /// Never: only for measuring the cost of freezing.
    Never,
    /// Once the opponent has thought for some milliseconds; immediately, if the player was found
    /// computing on the opponent's time before. A player that waits properly is never disturbed by
    /// a quick opponent.
    #[default]
    WhenNeeded,
    /// Immediately, in every turn.
    Always,
}

impl Contest {
    /// The course's settings: 10 s a move, 100 MiB, the game's move limit.
    pub fn usual(game: GameId) -> Contest {
        Contest {
            ply_limit: Some(card(game).ply_limit),
            move_time: Duration::from_secs(10),
            cpu_time: None,
            start_time: Duration::from_secs(5),
            limits: Limits::default(),
            output_bytes: 1 << 20,
            seed: 0,
            strictness: Strictness::Tolerant,
            freezing: Freezing::WhenNeeded,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyTime {
    /// Wall-clock time from the turn's beginning to the board.
    pub wall: Duration,
    /// Processor time of everything the player runs, since its last board.
    pub cpu: Duration,
}

/// Telemetry and output of a player, kept after the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telemetry {
    pub usage: Usage,
    /// The beginning and the end of its standard output and error.
    pub output: Vec<u8>,
    /// The beginning and the end of what it was asked and of what it answered, if it answers by lines.
    pub talk: Option<[Vec<u8>; 2]>,
}

/// The result of a match that was played to its end.
#[derive(Debug)]
pub struct Report {
    pub outcome: MatchEnd,
    /// Every legal ply.
    pub line: Box<dyn Line>,
    pub times: Vec<PlyTime>,
    /// Telemetry of each player that was started, player 1 first.
    pub traces: [Option<Telemetry>; 2],
    /// Warnings: tolerated format errors, leftover files, rewritten boards.
    pub warnings: Vec<Warning>,
}

/// A failure of the host. Neither player loses: the match is void and is to be replayed.
#[derive(Debug, Error)]
pub enum HostFailure {
    /// A player cannot be contained.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// A player was late, but the machine was busy: others took this part of the time that it was allowed, and given on
    /// top because they had the core.
    #[error(
        "player {}, ply {ply}: late, but of {} ms the processor was taken by others for {} ms",
        player.number(), (*allowed + *given).as_millis(), taken.as_millis()
    )]
    Overloaded { player: Player, ply: u64, allowed: Duration, given: Duration, taken: Duration },
    /// A player cannot be started: its file has changed since the tournament began, or is out of
    /// reach.
    #[error("a player cannot be started: {why}")]
    NotStarted { why: String },
    /// Something outside the sandbox ended a player: it killed the process that watches over it, too.
    #[error("something outside the sandbox ended player {}", player.number())]
    Killed { player: Player },
    #[error("there is no room left for the folders of players")]
    NoRoom {
        /// The player whose files took what was free before it began.
        holder: Option<Player>,
        source: Box<HostFailure>,
    },
    /// The program that knows the rules fails, with these last words.
    #[error("{0}")]
    Rules(String),
    /// The folder of a match that is played by hand cannot be used.
    #[error(transparent)]
    Folder(#[from] At),
    /// A system call failed.
    #[error("{what}")]
    Io { what: &'static str, source: io::Error },
    #[error("the events of the match cannot be reported")]
    Telling(#[source] io::Error),
}

impl HostFailure {
    /// The player whose program alone may have caused this.
    pub fn suspect(&self) -> Option<Player> {
        match self {
            HostFailure::Killed { player } => Some(*player),
            HostFailure::NoRoom { holder, .. } => *holder,
            _ => None,
        }
    }

    /// Returns true if the system said that there is no room.
    pub(super) fn is_of_room(&self) -> bool {
        match self {
            HostFailure::Io { source, .. } | HostFailure::Sandbox(SandboxError::Io(source)) => {
                is_of_room(source)
            }
            _ => false,
        }
    }
}

/// Converts an I/O error into a host failure that names the operation.
pub(super) fn failed(what: &'static str) -> impl FnOnce(io::Error) -> HostFailure {
    move |source| HostFailure::Io { what, source }
}

pub(super) fn no_room(what: &'static str) -> HostFailure {
    failed(what)(io::ErrorKind::StorageFull.into())
}
