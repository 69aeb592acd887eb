//! Receives events about board files from inotify.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use rustix::fs::inotify;
use rustix::io::Errno;

use super::{MAX_REMEMBERED, board_number, boards_in};

/// Polling interval for a folder without inotify.
pub const LOOK_EVERY: Duration = Duration::from_millis(2);

/// One inotify instance for any number of folders. Reuse it: closing one can take the kernel many
/// milliseconds.
#[derive(Debug)]
pub struct Watcher {
    /// `None` if the system has no instances left: a user has few, and containers share them with
    /// their host.
    descriptor: Option<OwnedFd>,
}

/// A folder watched by inotify, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FolderWatch(Option<i32>);

impl FolderWatch {
    /// Returns true if the kernel reports changes in the folder. Otherwise it must be polled every
    /// [`LOOK_EVERY`].
    pub fn is_told(self) -> bool {
        self.0.is_some()
    }
}

/// Returns true if the error means that inotify is missing or exhausted.
fn has_none(errno: Errno) -> bool {
    matches!(errno, Errno::NOSYS | Errno::PERM | Errno::MFILE | Errno::NFILE | Errno::NOSPC)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderEvent {
    /// A file with a board's name was closed after writing, or renamed into place.
    Board(u64),
    /// A file with a board's name was created, and may still be empty.
    Begun(u64),
    /// The folder itself was removed or moved.
    FolderGone,
    /// The kernel dropped events, so the folder must be listed.
    Overflow,
}

impl Watcher {
    /// Opens an inotify instance.
    /// Having no instances left is not an error.
    pub fn new() -> io::Result<Watcher> {
        let flags = inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK;
        match inotify::init(flags) {
            Ok(descriptor) => Ok(Watcher { descriptor: Some(descriptor) }),
            Err(errno) if has_none(errno) => Ok(Watcher { descriptor: None }),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Starts watching a folder, with `CREATE` for boards from their creation, before they are written.
    pub(crate) fn watch(
        &self,
        folder: &Path,
        more: inotify::WatchFlags,
    ) -> io::Result<FolderWatch> {
        let Some(descriptor) = &self.descriptor else {
            return Ok(FolderWatch(None));
        };
        let events = more
            | inotify::WatchFlags::CLOSE_WRITE
            | inotify::WatchFlags::MOVED_TO
            | inotify::WatchFlags::DELETE_SELF
            | inotify::WatchFlags::MOVE_SELF
            | inotify::WatchFlags::ONLYDIR;
        match inotify::add_watch(descriptor, folder, events) {
            Ok(number) => Ok(FolderWatch(Some(number))),
            Err(errno) if has_none(errno) => Ok(FolderWatch(None)),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Passes waiting events to `tell`, some dozens at a time, and returns true if there may be
    /// more. An overflow names no folder: it concerns all of them.
    /// No content of a folder makes this fail.
    pub fn read(&self, tell: &mut dyn FnMut(Option<FolderWatch>, FolderEvent)) -> io::Result<bool> {
        let Some(descriptor) = &self.descriptor else {
            return Ok(false);
        };
        let mut buffer = [const { MaybeUninit::uninit() }; 4096];
        let mut reader = inotify::Reader::new(descriptor, &mut buffer);
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(rustix::io::Errno::WOULDBLOCK) => return Ok(false),
                Err(rustix::io::Errno::INTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            let folder = FolderWatch(Some(event.wd()));
            let flags = event.events();
            if flags.contains(inotify::ReadFlags::QUEUE_OVERFLOW) {
                tell(None, FolderEvent::Overflow);
            }
            if flags.intersects(inotify::ReadFlags::DELETE_SELF | inotify::ReadFlags::MOVE_SELF) {
                tell(Some(folder), FolderEvent::FolderGone);
            }
            let name = event.file_name().and_then(|name| name.to_str().ok());
            if let Some(number) = name.and_then(|name| board_number(Path::new(name))) {
                let news = if flags.contains(inotify::ReadFlags::CREATE) {
                    FolderEvent::Begun(number)
                } else {
                    FolderEvent::Board(number)
                };
                tell(Some(folder), news);
            }
            // Another read would usually only report that the queue is empty.
            if reader.is_buffer_empty() {
                return Ok(true);
            }
        }
    }

    /// A descriptor that is readable when events are waiting; `None` without inotify.
    pub fn news(&self) -> Option<BorrowedFd<'_>> {
        self.descriptor.as_ref().map(AsFd::as_fd)
    }
}

/// The boards that have arrived in one folder.
#[derive(Clone, Debug, Default)]
pub struct Arrivals {
    /// Counts what is noted.
    count: u64,
    /// The time when each board last arrived.
    arrived: BTreeMap<u64, u64>,
    /// The time when the file of each was first seen, perhaps before it was whole.
    begun: BTreeMap<u64, u64>,
    /// Boards found without an event; they may still be open for writing.
    found: BTreeSet<u64>,
    /// Boards that were written, or written again, since the last query.
    touched: BTreeSet<u64>,
    /// Boards that do not count until they are written again.
    stale: BTreeSet<u64>,
    /// The time when events were last lost.
    lost: u64,
    is_gone: bool,
}

impl Arrivals {
    /// The boards already in the folder. Call it after the watch has begun, so that no board
    /// falls between the two.
    pub fn from_folder(folder: &Path) -> io::Result<Arrivals> {
        let mut arrivals = Arrivals::default();
        arrivals.find(boards_in(folder)?);
        arrivals.touched.clear();
        Ok(arrivals)
    }

    /// Records the boards of a listed folder as arrived.
    pub fn find(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            if !self.arrived.contains_key(&number) {
                self.note(FolderEvent::Board(number));
                self.found.insert(number);
            }
        }
    }

    /// Records an event. After an overflow the folder must be listed, and passed to [`find`](Arrivals::find).
    pub fn note(&mut self, news: FolderEvent) {
        match news {
            FolderEvent::Board(number) if self.begun.len() < MAX_REMEMBERED => {
                self.expect(number);
                self.arrived.insert(number, self.count);
                self.found.remove(&number);
                self.stale.remove(&number);
                self.touched.insert(number);
            }
            FolderEvent::Begun(number) if self.begun.len() < MAX_REMEMBERED => {
                self.count += 1;
                self.begun.insert(number, self.count);
                // A file that was there before is gone.
                self.arrived.remove(&number);
                self.stale.remove(&number);
            }
            FolderEvent::Overflow => {
                self.count += 1;
                self.lost = self.count;
            }
            FolderEvent::Board(_) | FolderEvent::Begun(_) => {}
            FolderEvent::FolderGone => self.is_gone = true,
        }
    }

    /// Marks a board that the referee itself wrote, so that it does not count as the player's.
    pub fn expect(&mut self, number: u64) {
        self.count += 1;
        self.begun.entry(number).or_insert(self.count);
        self.arrived.entry(number).or_insert(self.count);
    }

    /// Returns true if the board has appeared in the folder, written by the player or by the referee.
    pub fn has(&self, number: u64) -> bool {
        self.arrived.contains_key(&number) && !self.is_stale(number)
    }

    /// Lets a board that has arrived count only if it is written again.
    pub(crate) fn expire(&mut self, number: u64) {
        self.stale.insert(number);
    }

    /// Returns true if a board counts only once it is written again.
    pub(crate) fn is_stale(&self, number: u64) -> bool {
        self.stale.contains(&number)
    }

    /// Lets a board count that was to be written again, if the event of that may be among lost ones.
    pub(crate) fn reinstate(&mut self, number: u64) {
        if self.arrived.get(&number).is_some_and(|&it| it < self.lost) {
            self.stale.remove(&number);
        }
    }

    /// Returns true if the kernel reported that it was closed or renamed into place. A board that
    /// was only found may still be open for writing.
    pub fn is_told(&self, number: u64) -> bool {
        self.arrived.contains_key(&number) && !self.found.contains(&number)
    }

    pub fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// The highest number that has arrived.
    pub fn highest(&self) -> Option<u64> {
        self.arrived.last_key_value().map(|(&number, _)| number)
    }

    /// Returns and clears the boards before `number` that were written since the last call.
    pub(crate) fn touched_before(&mut self, number: u64) -> Vec<u64> {
        let later = self.touched.split_off(&number);
        let earlier = std::mem::replace(&mut self.touched, later);
        earlier.into_iter().collect()
    }

    /// Returns true if a board was written, or written again, since it was last read.
    pub(crate) fn is_touched(&self, number: u64) -> bool {
        self.touched.contains(&number)
    }

    /// Records that a board was read: only later writes count as touching it.
    pub fn settle(&mut self, number: u64) {
        self.touched.remove(&number);
    }

    /// Returns true if one board arrived before another was even begun, as far as the kernel reported.
    /// A reader of a board that is whole may answer it before its writer has closed it.
    pub(crate) fn is_earlier(&self, number: u64, other: u64) -> bool {
        let arrived = self.arrived.get(&number).filter(|_| self.is_told(number));
        arrived.is_some_and(|arrived| self.begun.get(&other).is_none_or(|begun| arrived < begun))
    }
}
