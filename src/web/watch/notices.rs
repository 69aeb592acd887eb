//! The kernel's word that something was written in a folder.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify;

/// Whoever waits for a folder to change.
#[derive(Debug)]
pub(super) struct Notices {
    descriptor: OwnedFd,
}

impl Notices {
    pub(super) fn of(folder: &Path) -> io::Result<Notices> {
        let flags = inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK;
        let descriptor = inotify::init(flags)?;
        let events = inotify::WatchFlags::MODIFY
            | inotify::WatchFlags::CLOSE_WRITE
            | inotify::WatchFlags::CREATE
            | inotify::WatchFlags::MOVED_TO
            | inotify::WatchFlags::ONLYDIR;
        inotify::add_watch(&descriptor, folder, events)?;
        Ok(Notices { descriptor })
    }

    /// Waits until something was written, or so long.
    pub(super) fn wait(&self, longest: Duration) -> io::Result<()> {
        let longest = Timespec::try_from(longest).unwrap_or(Timespec {
            tv_sec: 1,
            tv_nsec: 0,
        });
        let mut fds = [PollFd::new(&self.descriptor, PollFlags::IN)];
        match poll(&mut fds, Some(&longest)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        self.forget()
    }

    /// Takes what was told and not yet read.
    fn forget(&self) -> io::Result<()> {
        let mut buffer = [const { MaybeUninit::uninit() }; 4096];
        let mut reader = inotify::Reader::new(self.descriptor.as_fd(), &mut buffer);
        loop {
            match reader.next() {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::WOULDBLOCK) => return Ok(()),
                Err(errno) => return Err(errno.into()),
            }
        }
    }
}
