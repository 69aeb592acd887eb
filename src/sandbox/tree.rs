//! The processes of a program, found in /proc: for machines where no control group counts, freezes
//! and kills them.
//!
//! The /proc of a process-id namespace lists exactly them. Without a namespace they are the
//! descendants of the warden, or of the program itself. A pass may miss a process that is started
//! meanwhile, so passes are repeated until one finds nothing new.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

use super::mapped::{self, MappedFile};
use super::owner::{as_owner, each_descriptor};
use super::queues::{self, Descriptors, Held};
use super::waits::{Rank, Waits, wait_of};

/// The way to find the processes.
#[derive(Debug)]
pub(super) enum Tree {
    /// A namespace's own /proc, and its warden's id out here.
    Namespace(OwnedFd, u32),
    /// The descendants of this process, the warden.
    Below(u32),
    /// This process, the program itself, and its descendants.
    From(u32),
}

#[derive(Clone, Copy, Debug)]
struct Process {
    pid: u32,
    /// A living thread, if the first has ended: then the process's own entries tell nothing.
    other: Option<u32>,
    parent: u32,
    state: char,
    /// Its own processor time and that of the children it has reaped.
    cpu: Duration,
    resident_bytes: u64,
    threads: u64,
}

impl Process {
    /// Its folder in a /proc, with what a living thread has.
    fn folder(&self, proc: &Path) -> PathBuf {
        let folder = proc.join(self.pid.to_string());
        self.other.map_or(folder.clone(), |thread| folder.join("task").join(thread.to_string()))
    }

    /// The id of a living thread.
    fn living(&self) -> u32 {
        self.other.unwrap_or(self.pid)
    }
}

/// The memory of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The room that it takes, if all that seems to be shared is.
    pub(super) bytes: u64,
    /// The part of the rest that is only there if it is not shared: the kernel did not say.
    pub(super) doubtful: u64,
}

/// Memory that was counted twice.
#[derive(Clone, Copy, Debug, Default)]
struct Lent {
    proven: u64,
    doubtful: u64,
}

/// Kernel memory of each thread but the first: its kernel stack and its task entry. It counts as
/// resident in no process.
const EACH_THREAD: u64 = 32 << 10;
/// Bytes charged for each thread above the limit, where the kernel does not enforce that limit.
const EACH_SURPLUS_THREAD: u64 = 4 << 20;
/// Bytes charged for each inotify queue but one: the size of a full one, because only its owner can
/// ask how full it is.
const EACH_QUEUE: u64 = 8 << 20;
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
    fn proc(&self) -> PathBuf {
        match self {
            Tree::Namespace(descriptor, _) => {
                PathBuf::from(format!("/proc/self/fd/{}", descriptor.as_raw_fd()))
            }
            Tree::Below(_) | Tree::From(_) => PathBuf::from("/proc"),
        }
    }

    /// The processes, including the warden if there is one.
    fn processes(&self) -> io::Result<Vec<Process>> {
        let proc = self.proc();
        match self {
            Tree::Namespace(..) => all(&proc),
            Tree::Below(top) | Tree::From(top) => match family(&proc, *top) {
                Some(family) => Ok(family),
                // The kernel keeps no lists of children (CONFIG_PROC_CHILDREN): look at every process.
                None => Ok(descendants(all(&proc)?, *top)),
            },
        }
    }

    /// Ids of the processes but the warden.
    pub(super) fn ids(&self) -> io::Result<BTreeSet<u32>> {
        Ok(self.programs()?.iter().map(|it| it.pid).collect())
    }

    /// The number of living processes but the warden.
    pub(super) fn living(&self) -> io::Result<usize> {
        let programs = self.programs()?;
        Ok(programs.iter().filter(|it| !matches!(it.state, 'Z' | 'X')).count())
    }

    /// The processes but the warden.
    fn programs(&self) -> io::Result<Vec<Process>> {
        let mut processes = self.processes()?;
        processes.retain(|it| !self.is_warden(it));
        Ok(processes)
    }

    fn is_warden(&self, process: &Process) -> bool {
        match self {
            Tree::Namespace(..) => process.pid == 1,
            Tree::Below(top) => process.pid == *top,
            Tree::From(_) => false,
        }
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
                    again |= self.send(&process, signal).is_ok();
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
                let _ = self.send(&process, Signal::CONT);
            }
        }
        Ok(())
    }

    /// Sends a signal to a process by its folder in /proc, which serves as a pidfd: it never refers to a
    /// later process with the same id. Where `pidfd_send_signal` is missing or refused, sends it by the
    /// id, unless that is a namespace's, which here may be another process's.
    fn send(&self, process: &Process, signal: Signal) -> rustix::io::Result<()> {
        let folder = self.proc().join(process.pid.to_string());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let held = rustix::fs::open(folder, flags, Mode::empty())?;
        match pidfd_send_signal(held, signal) {
            Err(Errno::NOSYS | Errno::PERM) if !matches!(self, Tree::Namespace(..)) => {
                let pid = i32::try_from(process.pid).ok().and_then(Pid::from_raw);
                pid.map_or(Err(Errno::SRCH), |pid| kill_process(pid, signal))
            }
            sent => sent,
        }
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
    pub(super) fn mapped_files(&self) -> io::Result<Vec<MappedFile>> {
        let proc = self.proc();
        let processes = self.programs()?;
        Ok(processes.iter().flat_map(|it| mapped::deleted(&it.folder(&proc))).collect())
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
        let proc = self.proc();
        let processes = self.programs()?;
        let of_each = processes.iter().flat_map(|it| each_descriptor(&it.folder(&proc), &read));
        Ok(of_each.map(|(_, it)| it).collect())
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
        let proc = self.proc();
        let warden = match self {
            Tree::Namespace(..) => proc.join("1"),
            Tree::Below(top) => proc.join(top.to_string()),
            Tree::From(_) => proc.join("thread-self"),
        };
        let Some(usual) = Rank::of(&warden) else {
            return Ok(None);
        };
        let processes = self.programs()?;
        let folders = processes
            .iter()
            .filter_map(|it| fs::read_dir(proc.join(it.pid.to_string()).join("task")).ok());
        let tasks = folders.flatten().flatten().filter_map(|task| {
            let id = task.file_name().to_str()?.parse().ok()?;
            Some((id, wait_of(&task.path(), usual)?))
        });
        let waits: Waits = tasks.collect();
        Ok((!waits.is_empty()).then_some(waits))
    }

    /// Memory of all processes. Shared pages are counted once, and pages of files that the kernel can
    /// take back not at all, but only if the plain sum exceeds the limit, because reading
    /// `smaps_rollup` is slow. Each thread above `most_threads` is charged [`EACH_SURPLUS_THREAD`].
    ///
    /// Processes that start, end or part meanwhile make the sum too large: shares were read at different
    /// times. So a sum above the limit is taken again, and the least of [`MOST_LOOKS`] counts.
    pub(super) fn memory(&self, limit: u64, most_threads: u64) -> io::Result<Seen> {
        let (mut least, mut processes) = self.memory_at_once(limit, most_threads)?;
        for _ in 1..MOST_LOOKS {
            // Looks take long where much memory is touched meanwhile. So much is not counted too often.
            if least.bytes <= limit || least.bytes > 4 * limit || processes <= 1 {
                break;
            }
            let seen;
            (seen, processes) = self.memory_at_once(limit, most_threads)?;
            if seen.bytes < least.bytes {
                least = seen;
            }
        }
        Ok(least)
    }

    /// Returns the memory of all processes, and their number.
    fn memory_at_once(&self, limit: u64, most_threads: u64) -> io::Result<(Seen, usize)> {
        let processes = self.programs()?;
        let threads: u64 = processes.iter().map(|it| it.threads).sum();
        let surplus = threads.saturating_sub(most_threads) * EACH_SURPLUS_THREAD;
        let each = processes
            .iter()
            .map(|it| it.resident_bytes + it.threads.saturating_sub(1) * EACH_THREAD);
        let sum = each.sum::<u64>() + surplus;
        if sum <= limit {
            let seen = Seen { bytes: sum, doubtful: 0 };
            return Ok((seen, processes.len()));
        }
        let proc = self.proc();
        let shares: Vec<_> =
            processes.iter().map(|it| (*it, share(it, &it.folder(&proc)))).collect();
        let sum: u64 = shares.iter().map(|(_, share)| share).sum();
        let lent = self.lent(&proc, &shares)?;
        let seen = Seen {
            bytes: (sum + surplus).saturating_sub(lent.proven + lent.doubtful),
            doubtful: lent.doubtful,
        };
        Ok((seen, processes.len()))
    }

    /// Memory that processes share with children of `vfork`, which is neither divided nor twice there. Their
    /// parents wait uninterruptibly until the children have a program of their own; a process may wait so
    /// for a child with a memory of its own.
    fn lent(&self, proc: &Path, shares: &[(Process, u64)]) -> io::Result<Lent> {
        let waiting: Vec<_> = shares
            .iter()
            .filter(|(it, _)| shares.iter().any(|(child, _)| child.parent == it.pid))
            .filter(|(it, _)| has_waiting_thread(&proc.join(it.pid.to_string())))
            .collect();
        let mut lent = Lent::default();
        if waiting.is_empty() {
            return Ok(lent);
        }
        let outside = self.outside()?;
        let id = |inside: u32| match &outside {
            None => Some(inside),
            Some(ids) => ids.get(&inside).copied(),
        };
        for (parent, its) in waiting {
            let children = shares.iter().filter(|(it, _)| it.parent == parent.pid);
            let mut largest = 0;
            for (child, share) in children {
                let ids = id(parent.pid).zip(id(child.pid));
                match ids.and_then(|(one, other)| queues::share_memory(one, other)) {
                    Some(true) => lent.proven += share.min(its),
                    Some(false) => {}
                    None => largest = largest.max(*share.min(its)),
                }
            }
            lent.doubtful += largest;
        }
        Ok(lent)
    }

    /// The ids that processes of a namespace have out here, by those that they have inside; `None` if they
    /// have no others.
    fn outside(&self) -> io::Result<Option<BTreeMap<u32, u32>>> {
        let Tree::Namespace(_, warden) = self else {
            return Ok(None);
        };
        let inside = |process: &Process| {
            let text = fs::read_to_string(format!("/proc/{}/status", process.pid)).ok()?;
            let ids = text.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
            ids.split_whitespace().last()?.parse().ok()
        };
        let processes = Tree::Below(*warden).processes()?;
        let ids = processes.iter().filter_map(|it| Some((inside(it)?, it.pid)));
        Ok(Some(ids.collect()))
    }

    /// Kernel memory of the processes that is slower to find: page tables, inotify queues, sockets, epoll instances.
    pub(super) fn kernel_memory(&self) -> io::Result<u64> {
        let proc = self.proc();
        let (mut page_tables, mut held) = (0, Descriptors::default());
        for it in self.programs()? {
            let folder = it.folder(&proc);
            page_tables += self::page_tables(&folder).unwrap_or(0);
            held.add(it.living(), &folder);
        }
        let queues = match held.queues.len() {
            0 | 1 => held.queues.len() as u64,
            _ => self.queues(&held.queues)?,
        };
        let queues = queues.saturating_sub(1) * EACH_QUEUE;
        Ok(page_tables + queues + held.charge())
    }

    /// Returns the number of queues that these descriptors stand for.
    fn queues(&self, inside: &[Held]) -> io::Result<u64> {
        let Tree::Namespace(_, warden) = self else {
            return Ok(queues::count(inside));
        };
        // Ids in a namespace say nothing out here.
        let proc = Path::new("/proc");
        let processes = Tree::Below(*warden).processes()?;
        let mut outside = Descriptors::default();
        for it in &processes {
            outside.add(it.living(), &it.folder(proc));
        }
        Ok(match outside.queues.len() {
            0 => inside.len() as u64,
            _ => queues::count(&outside.queues),
        })
    }
}

/// Returns the number of a process's threads, by this process's own /proc.
pub(super) fn threads(process: Pid) -> Option<u64> {
    let pid = process.as_raw_nonzero().get().unsigned_abs();
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    parse(pid, &text).map(|it| it.threads)
}

/// Every process in a /proc.
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
fn kib_after(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// A process's share of memory (PSS): shared pages are divided among their users. Pages of files are
/// left out, as a control group takes them back before it is full; kernels before 5.4 do not tell
/// them apart. Where it cannot be read, all that is resident now, which is nothing if the process is
/// gone.
fn share(process: &Process, folder: &Path) -> u64 {
    let text = as_owner(folder, || fs::read_to_string(folder.join("smaps_rollup")));
    let share = text.ok().and_then(|text| {
        let kib = |name| kib_after(&text, name);
        let lasting = kib("Pss_Anon:").zip(kib("Pss_Shmem:"));
        lasting.map_or_else(|| kib("Pss:"), |(own, shared)| Some(own + shared))
    });
    share.unwrap_or_else(|| read(process.pid, folder).map_or(0, |it| it.resident_bytes))
}

/// Returns true if a thread of the process waits uninterruptibly.
fn has_waiting_thread(folder: &Path) -> bool {
    let threads = fs::read_dir(folder.join("task")).into_iter().flatten();
    let stats = threads.filter_map(|it| fs::read_to_string(it.ok()?.path().join("stat")).ok());
    let mut states = stats.filter_map(|it| Some(parse(0, &it)?.state));
    states.any(|state| state == 'D')
}

/// Reads a process from its folder in /proc. If the first thread has ended but others run, the process
/// looks like a zombie without memory: then another thread's state and memory are taken.
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    use super::super::calls;
    use super::super::filter::{Action, filter};
    use super::*;

    #[test]
    fn ids_of_a_namespace_are_signalled_to_no_process_outside() {
        let mut child = Command::new("sleep").arg("100").spawn().unwrap();
        let pid = child.id();
        // Shows the id of a process outside, as a namespace's /proc may.
        let proc = tempfile::tempdir().unwrap();
        let folder = proc.path().join(pid.to_string());
        fs::create_dir(&folder).unwrap();
        let real = Path::new("/proc").join(pid.to_string()).join("stat");
        fs::copy(real, folder.join("stat")).unwrap();
        let inside = Tree::Namespace(fs::File::open(proc.path()).unwrap().into(), 0);

        let without_pidfds = thread::spawn(move || {
            let refused = Action::Fail(libc::ENOSYS);
            let actions = BTreeMap::from([(libc::SYS_pidfd_send_signal as u32, refused)]);
            calls::put_on(&filter(&actions, &Action::Allow)).unwrap();
            inside.kill().unwrap();
            let was_alive = child.try_wait().unwrap().is_none();
            Tree::From(pid).kill().unwrap();
            (was_alive, child.wait().unwrap())
        });
        let (was_alive, ended) = without_pidfds.join().unwrap();
        assert!(was_alive);
        assert_eq!(ended.signal(), Some(libc::SIGKILL));
    }
}
