//! A program in its sandbox: its folder, its use of the machine, its end.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags};
use rustix::process::{Signal, pidfd_send_signal};
use thiserror::Error;

use super::cgroup::{self, Groups, MemoryGroup};
use super::channel;
use super::fetch::{Fetched, fetch};
use super::plan::Order;
use super::tree::Tree;
use super::ward::{Begin, FOLDER, OUTPUT, Word};

/// Why a program is not running: the host's trouble, never the program's.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// A layer is missing without which nothing is contained.
    #[error("this machine cannot contain a hostile program: {missing}")]
    TooWeak {
        /// What is missing.
        missing: String,
    },
    /// Setting a layer up failed.
    #[error("the sandbox cannot be set up: {what}")]
    Setup {
        /// What failed.
        what: String,
    },
    /// The system said no.
    #[error("the sandbox cannot be set up")]
    Io(#[from] io::Error),
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal, its own or another's.
    Killed(i32),
    /// It never began: it is no program that can be run.
    NeverBegan(String),
    /// By us, with everything it had started.
    Ended,
}

/// What became of a file on its way into a program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is there.
    Done,
    /// Something else has its name.
    Occupied,
    /// The program's files have left no room for it.
    Full,
}

/// Memory is looked at no more often than this, where it must be looked at.
const SAMPLING: Duration = Duration::from_micros(900);

/// The name of a file on its way, in the room.
const ARRIVING: &str = "arriving";

/// What a program and everything it started have used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// The most memory at one time, in bytes, as far as it was seen.
    pub peak_bytes: u64,
    /// Whether that was more than it may have.
    pub is_over_memory: bool,
}

/// A program in its sandbox. Dropping it ends it, and waits until nothing of it is left.
#[derive(Debug)]
pub struct Contained {
    control: OwnedFd,
    /// Readable when the whole namespace is gone.
    warden: OwnedFd,
    room: OwnedFd,
    /// What it says. Open from before it begins: afterwards it could make opening wait.
    output: File,
    tree: Tree,
    groups: Groups,
    files: GroupFiles,
    memory_bytes: u64,
    sampled_peak: u64,
    sampled: Option<Instant>,
    /// What its group had counted before it.
    cpu_before: Duration,
    is_frozen: bool,
    ended: Option<Ended>,
    number: u64,
    released: Released,
}

/// The programs that the caller has done with, for the keeper to hear of.
pub(super) type Released = Arc<Mutex<Vec<u64>>>;

/// Files of the groups that are read again and again.
#[derive(Debug, Default)]
struct GroupFiles {
    cpu: Option<File>,
    memory: Option<File>,
    alarm: Option<OwnedFd>,
}

impl GroupFiles {
    fn open(groups: &Groups) -> io::Result<GroupFiles> {
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

/// A small file of a group, from its beginning.
fn text_of(file: &File) -> io::Result<String> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}

impl Contained {
    /// Waits until the walls stand, or the warden says why they do not.
    pub(super) fn welcome(
        control: OwnedFd,
        order: &Order,
        released: &Released,
    ) -> Result<Contained, SandboxError> {
        let setup = |what: &str| SandboxError::Setup {
            what: what.to_owned(),
        };
        let (groups, descriptors) = match channel::receive(&control)? {
            Some((Word::Ready(groups), descriptors)) => (groups, descriptors),
            Some((Word::Error(what), _)) => return Err(setup(&what)),
            Some(_) | None => return Err(setup("the warden died")),
        };
        let mut descriptors = descriptors.into_iter();
        let (Some(room), Some(warden)) = (descriptors.next(), descriptors.next()) else {
            return Err(setup("the warden keeps its descriptors"));
        };
        let tree = match descriptors.next() {
            Some(proc) => Tree::Namespace(proc),
            None => Tree::Below(pid_of(&warden)?),
        };
        debug_assert_eq!(matches!(tree, Tree::Namespace(_)), order.layers.namespaces);
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let output = rustix::fs::openat(&room, OUTPUT, flags, Mode::empty())
            .map_err(io::Error::from)?
            .into();
        let mut contained = Contained {
            output,
            files: GroupFiles::open(&groups)?,
            control,
            warden,
            room,
            tree,
            groups,
            memory_bytes: order.limits.memory_bytes,
            sampled_peak: 0,
            sampled: None,
            cpu_before: Duration::ZERO,
            is_frozen: false,
            ended: None,
            number: order.number,
            released: Arc::clone(released),
        };
        if contained.files.cpu.is_some() {
            contained.cpu_before = contained.cpu_time()?;
        }
        Ok(contained)
    }

    /// Lets the program begin.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn begin(&self) -> io::Result<()> {
        match channel::send(&self.control, &Begin, &[]) {
            // It died before: its end says how.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            sent => sent,
        }
    }

    /// The program's folder. The path holds in this process, and as long as this value lives.
    pub fn folder(&self) -> PathBuf {
        Path::new("/proc/self/fd")
            .join(self.room.as_raw_fd().to_string())
            .join(FOLDER)
    }

    /// Puts a file into the program's folder, whole or not at all, unless something is there by that
    /// name: then it says so and does nothing. Nothing that the program can have put anywhere is
    /// followed or overwritten.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn deliver(&self, name: &str, contents: &[u8]) -> io::Result<Delivery> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        // The room is the program's neighbour, out of its reach, and on the same file system.
        let mode = Mode::from_raw_mode(0o444);
        let mut file = match rustix::fs::openat(&self.room, ARRIVING, flags, mode) {
            Ok(file) => File::from(file),
            Err(rustix::io::Errno::NOSPC) => return Ok(Delivery::Full),
            Err(errno) => return Err(errno.into()),
        };
        let written = file.write_all(contents);
        // Closed before it moves: whoever watches the folder is to be told of it once.
        drop(file);
        let written = written.and_then(|()| {
            let to = Path::new(FOLDER).join(name);
            let (room, flags) = (&self.room, RenameFlags::NOREPLACE);
            match rustix::fs::renameat_with(room, ARRIVING, room, &to, flags) {
                Ok(()) => Ok(Delivery::Done),
                Err(rustix::io::Errno::EXIST) => Ok(Delivery::Occupied),
                Err(errno) => Err(errno.into()),
            }
        });
        if !matches!(written, Ok(Delivery::Done)) {
            rustix::fs::unlinkat(&self.room, ARRIVING, AtFlags::empty())?;
        }
        match written {
            Err(error) if error.kind() == io::ErrorKind::StorageFull => Ok(Delivery::Full),
            written => written,
        }
    }

    /// Takes a file of the program's folder if it is a plain one of at most so many bytes. No link is
    /// followed and no pipe waited for. While the program lives it may be half written.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn fetch(&self, name: &str, most: u64) -> io::Result<Fetched> {
        fetch(&self.room, name, most)
    }

    /// Something that is readable when nothing of the program is left.
    pub fn pidfd(&self) -> BorrowedFd<'_> {
        self.warden.as_fd()
    }

    /// Something that has news when memory has run out, where the kernel tells.
    pub fn memory_alarm(&self) -> Option<BorrowedFd<'_>> {
        self.files.alarm.as_ref().map(AsFd::as_fd)
    }

    /// Whether memory must be looked at again and again, because nobody tells.
    pub fn must_sample_memory(&self) -> bool {
        self.files.memory.is_none()
    }

    /// Whether the whole program is gone.
    pub fn is_gone(&self) -> bool {
        let mut descriptors = [PollFd::new(&self.warden, PollFlags::IN)];
        matches!(
            poll(&mut descriptors, Some(&rustix::event::Timespec::default())),
            Ok(1)
        )
    }

    /// Whether it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.is_frozen
    }

    /// Lets nothing of it run.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn freeze(&mut self) -> io::Result<()> {
        if !self.is_frozen {
            self.groups
                .freeze(true)
                .unwrap_or_else(|| self.tree.stop())?;
            self.is_frozen = true;
        }
        Ok(())
    }

    /// Lets it run again.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn thaw(&mut self) -> io::Result<()> {
        if self.is_frozen {
            self.groups
                .freeze(false)
                .unwrap_or_else(|| self.tree.go_on())?;
            self.is_frozen = false;
        }
        Ok(())
    }

    /// Processor time of the whole tree until now.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn cpu_time(&self) -> io::Result<Duration> {
        match &self.files.cpu {
            Some(file) => cgroup::cpu_time(&text_of(file)?)
                .map(|all| all.saturating_sub(self.cpu_before))
                .ok_or_else(|| io::Error::other("cpu.stat says nothing of usage")),
            None => self.tree.cpu_time(),
        }
    }

    /// Whether that is what the kernel counted for everything the program ever started. Otherwise it
    /// is what can be seen: a child that nobody waited for is not.
    pub fn is_cpu_time_exact(&self) -> bool {
        self.files.cpu.is_some()
    }

    /// How long its living threads have waited for a core, all together; nothing where the kernel does
    /// not tell.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn waited(&self) -> io::Result<Option<Duration>> {
        self.tree.waited()
    }

    /// Whether the tree has had more memory than it may. Where the kernel does not count, this looks
    /// at the moment.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn is_over_memory(&mut self) -> io::Result<bool> {
        match &self.files.memory {
            Some(file) => {
                let kills = cgroup::number_after(&text_of(file)?, "oom_kill");
                Ok(kills.is_some_and(|kills| kills > 0))
            }
            None => {
                let now = Instant::now();
                if self.sampled.is_none_or(|at| now >= at + SAMPLING) {
                    self.sampled = Some(now);
                    let seen = self.tree.memory(self.memory_bytes)?;
                    self.sampled_peak = self.sampled_peak.max(seen);
                }
                Ok(self.sampled_peak > self.memory_bytes)
            }
        }
    }

    /// What it has used until now.
    ///
    /// # Errors
    ///
    /// When the system fails.
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

    /// Whether its folder can take no more, neither bytes nor files. Where the folder has no file
    /// system of its own that is never said.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn is_folder_full(&self) -> io::Result<bool> {
        if let Tree::Below(_) = self.tree {
            return Ok(false);
        }
        let state = rustix::fs::fstatvfs(&self.room)?;
        Ok(state.f_bavail == 0 || state.f_favail == 0)
    }

    /// How much it has said on its standard output and error, in bytes.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn output_bytes(&self) -> io::Result<u64> {
        let state = rustix::fs::fstat(&self.output)?;
        Ok(u64::try_from(state.st_size).unwrap_or(0))
    }

    /// What it has said, but no more than the first `most` bytes.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn output(&self, most: u64) -> io::Result<Vec<u8>> {
        let mut said = Vec::new();
        let mut file = &self.output;
        file.rewind()?;
        file.take(most).read_to_end(&mut said)?;
        Ok(said)
    }

    /// Ends the program and everything it had started. Its folder can still be looked into.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn end(&mut self) -> io::Result<Ended> {
        self.kill()?;
        self.wait()
    }

    /// Waits until the program has ended, and everything it had started with it. Its folder can still
    /// be looked into.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn wait(&mut self) -> io::Result<Ended> {
        if let Some(ended) = &self.ended {
            return Ok(ended.clone());
        }
        let word = channel::receive::<Word>(&self.control)?;
        let mut descriptors = [PollFd::new(&self.warden, PollFlags::IN)];
        rustix::io::retry_on_intr(|| poll(&mut descriptors, None))?;
        let ended = match word {
            Some((Word::Exited(code), _)) => Ended::Exited(code),
            Some((Word::Killed(signal), _)) => Ended::Killed(signal),
            Some((Word::Cannot(why), _)) => Ended::NeverBegan(why),
            Some((Word::Error(what), _)) => return Err(io::Error::other(what)),
            Some((Word::Ready(_), _)) | None => Ended::Ended,
        };
        self.ended = Some(ended.clone());
        Ok(ended)
    }

    /// Ends it without waiting, but for what nothing but signals can end.
    pub(super) fn kill(&mut self) -> io::Result<()> {
        // Without a namespace the warden's end is not everybody's.
        if let Tree::Below(_) = &self.tree
            && !matches!(self.groups.kill(), Some(Ok(())))
        {
            self.tree.kill()?;
        }
        match pidfd_send_signal(&self.warden, Signal::KILL) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.end();
        }
        // Only now may another have its groups: this value could still freeze them.
        if let Ok(mut released) = self.released.lock() {
            released.push(self.number);
        }
    }
}

/// The process id behind a descriptor, as this process sees it.
fn pid_of(descriptor: &OwnedFd) -> io::Result<u32> {
    let path = format!("/proc/self/fdinfo/{}", descriptor.as_raw_fd());
    let text = fs::read_to_string(path)?;
    text.lines()
        .find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok())
        .ok_or_else(|| io::Error::other("a descriptor stands for no process"))
}
