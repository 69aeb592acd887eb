//! Waiting for a board file.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify;

use super::{board_file, board_number};
use crate::notation::{BoardFileError, read_board_file};

/// What a file that is too short to be a board gets on top, to be written to its end.
pub const GRACE: Duration = Duration::from_millis(100);

/// Boards whose order of appearance is remembered: no match is longer.
const MOST_REMEMBERED: usize = 1 << 20;

/// A folder being watched for board files.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    descriptor: OwnedFd,
    /// Boards that were closed or renamed into place and not yet asked for.
    touched: BTreeSet<u64>,
    /// The boards in the order in which they were first written.
    order: BTreeMap<u64, usize>,
    /// The folder itself was removed or moved.
    is_gone: bool,
}

/// How waiting for a board ended.
#[derive(Debug)]
pub enum Arrival {
    /// The file is there. Its bytes, or why it cannot be read (it may be no file at all).
    Board(Result<Vec<u8>, BoardFileError>),
    /// It was not there in time.
    Late,
    /// The folder is gone, and with it every hope.
    FolderGone,
}

impl Watch {
    /// Begins to watch a folder.
    ///
    /// # Errors
    ///
    /// When it cannot be watched: it is no folder, or the system has no watches left.
    pub fn new(folder: &Path) -> io::Result<Watch> {
        let descriptor =
            inotify::init(inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK)?;
        let events = inotify::WatchFlags::CLOSE_WRITE
            | inotify::WatchFlags::MOVED_TO
            | inotify::WatchFlags::DELETE_SELF
            | inotify::WatchFlags::MOVE_SELF
            | inotify::WatchFlags::ONLYDIR;
        inotify::add_watch(&descriptor, folder, events)?;
        Ok(Watch {
            folder: folder.to_owned(),
            descriptor,
            touched: BTreeSet::new(),
            order: BTreeMap::new(),
            is_gone: false,
        })
    }

    /// Waits until board `number` is there and at least `least` bytes long, or has had its grace.
    ///
    /// What was in the folder before the watch began counts as well. Without a deadline this waits
    /// for ever.
    ///
    /// # Errors
    ///
    /// When the system's notification fails; nothing that is in the folder can cause that.
    pub fn board(
        &mut self,
        number: u64,
        least: usize,
        deadline: Option<Instant>,
    ) -> io::Result<Arrival> {
        let path = board_file(&self.folder, number);
        let mut grace_ends: Option<Instant> = None;
        loop {
            // First what is there, then the wait: nothing that happens in between is lost, since
            // the watch is older than this look.
            let is_there = path.symlink_metadata().is_ok();
            if is_there {
                let read = read_board_file(&path);
                let is_too_short = matches!(&read, Ok(bytes) if bytes.len() < least);
                let now = Instant::now();
                let ends = *grace_ends.get_or_insert(now + GRACE);
                let is_late = deadline.is_some_and(|deadline| now >= deadline);
                if !is_too_short || now >= ends || is_late {
                    self.touched.remove(&number);
                    return Ok(Arrival::Board(read));
                }
            }
            if self.is_gone {
                return Ok(Arrival::FolderGone);
            }
            let until = match (deadline, grace_ends.filter(|_| is_there)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            let has_news = self.wait(until)?;
            if !has_news && !is_there && deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                // One more look, for a file that came without a word: some file systems tell nothing.
                if path.symlink_metadata().is_err() {
                    return Ok(Arrival::Late);
                }
            }
        }
    }

    /// The boards that were written since they were last asked for, but `number` and later ones.
    ///
    /// # Errors
    ///
    /// When the system's notification fails.
    pub fn touched_before(&mut self, number: u64) -> io::Result<Vec<u64>> {
        self.read_events()?;
        let later = self.touched.split_off(&number);
        Ok(std::mem::replace(&mut self.touched, later)
            .into_iter()
            .collect())
    }

    /// Whether one board was written before another, as far as the system told.
    pub fn came_before(&self, number: u64, other: u64) -> bool {
        match (self.order.get(&number), self.order.get(&other)) {
            (Some(place), Some(other)) => place < other,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Waits for news of any board until a moment; whether there was any.
    fn wait(&mut self, until: Option<Instant>) -> io::Result<bool> {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        // Rounded up to the next microsecond, or the last wait before a deadline would spin.
        let timeout = left.map(|left| Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(left.subsec_micros() + 1)
                .saturating_mul(1000)
                .min(999_999_999),
        });
        let mut descriptors = [PollFd::new(&self.descriptor, PollFlags::IN)];
        match poll(&mut descriptors, timeout.as_ref()) {
            Ok(0) => Ok(false),
            Ok(_) => self.read_events().map(|()| true),
            // A signal that did not end us: look again.
            Err(rustix::io::Errno::INTR) => Ok(true),
            Err(errno) => Err(errno.into()),
        }
    }

    fn read_events(&mut self) -> io::Result<()> {
        let mut buffer = [const { MaybeUninit::uninit() }; 4096];
        let mut reader = inotify::Reader::new(&self.descriptor, &mut buffer);
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(rustix::io::Errno::WOULDBLOCK) => return Ok(()),
                Err(rustix::io::Errno::INTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            let flags = event.events();
            if flags.intersects(inotify::ReadFlags::DELETE_SELF | inotify::ReadFlags::MOVE_SELF) {
                self.is_gone = true;
            }
            // An overflowing queue names nothing: every look at the folder itself makes up for it.
            let name = event.file_name().and_then(|name| name.to_str().ok());
            let Some(number) = name.and_then(|name| board_number(Path::new(name))) else {
                continue;
            };
            // Who writes a million boards does not get a million entries.
            if self.order.len() < MOST_REMEMBERED {
                let place = self.order.len();
                self.order.entry(number).or_insert(place);
                self.touched.insert(number);
            }
        }
    }
}
