//! A running sandboxed program: its folder, its resource usage, its end.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Signal, pidfd_send_signal};
use thiserror::Error;

use super::cgroup::{self, Groups, MemoryGroup};
use super::channel;
use super::deliver::{Delivery, deliver};
use super::fetch::{Fetched, fetch};
use super::folder_use::FolderUse;
use super::plain::Plain;
use super::plan::{Instead, Order};
use super::tree::Tree;
use super::waits::Waits;
use super::ward::{Begin, FOLDER, OUTPUT, Word};

/// A failure of the host to run a program. The program is never its cause.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Required protections are missing.
    #[error("this machine cannot contain a hostile program: {missing}")]
    TooWeak {
        /// The missing layers.
        missing: String,
    },
    /// A layer could not be set up.
    #[error("the sandbox cannot be set up: {what}")]
    Setup {
        /// The step that failed.
        what: String,
    },
    /// A system call failed.
    #[error("the sandbox cannot be set up")]
    Io(#[from] io::Error),
}

/// The end of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code.
    Exited(i32),
    /// A signal killed it.
    Killed(i32),
    /// It could not be executed, for this reason.
    NeverBegan(String),
    /// The sandbox killed it, with everything it had started; or the kernel killed it, or a process of
    /// it, because others took the memory.
    Ended,
}

/// Minimum time between two memory samples, where memory must be sampled.
const SAMPLING: Duration = Duration::from_micros(900);

/// Minimum time between two samples of kernel memory, which are slower.
const SAMPLING_KERNEL: Duration = Duration::from_millis(10);

/// Minimum time between two checks that a program stopped by signals is still stopped.
const KEEP_FROZEN: Duration = Duration::from_millis(10);

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

/// A program in its sandbox. Dropping this kills it, and waits until all its processes are gone.
#[derive(Debug)]
pub struct Contained {
    life: Life,
    /// Readable once all its processes are gone.
    death_notice: OwnedFd,
    room: OwnedFd,
    /// Its standard output and error. Opened before it begins: later it could replace the file by one
    /// whose opening blocks.
    output: File,
    /// Finds its processes; `None` for a plain process that has not begun.
    tree: Option<Tree>,
    groups: Groups,
    files: GroupFiles,
    memory_bytes: u64,
    most_threads: u64,
    is_one_process: bool,
    /// The measured size of its folder, if that has no file system of its own.
    folder_use: Option<FolderUse>,
    sampled_peak: u64,
    sampled: Option<Instant>,
    kernel_bytes: u64,
    sampled_kernel: Option<Instant>,
    /// Processor time that its group counted for earlier programs.
    cpu_before: Duration,
    is_frozen: bool,
    /// Time of the latest check that it is still stopped.
    kept_frozen: Option<Instant>,
    /// True if the sandbox killed it before it ended by itself.
    is_killed: bool,
    ended: Option<Ended>,
    number: u64,
    released: Released,
}

/// The program's parent.
#[derive(Debug)]
enum Life {
    /// A warden, at the other end of this connection.
    Warded(OwnedFd),
    /// The caller itself.
    Plain(Box<Plain>),
}

/// Numbers of programs that the caller no longer needs, to be reported to the keeper.
pub(super) type Released = Arc<Mutex<Vec<u64>>>;

/// Open files of the groups, which are read repeatedly.
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

/// Reads a small file of a group from its beginning.
fn text_of(file: &File) -> io::Result<String> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}

impl Contained {
    /// Waits until the warden has built the sandbox, or reports why it cannot.
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
            Some(_) | None => {
                return Err(setup(
                    "the warden was killed, by another process or for want of memory",
                ));
            }
        };
        let mut descriptors = descriptors.into_iter();
        let (Some(room), Some(warden)) = (descriptors.next(), descriptors.next()) else {
            return Err(setup("the warden keeps its descriptors"));
        };
        let tree = match descriptors.next() {
            Some(proc) => Tree::Namespace(proc, pid_of(&warden)?),
            None => Tree::Below(pid_of(&warden)?),
        };
        debug_assert_eq!(matches!(tree, Tree::Namespace(..)), order.layers.namespaces);
        let mut contained = Contained::new(Life::Warded(control), warden, room, order, released)?;
        contained.files = GroupFiles::open(&groups)?;
        contained.groups = groups;
        contained.tree = Some(tree);
        // The keeper reuses groups: this one may have counted an earlier program.
        if contained.files.cpu.is_some() {
            contained.cpu_before = contained.cpu_time()?;
        }
        Ok(contained)
    }

    /// Takes over a plain process.
    pub(super) fn adopt(
        plain: Plain,
        death_notice: OwnedFd,
        order: &Order,
        released: &Released,
    ) -> Result<Contained, SandboxError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let room = rustix::fs::open(plain.room(), flags, Mode::empty()).map_err(io::Error::from)?;
        let life = Life::Plain(Box::new(plain));
        Ok(Contained::new(life, death_notice, room, order, released)?)
    }

    fn new(
        life: Life,
        death_notice: OwnedFd,
        room: OwnedFd,
        order: &Order,
        released: &Released,
    ) -> io::Result<Contained> {
        Ok(Contained {
            output: open_output(&room)?,
            folder_use: match order.layers.namespaces {
                true => None,
                false => Some(FolderUse::new(&room, &order.limits)?),
            },
            life,
            death_notice,
            room,
            tree: None,
            groups: Groups::default(),
            files: GroupFiles::default(),
            memory_bytes: order.limits.memory_bytes,
            most_threads: order.limits.processes,
            is_one_process: order.layers.instead == Instead::OneProcess,
            sampled_peak: 0,
            sampled: None,
            kernel_bytes: 0,
            sampled_kernel: None,
            cpu_before: Duration::ZERO,
            is_frozen: false,
            kept_frozen: None,
            is_killed: false,
            ended: None,
            number: order.number,
            released: Arc::clone(released),
        })
    }

    /// Lets the program begin.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn begin(&mut self) -> io::Result<()> {
        match &mut self.life {
            Life::Warded(control) => match channel::send(control, &Begin, &[]) {
                // It died before, and `wait` reports how.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                sent => sent,
            },
            Life::Plain(plain) => {
                plain.begin()?;
                self.tree = plain.tree();
                Ok(())
            }
        }
    }

    /// The program's folder. The path holds in this process, and as long as this value lives.
    pub fn folder(&self) -> PathBuf {
        match &self.life {
            Life::Warded(_) => Path::new("/proc/self/fd")
                .join(self.room.as_raw_fd().to_string())
                .join(FOLDER),
            Life::Plain(plain) => plain.folder(),
        }
    }

    /// Writes a file into the program's folder, atomically. Does nothing, and reports so, if that name
    /// is taken. Follows and overwrites nothing that the program may have put there.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn deliver(&self, name: &str, contents: &[u8]) -> io::Result<Delivery> {
        deliver(&self.room, name, contents)
    }

    /// Reads a file of the program's folder if it is regular and has at most `most` bytes. Follows no
    /// link and waits for no pipe. While the program lives, the file may be half written.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn fetch(&self, name: &str, most: u64) -> io::Result<Fetched> {
        fetch(&self.room, name, most)
    }

    /// A descriptor that is readable once all processes of the program are gone.
    pub fn death_notice(&self) -> BorrowedFd<'_> {
        self.death_notice.as_fd()
    }

    /// A descriptor that signals an exceeded memory limit, if the kernel reports it.
    pub fn memory_alarm(&self) -> Option<BorrowedFd<'_>> {
        self.files.alarm.as_ref().map(AsFd::as_fd)
    }

    /// Returns true if memory must be sampled, because the kernel does not report an excess.
    pub fn must_sample_memory(&self) -> bool {
        self.files.memory.is_none()
    }

    /// Returns true if the whole program is gone.
    pub fn is_gone(&self) -> bool {
        let mut descriptors = [PollFd::new(&self.death_notice, PollFlags::IN)];
        matches!(
            poll(&mut descriptors, Some(&rustix::event::Timespec::default())),
            Ok(1)
        )
    }

    /// Returns true if it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.is_frozen
    }

    /// Stops all its processes.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn freeze(&mut self) -> io::Result<()> {
        if !self.is_frozen {
            self.set_frozen(true)?;
        }
        Ok(())
    }

    /// Continues its processes.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn thaw(&mut self) -> io::Result<()> {
        if self.is_frozen {
            self.set_frozen(false)?;
        }
        Ok(())
    }

    /// Stops processes again that run although they were stopped, where signals stop them. Its processor
    /// time includes what they used meanwhile.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn keep_frozen(&mut self) -> io::Result<()> {
        let by_signals = self.groups.v2.is_none() && !matches!(self.life, Life::Plain(_));
        let now = Instant::now();
        let is_due = self.kept_frozen.is_none_or(|at| now >= at + KEEP_FROZEN);
        if !self.is_frozen || !by_signals || !is_due {
            return Ok(());
        }
        self.kept_frozen = Some(now);
        self.tree.as_ref().map_or(Ok(()), Tree::stop)
    }

    fn set_frozen(&mut self, is_frozen: bool) -> io::Result<()> {
        if let Life::Plain(plain) = &self.life {
            plain.freeze(is_frozen)?;
        } else if let Some(done) = self.groups.freeze(is_frozen) {
            done?;
        } else if let Some(tree) = &self.tree {
            if is_frozen { tree.stop() } else { tree.go_on() }?;
        }
        self.is_frozen = is_frozen;
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
            None => self
                .tree
                .as_ref()
                .map_or(Ok(Duration::ZERO), Tree::cpu_time),
        }
    }

    /// Returns true if the kernel counts the processor time of everything that the program ever started.
    /// Otherwise an ended child whose parent did not wait for it is missing.
    pub fn is_cpu_time_exact(&self) -> bool {
        self.files.cpu.is_some()
    }

    /// Returns true if it cannot start processes, so that none of its processor time is missing. Where
    /// the kernel does not count it for a group, it is counted in clock ticks.
    pub fn is_one_process(&self) -> bool {
        self.is_one_process
    }

    /// Returns the waits of its living threads for a core; `None` if the kernel does not count them.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn waits(&self) -> io::Result<Option<Waits>> {
        self.tree.as_ref().map_or(Ok(None), Tree::waits)
    }

    /// Returns true if the process tree has exceeded its memory limit. Where the kernel does not count,
    /// this takes a sample.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn is_over_memory(&mut self) -> io::Result<bool> {
        match &self.groups.memory {
            Some(group) => Ok(self.has_lost_processes()? && group.has_reached_limit()),
            None => {
                let now = Instant::now();
                if self.sampled.is_none_or(|at| now >= at + SAMPLING) {
                    self.sampled = Some(now);
                    self.sample_memory(now)?;
                }
                Ok(self.sampled_peak > self.memory_bytes)
            }
        }
    }

    /// Returns true if the kernel killed some of its processes for want of memory, its own or the
    /// machine's.
    fn has_lost_processes(&self) -> io::Result<bool> {
        let Some(file) = &self.files.memory else {
            return Ok(false);
        };
        let kills = cgroup::number_after(&text_of(file)?, "oom_kill");
        Ok(kills.is_some_and(|kills| kills > 0))
    }

    /// Returns true if the kernel killed some of its processes because others took the memory.
    fn is_victim(&self) -> io::Result<bool> {
        let group = self.groups.memory.as_ref();
        Ok(self.has_lost_processes()? && group.is_some_and(|it| !it.has_reached_limit()))
    }

    fn sample_memory(&mut self, now: Instant) -> io::Result<()> {
        let Some(tree) = &self.tree else {
            return Ok(());
        };
        let is_due = |at| now >= at + SAMPLING_KERNEL;
        if self.sampled_kernel.is_none_or(is_due) {
            self.sampled_kernel = Some(now);
            self.kernel_bytes = tree.kernel_memory()?;
        }
        let seen = tree.memory(self.memory_bytes, self.most_threads)? + self.kernel_bytes;
        self.sampled_peak = self.sampled_peak.max(seen);
        Ok(())
    }

    /// Returns its resource usage so far.
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

    /// Returns true if the size of its folder must be sampled, because the kernel does not limit it.
    pub fn must_look_at_folder(&self) -> bool {
        self.folder_use.is_some()
    }

    /// Returns true if its folder is full, in bytes or in files; where the folder has no file system of
    /// its own, if it has exceeded its limit.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn is_folder_full(&mut self) -> io::Result<bool> {
        let folder = self.folder();
        if let Some(folder_use) = &mut self.folder_use {
            return folder_use.is_over(&self.room, &folder, self.tree.as_ref());
        }
        let state = rustix::fs::fstatvfs(&self.room)?;
        Ok(state.f_bavail == 0 || state.f_favail == 0)
    }

    /// Returns the bytes of its standard output and error.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn output_bytes(&self) -> io::Result<u64> {
        let state = rustix::fs::fstat(&self.output)?;
        Ok(u64::try_from(state.st_size).unwrap_or(0))
    }

    /// Returns its standard output and error, but no more than the first `most` bytes.
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

    /// Kills the program and everything it started. Its folder stays readable.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn end(&mut self) -> io::Result<Ended> {
        self.kill()?;
        self.wait()
    }

    /// Waits until the program and everything it started have ended. Its folder stays readable.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn wait(&mut self) -> io::Result<Ended> {
        if let Some(ended) = &self.ended {
            return Ok(ended.clone());
        }
        let word = match &self.life {
            Life::Warded(control) => channel::receive::<Word>(control)?.map(|(word, _)| word),
            Life::Plain(_) => None,
        };
        let mut descriptors = [PollFd::new(&self.death_notice, PollFlags::IN)];
        rustix::io::retry_on_intr(|| poll(&mut descriptors, None))?;
        let ended = match (word, &self.life) {
            (_, Life::Plain(plain)) => plain.ended(),
            (Some(Word::Exited(_) | Word::Killed(_)), _) if self.is_victim()? => Ended::Ended,
            (Some(Word::Exited(code)), _) => Ended::Exited(code),
            // Without a namespace the warden outlives the program, and reports our own signal.
            (Some(Word::Killed(signal)), _) if self.is_killed && signal == libc::SIGKILL => {
                Ended::Ended
            }
            (Some(Word::Killed(signal)), _) => Ended::Killed(signal),
            (Some(Word::Cannot(why)), _) => Ended::NeverBegan(why),
            (Some(Word::Error(what)), _) => return Err(io::Error::other(what)),
            (Some(Word::Ready(_) | Word::Denied(_)) | None, _) => Ended::Ended,
        };
        self.ended = Some(ended.clone());
        Ok(ended)
    }

    /// Receives the result of a diagnostic run: the system call that was denied last.
    pub(super) fn denied_call(&mut self) -> io::Result<Option<u32>> {
        let Life::Warded(control) = &self.life else {
            return Ok(None);
        };
        match channel::receive::<Word>(control)? {
            Some((Word::Denied(call), _)) => Ok(call),
            Some((Word::Error(what), _)) => Err(io::Error::other(what)),
            Some(_) | None => Ok(None),
        }
    }

    /// Kills it without waiting, except for processes that only signals can end.
    pub(super) fn kill(&mut self) -> io::Result<()> {
        self.is_killed = true;
        if let Life::Plain(plain) = &mut self.life {
            return plain.kill();
        }
        // Without a namespace the program's processes do not end with the warden.
        if let Some(tree @ Tree::Below(_)) = &self.tree
            && !matches!(self.groups.kill(), Some(Ok(())))
        {
            tree.kill()?;
        }
        match pidfd_send_signal(&self.death_notice, Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.end();
        }
        // Release its groups only now: until here this value could still freeze them.
        if let Ok(mut released) = self.released.lock() {
            released.push(self.number);
        }
    }
}

/// Opens the file of the program's output for reading.
fn open_output(room: &OwnedFd) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(room, OUTPUT, flags, Mode::empty())?.into())
}

/// The process id behind a descriptor, as this process sees it.
fn pid_of(descriptor: &OwnedFd) -> io::Result<u32> {
    let path = format!("/proc/self/fdinfo/{}", descriptor.as_raw_fd());
    let text = fs::read_to_string(path)?;
    text.lines()
        .find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok())
        .ok_or_else(|| io::Error::other("a descriptor stands for no process"))
}
