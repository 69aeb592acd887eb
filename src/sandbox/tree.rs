//! The processes of a program, found in /proc: for machines where no control group counts, freezes
//! and kills them.
//!
//! They are the descendants of the warden, or of the program itself. A pass may miss a process that is
//! started meanwhile, so passes are repeated until one finds nothing new.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

use super::mapped;
use super::owner::{as_owner, each_descriptor};
use super::queues::Descriptors;
use super::waits::{Rank, Waits, wait_of};

/// The way to find the processes.
#[derive(Debug)]
pub(super) enum Tree {
    /// The descendants of this process, the warden.
    Below(u32),
    /// The only child of this process, the warden; its id once it was found.
    Child(u32, OnceLock<u32>),
    /// This process, the program itself, and its descendants.
    From(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) pid: u32,
    /// A living thread, if the first has ended: then the process's own entries tell nothing.
    other: Option<u32>,
    pub(super) parent: u32,
    state: char,
    /// Its own processor time and that of the children it has reaped.
    cpu: Duration,
    resident_bytes: u64,
    pub(super) threads: u64,
}

impl Process {
    /// Its folder in /proc, with what a living thread has.
    pub(super) fn folder(&self) -> PathBuf {
        let folder = folder(self.pid);
        match self.other {
            None => folder,
            Some(thread) => folder.join("task").join(thread.to_string()),
        }
    }
}

/// Kernel memory of each thread but the first: its kernel stack and its task entry. It counts as
/// resident in no process.
const EACH_THREAD: u64 = 32 << 10;
/// Bytes charged for each thread above the limit, where the kernel does not enforce that limit.
const EACH_SURPLUS_THREAD: u64 = 4 << 20;
/// End of the name under which a file was opened in /proc, once the file is without it.
const UNNAMED: &[u8] = b" (deleted)";
/// Maximum passes over a tree that keeps changing; the next look continues.
const MOST_PASSES: usize = 20;
/// Maximum looks at memory that seems too much.
const MOST_LOOKS: usize = 8;
/// Maximum wait for killed processes to die: on a busy machine they may not have run yet.
const DYING: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(1);

impl Tree {
    /// The processes, including the warden if there is one.
    fn processes(&self) -> io::Result<Vec<Process>> {
        let top = match self {
            Tree::Below(top) | Tree::From(top) => *top,
            Tree::Child(warden, found) => {
                if let Some(pid) = found.get() {
                    // Another process may have its id by now.
                    return Ok(read(*pid).filter(|it| it.parent == *warden).into_iter().collect());
                }
                let mut family = Tree::Below(*warden).programs()?;
                family.retain(|it| it.parent == *warden);
                family.first().map(|it| found.set(it.pid));
                return Ok(family);
            }
        };
        match family(top) {
            Some(family) => Ok(family),
            // The kernel keeps no lists of children (CONFIG_PROC_CHILDREN): look at every process.
            None => Ok(descendants(all()?, top)),
        }
    }

    /// The number of living processes but the warden.
    pub(super) fn living(&self) -> io::Result<usize> {
        let programs = self.programs()?;
        Ok(programs.iter().filter(|it| !matches!(it.state, 'Z' | 'X')).count())
    }

    /// The processes but the warden.
    pub(super) fn programs(&self) -> io::Result<Vec<Process>> {
        let mut processes = self.processes()?;
        processes.retain(|it| !self.is_warden(it));
        Ok(processes)
    }

    fn is_warden(&self, process: &Process) -> bool {
        matches!(self, Tree::Below(top) if process.pid == *top)
    }

    /// Signals all processes but the warden that need it, in passes until none does. After
    /// [`MOST_PASSES`] it goes on only for `patience`.
    fn signal(
        &self,
        signal: Signal,
        patience: Duration,
        needs: impl Fn(&Process) -> bool,
    ) -> io::Result<()> {
        let until = Instant::now() + patience;
        for pass in 1.. {
            let mut again = false;
            for process in self.processes()? {
                if !self.is_warden(&process) && needs(&process) {
                    again |= send(&process, signal).is_ok();
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

    /// Sends SIGSTOP to all processes until all are stopped or dead.
    pub(super) fn stop(&self) -> io::Result<()> {
        self.signal(Signal::STOP, Duration::ZERO, |it| !matches!(it.state, 'T' | 'Z' | 'X' | 't'))
    }

    /// Sends SIGCONT to all processes, even those not stopped yet: it cancels a pending SIGSTOP.
    pub(super) fn go_on(&self) -> io::Result<()> {
        for process in self.processes()? {
            if !self.is_warden(&process) {
                let _ = send(&process, Signal::CONT);
            }
        }
        Ok(())
    }

    /// Kills all processes but the warden, and waits until they are dead.
    pub(super) fn kill(&self) -> io::Result<()> {
        self.signal(Signal::KILL, DYING, |it| !matches!(it.state, 'Z' | 'X'))
    }

    /// The files that its processes have open, as far as they can be seen.
    pub(super) fn open_files(&self) -> io::Result<Vec<fs::Metadata>> {
        self.of_descriptors(|it| fs::metadata(it))
    }

    /// The deleted files that its processes have mapped.
    pub(super) fn mapped_files(&self) -> io::Result<Vec<(u64, u64)>> {
        Ok(self.programs()?.iter().flat_map(|it| mapped::deleted(&it.folder())).collect())
    }

    /// Returns true if a process opened the file under a name that it no longer has, or under none.
    pub(super) fn has_open_unnamed(&self, file: &fs::Metadata) -> io::Result<bool> {
        let of = |it: &fs::Metadata| (it.dev(), it.ino());
        let of_each = self.of_descriptors(|it| {
            let is_it = of(&fs::metadata(it)?) == of(file);
            Ok(is_it && fs::read_link(it)?.as_os_str().as_bytes().ends_with(UNNAMED))
        })?;
        Ok(of_each.contains(&true))
    }

    /// Reads something of each open file of its processes, by its entry in /proc.
    fn of_descriptors<T>(&self, read: impl Fn(&Path) -> io::Result<T>) -> io::Result<Vec<T>> {
        let processes = self.programs()?;
        Ok(processes.iter().flat_map(|it| each_descriptor(&it.folder(), &read)).collect())
    }

    /// Processor time of the living processes and of those that were reaped, in clock ticks. Includes
    /// the warden, because the times of the children that it reaped are counted there.
    ///
    /// A child that is reaped between the looks at its parent and at itself is missing in both. So the
    /// processes of two passes must be the same, of at most [`MOST_LOOKS`].
    pub(super) fn cpu_time(&self) -> io::Result<Duration> {
        let mut processes = self.processes()?;
        for _ in 1..MOST_LOOKS {
            let before = std::mem::replace(&mut processes, self.processes()?);
            let ids = |of: &[Process]| of.iter().map(|it| it.pid).collect::<Vec<_>>();
            if ids(&before) == ids(&processes) {
                break;
            }
        }
        Ok(processes.iter().map(|it| it.cpu).sum())
    }

    /// The waits of the threads of living processes; `None` if the kernel does not count them.
    pub(super) fn waits(&self) -> io::Result<Option<Waits>> {
        let warden = match self {
            Tree::Below(warden) | Tree::Child(warden, _) => folder(*warden),
            Tree::From(_) => PathBuf::from("/proc/thread-self"),
        };
        let Some(usual) = Rank::of(&warden) else {
            return Ok(None);
        };
        let processes = self.programs()?;
        let folders =
            processes.iter().filter_map(|it| fs::read_dir(folder(it.pid).join("task")).ok());
        let tasks = folders.flatten().flatten().filter_map(|task| {
            let id = task.file_name().to_str()?.parse().ok()?;
            Some((id, wait_of(&task.path(), usual)?))
        });
        let waits: Waits = tasks.collect();
        Ok((!waits.is_empty()).then_some(waits))
    }

    /// Memory of all processes. Shared pages are counted once, and pages of files that the kernel can
    /// take back not at all, but only if the plain sum exceeds the limit, because reading
    /// `smaps_rollup` is slow.
    ///
    /// Processes that start, end or part meanwhile make the sum too large: shares were read at different
    /// times. So a sum above the limit is taken again, and the least of [`MOST_LOOKS`] counts.
    pub(super) fn memory(&self, limit: u64, most_threads: u64) -> io::Result<u64> {
        let (mut least, mut processes) = self.memory_at_once(limit, most_threads)?;
        for _ in 1..MOST_LOOKS {
            // Looks take long where much memory is touched meanwhile. So much is not counted too often.
            if least <= limit || least > 4 * limit || processes <= 1 {
                break;
            }
            let bytes;
            (bytes, processes) = self.memory_at_once(limit, most_threads)?;
            least = least.min(bytes);
        }
        Ok(least)
    }

    /// Returns the memory of all processes, and their number.
    fn memory_at_once(&self, limit: u64, most_threads: u64) -> io::Result<(u64, usize)> {
        let processes = self.programs()?;
        let threads = of_threads(processes.iter().map(|it| it.threads).sum(), most_threads);
        let sum = processes.iter().map(|it| it.resident_bytes).sum::<u64>() + threads;
        if sum <= limit {
            return Ok((sum, processes.len()));
        }
        Ok((processes.iter().map(share).sum::<u64>() + threads, processes.len()))
    }

    /// Kernel memory of the processes that is slower to find: page tables, and what descriptors hold.
    pub(super) fn kernel_memory(&self) -> io::Result<u64> {
        let (mut page_tables, mut held) = (0, Descriptors::default());
        for it in self.programs()? {
            let folder = it.folder();
            page_tables += self::page_tables(&folder).unwrap_or(0);
            held.add(&folder);
        }
        Ok(page_tables + held.charge())
    }
}

/// Memory in the kernel of so many threads. Each above the most is charged [`EACH_SURPLUS_THREAD`].
pub(super) fn of_threads(threads: u64, most: u64) -> u64 {
    threads.saturating_sub(1) * EACH_THREAD + threads.saturating_sub(most) * EACH_SURPLUS_THREAD
}

/// The folder of a process in /proc.
fn folder(pid: u32) -> PathBuf {
    Path::new("/proc").join(pid.to_string())
}

/// Sends a signal to a process by its folder in /proc, which serves as a pidfd: it never refers to a later
/// process with the same id. Where `pidfd_send_signal` is missing or refused, sends it by the id.
fn send(process: &Process, signal: Signal) -> rustix::io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let held = rustix::fs::open(folder(process.pid), flags, Mode::empty())?;
    match pidfd_send_signal(held, signal) {
        Err(Errno::NOSYS | Errno::PERM) => {
            let pid = i32::try_from(process.pid).ok().and_then(Pid::from_raw);
            pid.map_or(Err(Errno::SRCH), |pid| kill_process(pid, signal))
        }
        sent => sent,
    }
}

/// Returns the number of a process's threads, by this process's own /proc.
pub(super) fn threads(process: Pid) -> Option<u64> {
    let pid = process.as_raw_nonzero().get().unsigned_abs();
    read(pid).map(|it| it.threads)
}

/// Every process in /proc.
fn all() -> io::Result<Vec<Process>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let pid = name.to_str().and_then(|name| name.parse().ok());
        // It may be gone by now.
        found.extend(pid.and_then(read));
    }
    Ok(found)
}

/// Keeps `top` and its descendants among these processes.
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
fn family(top: u32) -> Option<Vec<Process>> {
    let mut found = Vec::new();
    let mut known = BTreeSet::from([top]);
    let mut next = vec![top];
    while let Some(pid) = next.pop() {
        let Some(process) = read(pid) else {
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
                // The thread may have ended. If it is there without this file, the kernel has no lists.
                Err(_) if thread.path().exists() => return None,
                Err(_) => {}
            }
        }
    }
    Some(found)
}

/// The memory that a process's page tables take.
fn page_tables(folder: &Path) -> Option<u64> {
    let text = fs::read_to_string(folder.join("status")).ok()?;
    kib_after(&text, "VmPTE:")
}

/// Bytes in a line of a /proc file that gives them in KiB.
pub(super) fn kib_after(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// A process's share of memory (PSS): shared pages are divided among their users. Pages of files are
/// left out, as a control group takes them back before it is full; kernels before 5.4 do not tell
/// them apart. Where it cannot be read, all that is resident now, which is nothing if the process is
/// gone.
fn share(process: &Process) -> u64 {
    let folder = process.folder();
    let text = as_owner(&folder, || fs::read_to_string(folder.join("smaps_rollup")));
    let share = text.ok().and_then(|text| {
        let kib = |name| kib_after(&text, name);
        let lasting = kib("Pss_Anon:").zip(kib("Pss_Shmem:"));
        lasting.map_or_else(|| kib("Pss:"), |(own, shared)| Some(own + shared))
    });
    share.unwrap_or_else(|| read(process.pid).map_or(0, |it| it.resident_bytes))
}

/// Reads a process from its folder in /proc. If the first thread has ended but others run, the process
/// looks like a zombie without memory: then another thread's state and memory are taken.
pub(super) fn read(pid: u32) -> Option<Process> {
    let folder = folder(pid);
    let stat = |folder: &Path| {
        let text = fs::read_to_string(folder.join("stat")).ok()?;
        parse(pid, &text)
    };
    let process = stat(&folder)?;
    if process.state != 'Z' || process.threads <= 1 {
        return Some(process);
    }
    let tasks = fs::read_dir(folder.join("task")).ok()?;
    let mut living = tasks
        .filter_map(|task| {
            let task = task.ok()?;
            Some((task.file_name().to_str()?.parse().ok()?, stat(&task.path())?))
        })
        .filter(|(_, thread)| !matches!(thread.state, 'Z' | 'X'));
    let other = living.next();
    Some(other.map_or(process, |(id, other)| Process {
        other: Some(id),
        state: other.state,
        resident_bytes: other.resident_bytes,
        ..process
    }))
}

/// Parses `/proc/PID/stat`. The program chooses its name, which stands in brackets and may contain
/// some: the other fields begin after the last closing bracket.
fn parse(pid: u32, text: &str) -> Option<Process> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    // Counted from the state, the third field of the manual's list.
    let ticks: u64 = (11..15).filter_map(number).sum();
    let tick = rustix::param::clock_ticks_per_second().max(1);
    Some(Process {
        pid,
        other: None,
        parent: fields.get(1)?.parse().ok()?,
        state: fields.first()?.chars().next()?,
        cpu: Duration::from_nanos(ticks * (1_000_000_000 / tick)),
        resident_bytes: number(21)? * rustix::param::page_size() as u64,
        threads: number(17)?,
    })
}
