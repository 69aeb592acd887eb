//! Clones this process: into a control group, or for a trial that cannot be undone.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::process::{Pid, WaitOptions};

/// The result of cloning this process, seen from each side.
pub(crate) enum CloneSide {
    /// This is the keeper; the child has this id.
    Parent(Pid),
    Child {
        /// True if it was cloned directly into its group.
        is_in_group: bool,
    },
}

/// Returns true if a system call is missing or forbidden, so that an older one is to be used.
pub(crate) fn is_refused(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM | libc::E2BIG | libc::EINVAL))
}

#[expect(unsafe_code, reason = "there is no safe call for it")]
pub(crate) fn clone3(flags: u64, group: Option<BorrowedFd<'_>>) -> io::Result<CloneSide> {
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
    // thread, so no lock in it can be held by a thread that is not in the copy. The C library does not
    // learn of it and goes on believing the parent's thread id there; nothing that runs in a supervisor
    // asks for it.
    let pid = unsafe { libc::syscall(libc::SYS_clone3, &raw const request, size) };
    cloned(pid, group.is_some())
}

/// Clones by the older call, where `clone3` is refused. It cannot clone into a group.
#[expect(unsafe_code, reason = "there is no safe call for it")]
pub(crate) fn clone(flags: u64) -> io::Result<CloneSide> {
    let flags = flags | libc::SIGCHLD as u64;
    // SAFETY: as for `clone3`. All that follows the flags is zero, in whatever order the architecture
    // has it: the stack is the parent's, copied, and no thread id is written anywhere.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    cloned(pid, false)
}

fn cloned(pid: libc::c_long, is_in_group: bool) -> io::Result<CloneSide> {
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    Ok(pid.map_or(CloneSide::Child { is_in_group }, CloneSide::Parent))
}

/// Attempts in a child: another process may happen to kill one.
const TRIES: usize = 3;

/// Runs `act` in a child process and returns its exit code, to try what cannot be undone. `None`
/// if every attempt was killed or could not be started.
pub(crate) fn in_child(act: impl Fn() -> u8) -> Option<u8> {
    (0..TRIES).find_map(|_| in_one_child(&act))
}

fn in_one_child(act: impl Fn() -> u8) -> Option<u8> {
    match clone(0).ok()? {
        CloneSide::Child { .. } => std::process::exit(act().into()),
        CloneSide::Parent(child) => loop {
            match rustix::process::waitpid(Some(child), WaitOptions::empty()) {
                Ok(Some((_, status))) => {
                    return status.exit_status().and_then(|code| u8::try_from(code).ok());
                }
                Ok(None) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        },
    }
}

/// A flag that only `clone3` accepts: it lies beyond the 32 bits of the old flags.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// Maps a user and a group into a new user namespace, each as (id inside, id outside).
pub(crate) fn map_user(user: (u32, u32), group: (u32, u32)) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {} 1", user.0, user.1))?;
    fs::write("/proc/self/gid_map", format!("{} {} 1", group.0, group.1))
}
