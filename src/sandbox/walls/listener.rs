//! Answers the questions of a program's filter of system calls, which asks a listener instead of
//! deciding. The listener is in the supervisor.
//!
//! A program that is one process, and shares its user id with others, asks for every thread: no limit
//! of the kernel counts its threads by themselves.
//!
//! In a run that is for nothing else the filter asks where it would deny, to find out which call ended
//! the program. The answer is the error that a usual run would have given: nothing is allowed here that
//! is not allowed there. In a match denied calls do not ask: asking takes longer than denying.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, kill_process, pidfd_open, wait,
};
use seccompiler::BpfProgram;

use super::calls::{self, FilterOptions, Question, ReportingFilter};
use crate::keeper::channel;
use crate::keeper::plan::Diagnose;
use crate::meter::processes;

/// The program's side, between fork and exec.
#[derive(Debug)]
pub(crate) struct FilterInstaller {
    end: OwnedFd,
    asks_for_all: bool,
}

/// The supervisor's side.
#[derive(Debug)]
pub(crate) struct Listener {
    end: OwnedFd,
    heard: ReportingFilter,
    most_threads: u64,
}

/// Prepares for a program's questions. `options` is what its filter is for; the number in it does not
/// matter. It `asks_for_all` that it is denied, or else for threads alone.
pub(crate) fn listen(
    options: FilterOptions,
    asks_for_all: bool,
    most_threads: u64,
) -> io::Result<(Listener, FilterInstaller)> {
    let (end, theirs) = channel::pair()?;
    let listener = Listener { end, heard: ReportingFilter::new(options), most_threads };
    let installer = FilterInstaller { end: theirs, asks_for_all };
    Ok((listener, installer))
}

impl FilterInstaller {
    /// Puts the filter on this process and sends its listener to the supervisor.
    pub(crate) fn apply(&self, options: FilterOptions) -> io::Result<()> {
        // The filter must let its own listener through; then the way is closed behind it.
        let way = self.end.as_raw_fd().cast_unsigned();
        let filter = if self.asks_for_all {
            calls::apply(&calls::pairs_filter())?;
            ReportingFilter::new(options).filter(way)
        } else {
            calls::last_filter_with_listener(options, way)
        };
        let listener = apply_with_listener(&filter)?;
        channel::send(&self.end, &(), &[listener.as_fd()])?;
        install(&calls::closing_filter(way), 0).map(drop)
    }
}

/// Returns 0 if a filter may have a listener; the calling process has one from then on.
pub(crate) fn can_listen() -> u8 {
    let listener = rustix::thread::set_no_new_privs(true)
        .map_err(io::Error::from)
        .and_then(|()| apply_with_listener(&calls::pairs_filter()));
    listener.is_err().into()
}

/// Calls that C libraries make and do without, as they do without unsupported ones: their denial ends no
/// program.
const DONE_WITHOUT: [i64; 1] = [libc::SYS_clone3];

/// Returns true if the C library asks the name service cache for a user or a host, which may be missing.
fn is_name_service(call: u32, arguments: [u64; 6]) -> bool {
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    i64::from(call) == libc::SYS_socket && arguments[..2] == [libc::AF_UNIX as u64, kind as u64]
}

/// Calls whose success is a new descriptor.
const DESCRIPTORS: &[i64] = calls! {
    SYS_accept SYS_accept4 SYS_bpf SYS_fanotify_init SYS_fsopen SYS_io_uring_setup
    SYS_landlock_create_ruleset SYS_memfd_create SYS_memfd_secret SYS_mq_open SYS_open_by_handle_at
    SYS_open_tree SYS_perf_event_open SYS_pidfd_getfd SYS_pidfd_open SYS_socket SYS_userfaultfd
};

/// News of a program from its listener.
#[derive(Debug)]
pub(crate) struct ListenerReport {
    /// The call that it was denied last.
    pub(crate) denied: Option<u32>,
    pub(crate) has_ended: bool,
    /// Its status, if it was reaped meanwhile.
    pub(crate) status: Option<WaitStatus>,
}

impl Listener {
    /// Answers the program's questions until its end. A diagnostic run is ended when its time is over.
    pub(crate) fn hear(
        self,
        program: Pid,
        diagnose: Option<Diagnose>,
    ) -> io::Result<ListenerReport> {
        let deadline = diagnose.map(|diagnose| Instant::now() + diagnose.within);
        let pretended = diagnose.and_then(|diagnose| diagnose.pretended);
        let received = channel::receive::<()>(&self.end)?;
        let listener = received.and_then(|(_, sent)| sent.into_iter().next());
        let listener = listener.ok_or_else(|| io::Error::other("the program sent no listener"))?;
        let process = pidfd_open(program, PidfdFlags::empty())?;
        let (mut latest, mut status) = (None, None);
        loop {
            match news(&listener, &process, deadline)? {
                News::Question => {
                    status = status.or(reap_all(program));
                    let denied = self.answer(&listener, program, pretended)?;
                    latest = denied.or(latest);
                }
                News::Ended => {
                    return Ok(ListenerReport { denied: latest, has_ended: true, status });
                }
                News::Late => {
                    kill_process(program, Signal::KILL)?;
                    return Ok(ListenerReport { denied: latest, has_ended: false, status });
                }
            }
        }
    }

    /// Takes a question and answers it. Returns the call if it is denied for good, and may end a program.
    fn answer(
        &self,
        listener: &OwnedFd,
        program: Pid,
        pretended: Option<u32>,
    ) -> io::Result<Option<u32>> {
        let Some(asked) = take(listener)? else {
            return Ok(None);
        };
        let call = asked.data.nr.unsigned_abs();
        let arguments = asked.data.args;
        let (answer, denied) = match self.heard.question(call, arguments) {
            Question::Denied(_) if pretended == Some(call) => match pretend(listener, &asked)? {
                Some(value) => (Answer::Success(value), None),
                None => return Ok(None),
            },
            Question::Denied(error) => (
                Answer::Error(error),
                Some(call).filter(|&call| {
                    let is_done_without =
                        error == libc::EOPNOTSUPP || DONE_WITHOUT.contains(&i64::from(call));
                    !is_done_without && !is_name_service(call, arguments)
                }),
            ),
            // A thread that may start another has not begun to: each of so many may wait for that
            // moment, so for a moment they are at most twice as many.
            Question::AnotherThread => match processes::threads(program) {
                Some(threads) if threads < self.most_threads => (Answer::Allow, None),
                _ => (Answer::Error(libc::EAGAIN), None),
            },
        };
        let is_there = reply(listener, asked.id, answer)?;
        Ok(denied.filter(|_| is_there))
    }
}

/// Reaps what has ended, orphans too: each dead process counts as one until then. Returns the program's
/// status if it was among them.
fn reap_all(program: Pid) -> Option<WaitStatus> {
    let mut status = None;
    while let Ok(Some((pid, ended))) = wait(WaitOptions::NOHANG) {
        status = status.or((pid == program).then_some(ended));
    }
    status
}

enum News {
    Question,
    Ended,
    Late,
}

fn news(listener: &OwnedFd, process: &OwnedFd, deadline: Option<Instant>) -> io::Result<News> {
    let mut watched = [PollFd::new(listener, PollFlags::IN), PollFd::new(process, PollFlags::IN)];
    let mut first = 0;
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = left.map(|time| Timespec {
            tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        });
        match poll(&mut watched[first..], left.as_ref()) {
            Ok(0) => return Ok(News::Late),
            Ok(_) if watched[0].revents().contains(PollFlags::IN) => return Ok(News::Question),
            Ok(_) if watched[1].revents().contains(PollFlags::IN) => return Ok(News::Ended),
            // All that had the filter are gone, and the process is about to be. The listener would tell so
            // at once, and for ever, and older kernels wait for ever for a question that cannot be asked.
            Ok(_) => first = 1,
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Room for a kernel that tells more than is known here.
#[repr(C)]
struct NotificationBuffer {
    known: libc::seccomp_notif,
    more: [u64; 32],
}

/// Takes a question. Returns `None` if the one that asked is gone.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn take(listener: &OwnedFd) -> io::Result<Option<libc::seccomp_notif>> {
    // SAFETY: the structure is plain numbers, and the kernel wants all of them zero.
    let mut taken: NotificationBuffer = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel writes its structure, for which there is more than enough room.
    let result = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut taken)
    };
    Ok(is_there(result)?.then_some(taken.known))
}

#[derive(Clone, Copy, Debug)]
enum Answer {
    /// The call is made.
    Allow,
    Error(i32),
    /// The call returns this, and is not made.
    Success(i64),
}

/// Returns the result of a call that is to appear to succeed: a number, or a descriptor of the asking
/// process that has nothing behind it. `None` if the one that asked is gone.
fn pretend(listener: &OwnedFd, asked: &libc::seccomp_notif) -> io::Result<Option<i64>> {
    if !DESCRIPTORS.contains(&i64::from(asked.data.nr)) {
        return Ok(Some(0));
    }
    // Its other end is closed, so that reading gives nothing.
    let (empty, _) = rustix::pipe::pipe()?;
    add_descriptor(listener, asked.id, &empty)
}

/// Gives the process that asked a copy of a descriptor; returns its number there.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn add_descriptor(listener: &OwnedFd, id: u64, descriptor: &OwnedFd) -> io::Result<Option<i64>> {
    let add = libc::seccomp_notif_addfd {
        id,
        flags: 0,
        srcfd: descriptor.as_raw_fd().cast_unsigned(),
        newfd: 0,
        newfd_flags: 0,
    };
    // SAFETY: the kernel reads the structure, and nothing is written.
    let number = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ADDFD, &raw const add)
    };
    Ok(is_there(number)?.then_some(number.into()))
}

/// Answers a question. Returns false if the one that asked is gone.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn reply(listener: &OwnedFd, id: u64, answer: Answer) -> io::Result<bool> {
    let (val, error, flags) = match answer {
        Answer::Allow => (0, 0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE),
        Answer::Error(error) => (0, -error, 0),
        Answer::Success(value) => (value, 0, 0),
    };
    let answer = libc::seccomp_notif_resp { id, val, error, flags: flags as u32 };
    // SAFETY: the kernel reads the structure, and nothing is written.
    let result = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const answer)
    };
    is_there(result)
}

/// Returns the result of a call about a question: that there is none any more is no error.
fn is_there(result: libc::c_int) -> io::Result<bool> {
    if result >= 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EINPROGRESS) => Ok(false),
        _ => Err(error),
    }
}

/// Puts a filter on this process that asks; returns its listener.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn apply_with_listener(filter: &BpfProgram) -> io::Result<OwnedFd> {
    let listener = install(filter, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER)?;
    // SAFETY: the descriptor is new, and has no other owner.
    Ok(unsafe { OwnedFd::from_raw_fd(listener) })
}

/// Puts a filter on this process by that one call; returns what the kernel does.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn install(filter: &BpfProgram, flags: libc::c_ulong) -> io::Result<i32> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the kernel copies the program, whose instructions are laid out as it has them, and
    // changes nothing but what this process may call.
    let result = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program)
    };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    i32::try_from(result).map_err(io::Error::other)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_listener_that_nobody_can_ask_gives_no_question_when_the_process_ends() {
        let mut child = Command::new("sleep").arg("0.2").spawn().unwrap();
        let process = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).unwrap();
        // A pipe without a writer tells the same as such a listener.
        let (abandoned, _) = rustix::pipe::pipe().unwrap();
        assert!(matches!(news(&abandoned, &process, None), Ok(News::Ended)));
        child.wait().unwrap();

        let mut child = Command::new("sleep").arg("100").spawn().unwrap();
        let process = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).unwrap();
        let now = Some(Instant::now());
        assert!(matches!(news(&abandoned, &process, now), Ok(News::Late)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
