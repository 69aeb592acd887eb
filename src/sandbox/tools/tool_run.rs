//! Runs a tool, such as a compiler or valgrind, to its end inside the sandbox, in a folder in memory of its
//! own, and brings back what it printed and wrote before the folder is gone.
//!
//! The tool is not trusted: time and memory are limited; output beyond its limit is read and dropped, so
//! that neither the tool blocks nor memory grows here; only regular files come back. What an end means
//! is for the caller to decide.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::pipe::PipeFlags;
use serde::{Deserialize, Serialize};

use super::watched::{Stream, TimeLimits, WaitEnd, WatchedProgram};
use crate::{
    Contained, Delivery, Ended, FetchedFile, Keeper, Limits, Plan, Processes, SandboxError, Streams,
};

/// A program to run once, and the files to bring back.
#[derive(Clone, Debug)]
pub struct ToolRun {
    /// The program, outside its folder: nothing in its folder can be executed.
    pub program: PathBuf,
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
    /// Limit on elapsed time in which it neither runs nor waits for a core.
    pub rest: Duration,
    /// Limit on processor time, its children included.
    pub cpu: Duration,
    /// Files to bring back, if they exist and are regular.
    pub wanted: Vec<String>,
    /// Limit on the size of these files together.
    pub wanted_bytes: u64,
    /// Limit on the bytes kept of each of its two streams.
    pub output_bytes: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEnd {
    Exited(i32),
    Killed(i32),
    /// It exceeded its limit of processor time, or of elapsed time without it, and was killed.
    OutOfTime,
    /// It exceeded its memory limit, and was killed.
    OutOfMemory,
    /// It could not be executed, for this reason.
    NeverBegan(String),
}

pub type Files = BTreeMap<String, Vec<u8>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolOutput {
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
    pub wall: Duration,
    /// That of it in which the tool neither ran nor waited for a core.
    pub rest: Duration,
    pub cpu: Duration,
    pub peak_kib: u64,
}

/// Maximum strays that are listed, and maximum length of each name.
const MAX_STRAYS: usize = 32;
const MAX_OF_A_NAME: usize = 40;

pub(crate) fn failed<E: Into<io::Error>>(what: &'static str) -> impl Fn(E) -> SandboxError {
    move |error| SandboxError::Tool { what, source: error.into() }
}

impl ToolRun {
    /// Runs the tool and waits for its end. One keeper serves any number of runs, one after the other.
    /// Whatever the tool does, or cannot do, is in the result: an error is the host's.
    pub fn run(&self, keeper: &mut Keeper) -> Result<ToolOutput, SandboxError> {
        let pipe = || rustix::pipe::pipe_with(PipeFlags::CLOEXEC);
        let (output, output_writer) = pipe().map_err(failed("a pipe for output"))?;
        let (complaints, complaints_writer) = pipe().map_err(failed("a pipe for output"))?;
        let plan = Plan {
            program: self.program.clone(),
            args: self.args.clone(),
            readable: self.readable.clone(),
            variables: self.variables.clone(),
            limits: self.limits,
            // A compiler starts its parts: `prepare_tool`.
            processes: Processes::Trusted,
            ..Plan::default()
        };
        let program = keeper.prepare_tool(
            &plan,
            self.cpu,
            Streams {
                output: Some(output_writer.as_fd()),
                complaints: Some(complaints_writer.as_fd()),
                input: None,
            },
        )?;
        // From here on they are the program's alone: when it is gone there is nothing more to come.
        drop((output_writer, complaints_writer));
        furnish(self, &program)?;
        let streams = [output, complaints].map(|end| Stream::new(end, self.output_bytes, false));
        let watched = WatchedProgram::new(program, streams, None);
        let mut watched = watched.map_err(failed("a program cannot be watched"))?;
        watched.stop = keeper.stop.clone();
        Running { tool: self, watched }.finish()
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

/// Returns true if a program says that it was refused memory, in the words of C++, of the C library and of compilers
/// and valgrind, or of Python.
fn says_memory(printed: &[u8]) -> bool {
    let printed = String::from_utf8_lossy(printed);
    ["bad_alloc", "Cannot allocate memory", "out of memory", "MemoryError"]
        .iter()
        .any(|it| printed.contains(it))
}

struct Running<'a> {
    tool: &'a ToolRun,
    watched: WatchedProgram,
}

impl Running<'_> {
    fn finish(&mut self) -> Result<ToolOutput, SandboxError> {
        let start = Instant::now();
        let WatchedProgram { program, .. } = &mut self.watched;
        program.begin().map_err(failed("a program cannot be let run"))?;
        let ToolRun { rest, cpu, .. } = *self.tool;
        let over = self.watched.wait(TimeLimits { cpu, rest }, |_| false);
        let over = over.map_err(failed("a program cannot be waited for"))?;
        let WatchedProgram { program, streams, .. } = &mut self.watched;
        let ended = if over == WaitEnd::Gone { program.wait() } else { program.kill_and_wait() };
        let ended = ended.map_err(failed("a program cannot be ended"))?;
        match over {
            WaitEnd::Stopped => return Err(SandboxError::Stopped),
            WaitEnd::Unmeasured => {
                let program = self.tool.program.clone();
                return Err(SandboxError::Unmeasured { program });
            }
            _ => {}
        }
        let wall = start.elapsed();
        for stream in streams {
            stream.take_rest().map_err(failed("output cannot be read"))?;
        }
        let usage = program.usage();
        let usage = usage.map_err(failed("what a program used cannot be read"))?;
        // Without groups each process has the limit, and is refused more.
        let has_run_out = program.memory_alarm().is_none()
            && usage.peak_bytes > self.tool.limits.memory_bytes / 2
            && self.watched.streams.iter().any(|stream| says_memory(&stream.bytes));
        let ending = match ended {
            // A parent can outlive the child that was killed for its memory, and exit as it likes.
            _ if usage.is_over_memory => ToolEnd::OutOfMemory,
            _ if over == WaitEnd::OutOfTime || usage.cpu > cpu => ToolEnd::OutOfTime,
            Ended::Exited(1..) | Ended::Killed(_) if has_run_out => ToolEnd::OutOfMemory,
            Ended::Exited(code) => ToolEnd::Exited(code),
            Ended::Killed(signal) => ToolEnd::Killed(signal),
            Ended::NeverBegan(why) => ToolEnd::NeverBegan(why),
            Ended::Ended => {
                let program = self.tool.program.clone();
                return Err(SandboxError::Ended { program });
            }
        };
        let (files, refused) = self.bring_back()?;
        let [output, complaints] = &mut self.watched.streams;
        Ok(ToolOutput {
            ending,
            output_cut: output.is_cut || complaints.is_cut,
            output: std::mem::take(&mut output.bytes),
            complaints: std::mem::take(&mut complaints.bytes),
            files,
            refused,
            strays: self.strays()?,
            wall,
            rest: self.watched.rest,
            cpu: usage.cpu,
            peak_kib: usage.peak_bytes.div_ceil(1 << 10),
        })
    }

    /// Reads the wanted files; returns them, and the names of those refused.
    fn bring_back(&self) -> Result<(Files, Vec<String>), SandboxError> {
        let mut files = Files::new();
        let mut refused = Vec::new();
        let mut left = self.tool.wanted_bytes;
        for name in &self.tool.wanted {
            let fetched = self.watched.program.fetch(name, left);
            match fetched.map_err(failed("a program's file cannot be read"))? {
                FetchedFile::Whole(bytes) => {
                    left = left.saturating_sub(bytes.len() as u64);
                    files.insert(name.clone(), bytes);
                }
                FetchedFile::Absent => {}
                FetchedFile::NotPlain | FetchedFile::TooLarge => refused.push(name.clone()),
            }
        }
        Ok((files, refused))
    }

    fn strays(&self) -> Result<Vec<String>, SandboxError> {
        let what = "a program's folder cannot be looked into";
        let mut strays = Vec::new();
        for entry in fs::read_dir(self.watched.program.folder()).map_err(failed(what))? {
            let name = entry.map_err(failed(what))?.file_name();
            let name = name.to_string_lossy();
            let is_known = self.tool.files.iter().any(|(known, _)| *known == name)
                || self.tool.wanted.iter().any(|known| *known == name);
            if !is_known {
                let short: String = name.chars().take(MAX_OF_A_NAME).collect();
                strays.push(short.escape_default().to_string());
            }
        }
        strays.sort();
        strays.truncate(MAX_STRAYS);
        Ok(strays)
    }
}
