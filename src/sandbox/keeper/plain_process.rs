//! A program as a plain process, for machines that give nothing better: started by the caller itself,
//! with neither keeper nor supervisor, and by means that every Linux has.
//!
//! It is for trusted programs: it can do what its caller can.

use std::io::{self, PipeWriter};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::thread;

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, WaitOptions, getpid, kill_process,
    kill_process_group, waitid, waitpid,
};
use tempfile::TempDir;

use super::ended::Ended;
use super::plan::{FOLDER, Limits, Order};
use super::supervisor;
use crate::meter::processes::Place;
use crate::walls::confine::{self, ProcessLimits};

#[derive(Debug)]
pub(crate) struct Plain {
    room: TempDir,
    state: State,
    ended: Arc<OnceLock<Ended>>,
    /// True if its caller killed it.
    is_killed: bool,
}

#[derive(Debug)]
enum State {
    /// It does not run yet. The writer is closed when it has ended.
    Prepared(Box<(Command, PipeWriter)>),
    Running(Pid),
    Nothing,
}

impl Plain {
    /// Makes the program's folder in `room` and prepares the process. Besides it returns a descriptor
    /// that is readable when the process has ended.
    pub(super) fn prepare(
        order: &Order,
        room: TempDir,
        streams: &[OwnedFd],
    ) -> io::Result<(Plain, OwnedFd)> {
        supervisor::furnish(&order.plan.files, room.path(), None)?;
        let folder = room.path().join(FOLDER);
        let mut command = supervisor::command(&order.plan, &folder, streams)?;
        command.current_dir(folder).process_group(0);
        limit_before_exec(&mut command, order.plan.limits);
        let (exit_pipe, alive) = io::pipe()?;
        let plain = Plain {
            room,
            state: State::Prepared(Box::new((command, alive))),
            ended: Arc::default(),
            is_killed: false,
        };
        Ok((plain, exit_pipe.into()))
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.room.path().join(FOLDER)
    }

    pub(crate) fn room(&self) -> &Path {
        self.room.path()
    }

    /// Starts the process, and a thread that waits for its end.
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        let state = std::mem::replace(&mut self.state, State::Nothing);
        let State::Prepared(prepared) = state else {
            self.state = state;
            return Ok(());
        };
        let (mut command, alive) = *prepared;
        match command.spawn() {
            Ok(child) => {
                let pid = Pid::from_child(&child);
                self.state = State::Running(pid);
                let ended = Arc::clone(&self.ended);
                thread::Builder::new().name("waits for a player".into()).spawn(move || {
                    let _ = ended.set(wait_for(pid));
                    // Only now: a caller that is told of the end also finds how it ended.
                    drop(alive);
                })?;
            }
            // The program's own trouble: the caller learns it as its end.
            Err(error) => {
                let _ = self.ended.set(Ended::NeverBegan(error.to_string()));
            }
        }
        Ok(())
    }

    /// Returns the place where its first process is found.
    pub(crate) fn place(&self) -> Place {
        match self.state {
            State::Running(pid) => Place::Itself(pid.as_raw_nonzero().get().unsigned_abs()),
            State::Prepared(_) | State::Nothing => Place::Nowhere,
        }
    }

    /// Kills it with its process group.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.is_killed = true;
        let State::Running(pid) = self.state else {
            // It never begins any more, unless it has tried to already.
            self.state = State::Nothing;
            let _ = self.ended.set(Ended::Ended);
            return Ok(());
        };
        // The process id stays taken until `drop`.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
        Ok(())
    }

    /// Returns its end; after its end was told.
    pub(crate) fn ended(&self) -> Ended {
        match self.ended.get() {
            Some(Ended::Killed(libc::SIGKILL)) if self.is_killed => Ended::Ended,
            Some(ended) => ended.clone(),
            None => Ended::Ended,
        }
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        let _ = self.kill();
        if let State::Running(pid) = self.state {
            let _ = rustix::io::retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty()));
        }
    }
}

/// Waits until a process has ended, and leaves it a zombie: its number must stay taken as long as
/// signals may still be sent to it.
fn wait_for(pid: Pid) -> Ended {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let status = loop {
        match waitid(WaitId::Pid(pid), options) {
            Ok(Some(status)) => break status,
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return Ended::Ended,
        }
    };
    // What it left behind in its group is killed, too.
    let _ = kill_process_group(pid, Signal::KILL);
    let code = WaitIdStatus::exit_status(&status);
    let signal = WaitIdStatus::terminating_signal(&status);
    match (code, signal) {
        (Some(code), _) => Ended::Exited(code),
        (None, Some(signal)) => Ended::Killed(signal),
        (None, None) => Ended::Ended,
    }
}

/// Has the child limit itself, and die with the thread that starts it.
#[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
fn limit_before_exec(command: &mut Command, limits: Limits) {
    let caller = getpid();
    let act = move || {
        supervisor::reset_signals();
        supervisor::die_with(caller)?;
        confine::limit(&limits, false, ProcessLimits::default())
    };
    // SAFETY: between fork and exec only system calls are made; nothing is allocated and no lock is
    // taken.
    unsafe { command.pre_exec(act) };
}
