//! Drives an external engine over pipes.
//!
//! The engine is started once for a match, asked for each move, and stopped when its `HubPeer` is
//! dropped. Every answer has a time limit, and output has a size limit. Before each search the
//! engine gets the last irreversible position and the king moves since then: enough to recognise
//! repetitions.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use crate::answer::{Answer, ParamLine};
use crate::clock::SearchBounds;
use crate::line::{self, LineFault};
use crate::peer_fault::PeerFault;
use crate::pipe::LineBuffer;
use crate::request::{Go, Request};
use crate::text::read_hub_move;
use crate::{NORMAL, VARIANT};
use arbitro_rules::draughts::{International, Move};
use arbitro_rules::history::History;
use arbitro_rules::line::{Key, Line};

/// Maximum bytes that an engine may print between a request and its answer.
const MAX_OUTPUT_BYTES: usize = 16 << 20;
/// Maximum king moves sent with a position: more than any draw rule allows.
const MAX_KING_MOVES: usize = 100;
/// Share of the time that the engine is given, so that it need not be stopped.
const TIME_SHARE: f64 = 0.95;
/// Share of the time that the engine has to answer after `stop`.
const STOP_SHARE: f64 = 0.07;
/// Time to wait for the exit status of an engine that has closed its output.
const EXIT_WAIT: Duration = Duration::from_millis(200);

/// An engine to start, with its limits.
#[derive(Clone, Debug)]
pub struct PeerPlan {
    /// The engine.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The working directory; engines look for their data there.
    pub folder: Option<PathBuf>,
    /// Environment variables that are hidden from the engine.
    pub hidden: Vec<OsString>,
    /// Parameters to set: names and values.
    pub params: Vec<(String, String)>,
    /// Time limit until the engine is ready.
    pub start_time: Duration,
    /// Time for a move, as the referee counts it.
    pub move_time: Duration,
    /// Search depth to ask for, instead of a time.
    pub depth: Option<u32>,
    /// Positions to search, instead of a time.
    pub nodes: Option<u64>,
}

/// A running engine that is ready. Dropping it stops the engine.
#[derive(Debug)]
pub struct HubPeer {
    plan: PeerPlan,
    name: String,
    pipe: Pipe,
}

impl HubPeer {
    /// Starts an engine and waits until it is ready.
    pub fn start(plan: PeerPlan) -> Result<HubPeer, PeerFault> {
        let deadline = Instant::now() + plan.start_time;
        let mut peer = HubPeer { pipe: Pipe::open(&plan)?, name: String::new(), plan };
        peer.pipe.say(&Request::Hub)?;
        let mut known: Vec<ParamLine> = Vec::new();
        loop {
            match peer.awaited("wait", deadline)? {
                Answer::Id { name, .. } => peer.name = name,
                Answer::Param(param) => known.push(param),
                Answer::Wait => break,
                _ => {}
            }
        }
        for (name, value) in wanted(&peer.plan.params, &known)? {
            peer.pipe.say(&Request::SetParam { name, value })?;
        }
        peer.pipe.say(&Request::Init)?;
        while peer.awaited("ready", deadline)? != Answer::Ready {}
        Ok(peer)
    }

    /// Returns the engine's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn awaited(&mut self, awaited: &'static str, deadline: Instant) -> Result<Answer, PeerFault> {
        let answer = self.pipe.answer(deadline)?;
        answer.ok_or_else(|| PeerFault::NotReady {
            awaited,
            within: self.plan.start_time,
            complaint: self.pipe.complaint.take(),
        })
    }

    /// Asks for a move, and waits little longer than the deadline; `None` in a match of another game.
    pub fn choose(&mut self, line: &dyn Line, deadline: Instant) -> Result<Option<Key>, PeerFault> {
        let Some(history) = line.as_any().downcast_ref::<History<International>>() else {
            return Ok(None);
        };
        let begin = Instant::now();
        let (start, moves) = since_the_last_lasting_move(history);
        self.pipe.say(&Request::Position { start, moves })?;
        self.pipe.say(&Request::Level(self.level(deadline)))?;
        self.pipe.say(&Request::Go(Go::Think))?;
        let mv = match self.done(deadline)? {
            Some(mv) => mv,
            None => {
                self.pipe.say(&Request::Stop)?;
                let last = deadline + self.plan.move_time.mul_f64(STOP_SHARE);
                self.done(last)?.ok_or_else(|| PeerFault::Late {
                    within: begin.elapsed(),
                    complaint: self.pipe.complaint.take(),
                })?
            }
        };
        let mv = read_hub_move(history.position(), &mv).map_err(PeerFault::Move)?;
        Ok(Some(mv.into()))
    }

    /// The bounds of a search: only one kind, because engines need not support combinations.
    fn level(&self, deadline: Instant) -> SearchBounds {
        let PeerPlan { depth, nodes, .. } = self.plan;
        let is_timed = depth.is_none() && nodes.is_none();
        let left = deadline.saturating_duration_since(Instant::now());
        SearchBounds {
            nodes,
            depth: depth.filter(|_| nodes.is_none()),
            move_time: is_timed.then(|| left.mul_f64(TIME_SHARE)),
            ..SearchBounds::default()
        }
    }

    /// Returns the engine's move, or `None` if the search does not end before the deadline.
    fn done(&mut self, deadline: Instant) -> Result<Option<String>, PeerFault> {
        loop {
            match self.pipe.answer(deadline)? {
                None => return Ok(None),
                Some(Answer::Done { mv, .. }) => return Ok(Some(mv)),
                Some(_) => {}
            }
        }
    }
}

/// The parameters to set, checked against those that the engine declares.
fn wanted(
    params: &[(String, String)],
    known: &[ParamLine],
) -> Result<Vec<(String, String)>, PeerFault> {
    let of = |name: &str| known.iter().find(|param_line| param_line.name == name);
    let mut wanted = Vec::new();
    if let Some(variant) = of(VARIANT) {
        let has_normal = variant.values.is_empty() || variant.values.iter().any(|it| it == NORMAL);
        if !has_normal {
            let found = variant.values.join(" ");
            return Err(PeerFault::Variant { found });
        }
        if variant.value != NORMAL {
            wanted.push((VARIANT.to_owned(), NORMAL.to_owned()));
        }
    }
    for (name, value) in params {
        if name == VARIANT {
            if value != NORMAL {
                let found = value.clone();
                return Err(PeerFault::Variant { found });
            }
            continue;
        }
        let Some(param) = of(name) else {
            return Err(PeerFault::NoParam {
                name: name.clone(),
                known: known.iter().map(|it| it.name.clone()).collect(),
            });
        };
        if param.value != *value {
            wanted.push((name.clone(), value.clone()));
        }
    }
    Ok(wanted)
}

/// The last irreversible position before this one, and the king moves since.
fn since_the_last_lasting_move(history: &History<International>) -> (International, Vec<Move>) {
    let played = history.positions().iter().zip(history.moves()).rev().take(MAX_KING_MOVES);
    let lasts = |(before, mv): &(&International, &Move)| mv.is_capture() || before.is_by_man(**mv);
    let since = played.take_while(|it| !lasts(it)).count();
    let start = history.plies() - since;
    (history.positions()[start], history.moves()[start..].to_vec())
}

/// The engine's process and its unread output.
#[derive(Debug)]
struct Pipe {
    child: Child,
    to_it: File,
    from_it: File,
    buffer: LineBuffer,
    chunk: Vec<u8>,
    /// Bytes of `chunk` already consumed.
    taken: usize,
    /// Bytes printed since the last request.
    talk: usize,
    /// The last error that the engine reported.
    complaint: Option<String>,
}

impl Pipe {
    fn open(plan: &PeerPlan) -> Result<Pipe, PeerFault> {
        let mut command = Command::new(&plan.program);
        command.args(&plan.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(folder) = &plan.folder {
            command.current_dir(folder);
        }
        for name in &plan.hidden {
            command.env_remove(name);
        }
        let cannot = |why| PeerFault::Start { program: plan.program.display().to_string(), why };
        let mut child = command.spawn().map_err(cannot)?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let (to_it, from_it) = ends.ok_or_else(|| cannot(io::Error::other("it has no pipes")))?;
        let to_it = File::from(OwnedFd::from(to_it));
        let flags = fcntl_getfl(&to_it).map_err(|error| cannot(error.into()))?;
        // An engine that does not read must not block the writer.
        fcntl_setfl(&to_it, flags | OFlags::NONBLOCK).map_err(|error| cannot(error.into()))?;
        Ok(Pipe {
            child,
            to_it,
            from_it: File::from(OwnedFd::from(from_it)),
            buffer: LineBuffer::default(),
            chunk: Vec::new(),
            taken: 0,
            talk: 0,
            complaint: None,
        })
    }

    fn say(&mut self, request: &Request) -> Result<(), PeerFault> {
        self.talk = 0;
        let line = format!("{}\n", request.line());
        match self.to_it.write_all(line.as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(PeerFault::Deaf),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.gone()),
            Err(error) => Err(PeerFault::Pipe(error)),
        }
    }

    /// Returns the next meaningful answer, or `None` if none comes before the deadline.
    fn answer(&mut self, deadline: Instant) -> Result<Option<Answer>, PeerFault> {
        loop {
            let Some(line) = self.line(deadline)? else {
                return Ok(None);
            };
            match Answer::read(&line) {
                Answer::Other => {}
                Answer::Error { message } => {
                    let start: String = message.chars().take(200).collect();
                    self.complaint = Some(start);
                }
                answer => return Ok(Some(answer)),
            }
        }
    }

    fn line(&mut self, deadline: Instant) -> Result<Option<line::Line>, PeerFault> {
        loop {
            while self.taken < self.chunk.len() {
                let (taken, line) = self.buffer.feed(&self.chunk[self.taken..]);
                self.taken += taken;
                self.talk += taken;
                if self.talk > MAX_OUTPUT_BYTES {
                    return Err(PeerFault::Flood { most: MAX_OUTPUT_BYTES });
                }
                if let Some(line) = line.map(readable).transpose()?.flatten() {
                    return Ok(Some(line));
                }
            }
            if !self.wait(deadline)? {
                return Ok(None);
            }
            self.chunk.resize(64 << 10, 0);
            let count = match self.from_it.read(&mut self.chunk) {
                Ok(0) => {
                    self.chunk.clear();
                    return Err(self.gone());
                }
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                Err(error) => return Err(PeerFault::Pipe(error)),
            };
            self.chunk.truncate(count);
            self.taken = 0;
        }
    }

    /// Returns true if data can be read before the deadline.
    fn wait(&self, deadline: Instant) -> Result<bool, PeerFault> {
        loop {
            if Instant::now() >= deadline {
                return Ok(false);
            }
            let mut ends = [PollFd::new(&self.from_it, PollFlags::IN)];
            match poll(&mut ends, Some(&timeout_until(deadline))) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(true),
                Err(error) => return Err(PeerFault::Pipe(error.into())),
            }
        }
    }

    /// Returns the fault for an engine that has left, with its exit status if that is known soon.
    fn gone(&mut self) -> PeerFault {
        let deadline = Instant::now() + EXIT_WAIT;
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        PeerFault::Gone { status, complaint: self.complaint.take() }
    }
}

/// Converts the time until a moment into a timeout, rounded up to the next microsecond; rounded
/// down, the last wait would spin.
fn timeout_until(moment: Instant) -> Timespec {
    let left = moment.saturating_duration_since(Instant::now());
    Timespec {
        tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(left.subsec_micros() + 1).saturating_mul(1000).min(999_999_999),
    }
}

/// Parses a line; `None` for one that is not in the protocol.
///
/// Engines may print a greeting before they speak Hub; only a line that is too long or is not text
/// is a fault.
fn readable(raw: Result<Vec<u8>, LineFault>) -> Result<Option<line::Line>, PeerFault> {
    match raw.and_then(|bytes| line::Line::read(&bytes)) {
        Ok(line) => Ok(line),
        Err(fault @ (LineFault::Long | LineFault::NotText)) => Err(PeerFault::Line(fault)),
        Err(_) => Ok(None),
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The engine may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
