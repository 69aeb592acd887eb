//! The driver: its source, its time, and the tool run of a script.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::step::Step;
use crate::tool_run::{MAX_OUTPUT, bare_tool_run};
use arbitro_sandbox::{Limits, ToolRun};

/// The C++ of the driver: to be compiled with the header of `players/cpp` and linked with a `player.cpp`.
pub const DRIVER: &str = include_str!("driver.cpp");

const SCRIPT: &str = "script";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// CPU time of a check without a move to search.
    pub quick: Duration,
    pub per_move: Duration,
    /// After so many timeouts of a method, its other checks get a tenth of the time.
    pub hangs: u32,
    /// Once timeouts took this long, no further check starts.
    pub most_lost: Duration,
}

impl Patience {
    pub const DEFAULT: Patience = Patience {
        quick: Duration::from_secs(2),
        per_move: Duration::from_secs(10),
        hangs: 2,
        most_lost: Duration::from_secs(120),
    };

    pub(crate) fn cpu(&self, steps: &[Step]) -> Duration {
        let moves = steps.iter().filter(|step| step.is_move()).count();
        self.quick + self.per_move * u32::try_from(moves).unwrap_or(u32::MAX)
    }

    /// Limit of the time that it neither runs nor waits for a core.
    pub(crate) fn rest(cpu: Duration) -> Duration {
        cpu * RESTS + MORE_REST
    }
}

/// Sleep and disk waits allowed, as a multiple of processor time, plus a constant.
pub(super) const RESTS: u32 = 3;
pub(super) const MORE_REST: Duration = Duration::from_secs(5);

const MAX_RETURNED: u64 = 1 << 20;

/// The tool run of a script: the driver, or a tool that runs it. The driver answers by its standard output
/// or error.
pub(crate) fn tool_run(
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

/// The streams that the driver can answer on; the student's output is kept away from that.
pub(crate) const OUTPUT: &str = "1";
pub(crate) const COMPLAINTS: &str = "2";
