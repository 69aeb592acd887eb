//! Valgrind's faults, with the student's own lines.

use maud::{Markup, html};

use super::layout::{message_text, sentence, unknown};
use super::words::{self, PageMessage};
use crate::conformance::CheckMessage;
use crate::dossier::Dossier;
use crate::marks::{Faults, Mark};
use crate::memory::{MemoryFault, Unfinished, exercise_name};
use arbitro_html::text::{self, Grouped};
use arbitro_words::{Language, say};

/// Lines that are shown before a fault's and after it, and letters of a line.
const AROUND: usize = 3;
const MAX_LETTERS: usize = 200;

pub(super) fn section(
    dossier: &Dossier,
    mark: &Mark,
    source: Option<&[u8]>,
    language: Language,
) -> Markup {
    let Some(report) = dossier.memory.found() else {
        return unknown(&dossier.memory, language);
    };
    let lines = source.map(lines).unwrap_or_default();
    let charges = mark.memory_charges().unwrap_or_default();
    let free: Vec<&MemoryFault> = report.faults.iter().filter(|fault| fault.is_free).collect();
    html! {
        p {
            (say(&words::UNDER_VALGRIND, language))
            code { "valgrind" } (say(&words::BUILT_WITH, language)) code { "-g -O1" } ". "
            @if report.faults.is_empty() && report.unfinished.is_empty() { (say(&words::NO_ERRORS, language)) }
        }
        @for (of_root, cost) in charges {
            @let all: Vec<&MemoryFault> = of_root.iter().filter_map(|&it| report.faults.get(it)).collect();
            @if let Some((first, others)) = all.split_first() {
                (fault_shown(first, Some(*cost), &lines, language))
                @if !others.is_empty() { details {
                    summary {
                        (say(&words::SAME_CAUSE, language))
                        (say(&PageMessage::OtherFaults(Grouped(others.len() as u64)), language))
                    }
                    @for fault in others { (fault_shown(fault, None, &lines, language)) }
                } }
            }
        }
        @if !free.is_empty() { details {
            summary { (say(&words::NOT_CHARGED, language)) }
            @for fault in free { (fault_shown(fault, None, &lines, language)) }
        } }
        @if !report.unfinished.is_empty() {
            h3 { (say(&words::UNFINISHED, language)) }
            p { (say(&words::UNFINISHED_EXERCISES, language)) }
            ul .plain { @for it in &report.unfinished { li { (unfinished(it, language)) } } }
        }
    }
}

fn unfinished(exercise: &Unfinished, language: Language) -> Markup {
    html! {
        (sentence(&exercise_name(&exercise.exercise, language)))
        @if let Some(method) = &exercise.method { ", " code { (text::line(method, 60)) } }
        ": " (message_text(&exercise.ending.clone().map_or(PageMessage::NotBegun, PageMessage::Ending), language))
        (showing(&exercise.calls, &exercise.reproduce, language))
    }
}

/// The calls that showed something, and a program that makes them.
fn showing(calls: &[CheckMessage], reproduce: &str, language: Language) -> Markup {
    html! {
        @if !calls.is_empty() {
            details {
                summary { (say(&words::SHOWING_CALLS, language)) }
                ol .small { @for call in calls { li { code { (text::line(&say(call, language), 200)) } } } }
            }
        }
        @if !reproduce.is_empty() {
            details {
                summary { (say(&words::SHOWING_UNDER_VALGRIND, language)) }
                pre { code { (reproduce) } }
            }
        }
    }
}

fn fault_shown(
    fault: &MemoryFault,
    cost: Option<f64>,
    lines: &[String],
    language: Language,
) -> Markup {
    html! {
        article .forfeit {
            h3 {
                (say(&Faults { kind: fault.kind, count: 1 }, language))
                @if let Some(line) = fault.line { span .soft { (say(&words::AT_LINE, language)) (line) } }
                @if let Some(cost) = cost { " " span .badge { (say(&PageMessage::cost(cost), language)) } }
            }
            p {
                (sentence(&fault.what)) "."
                @if let Some(line) = fault.cause { " " (say(&PageMessage::BlockAt { line, is_freed: fault.is_freed }, language)) }
            }
            p .soft .small {
                @if let Some(function) = &fault.function { "in " code { (text::line(function, 120)) } " · " }
                (say(&PageMessage::Times(Grouped(fault.times)), language))
                @if fault.bytes > 0 { ", " (say(&PageMessage::Bytes(Grouped(fault.bytes)), language)) }
                (say(&words::SEEN_IN_EXERCISE, language))
                (text::line(&exercise_name(&fault.exercise, language), 80))
            }
            @if let Some(line) = fault.line { (around(line, lines, language)) }
            @if fault.stack.len() > 1 {
                details {
                    summary { (say(&words::WAY_THERE, language)) }
                    ol .small { @for place in &fault.stack { li { code { (text::line(place, 200)) } } } }
                }
            }
            (showing(&fault.calls, &fault.reproduce, language))
        }
    }
}

fn around(line: u64, lines: &[String], language: Language) -> Markup {
    let at = usize::try_from(line).unwrap_or(usize::MAX);
    let first = at.saturating_sub(AROUND).max(1);
    let last = at.saturating_add(AROUND).min(lines.len());
    html! {
        @if (1..=lines.len()).contains(&at) {
            div .source tabindex="0" role="group" aria-label=(say(&PageMessage::LinesAround(line), language)) {
                ol {
                    @for number in first..=last {
                        li .at[number == at] {
                            span { (number) }
                            code { (lines.get(number - 1).map_or("", String::as_str)) }
                        }
                    }
                }
            }
        }
    }
}

/// The lines of a text as the compiler counts them, made fit to be shown.
fn lines(source: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(source).replace("\r\n", "\n");
    let all = text.split(['\n', '\r']);
    all.map(|it| text::line(&it.replace('\t', "    "), MAX_LETTERS)).collect()
}
