//! The page of the class, for the teacher alone.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::layout::{
    self, fact, link, links, message_text, page, section, sentence, unknown, with_code,
};
use super::similarity;
use super::words::{self, PageMessage};
use crate::conformance::{Verdict, method_in};
use crate::dossier::{Class, Course};
use crate::marks::{Basis, Failing, Mark, Part, PartName};
use crate::points::points_text;
use crate::similarity::per_cent;
use crate::words::capital;
use arbitro_html::charts::{bar, columns};
use arbitro_html::text;
use arbitro_words::{Language, say};

const MAX_CHECKS: usize = 40;

/// The overview of the class, for the teacher alone.
pub fn overview(class: &Class, marks: &[Mark], language: Language) -> String {
    let histograms = histograms(&class.course, marks, language);
    let likeness = similarity::section(class, marks, language);
    let not_done = not_done(class, marks, language);
    let mut sections = vec![
        section(
            "marks",
            words::MARKS,
            html! { (table(class, marks, language)) (notes(class, language)) },
        ),
        section("checks", words::CHECKS, checks(class, language)).headed(words::MOST_FAILED_CHECKS),
        section("likeness", words::LIKENESS, likeness),
        section("histograms", words::DISTRIBUTION, histograms).headed(words::POINTS_DISTRIBUTION),
        section("not-done", words::NOT_DONE, not_done).headed(words::WHAT_WAS_NOT_DONE),
    ];
    if class.course != Course::Class {
        sections.retain(|section| section.id != "checks");
    }
    let title = say(&words::OVERVIEW, language);
    let heading = heading(&title, class, marks, language);
    page(language, &title, &sections, &heading, &html! {}, &words::NAMES_ALL)
}

fn heading(title: &str, class: &Class, marks: &[Mark], language: Language) -> Markup {
    let median = median(marks.iter().filter(|mark| mark.of > 0.0).map(Mark::without_bonus));
    html! {
        p .eyebrow { (say(&words::MARKING_RUN, language)) }
        h1 { (title) }
        (verdict(class, marks, language))
        dl .facts {
            (fact(&say(&words::SUBMISSIONS, language), &marks.len().to_string()))
            (fact(&say(&words::MEDIAN, language), &median.map_or_else(|| "–".to_owned(), points_text)))
            (fact(&say(&words::FAILS, language), &failing(marks, false).to_string()))
            (fact(&say(&words::PROPOSED, language), &failing(marks, true).to_string()))
            (fact(&say(&words::NO_SUBMISSION, language), &class.left_out.len().to_string()))
        }
    }
}

fn notes(class: &Class, language: Language) -> Markup {
    html! {
        @if !class.remarks.is_empty() {
            div .note role="note" {
                p { strong { (say(&words::NOT_EVERYTHING_DONE, language)) } }
                ul .plain { @for remark in &class.remarks { li { (with_code(&message_text(remark, language))) } } }
            }
        }
        @if !class.notes.is_empty() {
            div .note role="note" {
                ul .plain { @for note in &class.notes { li { (with_code(&message_text(note, language))) } } }
            }
        }
    }
}

/// Says in words what the class is like: its points, who fails, and the check that most fail.
fn verdict(class: &Class, marks: &[Mark], language: Language) -> Markup {
    let marked = marks.iter().filter(|mark| mark.of > 0.0);
    let of = marked.clone().map(|marked| marked.of).fold(0.0, f64::max);
    let points = median(marked.clone().map(Mark::without_bonus)).map(|median| PageMessage::Half {
        marked: marked.count(),
        points: points_text(median),
        of: points_text(of),
    });
    let fail = PageMessage::Fail { fail: failing(marks, false), proposed: failing(marks, true) };
    let fail = (!marks.is_empty()).then_some(fail);
    let most_failed = failed_checks(class, language)
        .into_iter()
        .next()
        .map(|(_, it)| PageMessage::MostFailed { asks: it.asks, failed: it.failed, all: it.all });
    html! {
        @for phrase in [points, fail, most_failed].into_iter().flatten() {
            p .verdict { (say(&phrase, language)) }
        }
    }
}

/// How many fail, or are proposed to.
fn failing(marks: &[Mark], is_proposal: bool) -> usize {
    let failed = marks.iter().filter(|mark| mark.failing.is_some());
    failed.filter(|failed| failed.is_proposal() == is_proposal).count()
}

fn median(points: impl Iterator<Item = f64>) -> Option<f64> {
    let mut all: Vec<f64> = points.collect();
    all.sort_by(f64::total_cmp);
    let (low, high) = (all.get(all.len().checked_sub(1)? / 2)?, all.get(all.len() / 2)?);
    Some(f64::midpoint(*low, *high))
}

fn table(class: &Class, marks: &[Mark], language: Language) -> Markup {
    let has_names = marks.iter().any(|mark| !mark.person.label().is_empty());
    let mut columns = vec![(words::NUMBER, "")];
    if has_names {
        columns.push((words::STUDENT, ""));
    }
    columns.extend([(words::MARKS, "n"), (words::OF, "n spare"), (words::SHARE, "n spare")]);
    columns.extend(PartName::all(&class.course).iter().map(|it| (words::short(*it), "n spare")));
    columns.extend([(words::TOTAL, "n"), (words::REMARKS, "")]);
    let rows = html! { tbody { @for mark in marks { (row(mark, marks, has_names, language)) } } };
    html! {
        p { (say(&words::HOW_TO_SORT, language)) }
        (layout::table(&words::MARKS, language, "sort", &columns, &rows))
    }
}

fn row(mark: &Mark, marks: &[Mark], has_names: bool, language: Language) -> Markup {
    let share = mark.per_cent();
    html! {
        tr {
            th scope="row" { (link(&mark.number)) }
            @if has_names { td { (text::line(&mark.person.label(), 160)) } }
            td .n data-v=(mark.without_bonus()) { (points_text(mark.without_bonus())) }
            td .n .spare data-v=(mark.of) { (points_text(mark.of)) }
            td .n .spare data-v=(share.unwrap_or(-1.0)) {
                @match share { Some(share) => (format!("{share:.1}\u{a0}%")), None => "–" }
            }
            @for part in &mark.parts {
                @match Some(part).filter(|part| part.basis != Basis::NotDone) {
                    Some(part) => td .n .spare data-v=(part.points) title=(message_text(&part.why, language).replace('`', "")) { (points_text(part.points)) },
                    None => td .n .spare data-v="-1" { "–" }
                }
            }
            td .n data-v=(mark.total) { strong { (points_text(mark.total)) } }
            td .remarks {
                @if let Some(why) = &mark.failing {
                    span .badge .bad .first title=(message_text(why, language)) {
                        @if mark.is_proposal() { (say(&words::PROPOSED_TO_FAIL, language)) }
                        @else { (say(&words::FAILS_BADGE, language)) }
                    }
                }
                @if mark.alike.iter().any(|it| it.is_acquitted) { span .badge .first[mark.failing.is_none()] { (say(&words::ACQUITTED, language)) } }
                (why(mark, marks, language))
                @if let Some(hidden) = mark.hidden() { p .why { (capital(&message_text(&hidden, language))) "." } }
                @if let Some(late) = &mark.late { " " span .badge title={ "\u{2212}" (points_text(late.cost)) } { (message_text(late, language)) } }
            }
        }
    }
}

/// Draws the reason why a submission fails or is proposed to fail, and its likes.
fn why(mark: &Mark, marks: &[Mark], language: Language) -> Markup {
    let alike = mark.alike.iter().filter(|it| !it.is_acquitted);
    let partners = alike.map(|alike| {
        let is_of_class = marks.iter().any(|mark| mark.number == alike.number);
        html! {
            @if is_of_class { (link(&alike.number)) } @else { (text::name(&alike.number)) }
            " " (per_cent(alike.score))
        }
    });
    let starts_not = mark.starts_not();
    let reason = mark.failing.as_ref().filter(|it| !matches!(it, Failing::Similar { .. }));
    html! {
        @if let Some(reason) = reason { p .why { (message_text(reason, language)) } }
        @if let Some(why) = starts_not { p .why { (with_code(&message_text(why, language))) } }
        @if mark.alike.iter().any(|it| !it.is_acquitted) { p .why { "≈ " (links(partners)) } }
    }
}

/// A width of classes that gives from some seven to some twenty bars.
fn width_for(most: f64) -> u64 {
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let fits = |width: &u64| most / *width as f64 <= 21.0;
    widths.into_iter().find(fits).unwrap_or_else(|| (most / 20.0).ceil() as u64)
}

fn histogram(points: &[f64], most: f64, title: &str, language: Language) -> Markup {
    let width = width_for(most);
    let classes = (most / width as f64).floor() as usize + 1;
    let mut bars = vec![0; classes];
    for &of_one in points {
        let class = (of_one / width as f64).max(0.0) as usize;
        if let Some(bar) = bars.get_mut(class.min(classes - 1)) {
            *bar += 1;
        }
    }
    let unit = say(&PageMessage::PointsInSteps(width), language);
    html! {
        figure {
            figcaption { (title) }
            div .chart { (columns(&bars, width, title, &unit)) }
        }
    }
}

fn histograms(course: &Course, marks: &[Mark], language: Language) -> Markup {
    let totals: Vec<f64> = marks.iter().filter(|it| it.of > 0.0).map(|mark| mark.total).collect();
    let bonus = |mark: &Mark| mark.part(PartName::Bonus).map_or(0.0, |part| part.of);
    let most = marks.iter().map(|mark| mark.of + bonus(mark)).fold(0.0, f64::max);
    html! {
        @if totals.is_empty() {
            p { (say(&words::NO_POINTS, language)) }
        } @else {
            @let title = say(&PageMessage::TotalsOf(totals.len()), language);
            (histogram(&totals, most, &title, language))
            div .charts {
                @for &name in PartName::all(course).iter().filter(|part_name| **part_name != PartName::Bonus) {
                    @let parts: Vec<&Part> = marks.iter().filter_map(|mark| mark.part(name)).filter(|part| part.basis != Basis::NotDone).collect();
                    @let points: Vec<f64> = parts.iter().map(|part| part.points).collect();
                    @let most = parts.iter().map(|part| part.of).fold(0.0, f64::max);
                    @if most > 0.0 { (histogram(&points, most, &say(&name, language), language)) }
                }
            }
        }
    }
}

/// A check, with the number of submissions judged by it and of those that failed.
#[derive(Default)]
struct CheckTally<'a> {
    method: Cow<'a, str>,
    asks: String,
    all: usize,
    failed: usize,
}

/// The checks that were failed, those that most failed first.
fn failed_checks(class: &Class, language: Language) -> Vec<(&str, CheckTally<'_>)> {
    let mut asked: BTreeMap<&str, CheckTally<'_>> = BTreeMap::new();
    let known = class.dossiers.iter();
    for finding in known.filter_map(|it| it.conformance.found()).flatten() {
        let of = asked.entry(&finding.id).or_default();
        (of.method, of.asks) =
            (method_in(&finding.method, language), message_text(&finding.asks(), language));
        of.all += usize::from(finding.verdict != Verdict::NotJudged);
        of.failed += usize::from(finding.is_failure());
    }
    let mut failed: Vec<(&str, CheckTally<'_>)> = asked.into_iter().collect();
    failed.retain(|(_, it)| it.failed > 0);
    failed.sort_by_key(|(id, it)| (usize::MAX - it.failed, *id));
    failed
}

fn checks(class: &Class, language: Language) -> Markup {
    let failed = failed_checks(class, language);
    let columns = [
        (words::CHECK, ""),
        (words::METHOD, "spare"),
        (words::ASKS, ""),
        (words::FAILED_BY, "n"),
        (words::OF, "n"),
        (words::SHARE, "still spare"),
    ];
    let rows = html! { tbody { @for (id, it) in failed.iter().take(MAX_CHECKS) { tr {
        th .id scope="row" { (text::line(id, 60)) }
        td .spare { code { (text::line(&it.method, 60)) } }
        td { (it.asks) }
        td .n data-v=(it.failed) { (it.failed) }
        td .n data-v=(it.all) { (it.all) }
        td .spare { (bar(it.failed as f64 / it.all as f64, 100.0)) }
    } } } };
    html! {
        @if failed.is_empty() {
            p { (say(&words::NONE_FAILED, language)) }
        } @else {
            p { (say(&words::MANY_FAIL_SAME, language)) }
            (layout::table(&words::CHECKS, language, "sort", &columns, &rows))
            @if failed.len() > MAX_CHECKS {
                p .soft { (say(&PageMessage::MoreFailedChecks(failed.len() - MAX_CHECKS), language)) }
            }
        }
    }
}

fn not_done(class: &Class, marks: &[Mark], language: Language) -> Markup {
    // What could not be done, and for whom.
    let mut missing: BTreeMap<(PartName, Cow<'_, str>), Vec<&str>> = BTreeMap::new();
    for mark in marks {
        for part in mark.parts.iter().filter(|part| part.basis == Basis::NotDone) {
            missing.entry((part.name, say(&part.why, language))).or_default().push(&mark.number);
        }
    }
    html! {
        @if class.remarks.is_empty() && missing.is_empty() && class.left_out.is_empty() && class.likeness.found().is_some() {
            p { (say(&words::EVERYTHING_DONE, language)) }
        }
        @if !class.remarks.is_empty() {
            ul .plain { @for remark in &class.remarks { li { (with_code(&message_text(remark, language))) } } }
        }
        (unknown(&class.likeness, language))
        @for ((name, why), numbers) in &missing {
            h3 { (say(name, language)) }
            p { (with_code(&sentence(why))) }
            @if numbers.len() == marks.len() {
                p .soft { (say(&words::CONCERNS_ALL, language)) }
            } @else {
                p { (say(&words::CONCERNS, language)) (links(numbers.iter().map(|number| link(number)))) "." }
            }
        }
        @if !class.left_out.is_empty() {
            h3 { (say(&words::LEFT_OUT, language)) }
            ul .plain {
                @for entry in &class.left_out { li { code { (text::line(&entry.entry, 100)) } ": " (say(&entry.why, language)) } }
            }
        }
    }
}
