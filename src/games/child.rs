//! A program of rules as a child of the caller: in the caller's own sandbox, or a program of ours that
//! contains it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use arbitro_sandbox::{NoAnswer, Plan};

/// A program that this process does not limit. Dropping this ends it.
#[derive(Debug)]
pub(crate) struct ChildDialogue {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl ChildDialogue {
    /// Starts the program in the caller's sandbox, as if it were alone there.
    pub(crate) fn begin(plan: &Plan) -> Result<ChildDialogue, NoAnswer> {
        // In the caller's folder its files would be taken for the caller's. A shell changes it: `current_dir` in a
        // static program makes a pair of sockets, which the sandbox denies.
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", r#"cd / && exec "$0" "$@""#])
            .arg(&plan.program)
            .args(&plan.args)
            .env_clear()
            .envs(plan.variables.iter().map(|(name, value)| (name, value)));
        ChildDialogue::begin_with(&mut command)
    }

    /// Starts a command. What it complains about goes where the caller's own complaints go.
    pub(crate) fn begin_with(command: &mut Command) -> Result<ChildDialogue, NoAnswer> {
        let never = |error: io::Error| NoAnswer::NeverBegan(error.to_string());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(never)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.expect("both were asked for");
        Ok(ChildDialogue { child, input, output: BufReader::new(output) })
    }

    /// Writes a question, which a pipe can hold, and reads a line of at most `most` bytes.
    pub(crate) fn ask(&mut self, question: &[u8], most: usize) -> Result<Vec<u8>, NoAnswer> {
        let mut line = Vec::new();
        let limit = most as u64 + 1;
        let written = self.input.write_all(question).and_then(|()| self.input.flush());
        let read =
            written.and_then(|()| (&mut self.output).take(limit).read_until(b'\n', &mut line));
        match (read, line.pop()) {
            (Ok(_), Some(b'\n')) => Ok(line),
            (Ok(_), Some(_)) if line.len() >= most => Err(NoAnswer::TooLong(most)),
            _ => Err(self.death()),
        }
    }

    fn death(&mut self) -> NoAnswer {
        // It may live on with its output closed.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => NoAnswer::Exited(code),
                (None, signal) => NoAnswer::Killed(signal.unwrap_or_default()),
            },
            Err(_) => NoAnswer::Ended,
        }
    }
}

impl Drop for ChildDialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
