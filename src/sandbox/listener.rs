//! Hears which system calls a program is denied, in a run that is for nothing else.
//!
//! The program's filter asks a listener instead of denying. The listener is in the warden, which
//! answers every question with the error that a usual run would have given: nothing is allowed here
//! that is not allowed there. In a match no listener is needed, and none is there: asking takes longer
//! than denying.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process};
use seccompiler::BpfProgram;

use super::calls::{self, Heard, Inside};
use super::channel;

/// The program's side, between fork and exec.
#[derive(Debug)]
pub(super) struct Speaker(OwnedFd);

/// The warden's side.
#[derive(Debug)]
pub(super) struct Hearer {
    end: OwnedFd,
    within: Duration,
    heard: Heard,
}

/// Prepares a run that takes at most `within`. `inside` is what the program's filter is for; the
/// number in it does not matter.
pub(super) fn listen(within: Duration, inside: Inside) -> io::Result<(Hearer, Speaker)> {
    let (end, theirs) = channel::pair()?;
    let heard = Heard::new(inside);
    Ok((Hearer { end, within, heard }, Speaker(theirs)))
}

impl Speaker {
    /// Puts the filter on this process and sends its listener to the warden.
    pub(super) fn put_on(&self, inside: Inside) -> io::Result<()> {
        calls::put_on(&calls::pairs_filter())?;
        let listener = put_on_asking(&Heard::new(inside).filter())?;
        channel::send(&self.0, &(), &[listener.as_fd()])
    }
}

/// Calls that C libraries make and do without: their denial ends no program.
const DONE_WITHOUT: [i64; 1] = [libc::SYS_clone3];

/// The time between two looks whether the program has ended.
const LOOKING: Duration = Duration::from_millis(2);

impl Hearer {
    /// Answers the program's questions until its end, or ends it when its time is up. Returns the call
    /// that it was denied last, if it has ended by itself.
    pub(super) fn hear(self, program: Pid) -> io::Result<Option<u32>> {
        let received = channel::receive::<()>(&self.end)?;
        let listener = received.and_then(|(_, sent)| sent.into_iter().next());
        let listener = listener.ok_or_else(|| io::Error::other("the program sent no listener"))?;
        let deadline = Instant::now() + self.within;
        let mut latest = None;
        while Instant::now() < deadline {
            if has_question(&listener)? {
                let call = answer(&listener, &self.heard)?;
                let counts = |call: &u32| !DONE_WITHOUT.contains(&i64::from(*call));
                latest = call.filter(counts).or(latest);
                continue;
            }
            match rustix::process::waitpid(Some(program), WaitOptions::NOHANG) {
                Ok(Some(_)) => return Ok(latest),
                Ok(None) | Err(Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        kill_process(program, Signal::KILL)?;
        Ok(None)
    }
}

/// Waits a moment for a question.
fn has_question(listener: &OwnedFd) -> io::Result<bool> {
    let mut news = [PollFd::new(listener, PollFlags::IN)];
    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: LOOKING.subsec_nanos().into(),
    };
    poll(&mut news, Some(&moment)).or_else(|errno| match errno {
        Errno::INTR => Ok(0),
        errno => Err(errno),
    })?;
    let told = news[0].revents();
    if told.contains(PollFlags::HUP) && !told.contains(PollFlags::IN) {
        // It is told at once, and for ever, when all that had the filter are gone.
        std::thread::sleep(LOOKING);
    }
    Ok(told.contains(PollFlags::IN))
}

/// Room for a kernel that tells more than is known here.
#[repr(C)]
struct Question {
    known: libc::seccomp_notif,
    more: [u64; 32],
}

/// Takes a question and denies what was asked for. Returns the call, unless the one that asked is gone.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn answer(listener: &OwnedFd, heard: &Heard) -> io::Result<Option<u32>> {
    // SAFETY: the structure is plain numbers, and the kernel wants all of them zero.
    let mut question: Question = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel writes its structure, for which there is more than enough room.
    let taken = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_RECV,
            &raw mut question,
        )
    };
    if taken < 0 {
        return gone();
    }
    let call = question.known.data.nr.unsigned_abs();
    let denial = libc::seccomp_notif_resp {
        id: question.known.id,
        val: 0,
        error: -heard.error(call),
        flags: 0,
    };
    // SAFETY: the kernel reads the structure, and nothing is written.
    let sent = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const denial,
        )
    };
    if sent < 0 { gone() } else { Ok(Some(call)) }
}

/// The latest failure of a call about a question: that there is none any more is no error.
fn gone() -> io::Result<Option<u32>> {
    let error = io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EINPROGRESS) => Ok(None),
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
