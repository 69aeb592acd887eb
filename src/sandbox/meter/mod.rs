//! What a program uses, and how it is stopped: by control groups, or by looking at its one process, or,
//! for programs that nothing limits, at whatever processes are found.

mod grouped;
mod sampled;
mod single;

use std::fmt::Debug;
use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::plan::Limits;
use super::tree::Tree;

pub(super) use grouped::Grouped;
pub(super) use sampled::Sampled;
pub(super) use single::Single;

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

/// The kernel's last account of a program that has ended by itself.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Account {
    pub(super) cpu: Duration,
    /// Peak of its resident memory in bytes, with the pages of files.
    pub(super) resident: u64,
}

/// Measures a program, and stops it.
pub(super) trait Meter: Debug + Send {
    /// The place where its processes are found; `None` before it runs.
    fn tree(&self) -> Option<&Tree>;
    /// Processor time until now.
    fn cpu(&mut self) -> io::Result<Duration>;
    /// Returns true if this time misses nothing, and is not counted in clock ticks.
    fn is_exact(&self) -> bool {
        true
    }
    /// Returns true if it has exceeded its memory limit.
    fn is_over_memory(&mut self) -> io::Result<bool>;
    /// Peak memory in bytes.
    fn peak(&self) -> io::Result<u64>;
    fn freeze(&mut self, is_frozen: bool) -> io::Result<()> {
        match self.tree() {
            Some(tree) if is_frozen => tree.stop(),
            Some(tree) => tree.go_on(),
            None => Ok(()),
        }
    }
    /// Returns true if what was stopped may run all the same, and is to be looked at.
    fn must_keep_frozen(&self) -> bool {
        true
    }
    /// Ends all processes, and waits until they are dead.
    fn kill(&mut self) -> io::Result<()> {
        self.tree().map_or(Ok(()), Tree::kill)
    }
    /// A descriptor that signals an exceeded memory limit, if the kernel reports it.
    fn alarm(&self) -> Option<BorrowedFd<'_>> {
        None
    }
    /// Time between two looks at its memory; `None` if the kernel reports an excess.
    fn look_every(&self) -> Option<Duration>;
    /// Returns true if the kernel killed some of its processes because others took the memory.
    fn is_victim(&self) -> io::Result<bool> {
        Ok(false)
    }
    /// Takes the last account of a program that has ended by itself.
    fn ended(&mut self, _: Account) {}
}

/// Time between two looks at memory.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// The same for a program that holds more than half of what it may.
const LOOK_NEAR: Duration = Duration::from_micros(250);
/// A timer may be this early.
const EARLY: Duration = Duration::from_micros(100);
/// Minimum time between two looks at what descriptors hold, which are slower.
const LOOK_AT_DESCRIPTORS: Duration = Duration::from_millis(10);

/// Memory that is looked at.
#[derive(Debug)]
struct Looked {
    limit: u64,
    most_threads: u64,
    bytes: u64,
    peak: u64,
    /// Memory in the kernel that was found by the latest slow look.
    kernel_bytes: u64,
    at: Option<Instant>,
    slow_at: Option<Instant>,
}

impl Looked {
    fn new(limits: &Limits) -> Looked {
        Looked {
            limit: limits.memory_bytes,
            most_threads: limits.processes,
            bytes: 0,
            peak: 0,
            kernel_bytes: 0,
            at: None,
            slow_at: None,
        }
    }

    fn every(&self) -> Duration {
        if self.bytes > self.limit / 2 { LOOK_NEAR } else { LOOK_EVERY }
    }

    /// Returns true if a look is due, and notes that it is taken.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.at.is_none_or(|at| now + EARLY >= at + self.every());
        if is_due {
            self.at = Some(now);
        }
        is_due
    }

    /// The same for a slow look.
    fn is_slow_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.slow_at.is_none_or(|at| now >= at + LOOK_AT_DESCRIPTORS);
        if is_due {
            self.slow_at = Some(now);
        }
        is_due
    }

    /// Notes what it holds now, and the peak since the latest look.
    fn note(&mut self, bytes: u64, peak: u64) {
        self.bytes = bytes + self.kernel_bytes;
        self.peak = self.peak.max(peak + self.kernel_bytes);
    }

    fn is_over(&self) -> bool {
        self.peak > self.limit
    }
}
