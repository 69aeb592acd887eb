//! The event loop of the terminal. Keys, signals, matches and evaluations arrive through one
//! channel; pictures go out. The loop never waits for a disk or the engine, and never polls.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use arbitro_records::{Collection, Hints, Seen, Source};
use arbitro_replay::{EvaluationRequest, Key, Paint, Viewer, Wish};
use arbitro_tournament::{live_match, with_causes};
use arbitro_words::{Language, say};

use super::workers::{LoopEvent, Thinker, Workers};
use super::{Exit, exit_of};

/// Returns true if input and output are a terminal that can show pictures.
pub(crate) fn is_there() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|it| it.is_empty() || it == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The matches to show, and the options.
pub(crate) struct Showing {
    pub(crate) collection: Collection,
    /// The requested match, or the only one.
    pub(crate) wanted: Option<usize>,
    pub(crate) ply: Option<usize>,
    /// The tournament's folder and the number of the match, if it is being played.
    pub(crate) live: Option<(PathBuf, u64)>,
    pub(crate) paint: Paint,
    pub(crate) language: Language,
    pub(crate) thinker: Thinker,
}

/// Interval between two readings of a match that is being played.
const LIVE_EVERY: Duration = Duration::from_millis(400);

/// Reason that the loop ended.
enum Left {
    /// The user quit with a key.
    Asked,
    /// A signal that must end the process.
    Killed(i32),
}

/// Shows matches until the user quits. Returns the exit code that printing would have given for the
/// part that was read.
pub(crate) fn show(showing: Showing) -> Result<Exit> {
    force_color_output(showing.paint == Paint::Coloured);
    let (sender, happenings) = channel();
    listen(&sender)?;
    if let Some((results, number)) = showing.live {
        let followed = sender.clone();
        thread::Builder::new().spawn(move || follow(&results, number, &followed))?;
    }
    let count = showing.collection.len();
    let remarks = showing.collection.remarks().iter();
    let remarks = remarks.map(|it| say(it, showing.language).into_owned()).collect();
    let viewer = Viewer::new(count, showing.wanted, remarks, showing.paint);
    let mut viewer = viewer.speaking(showing.language);
    if let Some(ply) = showing.ply {
        viewer.begin_at(ply);
    }
    let mut loop_ = Loop {
        workers: Workers::new(showing.collection, showing.thinker, &sender)?,
        viewer,
        wanted: showing.wanted,
        exit: Exit::Yes,
        asked: None,
        screen: Screen::enter()?,
    };
    let left = loop_.run(&happenings);
    let exit = loop_.exit;
    // Restore the terminal before printing anything.
    drop(loop_);
    match left? {
        Left::Asked => Ok(exit),
        Left::Killed(signal) => {
            emulate_default_handler(signal).context("ending by a signal")?;
            Ok(exit)
        }
    }
}

/// Starts the threads that wait for keys and for signals.
fn listen(sender: &Sender<LoopEvent>) -> Result<()> {
    // The key thread reports size changes too, but only once it is running.
    let heard = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = Signals::new(heard).context("listening for signals")?;
    let signalled = sender.clone();
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            if signalled.send(LoopEvent::Signal(signal)).is_err() {
                return;
            }
        }
    })?;
    let typed = sender.clone();
    thread::Builder::new().spawn(move || {
        loop {
            let happening = match event::read() {
                Ok(event) => LoopEvent::Terminal(event),
                Err(error) => LoopEvent::TerminalGone(error),
            };
            let is_gone = matches!(happening, LoopEvent::TerminalGone(_));
            if typed.send(happening).is_err() || is_gone {
                return;
            }
        }
    })?;
    Ok(())
}

/// Reads a match anew that is being played, until it has ended.
fn follow(results: &Path, number: u64, sender: &Sender<LoopEvent>) {
    loop {
        thread::sleep(LIVE_EVERY);
        let live = live_match(results, number);
        let is_over = live.is_none();
        let read = match live {
            Some(record) => Seen::of_record(record),
            None => Source::open(results, &Hints::default())
                .and_then(|all| all.see(all.find(&number.to_string())?)),
        };
        let Ok(whole) = read else { return };
        if sender.send(LoopEvent::Followed(Box::new(whole))).is_err() || is_over {
            return;
        }
    }
}

struct Loop {
    viewer: Viewer,
    workers: Workers,
    wanted: Option<usize>,
    exit: Exit,
    /// The last question to the engine's thread.
    asked: Option<EvaluationRequest>,
    screen: Screen,
}

impl Loop {
    fn run(&mut self, happenings: &Receiver<LoopEvent>) -> Result<Left> {
        if self.wanted.is_some() {
            self.workers.read(self.viewer.index());
        }
        let mut tick: Option<Instant> = None;
        loop {
            self.prepare()?;
            self.screen.draw(&self.viewer)?;
            let pace = self.viewer.pace();
            tick = pace.map(|it| tick.unwrap_or_else(|| Instant::now() + it));
            let happening = match tick {
                None => happenings.recv().ok(),
                Some(at) => {
                    let wait = at.saturating_duration_since(Instant::now());
                    match happenings.recv_timeout(wait) {
                        Ok(happening) => Some(happening),
                        Err(RecvTimeoutError::Timeout) => {
                            self.viewer.tick();
                            tick = None;
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => None,
                    }
                }
            };
            let Some(happening) = happening else {
                bail!("nothing is left that could happen");
            };
            // Handle all waiting events before drawing the next picture.
            let mut next = Some(happening);
            while let Some(happening) = next {
                if let Some(left) = self.take(happening)? {
                    return Ok(left);
                }
                next = happenings.try_recv().ok();
            }
        }
    }

    /// Prepares the data of the next picture.
    fn prepare(&mut self) -> Result<()> {
        for index in self.viewer.unknown(self.screen.lines()?) {
            let entry = self.workers.collection().entry(index);
            self.viewer.learn(index, entry.map_err(|it| with_causes(&it)));
        }
        if let Some(question) = self.viewer.question()
            && self.asked.as_ref() != Some(&question)
        {
            self.workers.think(question.clone());
            self.asked = Some(question);
        }
        Ok(())
    }

    fn take(&mut self, happening: LoopEvent) -> Result<Option<Left>> {
        match happening {
            LoopEvent::Terminal(Event::Key(key)) => return self.key(key),
            LoopEvent::TerminalGone(error) => return Err(error).context("reading keys"),
            LoopEvent::Signal(SIGINT) => return Ok(Some(Left::Asked)),
            LoopEvent::Signal(SIGTSTP) => self.screen.suspend()?,
            LoopEvent::Signal(SIGCONT) => self.screen.enter_again()?,
            // The next picture has the new size anyway.
            LoopEvent::Signal(SIGWINCH) => {}
            LoopEvent::Signal(signal) => return Ok(Some(Left::Killed(signal))),
            LoopEvent::Grown(job, seen, boards) if self.workers.is_current(job) => {
                self.viewer.grow(job.index, *seen, boards);
            }
            LoopEvent::Read(job, result) if self.workers.is_current(job) => {
                if self.wanted == Some(job.index) {
                    self.exit = (*result).as_ref().map_or(Exit::CouldNot, exit_of);
                }
                match *result {
                    // There is only this match to look at.
                    Err(error) if self.workers.collection().len() == 1 => return Err(error.into()),
                    result => self.viewer.show(job.index, result.map_err(|it| with_causes(&it))),
                }
            }
            // The match is already here; an older reading is no longer needed.
            LoopEvent::Terminal(_) | LoopEvent::Grown(..) | LoopEvent::Read(..) => {}
            LoopEvent::Followed(whole) => self.viewer.follow(*whole),
            LoopEvent::Found(text, found) => self.viewer.found(&text, found),
            LoopEvent::Evaluated(question, opinion) => {
                if self.asked.as_ref() == Some(&question) {
                    self.asked = None;
                }
                self.viewer.judge(&question, opinion);
            }
            LoopEvent::Broken => bail!("a thread of replay broke down; what it said is above"),
        }
        Ok(None)
    }

    fn key(&mut self, key: KeyEvent) -> Result<Option<Left>> {
        if key.kind == KeyEventKind::Release {
            return Ok(None);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Ok(Some(Left::Asked)),
                KeyCode::Char('z') => self.screen.suspend()?,
                KeyCode::Char('l') => self.screen.enter_again()?,
                _ => {}
            }
            return Ok(None);
        }
        let Some(key) = key_of(key.code) else {
            return Ok(None);
        };
        match self.viewer.key(key) {
            Wish::Stay => {}
            Wish::Leave => return Ok(Some(Left::Asked)),
            Wish::Open(index) => self.workers.read(index),
            Wish::Search(text) => self.workers.search(text),
        }
        Ok(None)
    }
}

fn key_of(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    })
}

type Terminal = ratatui::Terminal<CrosstermBackend<io::Stdout>>;

fn on_stdout() -> Result<Terminal> {
    let backend = CrosstermBackend::new(io::stdout());
    Terminal::new(backend).context("asking the terminal for its size")
}

/// The terminal in raw mode on its alternate screen; restored on drop.
struct Screen {
    terminal: Terminal,
}

impl Screen {
    fn enter() -> Result<Screen> {
        // Restore it before the panic message is printed, or the message would vanish with the
        // alternate screen.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            usual(info);
        }));
        let mut screen = Screen { terminal: on_stdout()? };
        screen.enter_again()?;
        Ok(screen)
    }

    /// Takes over the terminal, also after another program used it, and repaints everything.
    fn enter_again(&mut self) -> Result<()> {
        // A new `Terminal` repaints everything. Its `clear` would query the cursor position, and
        // the key thread would swallow the answer.
        self.terminal = on_stdout()?;
        enable_raw_mode().context("taking the terminal")?;
        execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All), Hide)
            .context("taking the terminal")
    }

    /// Restores the terminal and stops the process until the shell continues it.
    fn suspend(&mut self) -> Result<()> {
        give_back();
        emulate_default_handler(SIGTSTP).context("stopping")?;
        self.enter_again()
    }

    fn draw(&mut self, viewer: &Viewer) -> Result<()> {
        let draw = |frame: &mut ratatui::Frame<'_>| viewer.draw(frame.area(), frame.buffer_mut());
        self.terminal.draw(draw).context("painting")?;
        Ok(())
    }

    fn lines(&self) -> Result<u16> {
        Ok(self.terminal.size().context("asking for the size")?.height)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal. Errors are ignored: a terminal that accepts no output cannot be repaired.
fn give_back() {
    let mut out = io::stdout();
    let _ = queue!(out, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
