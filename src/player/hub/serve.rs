//! Serves our engine to programs with a graphical board.
//!
//! One thread reads requests and another searches, so `stop` and `ping` are handled at any time. An
//! unusable request is answered with `error` and changes nothing. The end of the input ends the
//! engine, as the protocol requires.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::search::{Control, Task};
use arbitro_engine::chooser::{MAX_THREADS, useful_threads};
use arbitro_engine::search::engine::Engine;
use arbitro_hub::{
    Answer, Go, Line, LineBuffer, NORMAL, ParamLine, Request, RequestFault, SearchBounds, VARIANT,
    next_line, write_line,
};
use arbitro_rules::Game;
use arbitro_rules::draughts::{International, Move};

/// The parameter for the size of the engine's table, in MiB.
const HASH: &str = "hash-mib";
/// The parameter for the number of searching threads.
const THREADS: &str = "threads";
/// Maximum size of the table in MiB.
const MAX_HASH_MIB: usize = 65_536;
/// Stack size of the searching thread: that of a program's main thread.
const STACK: usize = 8 << 20;

/// Settings of the engine.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// Size of the table in MiB, unless the client sets another.
    pub hash_mib: usize,
    /// Number of searching threads, unless the client sets another.
    pub threads: usize,
}

/// Tasks of the searching thread.
enum Work {
    Prepare { bytes: usize, threads: usize },
    Forget,
    Search(Box<Task>, Arc<Control>),
}

/// The output, shared by both threads.
struct SharedOutput<W>(Mutex<W>);

impl<W: Write> SharedOutput<W> {
    fn say(&self, answer: &Answer) -> io::Result<()> {
        let Some(line) = answer.line() else {
            return Ok(());
        };
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut *writer, &line)
    }

    fn refuse(&self, message: String) -> io::Result<()> {
        self.say(&Answer::Error { message })
    }
}

/// Serves a client until it sends `quit` or closes the input.
pub fn serve_hub<W: Write + Send>(
    mut reader: impl BufRead,
    writer: W,
    settings: &HubSettings,
) -> io::Result<()> {
    let out = SharedOutput(Mutex::new(writer));
    let (work, to_do) = channel();
    thread::scope(|scope| {
        let thinker = thread::Builder::new().stack_size(STACK);
        let output = &out;
        thinker.spawn_scoped(scope, move || think(to_do, output))?;
        let mut session = HubSession {
            out: &out,
            work,
            hash_mib: settings.hash_mib.clamp(1, MAX_HASH_MIB),
            threads: settings.threads.clamp(1, MAX_THREADS.into()),
            is_ready: false,
            position: Some(PlayedPosition::at(International::start())),
            level: None,
            running: None,
        };
        let mut buffer = LineBuffer::default();
        let ended = loop {
            let bytes = match next_line(&mut reader, &mut buffer) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            let went = match bytes.and_then(|bytes| Line::read(&bytes)) {
                Ok(None) => continue,
                Ok(Some(line)) => match Request::read(&line) {
                    Ok(Request::Quit) => break Ok(()),
                    Ok(request) => session.answer(request),
                    Err(fault) => session.refuse(&line, &fault),
                },
                Err(fault) => out.refuse(fault.to_string()),
            };
            if let Err(error) = went {
                break Err(error);
            }
        };
        session.stop();
        ended
    })
}

/// A position and the moves that led to it.
struct PlayedPosition {
    position: International,
    earlier: Vec<u64>,
    clock: <International as Game>::DrawClock,
}

impl PlayedPosition {
    fn at(position: International) -> PlayedPosition {
        PlayedPosition { position, earlier: Vec::new(), clock: Default::default() }
    }

    fn play(&mut self, mv: Move) {
        let next = self.position.after(mv);
        self.earlier.push(self.position.key());
        self.clock = self.position.tick(self.clock, mv, &next);
        self.position = next;
    }
}

/// The state of the conversation.
struct HubSession<'a, W> {
    out: &'a SharedOutput<W>,
    work: Sender<Work>,
    hash_mib: usize,
    threads: usize,
    is_ready: bool,
    /// `None` after an unusable position.
    position: Option<PlayedPosition>,
    level: Option<SearchBounds>,
    running: Option<Arc<Control>>,
}

impl<W: Write> HubSession<'_, W> {
    fn answer(&mut self, request: Request) -> io::Result<()> {
        let may_come_any_time =
            matches!(request, Request::Ping | Request::Stop | Request::PonderHit | Request::Hub);
        if !may_come_any_time && self.is_searching() {
            let command = request.line().command;
            return self
                .out
                .refuse(format!("{command}: a search is running; say stop and wait for its done"));
        }
        match request {
            Request::Hub => self.introduce(),
            Request::SetParam { name, value } => self.set(&name, &value),
            Request::Init => {
                self.is_ready = true;
                let bytes = self.hash_mib << 20;
                let threads = self.threads;
                self.hand_over(Work::Prepare { bytes, threads })
            }
            Request::Position { start, moves } => {
                let mut here = PlayedPosition::at(start);
                for mv in moves {
                    here.play(mv);
                }
                self.position = Some(here);
                Ok(())
            }
            Request::Level(level) => {
                self.level = Some(level);
                Ok(())
            }
            Request::Go(mode) => self.go(mode),
            Request::PonderHit => {
                if let Some(control) = &self.running {
                    control.hit();
                }
                Ok(())
            }
            Request::Stop => {
                self.stop();
                Ok(())
            }
            Request::Ping => self.out.say(&Answer::Pong),
            Request::NewGame => self.hand_over(Work::Forget),
            Request::Quit => Ok(()),
        }
    }

    /// Reports an unusable request. An unusable position also discards the previous one: better no
    /// move than a move for another position.
    fn refuse(&mut self, line: &Line, fault: &RequestFault) -> io::Result<()> {
        if line.command == "pos" {
            self.position = None;
        }
        self.out.refuse(fault.to_string())
    }

    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_over())
    }

    fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    fn introduce(&self) -> io::Result<()> {
        self.out.say(&Answer::Id {
            name: "Arbitro".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })?;
        self.out.say(&Answer::Param(ParamLine {
            name: VARIANT.to_owned(),
            value: NORMAL.to_owned(),
            kind: "enum".to_owned(),
            values: vec![NORMAL.to_owned()],
            bounds: None,
        }))?;
        for (name, value, most) in
            [(HASH, self.hash_mib, MAX_HASH_MIB), (THREADS, self.threads, MAX_THREADS.into())]
        {
            self.out.say(&Answer::Param(ParamLine {
                name: name.to_owned(),
                value: value.to_string(),
                kind: "int".to_owned(),
                values: Vec::new(),
                bounds: Some(("1".to_owned(), most.to_string())),
            }))?;
        }
        self.out.say(&Answer::Wait)
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let refused = match (name, value) {
            _ if self.is_ready => Some("parameters come before init".to_owned()),
            (VARIANT, NORMAL) => None,
            (VARIANT, _) => Some(format!("variant {value}: only {NORMAL} is played here")),
            (HASH, _) => set_number(&mut self.hash_mib, HASH, value, MAX_HASH_MIB),
            (THREADS, _) => set_number(&mut self.threads, THREADS, value, MAX_THREADS.into()),
            _ => Some(format!(
                "there is no parameter {name}; there are {VARIANT}, {HASH} and {THREADS}"
            )),
        };
        match refused {
            Some(why) => self.out.refuse(format!("set-param: {why}")),
            None => Ok(()),
        }
    }

    fn go(&mut self, mode: Go) -> io::Result<()> {
        let refuse = |why: &str| self.out.refuse(format!("go: {why}"));
        if !self.is_ready {
            return refuse("init comes first");
        }
        let Some(here) = &self.position else {
            return refuse("the last position was none");
        };
        let Some(level) = self.level else {
            return refuse("level comes first");
        };
        if here.position.end().is_some() {
            return refuse("the match is over in this position");
        }
        let task = Task {
            position: here.position,
            earlier: here.earlier.clone(),
            clock: here.clock,
            level,
            mode,
        };
        let control = Arc::new(Control::default());
        self.running = Some(control.clone());
        self.hand_over(Work::Search(Box::new(task), control))
    }

    fn hand_over(&self, work: Work) -> io::Result<()> {
        let gone = |_| io::Error::other("the thinking thread has ended");
        self.work.send(work).map_err(gone)
    }
}

/// Sets a parameter that is a number from 1 on, or says why not.
fn set_number(setting: &mut usize, name: &str, value: &str, most: usize) -> Option<String> {
    match value.parse() {
        Ok(number) if (1..=most).contains(&number) => {
            *setting = number;
            None
        }
        _ => Some(format!("{name} is a number from 1 to {most}, not {value}")),
    }
}

/// Runs searches until the channel closes.
fn think<W: Write>(to_do: Receiver<Work>, out: &SharedOutput<W>) {
    let mut engine: Option<Engine<International>> = None;
    for work in to_do {
        // Broken pipe: the reading thread notices it at its next answer.
        let _ = match work {
            Work::Prepare { bytes, threads } => {
                let fresh = Engine::new(bytes);
                engine =
                    Some((1..useful_threads(threads)).fold(fresh, |it, _| it.with_helper(None)));
                out.say(&Answer::Ready)
            }
            Work::Forget => {
                if let Some(engine) = &mut engine {
                    engine.clear();
                }
                Ok(())
            }
            Work::Search(task, control) => {
                let done = engine.as_mut().and_then(|engine| {
                    task.search(engine, &control, &mut |info| {
                        let _ = out.say(info);
                    })
                });
                // Before the result is sent: a client that has read it may send the next request at
                // once.
                control.end();
                match done {
                    Some(done) => out.say(&done),
                    None => out.refuse("go: there is nothing to move".to_owned()),
                }
            }
        };
    }
}
