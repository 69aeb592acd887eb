//! Counts what processes hold in the kernel by descriptors: queues of inotify, which they may share and hold
//! by several descriptors, sockets and epoll instances.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::owner::each_descriptor;
use rustix::io::Errno;

/// A descriptor of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pid: u32,
    descriptor: u32,
}

/// Maximum descriptors that are compared; each further one counts as a queue. A program that holds more
/// is not to keep its referee busy.
const MOST_COMPARED: usize = 256;

/// Descriptors of processes whose objects take memory of the kernel.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    /// Those of inotify queues.
    pub(super) queues: Vec<Held>,
    /// Different sockets, by their names in /proc.
    pub(super) sockets: BTreeSet<PathBuf>,
    /// Those of epoll instances.
    pub(super) epolls: u64,
}

impl Descriptors {
    /// Adds those of a process or thread, from its folder in /proc.
    pub(super) fn add(&mut self, pid: u32, folder: &Path) {
        for (descriptor, link) in each_descriptor(folder, |it| fs::read_link(it)) {
            match link.to_str() {
                Some("anon_inode:inotify") => self.queues.push(Held { pid, descriptor }),
                Some("anon_inode:[eventpoll]") => self.epolls += 1,
                Some(name) if name.starts_with("socket:[") => {
                    self.sockets.insert(link);
                }
                _ => {}
            }
        }
    }

    /// Returns the charge for sockets and epoll instances: as much as they can hold, but for the few that any
    /// runtime has. How full they are only their owner can ask.
    pub(super) fn charge(&self) -> u64 {
        let sockets = (self.sockets.len() as u64).saturating_sub(FREE_SOCKETS);
        sockets * EACH_SOCKET + self.epolls.saturating_sub(FREE_EPOLLS) * EACH_EPOLL
    }
}

const FREE_SOCKETS: u64 = 8;
/// The unread bytes that a socket holds at most, by the kernel's default.
const EACH_SOCKET: u64 = 416 << 10;
const FREE_EPOLLS: u64 = 2;
/// An entry for each file that a program may have open.
const EACH_EPOLL: u64 = 256 * 256;

/// Returns the number of queues behind descriptors of processes with ids of this process's namespace.
/// Where the kernel does not compare, each descriptor counts.
pub(super) fn count(held: &[Held]) -> u64 {
    let (compared, further) = held.split_at(held.len().min(MOST_COMPARED));
    let mut known: Vec<Held> = Vec::new();
    for &it in compared {
        if !known.iter().any(|&other| compare(it, other) == Ok(true)) {
            known.push(it);
        }
    }
    // One that was closed meanwhile was compared with nothing.
    let is_closed = |it: Held| matches!(compare(it, it), Err(Errno::SRCH | Errno::BADF));
    known.retain(|&it| !is_closed(it));
    (known.len() + further.len()) as u64
}

/// `KCMP_FILE`: compares what two descriptors stand for.
const FILES: libc::c_long = 0;
/// `KCMP_VM`: compares the memory of two processes.
const MEMORY: libc::c_long = 1;

/// Returns true if two descriptors stand for the same queue.
fn compare(one: Held, other: Held) -> Result<bool, Errno> {
    let of = |it: Held| (it.pid, libc::c_long::from(it.descriptor));
    kcmp(FILES, of(one), of(other))
}

/// Returns true if two processes have one memory; `None` if the kernel does not say.
pub(super) fn share_memory(one: u32, other: u32) -> Option<bool> {
    kcmp(MEMORY, (one, 0), (other, 0)).ok()
}

/// Compares something of two processes, by ids of this process's namespace.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn kcmp(
    kind: libc::c_long,
    one: (u32, libc::c_long),
    other: (u32, libc::c_long),
) -> Result<bool, Errno> {
    let [first, second] = [one.0, other.0].map(libc::c_long::from);
    // SAFETY: it takes numbers, and reads and writes no memory of this process.
    let order = unsafe { libc::syscall(libc::SYS_kcmp, first, second, kind, one.1, other.1) };
    if order < 0 {
        let error = std::io::Error::last_os_error();
        return Err(Errno::from_io_error(&error).unwrap_or(Errno::NOSYS));
    }
    Ok(order == 0)
}
