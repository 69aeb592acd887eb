//! Measures a program that is one process. Its system call filter denies everything that could hide memory or time
//! from a sample of that process.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

use super::processes::{Place, kib_after};
use super::queues::Descriptors;
use super::{Account, Meter};
use crate::keeper::plan::Limits;

/// Pages of files that it may have mapped and unmapped between two looks. The kernel counts them in the peak,
/// and takes them back when it needs them: they are not the program's.
const UNSEEN_FILES: u64 = 32 << 20;

/// Time between two looks at memory.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// The same for a program that holds more than half of what it may.
const LOOK_NEAR: Duration = Duration::from_micros(250);
/// A timer may be this early.
const EARLY: Duration = Duration::from_micros(100);
/// Minimum time between two looks at what descriptors hold, which are slower.
const LOOK_AT_DESCRIPTORS: Duration = Duration::from_millis(10);
/// Kernel memory of each thread but the first: its kernel stack and its task entry. It counts as
/// resident in no process.
const EACH_THREAD: u64 = 32 << 10;
/// Bytes charged for each thread above the limit, where the kernel does not enforce that limit.
const EACH_SURPLUS_THREAD: u64 = 4 << 20;

#[derive(Debug)]
pub(crate) struct Single {
    place: Place,
    cpu: Duration,
    limit: u64,
    most_threads: u64,
    bytes: u64,
    peak: u64,
    /// The kernel's peak of its resident memory by the latest look.
    resident: u64,
    /// The most pages of files that a look has found.
    files: u64,
    /// Memory in the kernel that was found by the latest slow look.
    kernel_bytes: u64,
    at: Option<Instant>,
    slow_at: Option<Instant>,
}

impl Single {
    pub(crate) fn new(supervisor: u32, limits: &Limits) -> Single {
        Single {
            place: Place::child_of(supervisor),
            cpu: Duration::ZERO,
            limit: limits.memory_bytes,
            most_threads: limits.processes,
            bytes: 0,
            peak: 0,
            resident: 0,
            files: UNSEEN_FILES,
            kernel_bytes: 0,
            at: None,
            slow_at: None,
        }
    }

    fn every(&self) -> Duration {
        if self.bytes > self.limit / 2 { LOOK_NEAR } else { LOOK_EVERY }
    }

    fn look(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if self.at.is_some_and(|at| now + EARLY < at + self.every()) {
            return Ok(());
        }
        self.at = Some(now);
        let Some(process) = self.place.programs()?.first().copied() else {
            return Ok(());
        };
        let folder = process.folder();
        if self.slow_at.is_none_or(|at| now >= at + LOOK_AT_DESCRIPTORS) {
            self.slow_at = Some(now);
            let mut descriptors = Descriptors::default();
            descriptors.add(&folder);
            self.kernel_bytes = descriptors.charge();
        }
        let text = fs::read_to_string(folder.join("status")).unwrap_or_default();
        // If there are none it has ended, and its memory is free.
        if let Some(pages) = Pages::parse(&text) {
            self.note(pages, thread_bytes(process.threads, self.most_threads));
        }
        Ok(())
    }

    fn note(&mut self, pages: Pages, thread_bytes: u64) {
        self.files = self.files.max(pages.files);
        let risen = if pages.peak > self.resident { pages.peak } else { 0 };
        self.resident = self.resident.max(pages.peak);
        let elsewhere = pages.swapped + pages.tables + thread_bytes + self.kernel_bytes;
        self.bytes = pages.own + elsewhere;
        let unseen = risen.saturating_sub(self.files) + elsewhere;
        self.peak = self.peak.max(self.bytes).max(unseen);
    }
}

impl Meter for Single {
    fn place(&self) -> &Place {
        &self.place
    }

    /// Once it has ended, what it used until the latest look; if by itself, then all.
    fn cpu(&mut self) -> io::Result<Duration> {
        self.cpu = self.cpu.max(self.place.cpu()?.unwrap_or_default());
        Ok(self.cpu)
    }

    fn is_over_memory(&mut self) -> io::Result<bool> {
        self.look()?;
        Ok(self.peak > self.limit)
    }

    fn peak(&self) -> io::Result<u64> {
        Ok(self.peak)
    }

    fn look_every(&self) -> Option<Duration> {
        Some(self.every())
    }

    fn ended(&mut self, account: Account) {
        self.cpu = self.cpu.max(account.cpu);
        self.note(Pages { peak: account.resident, ..Pages::default() }, 0);
    }
}

/// Memory in the kernel of so many threads. Each above the most is charged [`EACH_SURPLUS_THREAD`].
fn thread_bytes(threads: u64, most: u64) -> u64 {
    threads.saturating_sub(1) * EACH_THREAD + threads.saturating_sub(most) * EACH_SURPLUS_THREAD
}

/// Memory of a process in bytes, as the kernel counts it.
#[derive(Clone, Copy, Debug, Default)]
struct Pages {
    /// The most that was resident at once.
    peak: u64,
    /// Resident pages that are no file's.
    own: u64,
    files: u64,
    swapped: u64,
    /// Its page tables.
    tables: u64,
}

impl Pages {
    /// Parses `/proc/PID/status`; `None` for a process without memory.
    fn parse(text: &str) -> Option<Pages> {
        let bytes = |name| kib_after(text, name);
        let or_none = |name| bytes(name).unwrap_or(0);
        Some(Pages {
            peak: bytes("VmHWM:")?,
            // Kernels that do not tell them apart tell the sum.
            own: match bytes("RssAnon:") {
                Some(own) => own + or_none("RssShmem:"),
                None => bytes("VmRSS:")?,
            },
            files: or_none("RssFile:"),
            swapped: or_none("VmSwap:"),
            tables: or_none("VmPTE:"),
        })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn seen(looks: &[Pages]) -> u64 {
        let mut single = Single::new(1, &Limits::default());
        for &pages in looks {
            single.note(pages, 0);
        }
        single.peak().unwrap() / MIB
    }

    #[test]
    fn a_peak_between_two_looks_counts_but_for_what_may_have_been_pages_of_files() {
        let pages = |peak: u64, own: u64, files: u64| Pages {
            peak: peak * MIB,
            own: own * MIB,
            files: files * MIB,
            ..Pages::default()
        };
        assert_eq!(seen(&[pages(30, 20, 10), pages(300, 20, 10)]), 268);
        assert_eq!(seen(&[pages(30, 20, 10), pages(50, 20, 10)]), 20, "it may have been a file");
        // A runtime with a large library, which was unmapped.
        assert_eq!(seen(&[pages(150, 40, 110), pages(160, 50, 0)]), 50);
        // What has not risen was seen before.
        assert_eq!(seen(&[pages(300, 90, 210), pages(300, 95, 0)]), 95);
    }

    #[test]
    fn a_process_tells_its_memory_and_its_time() {
        let own = fs::read_to_string("/proc/self/status").unwrap();
        let pages = Pages::parse(&own).unwrap();
        assert!(pages.peak >= pages.own && pages.own > 0 && pages.tables > 0, "{pages:?}");
        assert!(Pages::parse("Name:\tzombie\nState:\tZ (zombie)\n").is_none());
        let cpu = |pid| Place::Itself(pid).cpu().unwrap();
        assert!(cpu(std::process::id()).unwrap() > Duration::ZERO);
        assert_eq!(cpu((1 << 22) + 1), None);
    }
}
