//! A simulated folder, and what the kernel has to tell of it.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use super::trace::{Heard, Read};

/// A file that a player made.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) content: Rc<[u8]>,
    pub(super) is_readable: bool,
    /// The descriptions of it that are open for writing.
    pub(super) writers: u32,
}

/// Something with a board's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A file under the name that it was made or renamed to: its closes are told under this name.
    File(usize),
    /// A file that has another name.
    Link(usize),
    NoFile,
}

impl Entry {
    pub(super) fn file(self) -> Option<usize> {
        match self {
            Entry::File(file) | Entry::Link(file) => Some(file),
            Entry::NoFile => None,
        }
    }
}

/// Something that happened by itself, and when the referee can hear of it.
#[derive(Clone, Copy, Debug)]
struct FolderEvent {
    ripe: Duration,
    heard: Heard,
}

#[derive(Debug, Default)]
pub(super) struct Folder {
    /// The boards that the referee put there, by their number.
    pub(super) given: BTreeMap<u64, Rc<str>>,
    pub(super) files: Vec<File>,
    pub(super) entries: BTreeMap<u64, Entry>,
    pub(super) forged: Vec<u64>,
    /// True if the player's own files fill it, false if those of others do.
    pub(super) filled: Option<bool>,
    queue: VecDeque<FolderEvent>,
}

impl Folder {
    pub(super) fn has(&self, number: u64) -> bool {
        self.given.contains_key(&number) || self.entries.contains_key(&number)
    }

    /// The numbers of all its boards.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let mut numbers: Vec<u64> = self.given.keys().chain(self.entries.keys()).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Makes a file that is held open for writing.
    pub(super) fn make(&mut self) -> usize {
        self.files.push(File { content: Rc::from([]), is_readable: true, writers: 1 });
        self.files.len() - 1
    }

    pub(super) fn file(&self, number: u64) -> Option<&File> {
        let file = self.entries.get(&number)?.file()?;
        self.files.get(file)
    }

    pub(super) fn has_name(&self, file: usize) -> bool {
        self.entries.values().any(|entry| entry.file() == Some(file))
    }

    /// The board under whose name the closes of a file are told.
    pub(super) fn told_as(&self, file: usize) -> Option<u64> {
        let named = self.entries.iter().find(|(_, it)| **it == Entry::File(file));
        named.map(|(&number, _)| number)
    }

    pub(super) fn read(&self, number: u64) -> Read {
        match self.entries.get(&number) {
            None => match self.given.get(&number) {
                Some(_) if self.forged.contains(&number) => Read::Bytes(Rc::from(&b"forged"[..])),
                Some(board) => Read::Bytes(Rc::from(board.as_bytes())),
                None => Read::Missing,
            },
            Some(_) => match self.file(number) {
                Some(file) if file.is_readable => Read::Bytes(Rc::clone(&file.content)),
                Some(_) | None => Read::Unreadable,
            },
        }
    }

    /// Queues an event; returns true if the kernel merges or loses it.
    pub(super) fn tell(&mut self, heard: Heard, ripe: Duration, most: usize) -> bool {
        let last = self.queue.back().copied();
        let ripe = last.map_or(ripe, |last| last.ripe.max(ripe));
        if last.is_some_and(|last| last.heard == heard) {
            return true;
        }
        let is_lost = self.queue.len() >= most;
        if !is_lost {
            self.queue.push_back(FolderEvent { ripe, heard });
        } else if last.is_none_or(|last| last.heard != Heard::Overflow) {
            self.queue.push_back(FolderEvent { ripe, heard: Heard::Overflow });
        }
        is_lost
    }

    /// The next event that the referee can hear.
    pub(super) fn take_news(&mut self, now: Duration) -> Option<Heard> {
        self.queue.pop_front_if(|queue| queue.ripe <= now).map(|pop_front_if| pop_front_if.heard)
    }

    /// The events that the referee could hear.
    pub(super) fn ripe_news(&self, now: Duration) -> usize {
        self.queue.iter().take_while(|it| it.ripe <= now).count()
    }

    /// When the referee can hear of something.
    pub(super) fn next_ripe(&self) -> Option<Duration> {
        self.queue.front().map(|front| front.ripe)
    }
}
