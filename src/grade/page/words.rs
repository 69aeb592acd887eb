//! Texts of the pages.

use arbitro_html::text::Grouped;
use arbitro_sandbox::ToolEnd;
use arbitro_words::Label;

use crate::conformance::Verdict;
use crate::dossier::Place;
use crate::marks::PartName;
use crate::points::points_text;

arbitro_table::room!(pub(super) "page/words": PageMessage);

/// A text of a page with facts in it.
#[arbitro_table::texts("page/words")]
#[derive(Clone, Debug)]
pub(super) enum PageMessage {
    // Counts.
    Bytes(Grouped),
    OtherChecks(Grouped),
    OtherFaults(Grouped),
    Parts(Grouped),
    Times(Grouped),
    Tokens(Grouped),
    Warnings(Grouped),
    // Not listed.
    MoreFailedChecks(usize),
    MoreFiles(Grouped),
    MorePairs(usize),
    MoreParts(usize),
    MorePieces(Grouped),
    TotalsOf(usize),
    // The page of a student.
    MarkingOf(String),
    OutOf { part: String, whole: String },
    Gain { points: String, is_one: bool },
    // What is charged; nothing where another pays for the same cause.
    Cost(Option<String>),
    ChargedAs(String),
    // Where the memory of a fault was freed or allocated.
    BlockAt { line: u64, is_freed: bool },
    ChecksFailed { failed: Grouped, judged: usize },
    PassedBy { passed: usize, all: usize },
    Verdict(Verdict),
    LinesAround(u64),
    NotBegun,
    Ending(ToolEnd),
    // Behind the place.
    OfPlaces { of: u32, points: f64, is_one: bool, won: u32, drawn: u32, lost: u32 },
    // The overview and the pages of pairs.
    Half { marked: usize, points: String, of: String },
    Fail { fail: usize, proposed: usize },
    MostFailed { asks: String, failed: usize, all: usize },
    PointsInSteps(u64),
    NoneSimilar(String),
    NoPair { score: String, tokens: usize },
    // Submissions of which a share is code that is common in the class.
    Crowd { share: String, common: String },
    OfName(String),
    TextOf(String),
}

/// A part's name over a column.
pub(super) const fn short(part: PartName) -> Label {
    match part {
        PartName::Builds => SHORT_BUILDS,
        PartName::Warnings => SHORT_WARNINGS,
        PartName::Conformance => SHORT_CONFORMANCE,
        PartName::Memory => SHORT_MEMORY,
        PartName::Strength => SHORT_STRENGTH,
        PartName::Limits => SHORT_LIMITS,
        PartName::Bonus => SHORT_BONUS,
        PartName::Starts => SHORT_STARTS,
        PartName::Rules => SHORT_RULES,
    }
}

impl PageMessage {
    pub(super) fn gain(points: f64) -> PageMessage {
        let points = points_text(points);
        PageMessage::Gain { is_one: points == "1", points }
    }

    pub(super) fn cost(points: f64) -> PageMessage {
        PageMessage::Cost(Some(points_text(points)).filter(|it| it != "0"))
    }

    pub(super) fn of_places(place: &Place) -> PageMessage {
        let Place { of, points, matches, .. } = place;
        PageMessage::OfPlaces {
            of: *of,
            points: *points,
            is_one: (points - 1.0).abs() < 1e-9,
            won: matches.won,
            drawn: matches.drawn,
            lost: matches.lost,
        }
    }
}
