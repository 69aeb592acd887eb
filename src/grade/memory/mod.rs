//! Memory checks: runs some of the conformance checks under valgrind.
//!
//! Valgrind needs a second to begin: so all is done in one process first, and most are careful. Only where
//! something is wrong is each exercise done by itself, to tell where, and what else comes after a crash.
//! What valgrind says then is grouped and brought down to the student's own lines. Whether the answers are right
//! is not asked here, and nothing that only the driver or the library did is a student's fault.

mod exercises;
mod valgrind;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use exercises::{Exercise, exercises, made_of};

use super::build::in_path;
use super::conformance::{self, Patience, Words};
use super::failure::Failure;
use arbitro_rules::language::Said;
use arbitro_rules::plain_text::one_line;
use arbitro_rules::said_in_two as said;
use arbitro_sandbox::{Keeper, Limits, ToolEnd, ToolOutput, ToolRun};

/// Compiler flags for valgrind: line numbers, and only the optimisation that keeps them accurate.
pub const FLAGS: [&str; 2] = ["-g", "-O1"];

const STUDENTS_FILE: &str = "player.cpp";

/// Memory under valgrind: several times what a player may have.
const MEMORY: u64 = 1 << 30;
/// Bytes of valgrind's report that are read.
const MAX_SAID: usize = 8 << 20;
/// Maximum different faults reported.
const MAX_FAULTS: usize = 100;
/// Maximum exercises that time out; after them no more are started.
const MAX_ENDLESS: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// An invalid read.
    InvalidRead,
    /// An invalid write.
    InvalidWrite,
    /// Use of an uninitialised value.
    Uninitialised,
    /// An invalid or double free.
    BadFree,
    /// `new[]` and `delete`, `malloc` and `delete`, and so on.
    MismatchedFree,
    /// Memory to which no pointer is left.
    Leak,
    /// Memory to which only interior pointers are left.
    PossibleLeak,
    Other,
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
    /// Bytes, of a leak.
    pub bytes: u64,
    pub exercise: Said,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryReport {
    /// The faults, by kind and line.
    pub faults: Vec<MemoryFault>,
    /// Exercises that did not finish, and why: what they would have shown is unknown.
    pub unfinished: Vec<Unfinished>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    pub exercise: Said,
    /// The end of its run; `None` if it was skipped after earlier timeouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<ToolEnd>,
}

/// The `valgrind` that a shell would find, which is a question of the host.
pub fn find_valgrind() -> Result<PathBuf, Failure> {
    in_path(Path::new("valgrind")).ok_or_else(no_valgrind)
}

/// The valgrind at a place, as it names itself.
pub fn version_of(valgrind: &Path, keeper: &mut Keeper) -> Result<String, Failure> {
    let patience = Duration::from_secs(20);
    let tool_run = ToolRun {
        args: vec!["--version".into()],
        wall: Patience::wall(patience),
        cpu: patience,
        ..conformance::bare_tool_run(valgrind, Limits::default())
    };
    let returned = tool_run.run(keeper)?;
    let said = one_line(&String::from_utf8_lossy(&returned.output), 80);
    match returned.ending {
        ToolEnd::Exited(0) => Ok(said),
        _ => Err(valgrind_fails(&returned)),
    }
}

/// Runs every exercise under valgrind with a driver that was built with [`FLAGS`]. `cpu` is how much processor
/// time each may take: under valgrind everything is some thirty times slower. Nothing, if `goes_on` says that
/// it is not to.
pub fn run(
    valgrind: &Path,
    driver: &Path,
    exercises: &[Exercise],
    cpu: Duration,
    keeper: &mut Keeper,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<MemoryReport>, Failure> {
    if !valgrind.is_file() {
        return Err(no_valgrind());
    }
    let mut valgrind = Valgrind {
        program: valgrind,
        driver,
        cpu,
        keeper,
    };
    let mut report = MemoryReport::default();
    let mut depth = Depth::Where;
    if exercises.len() > 1 {
        if !goes_on() {
            return Ok(None);
        }
        let whole = exercises::together(exercises);
        let whole = valgrind.ran(&whole, Depth::Whether)?;
        if whole.is_clean() {
            return Ok(Some(report));
        }
        if whole.is_done() && !whole.has(FaultKind::Uninitialised) {
            depth = Depth::Which;
        }
    }
    let mut endless = 0;
    for exercise in exercises {
        if !goes_on() {
            return Ok(None);
        }
        let mut unfinished = |ending| {
            let exercise = exercise.name.clone();
            report.unfinished.push(Unfinished { exercise, ending });
        };
        if endless == MAX_ENDLESS {
            unfinished(None);
            continue;
        }
        let ran = valgrind.ran(exercise, depth)?;
        endless += usize::from(ran.ending == ToolEnd::OutOfTime);
        if !ran.is_done() {
            unfinished(Some(ran.ending));
        }
        for error in &ran.errors {
            report.add(error, &exercise.name);
        }
    }
    report.faults.sort_by(|a, b| {
        let key = |fault: &MemoryFault| (fault.kind, fault.line, fault.what.clone());
        key(a).cmp(&key(b))
    });
    Ok(Some(report))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// Only detects faults: half the time, and a quarter if nothing ends.
    Whether,
    Which,
    /// Locates faults, and the origins of uninitialised values.
    Where,
}

/// Valgrind with a driver that was built with [`FLAGS`].
struct Valgrind<'a> {
    program: &'a Path,
    driver: &'a Path,
    /// Processor time of an exercise: under valgrind everything is some thirty times slower.
    cpu: Duration,
    keeper: &'a mut Keeper,
}

#[derive(Debug)]
struct ExerciseRun {
    errors: Vec<valgrind::Error>,
    ending: ToolEnd,
    has_ended: bool,
}

impl ExerciseRun {
    /// Returns true if the whole exercise ran and was observed.
    fn is_done(&self) -> bool {
        self.has_ended && self.ending == ToolEnd::Exited(0)
    }

    fn is_clean(&self) -> bool {
        self.is_done() && self.errors.iter().all(|it| kind_of(&it.kind).is_none())
    }

    fn has(&self, kind: FaultKind) -> bool {
        self.errors.iter().any(|it| kind_of(&it.kind) == Some(kind))
    }
}

impl Valgrind<'_> {
    fn ran(&mut self, exercise: &Exercise, depth: Depth) -> Result<ExerciseRun, Failure> {
        let words = Words::fresh(exercise.steps.len());
        let tool_run = self.tool_run(exercise, depth, &words);
        let returned = tool_run.run(self.keeper)?;
        let reading = valgrind::read(&returned.complaints);
        if !reading.has_begun && returned.ending != ToolEnd::OutOfTime {
            return Err(valgrind_fails(&returned));
        }
        Ok(ExerciseRun {
            errors: reading.errors,
            has_ended: words.have_ended(&returned.output),
            ending: returned.ending,
        })
    }

    /// Valgrind reports by standard error, which it keeps for itself: a file a student could write anew.
    fn tool_run(&self, exercise: &Exercise, depth: Depth, words: &Words) -> ToolRun {
        // Names of functions that were put into others are for people; reading them takes a fifth of the
        // time that valgrind needs to begin.
        let (origins, inlined, cpu) = match depth {
            Depth::Whether => ("no", "no", self.cpu / 4),
            Depth::Which => ("no", "yes", self.cpu),
            Depth::Where => ("yes", "yes", self.cpu),
        };
        let (origins, inlined) = (
            format!("--track-origins={origins}"),
            format!("--read-inline-info={inlined}"),
        );
        let args = [
            "--xml=yes",
            "--xml-fd=2",
            // What it says besides would stand in the middle of that.
            "--log-fd=1",
            "--leak-check=full",
            &origins,
            &inlined,
            "--num-callers=40",
            // It would make pipes in /tmp for a debugger.
            "--vgdb=no",
            "--",
        ];
        let mut args: Vec<_> = args.map(Into::into).to_vec();
        args.push(self.driver.into());
        let limits = Limits {
            memory_bytes: MEMORY,
            ..Limits::default()
        };
        let script = words.script(&exercise.steps);
        let answers = conformance::OUTPUT;
        let files = &exercise.files;
        let mut run = conformance::tool_run(self.program, args, script, answers, files, limits);
        (run.cpu, run.wall) = (cpu, Patience::wall(cpu));
        run.readable.push(self.driver.to_owned());
        // It keeps notes there while it runs.
        run.variables.push(("TMPDIR".to_owned(), ".".to_owned()));
        run.output_bytes = MAX_SAID;
        run
    }
}

fn no_valgrind() -> Failure {
    Failure::Host(Said::in_two(
        "valgrind is not installed, so memory cannot be checked: apt-get install valgrind (or scripts/setup)",
        "valgrind non c'è, quindi la memoria non si può verificare: apt-get install valgrind (oppure scripts/setup)",
    ))
}

/// With the last words of a valgrind that did not begin.
fn valgrind_fails(returned: &ToolOutput) -> Failure {
    let said = [&returned.complaints[..], &returned.output[..]].concat();
    let said = said.escape_ascii().to_string();
    let said: String = said.chars().take(400).collect();
    let ending = &returned.ending;
    Failure::Host(said!(
        "valgrind does not work here: it ended with {ending:?}: {said}",
        "valgrind qui non può funzionare: è terminato con {ending:?}: {said}",
    ))
}

impl MemoryReport {
    /// Groups what is the same fault: of one kind, on one line of the student's.
    fn add(&mut self, error: &valgrind::Error, exercise: &Said) {
        let Some(kind) = kind_of(&error.kind) else {
            return;
        };
        let stack = error.lines_in(STUDENTS_FILE);
        let line = stack.first().map(|place| place.line);
        let function = stack.first().map(|place| place.function());
        let is_same =
            |it: &&mut MemoryFault| it.kind == kind && it.line == line && it.function == function;
        if let Some(fault) = self.faults.iter_mut().find(is_same) {
            fault.times += error.times;
            fault.bytes += error.bytes();
        } else if self.faults.len() < MAX_FAULTS {
            let shown =
                |it: &valgrind::Frame| format!("{} ({STUDENTS_FILE}:{})", it.function(), it.line);
            self.faults.push(MemoryFault {
                kind,
                what: error.what(),
                line,
                function,
                stack: stack.into_iter().map(shown).collect(),
                times: error.times,
                bytes: error.bytes(),
                exercise: exercise.clone(),
            });
        }
    }
}

/// Valgrind's word for a kind; `None` for what says nothing that another error does not say better.
fn kind_of(word: &str) -> Option<FaultKind> {
    Some(match word {
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
