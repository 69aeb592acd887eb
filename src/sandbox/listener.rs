//! Answers the questions of a program's filter of system calls, which asks a listener instead of
//! deciding. The listener is in the warden.
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
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use seccompiler::BpfProgram;

use super::calls::{self, Heard, Inside, Question};
use super::channel;
use super::tree;

/// The program's side, between fork and exec.
#[derive(Debug)]
pub(super) struct Speaker {
    end: OwnedFd,
    asks_for_all: bool,
}

/// The warden's side.
#[derive(Debug)]
pub(super) struct Hearer {
    end: OwnedFd,
    heard: Heard,
    most_threads: u64,
}

/// Prepares for a program's questions. `inside` is what its filter is for; the number in it does not
/// matter. It `asks_for_all` that it is denied, or else for threads alone.
pub(super) fn listen(
    inside: Inside,
    asks_for_all: bool,
    most_threads: u64,
) -> io::Result<(Hearer, Speaker)> {
    let (end, theirs) = channel::pair()?;
    let hearer = Hearer {
        end,
        heard: Heard::new(inside),
        most_threads,
    };
    let speaker = Speaker {
        end: theirs,
        asks_for_all,
    };
    Ok((hearer, speaker))
}

impl Speaker {
    /// Puts the filter on this process and sends its listener to the warden.
    pub(super) fn put_on(&self, inside: Inside) -> io::Result<()> {
        let filter = if self.asks_for_all {
            calls::put_on(&calls::pairs_filter())?;
            Heard::new(inside).filter()
        } else {
            calls::last_filter(inside)
        };
        let listener = put_on_asking(&filter)?;
        channel::send(&self.end, &(), &[listener.as_fd()])
    }
}

/// Returns 0 if a filter may have a listener; the calling process has one from then on.
pub(super) fn can_listen() -> u8 {
    let listener = rustix::thread::set_no_new_privs(true)
        .map_err(io::Error::from)
        .and_then(|()| put_on_asking(&calls::pairs_filter()));
    listener.is_err().into()
}

/// Calls that C libraries make and do without: their denial ends no program.
const DONE_WITHOUT: [i64; 1] = [libc::SYS_clone3];

impl Hearer {
    /// Answers the program's questions until its end, and ends it at the deadline. Returns the call that
    /// it was denied last, if it has ended by itself.
    pub(super) fn hear(self, program: Pid, deadline: Option<Instant>) -> io::Result<Option<u32>> {
        let received = channel::receive::<()>(&self.end)?;
        let listener = received.and_then(|(_, sent)| sent.into_iter().next());
        let listener = listener.ok_or_else(|| io::Error::other("the program sent no listener"))?;
        let process = pidfd_open(program, PidfdFlags::empty())?;
        let mut latest = None;
        loop {
            match news(&listener, &process, deadline)? {
                News::Question => {
                    let denied = self.answer(&listener, program)?;
                    let counts = |call: &u32| !DONE_WITHOUT.contains(&i64::from(*call));
                    latest = denied.filter(counts).or(latest);
                }
                News::Ended => return Ok(latest),
                News::Late => {
                    kill_process(program, Signal::KILL)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Takes a question and answers it. Returns the call if it is denied for good.
    fn answer(&self, listener: &OwnedFd, program: Pid) -> io::Result<Option<u32>> {
        let Some(asked) = take(listener)? else {
            return Ok(None);
        };
        let call = asked.data.nr.unsigned_abs();
        let (error, denied) = match self.heard.question(call, asked.data.args) {
            Question::Denied(error) => (error, Some(call)),
            // A thread that may start another has not begun to: each of so many may wait for that
            // moment, so for a moment they are at most twice as many.
            Question::AnotherThread => match tree::threads(program) {
                Some(threads) if threads < self.most_threads => (0, None),
                _ => (libc::EAGAIN, None),
            },
        };
        let is_there = reply(listener, asked.id, error)?;
        Ok(denied.filter(|_| is_there))
    }
}

/// News of a program.
enum News {
    Question,
    Ended,
    Late,
}

/// Waits for news until the deadline.
fn news(listener: &OwnedFd, process: &OwnedFd, deadline: Option<Instant>) -> io::Result<News> {
    let mut told = [
        PollFd::new(listener, PollFlags::IN),
        PollFd::new(process, PollFlags::IN),
    ];
    let mut first = 0;
    loop {
        let left = deadline.map(|it| it.saturating_duration_since(Instant::now()));
        let left = left.map(|it| Timespec {
            tv_sec: it.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: it.subsec_nanos().into(),
        });
        match poll(&mut told[first..], left.as_ref()) {
            Ok(0) => return Ok(News::Late),
            Ok(_) if told[0].revents().contains(PollFlags::IN) => return Ok(News::Question),
            Ok(_) if told[1].revents().contains(PollFlags::IN) => return Ok(News::Ended),
            // All that had the filter are gone, and the process is about to be. The listener would tell so
            // at once, and for ever, and older kernels wait for ever for a question that nobody can ask.
            Ok(_) => first = 1,
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Room for a kernel that tells more than is known here.
#[repr(C)]
struct Taken {
    known: libc::seccomp_notif,
    more: [u64; 32],
}

/// Takes a question. Returns `None` if the one that asked is gone.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn take(listener: &OwnedFd) -> io::Result<Option<libc::seccomp_notif>> {
    // SAFETY: the structure is plain numbers, and the kernel wants all of them zero.
    let mut taken: Taken = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel writes its structure, for which there is more than enough room.
    let result = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_RECV,
            &raw mut taken,
        )
    };
    Ok(is_there(result)?.then_some(taken.known))
}

/// Answers a question with an error, or 0 to let the call through. Returns false if the one that asked
/// is gone.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn reply(listener: &OwnedFd, id: u64, error: i32) -> io::Result<bool> {
    let flags = if error == 0 {
        libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE
    } else {
        0
    };
    let answer = libc::seccomp_notif_resp {
        id,
        val: 0,
        error: -error,
        flags: flags as u32,
    };
    // SAFETY: the kernel reads the structure, and nothing is written.
    let result = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const answer,
        )
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
fn put_on_asking(filter: &BpfProgram) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the kernel copies the program, whose instructions are laid out as it has them, and
    // changes nothing but what this process may call.
    let listener = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    if listener < 0 {
        return Err(io::Error::last_os_error());
    }
    let listener = i32::try_from(listener).map_err(io::Error::other)?;
    // SAFETY: the descriptor is new, and has no other owner.
    Ok(unsafe { OwnedFd::from_raw_fd(listener) })
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
