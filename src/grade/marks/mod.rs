//! Marks: points by part for what was found, each with its reason in words.
//!
//! A pure function of the evidence and the weights. What a step could not do leaves the total; what the
//! submission itself prevented earns nothing. Copying and cheating are proposed and never decided: the points
//! are counted as if there were none, and the teacher has the last word.
//!
//! Points of each part are rounded to hundredths, halves away from zero; totals are sums of these.

mod care;
mod causes;
mod mark;
mod methods;
mod parts;
mod reasons;
mod sheet;
mod weights;
mod words;

use super::build::{BuildFault, Outcome};
use super::conformance::FORGED;
use super::dossier::{Class, Dossier, Reading, StepResult};
use super::points::hundredths;
use super::similarity::floor_per_cent;
use super::submissions::Contents;
pub use mark::{Alike, Basis, Changed, Late, Mark, Part, PartName, Person};
pub use reasons::{
    CheckCharge, CheckCounts, Failing, KindCost, MemoryCosts, MethodLoss, RungScore, Why,
};
pub use sheet::{columns, csv, public};
pub use weights::{
    ConformanceRules, DEFAULT_TEXT, Decision, ForfeitRules, LateRules, LikenessRules, LimitRules,
    MemoryRules, PLAYERS_TEXT, Points, StrengthRules, WarningRules, Weights,
};
pub use words::Hidden;
pub(super) use words::{COMMENT, Comment, Faults};

pub fn marks(class: &Class, weights: &Weights) -> Vec<Mark> {
    let of = |dossier: &Dossier| mark(dossier, class, weights);
    class.dossiers.iter().map(of).collect()
}

fn mark(dossier: &Dossier, class: &Class, weights: &Weights) -> Mark {
    let parts = parts::all(dossier, weights);
    let total = hundredths(parts.iter().map(|part| part.points).sum());
    let of = hundredths(parts.iter().filter(|it| it.name != PartName::Bonus).map(|it| it.of).sum());
    let alike = alike(dossier, class, weights);
    let decided = weights.changed(&dossier.number);
    let failing = cannot_pass(dossier).or_else(|| proposal(dossier, &alike, weights));
    Mark {
        number: dossier.number.clone(),
        total: decided.map_or(total, |(points, _)| hundredths(points)),
        changed: decided.map(|(_, decision)| Changed { from: total, why: decision.why.clone() }),
        of,
        failing: failing.filter(|_| decided.is_none()),
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
    if findings.any(|finding| finding.id == FORGED && !finding.passed()) {
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
    let name = |at: usize| likeness.members.get(at).map(|member| member.name.as_str());
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
                why: weights.about_pair(left, right).map(|about_pair| about_pair.why.clone()),
            });
        }
    }
    alike.sort_by(|one, two| {
        let order = two.score.total_cmp(&one.score);
        order.then_with(|| one.number.cmp(&two.number))
    });
    alike
}
