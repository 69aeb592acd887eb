//! A folder for programs while they run, which all users can reach.
//!
//! It cannot be among the results: a home may be closed to the user ids that the sandbox runs programs
//! under.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use crate::failure::Failure;
use crate::tool_run::bare_tool_run;
use crate::words::Statement;
use arbitro_sandbox::{
    Guarantees, Keeper, Limits, SandboxError, Scratch, ToolEnd, ToolRun, scratch_within_reach,
};
use arbitro_tournament::with_causes;

const PREFIX: &str = "arbitro-grade-";
/// A program of ours among the submissions', none of which has such a number.
const OURS: &str = ".play";
/// For a program to begin, which takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// The folder. It is gone with this value; what a killed run left is removed by the next.
pub(super) fn make_workdir(guarantees: &Guarantees) -> Result<Scratch, Failure> {
    scratch_within_reach(PREFIX, guarantees.has_other_users()).map_err(|error| {
        let english = with_causes(&error);
        match error {
            SandboxError::NoPlace { tried } => {
                Failure::Host(Statement::NoPlaceToStart { tried, error: english })
            }
            error => error.into(),
        }
    })
}

/// Copies a program of ours to where submissions start, so that it stays as it is if the original changes.
pub(super) fn take_in(workdir: &Path, program: &Path) -> io::Result<PathBuf> {
    let copy = workdir.join(OURS);
    fs::copy(program, &copy)?;
    open_to_all(&copy)?;
    Ok(copy)
}

/// Why a program of ours cannot start in the sandbox: then no submission could, and would be blamed.
pub(super) fn cannot_begin(workdir: &Path, keeper: &mut Keeper) -> Option<String> {
    let tool_run = ToolRun {
        args: vec!["--version".into()],
        rest: PATIENCE,
        cpu: PATIENCE,
        ..bare_tool_run(&workdir.join(OURS), Limits::default())
    };
    // Whatever else goes wrong here every step meets and tells by itself.
    match tool_run.run(keeper).ok()?.ending {
        ToolEnd::NeverBegan(why) => Some(why),
        _ => None,
    }
}

/// The sandbox may run programs under another user id, which must reach them.
pub(super) fn open_to_all(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
