//! A running program whose output is read while its limits of time and memory are kept.

use std::fs::File;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::epoll;

use crate::{Contained, Wait, Waits};

/// Interval of looks at memory where the kernel does not report an excess.
const SAMPLING: Duration = Duration::from_millis(1);
/// Minimum time between two looks at the times, before the first of which most answers come, and maximum time: of a
/// thread that has ended in between, its time of waiting is told no more.
const LOOKING: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(250)];
/// Interval of looks at the request to stop.
const STOPPING: Duration = Duration::from_millis(100);
/// Maximum bytes in a pipe: so much can still be in it when all writers are dead.
const MAX_IN_A_PIPE: usize = 1 << 20;

/// The event that woke the watch; a stream has its place among the two.
const DEATH: u64 = 2;
const MEMORY: u64 = 3;
const INPUT: u64 = 4;

/// One of the program's output streams.
#[derive(Debug)]
pub(super) struct Stream {
    /// `None` once no process can write to it any more.
    end: Option<File>,
    pub(crate) bytes: Vec<u8>,
    /// Maximum bytes kept; the rest is read and dropped.
    pub(crate) most: usize,
    /// True if the latest bytes are kept, not the first.
    keeps_latest: bool,
    pub(super) is_cut: bool,
}

impl Stream {
    pub(crate) fn new(end: OwnedFd, most: usize, keeps_latest: bool) -> Stream {
        Stream { end: Some(end.into()), bytes: Vec::new(), most, keeps_latest, is_cut: false }
    }

    /// Reads once what has arrived; returns false if nothing has.
    fn take(&mut self) -> io::Result<bool> {
        let Some(end) = &mut self.end else {
            return Ok(false);
        };
        let mut buffer = [0; 16 << 10];
        match end.read(&mut buffer) {
            Ok(0) => {
                self.end = None;
                Ok(false)
            }
            Ok(length) => {
                self.keep(&buffer[..length]);
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.keeps_latest {
            self.bytes.extend_from_slice(bytes);
            let excess = self.bytes.len().saturating_sub(self.most);
            self.bytes.drain(..excess);
            self.is_cut |= excess > 0;
        } else {
            let room = self.most.saturating_sub(self.bytes.len()).min(bytes.len());
            self.bytes.extend_from_slice(&bytes[..room]);
            self.is_cut |= room < bytes.len();
        }
    }

    /// Reads what is left in the pipe, at most its capacity: without namespaces a process may have
    /// escaped the kill and keep writing.
    pub(super) fn take_rest(&mut self) -> io::Result<()> {
        let mut reads = 0;
        while self.take()? && reads < MAX_IN_A_PIPE / 1024 {
            reads += 1;
        }
        Ok(())
    }
}

/// Limits of time from now on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
    /// Of processor time.
    pub(crate) cpu: Duration,
    /// Of elapsed time in which the program neither ran nor waited for a core.
    pub(crate) rest: Duration,
}

/// A program is late after this multiple of its time where the scheduler does not count waits for a core.
const RUNS: u32 = 10;

/// The share of the processor that a program has had since the first look.
#[derive(Debug)]
struct CoreShare {
    at: Instant,
    cpu: Duration,
    /// At the last look; `None` if the kernel does not count, or all have ended.
    waits: Option<Waits>,
    is_counted: bool,
    ran: Duration,
    rest: Duration,
}

impl CoreShare {
    fn by(program: &mut Contained) -> io::Result<CoreShare> {
        let waits = program.waits()?;
        Ok(CoreShare {
            cpu: program.cpu_time()?,
            at: Instant::now(),
            is_counted: waits.is_some(),
            waits,
            ran: Duration::ZERO,
            rest: Duration::ZERO,
        })
    }

    /// Adds what it has had since `before`.
    fn since(self, before: &CoreShare) -> CoreShare {
        let elapsed = self.at - before.at;
        let is_counted = self.is_counted || before.is_counted;
        let now = || self.waits.iter().flatten().filter(|(_, it)| it.is_usual);
        let more = |of: fn(&Wait) -> Duration| {
            let then =
                |id| before.waits.as_ref().and_then(|it| it.get(id)).map_or(Duration::ZERO, of);
            now().map(|(id, it)| of(it).saturating_sub(then(id))).sum::<Duration>()
        };
        // Where no group counts, what others than its first process used comes with their ends.
        let ran = self.cpu.saturating_sub(before.cpu).max(more(|it| it.ran));
        let rest = match self.waits {
            // The kernel counts a wait when it is over.
            Some(_) if now().any(|(_, it)| it.is_runnable) => Duration::ZERO,
            Some(_) => elapsed.saturating_sub(ran + more(|it| it.waited)),
            None if is_counted => Duration::ZERO,
            None => elapsed / RUNS,
        };
        CoreShare { is_counted, ran: before.ran + ran, rest: before.rest + rest, ..self }
    }

    /// Returns what is left of the limits, or the reason that one is over.
    fn left(&self, allowed: TimeLimits) -> Result<TimeLimits, WaitEnd> {
        let cpu = allowed.cpu.checked_sub(self.ran).ok_or(WaitEnd::OutOfTime)?;
        let over = if self.is_counted { WaitEnd::OutOfTime } else { WaitEnd::Unmeasured };
        let rest = allowed.rest.checked_sub(self.rest).ok_or(over)?;
        Ok(TimeLimits { cpu, rest })
    }
}

/// A program cannot use up its processor time faster than on all cores at once. They are counted only at a look: it
/// takes reading files, longer than most answers take.
fn on_all_cores(left: Duration) -> Duration {
    left / cores()
}

/// The reason for which a wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitEnd {
    /// The caller has what it waits for.
    Done,
    Gone,
    OutOfTime,
    /// It would be late if others took no more of the core than usual, and the kernel does not tell.
    Unmeasured,
    OutOfMemory,
    /// The caller was asked to stop.
    Stopped,
}

/// A program while it runs.
#[derive(Debug)]
pub(super) struct WatchedProgram {
    pub(crate) program: Contained,
    /// Its output and its complaints.
    pub(crate) streams: [Stream; 2],
    input: Option<File>,
    /// Bytes still to be written to its input.
    unwritten: Vec<u8>,
    epoll: OwnedFd,
    /// Once set, no wait goes on.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// The elapsed time of the latest wait in which the program neither ran nor waited for a core.
    pub(crate) rest: Duration,
}

/// The cores of this machine that this process may use.
fn cores() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    u32::try_from(cores).unwrap_or(1)
}

impl WatchedProgram {
    /// Watches a program that has not begun.
    pub(crate) fn new(
        program: Contained,
        streams: [Stream; 2],
        input: Option<OwnedFd>,
    ) -> io::Result<WatchedProgram> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let news = epoll::EventFlags::IN;
        for (number, stream) in (0..).zip(&streams) {
            if let Some(end) = &stream.end {
                // The flag is this end's own: the program's end waits as it always does.
                rustix::io::ioctl_fionbio(end, true)?;
                epoll::add(&epoll, end, epoll::EventData::new_u64(number), news)?;
            }
        }
        let death = epoll::EventData::new_u64(DEATH);
        epoll::add(&epoll, program.pidfd(), death, news)?;
        if let Some(alarm) = program.memory_alarm() {
            // Told once each time: it stays readable afterwards.
            let flags = news | epoll::EventFlags::PRI | epoll::EventFlags::ET;
            epoll::add(&epoll, alarm, epoll::EventData::new_u64(MEMORY), flags)?;
        }
        if let Some(input) = &input {
            rustix::io::ioctl_fionbio(input, true)?;
            let flags = epoll::EventFlags::OUT | epoll::EventFlags::ET;
            epoll::add(&epoll, input, epoll::EventData::new_u64(INPUT), flags)?;
        }
        let input = input.map(File::from);
        let (unwritten, stop, rest) = (Vec::new(), None, Duration::ZERO);
        Ok(WatchedProgram { program, streams, input, unwritten, epoll, stop, rest })
    }

    /// Writes to the program's input, now or as it reads during the next wait.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unwritten.extend_from_slice(bytes);
        self.write_more()
    }

    fn write_more(&mut self) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        while !self.unwritten.is_empty() {
            match input.write(&self.unwritten) {
                Ok(length) => drop(self.unwritten.drain(..length)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // It hears no more, and most likely it is dead, which is told elsewhere.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.unwritten.clear(),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until the output is as the caller wants it, the program is gone or must be ended.
    pub(crate) fn wait(
        &mut self,
        allowed: TimeLimits,
        mut is_done: impl FnMut(&Stream) -> bool,
    ) -> io::Result<WaitEnd> {
        let mut had: Option<CoreShare> = None;
        let mut look_at = Instant::now() + LOOKING[0];
        let mut events = [const { MaybeUninit::uninit() }; 5];
        loop {
            let now = Instant::now();
            if now >= look_at {
                let seen = CoreShare::by(&mut self.program)?;
                let seen = had.insert(match &had {
                    Some(before) => seen.since(before),
                    None => seen,
                });
                self.rest = seen.rest;
                let TimeLimits { cpu, rest } = match seen.left(allowed) {
                    Ok(left) => left,
                    Err(over) => return Ok(over),
                };
                look_at = now + on_all_cores(cpu).min(rest).clamp(LOOKING[0], LOOKING[1]);
            }
            let mut timeout = look_at - now + Duration::from_micros(1);
            if let Some(stop) = &self.stop {
                if stop.load(Ordering::Relaxed) {
                    return Ok(WaitEnd::Stopped);
                }
                timeout = timeout.min(STOPPING);
            }
            if self.program.memory_interval().is_some() {
                timeout = timeout.min(SAMPLING);
                if self.program.is_over_memory()? {
                    return Ok(WaitEnd::OutOfMemory);
                }
            }
            let timeout = rustix::event::Timespec::try_from(timeout).map_err(io::Error::other)?;
            let woken = match epoll::wait(&self.epoll, &mut events, Some(&timeout)) {
                Ok((woken, _)) => woken,
                // A signal that did not end us: look again.
                Err(rustix::io::Errno::INTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            for event in woken {
                match event.data.u64() {
                    DEATH => return Ok(WaitEnd::Gone),
                    MEMORY => {
                        if self.program.is_over_memory()? {
                            return Ok(WaitEnd::OutOfMemory);
                        }
                    }
                    INPUT => self.write_more()?,
                    stream => {
                        self.streams[usize::from(stream == 1)].take()?;
                    }
                }
            }
            if is_done(&self.streams[0]) {
                return Ok(WaitEnd::Done);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_rests_too_long_is_late_only_where_the_kernel_tells_who_waits_for_a_core() {
        let (begin, second) = (Instant::now(), Duration::from_secs(1));
        let seen = |seconds: u32, waits: Option<Waits>| CoreShare {
            at: begin + second * seconds,
            cpu: Duration::ZERO,
            is_counted: waits.is_some(),
            waits,
            ran: Duration::ZERO,
            rest: Duration::ZERO,
        };
        let allowed = TimeLimits { cpu: second, rest: second };
        let over = |seconds, waits: fn() -> Option<Waits>| {
            seen(seconds, waits()).since(&seen(0, waits())).left(allowed).err()
        };
        let asleep = || Some(BTreeMap::new());
        assert_eq!([1, 2].map(|it| over(it, asleep)), [None, Some(WaitEnd::OutOfTime)]);
        // Perhaps others had the core for most of it.
        let unmeasured = [None, Some(WaitEnd::Unmeasured)];
        assert_eq!([RUNS, RUNS + 1].map(|it| over(it, || None)), unmeasured);
    }
}
