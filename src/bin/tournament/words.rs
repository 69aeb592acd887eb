//! What `tournament` says.

use std::path::Display;

use arbitro_rules::{GameId, Player};
use arbitro_table::texts;
use arbitro_words::{Count, Decimals, Listed};

arbitro_table::room!(pub(crate) "src/bin/tournament/words": CommandMessage, JournalFault, SyncLabel);

/// A sentence of `tournament`, by its facts.
#[texts("src/bin/tournament/words")]
pub(crate) enum CommandMessage<'a> {
    // The journal.
    DamagedLine { file: Display<'a>, line: u64, damage: &'a str },
    TornLine { journal: Display<'a>, bytes: u64 },
    WrongLine { journal: Display<'a>, line: u64, wrong: JournalFault<'a> },
    Replayed { matches: Count, plies: Count, wrong: u64 },

    // Players.
    CopiesRemoved { folder: Display<'a>, more: usize },
    PlaysBadly { name: &'a str, what: Listed<'a> },
    Falters { player: Player, number: u8, ply: u64, what: &'a str },
    Untried { name: &'a str, why: &'a str },
    NoPlayer { game: GameId },
    // With a bundled player, where there is a folder of them.
    OnePlayer { game: GameId, greedy: Option<Display<'a>> },
    // The two players of a sequential test.
    WhoIsTested { one: &'a str, other: &'a str },
    OtherRules { folder: Display<'a> },
    // Players at the place of a new version.
    OneExpected(usize),
    OtherPlayers { out: Display<'a>, list: &'a str },
    NothingToGrow { out: Display<'a> },
    // A folder that a tournament is brought in step with.
    Unchanged { folder: Display<'a>, players: usize },
    Synced { what: SyncLabel, names: &'a str },
    // Players whose places are no longer there, and whom newcomers would meet.
    Gone(Listed<'a>),
    // Its new version was left out, and its own program is gone.
    Stranded { name: &'a str },
    LeftOut { path: &'a str, why: &'a str },
    EvidenceKept { folder: Display<'a> },
    PlaysOther { named: &'a str, game: &'a str },
    PlayOther { named: &'a str, more: usize, game: &'a str },
    NeedsProcesses { name: &'a str },
    Untrusted { name: &'a str },

    // Folders that were made, as a shell takes them.
    NewPlayer { folder: String, file: &'static str, kit: &'static str, build: Option<String> },
    NewGame { folder: String },

    // A run.
    OpeningsAfter { plies: u32 },
    // Matches are too short for random plies.
    NoOpenings { max_plies: u32 },
    // The process that has it, if it is known.
    FolderTaken { folder: Display<'a>, who: Option<&'a str> },
    FolderUsed { folder: Display<'a> },
    FolderIsFile { folder: Display<'a> },
    SharedCores { cores: &'a str },
    Decided { last: Count, llr: Decimals<2> },
    Repeated { last: Count },
    Progress { done: u64, rate: Decimals<1>, left: Option<MatchesLeft>, leader: &'a str },
    FilesIn { folder: &'a str, files: &'a str },
    NextSteps,
    RunStopped { played: Count, again: &'a str },

    // A standing tournament.
    Watching { folder: Display<'a>, out: Display<'a> },
    Entered { player: &'a str },
    Rests { player: &'a str },
    // One of the folders of players and of results lies in the other.
    OneInOther { folder: Display<'a>, out: Display<'a> },
    Standing { out: Display<'a> },
    NotStanding { out: Display<'a> },
    NoVersion { version: &'a str, all: Option<Listed<'a>> },
    VersionGone { version: &'a str },
    PutBack { version: &'a str },
    NotPutBack { out: Display<'a> },

    // Parts.
    PartsPlay { folder: Display<'a>, parts: String },
    PartTaken { part: u32 },
    Waits { what: &'a str },
    PartPlayed { part: u32, of: u32, played: Count, other: u32, open: Count, command: &'a str },
    OpenParts { matches: Count, list: &'a str, parts: u32, command: &'a str },
    AllPlayed { out: &'a str },
    OthersJoin { part: u32, of: u32 },
}

/// What becomes of players of a folder.
#[texts("src/bin/tournament/words")]
#[derive(Clone, Copy)]
pub(crate) enum SyncLabel {
    New,
    Changed,
    Broken,
    Gone,
    Resting,
    LeftOutAgain,
}

#[texts("src/bin/tournament/words")]
pub(crate) enum JournalFault<'a> {
    Damage(&'a str),
    Match { id: &'a str, ply: Option<u64>, text: &'a str },
}

/// Matches still to be played.
pub(crate) struct MatchesLeft {
    pub(crate) matches: u64,
    pub(crate) time: String,
}

/// Says how long a run still takes: at least a second while matches are left.
pub(crate) fn time_left_text(seconds: f64) -> String {
    format!("{:.0} s", seconds.max(1.0))
}
