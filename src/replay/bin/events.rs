//! Threads that wait for keys and signals and read matches, so that the loop never waits for one of
//! them.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use arbitro_records::{Collection, Hints, RecordsError, ReplayedMatch, Source};
use arbitro_replay::{Key, first_key};
use arbitro_tournament::live_match;

/// Interval between two readings of a match that is being played.
const LIVE_EVERY: Duration = Duration::from_millis(400);
/// Time after which the escape byte is the key, and not the beginning of another one.
const ESCAPE_ALONE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

pub(crate) enum Event {
    Key(Key),
    Signal(i32),
    /// The match at this index was read, so far if it has so many boards and more follow.
    Read(usize, Box<Result<ReplayedMatch, RecordsError>>, Option<u64>),
    /// A match that is being played was read anew.
    Followed(Box<ReplayedMatch>),
}

/// Starts the threads that wait for keys and for signals.
pub(crate) fn listen(sender: &Sender<Event>) -> Result<()> {
    let heard = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = Signals::new(heard).context("listening for signals")?;
    let signalled = sender.clone();
    thread::Builder::new()
        .spawn(move || signals.forever().try_for_each(|it| signalled.send(Event::Signal(it))))?;
    let typed = sender.clone();
    thread::Builder::new().spawn(move || {
        // Without keys the terminal is gone, also where its hang-up is ignored.
        if read_keys(&typed).is_err() {
            let _ = typed.send(Event::Signal(SIGHUP));
        }
    })?;
    Ok(())
}

/// Reads keys until the terminal or the loop is gone.
fn read_keys(sender: &Sender<Event>) -> io::Result<()> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 1024]);
    loop {
        let is_begun = !bytes.is_empty();
        let mut terminal = [PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::IN)];
        let has_more = match poll(&mut terminal, is_begun.then_some(&ESCAPE_ALONE)) {
            Err(rustix::io::Errno::INTR) => continue,
            ready => ready? > 0,
        };
        if has_more {
            match rustix::io::read(rustix::stdio::stdin(), &mut buffer) {
                Err(rustix::io::Errno::INTR) => continue,
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => bytes.extend_from_slice(&buffer[..count?]),
            }
        }
        while let Some((key, used)) = first_key(&bytes) {
            bytes.drain(..used);
            if key.is_some_and(|key| sender.send(Event::Key(key)).is_err()) {
                return Ok(());
            }
        }
        if !has_more && bytes.drain(..).count() > 0 && sender.send(Event::Key(Key::Escape)).is_err()
        {
            return Ok(());
        }
    }
}

/// Reads a match anew that is being played, until it has ended.
pub(crate) fn follow(results: PathBuf, number: u64, sender: Sender<Event>) -> io::Result<()> {
    let read = move || loop {
        thread::sleep(LIVE_EVERY);
        let live = live_match(&results, number);
        let is_over = live.is_none();
        let read = match live {
            Some(record) => ReplayedMatch::of_record(record),
            None => Source::open(&results, &Hints::default())
                .and_then(|all| all.see(all.find(&number.to_string())?)),
        };
        let Ok(whole) = read else { return };
        if sender.send(Event::Followed(Box::new(whole))).is_err() || is_over {
            return;
        }
    };
    thread::Builder::new().spawn(read).map(drop)
}

/// Starts the thread that reads the matches whose indices it is sent. The viewer ignores those that
/// it no longer shows.
pub(crate) fn reader(
    collection: Arc<Collection>,
    sender: Sender<Event>,
) -> io::Result<Sender<usize>> {
    let (wanted, waiting) = channel();
    let read = move || {
        while let Ok(first) = waiting.recv() {
            // The user has moved on from the older ones.
            let index = waiting.try_iter().last().unwrap_or(first);
            let tell = |seen, boards| sender.send(Event::Read(index, Box::new(seen), boards));
            let result = collection.see_growing(index, &mut |seen, boards| {
                let _ = tell(Ok(seen), Some(boards));
            });
            if tell(result, None).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(wanted)
}
