//! The page of one student.

use std::fmt::Display;

use maud::{Markup, html};

use super::layout::{fact, message_text, page, section, sentence, table, with_code};
use super::words::{self, PageMessage};
use super::{checks, handed_in, matches, memory};
use crate::dossier::{Class, Dossier};
use crate::marks::{Basis, Mark, Part, PartName};
use crate::points::points_text;
use crate::words::capital;
use arbitro_html::charts::bar;
use arbitro_html::text;
use arbitro_words::{Language, say};

const WIDTH: f64 = 120.0;

/// The page of a student, which is handed out: no other student is named on it. `source` is the
/// `player.cpp` as it was handed in; lines around faults are shown from it.
pub fn student(
    dossier: &Dossier,
    mark: &Mark,
    class: &Class,
    source: Option<&[u8]>,
    language: Language,
) -> String {
    let number = text::line(&dossier.number, 100);
    let title = say(&PageMessage::MarkingOf(number), language);
    let most = mark.gains();
    let handed_in = handed_in::section(dossier, language);
    let methods = checks::section(dossier, mark, class, language);
    let memory = memory::section(dossier, mark, source, language);
    let matches = matches::section(dossier, &class.course, language);
    let mut sections = vec![
        section("most", words::MOST_TO_GAIN, gains(&most, language)),
        section("marks", words::POINTS, points(mark, language)),
        match dossier.player {
            Some(_) => section("handed-in", words::HANDED_IN, handed_in),
            None => section("handed-in", words::HANDED_IN, handed_in)
                .headed(words::HANDED_IN_AND_COMPILED),
        },
        section("methods", words::METHODS, methods),
        section("memory", words::MEMORY, memory),
        section("matches", words::MATCHES, matches),
    ];
    sections.retain(|section| match section.id {
        "most" => !most.is_empty(),
        "methods" | "memory" => dossier.player.is_none(),
        "handed-in" => !dossier.layout.entries.is_empty(),
        _ => true,
    });
    let heading = heading(dossier, mark, language);
    let end = if dossier.player.is_none() { words::HOW_FOUND } else { words::HOW_PLAYED };
    page(language, &title, &sections, &heading, &html! {}, &end)
}

fn heading(dossier: &Dossier, mark: &Mark, language: Language) -> Markup {
    let out_of = |part: &dyn Display, whole: &dyn Display| {
        say(&PageMessage::OutOf { part: part.to_string(), whole: whole.to_string() }, language)
            .into_owned()
    };
    let passed = mark.checks().map(|check| out_of(&check.passed, &check.judged));
    let faults = mark.memory_charges().map(|charge| charge.len().to_string());
    let place = dossier.contest.found().map(|place| out_of(&place.place, &place.of));
    let none = || "–".to_owned();
    html! {
        p .eyebrow { (say(&words::MARKING, language)) }
        h1 { (text::name(&dossier.number)) }
        dl .facts {
            (fact(&say(&words::POINTS, language), &out_of(&points_text(mark.without_bonus()), &points_text(mark.of))))
            @if mark.bonus() > 0.0 { (fact("Bonus", &format!("+{}", points_text(mark.bonus())))) }
            (fact(&say(&words::PERCENTAGE, language), &share(mark).unwrap_or_else(none)))
            @if dossier.player.is_none() {
                (fact(&say(&words::CHECKS_PASSED, language), &passed.unwrap_or_else(none)))
                (fact(&say(&words::MEMORY_FAULTS, language), &faults.unwrap_or_else(none)))
            }
            (fact(&say(&words::TOURNAMENT, language), &place.unwrap_or_else(none)))
        }
        @if let Some(why) = &mark.failing {
            div .note role="note" {
                @if mark.is_proposal() {
                    p {
                        strong { (say(&words::PROPOSED_STRONG, language)) }
                        (capital(&message_text(why, language))) "."
                    }
                    p { (say(&words::NO_VERDICT, language)) }
                } @else {
                    p { strong { (say(&words::FAILS_STRONG, language)) } (capital(&message_text(why, language))) "." }
                }
            }
        }
        @if let Some(changed) = &mark.changed {
            div .note role="note" { p {
                strong { (say(&words::CHANGED_BY_TEACHER, language)) }
                (sentence(&changed.why)) (say(&words::WITHOUT_THIS, language)) (points_text(changed.from)) "."
            } }
        }
        @if mark.of <= 0.0 {
            div .note role="note" { p {
                strong { (say(&words::NOTHING_MARKED, language)) }
                (say(&words::NO_STEP_DONE, language))
            } }
        }
    }
}

fn share(mark: &Mark) -> Option<String> {
    let share = mark.without_bonus() / mark.of * 100.0;
    (mark.of > 0.0).then(|| format!("{share:.1}\u{a0}%"))
}

fn gains(most: &[(&Part, f64)], language: Language) -> Markup {
    html! { ol .most { @for (part, lost) in most {
        li {
            strong { (say(&part.name, language)) }
            span .badge { (say(&PageMessage::gain(*lost), language)) }
            p { (with_code(&message_text(&part.why, language))) }
        }
    } } }
}

fn points(mark: &Mark, language: Language) -> Markup {
    let total = mark.without_bonus();
    let is_bonus = |it: &&Part| it.name == PartName::Bonus;
    let (bonus, parts): (Vec<&Part>, Vec<&Part>) = mark.parts.iter().partition(is_bonus);
    let is_short = parts.iter().any(|part| part.basis == Basis::NotDone);
    let columns = [
        (words::PART, ""),
        (words::POINTS, "n"),
        (words::OF, "n"),
        (words::SHARE, "share"),
        (words::REASON, ""),
    ];
    let rows = html! {
        tbody {
            @for part in parts { (row(part, language)) }
            @if let Some(late) = &mark.late { tr {
                th scope="row" { (say(&words::HANDED_IN_LATE, language)) }
                td .n { @if late.cost > 0.0 { "\u{2212}" } (points_text(late.cost)) }
                td .n {}
                td .share {}
                td .reason { (capital(&message_text(late, language))) "." }
            } }
        }
        tbody .total { tr {
            th scope="row" { (say(&words::TOTAL, language)) }
            td .n { (points_text(total)) }
            td .n { (points_text(mark.of)) }
            td .share { @if total > 0.0 { (bar(total / mark.of.max(1e-9), WIDTH)) } }
            td .reason { @if let Some(share) = share(mark) { (share) } }
        } }
        tbody { @for part in bonus { (row(part, language)) } }
    };
    html! {
        (table(&words::POINTS, language, "marks", &columns, &rows))
        p .soft .small {
            (say(&words::HOW_ROUNDED, language))
            @if is_short { (say(&words::NOT_DONE_NOT_COUNTED, language)) }
        }
    }
}

fn row(part: &Part, language: Language) -> Markup {
    let is_done = part.basis != Basis::NotDone;
    html! {
        tr .off[!is_done] {
            th scope="row" { (say(&part.name, language)) }
            td .n { @if is_done { (points_text(part.points)) } @else { "–" } }
            td .n {
                @if is_done && part.name == PartName::Bonus { "+" }
                @if is_done { (points_text(part.of)) } @else { "–" }
            }
            td .share { @if part.points > 0.0 { (bar(part.points / part.of, WIDTH)) } }
            td .reason { (with_code(&message_text(&part.why, language))) }
        }
    }
}
