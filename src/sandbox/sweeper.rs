//! Removes the folder of plain processes when their caller was killed. Wardens have a keeper for that;
//! plain processes have nothing that outlives their caller.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use super::keep::KEEPER;

/// The argument by which an executable knows that it is to be a sweeper and no keeper.
pub(super) const SWEEPER: &str = "sweeper";

/// A process that waits for this one's end.
#[derive(Debug)]
pub(super) struct Sweeper(Child);

impl Sweeper {
    /// Starts one for a folder.
    pub(super) fn start(executable: &Path, folder: &Path) -> io::Result<Sweeper> {
        let mut command = Command::new(executable);
        // In a process group of its own: what is typed at a terminal is for the caller alone.
        command
            .arg0(KEEPER)
            .arg(SWEEPER)
            .arg(folder)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        Ok(Sweeper(command.spawn()?))
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Attempts to remove the folder: the caller's programs are ended with it, and may write until they are.
const TRIES: usize = 200;
const BETWEEN: Duration = Duration::from_millis(10);

/// Waits until the caller is gone, whose end of the pipe nothing else holds, and removes the folder.
pub(super) fn sweep(folder: &Path) -> ExitCode {
    // An error is an end too.
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return ExitCode::SUCCESS,
            Err(_) => thread::sleep(BETWEEN),
        }
    }
    ExitCode::FAILURE
}
