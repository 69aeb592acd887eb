//! What the page says, beside the kit's texts.

mod en;
mod fr;
mod it;

use crate::rating::Hypothesis;
use crate::{Damage, Format, Points, Share};
use arbitro_html::text;
use arbitro_records::analysis::Value;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Ending, Language, say};

/// A text that is always the same; where a name, a number or a link goes on, a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    // heading
    Report,
    Players,
    Matches,
    Plies,
    LostByForfeit,
    Seed,
    State,
    Complete,
    Incomplete,
    NotComplete,
    Void,
    Repeated,
    Torn,
    LastLineTorn,
    NotShown,
    Damaged,
    SequentialTestOf,
    // frame
    Format(Format),
    ToRanking,
    Sections,
    Ranking,
    CrossTable,
    Endings,
    Effort,
    Play,
    Settings,
    MadeFrom,
    CheckedWith,
    // ranking
    BestFirst,
    Place,
    Player,
    Points,
    Played,
    Won,
    Drawn,
    Lost,
    Forfeits,
    Group,
    RatingInterval,
    AboveNext,
    NotComparable,
    NoMatch,
    AllPoints,
    RoundsSurvived,
    PointsPerMatch,
    Direct,
    Sb,
    Buchholz,
    RoundsHead,
    PerMatch,
    HeadToHead,
    SonnebornBerger,
    BuchholzMeaning,
    // cross_table
    HowToRead,
    CellsAre,
    NumbersIn,
    RowAgainstColumn,
    Itself,
    AllLost,
    AllWon,
    // endings
    HowEnded,
    NoneEnded,
    Reasons,
    MatchesByReason,
    Reason,
    Share,
    Chart,
    OtherReason,
    MovingFirst,
    HowLong,
    LengthsHistogram,
    // effort
    HowExact,
    Median,
    Longest,
    TimesChart,
    CpuTime,
    Memory,
    // play
    HowJudged,
    PlayCaption,
    Judged,
    Kept,
    LostPerMove,
    Blunders,
    Exact,
    WorstMoves,
    HowWorstAreShown,
    ShowsThem,
    PlayedMove,
    MoveSeparator,
    NotDrawable,
    // player
    HowPlayersAreShown,
    By,
    MetNone,
    AgainstEach,
    Against,
    AgainstWhomIn,
    Losses,
    OtherLosses,
    LostMatches,
    Match,
    Round,
    Opponent,
    PlayedAs,
    // forfeit
    Side(Player),
    RecordSaysNoMore,
    NotReplayable,
    CheckIt,
    EvidenceIn,
    Written,
    ForfeitLead,
    // about
    SettingsAndPlayers,
    LeftOut,
    Protection,
    BegunBy,
    Seeding,
    MoreOpeningsIn,
    Programs,
    HowProgramsAreListed,
    Name,
    Author,
    Fingerprint,
    FoundIn,
    Bundled,
    Game,
    FormatHead,
    MatchesOfPair,
    Rounds,
    Challenger,
    Colours,
    Openings,
    PointsForResults,
    MoveTime,
    StartTime,
    CpuLimit,
    NoCpuLimit,
    DrawAfter,
    SequentialTest,
    MarkedBest,
}

/// A text with facts in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phrase<'a> {
    Title { format: Format, game: GameId },
    // The heading. Matches are still open, perhaps an unknown number.
    StillOpen(Option<u64>),
    Voids(u64),
    RepeatedMatches(u64),
    Unreadable(u64),
    DamagedLines(u64),
    DamagedLine { line: u64, damage: Damage },
    MoreLines(usize),
    Sequential { llr: f64, decision: Option<Hypothesis> },

    // The ranking.
    SortedBy { first: Label, then: &'a [Label], points: Points },
    Top(Share),
    HowRated { best: Option<Share>, has_groups: bool },
    Unlinked { groups: usize },
    WithByes(u64),
    HeatMap(usize),

    // The ends of matches: won by player 1, drawn, won by player 2.
    FirstMove([u64; 3]),
    DrawShare(f64),
    LengthsChart { most: u64 },
    LengthsAxis { width: u64 },
    Lengths { mean: f64, limit: u32 },

    // Time in milliseconds, memory in KiB.
    HowTimed { limit: f64, start: f64 },
    Times([f64; 3]),
    OfMemory(u64),
    ShareOfLimit { kib: u64, limit_kib: u64 },

    // Quality of play. Terms are depths of search, and pieces of endgame tables.
    Compared { terms: &'a [(u32, u8)], matches: u64, all: u64 },
    Interval { low: f64, high: f64 },
    Undrawn(u64),
    MatchBefore { id: u64, ply: usize },
    MatchPly { id: u64, ply: usize },
    SideAgainst(Player),
    Better { better: Value, played: Value },
    ToMove(Player),

    // A player.
    PointsAndMatches { points: &'a str, matches: u64 },
    AsPlayer1(u32),
    Players(u64),
    OwnDoing { lost: u64, how: &'a str },
    InFull(u64),
    MoreLosses(u64),

    // A forfeit.
    ForfeitIn { id: u64, round: Option<u32>, ply: u64, player: Player },
    Repeated { first: u64, again: &'a [u64] },
    Board(u64),
    BoardBefore { ply: u64, player: Player },
    FaultyBoard(u64),
    NotWritten(u64),
    AsWritten(u64),
    Undrawable(u64),

    // Settings.
    MoreSeeded(usize),
    Openings(u64),
    MaxPlies(u32),
}

arbitro_words::messages! {
    Label: label;
    Phrase<'_>: phrase;
}

/// Maximum matches of a repeated fault that are named.
const MAX_AGAIN: usize = 12;

/// Lists the first matches of a repeated fault, and counts the others.
fn listed(again: &[u64]) -> (String, usize) {
    let named: Vec<String> = again.iter().take(MAX_AGAIN).map(ToString::to_string).collect();
    (named.join(", "), again.len().saturating_sub(MAX_AGAIN))
}

fn spaced(points: Points) -> String {
    points.to_string().replace(',', ", ")
}

/// Describes a reason; an unknown one is shown as it is.
pub(super) fn reason(word: &str, language: Language) -> String {
    text::line(&say(&Ending::Label(word), language), 40)
}

/// Describes a forfeit.
pub fn forfeit(word: &str, language: Language) -> String {
    let lead = say(&Label::ForfeitLead, language);
    reason(word, language).trim_start_matches(&*lead).to_owned()
}
