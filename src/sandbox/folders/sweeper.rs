//! Removes temporary folders when their caller was killed: copies of programs, and the rooms of plain
//! processes. Supervisors have a keeper for that; plain processes have nothing that outlives their caller.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::keeper::plan::KEEPER;

/// The argument by which an executable knows that it is to be a sweeper and no keeper.
pub(crate) const SWEEPER: &str = "sweeper";

/// A process that waits for this one's end.
#[derive(Debug)]
pub(crate) struct Sweeper(Child);

impl Sweeper {
    /// Starts one for the folders of a prefix. To be called before there are any, so that none is left
    /// however soon this process is killed.
    pub(crate) fn start(executable: &Path, prefix: &str) -> io::Result<Sweeper> {
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
pub(super) const NOTHING_LEFT: &[u8] = b"nothing left";
