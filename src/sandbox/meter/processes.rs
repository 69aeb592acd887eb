//! The processes of a program, found in /proc.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, kill_process, kill_process_group, pidfd_send_signal, wait,
};

use super::deleted_files;
use super::owner::each_descriptor;
use super::waits::{Rank, Waits, wait_of};

/// The place where a program's processes are found.
#[derive(Debug)]
pub(crate) enum Place {
    Nowhere,
    /// The members of a control group, by the file that lists them, but this process, the supervisor.
    Group(PathBuf, u32),
    /// The first child of this process, the supervisor; its id once it was found.
    Child(u32, OnceLock<u32>),
    /// This process, which the caller started itself.
    Itself(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(crate) pid: u32,
    /// A living thread, if the first has ended: then the process's own entries tell nothing.
    other: Option<u32>,
    parent: u32,
    state: char,
    pub(crate) threads: u64,
}

impl Process {
    /// Its folder in /proc, with what a living thread has.
    pub(crate) fn folder(&self) -> PathBuf {
        let folder = folder(self.pid);
        match self.other {
            None => folder,
            Some(thread) => folder.join("task").join(thread.to_string()),
        }
    }
}

/// End of the name under which a file was opened in /proc, once the file is without it.
const UNNAMED: &[u8] = b" (deleted)";

impl Place {
    pub(crate) fn child_of(supervisor: u32) -> Place {
        Place::Child(supervisor, OnceLock::new())
    }

    /// The processes but the supervisor.
    pub(super) fn programs(&self) -> io::Result<Vec<Process>> {
        Ok(match self {
            Place::Nowhere => Vec::new(),
            Place::Itself(pid) => read(*pid).into_iter().collect(),
            Place::Group(members, supervisor) => {
                let members = fs::read_to_string(members)?;
                let members = members.lines().filter_map(|line| line.parse().ok());
                members.filter(|member| member != supervisor).filter_map(read).collect()
            }
            Place::Child(supervisor, found) => {
                let pid = found.get().copied().or_else(|| children(*supervisor).first().copied());
                // Another process may have its id by now.
                let child = pid.and_then(read).filter(|process| process.parent == *supervisor);
                child.map(|child| found.set(child.pid));
                child.into_iter().collect()
            }
        })
    }

    /// The number of living processes but the supervisor.
    pub(crate) fn living(&self) -> io::Result<usize> {
        let programs = self.programs()?;
        Ok(programs.iter().filter(|program| !matches!(program.state, 'Z' | 'X')).count())
    }

    /// Sends a signal to the processes. Returns false if there are none.
    pub(crate) fn signal(&self, signal: Signal) -> io::Result<bool> {
        let programs = self.programs()?;
        // What has ended meanwhile needs none.
        for it in &programs {
            let _ = send(it.pid, signal);
        }
        Ok(!programs.is_empty())
    }

    /// Sends a signal to the process group that the first process leads.
    pub(super) fn signal_group(&self, signal: Signal) -> io::Result<()> {
        for leader in self.programs()?.iter().take(1).filter_map(|program| id(program.pid)) {
            let _ = kill_process_group(leader, signal);
        }
        Ok(())
    }

    /// The time of all threads that the first process ever had; `None` if it is gone.
    pub(crate) fn cpu(&self) -> io::Result<Option<Duration>> {
        let Some(process) = self.programs()?.first().copied() else {
            return Ok(None);
        };
        let time = clock_of(process.pid);
        // Another process may have its id by now.
        Ok(if self.programs()?.is_empty() { None } else { time })
    }

    /// The most memory of the first process that was resident at once; 0 if it is gone.
    pub(crate) fn peak(&self) -> io::Result<u64> {
        let programs = self.programs()?;
        let status = programs.first().map(|it| fs::read_to_string(it.folder().join("status")));
        Ok(status.and_then(|status| kib_after(&status.ok()?, "VmHWM:")).unwrap_or(0))
    }

    /// The files that its processes have open, as far as they can be seen.
    pub(crate) fn open_files(&self) -> io::Result<Vec<fs::Metadata>> {
        self.read_descriptors(|path| fs::metadata(path))
    }

    pub(super) fn mapped_files(&self) -> io::Result<Vec<(u64, u64)>> {
        Ok(self.programs()?.iter().flat_map(|it| deleted_files::deleted(&it.folder())).collect())
    }

    /// Returns true if a process opened the file under a name that it no longer has, or under none.
    pub(crate) fn has_open_unnamed(&self, file: &fs::Metadata) -> io::Result<bool> {
        let of = |it: &fs::Metadata| (it.dev(), it.ino());
        let of_each = self.read_descriptors(|path| {
            let is_it = of(&fs::metadata(path)?) == of(file);
            Ok(is_it && fs::read_link(path)?.as_os_str().as_bytes().ends_with(UNNAMED))
        })?;
        Ok(of_each.contains(&true))
    }

    /// Reads something of each open file of its processes, by its entry in /proc.
    fn read_descriptors<T>(&self, read: impl Fn(&Path) -> io::Result<T>) -> io::Result<Vec<T>> {
        let processes = self.programs()?;
        Ok(processes.iter().flat_map(|process| each_descriptor(&process.folder(), &read)).collect())
    }

    /// The waits of the threads of living processes; `None` if the kernel does not count them.
    pub(crate) fn waits(&self) -> io::Result<Option<Waits>> {
        let supervisor = match self {
            Place::Group(_, supervisor) | Place::Child(supervisor, _) => folder(*supervisor),
            Place::Itself(_) | Place::Nowhere => PathBuf::from("/proc/thread-self"),
        };
        let Some(usual) = Rank::read(&supervisor) else {
            return Ok(None);
        };
        let mut processes: Vec<u32> = self.programs()?.iter().map(|program| program.pid).collect();
        if let Place::Child(..) | Place::Itself(_) = self {
            // No group lists what they started.
            let mut next = 0;
            while let Some(&parent) = processes.get(next) {
                processes.extend(children(parent));
                next += 1;
            }
        }
        let folders = processes.iter().filter_map(|it| fs::read_dir(folder(*it).join("task")).ok());
        let tasks = folders.flatten().flatten().filter_map(|task| {
            let id = task.file_name().to_str()?.parse().ok()?;
            Some((id, wait_of(&task.path(), usual)?))
        });
        let waits: Waits = tasks.collect();
        Ok((!waits.is_empty()).then_some(waits))
    }
}

fn folder(pid: u32) -> PathBuf {
    Path::new("/proc").join(pid.to_string())
}

fn id(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

/// Sends a signal to a process by its folder in /proc, which serves as a pidfd: it never refers to a later
/// process with the same id. Where `pidfd_send_signal` is missing or refused, sends it by the id.
fn send(pid: u32, signal: Signal) -> rustix::io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let process = rustix::fs::open(folder(pid), flags, Mode::empty())?;
    match pidfd_send_signal(process, signal) {
        Err(Errno::NOSYS | Errno::PERM) => {
            id(pid).map_or(Err(Errno::SRCH), |pid| kill_process(pid, signal))
        }
        sent => sent,
    }
}

/// Kills the children of a process with one thread. Returns false if it has none.
pub(crate) fn kill_children(parent: u32) -> bool {
    let children = children(parent);
    for &child in &children {
        let _ = send(child, Signal::KILL);
    }
    !children.is_empty()
}

/// Kills and reaps the children of this process, and theirs, which then are its own.
pub(crate) fn kill_and_reap_children() -> io::Result<()> {
    loop {
        kill_children(std::process::id());
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(Errno::CHILD) => return Ok(()),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// The children of a process with one thread, the oldest first.
fn children(parent: u32) -> Vec<u32> {
    let listed = folder(parent).join("task").join(parent.to_string()).join("children");
    match fs::read_to_string(listed) {
        Ok(children) => children.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
        // The process is gone, or the kernel has no lists (CONFIG_PROC_CHILDREN): look at every process.
        Err(_) => {
            let all = fs::read_dir("/proc").into_iter().flatten().flatten();
            let all = all.filter_map(|entry| read(entry.file_name().to_str()?.parse().ok()?));
            all.filter(|it| it.parent == parent).map(|it| it.pid).collect()
        }
    }
}

/// Bytes in a line of a /proc file that gives them in KiB.
pub(super) fn kib_after(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Returns the number of a process's threads, by this process's own /proc.
pub(crate) fn threads(process: Pid) -> Option<u64> {
    let pid = process.as_raw_nonzero().get().unsigned_abs();
    read(pid).map(|it| it.threads)
}

/// The time of all threads that a process ever had; `None` if there is no such process.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn clock_of(pid: u32) -> Option<Duration> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut clock = 0;
    // SAFETY: it writes the clock's number.
    let found = unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) };
    // SAFETY: the structure is plain numbers.
    let mut time: libc::timespec = unsafe { std::mem::zeroed() };
    // SAFETY: it writes the time into the structure.
    let is_read = found == 0 && unsafe { libc::clock_gettime(clock, &raw mut time) } == 0;
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    is_read.then(|| Duration::new(seconds, nanos))
}

/// Reads a process from its folder in /proc. If the first thread has ended but others run, the process
/// looks like a zombie: then another thread's state is taken.
fn read(pid: u32) -> Option<Process> {
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
        ..process
    }))
}

/// Parses `/proc/PID/stat`. The program chooses its name, which stands in brackets and may contain
/// some: the other fields begin after the last closing bracket.
fn parse(pid: u32, text: &str) -> Option<Process> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Counted from the state, the third field of the manual's list.
    Some(Process {
        pid,
        other: None,
        parent: fields.get(1)?.parse().ok()?,
        state: fields.first()?.chars().next()?,
        threads: fields.get(17)?.parse().ok()?,
    })
}
