//! The keeper: this executable, started again.
//!
//! A keeper has one thread and little memory, so that cloning it is cheap. It takes orders until its
//! caller closes the connection or dies, then kills whatever still runs, and goes.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::num::NonZeroU64;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::mount::{MountPropagationFlags, mount_change};
use rustix::process::{Pid, Signal, WaitOptions, getuid, kill_process};
use rustix::thread::UnshareFlags;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::channel;
use super::plan::{KEEPER, KeeperRequest, Order};
use super::supervisor::{Caller, Failure, Status, Supervisor};
use crate::folders::scratch::{Rooms, serve_as_sweeper};
use crate::folders::sweeper::SWEEPER;
use crate::folders::walk;
use crate::meter::cgroup::{CgroupRoots, Groups, MemoryController};
use crate::meter::processes::kill_children;
use crate::walls::confine::{self, Prepared};
use crate::walls::forks::{CloneSide, clone, clone3, in_child, is_refused, map_user};
use crate::walls::guarantees::{MemoryBy, NoNamespaces};
use crate::walls::listener::can_listen;
use crate::walls::users::Users;

/// The settings of a keeper, its argument.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    /// True if it filters its own system calls.
    pub(super) with_filter: bool,
    pub(super) controller: MemoryController,
}

/// Prefix of the folders for rooms outside mount namespaces.
pub(super) const ROOMS: &str = "arbitro-rooms-";

/// True if this program's `main` called [`serve_if_called`]. Starting a program as a keeper that
/// does not call it would run its `main` again, which would start another keeper, without end.
pub(super) static CAN_SERVE: AtomicBool = AtomicBool::new(false);

/// The abilities of the machine that a keeper found at its start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MachineReport {
    /// Ok if the keeper has entered namespaces; otherwise the cause.
    pub(crate) namespaces: Result<(), NoNamespaces>,
    /// The user ids that programs can be given, where there are any.
    pub(crate) users: Option<Users>,
    /// True if the keeper filters its system calls.
    pub(crate) seccomp: bool,
    /// True if a filter can ask a listener. The kernel refuses it where another listens already.
    pub(crate) asks: bool,
    /// The kind of control group that limits memory, if there are groups that do so, count, freeze and kill.
    pub(crate) groups: Option<MemoryBy>,
}

/// Serves as a keeper, or as the sweeper of its rooms, if this process was started as one. Returns
/// the exit code when that work is done: `main` must return it at once. Otherwise returns `None`.
///
/// Call it first in `main`, before any thread starts.
pub fn serve_if_called() -> Option<ExitCode> {
    CAN_SERVE.store(true, Ordering::Relaxed);
    let mut args = std::env::args_os();
    if args.next()? != KEEPER {
        return None;
    }
    let words: Vec<_> = args.collect();
    if let Some((_, words)) = words.split_first().filter(|(it, _)| *it == SWEEPER) {
        return Some(serve_as_sweeper(words));
    }
    let settings = words.first().and_then(|word| serde_json::from_str(word.to_str()?).ok());
    let served = settings.ok_or_else(|| io::ErrorKind::InvalidInput.into()).and_then(keep);
    // When it fails the caller sees the connection close; nothing else can be told.
    Some(served.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

struct Keeper {
    /// The connection to the caller; closed in a supervisor.
    connection: Option<OwnedFd>,
    caller: Caller,
    cgroup_roots: CgroupRoots,
    prepared: Prepared,
    /// Supervisors not yet reaped, with what to clean up after each.
    supervisors: HashMap<Pid, PendingCleanup>,
    /// Cleanups of reaped supervisors that wait for the caller to release the program.
    pending: Vec<PendingCleanup>,
    /// Numbers of programs that the caller no longer needs.
    released: HashSet<u64>,
    /// The folder for rooms outside mount namespaces.
    rooms: Option<Rooms>,
    /// True if the kernel has `clone3`; the default profile of containers refuses it.
    has_clone3: bool,
}

struct PendingCleanup {
    number: u64,
    groups: Option<Groups>,
    /// The program's room, where no mount namespace hides it.
    folder: Option<PathBuf>,
}

fn keep(Settings { with_filter, controller }: Settings) -> io::Result<()> {
    close_inherited()?;
    yield_readily();
    // Programs get the usual one, and other user ids than the caller's must enter their folders.
    rustix::process::umask(Mode::from_raw_mode(0o022));
    // The caller may have made its own timers coarse; programs are to have what is usual. Coarse
    // timers are no reason not to begin.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(50_000));
    // The connection is this process's standard input; programs get another.
    let connection = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    // Before the namespaces change what can be seen.
    let caller = Caller {
        uid: getuid().as_raw(),
        gid: rustix::process::getgid().as_raw(),
        has_users: false,
    };
    let users = Users::find();
    let caller = Caller { has_users: users.is_some(), ..caller };
    let cgroup_roots = CgroupRoots::build(controller);
    let namespaces = take_namespaces(caller);
    let report = MachineReport {
        namespaces,
        users,
        asks: in_child(can_listen) == Some(0),
        seccomp: with_filter && confine::restrict_first_calls().is_ok(),
        groups: cgroup_roots.limits_memory(),
    };
    let mut keeper = Keeper {
        connection: None,
        caller,
        cgroup_roots,
        prepared: Prepared::new()?,
        supervisors: HashMap::new(),
        pending: Vec::new(),
        released: HashSet::new(),
        rooms: None,
        has_clone3: true,
    };
    let served = channel::send(&connection, &report, &[]).and_then(|()| {
        keeper.connection = Some(connection);
        keeper.serve()
    });
    keeper.kill_supervisors();
    keeper.cgroup_roots.tear_down();
    served
}

impl Keeper {
    /// Takes orders until the caller is gone.
    fn serve(&mut self) -> io::Result<()> {
        while let Some(connection) = &self.connection
            && let Some((request, descriptors)) = channel::receive::<KeeperRequest>(connection)?
        {
            self.released.extend(&request.released);
            self.reap_dead();
            let mut descriptors = descriptors.into_iter();
            let (Some(order), Some(control)) = (request.order, descriptors.next()) else {
                continue;
            };
            if let Err(error) = self.start(&order, &control, descriptors.collect()) {
                // If the caller is gone by now, the next message says so.
                let _ = channel::send(&control, &Status::Error(Failure::from(&error)), &[]);
            }
        }
        Ok(())
    }

    fn start(&mut self, order: &Order, control: &OwnedFd, streams: Vec<OwnedFd>) -> io::Result<()> {
        let layers = order.layers;
        let room = if layers.namespaces { None } else { Some(self.open_room()?) };
        let groups = layers
            .groups
            .then(|| self.cgroup_roots.give(order.plan.limits.memory_bytes))
            .transpose()?;
        let mut flags = 0;
        if layers.namespaces {
            // In a network of its own it cannot count the sockets of its opponent.
            flags |= libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWNET;
            if !self.caller.has_users {
                // A user namespace of its own, so that its processes are counted by themselves.
                flags |= libc::CLONE_NEWUSER;
            }
        }
        let place = groups.as_ref().map(|groups| walk::open_folder(&groups.v2)).transpose();
        let cloned = place.and_then(|fd| self.clone(flags as u64, fd.as_ref().map(AsFd::as_fd)));
        match cloned {
            Ok(CloneSide::Parent(supervisor)) => {
                let cleanup = PendingCleanup {
                    number: order.number,
                    groups,
                    folder: room.map(TempDir::keep),
                };
                self.supervisors.insert(supervisor, cleanup);
                Ok(())
            }
            Ok(CloneSide::Child { is_in_group }) => {
                self.connection = None;
                let supervisor = Supervisor {
                    order,
                    groups: groups.as_ref(),
                    is_in_group,
                    room: room.as_ref().map(TempDir::path),
                    prepared: &self.prepared,
                    caller: self.caller,
                    control,
                    streams,
                };
                std::process::exit(supervisor.run())
            }
            Err(error) => {
                groups.into_iter().for_each(|group| self.cgroup_roots.take_back(group));
                Err(error)
            }
        }
    }

    /// Creates a room without a mount namespace: other processes can see it.
    fn open_room(&mut self) -> io::Result<TempDir> {
        let rooms = match self.rooms.take() {
            Some(rooms) => rooms,
            None => Rooms::new(ROOMS)?,
        };
        let room = rooms.open();
        self.rooms = Some(rooms);
        room
    }

    /// Clones this process, directly into a control group where the kernel supports that: moving a
    /// process later is slow.
    fn clone(&mut self, flags: u64, group: Option<BorrowedFd<'_>>) -> io::Result<CloneSide> {
        if self.has_clone3 {
            match clone3(flags, group) {
                Err(error) if is_refused(&error) => self.has_clone3 = false,
                cloned => return cloned,
            }
        }
        clone(flags)
    }

    /// Reaps the supervisors that have ended, without waiting, and cleans up after those released.
    fn reap_dead(&mut self) {
        while let Ok(Some((supervisor, _))) = rustix::process::wait(WaitOptions::NOHANG) {
            self.pending.extend(self.supervisors.remove(&supervisor));
        }
        for cleanup in std::mem::take(&mut self.pending) {
            // Until the caller releases a program, it can still freeze these groups: no other may get
            // them.
            if self.released.remove(&cleanup.number) {
                self.clean_up(cleanup);
            } else {
                self.pending.push(cleanup);
            }
        }
    }

    /// Kills and reaps all supervisors, which also kills everything in their namespaces, and cleans up.
    fn kill_supervisors(&mut self) {
        while !self.supervisors.is_empty() {
            for (supervisor, cleanup) in &self.supervisors {
                let is_killed = cleanup.groups.as_ref().is_some_and(|groups| groups.kill().is_ok());
                // Where no group and no namespace kills the program, it would outlive its supervisor.
                let has_children = !is_killed
                    && cleanup.folder.is_some()
                    && kill_children(supervisor.as_raw_pid().cast_unsigned());
                if !has_children {
                    let _ = kill_process(*supervisor, Signal::KILL);
                }
            }
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((supervisor, _))) => {
                    self.pending.extend(self.supervisors.remove(&supervisor));
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        for cleanup in std::mem::take(&mut self.pending) {
            self.clean_up(cleanup);
        }
    }

    /// Cleans up after a dead supervisor: recycles its groups, or removes them and its folder.
    fn clean_up(&mut self, cleanup: PendingCleanup) {
        let PendingCleanup { groups, folder, .. } = cleanup;
        match folder {
            None => groups.into_iter().for_each(|group| self.cgroup_roots.take_back(group)),
            Some(folder) => {
                // Without a namespace the program's processes can outlive the supervisor. The group is
                // not reused: after a kill it may also kill what is cloned into it later.
                groups.iter().for_each(Groups::kill_and_remove);
                // What stays, the next run sweeps.
                let _ = walk::remove(&folder);
            }
        }
    }
}

/// Closes inherited descriptors that lack close-on-exec: no program may get them.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn close_inherited() -> io::Result<()> {
    // SAFETY: called first thing, when this process owns no descriptor above the first three: no code
    // loses what it believes to have.
    if unsafe { libc::close_range(3, libc::c_uint::MAX, 0) } == 0 {
        return Ok(());
    }
    // Kernels before 5.9 have no such call.
    let names: Vec<_> = fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|&number: &libc::c_int| number >= 3)
        .collect();
    for number in names {
        // SAFETY: as above. The listing's own descriptor is among them and closed already.
        unsafe { libc::close(number) };
    }
    Ok(())
}

/// Gives this process and its descendants long time slices, which a process with the default slice
/// preempts. Otherwise a player that polls runs on for milliseconds before the referee sees its
/// board. Needs Linux 6.12; nothing depends on it.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn yield_readily() {
    // SAFETY: the structure is plain numbers, for which zero is the usual way.
    let mut request: libc::sched_attr = unsafe { std::mem::zeroed() };
    request.size = size_of::<libc::sched_attr>() as u32;
    request.sched_policy = libc::SCHED_OTHER as u32;
    request.sched_runtime = LONG_TURN.as_nanos() as u64;
    // SAFETY: the kernel reads the structure, whose size is in it, and changes nothing but how this
    // process is scheduled. Where it refuses, everything is as before.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const request, 0) };
}

/// Requested time slice; the kernel grants at most 100 ms.
const LONG_TURN: Duration = Duration::from_millis(20);

/// Enters the namespaces that all programs of this keeper share: mounts, IPC and host name, in a user
/// namespace unless programs get user ids of their own. Each supervisor gets namespaces for its network,
/// processes and mounts when it is cloned.
fn take_namespaces(caller: Caller) -> Result<(), NoNamespaces> {
    if caller.has_users {
        return enter_namespaces(caller);
    }
    // A user namespace without rights, once entered, cannot be left: a child enters first.
    match in_child(|| enter_namespaces(caller).map_or_else(NoNamespaces::code, |()| 0)) {
        Some(0) => enter_namespaces(caller),
        code => Err(NoNamespaces::from_code(code)),
    }
}

#[expect(unsafe_code, reason = "the only call for it")]
fn enter_namespaces(caller: Caller) -> Result<(), NoNamespaces> {
    let mut flags = UnshareFlags::NEWNS | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    if !caller.has_users {
        flags |= UnshareFlags::NEWUSER;
    }
    // SAFETY: what makes this call unsafe is CLONE_FILES, by which another thread could lose track
    // of its descriptors; it is not among the flags, and this process has one thread.
    match unsafe { rustix::thread::unshare_unsafe(flags) } {
        Ok(()) => {}
        Err(Errno::PERM | Errno::ACCESS) => return Err(NoNamespaces::Refused),
        Err(_) => return Err(NoNamespaces::Missing),
    }
    let powerless = |_| NoNamespaces::Powerless;
    if !caller.has_users {
        map_user((caller.inner_uid(), caller.uid), (caller.inner_gid(), caller.gid))
            .map_err(powerless)?;
    }
    // Nothing mounted here may show outside, nor the other way round.
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(|errno| powerless(errno.into()))
}
