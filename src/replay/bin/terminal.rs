//! The event loop of the terminal. Keys, signals and matches arrive through one channel; pictures
//! go out. The loop never waits for a disk, and never polls.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use signal_hook::consts::{SIGCONT, SIGINT, SIGTSTP, SIGWINCH};
use signal_hook::low_level::emulate_default_handler;

use arbitro_records::Collection;
use arbitro_replay::{Key, Viewer, Wish};
use arbitro_tournament::with_causes;
use arbitro_words::{Language, say};

use super::events::{Event, follow, listen, reader};
use super::screen::Screen;
use super::{Exit, exit_of};

/// Returns true if input and output are a terminal that can show pictures.
pub(crate) fn is_there() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|it| it.is_empty() || it == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Shows matches until the user quits: the wanted one, or the only one, from this ply on. The one that
/// is being played is named by its tournament's folder and its number. Returns the exit code that printing would have given for the
/// part that was read.
pub(crate) fn show(
    collection: Collection,
    (wanted, ply): (Option<usize>, Option<usize>),
    live: Option<(PathBuf, u64)>,
    is_coloured: bool,
    language: Language,
) -> Result<Exit> {
    let (sender, events) = channel();
    listen(&sender)?;
    if let Some((results, number)) = live {
        follow(results, number, sender.clone())?;
    }
    let remarks = collection.remarks().iter().map(|it| say(it, language).into_owned()).collect();
    let viewer = Viewer::new(collection.len(), wanted, ply, remarks, language);
    let collection = Arc::new(collection);
    let reader = reader(Arc::clone(&collection), sender)?;
    let screen = Screen::enter(is_coloured)?;
    let mut loop_ = Loop { viewer, collection, reader, wanted, exit: Exit::Yes, screen };
    let left = loop_.run(&events);
    let exit = loop_.exit;
    // Restore the terminal before printing anything.
    drop(loop_);
    let signal = left?;
    if signal != SIGINT {
        emulate_default_handler(signal).context("ending by a signal")?;
    }
    Ok(exit)
}

struct Loop {
    viewer: Viewer,
    collection: Arc<Collection>,
    /// Reads the match at an index.
    reader: Sender<usize>,
    wanted: Option<usize>,
    exit: Exit,
    screen: Screen,
}

impl Loop {
    /// Returns the signal that ends it: the one of Ctrl-C also where the user quits.
    fn run(&mut self, events: &Receiver<Event>) -> Result<i32> {
        if self.wanted.is_some() {
            self.reader.send(self.viewer.index())?;
        }
        let mut tick: Option<Instant> = None;
        loop {
            self.draw()?;
            let pace = self.viewer.pace();
            tick = pace.map(|pace| tick.unwrap_or_else(|| Instant::now() + pace));
            let event = match tick {
                None => events.recv().map_err(Into::into),
                Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            // Handle all waiting events before drawing the next picture.
            let mut next = match event {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => {
                    self.viewer.tick();
                    tick = None;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => bail!("nothing is left that could happen"),
            };
            while let Some(event) = next {
                if let Some(signal) = self.take(event)? {
                    return Ok(signal);
                }
                next = events.try_recv().ok();
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        let size = self.screen.size();
        let entry = |index| self.collection.entry(index).map_err(|error| with_causes(&error));
        self.screen.draw(self.viewer.draw(size, &entry), size)
    }

    fn take(&mut self, event: Event) -> Result<Option<i32>> {
        match event {
            Event::Key(Key::Control('c')) => return Ok(Some(SIGINT)),
            Event::Key(Key::Control('z')) | Event::Signal(SIGTSTP) => self.screen.suspend()?,
            Event::Key(Key::Control('l')) | Event::Signal(SIGCONT) => self.screen.take()?,
            Event::Key(key) => match self.viewer.key(key) {
                Wish::Stay => {}
                Wish::Leave => return Ok(Some(SIGINT)),
                Wish::Open(index) => self.reader.send(index)?,
            },
            // The next picture has the new size anyway.
            Event::Signal(SIGWINCH) => {}
            Event::Signal(signal) => return Ok(Some(signal)),
            Event::Read(index, result, boards) => {
                if self.wanted == Some(index) {
                    self.exit = (*result).as_ref().map_or(Exit::CouldNot, exit_of);
                }
                match *result {
                    // There is only this match to look at.
                    Err(error) if self.collection.len() == 1 => return Err(error.into()),
                    result => {
                        self.viewer.show(index, result.map_err(|it| with_causes(&it)), boards);
                    }
                }
            }
            Event::Followed(whole) => self.viewer.follow(*whole),
        }
        Ok(None)
    }
}
