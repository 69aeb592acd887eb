//! Scripts of players that answer by lines.

use rand::RngExt;

use super::{Author, Content, Step, Text, ms};
use crate::simulated::trace::{Died, Exceeded};

impl Author {
    pub(super) fn script_by_lines(&mut self) -> Vec<Step> {
        let reads = !self.one_in(16);
        for _ in 0..=self.terms.ply_limit / 2 {
            if reads && !self.one_in(32) {
                self.steps.push(Step::Await);
            }
            self.think();
            if self.one_in(12) {
                self.err_by_lines();
            }
            self.answer_by_lines();
            if self.one_in(16) {
                self.pause();
                self.err_by_lines();
            }
        }
        std::mem::take(&mut self.steps)
    }

    /// Prints an answer, in one of the ways in which programs do.
    fn answer_by_lines(&mut self) {
        use Step::{Await, Print};
        use Text::{Guess, Head, Legal, Name, Newline, Padded, Tail};
        let steps: &[Step] = match self.random.random_range(0..12) {
            0 => &[Print(Padded)],
            1 | 2 => &[Print(Head), Print(Tail)],
            3 => &[Print(Name), Print(Newline)],
            // The answer to the next block, too.
            4 => &[Print(Legal), Print(Guess), Await],
            _ => &[Print(Legal)],
        };
        for &step in steps {
            self.steps.push(step);
            if self.one_in(4) {
                self.pause();
            }
        }
    }

    /// Does something wrong or strange.
    fn err_by_lines(&mut self) {
        use Step::{Close, CloseOutput, Compute, Create, Die, Exceed, Print, Write};
        use Text::{Broad, Flood, Guess, Head, Legal, Name, Newline, Padded, Wrong};
        let death = Die(self.any(&[Died::Exited, Died::Killed, Died::Exited, Died::ByHost]));
        let limits = [Exceeded::Memory, Exceeded::Output, Exceeded::Folder];
        let (excess, more) = (Exceed(self.any(&limits)), Exceed(self.any(&limits)));
        let long = self.long();
        let (sleep, compute) = (Step::Sleep(long), Compute(long));
        let most = u32::try_from(self.terms.output_bytes.min(1 << 18)).unwrap_or(0);
        let bytes = [10, 65_535, 65_536, 65_537, 140_000, most - 1, most, most + 1];
        let (flood, broad) = (Print(Flood(self.any(&bytes))), Print(Broad(self.any(&bytes))));
        let wrong = Write(Content::Garbage);
        let steps: &[Step] = match self.random.random_range(0..30) {
            0 => &[death],
            1 | 2 => &[Print(Legal), death],
            3 => &[Print(Name), death],
            4 => &[excess],
            5 => &[excess, Print(Legal)],
            6 => &[Print(Legal), excess, more, death],
            7 => &[excess, more, death],
            8 => &[Print(Wrong)],
            9 => &[Print(Guess)],
            10 => &[Print(Newline)],
            11 => &[Print(Padded), Print(Wrong)],
            12 => &[CloseOutput],
            13 => &[Print(Legal), CloseOutput],
            14 => &[Print(Head), CloseOutput, sleep],
            15 => &[Print(Head), sleep],
            16 => &[sleep, Print(Head)],
            17 => &[flood],
            18 => &[flood, Print(Newline)],
            19 => &[Print(Legal), flood, Print(Newline)],
            20 => &[broad],
            // A board file is never a board.
            21 => &[Create(0), wrong, Close, Print(Legal)],
            22 => &[Create(0), wrong, Close, sleep],
            23 => &[Create(2), wrong, Close, death],
            24 => &[Create(0), Print(Head), death],
            25 => &[compute],
            26 => &[compute, Print(Legal)],
            27 => &[sleep, Print(Legal), death],
            28 => &[Print(Legal), compute],
            _ => &[sleep],
        };
        self.steps.extend_from_slice(steps);
        if self.one_in(3) {
            self.steps.push(Step::Sleep(ms(1)));
        }
    }
}
