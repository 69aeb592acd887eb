//! Counts matches, and limits what is printed about those of one file.

use std::io;
use std::path::Path;

use anyhow::Result;

use arbitro_records::SourceKind;

use crate::match_args::MatchArgs;
use crate::printer::{Printer, Tone, shown};
use crate::words::{self, VerifyMessage};
use arbitro_cli::exit::Exit;

/// Maximum findings that are printed of a file: more of them help no reader.
const MAX_FINDINGS: u64 = 20;

/// The matches of one file: how many are right, and what is printed of them.
pub(crate) struct Findings {
    matches: u64,
    right: u64,
    printed: Printed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    All,
    /// All that are right, and the first findings.
    First,
    /// One line for the whole file.
    Total,
}

impl Findings {
    pub(crate) fn new(kind: SourceKind, args: &MatchArgs, output: &Printer) -> Findings {
        let printed = match () {
            () if output.json || args.id.is_some() || kind == SourceKind::Boards => Printed::All,
            () if output.quiet => Printed::Total,
            () if output.all => Printed::All,
            () => Printed::First,
        };
        Findings { matches: 0, right: 0, printed }
    }

    /// Counts a match; returns true if it must be printed.
    pub(crate) fn count(&mut self, is_right: bool) -> bool {
        self.matches += 1;
        self.right += u64::from(is_right);
        match self.printed {
            Printed::All => true,
            Printed::First => is_right || self.matches - self.right <= MAX_FINDINGS,
            Printed::Total => false,
        }
    }

    /// Prints what is left to say of the file.
    pub(crate) fn tell(&self, path: &Path, output: &mut Printer) -> io::Result<()> {
        let Findings { matches, right, printed } = *self;
        match printed {
            Printed::Total => {
                let (tone, word) = if right == matches {
                    (Tone::Good, words::RIGHT)
                } else {
                    (Tone::Bad, words::WRONG)
                };
                output.verdict(
                    &shown(path),
                    tone,
                    &word,
                    &VerifyMessage::ValidOf { right, matches },
                )
            }
            Printed::First if matches - right > MAX_FINDINGS => {
                output.tell(&VerifyMessage::MoreFindings(matches - right - MAX_FINDINGS))
            }
            Printed::First | Printed::All => Ok(()),
        }
    }
}

/// Totals over all matches.
#[derive(Debug, Default)]
pub(crate) struct MatchTotals {
    matches: u64,
    plies: u64,
    wrong: u64,
    pub(crate) not_judged: u64,
    pub(crate) without_moves: u64,
}

impl MatchTotals {
    /// Prints totals, if there was more than one match.
    pub(crate) fn tell(self, output: &mut Printer) -> Result<()> {
        let MatchTotals { matches, plies, wrong, not_judged, without_moves } = self;
        if matches + not_judged + without_moves <= 1 || output.json {
            return Ok(());
        }
        let totals = VerifyMessage::Totals { matches, plies, wrong, not_judged, without_moves };
        Ok(output.tell(&totals)?)
    }

    pub(crate) fn count(&mut self, plies: u64, is_right: bool) -> Exit {
        self.matches += 1;
        self.plies += plies;
        if is_right {
            Exit::Yes
        } else {
            self.wrong += 1;
            Exit::No
        }
    }
}
