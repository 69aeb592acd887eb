//! Counts what processes hold in the kernel by descriptors: queues of inotify, sockets, epoll instances.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::owner::each_descriptor;

/// Descriptors of processes whose objects take memory of the kernel.
#[derive(Debug, Default)]
pub(crate) struct Descriptors {
    /// Those of inotify queues, of which several may hold one.
    queues: u64,
    /// Different sockets, by their names in /proc.
    sockets: BTreeSet<PathBuf>,
    epolls: u64,
}

impl Descriptors {
    /// Adds those of a process or thread, from its folder in /proc.
    pub(crate) fn add(&mut self, folder: &Path) {
        for link in each_descriptor(folder, |path| fs::read_link(path)) {
            match link.to_str() {
                Some("anon_inode:inotify") => self.queues += 1,
                Some("anon_inode:[eventpoll]") => self.epolls += 1,
                Some(name) if name.starts_with("socket:[") => {
                    self.sockets.insert(link);
                }
                _ => {}
            }
        }
    }

    /// Returns the charge for them: as much as they can hold, but for the few that any runtime has. How full
    /// they are only their owner can ask.
    pub(super) fn charge(&self) -> u64 {
        let sockets = (self.sockets.len() as u64).saturating_sub(FREE_SOCKETS);
        let queues = self.queues.saturating_sub(FREE_QUEUES);
        let epolls = self.epolls.saturating_sub(FREE_EPOLLS);
        queues * EACH_QUEUE + sockets * EACH_SOCKET + epolls * EACH_EPOLL
    }
}

const FREE_QUEUES: u64 = 1;
/// A full one.
const EACH_QUEUE: u64 = 8 << 20;
const FREE_SOCKETS: u64 = 8;
/// The unread bytes that a socket holds at most, by the kernel's default.
const EACH_SOCKET: u64 = 416 << 10;
const FREE_EPOLLS: u64 = 2;
/// An entry for each file that a program may have open.
const EACH_EPOLL: u64 = 256 * 256;
