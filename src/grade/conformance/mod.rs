//! Whether a `player.cpp` does what the course's text says, method by method.
//!
//! A check is a script, done with the student's `Player` by a driver that is linked with it, in a process
//! and a folder of its own inside the sandbox: a crash or a hang fails its own check and no other. What the
//! answers should have been is asked of our own rules. A choice that the text leaves open is
//! never a fault. Nothing here compiles anything, gives marks, or believes what a student's program prints.

mod answers;
mod boards;
mod checks;
mod finding;
mod mirror;
mod step;
mod told;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

pub(super) use answers::Words;
pub use checks::{Check, Weight, all};
pub use finding::{FORGED, Fault, Finding, Verdict, signal_name};
pub use step::{Slot, Step, program, script};

use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;
use arbitro_sandbox::{Keeper, Limits, ToolEnd, ToolError, ToolOutput, ToolRun};
use finding::{Seen, judged, not_run};
use mirror::Mirror;

/// The C++ of the driver: to be compiled with the header of `players/cpp` and linked with a `player.cpp`.
pub const DRIVER: &str = include_str!("driver.cpp");

/// The script in the driver's folder.
const SCRIPT: &str = "script";

/// How long a student's code may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Processor time of a check in which nobody thinks.
    pub quick: Duration,
    /// What each move adds.
    pub per_move: Duration,
    /// After so many checks of a method that did not end, its others have a tenth of the time.
    pub hangs: u32,
    /// Once so much was spent on checks that did not end, no more are begun.
    pub most_lost: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            quick: Duration::from_secs(2),
            per_move: Duration::from_secs(10),
            hangs: 2,
            most_lost: Duration::from_secs(120),
        }
    }
}

/// By the clock everything may take so many times its processor time, and something more: the machine is
/// busy.
const WALL: u32 = 3;
const MORE_WALL: Duration = Duration::from_secs(5);
/// The share of its time that a check has whose method has often not ended.
const SHORT: u32 = 10;

impl Patience {
    /// Processor time for these steps.
    pub(super) fn cpu(&self, steps: &[Step]) -> Duration {
        let moves = steps.iter().filter(|step| step.is_move()).count();
        self.quick + self.per_move * u32::try_from(moves).unwrap_or(u32::MAX)
    }

    /// Time by the clock for so much of it: on a busy machine a good deal more.
    pub(super) fn wall(cpu: Duration) -> Duration {
        cpu * WALL + MORE_WALL
    }
}

/// How long one check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Given {
    cpu: Duration,
    wall: Duration,
    /// How many checks of the same method have not ended, if it has less time for that.
    hung: Option<u32>,
}

/// What was spent on checks that did not end.
#[derive(Debug, Default)]
struct Hangs<'a> {
    lost: Duration,
    of_method: BTreeMap<&'a str, u32>,
}

impl<'a> Hangs<'a> {
    fn given(&self, check: &Check, patience: &Patience) -> Given {
        let cpu = patience.cpu(&check.steps);
        let hung = self.of_method.get(check.method).copied().unwrap_or(0);
        if hung < patience.hangs {
            let wall = Patience::wall(cpu);
            return Given {
                cpu,
                wall,
                hung: None,
            };
        }
        let cpu = cpu / SHORT;
        Given {
            cpu,
            wall: cpu * WALL + MORE_WALL / SHORT,
            hung: Some(hung),
        }
    }

    /// Who sleeps uses no processor, and keeps us waiting all the same.
    fn add(&mut self, check: &'a Check, returned: &ToolOutput) {
        self.lost += returned.cpu.max(returned.wall / WALL);
        *self.of_method.entry(check.method).or_default() += 1;
    }
}

/// So much of what a program prints in one check is taken as talkative; a match that prints more is lost.
const MOST_OUTPUT: usize = 1 << 20;

/// What may come back from a check: answers and boards.
const MOST_RETURNED: u64 = 1 << 20;

/// The tool_run of a script: the driver, or a tool that runs it. The driver answers by its standard output
/// or error.
pub(super) fn tool_run(
    program: &Path,
    mut args: Vec<OsString>,
    script: String,
    answers: Stream,
    files: &[(String, Vec<u8>)],
    limits: Limits,
) -> ToolRun {
    args.extend([SCRIPT.into(), answers.number().into()]);
    let mut all = vec![(SCRIPT.to_owned(), script.into_bytes())];
    all.extend_from_slice(files);
    ToolRun {
        args,
        files: all,
        wanted_bytes: MOST_RETURNED,
        output_bytes: MOST_OUTPUT,
        ..bare_tool_run(program, limits)
    }
}

/// An tool_run without arguments and files, that may take no time yet.
pub(super) fn bare_tool_run(program: &Path, limits: Limits) -> ToolRun {
    ToolRun {
        program: program.to_owned(),
        args: Vec::new(),
        readable: Vec::new(),
        variables: vec![
            ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
        ],
        files: Vec::new(),
        limits,
        wall: Duration::ZERO,
        cpu: Duration::ZERO,
        wanted: Vec::new(),
        wanted_bytes: 0,
        output_bytes: MOST_OUTPUT,
    }
}

/// Where the driver answers. What a student prints never goes there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    Output,
    Complaints,
}

impl Stream {
    const fn number(self) -> &'static str {
        match self {
            Stream::Output => "1",
            Stream::Complaints => "2",
        }
    }
}

/// Runs checks with a driver, one process each, and tells each finding as soon as it is known. The last
/// findings are about all of them together. Nothing, if `tell` says that it is not to go on.
///
/// # Errors
///
/// When the host is at fault; a student never is one.
pub fn run(
    driver: &Path,
    checks: &[Check],
    patience: &Patience,
    keeper: &mut Keeper,
    tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
) -> Result<Option<Vec<Finding>>, ToolError> {
    let mut findings = Vec::with_capacity(checks.len() + 3);
    let mut hangs = Hangs::default();
    let mut stops: Option<Said> = None;
    let mut seen = Seen::default();
    for (index, check) in checks.iter().enumerate() {
        let finding = if let Some(why) = &stops {
            not_run(check, why)
        } else {
            let words = Words::fresh(check.steps.len());
            let given = hangs.given(check, patience);
            let returned = run_one(driver, check, &words, given, keeper)?;
            if returned.ending == ToolEnd::OutOfTime {
                hangs.add(check, &returned);
                if index == 0 {
                    let first = &check.id;
                    stops = Some(said!(
                        "not even {first} ends",
                        "non termina nemmeno {first}"
                    ));
                } else if hangs.lost >= patience.most_lost {
                    let most = patience.most_lost.as_secs();
                    stops = Some(said!(
                        "checks that did not end took more than {most} s",
                        "le verifiche che non sono terminate hanno richiesto più di {most} s"
                    ));
                }
            }
            let answers = words.answers(&returned.complaints);
            seen.add(check, &returned, &answers);
            judged(check, &returned, &answers, given)
        };
        let goes_on = tell(&finding);
        findings.push(finding);
        if goes_on.is_break() {
            return Ok(None);
        }
    }
    findings.extend(seen.findings(MOST_OUTPUT));
    Ok(Some(findings))
}

fn run_one(
    driver: &Path,
    check: &Check,
    words: &Words,
    given: Given,
    keeper: &mut Keeper,
) -> Result<ToolOutput, ToolError> {
    let mut tool_run = tool_run(
        driver,
        Vec::new(),
        words.script(&check.steps),
        Stream::Complaints,
        &check.files,
        Limits::default(),
    );
    (tool_run.cpu, tool_run.wall) = (given.cpu, given.wall);
    tool_run.wanted = check.written();
    tool_run.run(keeper)
}
