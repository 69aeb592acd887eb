//! The rules of a game: a program that is asked, and answers that are known.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use arbitro_rules::Titles;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::{NoAnswer, Plan};
use serde::Serialize;

use crate::answer::{self, Answer};
use crate::cache::Cache;
use crate::error::{BadAnswer, ProgramError};
use crate::process::{Failure, Launcher, Process};
use crate::question::{Question, QuestionHash, hash, is_asked_twice};

/// Maximum letters of a program's last words.
const MAX_WORDS: usize = 200;

/// Kinds of questions, as error messages name them.
const FOR_THE_START: &str = "for the start";
const FOR_MOVES: &str = "for moves";
const FOR_A_FAULT: &str = "for a fault";

/// The rules of a game, which all its matches share.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The number of times that a position stands before a match is drawn.
    pub(crate) repetition: Option<u32>,
    plan: Plan,
    pub(crate) name: String,
    /// `None` once the game is closed, and where the program cannot be started again.
    launcher: Mutex<Option<Launcher>>,
    /// `None` before the first question, and after a failure.
    process: Mutex<Option<Process>>,
    cache: Mutex<Cache>,
    /// With the versions that results depend on.
    start: OnceLock<(answer::Start, Option<String>)>,
    listed: AtomicU64,
}

fn line_of(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("texts always serialise")
}

/// Locks a value: one that a panicking thread held is whole all the same.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rules {
    pub(crate) fn new(
        name: String,
        plan: Plan,
        repetition: Option<u32>,
        launcher: Option<Launcher>,
        cache: Cache,
    ) -> Rules {
        Rules {
            repetition,
            plan,
            name,
            launcher: Mutex::new(launcher),
            process: Mutex::new(None),
            cache: Mutex::new(cache),
            start: OnceLock::new(),
            listed: AtomicU64::new(0),
        }
    }

    /// The same rules, asked of a process that runs.
    pub(crate) fn with_process(self, process: Process) -> Rules {
        *lock(&self.process) = Some(process);
        self
    }

    pub(crate) fn close(&self) {
        *lock(&self.process) = None;
        *lock(&self.launcher) = None;
    }

    /// Asks for the start, and what the results depend on; returns the program's last words if it fails.
    pub(crate) fn start(&self) -> Result<&(answer::Start, Option<String>), String> {
        if let Some(known) = self.start.get() {
            return Ok(known);
        }
        let line = Question::Start.line();
        let start = self.with_a_restart(FOR_THE_START, |process| {
            Ok((process.ask(&line, answer::start)?, process.with.clone()))
        })?;
        Ok(self.start.get_or_init(|| start))
    }

    /// Asks for the moves of a position. `doubted` are the questions that a match has asked twice.
    pub(crate) fn moves(
        &self,
        line: &str,
        doubted: &mut HashSet<QuestionHash>,
    ) -> Result<Arc<Answer>, String> {
        let question = hash(line);
        let known = lock(&self.cache).get(&question);
        let is_doubted = is_asked_twice(&question) && doubted.insert(question);
        if let Some(known) = &known
            && !is_doubted
        {
            return Ok(Arc::clone(known));
        }
        let answer = self.with_a_restart(FOR_MOVES, |process| {
            let answer = process.ask(line, answer::moves)?;
            let again = match &known {
                _ if !is_doubted => return Ok(answer),
                Some(known) => Answer::clone(known),
                None => process.ask(line, answer::moves)?,
            };
            if answer == again { Ok(answer) } else { Err(process.failure(ProgramError::Differs)) }
        })?;
        self.listed.fetch_add(1 + answer.moves().len() as u64, Ordering::Relaxed);
        let answer = Arc::new(answer);
        lock(&self.cache).keep(question, &answer);
        Ok(answer)
    }

    /// Asks what is wrong with a board, in a process of its own, which a player may have chosen to break.
    pub(crate) fn fault(&self, question: &Question<'_>) -> Option<Titles> {
        self.in_its_own_process(&question.line(), answer::fault).ok()?
    }

    /// Asks a question in a process that is asked nothing else; a relay starts one by itself.
    pub(crate) fn in_its_own_process<T>(
        &self,
        line: &str,
        check: fn(&[u8]) -> Result<T, BadAnswer>,
    ) -> Result<T, String> {
        if matches!(&*lock(&self.launcher), Some(Launcher::Relay)) {
            return self.with_a_restart(FOR_A_FAULT, |process| process.ask(line, check));
        }
        let asked = self.new_process().and_then(|mut process| process.ask(line, check));
        asked.map_err(|error| self.last_words(FOR_A_FAULT, &error))
    }

    /// Answers a question of another program of ours, in a line. `doubted` as for [`Rules::moves`].
    pub(crate) fn answer(
        &self,
        question: &Question<'_>,
        doubted: &mut HashSet<QuestionHash>,
    ) -> Result<Vec<u8>, String> {
        if let Question::Moves { board, state, .. } | Question::Fault { board, state, .. } =
            question
        {
            answer::check_position(board, state).map_err(|error| error.to_string())?;
        }
        match question {
            Question::Start => Ok(line_of(&self.start()?.0)),
            Question::Moves { .. } => self.moves(&question.line(), doubted).map(|mv| line_of(&*mv)),
            Question::Fault { .. } => {
                let as_it_came = |line: &[u8]| answer::fault(line).map(|_| line.to_vec());
                self.in_its_own_process(&question.line(), as_it_came)
            }
        }
    }

    /// Questions for moves so far, and the moves of all answers.
    pub(crate) fn listed(&self) -> u64 {
        self.listed.load(Ordering::Relaxed)
    }

    /// The time that all answers took, if a program of ours passes them on.
    pub(crate) fn waited(&self) -> Duration {
        lock(&self.process).as_ref().map_or(Duration::ZERO, Process::waited)
    }

    /// Asks the program; one that fails is started again, once.
    fn with_a_restart<T>(
        &self,
        what: &str,
        ask: impl Fn(&mut Process) -> Result<T, Failure>,
    ) -> Result<T, String> {
        let mut process = lock(&self.process);
        let mut attempt = || {
            let mut running = match process.take() {
                Some(running) => running,
                None => self.new_process()?,
            };
            let answer = ask(&mut running);
            let is_relayed = |it: &Failure| matches!(it.why, ProgramError::Relayed(_));
            if answer.as_ref().err().is_none_or(is_relayed) {
                *process = Some(running);
            }
            answer
        };
        let answer = attempt().or_else(|failure: Failure| match failure.why {
            // The relay has started the program again already.
            ProgramError::Relayed(_) => Err(failure),
            _ => attempt(),
        });
        answer.map_err(|error| self.last_words(what, &error))
    }

    fn new_process(&self) -> Result<Process, Failure> {
        let started = lock(&self.launcher).as_mut().map(|it| Process::start(it, &self.plan));
        let mut process = started.unwrap_or(Err(ProgramError::Closed))?;
        process.greet()?;
        Ok(process)
    }

    fn last_words(&self, what: &str, failure: &Failure) -> String {
        if let ProgramError::Relayed(words) = &failure.why {
            return words.clone();
        }
        let mut words = format!(
            "the program with the rules of {} was asked {what}: {}",
            self.name, failure.why
        );
        let has_ended = matches!(failure.why, ProgramError::NoAnswer(NoAnswer::Exited(0)));
        if has_ended && what == FOR_THE_START {
            words +=
                "; rules that are made with the kit end with NAME().run(), NAME being their class";
        }
        let said = String::from_utf8_lossy(&failure.complaints);
        if let Some(last) = said.lines().rev().find(|line| !line.trim().is_empty()) {
            let _ = write!(words, "; its last words: {}", one_line(last.trim(), MAX_WORDS));
        }
        words
    }
}
