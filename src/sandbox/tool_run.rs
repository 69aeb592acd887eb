//! Runs a tool, such as a compiler or valgrind, to its end inside the sandbox, in a folder in memory of its
//! own, and brings back what it printed and wrote before the folder is gone.
//!
//! The tool is not trusted: time and memory are limited; output beyond its limit is read and dropped, so
//! that neither the tool blocks nor memory grows here; only regular files come back. What an end means
//! is for the caller to decide.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::epoll;
use rustix::pipe::PipeFlags;
use serde::{Deserialize, Serialize};

use crate::{Contained, Delivery, Ended, Fetched, Keeper, Limits, Plan, Processes, SandboxError};

/// A program to run once, and the files to bring back.
#[derive(Clone, Debug)]
pub struct ToolRun {
    /// The program, outside its folder: nothing in its folder can be executed.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Files and folders that it may read besides the system. Of `/etc` it may read only what loading a
    /// program needs.
    pub readable: Vec<PathBuf>,
    /// Its environment: these variables and no others.
    pub variables: Vec<(String, String)>,
    /// The files in its folder when it begins: plain names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Limits on memory, processes and its folder.
    pub limits: Limits,
    /// Limit on elapsed time.
    pub wall: Duration,
    /// Limit on processor time, its children included.
    pub cpu: Duration,
    /// Files to bring back, if they exist and are regular.
    pub wanted: Vec<String>,
    /// Limit on the size of these files together.
    pub wanted_bytes: u64,
    /// Limit on the bytes kept of each of its two streams.
    pub output_bytes: usize,
}

/// The end of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEnd {
    /// It exited with this code.
    Exited(i32),
    /// This signal killed it.
    Killed(i32),
    /// It exceeded its limit of elapsed or processor time, and was killed.
    OutOfTime,
    /// It exceeded its memory limit, and was killed.
    OutOfMemory,
    /// It could not be executed, for this reason.
    NeverBegan(String),
}

/// Files by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The output of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolOutput {
    /// Its end.
    pub ending: ToolEnd,
    /// The beginning of its standard output.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub complaints: Vec<u8>,
    /// True if either stream had more.
    pub output_cut: bool,
    /// The wanted files that exist, are regular and are not too large, by name.
    pub files: Files,
    /// The wanted files that exist but are not regular, or are too large.
    pub refused: Vec<String>,
    /// Other files that it left in its folder: the first names in order, shortened and printable.
    pub strays: Vec<String>,
    /// Elapsed time.
    pub wall: Duration,
    /// Processor time.
    pub cpu: Duration,
    /// Its peak memory.
    pub peak_kib: u64,
}

/// Maximum strays that are listed, and maximum length of each name.
const MOST_STRAYS: usize = 32;
const MOST_OF_A_NAME: usize = 40;

/// Interval of memory samples where the kernel does not report an excess.
const SAMPLING: Duration = Duration::from_millis(1);
/// Minimum time between two looks at the processor time.
const LOOKING: Duration = Duration::from_millis(2);
/// Maximum bytes in a pipe: so much can still be in it when all writers are dead.
const MOST_IN_A_PIPE: usize = 1 << 20;

fn failed<E: Into<io::Error>>(what: &'static str) -> impl Fn(E) -> SandboxError {
    move |error| SandboxError::Tool { what, source: error.into() }
}

impl ToolRun {
    /// Runs the tool and waits for its end. One keeper serves any number of runs, one after the other.
    ///
    /// # Errors
    ///
    /// When the host is at fault. Whatever the tool does, or cannot do, is in the result.
    pub fn run(&self, keeper: &mut Keeper) -> Result<ToolOutput, SandboxError> {
        let pipe = || rustix::pipe::pipe_with(PipeFlags::CLOEXEC);
        let (output, said) = pipe().map_err(failed("a pipe for output"))?;
        let (complaints, complained) = pipe().map_err(failed("a pipe for output"))?;
        let plan = Plan {
            program: self.program.clone(),
            args: self.args.clone(),
            readable: self.readable.clone(),
            variables: self.variables.clone(),
            folder_variable: None,
            files: Vec::new(),
            limits: self.limits,
            // A compiler starts its parts.
            processes: Processes::Several,
        };
        let program = keeper.prepare_tool(&plan, said.as_fd(), complained.as_fd())?;
        // From here on they are the program's alone: when it is gone there is nothing more to come.
        drop((said, complained));
        furnish(self, &program)?;
        let streams = [output, complaints].map(|end| Stream {
            end: Some(File::from(end)),
            kept: Vec::new(),
            is_cut: false,
        });
        let mut watch = Watch { tool: self, program, streams };
        watch.finish()
    }
}

/// Puts the first files into the folder. Not by the plan, which travels in one message and is short.
fn furnish(tool: &ToolRun, program: &Contained) -> Result<(), SandboxError> {
    for (name, contents) in &tool.files {
        let wrong = || SandboxError::Name { name: name.clone() };
        if !is_plain_name(name) {
            return Err(wrong());
        }
        match program.deliver(name, contents) {
            Ok(Delivery::Done) => {}
            Ok(Delivery::Occupied) => return Err(wrong()),
            Ok(Delivery::Full) => {
                return Err(SandboxError::NoRoom {
                    name: name.clone(),
                    folder_bytes: tool.limits.folder_bytes,
                });
            }
            Err(error) => return Err(failed("a file cannot be put into a folder")(error)),
        }
    }
    match tool.wanted.iter().find(|name| !is_plain_name(name)) {
        Some(name) => Err(SandboxError::Name { name: name.clone() }),
        None => Ok(()),
    }
}

fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 255
        && !matches!(name, "." | "..")
        && !name.contains(['/', '\0'])
}

/// One of the program's output streams.
#[derive(Debug)]
struct Stream {
    /// `None` once no process can write to it any more.
    end: Option<File>,
    kept: Vec<u8>,
    is_cut: bool,
}

impl Stream {
    /// Reads once what has arrived; returns false if nothing has.
    fn take(&mut self, most: usize) -> io::Result<bool> {
        let Some(end) = &mut self.end else {
            return Ok(false);
        };
        let mut buffer = [0; 16 << 10];
        match end.read(&mut buffer) {
            Ok(0) => {
                self.end = None;
                Ok(false)
            }
            Ok(length) => {
                let room = most.saturating_sub(self.kept.len()).min(length);
                self.kept.extend_from_slice(&buffer[..room]);
                self.is_cut |= room < length;
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// The event that woke the watch.
const DEATH: u64 = 2;
const MEMORY: u64 = 3;

/// A tool while it runs.
struct Watch<'a> {
    tool: &'a ToolRun,
    program: Contained,
    /// Its output and its complaints.
    streams: [Stream; 2],
}

impl Watch<'_> {
    fn finish(&mut self) -> Result<ToolOutput, SandboxError> {
        let watched = self.watched().map_err(failed("a program cannot be watched"))?;
        let start = Instant::now();
        self.program.begin().map_err(failed("a program cannot be let run"))?;
        let is_out_of_time =
            self.wait(&watched, start).map_err(failed("a program cannot be waited for"))?;
        let ended = if is_out_of_time { self.program.end() } else { self.program.wait() };
        let ended = ended.map_err(failed("a program cannot be ended"))?;
        let wall = start.elapsed();
        self.take_rest().map_err(failed("output cannot be read"))?;
        let usage = self.program.usage();
        let usage = usage.map_err(failed("what a program used cannot be read"))?;
        let ending = match ended {
            // A parent can outlive the child that was killed for its memory, and exit as it likes.
            _ if usage.is_over_memory => ToolEnd::OutOfMemory,
            _ if is_out_of_time => ToolEnd::OutOfTime,
            Ended::Exited(code) => ToolEnd::Exited(code),
            Ended::Killed(signal) => ToolEnd::Killed(signal),
            Ended::NeverBegan(why) => ToolEnd::NeverBegan(why),
            Ended::Ended => {
                let program = self.tool.program.clone();
                return Err(SandboxError::Ended { program });
            }
        };
        let (files, refused) = self.bring_back()?;
        let [output, complaints] = &mut self.streams;
        Ok(ToolOutput {
            ending,
            output_cut: output.is_cut || complaints.is_cut,
            output: std::mem::take(&mut output.kept),
            complaints: std::mem::take(&mut complaints.kept),
            files,
            refused,
            strays: self.strays()?,
            wall,
            cpu: usage.cpu,
            peak_kib: usage.peak_bytes.div_ceil(1 << 10),
        })
    }

    /// Creates an epoll of everything that can wake the watch.
    fn watched(&self) -> io::Result<OwnedFd> {
        let watched = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let news = epoll::EventFlags::IN;
        for (number, stream) in (0..).zip(&self.streams) {
            if let Some(end) = &stream.end {
                // The flag is this end's own: the program's end waits as it always does.
                rustix::io::ioctl_fionbio(end, true)?;
                epoll::add(&watched, end, epoll::EventData::new_u64(number), news)?;
            }
        }
        let death = epoll::EventData::new_u64(DEATH);
        epoll::add(&watched, self.program.death_notice(), death, news)?;
        if let Some(alarm) = self.program.memory_alarm() {
            // Told once each time: it stays readable afterwards.
            let flags = news | epoll::EventFlags::PRI | epoll::EventFlags::ET;
            epoll::add(&watched, alarm, epoll::EventData::new_u64(MEMORY), flags)?;
        }
        Ok(watched)
    }

    /// Waits until the tool is dead or must be killed; returns true if its time is up.
    fn wait(&mut self, watched: impl AsFd, start: Instant) -> io::Result<bool> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let cores = u32::try_from(cores).unwrap_or(1);
        let mut look_at_cpu = start;
        let mut events = [const { MaybeUninit::uninit() }; 4];
        loop {
            let now = Instant::now();
            let Some(left) = self.tool.wall.checked_sub(now - start) else {
                return Ok(true);
            };
            if now >= look_at_cpu {
                let used = self.program.cpu_time()?;
                let Some(left) = self.tool.cpu.checked_sub(used) else {
                    return Ok(true);
                };
                // It cannot use it up faster than on all cores at once.
                look_at_cpu = now + (left / cores).max(LOOKING);
            }
            let mut timeout = left.min(look_at_cpu - now) + Duration::from_micros(1);
            if self.program.must_sample_memory() {
                timeout = timeout.min(SAMPLING);
                if self.program.is_over_memory()? {
                    self.program.end()?;
                    return Ok(false);
                }
            }
            let timeout = rustix::event::Timespec::try_from(timeout).map_err(io::Error::other)?;
            let woken = match epoll::wait(&watched, &mut events, Some(&timeout)) {
                Ok((woken, _)) => woken,
                // A signal that did not end us: look again.
                Err(rustix::io::Errno::INTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            for event in woken {
                match event.data.u64() {
                    DEATH => return Ok(false),
                    MEMORY => {
                        if self.program.is_over_memory()? {
                            self.program.end()?;
                            return Ok(false);
                        }
                    }
                    stream => {
                        self.streams[usize::from(stream == 1)].take(self.tool.output_bytes)?;
                    }
                }
            }
        }
    }

    /// Reads what is left in the pipes, at most their capacity: without namespaces a process may have
    /// escaped the kill and keep writing.
    fn take_rest(&mut self) -> io::Result<()> {
        for stream in &mut self.streams {
            let mut reads = 0;
            while stream.take(self.tool.output_bytes)? && reads < MOST_IN_A_PIPE / 1024 {
                reads += 1;
            }
        }
        Ok(())
    }

    /// Reads the wanted files; returns them, and the names of those refused.
    fn bring_back(&self) -> Result<(Files, Vec<String>), SandboxError> {
        let mut files = Files::new();
        let mut refused = Vec::new();
        let mut left = self.tool.wanted_bytes;
        for name in &self.tool.wanted {
            let fetched = self.program.fetch(name, left);
            match fetched.map_err(failed("a program's file cannot be read"))? {
                Fetched::Whole(bytes) => {
                    left = left.saturating_sub(bytes.len() as u64);
                    files.insert(name.clone(), bytes);
                }
                Fetched::Absent => {}
                Fetched::NotPlain | Fetched::TooLarge => refused.push(name.clone()),
            }
        }
        Ok((files, refused))
    }

    fn strays(&self) -> Result<Vec<String>, SandboxError> {
        let what = "a program's folder cannot be looked into";
        let mut strays = Vec::new();
        for entry in fs::read_dir(self.program.folder()).map_err(failed(what))? {
            let name = entry.map_err(failed(what))?.file_name();
            let name = name.to_string_lossy();
            let is_known = self.tool.files.iter().any(|(known, _)| *known == name)
                || self.tool.wanted.iter().any(|known| *known == name);
            if !is_known {
                let short: String = name.chars().take(MOST_OF_A_NAME).collect();
                strays.push(short.escape_default().to_string());
            }
        }
        strays.sort();
        strays.truncate(MOST_STRAYS);
        Ok(strays)
    }
}
