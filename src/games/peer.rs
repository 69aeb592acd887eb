//! The other end of a relay: a program of ours that forwards the answers of a program of rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use arbitro_sandbox::NoAnswer;

use crate::question;

/// A program of ours that is asked. Dropping this ends it if it is a child.
#[derive(Debug)]
pub(crate) struct Peer {
    /// `None` if this process did not start it.
    child: Option<Child>,
    input: File,
    output: BufReader<File>,
    waited: Duration,
}

impl Peer {
    /// Starts a command. What it complains about goes where the caller's own complaints go.
    pub(crate) fn start(command: &mut Command) -> Result<Peer, NoAnswer> {
        let never = |error: io::Error| NoAnswer::NeverBegan(error.to_string());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(never)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.expect("both were asked for");
        Ok(Peer::with(Some(child), OwnedFd::from(input).into(), OwnedFd::from(output).into()))
    }

    /// The program at the other end of a channel.
    pub(crate) fn at(channel: OwnedFd) -> io::Result<Peer> {
        Ok(Peer::with(None, channel.try_clone()?.into(), channel.into()))
    }

    fn with(child: Option<Child>, input: File, output: File) -> Peer {
        Peer { child, input, output: BufReader::new(output), waited: Duration::ZERO }
    }

    /// Writes a question and reads a line of at most `most` bytes.
    pub(crate) fn ask(&mut self, question: &[u8], most: usize) -> Result<Vec<u8>, NoAnswer> {
        let asked = Instant::now();
        let mut line = Vec::new();
        let limit = most as u64 + 1;
        // The time of asking tells the answering side how long this process has waited.
        let sent = question
            .strip_prefix(b"{")
            .map(|rest| [format!("{{\"sent\":{},", question::clock()).as_bytes(), rest].concat());
        let question = sent.as_deref().unwrap_or(question);
        let written = self.input.write_all(question).and_then(|()| self.input.flush());
        let read =
            written.and_then(|()| (&mut self.output).take(limit).read_until(b'\n', &mut line));
        self.waited += asked.elapsed();
        match (read, line.pop()) {
            (Ok(_), Some(b'\n')) => Ok(line),
            (Ok(_), Some(_)) if line.len() >= most => Err(NoAnswer::TooLong(most)),
            _ => Err(self.death()),
        }
    }

    /// The time that all answers took.
    pub(crate) fn waited(&self) -> Duration {
        self.waited
    }

    fn death(&mut self) -> NoAnswer {
        let Some(child) = &mut self.child else { return NoAnswer::Ended };
        // It may live on with its output closed.
        let _ = child.kill();
        match child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => NoAnswer::Exited(code),
                (None, signal) => NoAnswer::Killed(signal.unwrap_or_default()),
            },
            Err(_) => NoAnswer::Ended,
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
