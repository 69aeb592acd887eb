//! The points of each part, and why.

use super::PartName::{self, Bonus, Builds, Conformance, Limits, Memory, Strength, Warnings};
use super::care::memory;
use super::methods::conformance;
use super::weights::Weights;
use super::{Basis, Part, counted, hundredths, points_text};
use crate::build::{self, Outcome};
use crate::dossier::{self, Dossier, Reading, Rung, StepResult};
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;

/// Every part, in the order of [`PartName::ALL`].
pub(super) fn all(dossier: &Dossier, weights: &Weights) -> Vec<Part> {
    let points = &weights.points;
    let conformance = and_then(&dossier.conformance, |it| {
        conformance(it, &weights.conformance, points.conformance)
    });
    let memory = and_then(&dossier.memory, |it| StepResult::Found(memory(it, weights)));
    let strength = and_then(&dossier.strength, |it| strength(it, weights));
    vec![
        part(Builds, points.builds, builds(dossier)),
        part(Warnings, points.warnings, warnings(dossier, weights)),
        part(Conformance, points.conformance, conformance),
        part(Memory, points.memory, memory),
        part(Strength, points.strength, strength),
        part(Limits, points.limits, limits(dossier, weights)),
        bonus(dossier, points.bonus),
    ]
}

/// A part with its maximum and the points lost, which may exceed it.
fn part(name: PartName, of: f64, found: StepResult<(f64, Said)>) -> Part {
    let of = hundredths(of);
    let (basis, points, why) = match found {
        StepResult::Found((points, why)) => (Basis::Found, points.clamp(0.0, of), why),
        StepResult::NotReached(why) => {
            let why = sentence(&why).around(["Not reached: ", "Non raggiunto: "], ["."; 2]);
            (Basis::NotReached, 0.0, why)
        }
        StepResult::NotDone(why) => {
            let of = points_text(of);
            let begin = [
                "Could not be done, and not its fault: ",
                "Non si è potuto fare, e non è colpa di nessuno: ",
            ];
            let end = [
                format!(". Its {of} points are left out of the total."),
                format!(". I suoi punti ({of}) sono tolti dal totale."),
            ];
            let why = sentence(&why).around(begin, [&end[0], &end[1]]);
            (Basis::NotDone, 0.0, why)
        }
    };
    Part {
        name,
        points: hundredths(points),
        of: if basis == Basis::NotDone { 0.0 } else { of },
        basis,
        why,
    }
}

/// Chains a step onto a known result.
fn and_then<T, U>(
    known: &StepResult<T>,
    follow: impl FnOnce(&T) -> StepResult<U>,
) -> StepResult<U> {
    match known {
        StepResult::Found(found) => follow(found),
        StepResult::NotReached(why) => StepResult::NotReached(sentence(why)),
        StepResult::NotDone(why) => StepResult::NotDone(sentence(why)),
    }
}

/// A reason without its full stop, to be put into a sentence.
fn sentence(why: &Said) -> Said {
    why.map(|it| it.trim().trim_end_matches('.').to_owned())
}

fn builds(dossier: &Dossier) -> StepResult<(f64, Said)> {
    if let StepResult::Found(Reading::Unusable(why)) = &dossier.text {
        let begin = ["It cannot be compiled: ", "Non si può compilare: "];
        return StepResult::Found((0.0, why.said().around(begin, ["."; 2])));
    }
    and_then(&dossier.build, |build| match build.outcome {
        Outcome::Built => {
            StepResult::Found((f64::INFINITY, Said::in_two("It compiles.", "Compila.")))
        }
        Outcome::NotBuilt(why) => {
            StepResult::Found((0.0, why.said().map(|it| format!("{}.", capital(it)))))
        }
    })
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn warnings(dossier: &Dossier, weights: &Weights) -> StepResult<(f64, Said)> {
    let (of, rule) = (weights.points.warnings, &weights.warnings);
    let count = |build: &build::Evidence| match (&build.outcome, &build.warnings) {
        (Outcome::NotBuilt(why), _) => StepResult::NotReached(why.said()),
        (Outcome::Built, None) => StepResult::NotDone(Said::in_two(
            "it was not compiled for warnings",
            "non è stata compilata per i warning",
        )),
        (Outcome::Built, Some(step)) => StepResult::Found(step.warnings),
    };
    and_then(&and_then(&dossier.build, count), |&count| {
        let free = usize::try_from(rule.free).unwrap_or(usize::MAX);
        let lost = count.saturating_sub(free) as f64 * rule.each;
        let how_many = match count {
            0 => Said::in_two("No warnings", "Nessun warning"),
            1 => Said::same("1 warning"),
            many => said!("{many} warnings", "{many} warning"),
        };
        let each = points_text(rule.each);
        let punti = if each == "1" { "punto" } else { "punti" };
        let free = rule.free;
        let what = match (count, free) {
            (0, _) => Said::same(""),
            (_, 0) => said!(", each {each} points", ", {each} {punti} in meno per ciascuno"),
            _ => said!(
                ", each beyond {free} {each} points",
                ", per ciascuno oltre {free} {each} {punti} in meno"
            ),
        };
        let with = Said::in_two(" with -Wall -Wextra", " con -Wall -Wextra");
        let why = Said::joined(&[how_many, with, what, Said::same(".")], "");
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

fn strength(rungs: &[Rung], weights: &Weights) -> StepResult<(f64, Said)> {
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
        said.push(of_rung(rung, matches, forfeited));
    }
    if whole <= 0.0 {
        return StepResult::NotDone(Said::in_two(
            "no match against a reference player was played",
            "non si è giocata nessuna partita contro un giocatore di riferimento",
        ));
    }
    let mut why = Said::joined(&said, "; ").map(|it| format!("{it}."));
    if rungs.iter().any(|it| forfeited(it) > 0) && rule.forfeit > 0.0 {
        let cost = points_text(rule.forfeit);
        let more = said!(
            " Each forfeit also costs {cost} of a won match.",
            " Ogni forfait costa inoltre {cost} di una partita vinta.",
        );
        why = Said::joined(&[why, more], "");
    }
    StepResult::Found((weights.points.strength * got / whole, why))
}

fn of_rung(rung: &Rung, matches: u64, forfeited: u64) -> Said {
    let (won, opponent) = (rung.won, &rung.opponent);
    let vinte = if won == 1 { "vinta" } else { "vinte" };
    let mut line = vec![said!(
        "{won} of {matches} won against {opponent}",
        "{won} {vinte} su {matches} contro {opponent}"
    )];
    let mut also = |count: u64, english: &str, italian: [&str; 2]| {
        if count > 0 {
            let forms = counted(count as usize, [english; 2], italian);
            line.push(forms.map(|it| format!("{count} {it}")));
        }
    };
    also(u64::from(rung.drawn), "drawn", ["patta", "patte"]);
    also(forfeited, "forfeited", ["persa per forfait", "perse per forfait"]);
    Said::joined(&line, ", ")
}

fn all_rungs(dossier: &Dossier) -> impl Iterator<Item = &Rung> {
    let contest = dossier.contest.found().map(|it| &it.matches);
    dossier.strength.found().into_iter().flatten().chain(contest)
}

/// Counts a submission's forfeits for a reason over all matches.
pub(super) fn forfeits(dossier: &Dossier, reason: &str) -> u64 {
    let all = all_rungs(dossier).flat_map(|it| &it.forfeits);
    all.filter(|(it, _)| it == reason).map(|(_, count)| u64::from(*count)).sum()
}

fn limits(dossier: &Dossier, weights: &Weights) -> StepResult<(f64, Said)> {
    let matches: u64 = all_rungs(dossier).map(played).sum();
    if matches == 0 {
        // What kept the submission from playing, if it was the submission.
        return match (&dossier.strength, &dossier.contest) {
            (StepResult::NotReached(why), _) | (_, StepResult::NotReached(why)) => {
                StepResult::NotReached(sentence(why))
            }
            (StepResult::NotDone(why), _) | (_, StepResult::NotDone(why)) => {
                StepResult::NotDone(sentence(why))
            }
            _ => StepResult::NotDone(Said::in_two(
                "no match was played",
                "non è stata giocata nessuna partita",
            )),
        };
    }
    let mut lost = 0.0;
    let mut said = Vec::new();
    let mut lost_for = |reason, each, english, italian: [&str; 2]| {
        let count = forfeits(dossier, reason);
        if count > 0 {
            let cost = count as f64 * each;
            lost += cost;
            let cost = points_text(cost);
            let forms = counted(count as usize, [english; 2], italian);
            said.push(forms.map(|it| format!("{count} {it} (\u{2212}{cost})")));
        }
    };
    lost_for(
        "timeout",
        weights.limits.timeout,
        "lost on time",
        ["persa per il tempo", "perse per il tempo"],
    );
    lost_for(
        "memory",
        weights.limits.memory,
        "lost for using too much memory",
        ["persa per aver usato troppa memoria", "perse per aver usato troppa memoria"],
    );
    let why = if said.is_empty() {
        said!(
            "None of {matches} matches was lost on time or memory.",
            "Partite: {matches}; nessuna persa per il tempo o per la memoria.",
        )
    } else {
        let begin = said!("Of {matches} matches ", "Partite: {matches}; di queste ");
        let all = Said::joined(&said, ", ");
        Said::joined(&[begin, all, Said::same(".")], "")
    };
    StepResult::Found((weights.points.limits - lost, why))
}

/// The tournament bonus, outside the total, so that missing it costs no points.
fn bonus(dossier: &Dossier, of: f64) -> Part {
    let found = and_then(&dossier.contest, |it| {
        let (place, of_all) = (it.place, it.of);
        let place = said!(
            "Place {place} of {of_all} in the tournament of the class",
            "Posto {place} su {of_all} nel torneo del corso",
        );
        let best =
            [": among the best, who get a bonus.", ": fra i migliori, che ricevono un bonus."];
        let other = ["; the bonus is for the best.", "; il bonus è per i migliori."];
        let open = [
            ", equal to others: the teacher decides who of them gets the bonus.",
            ", a pari con altri: chi di loro riceve il bonus lo decide il docente.",
        ];
        let (points, end) = match it.bonus {
            dossier::Bonus::Yes => (of, best),
            dossier::Bonus::Open => (0.0, open),
            dossier::Bonus::No => (0.0, other),
        };
        StepResult::Found((points, place.around([""; 2], end)))
    });
    let mut part = part(Bonus, of, found);
    if let (Basis::NotDone, StepResult::NotDone(why)) = (part.basis, &dossier.contest) {
        let begin = ["There was no tournament: ", "Il torneo non c'è stato: "];
        part.why = sentence(why).around(begin, ["."; 2]);
    }
    part
}
