//! The page of the class, for the teacher alone.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{fact, likeness, section, sentence, unknown};
use crate::grade::dossier::Class;
use crate::grade::marks::{Basis, Mark, Part, PartName, points_text};
use crate::report::page::charts::{bar, columns};
use crate::report::page::words;

/// Checks that are listed, those that most fail.
const MOST_CHECKS: usize = 40;

pub(super) fn page(class: &Class, marks: &[Mark]) -> Markup {
    let sections = [
        ("marks", "Marks"),
        ("histograms", "How they are spread"),
        ("checks", "Checks"),
        ("likeness", "Likeness"),
        ("not-done", "Not done"),
    ];
    let main = html! {
        (section("marks", "Marks", &table(marks)))
        (section("histograms", "How the points are spread", &histograms(marks)))
        (section("checks", "The checks that most submissions fail", &checks(class)))
        (section("likeness", "Likeness", &likeness::section(class, marks)))
        (section("not-done", "What could not be done", &not_done(class, marks)))
    };
    let end =
        "For the teacher: this page names everybody. The students’ own pages name nobody else.";
    let heading = heading(class, marks);
    super::page("Overview of the class", &sections, &heading, &main, end)
}

fn heading(class: &Class, marks: &[Mark]) -> Markup {
    let fails = |is_proposal: bool| {
        let those = marks
            .iter()
            .filter(|it| it.is_failed.is_some() && it.is_proposal == is_proposal);
        those.count().to_string()
    };
    let median = median(marks.iter().filter(|it| it.of > 0.0).map(|it| it.total));
    html! {
        p .eyebrow { "Marking run" }
        h1 { "Overview of the class" }
        dl .facts {
            (fact("Submissions", &marks.len().to_string()))
            (fact("Median of the points", &median.map_or_else(|| "–".to_owned(), points_text)))
            (fact("Fail", &fails(false)))
            (fact("Proposed to fail", &fails(true)))
            (fact("No submission", &class.left_out.len().to_string()))
        }
        @if !class.remarks.is_empty() {
            div .note role="note" {
                p { strong { "Not everything could be done." } }
                ul .plain { @for remark in &class.remarks { li { (sentence(remark)) } } }
            }
        }
    }
}

/// The one in the middle, or between the two.
fn median(points: impl Iterator<Item = f64>) -> Option<f64> {
    let mut all: Vec<f64> = points.collect();
    all.sort_by(f64::total_cmp);
    let (low, high) = (
        all.get(all.len().checked_sub(1)? / 2)?,
        all.get(all.len() / 2)?,
    );
    Some(f64::midpoint(*low, *high))
}

/// The number of a submission, leading to the student's page where it can be a folder's name.
pub(super) fn link(number: &str) -> Markup {
    html! {
        @if is_plain(number) { a href=(format!("students/{number}/index.html")) { (words::name(number)) } }
        @else { (words::name(number)) }
    }
}

/// Whether a number is made of what numbers are made of.
pub(super) fn is_plain(number: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    !number.is_empty() && number.chars().all(is_fine)
}

fn table(marks: &[Mark]) -> Markup {
    html! {
        p { "By number; a click on a heading sorts. A part that could not be done is a dash, and not in the total." }
        div .box tabindex="0" role="region" aria-labelledby="marks-h" {
            table .sort {
                thead { tr {
                    th scope="col" { "Number" }
                    th scope="col" .n { "Total" }
                    th scope="col" .n { "Of" }
                    th scope="col" .n { "Share" }
                    @for name in PartName::ALL { th scope="col" .n title=(name) { (short(name)) } }
                    th scope="col" { "Remarks" }
                } }
                tbody { @for mark in marks { (row(mark)) } }
            }
        }
    }
}

const fn short(name: PartName) -> &'static str {
    match name {
        PartName::Builds => "Compiles",
        PartName::Warnings => "Warnings",
        PartName::Conformance => "Methods",
        PartName::Memory => "Memory",
        PartName::Strength => "Strategy",
        PartName::Limits => "Limits",
        PartName::Bonus => "Bonus",
    }
}

fn row(mark: &Mark) -> Markup {
    let share = mark.per_cent();
    html! {
        tr {
            th scope="row" { (link(&mark.number)) }
            td .n data-v=(mark.total) { strong { (points_text(mark.total)) } }
            td .n data-v=(mark.of) { (points_text(mark.of)) }
            td .n data-v=(share.unwrap_or(-1.0)) {
                @match share { Some(share) => (format!("{share:.1}\u{a0}%")), None => "–" }
            }
            @for name in PartName::ALL {
                @match mark.part(name).filter(|it| it.basis != Basis::NotDone) {
                    Some(part) => td .n data-v=(part.points) title=(sentence(&part.why)) { (points_text(part.points)) },
                    None => td .n data-v="-1" { "–" }
                }
            }
            td .remarks {
                @if let Some(why) = &mark.is_failed {
                    span .badge .bad .first title=(sentence(why)) {
                        @if mark.is_proposal { "proposed to fail" } @else { "fails" }
                    }
                }
                @if mark.alike.iter().any(|it| it.is_acquitted) { span .badge .first[mark.is_failed.is_none()] { "acquitted" } }
            }
        }
    }
}

/// A width of classes that gives from some seven to some twenty bars.
fn width_for(most: f64) -> u64 {
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let fits = |width: &u64| most / *width as f64 <= 21.0;
    widths
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| (most / 20.0).ceil() as u64)
}

fn histogram(points: &[f64], most: f64, title: &str) -> Markup {
    let width = width_for(most);
    let classes = (most / width as f64).floor() as usize + 1;
    let mut bars = vec![0; classes];
    for &of_one in points {
        let class = (of_one / width as f64).max(0.0) as usize;
        if let Some(bar) = bars.get_mut(class.min(classes - 1)) {
            *bar += 1;
        }
    }
    let unit = if width == 1 {
        "points".to_owned()
    } else {
        format!("points, in steps of {width}")
    };
    html! {
        figure {
            figcaption { (title) }
            div .chart { (columns(&bars, width, title, &unit)) }
        }
    }
}

fn histograms(marks: &[Mark]) -> Markup {
    let totals: Vec<f64> = marks
        .iter()
        .filter(|it| it.of > 0.0)
        .map(|it| it.total)
        .collect();
    let bonus = |mark: &Mark| mark.part(PartName::Bonus).map_or(0.0, |it| it.of);
    let most = marks.iter().map(|it| it.of + bonus(it)).fold(0.0, f64::max);
    html! {
        @if totals.is_empty() {
            p { "Nobody has points." }
        } @else {
            (histogram(&totals, most, &format!("Totals of {} submissions", totals.len())))
            div .charts {
                @for name in PartName::ALL.into_iter().filter(|it| *it != PartName::Bonus) {
                    @let parts: Vec<&Part> = marks.iter().filter_map(|it| it.part(name)).filter(|it| it.basis != Basis::NotDone).collect();
                    @let points: Vec<f64> = parts.iter().map(|it| it.points).collect();
                    @let most = parts.iter().map(|it| it.of).fold(0.0, f64::max);
                    @if most > 0.0 { (histogram(&points, most, &name.to_string())) }
                }
            }
        }
    }
}

/// A check, how many were asked and how many did not pass.
#[derive(Default)]
struct Asked<'a> {
    method: &'a str,
    asks: &'a str,
    all: usize,
    failed: usize,
}

fn checks(class: &Class) -> Markup {
    let mut asked: BTreeMap<&str, Asked<'_>> = BTreeMap::new();
    for finding in class
        .dossiers
        .iter()
        .filter_map(|it| it.conformance.found())
        .flatten()
    {
        let of = asked.entry(&finding.id).or_default();
        (of.method, of.asks) = (&finding.method, &finding.asks);
        of.all += 1;
        of.failed += usize::from(!finding.passed());
    }
    let mut failed: Vec<(&str, Asked<'_>)> =
        asked.into_iter().filter(|(_, it)| it.failed > 0).collect();
    failed.sort_by_key(|(id, it)| (usize::MAX - it.failed, *id));
    html! {
        @if failed.is_empty() {
            p { "Nobody fails a check, or none was made." }
        } @else {
            p { "Where many fail the same, the course may have been unclear." }
            div .box tabindex="0" role="region" aria-labelledby="checks-h" {
                table .sort {
                    thead { tr {
                        th scope="col" { "Check" } th scope="col" { "Method" } th scope="col" { "What is asked" }
                        th scope="col" .n { "Fail" } th scope="col" .n { "Of" } th scope="col" .still { span .vh { "Share" } }
                    } }
                    tbody {
                        @for (id, it) in failed.iter().take(MOST_CHECKS) {
                            tr {
                                th scope="row" { (words::line(id, 60)) }
                                td { code { (words::line(it.method, 60)) } }
                                td { (sentence(it.asks)) }
                                td .n data-v=(it.failed) { (it.failed) }
                                td .n data-v=(it.all) { (it.all) }
                                td { (bar(it.failed as f64 / it.all as f64, 100.0)) }
                            }
                        }
                    }
                }
            }
            @if failed.len() > MOST_CHECKS { p .soft { "And " (failed.len() - MOST_CHECKS) " more that somebody fails." } }
        }
    }
}

fn not_done(class: &Class, marks: &[Mark]) -> Markup {
    // What could not be done, and for whom.
    let mut missing: BTreeMap<(PartName, &str), Vec<&str>> = BTreeMap::new();
    for mark in marks {
        for part in mark.parts.iter().filter(|it| it.basis == Basis::NotDone) {
            missing
                .entry((part.name, &part.why))
                .or_default()
                .push(&mark.number);
        }
    }
    html! {
        @if class.remarks.is_empty() && missing.is_empty() && class.left_out.is_empty() && class.likeness.found().is_some() {
            p { "Everything was done." }
        }
        @if !class.remarks.is_empty() {
            ul .plain { @for remark in &class.remarks { li { (sentence(remark)) } } }
        }
        (unknown(&class.likeness))
        @for ((name, why), numbers) in &missing {
            h3 { (name) }
            p { (sentence(why)) }
            @if numbers.len() == marks.len() {
                p .soft { "This concerns everybody." }
            } @else {
                p { "This concerns " @for (at, number) in numbers.iter().enumerate() { @if at > 0 { ", " } (link(number)) } "." }
            }
        }
        @if !class.left_out.is_empty() {
            h3 { "Entries that are no submission" }
            ul .plain {
                @for entry in &class.left_out { li { code { (words::line(&entry.entry, 100)) } ": " (entry.why) } }
            }
        }
    }
}
