//! Reads board files on a second thread, ahead of the judge. Reading a long match takes as long as
//! judging it; this way neither waits for the other.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::vec;

use arbitro_referee::board_file::BoardFileError;
use arbitro_referee::check::{BoardFolder, BoardSource};

/// Minimum number of boards for which starting a thread pays.
const MIN_BOARDS: usize = 2000;
/// Boards handed over at once.
const BATCH: usize = 256;
/// Maximum batches waiting to be judged.
const WAITING: usize = 16;

type Read = (u64, Result<Vec<u8>, BoardFileError>);

/// Boards of a folder, read in order before they are requested. A board requested out of order is
/// read on request.
pub(super) struct ReadAhead<'a> {
    folder: &'a BoardFolder,
    waiting: Option<RefCell<Waiting>>,
}

struct Waiting {
    batches: Receiver<Vec<Read>>,
    at_hand: vec::IntoIter<Read>,
}

/// Calls `judge` while a thread reads the folder ahead.
pub(super) fn reading_ahead<T>(folder: &BoardFolder, judge: impl FnOnce(&ReadAhead<'_>) -> T) -> T {
    let mut ahead = ReadAhead { folder, waiting: None };
    if folder.numbers().len() < MIN_BOARDS {
        return judge(&ahead);
    }
    thread::scope(|scope| {
        let (sender, batches) = sync_channel(WAITING);
        let reader = thread::Builder::new().spawn_scoped(scope, || read(folder, sender));
        // Without the thread, every board is read on request.
        if reader.is_ok() {
            ahead.waiting =
                Some(RefCell::new(Waiting { batches, at_hand: Vec::new().into_iter() }));
        }
        let judged = judge(&ahead);
        // The thread ends when its receiver is dropped.
        drop(ahead);
        judged
    })
}

#[expect(clippy::needless_pass_by_value, reason = "the other end waits until this one is gone")]
fn read(folder: &BoardFolder, sender: SyncSender<Vec<Read>>) {
    let mut numbers = folder.numbers().iter().peekable();
    while numbers.peek().is_some() {
        let batch = numbers.by_ref().take(BATCH);
        let batch = batch.map(|&number| (number, folder.bytes(number).map(Cow::into_owned)));
        if sender.send(batch.collect()).is_err() {
            return;
        }
    }
}

impl Waiting {
    fn next(&mut self) -> Option<Read> {
        if let Some(read) = self.at_hand.next() {
            return Some(read);
        }
        self.at_hand = self.batches.recv().ok()?.into_iter();
        self.at_hand.next()
    }

    /// Returns this board, unless the reader is already past it.
    fn take(&mut self, number: u64) -> Option<Result<Vec<u8>, BoardFileError>> {
        while let Some((read, bytes)) = self.next() {
            if read >= number {
                return (read == number).then_some(bytes);
            }
        }
        None
    }
}

impl BoardSource for ReadAhead<'_> {
    fn numbers(&self) -> &BTreeSet<u64> {
        self.folder.numbers()
    }

    fn file(&self, number: u64) -> PathBuf {
        self.folder.file(number)
    }

    fn bytes(&self, number: u64) -> Result<Cow<'_, [u8]>, BoardFileError> {
        let waiting = self.waiting.as_ref();
        match waiting.and_then(|waiting| waiting.borrow_mut().take(number)) {
            Some(read) => read.map(Cow::Owned),
            None => self.folder.bytes(number),
        }
    }
}
