//! A running sandboxed program: its folder, its resource usage, its end.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Signal, pidfd_send_signal};

use super::channel;
use super::ended::Ended;
use super::output_file::OutputFile;
use super::plain_process::Plain;
use super::plan::{Begin, FOLDER, Instead, Order};
use super::supervisor::{Diagnosis, Status};
use crate::error::SandboxError;
use crate::folders::deliver::{Delivery, deliver};
use crate::folders::fetch::{FetchedFile, fetch};
use crate::folders::walk::open_folder;
use crate::meter::folder_use::FolderUse;
use crate::meter::processes::Place;
use crate::meter::waits::Waits;
use crate::meter::{self, Grouped, Meter, Single, Usage};

/// Minimum time between two checks that a program stopped by signals is still stopped.
const KEEP_FROZEN: Duration = Duration::from_millis(10);

/// Time between two looks for a program that is to be killed and has just begun.
const BEGINNING: Duration = Duration::from_millis(1);

/// A program in its sandbox. Dropping this kills it, and waits until all its processes are gone.
#[derive(Debug)]
pub struct Contained {
    parent: Parent,
    /// The supervisor's pidfd; for a plain process a pipe that closes at its end. Readable once all its
    /// processes are gone.
    pidfd: OwnedFd,
    room: OwnedFd,
    /// Its standard output and error.
    output: OutputFile,
    meter: Box<dyn Meter>,
    /// The measured size of its folder, if that has no file system of its own.
    folder_use: Option<FolderUse>,
    has_begun: bool,
    is_frozen: bool,
    /// Time of the latest check that it is still stopped.
    frozen_check: Option<Instant>,
    /// True if the sandbox killed it before it ended by itself.
    is_killed: bool,
    ended: Option<Ended>,
    number: u64,
    released: ReleasedNumbers,
}

/// The program's parent.
#[derive(Debug)]
enum Parent {
    /// A supervisor, at the other end of this connection.
    Supervisor(OwnedFd),
    /// The caller itself.
    Plain(Box<Plain>),
}

/// Numbers of programs that the caller no longer needs, to be reported to the keeper.
pub(super) type ReleasedNumbers = Arc<Mutex<Vec<u64>>>;

impl Contained {
    /// Waits until the supervisor has built the sandbox, or reports why it cannot.
    pub(super) fn welcome(
        control: OwnedFd,
        output: OutputFile,
        order: &Order,
        released: &ReleasedNumbers,
    ) -> Result<Contained, SandboxError> {
        let setup = |what: &str| SandboxError::Setup { what: what.to_owned() };
        let next = || match channel::receive(&control)? {
            Some((Status::Error(failure), _)) => Err(io::Error::from(failure).into()),
            Some(received) => Ok(received),
            None => {
                Err(setup("the supervisor was killed, by another process or for want of memory"))
            }
        };
        let (Status::Opened, descriptors) = next()? else {
            return Err(setup("the supervisor says something else"));
        };
        let (Status::Ready(groups), _) = next()? else {
            return Err(setup("the supervisor says something else"));
        };
        let mut descriptors = descriptors.into_iter();
        let mut next = || descriptors.next();
        let (Some(room), Some(supervisor)) = (next(), next()) else {
            return Err(setup("the supervisor keeps its descriptors"));
        };
        let pid = pid_of(&supervisor)?;
        let meter: Box<dyn Meter> = match groups {
            Some(groups) => Box::new(Grouped::open(groups, pid)?),
            None if order.layers.instead == Instead::OneProcess => {
                Box::new(Single::new(pid, &order.plan.limits))
            }
            None => Box::new(meter::Plain::new(Place::child_of(pid))),
        };
        Ok(Contained::new(
            Parent::Supervisor(control),
            supervisor,
            room,
            output,
            meter,
            order,
            released,
        )?)
    }

    /// Takes over a plain process.
    pub(super) fn adopt(
        plain: Plain,
        pidfd: OwnedFd,
        output: OutputFile,
        order: &Order,
        released: &ReleasedNumbers,
    ) -> Result<Contained, SandboxError> {
        let room = open_folder(plain.room())?;
        let parent = Parent::Plain(Box::new(plain));
        let meter = Box::new(meter::Plain::new(Place::Nowhere));
        Ok(Contained::new(parent, pidfd, room, output, meter, order, released)?)
    }

    fn new(
        parent: Parent,
        pidfd: OwnedFd,
        room: OwnedFd,
        output: OutputFile,
        meter: Box<dyn Meter>,
        order: &Order,
        released: &ReleasedNumbers,
    ) -> io::Result<Contained> {
        Ok(Contained {
            output,
            meter,
            folder_use: if order.layers.namespaces {
                None
            } else {
                Some(FolderUse::new(&room, &order.plan.limits)?)
            },
            parent,
            pidfd,
            room,
            has_begun: false,
            is_frozen: false,
            frozen_check: None,
            is_killed: false,
            ended: None,
            number: order.number,
            released: Arc::clone(released),
        })
    }

    pub fn begin(&mut self) -> io::Result<()> {
        self.has_begun = true;
        match &mut self.parent {
            Parent::Supervisor(control) => match channel::send(control, &Begin, &[]) {
                // It died before, and `wait` reports how.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                sent => sent,
            },
            Parent::Plain(plain) => {
                plain.begin()?;
                self.meter = Box::new(meter::Plain::new(plain.place()));
                Ok(())
            }
        }
    }

    /// The program's folder. The path holds in this process, and as long as this value lives.
    pub fn folder(&self) -> PathBuf {
        match &self.parent {
            Parent::Supervisor(_) => {
                Path::new("/proc/self/fd").join(self.room.as_raw_fd().to_string()).join(FOLDER)
            }
            Parent::Plain(plain) => plain.folder(),
        }
    }

    /// Writes a file into the program's folder, atomically. Does nothing, and reports so, if that name
    /// is taken. Follows and overwrites nothing that the program may have put there.
    pub fn deliver(&self, name: &str, contents: &[u8]) -> io::Result<Delivery> {
        deliver(&self.room, name, contents)
    }

    /// Reads a file of the program's folder if it is regular and has at most `most` bytes. Follows no
    /// link and waits for no pipe. While the program lives, the file may be half written.
    pub fn fetch(&self, name: &str, most: u64) -> io::Result<FetchedFile> {
        fetch(&self.room, name, most)
    }

    /// The supervisor's pidfd, or a pipe that stands for it: readable once all processes of the program are gone.
    pub fn pidfd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    /// A descriptor that signals an exceeded memory limit, if the kernel reports it.
    pub fn memory_alarm(&self) -> Option<BorrowedFd<'_>> {
        self.meter.alarm()
    }

    /// Returns true if the whole program is gone.
    pub fn is_gone(&self) -> bool {
        let mut descriptors = [PollFd::new(&self.pidfd, PollFlags::IN)];
        matches!(poll(&mut descriptors, Some(&rustix::event::Timespec::default())), Ok(1))
    }

    pub fn is_frozen(&self) -> bool {
        self.is_frozen
    }

    pub fn freeze(&mut self) -> io::Result<()> {
        self.set_frozen(true)
    }

    pub fn thaw(&mut self) -> io::Result<()> {
        self.set_frozen(false)
    }

    /// Stops processes again that run although they were stopped, where signals stop them. Its processor
    /// time includes what they used meanwhile.
    pub fn keep_frozen(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let is_due = self.frozen_check.is_none_or(|at| now >= at + KEEP_FROZEN);
        if !self.is_frozen || !self.meter.must_keep_frozen() || !is_due {
            return Ok(());
        }
        self.frozen_check = Some(now);
        self.meter.freeze(true)
    }

    fn set_frozen(&mut self, is_frozen: bool) -> io::Result<()> {
        if self.is_frozen != is_frozen {
            self.meter.freeze(is_frozen)?;
            self.is_frozen = is_frozen;
        }
        Ok(())
    }

    /// Processor time of the whole program until now.
    pub fn cpu_time(&mut self) -> io::Result<Duration> {
        if self.ended.is_none() && self.is_gone() {
            // With its end comes the last account.
            self.wait()?;
        }
        self.meter.cpu()
    }

    /// Returns the number of its living processes, if none can be missed.
    pub fn living(&self) -> io::Result<Option<usize>> {
        self.meter.living()
    }

    /// Returns the waits of its living threads for a core; `None` if the kernel does not count them.
    pub fn waits(&self) -> io::Result<Option<Waits>> {
        self.meter.place().waits()
    }

    /// Returns true if it has exceeded its memory limit. Where no control group counts, this takes a look.
    pub fn is_over_memory(&mut self) -> io::Result<bool> {
        self.meter.is_over_memory()
    }

    /// Time between two looks at its memory, if the kernel does not report an excess, or has yet to kill for
    /// one.
    pub fn memory_interval(&self) -> Option<Duration> {
        self.meter.look_every()
    }

    /// Returns its resource usage so far.
    pub fn usage(&mut self) -> io::Result<Usage> {
        Ok(Usage {
            cpu: self.cpu_time()?,
            is_over_memory: self.is_over_memory()?,
            peak_bytes: self.meter.peak()?,
        })
    }

    /// Returns true if its files take most of the room that was free before it began, which others may
    /// need. False if its folder has a file system of its own.
    pub fn has_taken_the_room(&self) -> io::Result<bool> {
        let folder = self.folder();
        let of = |it: &FolderUse| it.takes_most(&folder, self.meter.place());
        self.folder_use.as_ref().map_or(Ok(false), of)
    }

    /// Returns true if a folder that has no file system of its own has no room left. Who took it,
    /// [`Contained::has_taken_the_room`] tells.
    pub fn is_out_of_room(&self) -> io::Result<bool> {
        Ok(self.folder_use.is_some() && FolderUse::leaves_nothing(&self.room)?)
    }

    /// Returns true if it has the file open, but made it without a name: it got its name by a link.
    pub fn has_open_unnamed(&self, file: &fs::File) -> io::Result<bool> {
        self.meter.place().has_open_unnamed(&file.metadata()?)
    }

    /// Returns true if the size of its folder must be looked at, because the kernel does not limit it.
    pub fn must_look_at_folder(&self) -> bool {
        self.folder_use.is_some()
    }

    /// Has the next look at its folder count what is there then. Usually one a moment ago is enough.
    pub fn forget_look_at_folder(&mut self) {
        if let Some(folder_use) = &mut self.folder_use {
            folder_use.forget_look();
        }
    }

    /// Returns true if its folder is full, in bytes or in files; where the folder has no file system of
    /// its own, if it has exceeded its limit.
    pub fn is_folder_full(&mut self) -> io::Result<bool> {
        let folder = self.folder();
        if let Some(folder_use) = &mut self.folder_use {
            return folder_use.is_over(&self.room, &folder, self.meter.place());
        }
        let state = rustix::fs::fstatvfs(&self.room)?;
        Ok(state.f_bavail == 0 || state.f_favail == 0)
    }

    /// Returns the bytes of its standard output and error.
    pub fn output_bytes(&self) -> io::Result<u64> {
        self.output.bytes()
    }

    /// Returns its standard output and error, but no more than the first `most` bytes.
    pub fn output(&self, most: u64) -> io::Result<Vec<u8>> {
        self.output.read(0, most)
    }

    /// Returns the first and the last `each` bytes of its standard output and error, with a line between
    /// that says how many are left out.
    pub fn output_ends(&self, each: u64) -> io::Result<Vec<u8>> {
        let bytes = self.output.bytes()?;
        if bytes <= 2 * each {
            return self.output(2 * each);
        }
        let mut ends = self.output(each)?;
        let left_out = bytes - 2 * each;
        ends.extend(format!("\n[... {left_out} bytes left out ...]\n").into_bytes());
        ends.extend(self.output.read(bytes - each, each)?);
        Ok(ends)
    }

    /// Kills the program and everything it started, and waits until they are gone. Its folder stays readable.
    pub fn kill_and_wait(&mut self) -> io::Result<Ended> {
        self.kill()?;
        self.wait()
    }

    /// Waits until the program and everything it started have ended. Its folder stays readable.
    pub fn wait(&mut self) -> io::Result<Ended> {
        if let Some(ended) = &self.ended {
            return Ok(ended.clone());
        }
        let status = match &self.parent {
            Parent::Supervisor(control) => {
                channel::receive::<Status>(control)?.map(|(status, _)| status)
            }
            Parent::Plain(_) => None,
        };
        let mut descriptors = [PollFd::new(&self.pidfd, PollFlags::IN)];
        rustix::io::retry_on_intr(|| poll(&mut descriptors, None))?;
        let ended = match (&self.parent, status) {
            (Parent::Plain(plain), _) => plain.ended(),
            (_, Some(Status::Error(failure))) => return Err(failure.into()),
            (_, Some(Status::Ended(ended, account))) => {
                self.meter.ended(account);
                // Without a namespace the supervisor outlives the program, and reports our own signal.
                let is_ours = self.is_killed && ended == Ended::Killed(libc::SIGKILL);
                if is_ours || self.meter.is_victim()? { Ended::Ended } else { ended }
            }
            (_, Some(Status::Opened | Status::Ready(_) | Status::Diagnosed(_)) | None) => {
                Ended::Ended
            }
        };
        self.ended = Some(ended.clone());
        Ok(ended)
    }

    /// Receives the result of a diagnostic run.
    pub(super) fn diagnosis(&mut self) -> io::Result<Option<Diagnosis>> {
        let Parent::Supervisor(control) = &self.parent else {
            return Ok(None);
        };
        match channel::receive::<Status>(control)? {
            Some((Status::Diagnosed(diagnosis), _)) => Ok(Some(diagnosis)),
            Some((Status::Error(failure), _)) => Err(failure.into()),
            Some(_) | None => Ok(None),
        }
    }

    /// Kills the program and everything it started, without waiting. In a namespace all die with the supervisor;
    /// elsewhere the meter finds and kills them.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.is_killed = true;
        if let Parent::Plain(plain) = &mut self.parent {
            return plain.kill();
        }
        // Without a namespace the program's processes outlive the supervisor, so it must live to kill them.
        while self.folder_use.is_some() && self.has_begun && !self.is_gone() {
            if self.meter.kill()? {
                return Ok(());
            }
            // Its first process is not there yet, or is gone already.
            thread::sleep(BEGINNING);
        }
        match pidfd_send_signal(&self.pidfd, Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.kill_and_wait();
        }
        // Release its groups only now: until here this value could still freeze them.
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
