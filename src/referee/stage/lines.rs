//! A player that answers by lines: questions go to its standard input, and each line of its standard output is an
//! answer.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};

use super::PrintedLine;
use crate::slip::Slip;
use arbitro_rules::judge::MAX_ANSWER;
use arbitro_rules::plain_text::one_line;

/// Bytes that are read at once: as many as a pipe holds.
const AT_ONCE: usize = 64 << 10;

/// Bytes that a player has not read, above which no question is added: several of the longest.
const MAX_UNSENT: usize = 4 << 20;

/// Maximum bytes kept of the beginning of what a player was asked or answered, and of its end.
const MAX_KEPT: usize = 64 << 10;
/// Stands for what is between.
const CUT: &[u8; 7] = b"\n[...]\n";

const MAX_TOLD: usize = 80;

/// The ends of a player's pipes.
#[derive(Debug)]
pub(crate) struct Lines {
    /// `None` once the player has closed it.
    input: Option<OwnedFd>,
    output: OwnedFd,
    /// The rest that does not fit into the pipe yet.
    unsent: Vec<u8>,
    /// Its output, from its answer to the latest question on.
    heard: Vec<u8>,
    /// Of that, the bytes that were there before the question.
    early: usize,
    /// True once it was asked something.
    is_asked: bool,
    is_closed: bool,
    bytes: u64,
    /// The questions and the answers.
    transcripts: [HeadAndTail; 2],
}

/// The beginning and the end of a text.
#[derive(Debug, Default)]
struct HeadAndTail(Vec<u8>);

impl HeadAndTail {
    fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        if self.0.len() > 2 * MAX_KEPT {
            let end = self.0.len() - MAX_KEPT;
            self.0.splice(MAX_KEPT..end, *CUT);
        }
    }
}

impl Lines {
    /// Opens the pipes; returns the player's input and output, too.
    pub(crate) fn open() -> io::Result<(Lines, [OwnedFd; 2])> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let ((read, input), (output, write)) = (pipe()?, pipe()?);
        for ours in [&input, &output] {
            rustix::io::ioctl_fionbio(ours, true)?;
        }
        let lines = Lines {
            input: Some(input),
            output,
            unsent: Vec::new(),
            heard: Vec::new(),
            early: 0,
            is_asked: false,
            is_closed: false,
            bytes: 0,
            transcripts: Default::default(),
        };
        Ok((lines, [read, write]))
    }

    /// The ends where something may happen: output, input.
    pub(crate) fn ends(&self) -> (BorrowedFd<'_>, Option<BorrowedFd<'_>>) {
        (self.output.as_fd(), self.input.as_ref().map(AsFd::as_fd))
    }

    /// Asks for the next answer; all that was printed before must have been heard.
    pub(crate) fn ask(&mut self, block: &str) -> io::Result<()> {
        let answered = self.heard.iter().position(|&it| it == b'\n').map_or(0, |end| end + 1);
        if self.is_asked {
            self.heard.drain(..answered);
        }
        self.is_asked = true;
        self.early = self.heard.len();
        // One that answers without reading gets no more of what it does not read.
        if self.unsent.len() < MAX_UNSENT {
            self.unsent.extend_from_slice(block.as_bytes());
        }
        self.transcripts[0].add(block.as_bytes());
        self.send()
    }

    /// Sends what fits into the pipe. A player need not read it.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        while let Some(input) = self.input.as_ref().filter(|_| !self.unsent.is_empty()) {
            match rustix::io::write(input, &self.unsent) {
                Ok(length) => drop(self.unsent.drain(..length)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => {
                    self.input = None;
                    self.unsent.clear();
                }
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// Hears some of what was printed, at most so many bytes in all; returns true if there may be more.
    pub(crate) fn hear(&mut self, most: u64) -> io::Result<bool> {
        let most = most.saturating_sub(self.bytes);
        let room = usize::try_from(most).unwrap_or(usize::MAX).min(AT_ONCE);
        if room == 0 || self.is_closed {
            return Ok(false);
        }
        let mut bytes = vec![0; room];
        match rustix::io::read(&self.output, &mut bytes) {
            Ok(0) => self.is_closed = true,
            Ok(length) => {
                self.heard.extend_from_slice(&bytes[..length]);
                self.transcripts[1].add(&bytes[..length]);
                self.bytes += length as u64;
                return Ok(true);
            }
            Err(Errno::AGAIN) => {}
            Err(Errno::INTR) => return Ok(true),
            Err(errno) => return Err(errno.into()),
        }
        Ok(false)
    }

    /// Returns its answer to the latest question, if that is whole, or too long to be one.
    pub(crate) fn answer_line(&self) -> Option<PrintedLine> {
        let end = self.heard.iter().position(|&it| it == b'\n');
        let is_too_long = end.unwrap_or(self.heard.len()) > MAX_ANSWER;
        let end = end.or_else(|| is_too_long.then_some(MAX_ANSWER + 1))?;
        // Its newline was there, or it was too long already.
        let is_early = self.early > end.min(MAX_ANSWER);
        Some(PrintedLine { bytes: self.heard[..end].to_vec(), is_early })
    }

    /// Its slip, if it gave no answer. It may have written a board file.
    pub(crate) fn slip(&self, wrote: impl Fn() -> bool) -> Option<Slip> {
        // One that answered may have used too much.
        self.answer_line().is_none().then(|| match &*self.heard {
            // Before its output: that of a dead player is always closed.
            [] if wrote() => Slip::File,
            [] if self.is_closed => Slip::Closed,
            [] => Slip::Silent,
            heard => Slip::Unfinished { read: one_line(&String::from_utf8_lossy(heard), MAX_TOLD) },
        })
    }

    /// The beginning and the end of what it was asked, and of what it answered.
    pub(crate) fn transcripts(&self) -> [Vec<u8>; 2] {
        self.transcripts.each_ref().map(|each_ref| each_ref.0.clone())
    }

    /// The bytes that it printed, heard or not.
    pub(crate) fn printed(&self) -> io::Result<u64> {
        Ok(self.bytes + rustix::io::ioctl_fionread(&self.output)?)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// A player that was asked once after it printed `before`, and printed `after` then. Its output is returned, open.
    fn asked(before: &[u8], after: &[u8]) -> (Lines, OwnedFd) {
        let (mut lines, [_, output]) = Lines::open().unwrap();
        let print = |lines: &mut Lines, bytes: &[u8]| {
            for part in bytes.chunks(AT_ONCE / 2) {
                rustix::io::write(&output, part).unwrap();
                while lines.hear(u64::MAX).unwrap() {}
            }
        };
        print(&mut lines, before);
        lines.ask("1 1000\n").unwrap();
        print(&mut lines, after);
        (lines, output)
    }

    #[test]
    fn a_whole_line_is_no_slip() {
        let slip = |printed: &[u8]| asked(b"", printed).0.slip(|| false);
        let read = "a1".to_owned();
        assert_eq!(slip(b"a1"), Some(Slip::Unfinished { read }));
        assert_eq!(slip(b""), Some(Slip::Silent));
        assert_eq!(slip(b"a1\n"), None);
        assert_eq!(slip(&[b'x'; MAX_ANSWER + 1]), None);
    }

    #[test]
    fn a_line_is_early_if_its_end_came_before_its_question() {
        let is_early =
            |before: &[u8], after| asked(before, after).0.answer_line().unwrap().is_early;
        assert!(is_early(b"a1\n", b""));
        assert!(!is_early(b"a", b"1\n"));
        assert!(!is_early(b"a1", b"\n"));
        assert!(!is_early(b"", b"a1\n"));
        let long = [b'x'; MAX_ANSWER + 1];
        assert!(is_early(&long, b""), "it is too long already");
        assert!(!is_early(&long[1..], b"x"));
    }

    #[test]
    fn a_board_file_is_told_of_a_player_whose_output_is_closed_as_that_of_a_dead_one() {
        let (mut lines, output) = asked(b"", b"");
        assert_eq!(lines.slip(|| true), Some(Slip::File));
        drop(output);
        while lines.hear(u64::MAX).unwrap() {}
        assert_eq!(lines.slip(|| false), Some(Slip::Closed));
        assert_eq!(lines.slip(|| true), Some(Slip::File));
    }

    #[test]
    fn a_player_that_reads_nothing_takes_little_memory_and_holds_nobody_up() {
        let (mut lines, [_input, _output]) = Lines::open().unwrap();
        let block = "x".repeat(1 << 20);
        for _ in 0..20 {
            lines.ask(&block).unwrap();
        }
        assert!(lines.unsent.len() < MAX_UNSENT + block.len());
        let [asked, _] = lines.transcripts();
        assert_eq!(asked.len(), 2 * MAX_KEPT + CUT.len());
    }
}
