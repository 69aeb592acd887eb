//! The course's verifier: a folder in which two players write that were started by hand.
//!
//! It is not known which program wrote a file, so each board is that of the player whose turn it is.
//! No program is started or stopped, and nothing is measured; [`Arena`](crate::Arena) does that for
//! players that it starts itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rustix::fs::inotify::WatchFlags;

use super::{
    Abilities, BoardRead, GiveResult, Stage, Tick, WakeEvents, Writer, without_host_failure,
};
use crate::board_file::{open_written_board, read_written_board};
use crate::contest::{Contest, HostFailure};
use crate::event::{MatchEnd, MatchEvent, Tell};
use crate::match_dir::{
    FolderEvent, FolderWatch, LOOK_EVERY, Watcher, board_file, boards_in, publish, wait_for_news,
};
use crate::playing::Match;
use crate::slip::{BoardlessPlayer, SlipEvidence, turn_start};
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_sandbox::{At, FolderLock};

/// Referees one match in a folder from its start, in which player 1 is to move, and passes every event
/// to `tell` as it happens. The outcome is both the last event and the return value. With `fresh`,
/// board files of an earlier match are removed first; otherwise they are an error.
/// An error of `tell` also ends the match.
pub fn referee_live(
    folder: &Path,
    fresh: bool,
    contest: &Contest,
    start: &dyn Line,
    tell: Tell<'_>,
) -> Result<MatchEnd, HostFailure> {
    let io_failed = |what| move |source| At::io(folder, what, source);
    let Some(_lock) = FolderLock::take(folder).map_err(io_failed("cannot be opened"))? else {
        return Err(At::new(folder, "another verify is refereeing in this folder").into());
    };
    let earlier = boards_in(folder).map_err(io_failed("cannot be listed"))?;
    if !earlier.is_empty() && !fresh {
        let boards = earlier.len();
        let what = format!(
            "board files of an earlier match are here ({boards}); move them away, or let --fresh remove them"
        );
        return Err(At::new(folder, what).into());
    }
    for number in earlier {
        fs::remove_file(board_file(folder, number))
            .map_err(io_failed("a board of an earlier match cannot be removed"))?;
    }
    let mut stage = FolderStage::new(folder).map_err(io_failed("cannot be watched"))?;
    // Listed after the watch has begun, so that no board falls between the two.
    let boards = boards_in(folder).map_err(io_failed("cannot be listed"))?;
    let mut game = Match::in_folder(&mut stage, start, contest, folder, boards);
    publish(folder, 1, &game.texts[0]).map_err(io_failed("board_1.txt cannot be written"))?;
    let outcome = game.play(tell)?;
    tell(&*game.line, MatchEvent::Ended(outcome.clone())).map_err(HostFailure::Telling)?;
    Ok(outcome)
}

#[derive(Debug)]
pub(crate) struct FolderStage {
    folder: PathBuf,
    watcher: Watcher,
    watched: FolderWatch,
    began: Instant,
}

impl FolderStage {
    pub(crate) fn new(folder: &Path) -> io::Result<FolderStage> {
        let watcher = Watcher::new()?;
        let watched = watcher.watch(folder, WatchFlags::CREATE)?;
        Ok(FolderStage { folder: folder.to_owned(), watcher, watched, began: Instant::now() })
    }

    fn at(&self, what: &'static str) -> impl FnOnce(io::Error) -> HostFailure {
        let folder = self.folder.clone();
        move |source| At::io(&folder, what, source).into()
    }
}

impl Stage for FolderStage {
    fn now(&self) -> Tick {
        self.began.elapsed()
    }

    fn can(&self, _: Player) -> Abilities {
        let look_every = (!self.watched.is_told()).then_some(LOOK_EVERY);
        Abilities { look_every, ..Abilities::default() }
    }

    fn wait(&mut self, until: Tick) -> Result<WakeEvents, HostFailure> {
        wait_for_news(&self.watcher, Some(self.began + until))
            .map_err(self.at("cannot be watched"))?;
        Ok(WakeEvents::default())
    }

    fn news(&mut self, _: Player, tell: &mut dyn FnMut(FolderEvent)) -> Result<bool, HostFailure> {
        let mut is_gone = !self.watched.is_told() && !self.folder.is_dir();
        let is_more = self.watcher.read(&mut |_, news| {
            is_gone |= news == FolderEvent::FolderGone;
            tell(news);
        });
        if is_gone {
            return Err(At::new(&self.folder, "the folder is gone").into());
        }
        is_more.map_err(self.at("cannot be watched"))
    }

    fn list(&mut self, _: Player) -> Result<Vec<u64>, HostFailure> {
        boards_in(&self.folder).map_err(self.at("cannot be listed"))
    }

    fn give(&mut self, _: Player, _: &[String]) -> Result<GiveResult, HostFailure> {
        Ok(GiveResult::Done)
    }

    /// The opponent gets the exact form: a stray newline must not decide a match.
    fn correct(&mut self, number: u64, text: &str) -> Result<(), HostFailure> {
        publish(&self.folder, number, text).map_err(self.at("a board cannot be corrected"))
    }

    fn read(&mut self, _: Player, number: u64) -> Result<BoardRead, HostFailure> {
        without_host_failure(read_written_board(rustix::fs::CWD, &board_file(&self.folder, number)))
    }

    fn writer(&mut self, _: Player, number: u64) -> Result<Writer, HostFailure> {
        let file = open_written_board(rustix::fs::CWD, &board_file(&self.folder, number));
        Ok(file.map_or(Writer::Unknown, |(file, _)| Writer::from_file(&file)))
    }

    fn slip(
        &mut self,
        _: Player,
        line: &dyn Line,
        began: Tick,
    ) -> Result<Option<SlipEvidence>, HostFailure> {
        let since = turn_start(self.now().saturating_sub(began));
        let expected = line.plies() as u64 + 2;
        // By hand the referee sees no output.
        Ok(BoardlessPlayer { folder: &self.folder, expected, since, output: &[] }.slip(line))
    }
}
