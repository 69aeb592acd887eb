//! A contained program that is asked on its standard input and answers on its standard output, a line each.
//!
//! The program is not trusted: each answer has its limits, and output without a question is an error.
//! The caller decides what a failure means.

use std::os::fd::AsFd;
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use thiserror::Error;

use super::tool_run::failed;
use super::watched::{Stream, TimeLimits, WaitEnd, WatchedProgram};
use crate::{Ended, Keeper, Plan, SandboxError, Streams};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerLimits {
    /// Processor time, children included; and as much again of the elapsed time in which the program neither ran nor
    /// waited for a core.
    pub time: Duration,
    /// Length in bytes, without the newline.
    pub bytes: usize,
}

/// The reason why a program gave no answer. It is of no use any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    #[error("it exited with code {0}")]
    Exited(i32),
    #[error("signal {0} killed it")]
    Killed(i32),
    #[error("it was ended from outside the sandbox")]
    Ended,
    #[error("it cannot be started: {0}")]
    NeverBegan(String),
    #[error("it was late: an answer has {} s of processor time, and as much by the wall in which it does not run", .0.time.as_secs())]
    Late(AnswerLimits),
    #[error("it used more than {} MiB of memory", .0 >> 20)]
    Memory(u64),
    #[error("its answer is longer than {0} bytes")]
    TooLong(usize),
    #[error("it printed a line that it was not asked for")]
    Unasked,
}

/// A program while it is asked. Dropping this kills it.
#[derive(Debug)]
pub struct Dialogue {
    watched: WatchedProgram,
    memory_bytes: u64,
}

impl Dialogue {
    /// Starts a program, of whose standard error the latest `complaint_bytes` are kept.
    /// A program that cannot be run is found by asking.
    pub fn begin(
        keeper: &mut Keeper,
        plan: &Plan,
        complaint_bytes: usize,
    ) -> Result<Dialogue, SandboxError> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(failed("a pipe"));
        let ((input_reader, input), (output, output_writer), (complaints, complaints_writer)) =
            (pipe()?, pipe()?, pipe()?);
        let program = keeper.prepare_with(
            plan,
            Streams {
                input: Some(input_reader.as_fd()),
                output: Some(output_writer.as_fd()),
                complaints: Some(complaints_writer.as_fd()),
            },
        )?;
        // From here on they are the program's alone: when it is gone there is nothing more to come.
        drop((output_writer, complaints_writer, input_reader));
        let streams =
            [Stream::new(output, 0, false), Stream::new(complaints, complaint_bytes, true)];
        let watched = WatchedProgram::new(program, streams, Some(input));
        let mut watched = watched.map_err(failed("a program cannot be watched"))?;
        watched.program.begin().map_err(failed("a program cannot be let run"))?;
        Ok(Dialogue { watched, memory_bytes: plan.limits.memory_bytes })
    }

    /// Writes a question, whose newline is its own, and waits for a line; returns it without its newline.
    /// Without a question it waits for what the program says first.
    /// Whatever the program does is in the result: an error is the host's.
    pub fn ask(
        &mut self,
        question: &[u8],
        limits: AnswerLimits,
    ) -> Result<Result<Vec<u8>, NoAnswer>, SandboxError> {
        let [output, _] = &mut self.watched.streams;
        // Room for the newline, and for one byte that must not follow it.
        output.most = limits.bytes + 2;
        if !question.is_empty() {
            output.take_rest().map_err(failed("output cannot be read"))?;
            if !output.bytes.is_empty() {
                return Ok(Err(NoAnswer::Unasked));
            }
            self.watched.write(question).map_err(failed("a question cannot be written"))?;
        }
        let mut scanned = 0;
        let allowed = TimeLimits { cpu: limits.time, rest: limits.time };
        let over = self.watched.wait(allowed, |output| {
            let is_whole = output.bytes[scanned..].contains(&b'\n');
            scanned = output.bytes.len();
            is_whole || output.is_cut
        });
        let over = over.map_err(failed("a program cannot be waited for"))?;
        if over == WaitEnd::Gone {
            let [output, _] = &mut self.watched.streams;
            output.take_rest().map_err(failed("output cannot be read"))?;
        }
        match (self.line(limits.bytes), over) {
            // It died after its answer, or was too slow to be stopped before it.
            (Some(line), _) => Ok(line),
            (None, WaitEnd::OutOfTime | WaitEnd::Unmeasured | WaitEnd::Done | WaitEnd::Stopped) => {
                Ok(Err(NoAnswer::Late(limits)))
            }
            (None, WaitEnd::OutOfMemory) => Ok(Err(NoAnswer::Memory(self.memory_bytes))),
            (None, WaitEnd::Gone) => self.death().map(Err),
        }
    }

    /// Takes the line that was printed, if it is whole or too long to be one.
    fn line(&mut self, most: usize) -> Option<Result<Vec<u8>, NoAnswer>> {
        let [output, _] = &mut self.watched.streams;
        match output.bytes.iter().position(|&byte| byte == b'\n') {
            Some(end) if end > most => Some(Err(NoAnswer::TooLong(most))),
            Some(end) if end + 1 < output.bytes.len() => Some(Err(NoAnswer::Unasked)),
            Some(end) => {
                let mut line = std::mem::take(&mut output.bytes);
                line.truncate(end);
                Some(Ok(line))
            }
            None => output.is_cut.then_some(Err(NoAnswer::TooLong(most))),
        }
    }

    fn death(&mut self) -> Result<NoAnswer, SandboxError> {
        let program = &mut self.watched.program;
        let ended = program.wait().map_err(failed("a program cannot be ended"))?;
        let usage = program.usage().map_err(failed("what a program used cannot be read"))?;
        Ok(match ended {
            _ if usage.is_over_memory => NoAnswer::Memory(self.memory_bytes),
            Ended::Exited(code) => NoAnswer::Exited(code),
            Ended::Killed(signal) => NoAnswer::Killed(signal),
            Ended::Ended => NoAnswer::Ended,
            Ended::NeverBegan(why) => NoAnswer::NeverBegan(why),
        })
    }

    /// Takes the latest of what the program wrote to its standard error so far.
    pub fn take_complaints(&mut self) -> Result<Vec<u8>, SandboxError> {
        let [_, complaints] = &mut self.watched.streams;
        complaints.take_rest().map_err(failed("output cannot be read"))?;
        Ok(std::mem::take(&mut complaints.bytes))
    }
}
