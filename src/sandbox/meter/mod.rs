//! Measures, freezes and kills a program: by control groups, or by sampling its one process. Other programs have no limits.

pub(crate) mod cgroup;
mod deleted_files;
pub(crate) mod folder_use;
mod grouped;
pub(crate) mod mappings;
pub(crate) mod owner;
mod plain;
pub(crate) mod processes;
mod queues;
pub(crate) mod scope;
mod single;
pub(crate) mod unit;
pub(crate) mod waits;

use std::fmt::Debug;
use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use self::processes::Place;

pub(super) use grouped::Grouped;
pub(super) use plain::Plain;
pub(super) use single::Single;

/// Resource usage of a program and everything it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub cpu: Duration,
    /// Peak memory in bytes, as far as it was observed.
    pub peak_bytes: u64,
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
    /// The place where its processes are found.
    fn place(&self) -> &Place;
    fn cpu(&mut self) -> io::Result<Duration>;
    /// The number of its living processes, if none can be missed.
    fn living(&self) -> io::Result<Option<usize>> {
        self.place().living().map(Some)
    }
    fn is_over_memory(&mut self) -> io::Result<bool>;
    fn peak(&self) -> io::Result<u64>;
    fn freeze(&mut self, is_frozen: bool) -> io::Result<()> {
        let signal = if is_frozen { Signal::STOP } else { Signal::CONT };
        self.place().signal(signal).map(|_| ())
    }
    /// Returns true if what was stopped may run all the same, and is to be looked at.
    fn must_keep_frozen(&self) -> bool {
        true
    }
    /// Kills all processes with their supervisor, or the first, after which the supervisor kills the others. Returns
    /// false if there is none.
    fn kill(&mut self) -> io::Result<bool> {
        self.place().signal(Signal::KILL)
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
