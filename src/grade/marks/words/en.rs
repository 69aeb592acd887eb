//! English.

use arbitro_words::{Language, counted, say};

use super::super::{Late, PartName, capital, points_text};
use super::{
    CheckCounts, Comment, Failing, Faults, MAX_NAMED, RungScore, Why, besides, gains, open,
};
use crate::conformance::method_in;
use crate::dossier::Bonus;
use crate::memory::FaultKind;

pub(super) const COMMENT: &str = "Points: ";

const ENGLISH: Language = Language::English;

pub(super) fn why(why: &Why) -> String {
    match why {
        Why::NotReached(why) => format!("Not reached: {}.", open(why, ENGLISH)),
        Why::NotDone { why, of } => format!(
            "Could not be done, and not its fault: {}. Its {} points are left out of the total.",
            open(why, ENGLISH),
            points_text(*of)
        ),
        Why::Unusable(why) => format!("It cannot be compiled: {}.", say(why, ENGLISH)),
        Why::Builds => "It compiles.".into(),
        Why::OwnMain { line } => format!(
            "It defines main, at line {line}, which player.cpp must not do; without it the program can be built, and all else judged."
        ),
        Why::BuildFails(fault) => format!("{}.", capital(&say(fault, ENGLISH))),
        Why::Warnings { count, free, each } => warnings(*count, *free, *each),
        Why::Checks(counts) => checks(counts),
        Why::Memory { faults: all, unfinished: (unfinished, cost), .. } => {
            let costs = |count: usize, what: &str, cost: f64| match points_text(cost).as_str() {
                "0" => format!("{count} {what} (of the same cause)"),
                cost => format!("{count} {what} (\u{2212}{cost})"),
            };
            let all = all.iter();
            let all =
                all.map(|&(kind, count, cost)| costs(count, faults(&Faults(kind, count)), cost));
            let mut all: Vec<String> = all.collect();
            match unfinished {
                0 if *cost <= 0.0 => {}
                0 => all.push(format!(
                    "nothing in what came after a crash (\u{2212}{})",
                    points_text(*cost)
                )),
                1 => all.push(costs(1, "unfinished exercise", *cost)),
                &many => all.push(costs(many, "unfinished exercises", *cost)),
            }
            if all.is_empty() {
                "Valgrind found no errors.".into()
            } else {
                format!("Valgrind found {}.", all.join(", "))
            }
        }
        Why::Strength { rungs, forfeit } => {
            let rungs: Vec<String> = rungs.iter().map(rung).collect();
            let cost = forfeit.map(|cost| {
                format!(" Each forfeit also costs {} of a won match.", points_text(cost))
            });
            format!("{}.{}", rungs.join("; "), cost.unwrap_or_default())
        }
        Why::Limits { matches, timeout, memory } => {
            let lost = |(count, cost): (u64, f64), what: &str| {
                (count > 0).then(|| format!("{count} {what} (\u{2212}{})", points_text(cost)))
            };
            let lost =
                [lost(*timeout, "lost on time"), lost(*memory, "lost for using too much memory")];
            let lost = Vec::from_iter(lost.into_iter().flatten());
            if lost.is_empty() {
                format!(
                    "None of {} was lost on time or memory.",
                    counted(*matches, "match", "matches")
                )
            } else {
                format!("Of {} {}.", counted(*matches, "match", "matches"), lost.join(", "))
            }
        }
        Why::Place { place, of, bonus } => {
            let end = match bonus {
                Bonus::Yes => ": among the best, who get a bonus.",
                Bonus::Open => ", equal to others: the teacher decides who of them gets the bonus.",
                Bonus::No => "; the bonus is for the best.",
            };
            format!("Place {place} of {of} in the tournament of the class{end}")
        }
        Why::NoTournament(why) => format!("There was no tournament: {}.", open(why, ENGLISH)),
    }
}

fn warnings(count: usize, free: u32, each: f64) -> String {
    let how_many = match count {
        0 => "No warnings".to_owned(),
        1 => "1 warning".to_owned(),
        many => format!("{many} warnings"),
    };
    let each = points_text(each);
    let cost = match (count, free) {
        (0, _) => String::new(),
        (_, 0) => format!(", each {each} points"),
        _ => format!(", each beyond {free} {each} points"),
    };
    format!("{how_many} with -Wall -Wextra{cost}.")
}

fn checks(counts: &CheckCounts) -> String {
    let CheckCounts { passed, judged, because_of, .. } = counts;
    let mut why = if passed == judged {
        format!("All {judged} checks passed")
    } else {
        format!("{passed} of {judged} checks passed")
    };
    if counts.are_weighed {
        why += ", some of which count more than others";
    }
    if !counts.wrong.is_empty() {
        let named = counts
            .wrong
            .iter()
            .take(MAX_NAMED)
            .map(|(method, count, lost)| cost(&method_in(method, ENGLISH), *count, *lost));
        why += "; not passed: ";
        why += &named.collect::<Vec<_>>().join(", ");
        if counts.wrong.len() > MAX_NAMED {
            why += ", and others";
        }
    }
    why += ".";
    if passed != judged {
        why += " Each method counts the same, however many checks it has";
        if let Some(share) = counts.exceptions {
            let most = points_text(share * 100.0);
            why += &format!(
                "; the calls that must throw index_out_of_bounds are at most {most} % of it"
            );
        }
        why += ".";
    }
    if counts.not_run > 0 {
        why += &format!(
            " {} of them were not run, because of what happened before, and count as failed.",
            counts.not_run
        );
    }
    if !because_of.is_empty() {
        let named = because_of.iter().map(|(method, count, lost)| cost(method, *count, *lost));
        let named = named.collect::<Vec<_>>().join(", ");
        why += &format!(
            " Not judged, because they need a method that is wrong, and so without points: {named}."
        );
    }
    why
}

/// Failed checks of a method, and the points that they cost, or that another method is charged.
fn cost(method: &str, count: usize, lost: f64) -> String {
    match points_text(lost).as_str() {
        "0" => format!("{method} {count} (of the same cause)"),
        lost => format!("{method} {count} (\u{2212}{lost})"),
    }
}

fn rung(RungScore { opponent, matches, won, drawn, forfeited }: &RungScore) -> String {
    let mut line = format!("{won} of {matches} won against {opponent}");
    if *drawn > 0 {
        line += &format!(", {drawn} drawn");
    }
    if *forfeited > 0 {
        line += &format!(", {forfeited} forfeited");
    }
    line
}

pub(super) fn failing(why: &Failing) -> String {
    match why {
        Failing::NoPlayer(found) => format!("nothing can be marked: {}", say(found, ENGLISH)),
        Failing::Unusable(why) => format!("it cannot be compiled: {}", say(why, ENGLISH)),
        Failing::OwnMain { line } => {
            format!("it defines main, at line {line}, which player.cpp must not do")
        }
        Failing::BuildFails(fault) => say(fault, ENGLISH).into_owned(),
        Failing::NotCompiled(why) => format!("it was not compiled: {}", say(why, ENGLISH)),
        Failing::Similar { score, limit } => format!(
            "it is too similar to another submission: {score} % of the shorter one, and the limit is {limit} %; if one is a copy, both fail"
        ),
        Failing::Forged => {
            "it forged results of the program that checks its methods: that is meant to deceive, and fails the whole project".into()
        }
        Failing::Cheated { times } => {
            let times = if *times == 1 { "once" } else { "more than once" };
            format!(
                "it lost a match by cheating, {times}: files meant to deceive the referee fail the whole project"
            )
        }
    }
}

pub(super) fn faults(Faults(kind, count): &Faults) -> &'static str {
    let [one, many] = match kind {
        FaultKind::InvalidRead => ["invalid read", "invalid reads"],
        FaultKind::InvalidWrite => ["invalid write", "invalid writes"],
        FaultKind::NullPointer => ["null pointer followed", "null pointers followed"],
        FaultKind::Uninitialised => {
            ["use of an uninitialised value", "uses of uninitialised values"]
        }
        FaultKind::BadFree => ["invalid free", "invalid frees"],
        FaultKind::MismatchedFree => ["mismatched new and delete"; 2],
        FaultKind::Leak => ["leak", "leaks"],
        FaultKind::PossibleLeak => ["possible leak", "possible leaks"],
        FaultKind::Other => ["other error", "other errors"],
    };
    if *count == 1 { one } else { many }
}

pub(super) fn part(part: &PartName) -> &'static str {
    match part {
        PartName::Builds => "Compiles",
        PartName::Warnings => "Without warnings",
        PartName::Conformance => "Correct methods",
        PartName::Memory => "Care with memory",
        PartName::Strength => "Strategy",
        PartName::Limits => "Time and memory in matches",
        PartName::Bonus => "Tournament bonus",
    }
}

pub(super) fn late(Late { days, cost }: &Late) -> String {
    let late = if *days == 1 { "1 day late".to_owned() } else { format!("{days} days late") };
    if *cost > 0.0 { late } else { format!("{late}, which costs nothing") }
}

pub(super) fn comment(Comment(mark): &Comment<'_>) -> String {
    let (points, of) = (points_text(mark.without_bonus()), points_text(mark.of));
    let begin = format!("{COMMENT}{points} of {of}{}.", besides(mark, ENGLISH));
    match gains(mark, ENGLISH) {
        none if none.is_empty() => begin,
        gains => format!("{begin} Most to gain:{gains}"),
    }
}
