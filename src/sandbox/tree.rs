//! The processes of a program, found by looking: for machines where no control group counts, stops
//! and ends them.
//!
//! In a process-id namespace its own /proc lists exactly them. Without one they are the warden's
//! descendants, which may miss what is born meanwhile: every pass is repeated until it finds nothing
//! new.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

/// The place to look.
#[derive(Debug)]
pub(super) enum Tree {
    /// A namespace's own /proc.
    Namespace(OwnedFd),
    /// Below this process, which is the warden.
    Below(u32),
    /// From this process on, which is the program itself.
    From(u32),
}

/// One process.
#[derive(Clone, Copy, Debug)]
struct Process {
    pid: u32,
    parent: u32,
    state: char,
    /// Its own processor time and that of the children it has buried.
    cpu: Duration,
    resident_bytes: u64,
    threads: u64,
}

/// Memory of the kernel for each further thread, which is resident in no process: its stack there, and its
/// entry.
const EACH_THREAD: u64 = 32 << 10;
/// What each thread counts that is one too many, where no limit of the kernel's refuses it.
const EACH_SURPLUS_THREAD: u64 = 4 << 20;
/// What each queue of inotify but one counts: as much as it holds when it is full. How full it is only its
/// owner can ask.
const EACH_QUEUE: u64 = 8 << 20;
/// Passes after which a tree that goes on changing is left to the next look.
const MOST_PASSES: usize = 20;
/// Maximum time for processes that were told to die: they may not have had their turn to do so.
const DYING: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(1);

impl Tree {
    fn proc(&self) -> PathBuf {
        match self {
            Tree::Namespace(descriptor) => {
                PathBuf::from(format!("/proc/self/fd/{}", descriptor.as_raw_fd()))
            }
            Tree::Below(_) | Tree::From(_) => PathBuf::from("/proc"),
        }
    }

    /// The processes, the warden among them.
    fn processes(&self) -> io::Result<Vec<Process>> {
        let proc = self.proc();
        match self {
            Tree::Namespace(_) => all(&proc),
            Tree::Below(top) | Tree::From(top) => match family(&proc, *top) {
                Some(family) => Ok(family),
                // A kernel that lists no children: everything is looked at.
                None => Ok(descendants(all(&proc)?, *top)),
            },
        }
    }

    fn is_warden(&self, process: &Process) -> bool {
        match self {
            Tree::Namespace(_) => process.pid == 1,
            Tree::Below(top) => process.pid == *top,
            Tree::From(_) => false,
        }
    }

    /// Signals all processes but the warden, until none is left that needs it; when that takes many
    /// passes, no longer than `patience`.
    fn signal(
        &self,
        signal: Signal,
        patience: Duration,
        needs: impl Fn(&Process) -> bool,
    ) -> io::Result<()> {
        let proc = self.proc();
        let until = Instant::now() + patience;
        for pass in 1.. {
            let mut again = false;
            for process in self.processes()? {
                if self.is_warden(&process) || !needs(&process) {
                    continue;
                }
                if let Some(held) = hold(&proc, &process) {
                    again |= send(held, process.pid, signal).is_ok();
                }
            }
            if !again {
                break;
            }
            if pass >= MOST_PASSES {
                if Instant::now() >= until {
                    break;
                }
                thread::sleep(LOOK_EVERY);
            }
        }
        Ok(())
    }

    /// Stops all processes. One that is still running after it was told to and is not dead is told again.
    pub(super) fn stop(&self) -> io::Result<()> {
        self.signal(Signal::STOP, Duration::ZERO, |it| {
            !matches!(it.state, 'T' | 'Z' | 'X' | 't')
        })
    }

    /// Lets all processes go on, also those that the order to stop has not reached yet.
    pub(super) fn go_on(&self) -> io::Result<()> {
        let proc = self.proc();
        for process in self.processes()? {
            if !self.is_warden(&process)
                && let Some(held) = hold(&proc, &process)
            {
                let _ = send(held, process.pid, Signal::CONT);
            }
        }
        Ok(())
    }

    /// Ends all processes but the warden, and waits until they are dead.
    pub(super) fn kill(&self) -> io::Result<()> {
        self.signal(Signal::KILL, DYING, |it| !matches!(it.state, 'Z' | 'X'))
    }

    /// The files that its processes have open, as far as they can be seen.
    pub(super) fn open_files(&self) -> io::Result<Vec<fs::Metadata>> {
        let proc = self.proc();
        let processes = self.processes()?;
        let others = processes.iter().filter(|it| !self.is_warden(it));
        let folders = others.map(|it| proc.join(it.pid.to_string()).join("fd"));
        let listed = folders.filter_map(|it| fs::read_dir(it).ok()).flatten();
        Ok(listed
            .filter_map(|entry| fs::metadata(entry.ok()?.path()).ok())
            .collect())
    }

    /// Processor time of the living and of those that were reaped. In steps of the kernel's tick.
    pub(super) fn cpu_time(&self) -> io::Result<Duration> {
        Ok(self.processes()?.iter().map(|it| it.cpu).sum())
    }

    /// Time that the threads of those alive have waited for a core, all together; nothing where the
    /// kernel does not tell. The waits of children that have ended are not in it.
    pub(super) fn waited(&self) -> io::Result<Option<Duration>> {
        let proc = self.proc();
        let mut sum = None;
        for process in self.processes()? {
            if self.is_warden(&process) {
                continue;
            }
            let Ok(tasks) = fs::read_dir(proc.join(process.pid.to_string()).join("task")) else {
                continue;
            };
            for task in tasks.flatten() {
                // Time on a core, time spent waiting for one, turns; in nanoseconds.
                let text = fs::read_to_string(task.path().join("schedstat"));
                let waited = text
                    .ok()
                    .and_then(|text| text.split(' ').nth(1)?.parse().ok());
                if let Some(waited) = waited {
                    *sum.get_or_insert(Duration::ZERO) += Duration::from_nanos(waited);
                }
            }
        }
        Ok(sum)
    }

    /// Memory of all processes. What several share is counted once only if that makes a difference to
    /// the limit: telling it apart costs more. Threads beyond so many count as much more than they take.
    pub(super) fn memory(&self, limit: u64, most_threads: u64) -> io::Result<u64> {
        let processes = self.processes()?;
        let others = || processes.iter().filter(|it| !self.is_warden(it));
        let threads: u64 = others().map(|it| it.threads).sum();
        let surplus = threads.saturating_sub(most_threads) * EACH_SURPLUS_THREAD;
        let each =
            others().map(|it| it.resident_bytes + it.threads.saturating_sub(1) * EACH_THREAD);
        let sum = each.sum::<u64>() + surplus;
        if sum <= limit || processes.len() <= 2 {
            return Ok(sum);
        }
        let proc = self.proc();
        let shares = processes.iter().filter(|it| !self.is_warden(it)).map(|it| {
            let path = proc.join(it.pid.to_string()).join("smaps_rollup");
            proportional(&path).unwrap_or(it.resident_bytes)
        });
        Ok(shares.sum::<u64>() + surplus)
    }

    /// Memory of the kernel that belongs to the processes and takes longer to find: page tables, and
    /// notices of changed files that may wait to be read.
    pub(super) fn kernel_memory(&self) -> io::Result<u64> {
        let proc = self.proc();
        let processes = self.processes()?;
        let others = processes.iter().filter(|it| !self.is_warden(it));
        let folders: Vec<_> = others.map(|it| proc.join(it.pid.to_string())).collect();
        let page_tables = folders.iter().filter_map(|it| page_tables(it));
        let queues: u64 = folders.iter().map(|it| queues(it)).sum();
        Ok(page_tables.sum::<u64>() + queues.saturating_sub(1) * EACH_QUEUE)
    }
}

/// Every process that a /proc lists.
fn all(proc: &Path) -> io::Result<Vec<Process>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(proc)? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // It may be gone by now.
        found.extend(read(pid, &proc.join(&name)));
    }
    Ok(found)
}

/// Of these processes the one at the top and its descendants.
fn descendants(mut found: Vec<Process>, top: u32) -> Vec<Process> {
    let mut below = BTreeSet::from([top]);
    loop {
        let before = below.len();
        let children = found.iter().filter(|it| below.contains(&it.parent));
        let children: Vec<_> = children.map(|it| it.pid).collect();
        below.extend(children);
        if below.len() == before {
            break;
        }
    }
    found.retain(|it| below.contains(&it.pid));
    found
}

/// A process and its descendants, by the kernel's lists of children: a machine may have thousands of
/// other processes. `None` where the kernel has no such lists.
fn family(proc: &Path, top: u32) -> Option<Vec<Process>> {
    let folder = |pid: u32| proc.join(pid.to_string());
    let mut found = Vec::new();
    let mut known = BTreeSet::from([top]);
    let mut next = vec![top];
    while let Some(pid) = next.pop() {
        let Some(process) = read(pid, &folder(pid)) else {
            continue;
        };
        let Ok(threads) = fs::read_dir(folder(pid).join("task")) else {
            continue;
        };
        found.push(process);
        for thread in threads.flatten() {
            match fs::read_to_string(thread.path().join("children")) {
                Ok(children) => {
                    let children = children.split_whitespace().filter_map(|it| it.parse().ok());
                    next.extend(children.filter(|&child| known.insert(child)));
                }
                // The thread may have left; if there is no such file at all, no thread has one.
                Err(_) if thread.path().exists() => return None,
                Err(_) => {}
            }
        }
    }
    Some(found)
}

/// Sends a signal to a process that is held; by its number where the kernel is older than signals to
/// what is held.
fn send(held: OwnedFd, pid: u32, signal: Signal) -> rustix::io::Result<()> {
    match pidfd_send_signal(held, signal) {
        Err(Errno::NOSYS | Errno::PERM) => {
            let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
            pid.map_or(Err(Errno::SRCH), |pid| kill_process(pid, signal))
        }
        sent => sent,
    }
}

/// Something that stands for a process as a pidfd does, and never for another that has its number
/// later: its folder in /proc. Nothing if it is gone.
fn hold(proc: &Path, process: &Process) -> Option<OwnedFd> {
    let path = proc.join(process.pid.to_string());
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty()).ok()
}

/// The memory that a process's page tables take.
fn page_tables(folder: &Path) -> Option<u64> {
    let text = fs::read_to_string(folder.join("status")).ok()?;
    kib_after(&text, "VmPTE:")
}

/// The queues of inotify that a process holds open.
fn queues(folder: &Path) -> u64 {
    let open = fs::read_dir(folder.join("fd")).into_iter().flatten();
    let links = open.filter_map(|it| fs::read_link(it.ok()?.path()).ok());
    links
        .filter(|it| it.ends_with("anon_inode:inotify"))
        .count() as u64
}

/// The bytes that a line of a file in /proc tells in KiB.
fn kib_after(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// The memory of a process with what is shared divided among those that share it.
fn proportional(path: &Path) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    kib_after(&text, "Pss:")
}

/// A process by its folder in /proc. Where the first thread has left and others go on, the process
/// looks like a dead one without memory: then one of the others speaks for it.
fn read(pid: u32, folder: &Path) -> Option<Process> {
    let stat = |folder: &Path| {
        let text = fs::read_to_string(folder.join("stat")).ok()?;
        parse(pid, &text)
    };
    let process = stat(folder)?;
    if process.state != 'Z' || process.threads <= 1 {
        return Some(process);
    }
    let tasks = fs::read_dir(folder.join("task")).ok()?;
    let mut living = tasks
        .filter_map(|task| stat(&task.ok()?.path()))
        .filter(|thread| !matches!(thread.state, 'Z' | 'X'));
    let other = living.next();
    Some(other.map_or(process, |other| Process {
        state: other.state,
        resident_bytes: other.resident_bytes,
        ..process
    }))
}

/// A line of `/proc/PID/stat`. The name, in brackets, is the program's to choose: what comes after
/// its last bracket is not.
fn parse(pid: u32, text: &str) -> Option<Process> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    // Counted from the state, the third field of the manual's list.
    let ticks: u64 = (11..15).filter_map(number).sum();
    let tick = rustix::param::clock_ticks_per_second().max(1);
    Some(Process {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        state: fields.first()?.chars().next()?,
        cpu: Duration::from_nanos(ticks * (1_000_000_000 / tick)),
        resident_bytes: number(21)? * rustix::param::page_size() as u64,
        threads: number(17)?,
    })
}
