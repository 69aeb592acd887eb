//! Texts for players of a ladder.

use arbitro_table::texts;
use arbitro_words::{Count, Ending, OfFault};

use crate::TrialFault;
use crate::report::Interval;

arbitro_table::room!(pub(super) "ladder/feedback/words": Headline, LadderMessage);

/// The verdict in a sentence. `on` is the version that plays all the same.
#[texts("ladder/feedback/words")]
pub(super) enum Headline<'a> {
    Plays { version: &'a str, slow: bool },
    Falters { version: &'a str },
    Fails { name: &'a str, side: u8, on: Option<&'a str> },
    Untried { version: &'a str, why: &'a str },
    LeftOut { name: &'a str, why: &'a str, on: Option<&'a str> },
    Rests { name: &'a str },
    Tried { name: &'a str, on: Option<&'a str> },
}

#[texts("ladder/feedback/words")]
pub(super) enum LadderMessage<'a> {
    Fault {
        side: u8,
        ply: u64,
        what: &'a TrialFault,
    },
    Before(u64),
    Wrote(u64),
    Place {
        rank: usize,
        of: usize,
    },
    Number(usize),
    Older(usize),
    Version {
        name: &'a str,
        elo: &'a str,
        reach: &'a Interval,
        games: Count,
        score: &'a str,
        forfeits: u32,
    },
    Unrated {
        name: &'a str,
    },
    Lost {
        id: &'a str,
        side: u8,
        opponent: Option<String>,
        did: Ending<'a>,
        why: Option<OfFault<'a>>,
    },
    // The folder of the boards and the output.
    Evidence(&'a str),
    // What was tried, for Gradescope.
    Side(u8),
}
