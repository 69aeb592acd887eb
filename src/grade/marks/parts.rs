//! The points of each part, and why.

use std::collections::BTreeMap;

use super::weights::{OfConformance, Weights};
use super::{Basis, Part, PartName, hundredths, points_text};
use crate::grade::build::{self, Outcome};
use crate::grade::conformance::{self, Finding, Verdict};
use crate::grade::dossier::{Dossier, Known, Reading, Rung};
use crate::grade::memory::{Kind, MemoryReport};

/// Methods that are named in a reason.
const MOST_NAMED: usize = 8;

/// Every part, in the order of [`PartName::ALL`].
pub(super) fn all(dossier: &Dossier, weights: &Weights) -> Vec<Part> {
    let points = &weights.points;
    let part = |name, of, found: Known<(f64, String)>| part(name, of, found);
    vec![
        part(PartName::Builds, points.builds, builds(dossier)),
        part(
            PartName::Warnings,
            points.warnings,
            warnings(dossier, weights),
        ),
        part(
            PartName::Conformance,
            points.conformance,
            and_then(&dossier.conformance, |it| {
                conformance(it, &weights.conformance, points.conformance)
            }),
        ),
        part(
            PartName::Memory,
            points.memory,
            and_then(&dossier.memory, |it| Known::Found(memory(it, weights))),
        ),
        part(
            PartName::Strength,
            points.strength,
            and_then(&dossier.strength, |it| strength(it, weights)),
        ),
        part(PartName::Limits, points.limits, limits(dossier, weights)),
        bonus(dossier, points.bonus),
    ]
}

/// A part of what could be had and what was lost, which may be more.
fn part(name: PartName, of: f64, found: Known<(f64, String)>) -> Part {
    let of = hundredths(of);
    match found {
        Known::Found((points, why)) => Part {
            name,
            points: hundredths(points.clamp(0.0, of)),
            of,
            basis: Basis::Found,
            why,
        },
        Known::NotReached(why) => Part {
            name,
            points: 0.0,
            of,
            basis: Basis::NotReached,
            why: format!("Not reached: {why}."),
        },
        Known::NotDone(why) => Part {
            name,
            points: 0.0,
            of: 0.0,
            basis: Basis::NotDone,
            why: format!(
                "Could not be done, and nobody is to blame: {why}. Its {} points are taken out of the total.",
                points_text(of)
            ),
        },
    }
}

/// What follows from what is known.
fn and_then<T, U>(known: &Known<T>, follow: impl FnOnce(&T) -> Known<U>) -> Known<U> {
    match known {
        Known::Found(found) => follow(found),
        Known::NotReached(why) => Known::NotReached(sentence(why)),
        Known::NotDone(why) => Known::NotDone(sentence(why)),
    }
}

/// A reason that goes into a sentence, which ends by itself.
fn sentence(why: &str) -> String {
    why.trim().trim_end_matches('.').to_owned()
}

fn builds(dossier: &Dossier) -> Known<(f64, String)> {
    if let Known::Found(Reading::Unusable(why)) = &dossier.text {
        return Known::Found((0.0, format!("It cannot be compiled: {why}.")));
    }
    and_then(&dossier.build, |build| match build.outcome {
        Outcome::Built => Known::Found((f64::INFINITY, "It compiles.".to_owned())),
        Outcome::NotBuilt(why) => Known::Found((0.0, format!("{}.", capital(&why.to_string())))),
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn warnings(dossier: &Dossier, weights: &Weights) -> Known<(f64, String)> {
    let (of, rule) = (weights.points.warnings, &weights.warnings);
    let count = |build: &build::Evidence| match (&build.outcome, &build.warnings) {
        (Outcome::NotBuilt(why), _) => Known::NotReached(why.to_string()),
        (Outcome::Built, None) => Known::NotDone("it was not compiled for warnings".to_owned()),
        (Outcome::Built, Some(step)) => Known::Found(step.warnings),
    };
    and_then(&and_then(&dossier.build, count), |&count| {
        let free = usize::try_from(rule.free).unwrap_or(usize::MAX);
        let lost = count.saturating_sub(free) as f64 * rule.each;
        let how_many = match count {
            0 => "No warnings".to_owned(),
            1 => "1 warning".to_owned(),
            many => format!("{many} warnings"),
        };
        let what = match (count, rule.free) {
            (0, _) => String::new(),
            (_, 0) => format!(", each {} points", points_text(rule.each)),
            (_, free) => format!(", each beyond {free} {} points", points_text(rule.each)),
        };
        let why = format!("{how_many} with -Wall -Wextra{what}.");
        Known::Found((of - lost, why))
    })
}

/// What a check counts.
fn weight(finding: &Finding, weights: &OfConformance) -> f64 {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => finding.id.starts_with(start),
        None => finding.id == pattern,
    };
    let own = weights.weights.iter().filter(|(pattern, _)| fits(pattern));
    match own.max_by_key(|(pattern, _)| pattern.len()) {
        Some((_, weight)) => *weight,
        None => match finding.weight {
            conformance::Weight::Fault => weights.fault,
            conformance::Weight::Notice => weights.notice,
        },
    }
}

fn conformance(findings: &[Finding], weights: &OfConformance, of: f64) -> Known<(f64, String)> {
    let counted: Vec<(&Finding, f64)> = findings
        .iter()
        .map(|it| (it, weight(it, weights)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    let whole: f64 = counted.iter().map(|(_, weight)| weight).sum();
    if whole <= 0.0 {
        return Known::NotDone("no check that counts was made".to_owned());
    }
    let passed = counted.iter().filter(|(it, _)| it.passed());
    let got: f64 = passed.clone().map(|(_, weight)| weight).sum();
    let number = passed.count();
    // The page counts all of them: let nobody look for the difference.
    let that_count = if counted.len() < findings.len() {
        " that count"
    } else {
        ""
    };
    let mut why = if number == counted.len() {
        format!("All {number} checks{that_count} passed")
    } else {
        format!("{number} of {} checks{that_count} passed", counted.len())
    };
    if counted.iter().any(|(_, weight)| *weight != counted[0].1) {
        why.push_str(", some of which count more than others");
    }
    let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
    for (finding, _) in counted.iter().filter(|(it, _)| !it.passed()) {
        *wrong.entry(&finding.method).or_default() += 1;
    }
    let mut wrong: Vec<(&str, usize)> = wrong.into_iter().collect();
    wrong.sort_by_key(|(method, count)| (usize::MAX - count, *method));
    let named: Vec<String> = wrong
        .iter()
        .take(MOST_NAMED)
        .map(|(method, count)| format!("{method} {count}"))
        .collect();
    if !named.is_empty() {
        why.push_str("; not passed: ");
        why.push_str(&named.join(", "));
        if wrong.len() > MOST_NAMED {
            why.push_str(", and others");
        }
    }
    why.push('.');
    let not_run = counted
        .iter()
        .filter(|(it, _)| it.verdict == Verdict::NotRun)
        .count();
    if not_run > 0 {
        why.push_str(&format!(
            " {not_run} of them were not run, because of what happened before, and count as not passed."
        ));
    }
    Known::Found((of * got / whole, why))
}

/// A kind of carelessness, one and many.
pub(in crate::grade) const fn kind_words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::InvalidRead => ("invalid read", "invalid reads"),
        Kind::InvalidWrite => ("invalid write", "invalid writes"),
        Kind::Uninitialised => ("use of a value never set", "uses of values never set"),
        Kind::BadFree => (
            "free of what is not allocated",
            "frees of what is not allocated",
        ),
        Kind::MismatchedFree => ("mismatched new and delete", "mismatched new and delete"),
        Kind::Leak => ("leak", "leaks"),
        Kind::PossibleLeak => ("possible leak", "possible leaks"),
        Kind::Other => ("other fault", "other faults"),
    }
}

fn memory(report: &MemoryReport, weights: &Weights) -> (f64, String) {
    let rule = &weights.memory;
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    for fault in &report.faults {
        *kinds.entry(fault.kind).or_default() += 1;
    }
    let mut lost = 0.0;
    let mut said = Vec::new();
    for (&kind, &count) in &kinds {
        let cost = rule.first(kind) * (1.0 + rule.further * (count - 1) as f64);
        lost += cost;
        let (one, many) = kind_words(kind);
        let what = if count == 1 { one } else { many };
        said.push(format!("{count} {what} (\u{2212}{})", points_text(cost)));
    }
    let unfinished = report.unfinished.len();
    if unfinished > 0 {
        let cost = rule.unfinished * unfinished as f64;
        lost += cost;
        let what = if unfinished == 1 {
            "exercise that broke off"
        } else {
            "exercises that broke off"
        };
        said.push(format!(
            "{unfinished} {what} (\u{2212}{})",
            points_text(cost)
        ));
    }
    let why = if said.is_empty() {
        "Valgrind found no fault.".to_owned()
    } else {
        format!("Valgrind found {}.", said.join(", "))
    };
    (weights.points.memory - lost, why)
}

const fn played(rung: &Rung) -> u64 {
    rung.won as u64 + rung.drawn as u64 + rung.lost as u64
}

fn forfeited(rung: &Rung) -> u64 {
    rung.forfeits
        .iter()
        .map(|(_, count)| u64::from(*count))
        .sum()
}

fn strength(rungs: &[Rung], weights: &Weights) -> Known<(f64, String)> {
    let rule = &weights.strength;
    let (mut got, mut whole) = (0.0, 0.0);
    let mut said = Vec::new();
    for (index, rung) in rungs.iter().enumerate() {
        let matches = played(rung);
        let counts = rule.rungs.get(index).or(rule.rungs.last()).copied();
        let Some(counts) = counts.filter(|it| *it > 0.0 && matches > 0) else {
            continue;
        };
        let forfeited = forfeited(rung);
        let points = f64::from(rung.won) + f64::from(rung.drawn) * rule.draw
            - forfeited as f64 * rule.forfeit;
        let share = (points / matches as f64).clamp(0.0, 1.0);
        got += share * counts;
        whole += counts;
        let mut line = format!("{} of {matches} won against {}", rung.won, rung.opponent);
        if rung.drawn > 0 {
            line.push_str(&format!(", {} drawn", rung.drawn));
        }
        if forfeited > 0 {
            line.push_str(&format!(", {forfeited} forfeited"));
        }
        said.push(line);
    }
    if whole <= 0.0 {
        return Known::NotDone("no match against a reference player was played".to_owned());
    }
    let mut why = format!("{}.", said.join("; "));
    if rungs.iter().any(|it| forfeited(it) > 0) && rule.forfeit > 0.0 {
        why.push_str(&format!(
            " Each forfeit costs {} of a won match besides.",
            points_text(rule.forfeit)
        ));
    }
    Known::Found((weights.points.strength * got / whole, why))
}

/// How often a submission forfeited for a reason, in all its matches.
pub(super) fn forfeits(dossier: &Dossier, reason: &str) -> u64 {
    let ladder = dossier.strength.found().map_or(&[][..], Vec::as_slice);
    let contest = dossier.contest.found().map(|it| &it.matches);
    let all = ladder.iter().chain(contest).flat_map(|it| &it.forfeits);
    all.filter(|(it, _)| it == reason)
        .map(|(_, count)| u64::from(*count))
        .sum()
}

fn limits(dossier: &Dossier, weights: &Weights) -> Known<(f64, String)> {
    let ladder = dossier.strength.found().map_or(&[][..], Vec::as_slice);
    let contest = dossier.contest.found().map(|it| &it.matches);
    let matches: u64 = ladder.iter().chain(contest).map(played).sum();
    if matches == 0 {
        // What kept the submission from playing, if it was the submission.
        return match (&dossier.strength, &dossier.contest) {
            (Known::NotReached(why), _) | (_, Known::NotReached(why)) => {
                Known::NotReached(sentence(why))
            }
            (Known::NotDone(why), _) | (_, Known::NotDone(why)) => Known::NotDone(sentence(why)),
            _ => Known::NotDone("no match was played".to_owned()),
        };
    }
    let rule = &weights.limits;
    let (late, large) = (forfeits(dossier, "timeout"), forfeits(dossier, "memory"));
    let lost = late as f64 * rule.timeout + large as f64 * rule.memory;
    let mut said = Vec::new();
    if late > 0 {
        said.push(format!(
            "{late} lost on time (\u{2212}{})",
            points_text(late as f64 * rule.timeout)
        ));
    }
    if large > 0 {
        said.push(format!(
            "{large} lost for taking too much memory (\u{2212}{})",
            points_text(large as f64 * rule.memory)
        ));
    }
    let why = if said.is_empty() {
        format!("Of {matches} matches none was lost on time or for memory.")
    } else {
        format!("Of {matches} matches {}.", said.join(", "))
    };
    Known::Found((weights.points.limits - lost, why))
}

/// On top, so that nobody misses it who has not got it.
fn bonus(dossier: &Dossier, of: f64) -> Part {
    let found = and_then(&dossier.contest, |it| {
        let place = format!(
            "Place {} of {} in the tournament of the class",
            it.place, it.of
        );
        Known::Found(if it.has_bonus {
            (of, format!("{place}: among the best, who get a bonus."))
        } else {
            (0.0, format!("{place}; the bonus is for the best."))
        })
    });
    let mut part = part(PartName::Bonus, of, found);
    if let (Basis::NotDone, Known::NotDone(why)) = (part.basis, &dossier.contest) {
        part.why = format!("There was no tournament: {}.", sentence(why));
    }
    part
}
