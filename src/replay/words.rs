//! Texts of `replay`.

use arbitro_records::analysis::JudgedMove;
use arbitro_records::{RecordedFault, ReplayedMatch, Wrong};
use arbitro_rules::Player;
use arbitro_rules::line::Step;
use arbitro_table::texts;
use arbitro_words::{Decimals, Ending, Loser, OfFault};

arbitro_table::room!(pub "words": ReplayMessage);

/// A sentence of `replay`, by its facts.
#[texts("words")]
#[derive(Clone, Copy, Debug)]
pub enum ReplayMessage<'a> {
    // The screen.
    TooSmall { columns: usize, lines: usize },
    MatchOf { number: usize, count: usize },

    // The text below the board.
    Start { plies: usize },
    Ply(Ply<'a>),
    ReadingBoards { read: usize, boards: u64 },
    Playing { pace: Decimals<2> },
    TypedPly(&'a str),
    KeysBelow { has_list: bool },

    // The list of matches.
    Matches(usize),

    // A match, on the screen and in print.
    CannotPlay { ply: u64, player: Player, text: &'a str, why: &'a arbitro_records::RecordMessage },
    Fault { fault: &'a RecordedFault, did: Ending<'a>, why: Option<OfFault<'a>> },
    // Follows the name of a board.
    ToMove(Player),
    Wrote { file: Option<&'a str>, player: &'a str },

    // The program.
    OneMatchOf(usize),
    ListedMatches(u64),
    WrittenUpTo { id: &'a str, ply: u64, why: &'a arbitro_records::RecordMessage },
    Written { matches: u64, files: u64, folder: &'a str },

    // Analyses.
    Stopped { done: u64, all: usize },
    JudgedBy { depth: u32, table_pieces: u8 },
    Worst { mv: &'a JudgedMove, mark: &'a str },
    BoardBefore { player: Player },
}

/// A ply that was played.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    pub(super) ply: usize,
    pub(super) plies: usize,
    pub(super) mv: &'a Step,
    pub(super) taken: usize,
    pub(super) is_crowned: bool,
    pub(super) ms: Option<Decimals<0>>,
}

impl<'a> ReplayMessage<'a> {
    pub fn cannot_play(replayed: &'a ReplayedMatch) -> Option<ReplayMessage<'a>> {
        let Wrong { ply, written, why, .. } = replayed.wrong_move()?;
        Some(ReplayMessage::CannotPlay {
            ply: (*ply)?,
            player: replayed.turn(),
            text: written.as_deref()?,
            why,
        })
    }

    pub fn fault(replayed: &'a ReplayedMatch) -> Option<ReplayMessage<'a>> {
        let fault = replayed.fault.as_ref()?;
        let loser = Some(Loser::Named(&fault.player));
        let did = Ending::Sentence { reason: &fault.reason, loser };
        Some(ReplayMessage::Fault { fault, did, why: replayed.why_lost() })
    }
}
