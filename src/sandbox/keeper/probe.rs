//! Tests which layers a machine supports, by trying each on a supervisor without a program.

use std::path::Path;

use super::client::{Keeper, Streams, check_executable};
use super::contained::Contained;
use super::ended::Ended;
use super::plan::{Instead, Layers, Limits, Order, Plan, Task};
use super::process::MachineReport;
use crate::error::SandboxError;
use crate::meter::cgroup::MemoryController;
use crate::meter::scope;
use crate::meter::unit::Owner;
use crate::walls::confine::landlock_version;
use crate::walls::guarantees::{Guarantees, MemoryBy, NoMemoryGroup, NoNamespaces, Require};

/// Attempts before a layer counts as missing, and before falling back to plain processes: another
/// process may happen to kill one trial.
const TRIES: usize = 3;

/// Memory limit of the trial; it touches more.
const TRIAL_LIMIT: u64 = 4 << 20;
const TRIAL_TOUCHES: u64 = 24 << 20;

impl Keeper {
    /// Starts a keeper and finds out what this machine gives.
    ///
    /// `executable` is a program whose `main` begins with
    /// [`serve_if_called`](crate::serve_if_called); without one, this process's own.
    /// Fails, too, if the executable is this process's own, whose `main` did not begin that way.
    pub fn start(executable: Option<&Path>, require: Require) -> Result<Keeper, SandboxError> {
        check_executable(executable)?;
        let keeper = Keeper::start_any(executable);
        let guarantees = *keeper.guarantees();
        guarantees.meet(require)?;
        Ok(keeper.with(guarantees, require))
    }

    fn start_any(executable: Option<&Path>) -> Keeper {
        let mut why = None;
        let owner = Owner::find();
        let controller = MemoryController::for_owner(&owner);
        for _ in 0..TRIES {
            let launched = Keeper::launch(executable, true, controller);
            let probed = launched.and_then(|(mut keeper, report)| {
                let guarantees = probe(&mut keeper, &report, &owner)?;
                Ok(keeper.with(guarantees, Require::Anything))
            });
            match probed {
                Ok(keeper) => return keeper,
                Err(error) => why = Some(with_cause(&error)),
            }
        }
        Keeper::plain(executable, Guarantees::default(), why)
    }
}

impl Guarantees {
    /// Finds out what this machine gives, by trying.
    pub fn probe(executable: Option<&Path>) -> Result<Guarantees, SandboxError> {
        Ok(*Keeper::start(executable, Require::Anything)?.guarantees())
    }
}

fn with_cause(error: &SandboxError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// Tries the layers on a supervisor that runs nothing: together, as programs get them, and each by itself
/// only where that fails.
fn probe(
    keeper: &mut Keeper,
    report: &MachineReport,
    owner: &Owner,
) -> Result<Guarantees, SandboxError> {
    let mut guarantees = probe_layers(keeper, report)?;
    if guarantees.landlock > 0 && guarantees.seccomp {
        let layers = Layers { instead: Instead::OneProcess, ..guarantees.layers() };
        guarantees.one_process =
            (0..TRIES).any(|_| refuses_forks(keeper, layers, Limits::default()));
    }
    guarantees.no_memory_group = (!guarantees.has_groups()).then_some(match owner {
        Owner::Systemd(unit) if unit.is_scope() => NoMemoryGroup::Login,
        Owner::Systemd(_) => NoMemoryGroup::Service,
        Owner::Delegated(_) | Owner::Unmanaged => NoMemoryGroup::Missing,
    });
    guarantees.has_scope = matches!(owner, Owner::Delegated(unit) if unit.name == scope::name());
    Ok(guarantees)
}

fn probe_layers(keeper: &mut Keeper, report: &MachineReport) -> Result<Guarantees, SandboxError> {
    let all = Guarantees {
        supervisor: true,
        namespaces: report.namespaces.is_ok(),
        no_namespaces: report.namespaces.err(),
        read_only: report.namespaces.is_ok(),
        landlock: landlock_version(),
        seccomp: report.seccomp,
        own_user: report.users.is_some(),
        limits_processes: report.users.is_some() || report.namespaces.is_ok(),
        one_process: false,
        counts_threads: report.asks,
        memory: report.groups.unwrap_or(MemoryBy::Looks),
        no_memory_group: None,
        has_scope: false,
    };
    if holds(keeper, all.layers()) && (!all.limits_processes || limits_processes(keeper, &all)) {
        return Ok(all);
    }
    let none = Layers::default();
    attempt(keeper, none)?;
    let mut alone = |layers| (0..TRIES).any(|_| holds(keeper, layers));
    let landlock = alone(Layers { landlock: all.landlock, ..none });
    let mut guarantees = Guarantees {
        namespaces: all.namespaces && alone(Layers { namespaces: true, ..none }),
        read_only: all.namespaces && alone(Layers { namespaces: true, read_only: true, ..none }),
        landlock: if landlock { all.landlock } else { 0 },
        seccomp: all.seccomp && alone(Layers { seccomp: true, ..none }),
        memory: MemoryBy::Looks,
        ..all
    };
    let counts = guarantees.own_user || guarantees.namespaces;
    guarantees.limits_processes =
        counts && (0..TRIES).any(|_| limits_processes(keeper, &guarantees));
    let mut alone = |layers| (0..TRIES).any(|_| holds(keeper, layers));
    if all.has_groups() && alone(Layers { groups: true, ..none }) {
        guarantees.memory = all.memory;
    }
    if all.namespaces && !guarantees.namespaces {
        guarantees.no_namespaces = Some(NoNamespaces::Masked);
    }
    // If even a supervisor without layers fails, the trials have shown nothing.
    attempt(keeper, none)?;
    Ok(guarantees)
}

/// Returns true if a supervisor comes to its end behind these layers; if memory is among them, to the one
/// of a program that takes too much.
fn holds(keeper: &mut Keeper, layers: Layers) -> bool {
    if layers.groups { limits_memory(keeper, layers) } else { attempt(keeper, layers).is_ok() }
}

/// Lets a supervisor do a task without a program.
fn trial(
    keeper: &mut Keeper,
    layers: Layers,
    limits: Limits,
    task: Task,
) -> Result<Contained, SandboxError> {
    let plan = Plan { limits, ..Plan::default() };
    let order = Order { plan, task, user: 0, group: None, layers, number: 0, tool: None };
    keeper.contain_order(order, Streams::default())
}

fn attempt(keeper: &mut Keeper, layers: Layers) -> Result<(), SandboxError> {
    match trial(keeper, layers, Limits::default(), Task::Touch(0))?.wait()? {
        Ended::Exited(0) => Ok(()),
        _ => Err(SandboxError::Setup {
            what: "the supervisor was killed, by another process or for want of memory".to_owned(),
        }),
    }
}

/// Returns true if a program that exceeds its memory limit is killed, and the excess is reported.
fn limits_memory(keeper: &mut Keeper, layers: Layers) -> bool {
    let limits = Limits { memory_bytes: TRIAL_LIMIT, ..Limits::default() };
    trial(keeper, layers, limits, Task::Touch(TRIAL_TOUCHES)).is_ok_and(|mut trial| {
        let ended = trial.wait();
        matches!(ended, Ok(Ended::Ended)) && matches!(trial.is_over_memory(), Ok(true))
    })
}

/// Returns true if a program that is limited to one process cannot fork.
fn limits_processes(keeper: &mut Keeper, guarantees: &Guarantees) -> bool {
    refuses_forks(keeper, guarantees.layers(), Limits { processes: 1, ..Limits::default() })
}

fn refuses_forks(keeper: &mut Keeper, layers: Layers, limits: Limits) -> bool {
    let trial = trial(keeper, layers, limits, Task::Fork);
    trial.is_ok_and(|mut trial| matches!(trial.wait(), Ok(Ended::Exited(0))))
}
