//! The supervisor: isolates itself, starts the program, reaps its children.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, chown};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::io::Errno;
use rustix::mount::{MountFlags, mount};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid,
    pidfd_open, set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
use serde::{Deserialize, Serialize};

use super::channel;
use super::ended::Ended;
use super::plan::{Begin, FOLDER, Instead, Order, Plan, Task};
use crate::folders::beneath::Beneath;
use crate::meter::Account;
use crate::meter::cgroup::Groups;
use crate::meter::processes::kill_and_reap_children;
use crate::walls::calls::{self, FilterOptions};
use crate::walls::confine::{self, Files, Prepared, ProcessLimits};
use crate::walls::forks::{in_child, map_user};
use crate::walls::listener::{FilterInstaller, listen};
use crate::walls::mounts::{limit_watches, make_read_only, mount_proc};
use crate::walls::users::become_user;

/// The user that the keeper runs for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// True if programs get user ids of their own. Root cannot give any in a container whose user
    /// namespace maps one id alone.
    pub(super) has_users: bool,
}

/// The id that root gets inside a user namespace. With id 0 a program would regain all
/// capabilities in there.
const NO_USER: u32 = 65_534;

impl Caller {
    /// The caller's user id inside a user namespace of ours.
    pub(crate) fn inner_uid(self) -> u32 {
        if self.uid == 0 { NO_USER } else { self.uid }
    }

    /// The caller's group id there.
    pub(super) fn inner_gid(self) -> u32 {
        if self.gid == 0 { NO_USER } else { self.gid }
    }
}

/// A supervisor, and what its keeper gave it.
#[derive(Debug)]
pub(super) struct Supervisor<'a> {
    pub(super) order: &'a Order,
    pub(super) groups: Option<&'a Groups>,
    /// True if it was born in its control group.
    pub(super) is_in_group: bool,
    /// The program's room, without namespaces; with them the supervisor makes its own.
    pub(super) room: Option<&'a Path>,
    pub(super) prepared: &'a Prepared,
    pub(super) caller: Caller,
    pub(super) control: &'a OwnedFd,
    /// Ends for output, complaints and perhaps input.
    pub(super) streams: Vec<OwnedFd>,
}

/// A message of a supervisor to the caller.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Status {
    /// Comes with descriptors of the program's room and of the supervisor, before the supervisor can send none any
    /// more.
    Opened,
    /// The sandbox is complete.
    Ready(Option<Groups>),
    Error(Failure),
    /// The program has ended, and used so much.
    Ended(Ended, Account),
    /// The diagnostic run has ended.
    Diagnosed(Diagnosis),
}

/// Returns true if the system said that there is no room for a file.
pub fn is_of_room(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// A failure, as it is passed on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    what: String,
    is_of_room: bool,
}

impl From<&io::Error> for Failure {
    fn from(error: &io::Error) -> Failure {
        Failure { what: error.to_string(), is_of_room: is_of_room(error) }
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> io::Error {
        let kind =
            if failure.is_of_room { io::ErrorKind::StorageFull } else { io::ErrorKind::Other };
        io::Error::new(kind, failure.what)
    }
}

/// The result of a diagnostic run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Diagnosis {
    /// Number of the system call that was denied last, if any.
    pub(crate) denied: Option<u32>,
    /// The end of the program; `None` if it ran for longer than it was given.
    pub(crate) ended: Option<Ended>,
}

/// Mount points for a program's room in a mount namespace: folders that every system has and no
/// program needs.
const SITES: [&str; 5] = ["/mnt", "/media", "/srv", "/var/tmp", "/tmp"];

fn failed<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> io::Error {
    move |error| {
        let error = error.into();
        io::Error::new(error.kind(), format!("{what}: {error}"))
    }
}

/// Reports a panic to the caller: standard error leads nowhere here.
fn report_panics(control: &OwnedFd) {
    if let Ok(control) = control.try_clone() {
        std::panic::set_hook(Box::new(move |panic| {
            let status = Status::Error(Failure {
                what: format!("the supervisor {panic}"),
                is_of_room: false,
            });
            let _ = channel::tell(&control, &status);
        }));
    }
}

impl Supervisor<'_> {
    /// Runs the program; returns the supervisor's exit code.
    pub(super) fn run(mut self) -> i32 {
        report_panics(self.control);
        let status = self.live().unwrap_or_else(|error| Status::Error(Failure::from(&error)));
        // If the caller is gone, no reader is left.
        i32::from(channel::tell(self.control, &status).is_err())
    }

    fn live(&mut self) -> io::Result<Status> {
        let order = self.order;
        let (folder, own_layers) = self.build()?;
        if let Task::Touch(_) | Task::Fork = order.task {
            if let Some(mut own_layers) = own_layers {
                own_layers.apply()?;
            }
            let has_forked = match order.task {
                Task::Touch(bytes) => {
                    touch(bytes);
                    false
                }
                _ => in_child(|| 0).is_some(),
            };
            return Ok(Status::Ended(Ended::Exited(has_forked.into()), account()));
        }
        if channel::hear::<Begin>(self.control)?.is_none() {
            return Err(io::Error::other("the caller is gone"));
        }
        let user = own_layers.as_ref().and_then(|own_layers| own_layers.user);
        let ended = run(order, &folder, std::mem::take(&mut self.streams), own_layers);
        match order.layers.instead {
            // In a namespace the kernel does this.
            _ if order.layers.namespaces => {}
            // It was one process, and is gone.
            Instead::OneProcess => {}
            Instead::OwnUser => user.map_or(Ok(()), kill_processes_of)?,
            Instead::Nothing => kill_and_reap_children()?,
        }
        ended
    }

    /// Confines this process as far as its program will be, except for the layers that depend on the
    /// program's own process: those are returned beside its folder, and that process applies them to itself.
    fn build(&self) -> io::Result<(PathBuf, Option<ProcessLayers>)> {
        let Supervisor { order, groups, prepared, caller, control, .. } = *self;
        let layers = order.layers;
        let applies_itself = layers.instead != Instead::Nothing && !layers.namespaces;
        if let Some(groups) = groups {
            if !self.is_in_group {
                groups.enter().map_err(failed("the control group"))?;
            }
            groups.enter_memory().map_err(failed("the memory group"))?;
        }
        if caller.has_users && order.user == 0 {
            return Err(io::Error::other("a user id of its own: 0 is root's"));
        }
        let own_user = caller.has_users.then_some(order.user);
        // Signals to "my process group" must not reach the keeper's. A session of its own would do so
        // too, but the kernel shares a core out by sessions, and then lets a player that polls run on
        // for milliseconds before the referee gets its turn.
        rustix::process::setpgid(None, None)?;
        if layers.namespaces {
            if own_user.is_none() {
                let (user, group) = (caller.inner_uid(), caller.inner_gid());
                map_user((user, user), (group, group)).map_err(failed("a user namespace"))?;
            }
            if own_user.is_none() {
                limit_watches().map_err(failed("a limit on watches"))?;
            }
            mount_proc().map_err(failed("a /proc of its own"))?;
            if layers.read_only {
                make_read_only().map_err(failed("read-only mounts"))?;
            }
        } else {
            // Orphans are reparented to this process, so they can be found and killed.
            set_child_subreaper(Some(getpid()))?;
        }
        let room = self
            .room
            .map_or_else(|| own_room(order), |room| Ok(room.to_owned()))
            .map_err(failed("a folder of its own"))?;
        let folder = room.join(FOLDER);
        furnish(&order.plan.files, &room, own_user).map_err(failed("a folder of its own"))?;
        let opened = Beneath::open(&room)?;
        let own = pidfd_open(getpid(), PidfdFlags::empty());
        let own = own.map_err(failed("a descriptor of the supervisor"))?;
        // RLIMIT_NPROC counts all processes of a user id: if the user's other programs share it, the
        // count says nothing about this one.
        let is_counted = own_user.is_some() || layers.namespaces;
        let is_one_process = layers.instead == Instead::OneProcess;
        confine::limit(&order.plan.limits, is_counted, ProcessLimits::for_order(order))
            .map_err(failed("limits"))?;
        if !applies_itself {
            if let Some(user) = own_user {
                become_user(user, order.group).map_err(failed("a user id of its own"))?;
            }
            give_up_capabilities().map_err(failed("no capabilities"))?;
        }
        rustix::thread::set_no_new_privs(true)?;
        // The program has the same user id; it must not look into this process.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // After the change of user, which would have cleared it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        if own_user.is_none() || !applies_itself {
            std::env::set_current_dir(&folder).map_err(failed("a folder of its own"))?;
        }
        let mut files = None;
        if layers.landlock > 0 {
            let made = prepared.files(
                layers.landlock,
                &folder,
                order.plan.files_to_read(),
                order.tool.is_some(),
            );
            files = Some(made.map_err(failed("Landlock"))?);
        }
        let options = FilterOptions {
            is_tool: order.tool.is_some(),
            may_truncate: layers.landlock == 0 || confine::may_truncate(layers.landlock),
            is_one_process,
            alone: None,
            asks_for_threads: layers.counts_threads && is_one_process && !is_counted,
        };
        channel::send(control, &Status::Opened, &[opened.as_fd(), own.as_fd()])?;
        let has_listener = match order.task {
            Task::Diagnose(_) => true,
            Task::Run | Task::Start => options.asks_for_threads,
            Task::Touch(_) | Task::Fork => false,
        };
        // A filter that asks this process, or lets it start no other, must not be on it.
        let has_layers = applies_itself || has_listener || is_one_process && layers.seccomp;
        let mut own_layers = ProcessLayers {
            user: own_user.filter(|_| applies_itself),
            group: order.group,
            folder: folder.clone(),
            files: None,
            options,
            is_alone: is_one_process && applies_itself,
            has_listener,
            supervisor: getpid(),
        };
        match files {
            Some(files) if applies_itself => {
                own_layers.files = Some(prepared.with_machine(files).map_err(failed("Landlock"))?);
            }
            Some(files) => {
                files.with_proc().and_then(Files::restrict).map_err(failed("Landlock"))?;
            }
            None => {}
        }
        if layers.seccomp && !has_layers {
            prepared.restrict_last_calls(options).map_err(failed("seccomp"))?;
        }
        channel::tell(control, &Status::Ready(groups.cloned()))?;
        Ok((folder, has_layers.then_some(own_layers)))
    }
}

/// Layers that a program's process applies to itself before `exec`, because they depend on its
/// process id.
#[derive(Debug)]
struct ProcessLayers {
    /// The user id that it takes.
    user: Option<u32>,
    group: Option<u32>,
    folder: PathBuf,
    files: Option<Files>,
    options: FilterOptions,
    /// True if it may signal itself alone.
    is_alone: bool,
    /// True if the supervisor answers the questions of its filter.
    has_listener: bool,
    supervisor: Pid,
}

impl ProcessLayers {
    fn apply(&mut self) -> io::Result<()> {
        if let Some(user) = self.user {
            become_user(user, self.group)?;
            std::env::set_current_dir(&self.folder)?;
        }
        give_up_capabilities()?;
        if getpid() != self.supervisor {
            // After the change of user, which would have cleared it.
            die_with(self.supervisor)?;
        }
        if let Some(files) = self.files.take() {
            files.with_own_proc()?.restrict()?;
        }
        let options = self.options();
        if self.has_listener {
            // The caller puts it on: its listener is sent to the supervisor.
            return Ok(());
        }
        calls::apply(&calls::last_filter(options))
    }

    /// Returns what the filter of this process is for.
    fn options(&self) -> FilterOptions {
        FilterOptions { alone: self.is_alone.then(getpid), ..self.options }
    }
}

/// Makes the process of a command apply its layers between `fork` and `exec`.
#[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
fn apply_before_exec(
    command: &mut Command,
    mut own_layers: ProcessLayers,
    listener: Option<FilterInstaller>,
) {
    let act = move || {
        own_layers.apply()?;
        listener.as_ref().map_or(Ok(()), |listener| listener.apply(own_layers.options()))
    };
    // SAFETY: this process has one thread, so its copy finds no lock held and may allocate.
    unsafe { command.pre_exec(act) };
}

/// Kills every process of a user id, which no other program has, and reaps them.
fn kill_processes_of(user: u32) -> io::Result<()> {
    // They get the signal all at once: none of them can be missed by having just been born.
    in_child(|| u8::from(become_user(user, None).map(|()| kill_all()).is_err()));
    kill_and_reap_children()
}

/// Sends SIGKILL to all processes that may be sent one.
#[expect(unsafe_code, reason = "the safe call takes no number below 0")]
fn kill_all() {
    // SAFETY: it reads and writes no memory. It fails where there is no process to end.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// A new place for the program's files: in a mount namespace a file system of its own, which ends
/// with it.
fn own_room(order: &Order) -> io::Result<PathBuf> {
    let needed = order.plan.files_to_read();
    let needed: Vec<PathBuf> =
        needed.map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned())).collect();
    // A mount hides what lies below its site: the program and what it may read must stay visible.
    let is_free =
        |site: &&str| Path::new(site).is_dir() && !needed.iter().any(|path| path.starts_with(site));
    let site = SITES
        .into_iter()
        .find(is_free)
        .ok_or_else(|| io::Error::other(format!("none of {SITES:?} is there and free")))?;
    let limits = order.plan.limits;
    let options =
        format!("mode=711,size={},nr_inodes={}\0", limits.folder_bytes, limits.folder_files);
    let options = std::ffi::CStr::from_bytes_until_nul(options.as_bytes())
        .map_err(|_| io::Error::other("options of a mount"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("arbitro", site, "tmpfs", flags, options)?;
    Ok(PathBuf::from(site))
}

/// Makes the program's folder with its first files.
pub(crate) fn furnish(
    files: &[(String, String)],
    room: &Path,
    owner: Option<u32>,
) -> io::Result<()> {
    let own = |path: &Path| owner.map_or(Ok(()), |user| chown(path, Some(user), Some(user)));
    let folder = room.join(FOLDER);
    DirBuilder::new().mode(0o700).create(&folder)?;
    for (name, contents) in files {
        let path = folder.join(name);
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o444)
            .open(&path)?
            .write_all(contents.as_bytes())?;
    }
    own(&folder)
}

/// Returns the command that starts the program of a plan.
pub(crate) fn command(plan: &Plan, folder: &Path, streams: &[OwnedFd]) -> io::Result<Command> {
    let (output, complaints, input) = match streams {
        [output, complaints] => (output, complaints, None),
        [output, complaints, input] => (output, complaints, Some(input)),
        _ => return Err(io::Error::other("the program has nothing to print to")),
    };
    let input = input.map(|input| input.try_clone().map(Stdio::from)).transpose()?;
    let mut command = Command::new(&plan.program);
    command
        .args(&plan.args)
        .env_clear()
        .envs(plan.variables.iter().map(|(name, value)| (name, value)))
        .envs(plan.folder_variable.iter().map(|name| (name, folder)))
        .stdin(input.unwrap_or_else(Stdio::null))
        .stdout(output.try_clone()?)
        .stderr(complaints.try_clone()?);
    Ok(command)
}

fn run(
    order: &Order,
    folder: &Path,
    streams: Vec<OwnedFd>,
    own_layers: Option<ProcessLayers>,
) -> io::Result<Status> {
    reset_signals();
    let mut command = command(&order.plan, folder, &streams)?;
    let diagnose = match order.task {
        Task::Diagnose(diagnose) => Some(diagnose),
        _ => None,
    };
    let heard = match &own_layers {
        Some(own_layers) if own_layers.has_listener => {
            Some(listen(own_layers.options(), diagnose.is_some(), order.plan.limits.processes)?)
        }
        _ => None,
    };
    let (listener, installer) = heard.unzip();
    if let Some(own_layers) = own_layers {
        apply_before_exec(&mut command, own_layers, installer);
    } else if order.layers.instead == Instead::Nothing && !order.layers.groups {
        // Signals reach it as one.
        command.process_group(0);
    }
    let spawned = command.spawn();
    // What the program closes is closed then.
    drop((command, streams));
    let ended = match spawned {
        Ok(mut child) => {
            if order.task == Task::Start {
                child.kill()?;
            }
            let program = Pid::from_child(&child);
            let heard = listener.map(|listener| listener.hear(program, diagnose)).transpose()?;
            let status = heard.as_ref().and_then(|heard| heard.status);
            let ended = || status.map_or_else(|| reap(program), |status| Ok(ended_from(status)));
            if let (Some(heard), Some(_)) = (&heard, diagnose) {
                let ended = heard.has_ended.then(ended).transpose()?;
                return Ok(Status::Diagnosed(Diagnosis { denied: heard.denied, ended }));
            }
            ended()?
        }
        // The program's own trouble, not the sandbox's: it is no program, or not to be read.
        Err(error) => Ended::NeverBegan(error.to_string()),
    };
    Ok(Status::Ended(ended, account()))
}

/// Returns the resource usage of this process's reaped children.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn account() -> Account {
    // SAFETY: the structure is plain numbers.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: it writes into the structure. It cannot fail, and zeros are no account.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut used) };
    let of = |time: libc::timeval| {
        let micros = u64::try_from(time.tv_usec).unwrap_or(0);
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(micros)
    };
    Account {
        cpu: of(used.ru_utime) + of(used.ru_stime),
        resident: used.ru_maxrss.unsigned_abs() << 10,
    }
}

/// Hears all signals again: a program inherits what the caller ignores or holds back, as `nohup` and
/// Python do, and would outlive a limit whose signal is to end it.
#[expect(unsafe_code, reason = "there is no safe call for it")]
pub(super) fn reset_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // This one is ignored by every Rust program for itself, which takes it back for those it starts.
        if signal != libc::SIGPIPE {
            // SAFETY: it sets no handler. Two that cannot be set are refused, and need not be.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
    }
    // SAFETY: a set of signals is plain numbers, and none of them set is a set.
    let none: libc::sigset_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is read, nothing is written.
    unsafe { libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut()) };
}

/// Has this process die with its parent.
pub(super) fn die_with(parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the parent died before that call, its death sends no signal any more.
    if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
}

/// Allocates memory and writes to it, to try out a memory limit.
fn touch(bytes: u64) {
    let mut taken = vec![0u8; usize::try_from(bytes).unwrap_or(0)];
    for byte in taken.iter_mut().step_by(rustix::param::page_size()) {
        *byte = 1;
    }
    std::hint::black_box(taken);
}

fn give_up_capabilities() -> io::Result<()> {
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, sets)?)
}

/// Reaps processes until the program itself ends; the rest is then killed.
fn reap(program: Pid) -> io::Result<Ended> {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == program => return Ok(ended_from(status)),
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

fn ended_from(status: WaitStatus) -> Ended {
    let status = ExitStatus::from_raw(status.as_raw());
    match (status.code(), status.signal()) {
        (None, Some(signal)) => Ended::Killed(signal),
        (code, _) => Ended::Exited(code.unwrap_or(0)),
    }
}
