//! Waits for board files in one folder.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::WatchFlags;

use super::{Arrivals, FolderEvent, FolderWatch, LOOK_EVERY, Watcher, board_file, boards_in};
use crate::board_file::{BoardFileError, read_written_board};

/// Additional time to complete a file that is too short to be a board.
pub(crate) const GRACE: Duration = Duration::from_millis(100);

/// Additional time for a short file of which no event was told, if it is not known whether a process
/// still writes to it.
pub(crate) const GRACE_OF_FOUND: Duration = Duration::from_secs(2);

/// A folder watched for board files.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    watcher: Watcher,
    watched: FolderWatch,
    arrivals: Arrivals,
}

/// The result of waiting for a board.
#[derive(Debug)]
pub enum Arrival {
    /// The file exists. Its bytes, or why it cannot be read (it may not be a regular file).
    Board(Result<Vec<u8>, BoardFileError>),
    /// The file did not arrive in time.
    Late,
    /// The folder is gone, so no board can come.
    FolderGone,
}

impl Watch {
    pub fn new(folder: &Path) -> io::Result<Watch> {
        let watcher = Watcher::new()?;
        Ok(Watch {
            folder: folder.to_owned(),
            watched: watcher.watch(folder, WatchFlags::empty())?,
            watcher,
            arrivals: Arrivals::from_folder(folder)?,
        })
    }

    /// Waits until board `number` has arrived and has at least `least` bytes, or its grace is over.
    ///
    /// Files from before the watch count as well; a file being written counts once it is closed. At
    /// the deadline any existing file counts, because some file systems report no events. Without a
    /// deadline this waits for ever.
    /// No content of the folder makes this fail.
    pub fn board(
        &mut self,
        number: u64,
        least: usize,
        deadline: Option<Instant>,
    ) -> io::Result<Arrival> {
        let path = board_file(&self.folder, number);
        let mut grace_ends: Option<Instant> = None;
        loop {
            self.read_events()?;
            let now = Instant::now();
            let is_late = deadline.is_some_and(|deadline| now >= deadline);
            let has_come = self.arrivals.has(number) || is_late;
            if has_come && path.symlink_metadata().is_ok() {
                let read = read_written_board(rustix::fs::CWD, &path);
                let is_too_short = matches!(&read, Ok(bytes) if bytes.len() < least);
                let is_told = self.arrivals.is_told(number);
                let grace = if is_told { GRACE } else { GRACE_OF_FOUND };
                let ends = *grace_ends.get_or_insert(now + grace);
                if !is_too_short || now >= ends || is_late {
                    return Ok(Arrival::Board(read));
                }
            }
            if self.arrivals.is_gone() {
                return Ok(Arrival::FolderGone);
            }
            if is_late {
                return Ok(Arrival::Late);
            }
            let until = match (deadline, grace_ends) {
                (Some(a), Some(b)) if b > now => Some(a.min(b)),
                (a, Some(b)) if b > now => a.or(Some(b)),
                (a, _) => a,
            };
            let look = (!self.watched.is_told()).then(|| now + LOOK_EVERY);
            wait_for_news(&self.watcher, [until, look].into_iter().flatten().min())?;
        }
    }

    fn read_events(&mut self) -> io::Result<()> {
        let mut has_overflown = false;
        while self.watcher.read(&mut |_, news| {
            has_overflown |= news == FolderEvent::Overflow;
            self.arrivals.note(news);
        })? {}
        if !self.watched.is_told() && !self.folder.is_dir() {
            self.arrivals.note(FolderEvent::FolderGone);
        } else if (has_overflown || !self.watched.is_told()) && self.folder.is_dir() {
            self.arrivals.find(boards_in(&self.folder)?);
        }
        Ok(())
    }
}

/// Waits until a watcher has news, at most until a moment, or a signal comes.
pub fn wait_for_news(watcher: &Watcher, until: Option<Instant>) -> io::Result<()> {
    let timeout = until.map(timeout_until);
    let news = watcher.news();
    let mut descriptors: Vec<_> =
        news.iter().map(|news| PollFd::new(news, PollFlags::IN)).collect();
    match poll(&mut descriptors, timeout.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// Converts the time until a moment into a timeout, rounded up to the next microsecond; rounded
/// down, the last wait would spin.
pub fn timeout_until(moment: Instant) -> Timespec {
    let left = moment.saturating_duration_since(Instant::now());
    Timespec {
        tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(left.subsec_micros() + 1).saturating_mul(1000).min(999_999_999),
    }
}
