//! What `tournament` says.

mod en;
mod fr;
mod it;

use std::path::Display;

use arbitro_rules::{GameId, Player};
use arbitro_tournament::{Format, NoEntrant};

/// A sentence of `tournament`, by its facts.
pub(crate) enum Text<'a> {
    // The journal.
    DamagedLine { journal: Display<'a>, line: u64, damage: &'a str },
    TornLine { journal: Display<'a>, bytes: u64 },
    WrongLine { journal: Display<'a>, line: u64, wrong: Wrong<'a> },
    Replayed { matches: u64, plies: u64, wrong: u64 },

    // The analysis.
    AnalysisBar,
    AnalysisKept,
    Analysed { matches: usize },
    UnusedAnalysis { path: Display<'a>, line: u64, problem: &'a str },

    // Players.
    CopiesRemoved { folder: Display<'a>, more: usize },
    TrialBar,
    PlaysBadly { name: &'a str, what: &'a [String] },
    Falters { player: Player, ply: u64, what: &'a str },
    Untried { name: &'a str, why: &'a str },
    NoPlayer { game: GameId },
    OnePlayer { game: GameId },
    // Texts from a manifest, the system or a first match are not translated.
    WhyLeftOut(&'a NoEntrant),
    LeftOut { path: &'a str, why: &'a str },
    EvidenceKept { folder: Display<'a> },
    PlaysOther { named: &'a str, game: &'a str },
    PlayOther { named: &'a str, more: usize, game: &'a str },
    NeedsProcesses { name: &'a str },
    Untrusted { name: &'a str },
    BundledPlay,
    UntrustedPlay,

    // A run.
    OpeningsAfter { plies: u32 },
    FolderTaken { folder: Display<'a> },
    FolderUsed { folder: Display<'a> },
    SharedCores { cores: &'a str },
    Bar { is_bounded: bool },
    Decided { last: u64, llr: f64 },
    Progress { done: u64, rate: f64, left: Option<Left>, leader: &'a str },
    FilesIn { folder: &'a str, files: &'a str },
    RunStopped { played: u64, again: &'a str },

    // A planned tournament.
    Planned { game: GameId, format: Format, players: usize, seed: u64 },
    Dealt { rounds: Option<u32>, matches: u64, shards: u32, largest: u64 },
    NextSteps { out: &'a str, last: u32 },
    // What follows is about a shard.
    Shard { shard: u32, of: Option<u32>, what: &'a Text<'a> },
    OverBefore,
    NoMatchInIt,
    Done { done: u64, matches: u64, folder: Display<'a> },
    ShardStopped { again: &'a str },
    Void { void: u64, again: &'a str },
    NextRound { matches: u64, round: u32, rounds: u32 },
    Flaw(&'a str),
    MoreFlaws(usize),
    PlayAgain { command: &'a str },
    NotMerged { lacking: usize, shards: u32, list: &'a str },
    Status(StatusHead),
    Label(Label),
}

/// What is wrong with a line of the journal.
pub(crate) enum Wrong<'a> {
    Damage(&'a str),
    Match { id: &'a str, ply: Option<u64>, text: &'a str },
}

/// Matches still to be played.
pub(crate) struct Left {
    pub(crate) matches: u64,
    pub(crate) seconds: f64,
}

/// The line above the table of shards.
pub(crate) struct StatusHead {
    pub(crate) game: GameId,
    pub(crate) format: Format,
    pub(crate) players: usize,
    /// This round, and their number.
    pub(crate) round: Option<[u32; 2]>,
    pub(crate) shards: u32,
    pub(crate) state: Label,
}

/// A word of the table of shards, or the state of a tournament.
#[derive(Clone, Copy)]
pub(crate) enum Label {
    Shard,
    Matches,
    Done,
    Open,
    Void,
    Damaged,
    Double,
    Running,
    Total,
    Finished,
    Merging,
    Playing,
}

arbitro_words::messages! {
    Text<'_>: words;
}

/// Says how long a run still takes: at least a second while matches are left.
pub(crate) fn left_time(seconds: f64) -> String {
    format!("{:.0} s", seconds.max(1.0))
}
