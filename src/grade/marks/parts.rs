//! The points of each part, and why.

use super::care::memory;
use super::mark::PartName::{
    self, Bonus, Builds, Conformance, Limits, Memory, Rules, Starts, Strength, Warnings,
};
use super::mark::{Basis, Part};
use super::methods::conformance;
use super::reasons::{KindCost, RungScore, Why};
use super::weights::Weights;
use crate::build::{self, BuildFault, Outcome};
use crate::conformance::Finding;
use crate::dossier::{self, Dossier, Reading, RuleFindings, Rung, StepResult};
use crate::points::hundredths;
use crate::words::Statement;

/// Every part, in the order of [`PartName::all`].
pub(super) fn all(dossier: &Dossier, weights: &Weights) -> Vec<Part> {
    let points = &weights.points;
    let strength = dossier.strength.and_then(|it| strength(it, weights));
    let last = [
        part(Strength, points.strength, strength),
        part(Limits, points.limits, limits(dossier, weights)),
        bonus(dossier, points.bonus),
    ];
    let Some(player) = &dossier.player else {
        return of_class(dossier, weights).into_iter().chain(last).collect();
    };
    let starts = match &player.starts {
        StepResult::NotReached(why) => StepResult::Found((0.0, Why::StartsNot(why.clone()))),
        other => other.and_then(|()| StepResult::Found((f64::INFINITY, Why::Starts))),
    };
    let rules = player.rules.and_then(|it| StepResult::Found(rules(it, weights)));
    let first = [part(Starts, points.starts, starts), part(Rules, points.rules, rules)];
    first.into_iter().chain(last).collect()
}

/// The parts that only the class `Player` has.
fn of_class(dossier: &Dossier, weights: &Weights) -> [Part; 4] {
    let points = &weights.points;
    let conformance = dossier
        .conformance
        .and_then(|it| conformance(it, &weights.conformance, points.conformance));
    let findings = dossier.conformance.found().map(Vec::as_slice);
    let memory = match &dossier.memory {
        StepResult::Found(_) if findings.is_some_and(keeps_nothing) => {
            StepResult::NotReached(Statement::KeepsNoBoard)
        }
        other => other.and_then(|it| StepResult::Found(memory(it, findings, weights))),
    };
    [
        part(Builds, points.builds, builds(dossier)),
        part(Warnings, points.warnings, warnings(dossier, weights)),
        part(Conformance, points.conformance, conformance),
        part(Memory, points.memory, memory),
    ]
}

/// Reasons that are paid for as exceeded limits.
const OF_LIMITS: [&str; 2] = ["timeout", "memory"];

/// The price of each kind of forfeit: the first dear, further ones less.
fn rules(found: &RuleFindings, weights: &Weights) -> (f64, Why) {
    let rule = &weights.rules;
    let charged = found.kinds.iter().filter_map(|kind| {
        let reason = kind.record.fault.as_ref()?.reason.clone();
        let first = rule.forfeit.get(&reason).copied().unwrap_or(rule.other);
        let again = f64::from(kind.times.saturating_sub(1)) * first * rule.further;
        let cost = if OF_LIMITS.contains(&&*reason) { 0.0 } else { first + again };
        Some(KindCost { reason, times: kind.times, cost: hundredths(cost) })
    });
    let kinds: Vec<KindCost> = charged.collect();
    let lost: f64 = kinds.iter().map(|kind| kind.cost).sum();
    (weights.points.rules - lost, Why::Rules { matches: played(&found.matches), kinds })
}

/// Checks that show a board in one way each, and checks that need one to be kept.
const SHOWN: [&str; 3] = ["cell/every-kind", "store/every-kind", "init/exact"];
const KEPT: [&str; 6] = [
    "copy/same-boards",
    "assign/same-boards",
    "pop/latest",
    "wins/no-o",
    "recurrence/between",
    "move/first",
];

/// Returns true for a class that does nothing, and so nothing wrong with memory.
fn keeps_nothing(findings: &[Finding]) -> bool {
    let of = |id: &str| findings.iter().find(|finding| finding.id == id);
    SHOWN.into_iter().all(|id| of(id).is_some_and(Finding::is_failure))
        && !KEPT.into_iter().any(|id| of(id).is_some_and(Finding::passed))
}

/// A part with its maximum and the points lost, which may exceed it.
fn part(name: PartName, of: f64, found: StepResult<(f64, Why)>) -> Part {
    let of = hundredths(of);
    let (basis, points, why) = match found {
        StepResult::Found((points, why)) => (Basis::Found, points.clamp(0.0, of), why),
        StepResult::NotReached(why) => (Basis::NotReached, 0.0, Why::NotReached(why)),
        StepResult::NotDone(why) => (Basis::NotDone, 0.0, Why::NotDone { why, of }),
    };
    Part {
        name,
        points: hundredths(points),
        of: if basis == Basis::NotDone { 0.0 } else { of },
        basis,
        why,
    }
}

fn builds(dossier: &Dossier) -> StepResult<(f64, Why)> {
    if let StepResult::Found(Reading::Unusable(why)) = &dossier.text {
        return StepResult::Found((0.0, Why::Unusable(*why)));
    }
    dossier.build.and_then(|build| match build.outcome {
        Outcome::Built => StepResult::Found((f64::INFINITY, Why::Builds)),
        Outcome::NotBuilt(why) => {
            let line = dossier.own_main().filter(|_| why == BuildFault::OwnMain);
            StepResult::Found((
                0.0,
                line.map_or(Why::BuildFails(why), |line| Why::OwnMain { line }),
            ))
        }
    })
}

fn warnings(dossier: &Dossier, weights: &Weights) -> StepResult<(f64, Why)> {
    let (of, rule) = (weights.points.warnings, &weights.warnings);
    let count = |build: &build::Evidence| match (&build.outcome, &build.warnings) {
        (Outcome::NotBuilt(_), _) => StepResult::NotReached(Statement::Build(build.outcome)),
        (Outcome::Built, None) => StepResult::NotDone(Statement::NotCompiledForWarnings),
        (Outcome::Built, Some(step)) => StepResult::Found(step.warnings),
    };
    dossier.build.and_then(count).and_then(|&count| {
        let free = usize::try_from(rule.free).unwrap_or(usize::MAX);
        let lost = count.saturating_sub(free) as f64 * rule.each;
        let each = if of > 0.0 { rule.each } else { 0.0 };
        let why = Why::Warnings { count, free: rule.free, each };
        StepResult::Found((of - lost, why))
    })
}

const fn played(rung: &Rung) -> u64 {
    rung.won as u64 + rung.drawn as u64 + rung.lost as u64
}

fn forfeited(rung: &Rung) -> u64 {
    let counts = rung.forfeits.iter().map(|(_, count)| u64::from(*count));
    counts.sum()
}

fn strength(rungs: &[Rung], weights: &Weights) -> StepResult<(f64, Why)> {
    let rule = &weights.strength;
    let (mut got, mut whole) = (0.0, 0.0);
    let mut scores = Vec::new();
    for (index, rung) in rungs.iter().enumerate() {
        let matches = played(rung);
        let counts = rule.rungs.get(index).or(rule.rungs.last()).copied();
        let Some(counts) = counts.filter(|count| *count > 0.0 && matches > 0) else {
            continue;
        };
        let forfeited = forfeited(rung);
        let points = f64::from(rung.won) + f64::from(rung.drawn) * rule.draw
            - forfeited as f64 * rule.forfeit;
        got += points / matches as f64 * counts;
        whole += counts;
        let (opponent, won, drawn) = (rung.opponent.clone(), rung.won, rung.drawn);
        scores.push(RungScore { opponent, matches, won, drawn, forfeited });
    }
    if whole <= 0.0 {
        return StepResult::NotDone(Statement::NoReferenceMatch);
    }
    let has_forfeits = rungs.iter().any(|rung| forfeited(rung) > 0) && rule.forfeit > 0.0;
    let why = Why::Strength { rungs: scores, forfeit: has_forfeits.then_some(rule.forfeit) };
    StepResult::Found((weights.points.strength * got / whole, why))
}

fn all_rungs(dossier: &Dossier) -> impl Iterator<Item = &Rung> {
    let contest = dossier.contest.found().map(|it| &it.matches);
    let player = dossier.player.as_ref();
    let rules = player.and_then(|player| player.rules.found()).map(|it| &it.matches);
    let strength = dossier.strength.found().into_iter().flatten();
    let is_counted = player.is_some_and(|player| player.is_of_one && rules.is_some());
    strength.chain(contest).filter(move |_| !is_counted).chain(rules)
}

/// Counts a submission's forfeits for a reason over all matches.
pub(super) fn forfeits(dossier: &Dossier, reason: &str) -> u64 {
    let all = all_rungs(dossier).flat_map(|rung| &rung.forfeits);
    all.filter(|(it, _)| it == reason).map(|(_, count)| u64::from(*count)).sum()
}

fn limits(dossier: &Dossier, weights: &Weights) -> StepResult<(f64, Why)> {
    let matches: u64 = all_rungs(dossier).map(played).sum();
    if matches == 0 {
        // What kept the submission from playing, if it was the submission.
        return match (&dossier.strength, &dossier.contest) {
            (StepResult::NotReached(why), _) | (_, StepResult::NotReached(why)) => {
                StepResult::NotReached(why.clone())
            }
            (StepResult::NotDone(why), _) | (_, StepResult::NotDone(why)) => {
                StepResult::NotDone(why.clone())
            }
            _ => StepResult::NotDone(Statement::NoMatch),
        };
    }
    let lost = |reason, each| {
        let count = forfeits(dossier, reason);
        (count, count as f64 * each)
    };
    let timeout = lost("timeout", weights.limits.timeout);
    let memory = lost("memory", weights.limits.memory);
    let points = weights.points.limits - (timeout.1 + memory.1);
    StepResult::Found((points, Why::Limits { matches, timeout, memory }))
}

/// The tournament bonus, outside the total, so that missing it costs no points.
fn bonus(dossier: &Dossier, of: f64) -> Part {
    let found = dossier.contest.and_then(|place| {
        let points = match place.bonus {
            dossier::Bonus::Yes => of,
            dossier::Bonus::Open | dossier::Bonus::No => 0.0,
        };
        let why = Why::Place { place: place.place, of: place.of, bonus: place.bonus };
        StepResult::Found((points, why))
    });
    let mut part = part(Bonus, of, found);
    if let (Basis::NotDone, StepResult::NotDone(why)) = (part.basis, &dossier.contest) {
        part.why = Why::NoTournament(why.clone());
    }
    part
}
