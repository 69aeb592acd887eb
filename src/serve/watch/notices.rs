//! Waits for changes in a folder by inotify.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify;
use rustix::io::Errno;

/// Waits for a folder to change.
#[derive(Debug)]
pub(super) struct Notices {
    /// `None` if no inotify instances are left: then the folder is polled.
    descriptor: Option<OwnedFd>,
}

/// Polling interval without inotify.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Notices {
    pub(super) fn of(folder: &Path) -> io::Result<Notices> {
        let flags = inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK;
        let events = inotify::WatchFlags::MODIFY
            | inotify::WatchFlags::CLOSE_WRITE
            | inotify::WatchFlags::CREATE
            | inotify::WatchFlags::MOVED_TO
            | inotify::WatchFlags::ONLYDIR;
        let watched = inotify::init(flags).and_then(|descriptor| {
            inotify::add_watch(&descriptor, folder, events)?;
            Ok(descriptor)
        });
        match watched {
            Ok(descriptor) => Ok(Notices { descriptor: Some(descriptor) }),
            Err(errno @ (Errno::NOENT | Errno::NOTDIR | Errno::ACCESS)) => Err(errno.into()),
            Err(_) => Ok(Notices { descriptor: None }),
        }
    }

    /// Waits until a file was written, at most this long.
    pub(super) fn wait(&self, longest: Duration) -> io::Result<()> {
        let Some(descriptor) = &self.descriptor else {
            std::thread::sleep(longest.min(LOOK_EVERY));
            return Ok(());
        };
        let longest = Timespec::try_from(longest).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        let mut fds = [PollFd::new(descriptor, PollFlags::IN)];
        match poll(&mut fds, Some(&longest)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        forget(descriptor)
    }
}

/// Discards all waiting events.
fn forget(descriptor: &OwnedFd) -> io::Result<()> {
    let mut buffer = [const { MaybeUninit::uninit() }; 4096];
    let mut reader = inotify::Reader::new(descriptor, &mut buffer);
    loop {
        match reader.next() {
            Ok(_) | Err(Errno::INTR) => {}
            Err(Errno::WOULDBLOCK) => return Ok(()),
            Err(errno) => return Err(errno.into()),
        }
    }
}
