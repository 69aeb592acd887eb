//! Marks: points by part for what was found, each with its reason in words.
//!
//! A pure function of the evidence and the weights: nothing is read, run or asked of a clock. What a
//! step could not do takes its points out of the total, because the student is not at fault; what the
//! submission itself prevented earns none. Copying and cheating are proposed and never decided: the
//! points are counted as if there were none, and the teacher has the last word.
//!
//! Rounding: the points of each part to hundredths, halves away from zero; totals are sums of these.

mod care;
mod causes;
mod late;
mod methods;
mod parts;
mod sheet;
mod weights;
mod words;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::build::{BuildFault, Outcome};
use super::conformance::FORGED;
use super::dossier::{Class, Course, Dossier, Reading, StepResult};
use super::similarity::floor_per_cent;
use super::submissions::Contents;
pub use late::{Late, Person};
pub(super) use parts::capital;
pub use sheet::{columns, csv, public};
pub use weights::{
    ConformanceRules, DEFAULT_TEXT, Decision, ForfeitRules, LateRules, LikenessRules, LimitRules,
    MemoryRules, PLAYERS_TEXT, Points, StrengthRules, WarningRules, Weights,
};
pub(super) use words::{COMMENT, Comment, Faults};
pub use words::{CheckCounts, Elsewhere, Failing, Hidden, KindCost, MemoryCosts, RungScore, Why};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    pub number: String,
    /// The parts, always all of them and in the same order.
    pub parts: Vec<Part>,
    pub total: f64,
    /// The points that could be had, without the bonus and without what could not be done.
    pub of: f64,
    /// Reason for failing whatever the points; names no other student.
    pub is_failed: Option<Failing>,
    /// Set when failing is a proposal that the teacher has to confirm.
    pub is_proposal: bool,
    pub changed: Option<Changed>,
    /// Submissions above the similarity threshold, most similar first; for the teacher only.
    pub alike: Vec<Alike>,
    /// For the teacher only.
    pub person: Person,
    pub late: Option<Late>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// The total that was found.
    pub from: f64,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub name: PartName,
    pub points: f64,
    /// The points it could give; 0 where it could not be done.
    pub of: f64,
    pub basis: Basis,
    /// Explanation for the student.
    pub why: Why,
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PartName {
    Builds,
    Warnings,
    Conformance,
    Memory,
    Strength,
    Limits,
    Bonus,
    Starts,
    Rules,
}

impl PartName {
    /// Those of the course of the class `Player`.
    pub const CLASS: [PartName; 7] = [
        PartName::Builds,
        PartName::Warnings,
        PartName::Conformance,
        PartName::Memory,
        PartName::Strength,
        PartName::Limits,
        PartName::Bonus,
    ];
    /// Those of players of any game.
    pub const PLAYERS: [PartName; 5] =
        [PartName::Starts, PartName::Rules, PartName::Strength, PartName::Limits, PartName::Bonus];

    pub const fn all(course: &Course) -> &'static [PartName] {
        match course {
            Course::Class => &PartName::CLASS,
            Course::Players(..) => &PartName::PLAYERS,
        }
    }

    /// The word in tables.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Origin of a part's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Evidence of the step.
    Found,
    /// The submission prevented the step.
    NotReached,
    /// The step could not be done, so the part leaves the total.
    NotDone,
}

/// A submission above the similarity threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alike {
    pub number: String,
    pub score: f64,
    /// Set when the teacher acquitted the pair.
    pub is_acquitted: bool,
    /// The teacher's reason, where there is one.
    pub why: Option<String>,
}

/// Number of parts that are told first.
const MAX_GAINS: usize = 3;

impl Mark {
    pub fn part(&self, name: PartName) -> Option<&Part> {
        self.parts.iter().find(|it| it.name == name)
    }

    /// The checks that the points of the methods were computed from.
    pub fn checks(&self) -> Option<&CheckCounts> {
        match &self.part(PartName::Conformance)?.why {
            Why::Checks(counts) => Some(counts),
            _ => None,
        }
    }

    /// The memory faults of each root, by number, with what they cost.
    pub(crate) fn memory_charges(&self) -> Option<&[(Vec<usize>, f64)]> {
        match &self.part(PartName::Memory)?.why {
            Why::Memory(costs) => Some(&costs.charges),
            _ => None,
        }
    }

    /// Why a player of any game does not start.
    pub fn starts_not(&self) -> Option<&Why> {
        let part = self.part(PartName::Starts)?;
        matches!(part.why, Why::StartsNot(_)).then_some(&part.why)
    }

    /// The points without the bonus: those that [`Mark::of`] is the most of.
    pub fn without_bonus(&self) -> f64 {
        hundredths(self.total - self.bonus())
    }

    /// The points that the tournament gave on top.
    pub fn bonus(&self) -> f64 {
        self.part(PartName::Bonus).map_or(0.0, |it| it.points)
    }

    /// Returns the parts that would bring the most points, faults first, and how many each. A submission that
    /// does not compile, or start, has one fault, which also costs what was not reached after it.
    pub fn gains(&self) -> Vec<(&Part, f64)> {
        let is_first = |it: PartName| matches!(it, PartName::Builds | PartName::Starts);
        let begins = self.parts.iter().any(|it| is_first(it.name) && it.points > 0.0);
        let (mut most, mut after) = (Vec::new(), 0.0);
        for part in &self.parts {
            let lost = part.of - part.points;
            match (part.name, part.basis) {
                (PartName::Bonus, _) | (_, Basis::NotDone) => {}
                (name, _) if is_first(name) => most.push((part, lost)),
                (_, Basis::Found) => most.push((part, lost)),
                (_, Basis::NotReached) if begins => most.push((part, lost)),
                (_, Basis::NotReached) => after += lost,
            }
        }
        if let Some(first) = most.iter_mut().find(|it| is_first(it.0.name)) {
            first.1 += after;
        }
        most.retain(|(_, lost)| *lost > 0.0);
        // Faults can be mended; a better strategy is another program.
        let is_fault = |it: &(&Part, f64)| it.0.name != PartName::Strength;
        most.sort_by(|one, two| {
            is_fault(two).cmp(&is_fault(one)).then_with(|| two.1.total_cmp(&one.1))
        });
        most.truncate(MAX_GAINS);
        most
    }

    /// The share of what could be had, without the bonus, in per cent to a tenth; nothing where nothing could
    /// be had.
    pub fn per_cent(&self) -> Option<f64> {
        (self.of > 0.0).then(|| (self.without_bonus() / self.of * 1000.0).round() / 10.0)
    }
}

/// The marks of a class, in the order of its dossiers.
pub fn marks(class: &Class, weights: &Weights) -> Vec<Mark> {
    let of = |dossier: &Dossier| mark(dossier, class, weights);
    class.dossiers.iter().map(of).collect()
}

fn mark(dossier: &Dossier, class: &Class, weights: &Weights) -> Mark {
    let parts = parts::all(dossier, weights);
    let total = hundredths(parts.iter().map(|it| it.points).sum());
    let no_bonus = parts.iter().filter(|it| it.name != PartName::Bonus);
    let of = hundredths(no_bonus.map(|it| it.of).sum());
    let alike = alike(dossier, class, weights);
    let certain = cannot_pass(dossier);
    let is_proposal = certain.is_none();
    let is_failed = certain.or_else(|| proposal(dossier, &alike, weights));
    let decided = weights.changed(&dossier.number);
    let is_failed = is_failed.filter(|_| decided.is_none());
    Mark {
        number: dossier.number.clone(),
        total: decided.map_or(total, |(points, _)| hundredths(points)),
        changed: decided.map(|(_, decision)| Changed { from: total, why: decision.why.clone() }),
        of,
        is_proposal: is_proposal && is_failed.is_some(),
        is_failed,
        alike,
        parts,
        person: Person::default(),
        late: None,
    }
}

/// Returns why the submission does not build, which fails the course, if that is its own fault.
fn cannot_pass(dossier: &Dossier) -> Option<Failing> {
    if !matches!(dossier.layout.found, Contents::Player { .. } | Contents::Folder { .. }) {
        return Some(Failing::NoPlayer(dossier.layout.found.clone()));
    }
    // One that does not start has no points for it.
    if dossier.player.is_some() {
        return None;
    }
    if let StepResult::Found(Reading::Unusable(why)) = &dossier.text {
        return Some(Failing::Unusable(*why));
    }
    match &dossier.build {
        StepResult::Found(build) => match build.outcome {
            Outcome::Built => None,
            Outcome::NotBuilt(why) => {
                let line = dossier.own_main().filter(|_| why == BuildFault::OwnMain);
                Some(line.map_or(Failing::BuildFails(why), |line| Failing::OwnMain { line }))
            }
        },
        StepResult::NotReached(why) => Some(Failing::NotCompiled(why.clone())),
        StepResult::NotDone(_) => None,
    }
}

/// The reason to propose failing, if there is one.
fn proposal(dossier: &Dossier, alike: &[Alike], weights: &Weights) -> Option<Failing> {
    if let Some(most) = alike.iter().find(|it| !it.is_acquitted) {
        let score = floor_per_cent(most.score);
        let limit = floor_per_cent(weights.likeness.threshold);
        return Some(Failing::Similar { score, limit });
    }
    if weights.pardons(&dossier.number) {
        return None;
    }
    let mut findings = dossier.conformance.found().into_iter().flatten();
    if findings.any(|it| it.id == FORGED && !it.passed()) {
        return Some(Failing::Forged);
    }
    let times = parts::forfeits(dossier, "cheating");
    (times > 0).then_some(Failing::Cheated { times })
}

/// The submissions that one is too similar to, the most similar first.
fn alike(dossier: &Dossier, class: &Class, weights: &Weights) -> Vec<Alike> {
    let Some(likeness) = class.likeness.found() else {
        return Vec::new();
    };
    let name = |at: usize| likeness.members.get(at).map(|it| it.name.as_str());
    let mut alike = Vec::new();
    for pair in &likeness.pairs {
        let (Some(left), Some(right)) = (name(pair.left), name(pair.right)) else {
            continue;
        };
        let other = match &dossier.number {
            it if it == left => right,
            it if it == right => left,
            _ => continue,
        };
        if pair.score >= weights.likeness.threshold {
            alike.push(Alike {
                number: other.to_owned(),
                score: pair.score,
                is_acquitted: weights.acquits(left, right),
                why: weights.about_pair(left, right).map(|it| it.why.clone()),
            });
        }
    }
    alike.sort_by(|one, two| {
        let order = two.score.total_cmp(&one.score);
        order.then_with(|| one.number.cmp(&two.number))
    });
    alike
}

/// Rounds to hundredths, halves away from zero, with a tolerance for the error of summed doubles.
fn hundredths(points: f64) -> f64 {
    let whole = points * 100.0;
    let rounded = (whole + whole.signum() * 1e-7).round() / 100.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Formats points without trailing zeros.
pub(crate) fn points_text(points: f64) -> String {
    let text = format!("{:.2}", hundredths(points));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
