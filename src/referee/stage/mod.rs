//! The interface between the referee and the world of a match.
//!
//! The referee decides; a stage acts. A stage is two programs in sandboxes, a folder in which two programs write that
//! were started by hand, or a simulation.

mod contained;
mod core_time;
mod cores;
mod folder;
mod lines;
mod seat;

use std::fs::File;
use std::time::Duration;

pub(crate) use contained::{ContainedStage, EventPoll};
pub use core_time::stay_on_one_core;
pub use cores::{MatchCores, reserve_cores};
#[cfg(test)]
pub(crate) use folder::FolderStage;
pub use folder::referee_live;
#[cfg(test)]
pub(crate) use lines::Lines;

use super::contest::{HostFailure, failed};
use super::slip::SlipEvidence;
use crate::board_file::BoardFileError;
use crate::match_dir::FolderEvent;
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_sandbox::has_writer;

/// A moment: the time since the stage was built.
pub(crate) type Tick = Duration;

/// The file where a board must be: its bytes, or why it cannot be read.
pub(crate) type BoardRead = Result<Vec<u8>, BoardFileError>;

/// Separates a failure of the host from a file that cannot be read, which is the player's fault.
fn without_host_failure(read: BoardRead) -> Result<BoardRead, HostFailure> {
    match read.map_err(BoardFileError::into_host_error) {
        Ok(bytes) => Ok(Ok(bytes)),
        Err(Err(error)) => Ok(Err(error)),
        Err(Ok(source)) => Err(failed("a board cannot be read")(source)),
    }
}

/// The abilities of a stage with a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Abilities {
    /// Stops it and lets it run.
    pub stops: bool,
    /// Gives each player a folder of its own, and so knows who wrote a board.
    pub knows_writer: bool,
    /// It answers by lines, and no file counts.
    pub by_lines: bool,
    pub measures: bool,
    /// The cores whose time it may use; `None` if its processor time is not limited.
    pub cores: Option<u32>,
    /// Counts its folder by listing it. The files of others may take the room there.
    pub must_look_at_folder: bool,
    /// The interval in which its memory must be read; `None` if the system reports an excess.
    pub memory_every: Option<Duration>,
    /// The interval in which its folder must be listed; `None` if the system reports what happens there.
    pub look_every: Option<Duration>,
}

/// The events while the referee waited; player 1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WakeEvents {
    /// There is news of its folder.
    pub news: [bool; 2],
    pub died: [bool; 2],
    /// It may have exceeded its memory.
    pub memory: [bool; 2],
}

/// Questions of a player about the rules. The answers take none of its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RulesQuestions {
    pub took: Duration,
    /// True if it waits for an answer.
    pub is_open: bool,
}

/// The fate of a board that was to be put into a player's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GiveResult {
    /// Its program was started with all boards so far, which took time that is not the player's.
    Started,
    Done,
    /// Something of the player's lies there.
    Occupied,
    Full,
}

/// The room in a player's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    Enough,
    /// The player's files filled it.
    Taken,
    /// Others filled it.
    Missing,
}

/// Knowledge of a board that no event was told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writer {
    /// A process holds it open for writing.
    One,
    /// It was linked into place, or no process holds it open.
    Nobody,
    Unknown,
}

impl Writer {
    fn from_file(file: &File) -> Writer {
        has_writer(file).map_or(Writer::Unknown, |it| if it { Writer::One } else { Writer::Nobody })
    }
}

/// A limit of what a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Memory,
    /// Of its folder, which is not counted anew each time.
    Folder,
    /// Of its folder, counted now.
    FolderNow,
    /// Of its output, in bytes.
    Output(u64),
}

/// A line that a player printed as an answer, without its newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLine {
    pub bytes: Vec<u8>,
    /// True if it was printed before it was asked for.
    pub is_early: bool,
}

/// The end of a player's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Death {
    Exited(i32),
    Killed(i32),
    NeverBegan(String),
    /// The process that watches over it was killed.
    WatcherKilled,
    /// Something outside ended both players.
    Outside,
}

/// A world in which two players write boards. It decides nothing.
pub(crate) trait Stage {
    fn now(&self) -> Tick;

    /// Returns the abilities of this stage with a player.
    fn can(&self, player: Player) -> Abilities;

    /// Waits until something happens, at most until a moment.
    fn wait(&mut self, until: Tick) -> Result<WakeEvents, HostFailure>;

    /// Tells some of what happened in a player's folder, in the order of writing; returns true if there
    /// may be more.
    fn news(
        &mut self,
        player: Player,
        tell: &mut dyn FnMut(FolderEvent),
    ) -> Result<bool, HostFailure>;

    /// The numbers of all boards in a player's folder.
    fn list(&mut self, player: Player) -> Result<Vec<u64>, HostFailure>;

    /// Puts the latest of these boards into a player's folder, whose turn it is. The first time it starts
    /// the player, with all of them.
    fn give(&mut self, player: Player, boards: &[String]) -> Result<GiveResult, HostFailure>;

    /// Asks a player that answers by lines. The first time it starts the player.
    fn question(&mut self, _: Player, _text: &str) -> Result<GiveResult, HostFailure> {
        Ok(GiveResult::Done)
    }

    /// Returns the answer of a player that answers by lines, if it has come.
    fn answer_line(&mut self, _: Player) -> Result<Option<PrintedLine>, HostFailure> {
        Ok(None)
    }

    /// Reads a board in a player's folder.
    fn read(&mut self, player: Player, number: u64) -> Result<BoardRead, HostFailure>;

    /// Finds out if a board in a player's folder is still being written.
    fn writer(&mut self, player: Player, number: u64) -> Result<Writer, HostFailure>;

    /// Finds the slip of a player that did not write its board, in a turn that began at `began`.
    fn slip(
        &mut self,
        player: Player,
        line: &dyn Line,
        began: Tick,
    ) -> Result<Option<SlipEvidence>, HostFailure>;

    /// Puts a board into the form in which it was judged.
    fn correct(&mut self, _number: u64, _text: &str) -> Result<(), HostFailure> {
        Ok(())
    }

    /// Lets a player run. This and stopping is for a stage that [can](Abilities::stops).
    fn run(&mut self, _: Player) -> Result<(), HostFailure> {
        Ok(())
    }

    fn stop(&mut self, _: Player) -> Result<(), HostFailure> {
        Ok(())
    }

    /// Stops a player again that runs although it was stopped.
    fn keep_stopped(&mut self, _: Player) -> Result<(), HostFailure> {
        Ok(())
    }

    /// Returns true if the stop has taken effect: a thread that waits for a core is stopped when it gets
    /// one.
    fn has_stopped(&mut self, _: Player) -> Result<bool, HostFailure> {
        Ok(true)
    }

    /// Returns true if a player has exceeded a limit. This and what follows is for a stage that
    /// [measures](Abilities::measures).
    fn is_over(&mut self, _: Player, _: Limit) -> Result<bool, HostFailure> {
        Ok(false)
    }

    /// Finds out who filled a player's folder, if it is full.
    fn room(&mut self, _: Player) -> Result<Room, HostFailure> {
        Ok(Room::Enough)
    }

    /// The processor time of everything that a player has run.
    fn used(&mut self, _: Player) -> Result<Duration, HostFailure> {
        Ok(Duration::ZERO)
    }

    /// The number of a player's living processes, if what all have used is known.
    fn living(&mut self, _: Player) -> Result<Option<usize>, HostFailure> {
        Ok(None)
    }

    /// Begins to measure what others take of a player's core. It had used `used` before its turn, and this
    /// was `due` before now.
    fn measure(&mut self, _: Player, _used: Duration, _due: Tick) -> Result<(), HostFailure> {
        Ok(())
    }

    /// The time that others have taken from a player since the measuring began, as far as it is known.
    fn taken(&mut self, _: Player) -> Result<Duration, HostFailure> {
        Ok(Duration::ZERO)
    }

    /// The time that others have spent on what a player asked since its turn began, and whether it waits for an
    /// answer.
    fn asked(&mut self, _: Player) -> RulesQuestions {
        RulesQuestions::default()
    }

    /// The last words of the rules, if they have failed when a player asked.
    fn failure_of_rules(&self) -> Option<String> {
        None
    }

    /// Returns true if a player is dead, whether that was told or not.
    fn is_dead(&mut self, _: Player) -> bool {
        false
    }

    /// Returns the end of a dead player's program. Waits for the last of its processes.
    fn death(&mut self, _: Player) -> Result<Death, HostFailure> {
        Ok(Death::Outside)
    }
}
