//! Memory checks: runs some of the conformance checks under valgrind.
//!
//! Valgrind takes a second to start, so all checks run in one process first. Only if something is wrong does
//! each run apart, in a fork of that process, to locate it and to see what comes after a crash. Answers are not
//! judged here, and faults of the driver or the library alone are not the student's.

mod exercises;
mod valgrind;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use exercises::{Exercise, ExerciseRow, exercise_name, exercises, made_of};

use super::build::in_path;
use super::conformance::{self, CheckMessage, Nonces, Patience, Step};
use super::failure::Failure;
use super::tool_run::bare_tool_run;
use super::words::Statement;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::{Keeper, Limits, SandboxError, ToolEnd, ToolOutput, ToolRun};

/// Compiler flags for valgrind: line numbers, and only the optimisation that keeps them accurate.
pub const FLAGS: [&str; 2] = ["-g", "-O1"];

const STUDENTS_FILE: &str = "player.cpp";

/// Memory under valgrind: several times what a player may have.
const MEMORY: u64 = 1 << 30;
const MAX_SAID: usize = 8 << 20;
const MAX_FAULTS: usize = 100;
/// Times that an exercise is tried again, without the calls that the program died in.
const MAX_AGAIN: usize = 3;
/// The share of the processor time that a check has apart.
const APART: u32 = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    InvalidRead,
    InvalidWrite,
    /// A null pointer that was followed: a clean crash.
    NullPointer,
    Uninitialised,
    BadFree,
    /// `new[]` and `delete`, `malloc` and `delete`, and so on.
    MismatchedFree,
    /// Memory to which no pointer is left.
    Leak,
    /// Memory to which only interior pointers are left.
    PossibleLeak,
    Other,
}

/// The allocation of a leak's blocks. Those of one kind are given back, or not, by one `delete`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allocation {
    Array,
    Container,
    Single(u64),
}

/// One fault, however often it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryFault {
    pub kind: FaultKind,
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The student's lines on the way there, the innermost first, as `function (player.cpp:12)`.
    pub stack: Vec<String>,
    pub times: u64,
    pub bytes: u64,
    /// The exercise, by its code: see [`exercise_name`].
    pub exercise: String,
    /// The check of it that showed it first.
    pub check: String,
    /// The line to which the memory goes back: where it was freed, or else came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<u64>,
    pub is_freed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Allocation>,
    /// True if it shows where the course's text leaves open what happens alone: it costs nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_free: bool,
    /// The method that the program died in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died_in: Option<String>,
    /// The calls that showed it first; of a program that died, up to that one.
    pub calls: Vec<CheckMessage>,
    pub reproduce: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryReport {
    pub faults: Vec<MemoryFault>,
    /// Checks that did not finish though nothing else was wrong: what they would have shown is unknown.
    pub unfinished: Vec<Unfinished>,
    pub exercises: usize,
    /// Those of them that the submission ended before their end: it exited, or died.
    pub left: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    pub exercise: String,
    pub checks: Vec<String>,
    /// The end of its run; `None` if it was skipped after earlier timeouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<ToolEnd>,
    /// The method that it did not come back from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    pub calls: Vec<CheckMessage>,
    pub reproduce: String,
}

impl Unfinished {
    /// Returns true for a timeout, its own or of earlier checks: it may only be slow under valgrind.
    pub fn is_late(&self) -> bool {
        matches!(self.ending, None | Some(ToolEnd::OutOfTime))
    }
}

pub fn find_valgrind() -> Result<PathBuf, Failure> {
    in_path(Path::new("valgrind")).ok_or_else(no_valgrind)
}

/// The valgrind at a place, as it names itself.
pub(crate) fn version_of(valgrind: &Path, keeper: &mut Keeper) -> Result<String, Failure> {
    let patience = Duration::from_secs(20);
    let tool_run = ToolRun {
        args: vec!["--version".into()],
        rest: Patience::rest(patience),
        cpu: patience,
        ..bare_tool_run(valgrind, Limits::default())
    };
    let returned = tool_run.run(keeper)?;
    let version = one_line(&String::from_utf8_lossy(&returned.output), 80);
    match returned.ending {
        ToolEnd::Exited(0) => Ok(version),
        _ => Err(valgrind_fails(&returned)),
    }
}

/// Runs every exercise under valgrind. `cpu` is the processor time of each. `go_on` fails to stop them.
pub fn run(
    valgrind: &Path,
    driver: &Path,
    exercises: &[Exercise],
    cpu: Duration,
    keeper: &mut Keeper,
    go_on: &mut dyn FnMut() -> Result<(), SandboxError>,
) -> Result<MemoryReport, Failure> {
    if !valgrind.is_file() {
        return Err(no_valgrind());
    }
    let mut valgrind = Valgrind { program: valgrind, driver, cpu, keeper };
    let mut report = MemoryReport { exercises: exercises.len(), ..MemoryReport::default() };
    let mut depth = Depth::Where;
    let together = exercises::together(exercises);
    go_on()?;
    if together.len() > 1 {
        let whole = valgrind.run_together(&together)?;
        if whole.is_clean() {
            return Ok(report);
        }
        if whole.is_done() && !whole.has(FaultKind::Uninitialised) {
            depth = Depth::Which;
        }
        go_on()?;
    }
    let mut ran = valgrind.run_apart(&together, depth)?;
    let mut tried: Vec<Exercise> = exercises.to_vec();
    for pass in 0..=MAX_AGAIN {
        let mut again = Vec::new();
        for (exercise, ran) in tried.iter().zip(&ran) {
            let rest = exercise.after_death(ran).filter(|_| pass < MAX_AGAIN);
            report.add_all(exercise, ran, rest.is_none());
            again.extend(rest);
        }
        if again.is_empty() {
            break;
        }
        go_on()?;
        ran = valgrind.run_apart(&exercises::together(&again), depth)?;
        tried = again;
    }
    report.faults.sort_by(|a, b| {
        let key = |fault: &MemoryFault| (fault.kind, fault.line, fault.what.clone());
        key(a).cmp(&key(b))
    });
    Ok(report)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// Only detects faults: half the time, and a quarter if nothing ends.
    Whether,
    /// Locates faults.
    Which,
    /// Locates faults, and the origins of uninitialised values.
    Where,
}

/// Valgrind with a driver that was built with [`FLAGS`].
struct Valgrind<'a> {
    program: &'a Path,
    driver: &'a Path,
    cpu: Duration,
    keeper: &'a mut Keeper,
}

#[derive(Debug)]
struct ExerciseRun {
    errors: Vec<valgrind::Error>,
    /// `None` if it was not begun.
    ending: Option<ToolEnd>,
    /// Steps that came back, and all that there were.
    steps: (usize, usize),
}

impl ExerciseRun {
    /// Returns true if the whole exercise ran and was observed.
    fn is_done(&self) -> bool {
        let (back, all) = self.steps;
        back == all && self.ending == Some(ToolEnd::Exited(0))
    }

    fn is_clean(&self) -> bool {
        self.is_done() && self.is_clean_so_far()
    }

    fn is_clean_so_far(&self) -> bool {
        self.errors.iter().all(|error| kind_of(error).is_none())
    }

    fn has(&self, kind: FaultKind) -> bool {
        self.errors.iter().any(|error| kind_of(error) == Some(kind))
    }

    /// The method of the step that did not come back, of a program that died by it.
    fn died_in(&self, exercise: &Exercise) -> Option<String> {
        let has_died = matches!(self.ending, Some(ToolEnd::Killed(_)));
        let method = exercise.steps.get(self.steps.0).and_then(Step::method);
        method.filter(|_| has_died).map(ToOwned::to_owned)
    }
}

/// The end of a report of valgrind's about one process.
const REPORT_ENDS: &str = "</valgrindoutput>";

impl Valgrind<'_> {
    fn run_together(&mut self, exercises: &[Exercise]) -> Result<ExerciseRun, Failure> {
        let steps = || exercises.iter().flat_map(|exercise| &exercise.steps);
        let nonces = Nonces::fresh(steps().count());
        let script = nonces.script_of(steps().map(Step::line));
        let returned = self.run_tool(exercises, script, Depth::Whether)?;
        let answers = nonces.answers_among(&returned.output);
        Ok(ExerciseRun {
            errors: valgrind::read(&returned.complaints).errors,
            ending: Some(returned.ending),
            steps: (answers.iter().flatten().count(), answers.len()),
        })
    }

    /// Runs each in a copy of the process, which may crash.
    fn run_apart(
        &mut self,
        exercises: &[Exercise],
        depth: Depth,
    ) -> Result<Vec<ExerciseRun>, Failure> {
        let seconds = (self.cpu / APART).as_secs().max(1);
        let lines = || {
            exercises.iter().flat_map(|exercise| {
                let begin = std::iter::once(format!("try {seconds}"));
                let steps = exercise.steps.iter().map(Step::line);
                begin.chain(steps).chain(["tried".to_owned()])
            })
        };
        let nonces = Nonces::fresh(lines().count());
        let returned = self.run_tool(exercises, nonces.script_of(lines()), depth)?;
        let answers = nonces.answers_among(&returned.output);
        let text = String::from_utf8_lossy(&returned.complaints);
        let mut reports = text.split(REPORT_ENDS);
        let mut rest = &answers[..];
        let ran = exercises.iter().map(|exercise| {
            let all = exercise.steps.len();
            let (own, further) = rest.split_at_checked(all + 2).unwrap_or((rest, &[]));
            rest = further;
            let back = own.iter().skip(1).take(all).take_while(|it| it.is_some()).count();
            let ended = own.last().copied().flatten();
            let ending = match ended {
                Some(ended) => copy_ending(ended),
                // With it all ended.
                None => Some(returned.ending.clone()),
            };
            // A copy that was killed outright has no report of its own: what it had said stands in the next.
            let has_report = ending.is_some() && ended != Some(b"killed 9");
            let report = reports.next().filter(|_| has_report).unwrap_or_default();
            ExerciseRun {
                errors: valgrind::read(report.as_bytes()).errors,
                ending,
                steps: (back, all),
            }
        });
        Ok(ran.collect())
    }

    fn run_tool(
        &mut self,
        exercises: &[Exercise],
        script: String,
        depth: Depth,
    ) -> Result<ToolOutput, Failure> {
        let files = exercises.iter().flat_map(|exercise| exercise.files.clone());
        let returned = self.tool_run(&files.collect::<Vec<_>>(), script, depth).run(self.keeper)?;
        let has_begun = valgrind::read(&returned.complaints).has_begun;
        if !has_begun && returned.ending != ToolEnd::OutOfTime {
            return Err(valgrind_fails(&returned));
        }
        Ok(returned)
    }

    /// Valgrind reports by standard error, which it keeps for itself: a file a student could write anew.
    fn tool_run(&self, files: &[(String, Vec<u8>)], script: String, depth: Depth) -> ToolRun {
        // Names of functions that were put into others are for people; reading them takes a fifth of the
        // time that valgrind needs to begin.
        let (origins, inlined, cpu) = match depth {
            Depth::Whether => ("no", "no", self.cpu / 4),
            Depth::Which => ("no", "yes", self.cpu),
            Depth::Where => ("yes", "yes", self.cpu),
        };
        let (origins, inlined) =
            (format!("--track-origins={origins}"), format!("--read-inline-info={inlined}"));
        let args = [
            "--xml=yes",
            "--xml-fd=2",
            // What it says besides would stand in the middle of that.
            "--log-fd=1",
            "--leak-check=full",
            // What the library keeps is no leak anyway, and each copy would spend time on giving it back.
            "--run-libc-freeres=no",
            &origins,
            &inlined,
            "--num-callers=40",
            // It would make pipes in /tmp for a debugger.
            "--vgdb=no",
            "--",
        ];
        let mut args: Vec<_> = args.map(Into::into).to_vec();
        args.push(self.driver.into());
        let limits = Limits { memory_bytes: MEMORY, ..Limits::default() };
        let answers = conformance::OUTPUT;
        let mut run = conformance::tool_run(self.program, args, script, answers, files, limits);
        (run.cpu, run.rest) = (cpu, Patience::rest(cpu));
        run.readable.push(self.driver.to_owned());
        // It keeps notes there while it runs.
        run.variables.push(("TMPDIR".to_owned(), ".".to_owned()));
        run.output_bytes = MAX_SAID;
        run
    }
}

fn no_valgrind() -> Failure {
    Failure::Host(Statement::NoValgrind)
}

/// With the last words of a valgrind that did not begin.
fn valgrind_fails(returned: &ToolOutput) -> Failure {
    let output =
        [&returned.complaints[..], &returned.output[..]].concat().escape_ascii().to_string();
    let words = output.chars().take(400).collect();
    Failure::Host(Statement::ValgrindFails { ending: format!("{:?}", returned.ending), words })
}

/// Returns the end of a copy of the driver, from what it said of it; `None` if it was not begun.
fn copy_ending(answer: &[u8]) -> Option<ToolEnd> {
    let answer = String::from_utf8_lossy(answer);
    let (what, number) = answer.split_once(' ')?;
    let number = number.parse().ok()?;
    Some(match (what, number) {
        // SIGXCPU, or SIGKILL where that is not heard.
        ("killed", 24 | 9) => ToolEnd::OutOfTime,
        ("killed", signal) => ToolEnd::Killed(signal),
        _ => ToolEnd::Exited(number),
    })
}

impl MemoryReport {
    /// Adds what a check showed, and after its last run whether it was left.
    fn add_all(&mut self, exercise: &Exercise, ran: &ExerciseRun, is_last: bool) {
        for error in &ran.errors {
            self.add(error, exercise, ran);
        }
        if exercise.is_free {
            return;
        }
        let is_left = matches!(ran.ending, Some(ToolEnd::Exited(_) | ToolEnd::Killed(_)));
        if is_last && is_left && !ran.is_done() {
            self.left += 1;
        }
        if ran.is_done() || !ran.is_clean_so_far() {
            return;
        }
        let (back, _) = ran.steps;
        let method = exercise.steps.get(back).and_then(Step::method).map(ToOwned::to_owned);
        let is_same = |it: &&mut Unfinished| it.ending == ran.ending && it.method == method;
        let check = exercise.check.clone();
        match self.unfinished.iter_mut().find(is_same) {
            Some(same) => same.checks.push(check),
            None => {
                let (calls, reproduce) = exercise.reproduction(ran);
                self.unfinished.push(Unfinished {
                    exercise: exercise.code.to_owned(),
                    checks: vec![check],
                    ending: ran.ending.clone(),
                    method,
                    calls,
                    reproduce,
                });
            }
        }
    }

    /// Groups what is the same fault: of one kind, on one line of the student's.
    fn add(&mut self, error: &valgrind::Error, exercise: &Exercise, ran: &ExerciseRun) {
        let Some(kind) = kind_of(error) else {
            return;
        };
        let stack = error.lines_in(STUDENTS_FILE);
        let is_leak = matches!(kind, FaultKind::Leak | FaultKind::PossibleLeak);
        if is_leak && (stack.is_empty() || !matches!(ran.ending, Some(ToolEnd::Exited(_)))) {
            // The checking program's own, or what a program that was killed still had.
            return;
        }
        let line = stack.first().map(|place| place.line);
        let function = stack.first().map(|place| place.function());
        let is_same =
            |it: &&mut MemoryFault| it.kind == kind && it.line == line && it.function == function;
        if let Some(fault) = self.faults.iter_mut().find(is_same) {
            fault.times += error.times;
            fault.bytes += error.bytes();
            fault.is_free &= exercise.is_free;
        } else if self.faults.len() < MAX_FAULTS {
            let place =
                |it: &valgrind::Frame| format!("{} ({STUDENTS_FILE}:{})", it.function(), it.line);
            let (calls, reproduce) = exercise.reproduction(ran);
            self.faults.push(MemoryFault {
                kind,
                what: error.what(),
                line,
                function,
                stack: stack.into_iter().map(place).collect(),
                times: error.times,
                bytes: error.bytes(),
                exercise: exercise.code.to_owned(),
                check: exercise.check.clone(),
                cause: error.cause_in(STUDENTS_FILE),
                is_freed: error.is_of_freed(),
                allocation: is_leak.then(|| error.allocation()),
                is_free: exercise.is_free,
                died_in: ran.died_in(exercise),
                calls,
                reproduce,
            });
        }
    }
}

/// Valgrind's word for a kind; `None` for what says nothing that another error does not say better.
fn kind_of(error: &valgrind::Error) -> Option<FaultKind> {
    Some(match error.kind.as_str() {
        "InvalidRead" | "InvalidWrite" if error.is_of_null() => FaultKind::NullPointer,
        "InvalidRead" => FaultKind::InvalidRead,
        "InvalidWrite" => FaultKind::InvalidWrite,
        "UninitValue" | "UninitCondition" | "SyscallParam" => FaultKind::Uninitialised,
        "InvalidFree" => FaultKind::BadFree,
        "MismatchedFree" => FaultKind::MismatchedFree,
        "Leak_DefinitelyLost" => FaultKind::Leak,
        "Leak_PossiblyLost" => FaultKind::PossibleLeak,
        // Lost with something that is lost; and what is still at hand when the program ends.
        "Leak_IndirectlyLost" | "Leak_StillReachable" => return None,
        _ => FaultKind::Other,
    })
}
