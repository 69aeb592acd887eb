//! What marks say.

mod en;
mod it;

use arbitro_rules::plain_text::one_line;
use arbitro_words::{Language, Message};
use serde::{Deserialize, Serialize};

use super::{Late, Mark, PartName, points_text};
use crate::build::BuildFault;
use crate::dossier::Bonus;
use crate::memory::FaultKind;
use crate::source::Unusable;
use crate::submissions::Contents;
use crate::words::{Statement, messages};

/// Why a part has its points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    NotReached(Statement),
    NotDone {
        why: Statement,
        of: f64,
    },
    Unusable(Unusable),
    Builds,
    BuildFails(BuildFault),
    OwnMain {
        line: usize,
    },
    // `each` costs so much, beyond the free ones.
    Warnings {
        count: usize,
        free: u32,
        each: f64,
    },
    Checks(Box<CheckCounts>),
    // The kinds of faults, how many of each and their cost; the faults of one root, with its cost.
    Memory {
        faults: Vec<(FaultKind, usize, f64)>,
        charges: Vec<(Vec<usize>, f64)>,
        unfinished: (usize, f64),
    },
    // `forfeit` is the cost of one, if there were any.
    Strength {
        rungs: Vec<RungScore>,
        forfeit: Option<f64>,
    },
    // Matches lost on time and for memory, and their cost.
    Limits {
        matches: u64,
        timeout: (u64, f64),
        memory: (u64, f64),
    },
    Place {
        place: u32,
        of: u32,
        bonus: Bonus,
    },
    NoTournament(Statement),
}

/// The checks that the points of the methods were computed from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckCounts {
    pub passed: usize,
    pub judged: usize,
    /// Set when some count more than others.
    pub are_weighed: bool,
    /// The methods with failed checks, how many, and the points lost; the most points first. One that lost none
    /// fails for the cause of another.
    pub wrong: Vec<(String, usize, f64)>,
    /// What each failed check costs, by its name.
    pub charged: Vec<(String, f64)>,
    /// The share of a method that exceptions have at most, if that bounds them.
    pub exceptions: Option<f64>,
    pub not_run: usize,
    /// The wrong methods for which checks of others could not be judged, how many, and the points lost; the most
    /// points first.
    pub because_of: Vec<(String, usize, f64)>,
}

/// Maximum methods named in a reason.
const MAX_NAMED: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RungScore {
    pub opponent: String,
    pub matches: u64,
    pub won: u32,
    pub drawn: u32,
    pub forfeited: u64,
}

/// Why a submission fails whatever its points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failing {
    NoPlayer(Contents),
    Unusable(Unusable),
    BuildFails(BuildFault),
    OwnMain { line: usize },
    NotCompiled(Statement),
    // Per cent of the shorter one, and the limit.
    Similar { score: f64, limit: f64 },
    Forged,
    Cheated { times: u64 },
}

/// Memory faults of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faults(pub(crate) FaultKind, pub(crate) usize);

/// The comment on a mark in Moodle's worksheet: the points, and what would bring the most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment<'a>(pub(crate) &'a Mark);

/// Beginnings of comments, by which those of an earlier run are known.
pub(crate) const COMMENTS: [&str; 2] = [en::COMMENT, it::COMMENT];

/// Letters of each reason in a comment.
const MAX_REASON: usize = 160;

messages! {
    Why: why;
    Failing: failing;
    Faults: faults;
    PartName: part;
    Late: late;
    Comment<'_>: comment;
}

/// A text cut behind one of its items, if it is longer than so many letters.
fn cut_at_item(text: &str, most: usize) -> String {
    let whole = one_line(text, usize::MAX);
    let Some((end, _)) = whole.char_indices().nth(most) else {
        return whole;
    };
    let items = [", ", "; ", ". "].into_iter().filter_map(|it| whole[..end].rfind(it));
    match items.max() {
        Some(end) => format!("{} ...", &whole[..=end].trim_end_matches([',', ';', ' '])),
        None => one_line(text, most),
    }
}

/// A reason without its full stop, to be put into a sentence.
fn open(why: &Statement, language: Language) -> String {
    why.words(language).trim().trim_end_matches('.').to_owned()
}

/// The bonus and the cost of being late, as a comment has them behind the points.
fn besides(mark: &Mark, language: Language) -> String {
    let mut text = String::new();
    if mark.bonus() > 0.0 {
        text += &format!(" + {} bonus", points_text(mark.bonus()));
    }
    if let Some(late) = &mark.late {
        text += &format!("; {}", late.words(language));
        if late.cost > 0.0 {
            text += &format!(" (\u{2212}{})", points_text(late.cost));
        }
    }
    text
}

fn gains(mark: &Mark, language: Language) -> String {
    let gains = mark.gains();
    let gains = (1..).zip(&gains).map(|(number, (part, lost))| {
        let (name, lost) = (part.name.words(language), points_text(*lost));
        let why = cut_at_item(&part.why.words(language), MAX_REASON);
        format!(" ({number}) {name} +{lost}: {why}")
    });
    gains.collect()
}
