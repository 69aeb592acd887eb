//! Whether a `player.cpp` does what the course's text says, method by method.
//!
//! A check is a script, done with the student's `Player` by a driver that is linked with it, in a process
//! and a folder of its own inside the sandbox: a crash or a hang fails its own check and no other. What the
//! answers should have been is asked of our own rules. A choice that the text leaves open is
//! never a fault. Nothing here compiles anything, gives marks, or believes what a student's program prints.

mod boards;
mod checks;
mod finding;
mod mirror;
mod step;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

pub use checks::{Check, Weight, all};
pub use finding::{Fault, Finding, Verdict, signal_name};
pub use step::{Slot, Step, program, script};

use super::errand::{self, Ending, Errand, ErrandError, Returned};
use crate::sandbox::{Keeper, Limits};
use finding::{judged, not_run, observed};
use mirror::Mirror;

/// The C++ of the driver: to be compiled with the header of `players/cpp` and linked with a `player.cpp`.
pub const DRIVER: &str = include_str!("driver.cpp");

/// The files of the driver in its folder.
pub(super) const SCRIPT: &str = "script";
pub(super) const ANSWERS: &str = "answers";

/// How long a student's code may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Processor time of a check in which nobody thinks.
    pub quick: Duration,
    /// What each move adds.
    pub per_move: Duration,
    /// Once so much was spent on checks that did not end, no more are begun.
    pub most_lost: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            quick: Duration::from_secs(2),
            per_move: Duration::from_secs(10),
            most_lost: Duration::from_secs(120),
        }
    }
}

impl Patience {
    /// Processor time for these steps.
    pub(super) fn cpu(&self, steps: &[Step]) -> Duration {
        let moves = steps.iter().filter(|step| step.is_move()).count();
        self.quick + self.per_move * u32::try_from(moves).unwrap_or(u32::MAX)
    }

    /// Time by the clock for so much of it: on a busy machine a good deal more.
    pub(super) fn wall(cpu: Duration) -> Duration {
        cpu * 3 + Duration::from_secs(5)
    }
}

/// So much of what a program prints in one check is taken as talkative; a match that prints more is lost.
const MOST_OUTPUT: usize = 1 << 20;

/// What may come back from a check: answers and boards.
const MOST_RETURNED: u64 = 1 << 20;

/// The errand of a script: the driver, or a tool that runs it.
pub(super) fn errand(
    program: &Path,
    mut args: Vec<OsString>,
    steps: &[Step],
    files: &[(String, Vec<u8>)],
    limits: Limits,
    cpu: Duration,
) -> Errand {
    args.extend([SCRIPT.into(), ANSWERS.into()]);
    let mut all = vec![(SCRIPT.to_owned(), script(steps).into_bytes())];
    all.extend_from_slice(files);
    Errand {
        program: program.to_owned(),
        args,
        readable: Vec::new(),
        variables: vec![
            ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
        ],
        files: all,
        limits,
        wall: Patience::wall(cpu),
        cpu,
        wanted: vec![ANSWERS.to_owned()],
        wanted_bytes: MOST_RETURNED,
        output_bytes: MOST_OUTPUT,
    }
}

/// Runs checks with a driver, one process each, and tells each finding as soon as it is known. The last
/// findings are about all of them together.
///
/// # Errors
///
/// When the host is at fault; a student never is one.
pub fn run(
    driver: &Path,
    checks: &[Check],
    patience: &Patience,
    keeper: &mut Keeper,
    told: &mut dyn FnMut(&Finding),
) -> Result<Vec<Finding>, ErrandError> {
    let mut findings = Vec::with_capacity(checks.len() + 2);
    let mut tell = |finding: Finding| {
        told(&finding);
        findings.push(finding);
    };
    let mut lost = Duration::ZERO;
    let mut stops: Option<String> = None;
    let mut strays = Vec::new();
    let mut talkative = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        if let Some(why) = &stops {
            tell(not_run(check, why));
            continue;
        }
        let returned = run_one(driver, check, patience, keeper)?;
        let finding = judged(check, &returned);
        strays.extend(
            returned
                .strays
                .iter()
                .map(|name| (check.id.clone(), name.clone())),
        );
        if returned.output_cut {
            talkative.push(check.id.clone());
        }
        if returned.ending == Ending::OutOfTime {
            lost += returned.cpu;
            if index == 0 {
                stops = Some(format!("not even {} ends", check.id));
            } else if lost >= patience.most_lost {
                stops = Some(format!("checks that did not end took {} s", lost.as_secs()));
            }
        }
        tell(finding);
    }
    for finding in observed(&strays, &talkative, MOST_OUTPUT) {
        tell(finding);
    }
    Ok(findings)
}

fn run_one(
    driver: &Path,
    check: &Check,
    patience: &Patience,
    keeper: &mut Keeper,
) -> Result<Returned, ErrandError> {
    let cpu = patience.cpu(&check.steps);
    let mut errand = errand(
        driver,
        Vec::new(),
        &check.steps,
        &check.files,
        Limits::default(),
        cpu,
    );
    errand.wanted.extend(check.written());
    errand::run(&errand, keeper)
}
