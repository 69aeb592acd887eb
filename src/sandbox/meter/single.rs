//! A program that is one process: what could hide memory or time from a look at that process, its filter of
//! system calls refuses.

use std::fs;
use std::io;
use std::time::Duration;

use super::super::plan::Limits;
use super::super::queues::Descriptors;
use super::super::tree::{self, Process, Tree, kib_after};
use super::{Account, Looked, Meter};

/// Pages of files that it may have mapped and unmapped between two looks. The kernel counts them in the peak,
/// and takes them back when it needs them: they are not the program's.
const UNSEEN_FILES: u64 = 32 << 20;

#[derive(Debug)]
pub(crate) struct Single {
    tree: Tree,
    cpu: Duration,
    memory: Looked,
    /// The kernel's peak of its resident memory by the latest look.
    resident: u64,
    /// The most pages of files that a look has found.
    files: u64,
}

impl Single {
    pub(crate) fn new(warden: u32, limits: &Limits) -> Single {
        Single {
            tree: Tree::Child(warden, std::sync::OnceLock::new()),
            cpu: Duration::ZERO,
            memory: Looked::new(limits),
            resident: 0,
            files: UNSEEN_FILES,
        }
    }

    fn process(&self) -> io::Result<Option<Process>> {
        Ok(self.tree.programs()?.into_iter().next())
    }

    fn look(&mut self) -> io::Result<()> {
        let Some(process) = self.process()? else {
            return Ok(());
        };
        let folder = process.folder();
        if self.memory.is_slow_due() {
            let mut held = Descriptors::default();
            held.add(&folder);
            self.memory.kernel_bytes = held.charge();
        }
        let text = fs::read_to_string(folder.join("status")).unwrap_or_default();
        let Some(pages) = Pages::parse(&text) else {
            // It has ended, and its memory is free.
            return Ok(());
        };
        self.note(pages, tree::of_threads(process.threads, self.memory.most_threads));
        Ok(())
    }

    fn note(&mut self, pages: Pages, of_threads: u64) {
        self.files = self.files.max(pages.files);
        let risen = if pages.peak > self.resident { pages.peak } else { 0 };
        self.resident = self.resident.max(pages.peak);
        let elsewhere = pages.swapped + pages.tables + of_threads;
        let own = pages.own + elsewhere;
        self.memory.note(own, own.max(risen.saturating_sub(self.files) + elsewhere));
    }
}

impl Meter for Single {
    fn tree(&self) -> Option<&Tree> {
        Some(&self.tree)
    }

    /// Once it has ended, what it used until the latest look; if by itself, then all.
    fn cpu(&mut self) -> io::Result<Duration> {
        if let Some(process) = self.process()?
            && let Some(time) = clock_of(process.pid)
            // Another process may have its id by now.
            && self.process()?.is_some()
        {
            self.cpu = self.cpu.max(time);
        }
        Ok(self.cpu)
    }

    fn is_over_memory(&mut self) -> io::Result<bool> {
        if self.memory.is_due() {
            self.look()?;
        }
        Ok(self.memory.is_over())
    }

    fn peak(&self) -> io::Result<u64> {
        Ok(self.memory.peak)
    }

    fn look_every(&self) -> Option<Duration> {
        Some(self.memory.every())
    }

    fn ended(&mut self, account: Account) {
        self.cpu = self.cpu.max(account.cpu);
        self.note(Pages { peak: account.resident, ..Pages::default() }, 0);
    }
}

/// Memory of a process in bytes, as the kernel counts it.
#[derive(Clone, Copy, Debug, Default)]
struct Pages {
    /// The most that was resident at once.
    peak: u64,
    /// Resident pages that are no file's.
    own: u64,
    /// Resident pages of files.
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
        assert!(clock_of(std::process::id()).unwrap() > Duration::ZERO);
        assert_eq!(clock_of((1 << 22) + 1), None);
    }
}
