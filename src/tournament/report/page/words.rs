//! Texts of the page, beside the kit's.

use std::borrow::Cow;

use arbitro_html::text::{self, Grouped};
use arbitro_rules::Player;
use arbitro_table::texts;
use arbitro_words::{Decimals, Ending, Label, Language, say};

use crate::{Damage, Format, Points, Share};

arbitro_table::room!(pub(crate) "report/page/words": ReportMessage, ReportLabel);

#[texts("report/page/words")]
#[derive(Clone, Debug)]
pub(super) enum ReportMessage<'a> {
    Title { format: ReportLabel, game: &'a str },
    // The heading.
    Voids(Grouped),
    RepeatedMatches(Grouped),
    Unreadable(Grouped),
    DamagedLines(Grouped),
    DamagedLine { line: u64, damage: Damage },
    MoreLines(usize),
    DamagedPairings(Grouped),

    // The verdict.
    Won { name: &'a str, won: u32, drawn: u32, played: u32, sure: &'a str },
    SureOf { sure: Decimals<0>, next: &'a str },
    GoesOn { matches: Grouped, players: usize, leads: &'a str },
    FirstTogether { names: &'a str, more: usize },
    EndedByForfeit { lost: u32, matches: Grouped, who: &'a str, more: usize },

    // The ranking.
    SortedBy { first: Label, then: &'a str, points: &'a str },
    ThenBy(Label),
    Top(Share),
    CutOff { sure: &'a str },
    HowRated { best: Option<Share>, has_groups: bool },
    Unlinked { groups: usize },
    WithByes(Grouped),

    // The phases of a tournament that grew.
    Dropped(&'a str),
    Replaced { names: &'a str, before: &'a str },
    Added(&'a str),
    MoreMatches(u32),
    MoreRounds(u32),
    FromRound { round: u32, what: &'a str },
    HeatMap(usize),

    // The ends of matches: won by player 1, drawn, won by player 2.
    FirstMove { first: EndingShare, drawn: EndingShare, second: EndingShare },
    DrawShare(Decimals<0>),
    LengthsChart { most: Grouped },
    LengthsAxis { width: u64 },
    Lengths { mean: Decimals<1>, limit: u32 },

    // Time and memory.
    HowTimed { limit: String, start: String },
    Times { median: String, most: String, longest: String },
    OfMemory(String),
    ShareOfLimit(String),

    // A player.
    PointsAndMatches { points: &'a str, matches: Grouped },
    AsPlayer1(u32),
    Players(Grouped),
    OwnDoing { lost: Grouped, how: &'a str },
    InFull(u64),
    MoreLosses(Grouped),

    // A forfeit.
    ForfeitIn { id: u64, round: Option<u32>, ply: u64, player: ReportLabel },
    Repeated { times: usize, first: u64, named: &'a str, more: usize },
    Board(u64),
    BoardBefore { ply: u64, player: ReportLabel },
    FaultyBoard(u64),
    NotWritten(u64),
    AsWritten(u64),
    Undrawable(u64),

    // Settings.
    MoreSeeded(usize),
    Openings(Grouped),
    MaxPlies(Grouped),
}

/// Matches that ended in one way, and their share of all.
#[derive(Clone, Debug)]
pub(super) struct EndingShare {
    matches: Grouped,
    share: String,
}

/// Something that the page has names for.
#[texts("report/page/words")]
#[derive(Clone, Copy, Debug)]
pub(super) enum ReportLabel {
    Format(Format),
    Side(Player),
}

/// Maximum matches of a repeated fault that are named.
const MAX_AGAIN: usize = 12;

/// Says that a fault came again: names the first of the other matches, and counts the rest.
pub(super) fn repeated(first: u64, again: &[u64], language: Language) -> Cow<'static, str> {
    let named: Vec<String> = again.iter().take(MAX_AGAIN).map(ToString::to_string).collect();
    let (times, more) = (again.len() + 1, again.len().saturating_sub(MAX_AGAIN));
    say(&ReportMessage::Repeated { times, first, named: &named.join(", "), more }, language)
}

/// Says how matches without a forfeit ended: won by player 1, drawn, won by player 2.
pub(super) fn first_move(ends: [u64; 3], language: Language) -> Cow<'static, str> {
    let all = ends.iter().sum();
    if all == 0 {
        return ALL_FORFEITS.of(language).into();
    }
    let [first, drawn, second] =
        ends.map(|end| EndingShare { matches: Grouped(end), share: text::share(end, all) });
    say(&ReportMessage::FirstMove { first, drawn, second }, language)
}

/// Says how players are sorted.
pub(super) fn sorted_by(
    first: Label,
    then: &[Label],
    points: Points,
    language: Language,
) -> Cow<'static, str> {
    let then: String = then.iter().map(|&it| say(&ReportMessage::ThenBy(it), language)).collect();
    let points = &points.to_string().replace(',', ", ");
    say(&ReportMessage::SortedBy { first, then: &then, points }, language)
}

/// Describes a reason; an unknown one is shown as it is.
pub(super) fn reason(word: &str, language: Language) -> String {
    text::line(&say(&Ending::Label(word), language), 100)
}

pub fn forfeit(word: &str, language: Language) -> String {
    reason(word, language).trim_start_matches(FORFEIT_LEAD.of(language)).to_owned()
}
