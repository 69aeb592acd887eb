//! Use of a program: processor time, memory, room in its folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};

use super::super::cgroup::{self, Groups, MemoryGroup};
use super::super::folder_use::FolderUse;
use super::super::tree::Tree;
use super::super::waits::Waits;
use super::Contained;

/// Time between two memory samples, where memory must be sampled.
const SAMPLING: Duration = Duration::from_millis(1);

/// The same for a program that holds more than half of what it may.
const SAMPLING_NEAR: Duration = Duration::from_micros(250);

/// A timer may be this early.
const EARLY: Duration = Duration::from_micros(100);

/// Minimum time between two samples of kernel memory, which are slower.
const SAMPLING_KERNEL: Duration = Duration::from_millis(10);

/// Time from when a group of version 1 tells that its memory is used up, which it does once and before it
/// kills, until the kill is counted.
const KILLING: Duration = Duration::from_secs(1);

/// Resource usage of a program and everything it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// Peak memory in bytes, as far as it was observed.
    pub peak_bytes: u64,
    /// True if it exceeded its memory limit.
    pub is_over_memory: bool,
}

/// The processes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The number of processes that it has ever started.
    born: u64,
    /// Ids of those that are there.
    processes: BTreeSet<u32>,
}

impl Family {
    /// Returns true if no process was born or gone between then and now: the times of all are known.
    pub fn is_same_as(&self, then: &Family) -> bool {
        self.born == then.born && then.processes.is_subset(&self.processes)
    }

    /// The number of processes that are there.
    pub fn count(&self) -> usize {
        self.processes.len()
    }
}

/// Takes what an event counter has counted since the latest look.
fn take_count(counter: &OwnedFd) -> io::Result<u64> {
    let mut count = [0; 8];
    match rustix::io::read(counter, &mut count) {
        Ok(_) => Ok(u64::from_ne_bytes(count)),
        Err(rustix::io::Errno::AGAIN) => Ok(0),
        Err(errno) => Err(errno.into()),
    }
}

/// Open files of the groups, which are read repeatedly.
#[derive(Debug, Default)]
pub(super) struct GroupFiles {
    pub(super) cpu: Option<File>,
    pub(super) memory: Option<File>,
    pub(super) alarm: Option<OwnedFd>,
}

impl GroupFiles {
    pub(super) fn open(groups: &Groups) -> io::Result<GroupFiles> {
        let mut files = GroupFiles::default();
        if let Some(group) = &groups.v2 {
            files.cpu = Some(File::open(group.join("cpu.stat"))?);
        }
        match &groups.memory {
            Some(MemoryGroup::V2(group)) => {
                let events = File::open(group.join("memory.events"))?;
                files.alarm = Some(events.try_clone()?.into());
                files.memory = Some(events);
            }
            Some(MemoryGroup::V1(group)) => {
                let control = File::open(group.join("memory.oom_control"))?;
                let alarm = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
                let request = format!("{} {}", alarm.as_raw_fd(), control.as_raw_fd());
                fs::write(group.join("cgroup.event_control"), request)?;
                files.alarm = Some(alarm);
                files.memory = Some(control);
            }
            None => {}
        }
        Ok(files)
    }
}

/// Reads a small file of a group from its beginning.
fn text_of(file: &File) -> io::Result<String> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}

/// Time for which memory is believed to be shared where the kernel does not say: a child of `vfork` has a
/// program of its own sooner.
const BELIEVED: Duration = Duration::from_millis(50);

impl Contained {
    /// Processor time of the whole tree until now.
    pub fn cpu_time(&self) -> io::Result<Duration> {
        match &self.files.cpu {
            Some(file) => cgroup::cpu_time(&text_of(file)?)
                .map(|all| all.saturating_sub(self.cpu_before))
                .ok_or_else(|| io::Error::other("cpu.stat says nothing of usage")),
            None => self.tree.as_ref().map_or(Ok(Duration::ZERO), Tree::cpu_time),
        }
    }

    /// Returns true if the kernel counts the processor time of everything that the program ever started.
    /// Otherwise an ended child whose parent did not wait for it is missing.
    pub fn is_cpu_time_exact(&self) -> bool {
        self.files.cpu.is_some()
    }

    /// Returns true if it cannot start processes, so that none of its processor time is missing. Where
    /// the kernel does not count it for a group, it is counted in clock ticks.
    pub fn is_one_process(&self) -> bool {
        self.is_one_process
    }

    /// Returns what is known of its processes now; `None` if some may come and go unseen.
    pub fn family(&mut self) -> io::Result<Option<Family>> {
        let (Some(births), Some(tree)) = (&self.births, &self.tree) else {
            return Ok(None);
        };
        let born = self.born + take_count(births)?;
        let processes = tree.ids()?;
        let meanwhile = take_count(births)?;
        self.born = born + meanwhile;
        Ok((meanwhile == 0).then_some(Family { born, processes }))
    }

    /// Returns the number of its living processes.
    pub fn living(&self) -> io::Result<usize> {
        self.tree.as_ref().map_or(Ok(0), Tree::living)
    }

    /// Returns the waits of its living threads for a core; `None` if the kernel does not count them.
    pub fn waits(&self) -> io::Result<Option<Waits>> {
        self.tree.as_ref().map_or(Ok(None), Tree::waits)
    }

    /// Returns true if the process tree has exceeded its memory limit. Where the kernel does not count,
    /// this takes a sample.
    pub fn is_over_memory(&mut self) -> io::Result<bool> {
        match &self.groups.memory {
            Some(group) => {
                let was_alarmed = matches!(group, MemoryGroup::V1(_)) && self.hear_alarm()?;
                let is_over = self.has_lost_processes()? && group.has_reached_limit();
                let now = Instant::now();
                let kills_until = if was_alarmed { Some(now + KILLING) } else { self.kills_until };
                self.kills_until = kills_until.filter(|&until| !is_over && now < until);
                Ok(is_over)
            }
            None => {
                let now = Instant::now();
                let is_due = |at| now + EARLY >= at + self.sampling();
                if self.sampled.is_none_or(is_due) {
                    self.sampled = Some(now);
                    self.sample_memory(now)?;
                }
                Ok(self.sampled_peak > self.memory_bytes)
            }
        }
    }

    fn sampling(&self) -> Duration {
        if self.sampled_bytes > self.memory_bytes / 2 { SAMPLING_NEAR } else { SAMPLING }
    }

    /// Time between two looks at its memory, if that must be sampled.
    pub fn memory_interval(&self) -> Option<Duration> {
        self.must_sample_memory().then(|| self.sampling())
    }

    /// Returns true if the kernel killed some of its processes for want of memory, its own or the
    /// machine's.
    fn has_lost_processes(&self) -> io::Result<bool> {
        let Some(file) = &self.files.memory else {
            return Ok(false);
        };
        let kills = cgroup::number_after(&text_of(file)?, "oom_kill");
        Ok(kills.is_some_and(|kills| kills > 0))
    }

    /// Returns true if its group of version 1 ran out of memory since the latest look.
    fn hear_alarm(&self) -> io::Result<bool> {
        let count = self.files.alarm.as_ref().map_or(Ok(0), take_count)?;
        Ok(count > 0)
    }

    /// Returns true if the kernel killed some of its processes because others took the memory.
    pub(super) fn is_victim(&self) -> io::Result<bool> {
        let group = self.groups.memory.as_ref();
        Ok(self.has_lost_processes()? && group.is_some_and(|it| !it.has_reached_limit()))
    }

    fn sample_memory(&mut self, now: Instant) -> io::Result<()> {
        let Some(tree) = &self.tree else {
            return Ok(());
        };
        let is_due = |at| now >= at + SAMPLING_KERNEL;
        if self.sampled_kernel.is_none_or(is_due) {
            self.sampled_kernel = Some(now);
            self.kernel_bytes = tree.kernel_memory()?;
        }
        let seen = tree.memory(self.memory_bytes, self.most_threads)?;
        let bytes = seen.bytes + self.kernel_bytes;
        self.sampled_bytes = bytes;
        let is_doubtful = seen.doubtful > 0 && bytes + seen.doubtful > self.memory_bytes;
        let since = is_doubtful.then(|| self.doubted.unwrap_or(now));
        self.doubted = since;
        let doubtful = match since {
            Some(since) if now >= since + BELIEVED => seen.doubtful,
            Some(_) | None => 0,
        };
        self.sampled_peak = self.sampled_peak.max(bytes + doubtful);
        Ok(())
    }

    /// Returns its resource usage so far.
    pub fn usage(&mut self) -> io::Result<Usage> {
        let is_over_memory = self.is_over_memory()?;
        let peak = match &self.groups.memory {
            Some(MemoryGroup::V1(group)) => {
                fs::read_to_string(group.join("memory.max_usage_in_bytes"))
            }
            // Kernels before 5.19 do not keep it.
            Some(MemoryGroup::V2(group)) => fs::read_to_string(group.join("memory.peak"))
                .or_else(|_| fs::read_to_string(group.join("memory.current"))),
            None => Ok(self.sampled_peak.to_string()),
        };
        Ok(Usage {
            cpu: self.cpu_time()?,
            peak_bytes: peak?.trim().parse().unwrap_or(0),
            is_over_memory,
        })
    }

    /// Returns true if its files take most of the room that was free before it began, which others may
    /// need. False if its folder has a file system of its own.
    pub fn has_taken_the_room(&self) -> io::Result<bool> {
        let folder = self.folder();
        let of = |it: &FolderUse| it.takes_most(&folder, self.tree.as_ref());
        self.folder_use.as_ref().map_or(Ok(false), of)
    }

    /// Returns true if a folder that has no file system of its own has no room left. Who took it,
    /// [`Contained::has_taken_the_room`] tells.
    pub fn is_out_of_room(&self) -> io::Result<bool> {
        Ok(self.folder_use.is_some() && FolderUse::leaves_nothing(&self.room)?)
    }

    /// Returns true if it has the file open, but made it without a name: it got its name by a link.
    pub fn has_open_unnamed(&self, file: &fs::File) -> io::Result<bool> {
        let Some(tree) = &self.tree else {
            return Ok(false);
        };
        tree.has_open_unnamed(&file.metadata()?)
    }

    /// Returns true if the size of its folder must be sampled, because the kernel does not limit it.
    pub fn must_look_at_folder(&self) -> bool {
        self.folder_use.is_some()
    }

    /// Has the next look at its folder count what is there then. Usually one a moment ago is enough.
    pub fn forget_look_at_folder(&mut self) {
        if let Some(folder_use) = &mut self.folder_use {
            folder_use.forget_look();
        }
    }

    /// Returns true if its folder is full, in bytes or in files; where the folder has no file system of
    /// its own, if it has exceeded its limit.
    pub fn is_folder_full(&mut self) -> io::Result<bool> {
        let folder = self.folder();
        if let Some(folder_use) = &mut self.folder_use {
            return folder_use.is_over(&self.room, &folder, self.tree.as_ref());
        }
        let state = rustix::fs::fstatvfs(&self.room)?;
        Ok(state.f_bavail == 0 || state.f_favail == 0)
    }
}
