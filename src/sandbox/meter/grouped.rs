//! Any number of processes in control groups: the kernel limits their memory, counts their time, freezes and
//! kills them.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};
use rustix::process::Signal;

use super::Meter;
use super::cgroup::{self, Groups, MemoryGroup};
use super::processes::Place;

/// Time from when a group of version 1 tells that its memory is used up, which it does once and before it
/// kills, until the kill is counted.
const KILLING: Duration = Duration::from_secs(1);
/// Time between two looks meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(1);

#[derive(Debug)]
pub(crate) struct Grouped {
    groups: Groups,
    place: Place,
    cpu: File,
    events: File,
    alarm: OwnedFd,
    /// Processor time that the group counted for earlier programs: the keeper uses it again.
    cpu_before: Duration,
    /// Until when the kernel, which has told that memory is used up, may be expected to kill.
    kills_until: Option<Instant>,
}

impl Grouped {
    pub(crate) fn open(groups: Groups, supervisor: u32) -> io::Result<Grouped> {
        let (events, alarm) = open_events(&groups.memory)?;
        let mut grouped = Grouped {
            cpu: File::open(groups.v2.join("cpu.stat"))?,
            place: Place::Group(groups.v2.join("cgroup.procs"), supervisor),
            groups,
            events,
            alarm,
            cpu_before: Duration::ZERO,
            kills_until: None,
        };
        grouped.cpu_before = grouped.cpu()?;
        Ok(grouped)
    }

    /// Returns true if the kernel killed some of its processes for want of memory, its own or the
    /// machine's.
    fn has_lost_processes(&self) -> io::Result<bool> {
        let kills = cgroup::number_after(&text_of(&self.events)?, "oom_kill");
        Ok(kills.is_some_and(|kills| kills > 0))
    }
}

impl Meter for Grouped {
    fn place(&self) -> &Place {
        &self.place
    }

    fn cpu(&mut self) -> io::Result<Duration> {
        cgroup::cpu_time(&text_of(&self.cpu)?)
            .map(|all| all.saturating_sub(self.cpu_before))
            .ok_or_else(|| io::Error::other("cpu.stat says nothing of usage"))
    }

    fn is_over_memory(&mut self) -> io::Result<bool> {
        let was_alarmed =
            matches!(self.groups.memory, MemoryGroup::V1(_)) && take_count(&self.alarm)? > 0;
        let is_over = self.has_lost_processes()? && self.groups.memory.has_reached_limit();
        let now = Instant::now();
        let kills_until = if was_alarmed { Some(now + KILLING) } else { self.kills_until };
        self.kills_until = kills_until.filter(|&until| !is_over && now < until);
        Ok(is_over)
    }

    fn peak(&self) -> io::Result<u64> {
        let read = |group: &Path, file| fs::read_to_string(group.join(file));
        let peak = match &self.groups.memory {
            MemoryGroup::V1(group) => read(group, "memory.max_usage_in_bytes"),
            // Kernels before 5.19 do not keep it.
            MemoryGroup::V2(group) => {
                read(group, "memory.peak").or_else(|_| read(group, "memory.current"))
            }
        };
        Ok(peak?.trim().parse().unwrap_or(0))
    }

    fn freeze(&mut self, is_frozen: bool) -> io::Result<()> {
        self.groups.freeze(is_frozen)
    }

    fn must_keep_frozen(&self) -> bool {
        false
    }

    fn kill(&mut self) -> io::Result<bool> {
        // Kernels before 5.14 cannot.
        self.groups.kill().map(|()| true).or_else(|_| self.place.signal(Signal::KILL))
    }

    fn alarm(&self) -> Option<BorrowedFd<'_>> {
        Some(self.alarm.as_fd())
    }

    fn look_every(&self) -> Option<Duration> {
        self.kills_until.map(|_| LOOK_EVERY)
    }

    fn is_victim(&self) -> io::Result<bool> {
        Ok(self.has_lost_processes()? && !self.groups.memory.has_reached_limit())
    }
}

/// Opens the file that counts kills, and what tells that there is something to count.
fn open_events(limit: &MemoryGroup) -> io::Result<(File, OwnedFd)> {
    match limit {
        MemoryGroup::V2(group) => {
            let events = File::open(group.join("memory.events"))?;
            let alarm = events.try_clone()?.into();
            Ok((events, alarm))
        }
        MemoryGroup::V1(group) => {
            let control = File::open(group.join("memory.oom_control"))?;
            let alarm = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
            let request = format!("{} {}", alarm.as_raw_fd(), control.as_raw_fd());
            fs::write(group.join("cgroup.event_control"), request)?;
            Ok((control, alarm))
        }
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

/// Reads a small file of a group from its beginning.
fn text_of(file: &File) -> io::Result<String> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}
