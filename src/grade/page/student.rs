//! The page of one student.

use maud::{Markup, html};

use super::{checks, fact, handed_in, matches, memory, section, sentence};
use crate::grade::dossier::{Class, Dossier};
use crate::grade::marks::{Basis, Mark, Part, PartName, points_text};
use crate::report::page::charts::bar;
use crate::report::page::words;

/// The width of the bars of points.
const WIDTH: f64 = 120.0;

pub(super) fn page(dossier: &Dossier, mark: &Mark, class: &Class, source: Option<&[u8]>) -> Markup {
    let title = format!("Marking of {}", words::line(&dossier.number, 100));
    let sections = [
        ("marks", "Points"),
        ("handed-in", "Handed in"),
        ("methods", "Methods"),
        ("memory", "Memory"),
        ("matches", "Matches"),
    ];
    let main = html! {
        (section("marks", "Points", &points(mark)))
        (section("handed-in", "Handed in and compiled", &handed_in::section(dossier)))
        (section("methods", "Methods", &checks::section(dossier, class)))
        (section("memory", "Memory", &memory::section(dossier, source)))
        (section("matches", "Matches", &matches::section(dossier)))
    };
    let end = "Everything here was found by running the player.cpp as it was handed in, without its \
               includes and pragmas. Lines are those of that file.";
    super::page(&title, &sections, &heading(dossier, mark), &main, end)
}

fn heading(dossier: &Dossier, mark: &Mark) -> Markup {
    let passed = dossier.conformance.found().map(|all| {
        let passed = all.iter().filter(|it| it.passed()).count();
        format!("{passed} of {}", all.len())
    });
    let faults = dossier.memory.found().map(|it| it.faults.len().to_string());
    let place = dossier.contest.found();
    let place = place.map(|it| format!("{} of {}", it.place, it.of));
    let none = || "–".to_owned();
    html! {
        p .eyebrow { "Marking" }
        h1 { (words::name(&dossier.number)) }
        dl .facts {
            (fact("Points", &format!("{} of {}", points_text(mark.total), points_text(mark.of))))
            (fact("Share", &mark.per_cent().map_or_else(none, |it| format!("{it:.1}\u{a0}%"))))
            (fact("Checks passed", &passed.unwrap_or_else(none)))
            (fact("Memory faults", &faults.unwrap_or_else(none)))
            (fact("Tournament", &place.unwrap_or_else(none)))
        }
        @if let Some(why) = &mark.is_failed {
            div .note role="note" {
                @if mark.is_proposal {
                    p { strong { "Proposed to fail. " } (first_up(&sentence(why))) "." }
                    p {
                        "This is no verdict: a machine found it, and the teacher decides. The points below are "
                        "counted as if it were not so."
                    }
                } @else {
                    p { strong { "Fails. " } (first_up(&sentence(why))) "." }
                }
            }
        }
        @if mark.of <= 0.0 {
            div .note role="note" { p { strong { "Nothing was marked. " } "No step could be done; the reasons are below." } }
        }
    }
}

fn first_up(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn points(mark: &Mark) -> Markup {
    let is_short = mark
        .parts
        .iter()
        .any(|it| it.basis == Basis::NotDone && it.name != PartName::Bonus);
    html! {
        div .box tabindex="0" role="region" aria-labelledby="marks-h" {
            table .marks {
                thead { tr {
                    th scope="col" { "Part" }
                    th scope="col" .n { "Points" }
                    th scope="col" .n { "Of" }
                    th scope="col" .share { span .vh { "Share" } }
                    th scope="col" { "Why" }
                } }
                tbody { @for part in &mark.parts { (row(part)) } }
                tfoot { tr {
                    th scope="row" { "Total" }
                    td .n { (points_text(mark.total)) }
                    td .n { (points_text(mark.of)) }
                    td .share { @if mark.total > 0.0 { (bar(mark.total / mark.of.max(1e-9), WIDTH)) } }
                    td { @if let Some(share) = mark.per_cent() { (format!("{share:.1}\u{a0}%")) } }
                } }
            }
        }
        p .soft .small {
            "Points are rounded to hundredths, part by part; the total is their sum. The bonus comes on top."
            @if is_short { " What could not be done is not in the total, and costs nothing." }
        }
    }
}

fn row(part: &Part) -> Markup {
    let is_extra = part.name == PartName::Bonus;
    html! {
        tr .off[part.basis == Basis::NotDone] {
            th scope="row" { (part.name) }
            td .n { @if part.basis == Basis::NotDone { "–" } @else { (points_text(part.points)) } }
            td .n {
                @if part.basis == Basis::NotDone { "–" }
                @else if is_extra { "+" (points_text(part.of)) }
                @else { (points_text(part.of)) }
            }
            td .share { @if part.points > 0.0 { (bar(part.points / part.of, WIDTH)) } }
            td .reason { (sentence(&part.why)) }
        }
    }
}
