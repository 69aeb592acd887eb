//! Removes temporary folders when their caller was killed: copies of programs, and the rooms of plain
//! processes. Wardens have a keeper for that; plain processes have nothing that outlives their caller.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, getppid};

use super::keep::KEEPER;
use super::scratch::sweep_all;

/// The argument by which an executable knows that it is to be a sweeper and no keeper.
pub(super) const SWEEPER: &str = "sweeper";

/// A process that waits for this one's end.
#[derive(Debug)]
pub(super) struct Sweeper(Child);

impl Sweeper {
    /// Starts one for the folders of a prefix. To be called before there are any, so that none is left
    /// however soon this process is killed.
    pub(super) fn start(executable: &Path, prefix: &str) -> io::Result<Sweeper> {
        let mut command = Command::new(executable);
        // In a process group of its own: what is typed at a terminal is for the caller alone.
        command
            .arg0(KEEPER)
            .arg(SWEEPER)
            .arg(std::process::id().to_string())
            .arg(prefix)
            // Of the surroundings it needs to know where temporary files are.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        Ok(Sweeper(command.spawn()?))
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            let _ = pipe.write_all(NOTHING_LEFT);
        }
        let _ = self.0.wait();
    }
}

/// The word of a caller that has removed its folders itself.
const NOTHING_LEFT: &[u8] = b"nothing left";

/// Attempts to remove the folders: the caller's programs are ended with it, and may write until they are.
const TRIES: usize = 200;
const BETWEEN: Duration = Duration::from_millis(10);

/// Waits until the caller is gone, and removes folders that are locked by no process any more. `words` are the
/// caller's id and the prefix.
pub(super) fn sweep(words: &[OsString]) -> ExitCode {
    let mut said = Vec::new();
    // An error is an end too.
    let _ = io::stdin().read_to_end(&mut said);
    if said == NOTHING_LEFT {
        return ExitCode::SUCCESS;
    }
    let word = |at: usize| words.get(at).and_then(|it| it.to_str());
    let caller = word(0).and_then(|it| it.parse().ok());
    let Some(prefix) = word(1).filter(|it| !it.is_empty()) else {
        return ExitCode::FAILURE;
    };
    let is_swept = (0..TRIES).any(|_| {
        // A process closes the pipe and lets go of its locks one after the other, and is then a parent no
        // more.
        let is_gone = getppid().map(Pid::as_raw_pid) != caller;
        let is_swept = is_gone && sweep_all(prefix);
        if !is_swept {
            thread::sleep(BETWEEN);
        }
        is_swept
    });
    ExitCode::from(u8::from(!is_swept))
}
