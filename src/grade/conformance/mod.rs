//! Conformance checks: tests a `player.cpp` against the course's text, method by method.
//!
//! A check is a script, done with the student's `Player` by a driver that is linked with it, in a process
//! and a folder of its own inside the sandbox: a crash or a hang fails its own check and no other. What the
//! answers should have been is asked of our own rules. A choice that the text leaves open is
//! never a fault. Nothing here compiles anything, gives marks, or believes what a student's program prints.

mod answers;
mod boards;
mod checks;
mod dialect;
mod finding;
mod in_words;
mod instruments;
mod mirror;
mod running;
mod step;
mod words;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

pub(super) use answers::Words;
pub use checks::{Check, Group, Weight, all, check};
pub use finding::{EVERY_METHOD, FORGED, Fault, Finding, Verdict, method_in};
pub use running::run;
pub(super) use step::slots;
pub use step::{Method, Slot, Step, program};
pub use words::{Question, Quote, Shown, Stop};

use arbitro_sandbox::{Limits, ToolRun};

/// The C++ of the driver: to be compiled with the header of `players/cpp` and linked with a `player.cpp`.
pub const DRIVER: &str = include_str!("driver.cpp");

const SCRIPT: &str = "script";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// CPU time of a check without a move to search.
    pub quick: Duration,
    pub per_move: Duration,
    /// After so many checks of a method that did not end, its others have a tenth of the time.
    pub hangs: u32,
    /// Once so much was spent on checks that did not end, no more are begun.
    pub most_lost: Duration,
}

impl Patience {
    pub const DEFAULT: Patience = Patience {
        quick: Duration::from_secs(2),
        per_move: Duration::from_secs(10),
        hangs: 2,
        most_lost: Duration::from_secs(120),
    };

    pub(super) fn cpu(&self, steps: &[Step]) -> Duration {
        let moves = steps.iter().filter(|step| step.is_move()).count();
        self.quick + self.per_move * u32::try_from(moves).unwrap_or(u32::MAX)
    }

    /// Elapsed time in which it neither runs nor waits for a core, for so much of it.
    pub(super) fn rest(cpu: Duration) -> Duration {
        cpu * RESTS + MORE_REST
    }
}

/// So many times its processor time everything may sleep or wait for a disk, and something more.
const RESTS: u32 = 3;
const MORE_REST: Duration = Duration::from_secs(5);

/// So much of what a program prints in one check is taken as talkative; a match that prints more is lost.
const MAX_OUTPUT: usize = 1 << 20;

/// Bytes of answers and boards that a check may return.
const MAX_RETURNED: u64 = 1 << 20;

/// The tool run of a script: the driver, or a tool that runs it. The driver answers by its standard output
/// or error.
pub(super) fn tool_run(
    program: &Path,
    mut args: Vec<OsString>,
    script: String,
    answers: &'static str,
    files: &[(String, Vec<u8>)],
    limits: Limits,
) -> ToolRun {
    args.extend([SCRIPT.into(), answers.into()]);
    let mut all = vec![(SCRIPT.to_owned(), script.into_bytes())];
    all.extend_from_slice(files);
    ToolRun {
        args,
        files: all,
        wanted_bytes: MAX_RETURNED,
        output_bytes: MAX_OUTPUT,
        ..bare_tool_run(program, limits)
    }
}

/// A tool run without arguments, files or time.
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
        rest: Duration::ZERO,
        cpu: Duration::ZERO,
        wanted: Vec::new(),
        wanted_bytes: 0,
        output_bytes: MAX_OUTPUT,
    }
}

/// The streams that the driver can answer on; the student's output is kept away from that.
pub(super) const OUTPUT: &str = "1";
pub(super) const COMPLAINTS: &str = "2";
