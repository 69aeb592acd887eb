//! What this executable does when it is started again as a keeper.
//!
//! A keeper has one thread and little memory, so that cloning it is cheap. It takes orders until its
//! caller closes the connection or dies, then ends whatever still runs, and goes.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::num::NonZeroU64;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountPropagationFlags, mount_change};
use rustix::process::{Pid, Signal, WaitOptions, getuid, kill_process};
use rustix::thread::UnshareFlags;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::cgroup::{Groups, Houses};
use super::channel;
use super::confine::{self, Prepared};
use super::guarantees::MemoryBy;
use super::plan::Order;
use super::ward::{self, Caller, Ends, Word};

/// The name under which an executable knows that it is to be a keeper.
pub(super) const KEEPER: &str = "arbitro-keeper";

/// The argument that asks it to give up system calls.
pub(super) const WITH_FILTER: &str = "with-filter";

/// What a keeper found when it began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    /// Namespaces can be taken; otherwise why not.
    pub(super) namespaces: Result<(), String>,
    /// System calls were given up.
    pub(super) seccomp: bool,
    /// There is a control group of the second version to make groups in.
    pub(super) group: bool,
    /// There is one that limits memory, and which.
    pub(super) memory_group: Option<MemoryBy>,
}

/// If this process was started as a keeper, does that work and never returns to the program it would
/// otherwise be. To be called first thing in `main`, before any thread.
pub fn serve_if_called() -> Option<ExitCode> {
    let mut args = std::env::args_os();
    if args.next()? != KEEPER {
        return None;
    }
    let with_filter = args.next().is_some_and(|word| word == WITH_FILTER);
    // When it fails the caller sees the connection close; there is nobody else to tell.
    Some(keep(with_filter).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

struct Keeper {
    /// The connection to the caller; gone in a warden.
    connection: Option<OwnedFd>,
    caller: Caller,
    houses: Houses,
    prepared: Prepared,
    /// Wardens not yet buried, with what is to be removed after them.
    wardens: HashMap<Pid, Estate>,
    /// What the buried left, until the caller has done with them too.
    unsettled: Vec<Estate>,
    /// Programs that the caller has done with.
    released: HashSet<u64>,
}

struct Estate {
    /// Which program it was.
    number: u64,
    groups: Groups,
    /// Where there are no namespaces, the folder is one that others see.
    folder: Option<PathBuf>,
}

fn keep(with_filter: bool) -> io::Result<()> {
    close_inherited()?;
    yield_readily();
    // The caller may have made its own timers coarse; programs are to have what is usual.
    rustix::thread::set_current_timer_slack(NonZeroU64::new(50_000))?;
    // The connection is this process's standard input; programs get another.
    let connection = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    // Before the namespaces change what can be seen.
    let caller = Caller {
        uid: getuid().as_raw(),
        gid: rustix::process::getgid().as_raw(),
    };
    let houses = Houses::build();
    let found = Found {
        namespaces: take_namespaces(caller).map_err(|error| error.to_string()),
        seccomp: with_filter && confine::restrict_first_calls().is_ok(),
        group: houses.has_v2(),
        memory_group: houses.limits_memory(),
    };
    let mut keeper = Keeper {
        connection: None,
        caller,
        houses,
        prepared: Prepared::new()?,
        wardens: HashMap::new(),
        unsettled: Vec::new(),
        released: HashSet::new(),
    };
    let served = channel::send(&connection, &found, &[]).and_then(|()| {
        keeper.connection = Some(connection);
        keeper.serve()
    });
    keeper.bury_all();
    keeper.houses.tear_down();
    served
}

impl Keeper {
    /// Takes orders until the caller is gone.
    fn serve(&mut self) -> io::Result<()> {
        while let Some(connection) = &self.connection
            && let Some((order, descriptors)) = channel::receive::<Order>(connection)?
        {
            self.released.extend(&order.released);
            self.bury_dead();
            let Some((control, said)) = descriptors.split_first() else {
                continue;
            };
            if let Err(error) = self.start(&order, control, said) {
                // If the caller is gone by now, the next message says so.
                let _ = channel::send(control, &Word::Error(error.to_string()), &[]);
            }
        }
        Ok(())
    }

    fn start(&mut self, order: &Order, control: &OwnedFd, said: &[OwnedFd]) -> io::Result<()> {
        let layers = order.layers;
        let room = if layers.namespaces {
            None
        } else {
            Some(ward::open_room()?)
        };
        let memory = layers.memory_group.then_some(order.limits.memory_bytes);
        let groups = self.houses.give(layers.group, memory)?;
        let place = groups.v2.as_deref().map(|group| {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            rustix::fs::open(group, flags, Mode::empty())
        });
        let place = match place.transpose() {
            Ok(place) => place,
            Err(errno) => {
                self.houses.take_back(groups);
                return Err(errno.into());
            }
        };
        let mut flags = 0;
        if layers.namespaces {
            flags |= libc::CLONE_NEWPID | libc::CLONE_NEWNS;
            if self.caller.uid != 0 {
                // A user namespace of its own, so that its processes are counted by themselves.
                flags |= libc::CLONE_NEWUSER;
            }
        }
        match clone(flags as u64, place.as_ref().map(AsFd::as_fd)) {
            Ok(Some(warden)) => {
                let estate = Estate {
                    number: order.number,
                    groups,
                    folder: room.map(TempDir::keep),
                };
                self.wardens.insert(warden, estate);
                Ok(())
            }
            Ok(None) => {
                self.connection = None;
                let ends = Ends { control, said };
                let room = room.as_ref().map(TempDir::path);
                let code = ward::ward(order, &groups, room, &self.prepared, self.caller, ends);
                std::process::exit(code)
            }
            Err(error) => {
                self.houses.take_back(groups);
                Err(error)
            }
        }
    }

    /// Buries the wardens that are dead, without waiting for any, and settles what can be.
    fn bury_dead(&mut self) {
        while let Ok(Some((warden, _))) = rustix::process::wait(WaitOptions::NOHANG) {
            self.unsettled.extend(self.wardens.remove(&warden));
        }
        for estate in std::mem::take(&mut self.unsettled) {
            if self.released.remove(&estate.number) {
                self.settle(estate);
            } else {
                self.unsettled.push(estate);
            }
        }
    }

    /// Ends the wardens, and with each everything in its namespace, and buries them.
    fn bury_all(&mut self) {
        for (warden, estate) in &self.wardens {
            let _ = estate.groups.kill();
            let _ = kill_process(*warden, Signal::KILL);
        }
        while let Ok(Some((warden, _))) = rustix::process::wait(WaitOptions::empty()) {
            self.unsettled.extend(self.wardens.remove(&warden));
        }
        for estate in std::mem::take(&mut self.unsettled) {
            self.settle(estate);
        }
    }

    /// Removes what a dead warden left.
    fn settle(&mut self, estate: Estate) {
        let Estate { groups, folder, .. } = estate;
        match folder {
            None => self.houses.take_back(groups),
            Some(folder) => {
                // What the warden's end was not the end of. A group in which everything was killed
                // also kills what is cloned into it later.
                groups.kill_and_remove();
                let _ = fs::remove_dir_all(folder);
            }
        }
    }
}

/// Closes what the caller, or whoever started it, forgot to close: a program must not find it.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn close_inherited() -> io::Result<()> {
    // SAFETY: called first thing, when this process owns no descriptor above the first three: nobody
    // loses what it believes to have.
    match unsafe { libc::close_range(3, libc::c_uint::MAX, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Gives this process, and all that come from it, long turns on their core, which whoever has usual
/// ones may interrupt: else a player that polls runs on for milliseconds before the referee sees its
/// board. Kernels before 6.12 know no such thing, and nothing depends on it.
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

/// The longest that the kernel grants is 100 ms.
const LONG_TURN: Duration = Duration::from_millis(20);

/// A copy of this process: its id here, `None` in the copy. In a group from its first moment on,
/// since entering one later is slow.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn clone(flags: u64, group: Option<BorrowedFd<'_>>) -> io::Result<Option<Pid>> {
    // SAFETY: the structure is plain numbers, for which zero says "not asked for".
    let mut request: libc::clone_args = unsafe { std::mem::zeroed() };
    request.flags = flags;
    request.exit_signal = libc::SIGCHLD as u64;
    if let Some(group) = group {
        request.flags |= CLONE_INTO_CGROUP;
        request.cgroup = group.as_raw_fd() as u64;
    }
    let size = size_of::<libc::clone_args>();
    // SAFETY: without CLONE_VM this is a fork: the copy has its own memory, and this process has one
    // thread, so no lock in it can be held by somebody who is not in the copy. The C library does not
    // learn of it and goes on believing the parent's thread id there; nothing that runs in a warden
    // asks for it.
    match unsafe { libc::syscall(libc::SYS_clone3, &raw const request, size) } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(i32::try_from(pid).ok().and_then(Pid::from_raw)),
    }
}

/// `clone3` alone takes it; it is beyond the bits of the old flags.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// The namespaces that all programs of this keeper share, empty of anything to share. What is each
/// program's own it gets when it is cloned.
#[expect(unsafe_code, reason = "the only call for it")]
fn take_namespaces(caller: Caller) -> io::Result<()> {
    let is_root = caller.uid == 0;
    let mut flags =
        UnshareFlags::NEWNET | UnshareFlags::NEWNS | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    if !is_root {
        flags |= UnshareFlags::NEWUSER;
    }
    // SAFETY: what makes this call unsafe is CLONE_FILES, by which another thread could lose track
    // of its descriptors; it is not among the flags, and this process has one thread.
    unsafe { rustix::thread::unshare_unsafe(flags)? };
    if !is_root {
        map_user(caller.uid, caller.gid)?;
    }
    // Nothing mounted here may show outside, nor the other way round.
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private)?;
    Ok(())
}

/// In a new user namespace, everybody keeps the number it had.
pub(super) fn map_user(uid: u32, gid: u32) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))
}
