//! The caller's side of a keeper: starts it and sends it plans.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::channel;
use super::contained::{Contained, ReleasedNumbers};
use super::ended::Ended;
use super::output_file::OutputFile;
use super::plain_process::Plain;
use super::plan::{Diagnose, Instead, KEEPER, KeeperRequest, Layers, Order, Plan, Processes, Task};
use super::process::{CAN_SERVE, MachineReport, ROOMS, Settings};
use super::supervisor::Diagnosis;
use crate::error::SandboxError;
use crate::folders::scratch::Scratch;
use crate::folders::sweeper::Sweeper;
use crate::meter::cgroup::MemoryController;
use crate::walls::call_names::call_name;
use crate::walls::guarantees::{Guarantees, MemoryBy, Require};
use crate::walls::users::{Users, group_of_copies};

/// Starts programs: through a small process that clones itself for each, or, where nothing can be
/// contained, as plain processes. Dropping this kills all programs and cleans up.
///
/// Programs run on the cores that the calling thread may use. The thread that starts a keeper must
/// outlive it.
#[derive(Debug)]
pub struct Keeper {
    backend: Backend,
    guarantees: Guarantees,
    /// Its caller's requirement: nothing, for programs that are trusted.
    require: Require,
    /// The executable that serves as the keeper; `None` for the caller's own.
    executable: Option<PathBuf>,
    started: u32,
    released: ReleasedNumbers,
    /// Killed programs that may not be gone yet.
    killed_programs: Vec<Contained>,
    /// Kills tools once it is set.
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

/// The standard streams of a program, as far as they are the caller's. Without an input it reads nothing; what it
/// prints elsewhere is [kept](Contained::output).
#[derive(Clone, Copy, Debug, Default)]
pub struct Streams<'a> {
    pub input: Option<BorrowedFd<'a>>,
    pub output: Option<BorrowedFd<'a>>,
    pub complaints: Option<BorrowedFd<'a>>,
}

/// The means of starting programs.
#[derive(Debug)]
enum Backend {
    Supervisors {
        process: Child,
        /// `None` once the keeper was told to exit.
        connection: Option<OwnedFd>,
        users: Option<Users>,
    },
    Plain {
        /// The error that made supervisors impossible, if they were tried.
        why: Option<String>,
        /// Folders of the programs, created for the first one.
        rooms: Option<Scratch>,
    },
}

/// Maximum killed programs that are not waited for. The kernel takes long to release some, without
/// using the processor.
const MAX_KILLED_PROGRAMS: usize = 8;

/// Polling interval in a diagnostic run.
const LOOKING: Duration = Duration::from_millis(1);
/// Calls that start another process.
const FORKS: [&str; 3] = ["fork", "vfork", "clone"];
/// Maximum processes of a tool, where each may use all the memory that the tool may.
const OF_A_TOOL: u64 = 8;
/// Additional time for its supervisor to report.
const LATE: Duration = Duration::from_secs(1);

impl Keeper {
    /// Starts a keeper with known guarantees, without probing the machine, or with fewer than it gives.
    pub fn start_with(
        executable: Option<&Path>,
        guarantees: Guarantees,
        require: Require,
    ) -> Result<Keeper, SandboxError> {
        guarantees.meet(require)?;
        if !guarantees.supervisor {
            return Ok(Keeper::plain(executable, guarantees, None));
        }
        check_executable(executable)?;
        let controller = controller(&guarantees);
        let (keeper, report) = Keeper::launch(executable, guarantees.seccomp, controller)?;
        let missing = [
            (guarantees.namespaces && report.namespaces.is_err(), "namespaces"),
            (guarantees.seccomp && !report.seccomp, "seccomp"),
            (guarantees.own_user && report.users.is_none(), "user ids"),
            (
                guarantees.has_groups() && report.groups != Some(guarantees.memory),
                "the control groups",
            ),
        ];
        if let Some((_, layer)) = missing.iter().find(|(is_missing, _)| *is_missing) {
            let what = format!("{layer}: there before, and now no more");
            return Err(SandboxError::Setup { what });
        }
        Ok(keeper.with(guarantees, require))
    }

    /// Requires protections of it from now on.
    pub fn demand(&mut self, require: Require) -> Result<(), SandboxError> {
        self.guarantees.meet(require)?;
        self.require = require;
        Ok(())
    }

    /// Makes these its guarantees, of which its caller requires so much.
    pub(crate) fn with(mut self, guarantees: Guarantees, require: Require) -> Keeper {
        self.guarantees = guarantees;
        self.require = require;
        self
    }

    pub(crate) fn plain(
        executable: Option<&Path>,
        guarantees: Guarantees,
        why: Option<String>,
    ) -> Keeper {
        let mut keeper = Keeper::new(Backend::Plain { why, rooms: None }, guarantees);
        keeper.executable = executable.map(Path::to_owned);
        keeper
    }

    fn new(backend: Backend, guarantees: Guarantees) -> Keeper {
        Keeper {
            backend,
            guarantees,
            require: Require::Anything,
            executable: None,
            started: 0,
            released: ReleasedNumbers::default(),
            killed_programs: Vec::new(),
            stop: None,
        }
    }

    pub(super) fn launch(
        executable: Option<&Path>,
        with_filter: bool,
        controller: MemoryController,
    ) -> Result<(Keeper, MachineReport), SandboxError> {
        let (ours, theirs) = channel::pair()?;
        let settings = serde_json::to_string(&Settings { with_filter, controller });
        let settings = settings.map_err(io::Error::from)?;
        // In its own process group: Ctrl-C at a terminal must reach the caller alone.
        let process = Command::new(self::executable(executable))
            .arg0(KEEPER)
            .arg(settings)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let backend = Backend::Supervisors { process, connection: Some(ours), users: None };
        let mut keeper = Keeper::new(backend, Guarantees::default());
        keeper.executable = executable.map(Path::to_owned);
        let first = channel::receive::<MachineReport>(keeper.connection()?)?;
        let Some((report, _)) = first else {
            return Err(SandboxError::Setup { what: "the keeper did not begin".to_owned() });
        };
        if let Backend::Supervisors { users, .. } = &mut keeper.backend {
            *users = report.users;
        }
        Ok((keeper, report))
    }

    /// Returns the error that made supervisors impossible, if programs are plain processes and supervisors were
    /// tried.
    pub fn why_plain(&self) -> Option<&str> {
        match &self.backend {
            Backend::Plain { why, .. } => why.as_deref(),
            Backend::Supervisors { .. } => None,
        }
    }

    /// Returns true if its process still runs, or it needs none.
    pub fn is_running(&mut self) -> bool {
        match &mut self.backend {
            Backend::Plain { .. } => true,
            Backend::Supervisors { process, .. } => matches!(process.try_wait(), Ok(None)),
        }
    }

    /// Kills a [tool](crate::ToolRun) that runs once this is set, and begins no other.
    pub fn stop_tools_by(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(stop.clone());
    }

    pub fn guarantees(&self) -> &Guarantees {
        &self.guarantees
    }

    /// Builds the sandbox of a program with every layer that the machine gives. The program does not run
    /// before [`Contained::begin`], so a watch on its folder misses nothing.
    pub fn prepare(&mut self, plan: &Plan) -> Result<Contained, SandboxError> {
        self.prepare_with(plan, Streams::default())
    }

    /// Like [`Keeper::prepare`], for a program whose standard streams are the caller's.
    pub fn prepare_with(
        &mut self,
        plan: &Plan,
        streams: Streams<'_>,
    ) -> Result<Contained, SandboxError> {
        let order = self.order(plan, Task::Run)?;
        self.contain_order(order, streams)
    }

    /// Like [`Keeper::prepare_with`], for a tool, such as a compiler. It may read only those parts of `/etc` that
    /// loading a program needs: its input may be a submission, which must not learn the accounts of this machine.
    ///
    /// Without groups its limits of memory and processor time are those of each of its few processes.
    pub(crate) fn prepare_tool(
        &mut self,
        plan: &Plan,
        cpu: Duration,
        streams: Streams<'_>,
    ) -> Result<Contained, SandboxError> {
        let mut order = Order { tool: Some(cpu), ..self.order(plan, Task::Run)? };
        if !self.guarantees.has_groups() {
            let limits = &mut order.plan.limits;
            limits.processes = limits.processes.min(OF_A_TOOL);
        }
        if !self.guarantees.namespaces && self.require != Require::Anything {
            if !self.guarantees.holds_tools() {
                return Err(SandboxError::NeedsNamespaces);
            }
            order.layers.instead = Instead::OwnUser;
        }
        self.contain_order(order, streams)
    }

    fn order(&self, plan: &Plan, task: Task) -> Result<Order, SandboxError> {
        Ok(Order {
            plan: plan.clone(),
            task,
            user: 0,
            group: group_of_copies(),
            layers: Layers { instead: self.instead(plan.processes)?, ..self.guarantees.layers() },
            number: 0,
            tool: None,
        })
    }

    /// Returns the stand-in for namespaces, or for groups.
    fn instead(&self, processes: Processes) -> Result<Instead, SandboxError> {
        let has_any = self.require == Require::Anything || processes == Processes::Trusted;
        let is_one = self.guarantees.is_one_process();
        Ok(match processes {
            _ if has_any || !is_one => Instead::Nothing,
            Processes::Usual | Processes::Trusted => Instead::OneProcess,
            Processes::Several if self.guarantees.holds_several() => Instead::OwnUser,
            Processes::Several => return Err(SandboxError::NeedsGroups),
        })
    }

    /// Like [`Keeper::prepare`], and the program begins at once.
    /// A program that cannot be run is not an error: it ends at once.
    pub fn contain(&mut self, plan: &Plan) -> Result<Contained, SandboxError> {
        let mut program = self.prepare(plan)?;
        program.begin()?;
        Ok(program)
    }

    /// Tests if a program can be started, by starting it and killing it at once. Returns the reason if
    /// it cannot.
    pub fn try_start(&mut self, plan: &Plan) -> Result<Option<String>, SandboxError> {
        let order = self.order(plan, Task::Start)?;
        let mut program = self.contain_order(order, Streams::default())?;
        program.begin()?;
        if let Backend::Plain { .. } = self.backend {
            program.kill()?;
        }
        match program.wait()? {
            Ended::NeverBegan(why) => Ok(Some(why)),
            Ended::Exited(_) | Ended::Killed(_) | Ended::Ended => Ok(None),
        }
    }

    /// Returns the name of the denied system call that made a program end like this, if one did: the
    /// program is run again in the same sandbox until that is shown. It must end so twice, denied the
    /// same call last, and otherwise, or not at all, if that call pretends to succeed. A process that may not
    /// start another, and one that the kernel killed for a call, need no such proof. Returns `None` if a
    /// run lasts longer than `within`, or if the kernel does not report denied calls (before Linux 5.0).
    pub fn denied_call(
        &self,
        plan: &Plan,
        within: Duration,
        ended: &Ended,
    ) -> Result<Option<String>, SandboxError> {
        if !self.guarantees.supervisor || !self.guarantees.seccomp {
            return Ok(None);
        }
        // The keeper's own filter would deny calls first, without a report. So this keeper has
        // none, and each program gets both filters.
        let controller = controller(&self.guarantees);
        let (mut keeper, _) = Keeper::launch(self.executable.as_deref(), false, controller)?;
        keeper.guarantees = self.guarantees;
        keeper.require = self.require;
        let mut run = |pretended| keeper.diagnose(plan, Diagnose { within, pretended });
        let Some(first) = run(None)? else {
            return Ok(None);
        };
        let is_like = |diagnosis: &Diagnosis| diagnosis.ended.as_ref() == Some(ended);
        let Some(call) = first.denied.filter(|_| is_like(&first)) else {
            return Ok(None);
        };
        let is_alone = self.instead(plan.processes)? == Instead::OneProcess;
        let name = call_name(call);
        let is_plain =
            is_alone && FORKS.contains(&name.as_str()) || *ended == Ended::Killed(libc::SIGSYS);
        let is_cause = is_plain
            || run(None)?.is_some_and(|second| second == first)
                && run(Some(call))?.is_none_or(|pretended| !is_like(&pretended));
        Ok(is_cause.then_some(name))
    }

    /// Runs a program to learn which system calls it is denied; `None` if it had to be killed.
    fn diagnose(
        &mut self,
        plan: &Plan,
        diagnose: Diagnose,
    ) -> Result<Option<Diagnosis>, SandboxError> {
        let order = self.order(plan, Task::Diagnose(diagnose))?;
        let mut program = self.contain_order(order, Streams::default())?;
        program.begin()?;
        let deadline = Instant::now() + diagnose.within + LATE;
        while !program.is_gone() {
            let is_over = Instant::now() >= deadline
                || program.is_over_memory()?
                || program.must_look_at_folder() && program.is_folder_full()?;
            if is_over {
                return Ok(None);
            }
            std::thread::sleep(LOOKING);
        }
        Ok(program.diagnosis()?)
    }

    /// Like [`Keeper::prepare_with`], for any order; the user id is filled in.
    pub(super) fn contain_order(
        &mut self,
        order: Order,
        streams: Streams<'_>,
    ) -> Result<Contained, SandboxError> {
        let user = self.next_user().unwrap_or(0);
        self.started = self.started.wrapping_add(1);
        let order = Order { user, number: u64::from(self.started), ..order };
        let output = OutputFile::new()?;
        let Streams { input, output: printed, complaints } = streams;
        let own = output.as_fd();
        let streams = [Some(printed.unwrap_or(own)), Some(complaints.unwrap_or(own)), input];
        let streams: Vec<BorrowedFd<'_>> = streams.into_iter().flatten().collect();
        if let Backend::Plain { .. } = self.backend {
            let (plain, exit_pipe) = self.prepare_plain(&order, &streams)?;
            return Contained::adopt(plain, exit_pipe, output, &order, &self.released);
        }
        let (ours, theirs) = channel::pair()?;
        let descriptors: Vec<_> = [theirs.as_fd()].into_iter().chain(streams).collect();
        let request = self.request(Some(&order));
        channel::send(self.connection()?, &request, &descriptors)?;
        drop(descriptors);
        drop(theirs);
        Contained::welcome(ours, output, &order, &self.released)
    }

    fn request<'a>(&self, order: Option<&'a Order>) -> KeeperRequest<&'a Order> {
        let released = self.released.lock().map(|mut it| std::mem::take(&mut *it));
        KeeperRequest { released: released.unwrap_or_default(), order }
    }

    /// Removes the folders of programs that were killed, if they take room that others need.
    pub fn make_room(&mut self) -> Result<(), SandboxError> {
        if self.guarantees.namespaces {
            return Ok(());
        }
        // Each is gone now, or is waited for.
        self.killed_programs.clear();
        if let Backend::Supervisors { .. } = self.backend {
            channel::send(self.connection()?, &self.request(None), &[])?;
        }
        Ok(())
    }

    fn prepare_plain(
        &mut self,
        order: &Order,
        streams: &[BorrowedFd<'_>],
    ) -> Result<(Plain, OwnedFd), SandboxError> {
        let Backend::Plain { rooms, .. } = &mut self.backend else {
            return Err(io::Error::other("there are supervisors here").into());
        };
        let rooms = match rooms {
            Some(rooms) => rooms,
            None => {
                // Without one, the next run removes the folders.
                let sweeper = start_sweeper(self.executable.as_deref(), ROOMS);
                rooms.insert(Scratch::for_rooms(ROOMS, 0o700)?.swept_by(sweeper))
            }
        };
        let room = tempfile::tempdir_in(rooms.path())?;
        let streams = streams.iter().map(|stream| stream.try_clone_to_owned());
        let streams = streams.collect::<io::Result<Vec<_>>>()?;
        Ok(Plain::prepare(order, room, &streams)?)
    }

    /// Kills a program without waiting until it is gone. The keeper waits later, at the latest when it
    /// is dropped.
    pub fn kill(&mut self, mut program: Contained) -> io::Result<()> {
        program.kill()?;
        self.killed_programs.push(program);
        self.killed_programs.retain(|program| !program.is_gone());
        while self.killed_programs.len() > MAX_KILLED_PROGRAMS {
            self.killed_programs.remove(0).wait()?;
        }
        Ok(())
    }

    /// The group that programs get beside their own, to which copies of programs are open.
    pub fn group(&self) -> Option<u32> {
        self.next_user().and(group_of_copies())
    }

    /// The user id that the next program gets; `None` if programs have the caller's.
    pub fn next_user(&self) -> Option<u32> {
        match &self.backend {
            Backend::Supervisors { process, users, .. } => {
                Some((*users)?.id_for(process.id(), self.started))
            }
            Backend::Plain { .. } => None,
        }
    }

    fn connection(&self) -> io::Result<&OwnedFd> {
        let connection = match &self.backend {
            Backend::Supervisors { connection, .. } => connection.as_ref(),
            Backend::Plain { .. } => None,
        };
        connection.ok_or_else(|| io::Error::other("the keeper is gone"))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.killed_programs.clear();
        if let Backend::Supervisors { process, connection, .. } = &mut self.backend {
            // The keeper sees the connection close, kills what is left, and exits.
            *connection = None;
            let _ = process.wait();
        }
    }
}

/// Returns how the memory controller may be enabled, from known guarantees.
fn controller(guarantees: &Guarantees) -> MemoryController {
    match guarantees.memory {
        // An earlier keeper has moved the other members of the group.
        MemoryBy::GroupV2 => MemoryController::ForOurselves,
        MemoryBy::GroupV1 | MemoryBy::Looks => MemoryController::Off,
    }
}

/// Returns the executable that serves as a keeper.
fn executable(given: Option<&Path>) -> &Path {
    given.unwrap_or(Path::new("/proc/self/exe"))
}

/// Refuses to start this executable as a keeper if its `main` does not serve as one.
pub(super) fn check_executable(executable: Option<&Path>) -> Result<(), SandboxError> {
    if executable.is_some() || CAN_SERVE.load(Ordering::Relaxed) {
        return Ok(());
    }
    Err(SandboxError::Setup { what: "main does not begin with serve_if_called()".to_owned() })
}

/// Starts a sweeper for the folders of a prefix, if a program is there that can serve as one.
pub(crate) fn start_sweeper(given: Option<&Path>, prefix: &str) -> Option<Sweeper> {
    check_executable(given).ok()?;
    Sweeper::start(executable(given), prefix).ok()
}
