//! Programs in the sandbox, as its tests start them.

use std::path::Path;

use crate::programs::{program, within_reach};
use arbitro_sandbox::{Ended, Guarantees, Keeper, Limits, Plan, Processes, Require};

pub(crate) const SUCCEEDED: Ended = Ended::Exited(42);

pub(crate) fn executable() -> &'static Path {
    within_reach(program("verify"))
}

pub(crate) fn guarantees() -> Guarantees {
    Guarantees::probe(Some(executable())).unwrap()
}

pub(crate) fn keeper() -> Keeper {
    keeper_with(guarantees())
}

pub(crate) fn keeper_with(guarantees: Guarantees) -> Keeper {
    Keeper::start_with(Some(executable()), guarantees, Require::Anything).unwrap()
}

pub(crate) fn plan(program: impl AsRef<Path>, args: &[&str]) -> Plan {
    Plan {
        program: program.as_ref().to_owned(),
        args: args.iter().map(Into::into).collect(),
        readable: Vec::new(),
        variables: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
        folder_variable: None,
        files: Vec::new(),
        limits: Limits::default(),
        processes: Processes::Usual,
    }
}

pub(crate) fn script(text: &str) -> Plan {
    plan("/bin/sh", &["-c", text])
}

pub(crate) fn run(plan: &Plan, keeper: &mut Keeper) -> Ended {
    keeper.contain(plan).unwrap().wait().unwrap()
}
