//! The process of a program of rules.

use std::process::Command;
use std::time::Duration;

use arbitro_sandbox::{AnswerLimits, Dialogue, Keeper, Limits, Plan};

use crate::answer::hello;
use crate::error::{BadAnswer, ProgramError};
use crate::peer::Peer;
use crate::relay::last_words;

/// Bytes kept of what it writes to its standard error.
const COMPLAINT_BYTES: usize = 64 << 10;
pub(crate) const LIMITS: Limits = Limits { memory_bytes: 512 << 20, ..Limits::USUAL };

/// Limits of an answer, and of the first line, for which the program must start.
const ANSWER: AnswerLimits = AnswerLimits { time: Duration::from_secs(2), bytes: 8 << 20 };
const FIRST: AnswerLimits = AnswerLimits { time: Duration::from_secs(10), ..ANSWER };

/// The way to start programs.
#[derive(Debug)]
pub(crate) enum Launcher {
    /// Each in a sandbox.
    Keeper(Keeper),
    /// By a program of ours, which contains it and passes questions and answers on.
    Relay,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    dialogue: AnyDialogue,
    /// The versions that results depend on, as its first line says.
    pub(crate) with: Option<String>,
}

#[derive(Debug)]
enum AnyDialogue {
    Contained(Box<Dialogue>),
    Relay(Peer),
}

/// A failure of a program, with what it wrote to its standard error.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) why: ProgramError,
    pub(crate) complaints: Vec<u8>,
}

impl From<ProgramError> for Failure {
    fn from(why: ProgramError) -> Failure {
        Failure { why, complaints: Vec::new() }
    }
}

impl Process {
    /// Starts the program, which is not heard before [`greet`](Process::greet).
    pub(crate) fn start(launcher: &mut Launcher, plan: &Plan) -> Result<Process, ProgramError> {
        let dialogue = match launcher {
            Launcher::Keeper(keeper) => {
                AnyDialogue::Contained(Box::new(Dialogue::begin(keeper, plan, COMPLAINT_BYTES)?))
            }
            Launcher::Relay => {
                let mut command = Command::new(&plan.program);
                AnyDialogue::Relay(Peer::start(command.args(&plan.args))?)
            }
        };
        Ok(Process::new(dialogue))
    }

    fn new(dialogue: AnyDialogue) -> Process {
        Process { dialogue, with: None }
    }

    /// The program behind a program of ours that runs.
    pub(crate) fn behind(peer: Peer) -> Process {
        Process::new(AnyDialogue::Relay(peer))
    }

    /// The time that all answers took, if a program of ours passes them on.
    pub(crate) fn waited(&self) -> Duration {
        match &self.dialogue {
            AnyDialogue::Contained(_) => Duration::ZERO,
            AnyDialogue::Relay(peer) => peer.waited(),
        }
    }

    /// Hears its first line.
    pub(crate) fn greet(&mut self) -> Result<(), Failure> {
        self.with = self.hear(hello)?;
        Ok(())
    }

    /// Hears its first line, and checks it.
    pub(crate) fn hear<T>(
        &mut self,
        check: fn(&[u8]) -> Result<T, BadAnswer>,
    ) -> Result<T, Failure> {
        self.exchange(b"", FIRST, check)
    }

    /// Asks a question, and checks its answer.
    pub(crate) fn ask<T>(
        &mut self,
        question: &str,
        check: fn(&[u8]) -> Result<T, BadAnswer>,
    ) -> Result<T, Failure> {
        self.exchange(format!("{question}\n").as_bytes(), ANSWER, check)
    }

    fn exchange<T>(
        &mut self,
        question: &[u8],
        limits: AnswerLimits,
        check: fn(&[u8]) -> Result<T, BadAnswer>,
    ) -> Result<T, Failure> {
        let line = match &mut self.dialogue {
            AnyDialogue::Contained(it) => match it.ask(question, limits) {
                Ok(answered) => answered.map_err(ProgramError::from),
                Err(error) => Err(error.into()),
            },
            AnyDialogue::Relay(it) => it
                .ask(question, limits.bytes)
                .map_err(ProgramError::from)
                .and_then(|line| last_words(&line).map_or(Ok(line), Err)),
        };
        let answered = line.and_then(|line| check(&line).map_err(ProgramError::from));
        answered.map_err(|why| self.failure(why))
    }

    /// A failure, with the program's last words.
    pub(crate) fn failure(&mut self, why: ProgramError) -> Failure {
        let complaints = match &mut self.dialogue {
            AnyDialogue::Contained(it) => it.take_complaints().unwrap_or_default(),
            AnyDialogue::Relay(_) => Vec::new(),
        };
        Failure { why, complaints }
    }
}
