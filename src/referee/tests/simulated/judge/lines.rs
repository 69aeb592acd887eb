//! "Bots that answer with a move": players that answer by lines.

use std::time::Duration;

use arbitro_rules::Reason;
use arbitro_rules::line::Line;

use super::{BoardRead, Branch, Court, Ruling, Turn, ended};
use crate::simulated::side::Side;
use crate::simulated::trace::{Act, Read, Slip, Verdict, What};

/// "So is a line over 64 KiB".
const LONGEST: usize = 64 * 1024;

/// The output of a player.
#[derive(Clone, Debug, Default)]
pub(in crate::simulated) struct Voice {
    /// Each line, and whether its newline came; only the last may be without.
    lines: Vec<(Vec<u8>, bool)>,
    pub(in crate::simulated) bytes: u64,
    pub(in crate::simulated) is_closed: bool,
    /// The blocks that it was asked.
    blocks: usize,
}

impl Voice {
    pub(in crate::simulated) fn print(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        for &byte in bytes {
            if self.lines.last().is_none_or(|it| it.1) {
                self.lines.push((Vec::new(), false));
            }
            let Some((line, is_whole)) = self.lines.last_mut() else { continue };
            match byte {
                b'\n' => *is_whole = true,
                _ => line.push(byte),
            }
        }
    }

    /// Asks one block more; returns true if its answer is there already.
    pub(super) fn ask(&mut self) -> bool {
        self.blocks += 1;
        self.answer().is_some()
    }

    /// "Its k-th line answers its k-th block".
    pub(super) fn answer(&self) -> Option<&[u8]> {
        let (line, is_whole) = self.lines.get(self.blocks.checked_sub(1)?)?;
        (*is_whole || line.len() > LONGEST).then_some(line)
    }
}

impl Side {
    /// The slip told of a player without a line that was late or died.
    pub(super) fn voice_slip(&self, reason: Reason) -> Option<Slip> {
        let voice = &self.voice;
        if !matches!(reason, Reason::Timeout | Reason::Crash | Reason::Exited)
            || voice.answer().is_some()
        {
            return None;
        }
        if voice.lines.len() >= voice.blocks {
            return Some(Slip::Unfinished);
        }
        match () {
            () if !self.names.is_empty() => Some(Slip::File),
            // "An output that a living bot closed".
            () if self.death.is_some() => None,
            () if voice.is_closed => Some(Slip::Closed),
            () => Some(Slip::Silent),
        }
    }
}

impl Turn {
    pub(super) fn line_branch(&self, side: &Side) -> Branch {
        match () {
            () if side.death.is_some() => Branch::LineBeforeDeath,
            () if self.is_early => Branch::EarlyLineCounted,
            () => Branch::LineCounted,
        }
    }
}

/// "A turn is a block of lines": the ply, the milliseconds, the moves so far; the names of the legal moves; the
/// number of the board's lines, and the board.
pub(super) fn is_block(text: &str, line: &dyn Line, allowed: Duration) -> bool {
    let mut lines = text.lines();
    let mut head = lines.next().unwrap_or_default().split(' ');
    let mut is_next = |number: u128| head.next() == Some(&*number.to_string());
    let is_head = is_next(line.plies() as u128 + 1)
        && is_next(allowed.as_millis())
        && head.count() == line.plies();
    let mut names: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let mut legal: Vec<String> = line.legal().iter().map(|key| line.step(*key).text).collect();
    names.sort_unstable();
    legal.sort_unstable();
    let many = lines.next().unwrap_or_default().to_owned();
    let rows: Vec<&str> = lines.collect();
    is_head
        && names == legal
        && many == rows.len().to_string()
        && rows.join("\n") == line.board(line.plies())
        && text.ends_with('\n')
}

impl Court<'_> {
    /// Watches a turn for a line.
    pub(super) fn listen(&mut self, turn: &mut Turn, what: &What) {
        let now = self.now;
        let is_over_time = self.is_over_time(turn);
        let side = self.side(turn.player);
        match what {
            What::Delays { by } => turn.delays += *by,
            What::Does { player, act: Act::Prints { .. } }
                if *player == turn.player
                    && turn.due.is_none()
                    && side.voice.answer().is_some() =>
            {
                turn.due = Some(now);
                turn.used_at_answer = side.used;
            }
            // The referee has read all that was printed.
            What::RulesQuestions { player, .. }
                if *player == turn.player && turn.seen.is_none() =>
            {
                if let Some(line) = side.voice.answer() {
                    let read = Read::Bytes(line.into());
                    let excess = side.excess(is_over_time.0, false);
                    turn.seen = Some(BoardRead { read, excess });
                }
            }
            _ => {}
        }
    }

    /// Judges the line that counts, and plays its move: "the name of a legal move", "CR and blanks around it are
    /// tolerated".
    pub(super) fn play_line(
        &self,
        turn: &Turn,
        line: &mut dyn Line,
        read: &Read,
        branches: &mut Vec<Branch>,
    ) -> Result<(), Ruling> {
        let Read::Bytes(bytes) = read else { return Err(Ruling::Breach("no line was read")) };
        let text = String::from_utf8_lossy(bytes);
        let name = text.trim_matches([' ', '\t', '\r']);
        let is_long = bytes.len() > LONGEST;
        let legal = line.legal().into_iter().find(|key| line.step(*key).text == name);
        let Some(key) = legal.filter(|_| !is_long) else {
            branches.push(match () {
                () if is_long => Branch::LongLine,
                () if turn.is_early => Branch::EarlyLineWrong,
                () => Branch::WrongLine,
            });
            let (player, ply, reason) = (turn.player, turn.answer - 1, Reason::IllegalMove);
            let slip = turn.is_early.then_some(Slip::Early);
            return Err(Ruling::Law(Verdict::Forfeit { player, ply, reason, slip }));
        };
        line.play(key);
        ended(line, branches)
    }
}
