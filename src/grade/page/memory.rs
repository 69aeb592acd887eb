//! What valgrind found, with the student's own lines.

use maud::{Markup, html};

use super::{sentence, unknown};
use crate::grade::dossier::Dossier;
use crate::grade::errand::Ending;
use crate::grade::marks::kind_words;
use crate::grade::memory::{MemoryFault, Unfinished};
use crate::report::page::words;

/// Lines that are shown before a fault's and after it, and letters of a line.
const AROUND: usize = 3;
const MOST_LETTERS: usize = 200;

pub(super) fn section(dossier: &Dossier, source: Option<&[u8]>) -> Markup {
    let Some(report) = dossier.memory.found() else {
        return unknown(&dossier.memory);
    };
    let lines = source.map(lines).unwrap_or_default();
    html! {
        p {
            "Some of the checks once more, under " code { "valgrind" } ", built with " code { "-g -O1" } ". "
            @if report.faults.is_empty() && report.unfinished.is_empty() { "No fault was found." }
        }
        @for fault in &report.faults { (fault_shown(fault, &lines)) }
        @if !report.unfinished.is_empty() {
            h3 { "Broke off" }
            p { "These exercises did not come to their end; what they would have shown is not known." }
            ul .plain { @for it in &report.unfinished { li { (unfinished(it)) } } }
        }
    }
}

fn unfinished(it: &Unfinished) -> Markup {
    let ending = match &it.ending {
        None => "not begun, because others before it did not end".to_owned(),
        Some(Ending::Exited(code)) => format!("it left with code {code}"),
        Some(Ending::Killed(signal)) => format!("it died of signal {signal}"),
        Some(Ending::OutOfTime) => "it did not end".to_owned(),
        Some(Ending::OutOfMemory) => "it took too much memory".to_owned(),
        Some(Ending::NeverBegan(why)) => format!("it cannot be run: {why}"),
    };
    html! { (sentence(&it.exercise)) ": " (sentence(&ending)) }
}

fn fault_shown(fault: &MemoryFault, lines: &[String]) -> Markup {
    let (kind, _) = kind_words(fault.kind);
    html! {
        article .forfeit {
            h3 {
                (kind)
                @if let Some(line) = fault.line { span .soft { " · line " (line) } }
            }
            p { (sentence(&fault.what)) "." }
            p .soft .small {
                @if let Some(function) = &fault.function { "in " code { (words::line(function, 120)) } " · " }
                (words::counted(fault.times, "time", "times"))
                @if fault.bytes > 0 { ", " (words::counted(fault.bytes, "byte", "bytes")) }
                " · first seen in the exercise " (words::line(&fault.exercise, 80))
            }
            @if let Some(line) = fault.line { (around(line, lines)) }
            @if fault.stack.len() > 1 {
                details {
                    summary { "The way there" }
                    ol .small { @for place in &fault.stack { li { code { (words::line(place, 200)) } } } }
                }
            }
        }
    }
}

/// The lines around a fault.
fn around(line: u64, lines: &[String]) -> Markup {
    let at = usize::try_from(line).unwrap_or(usize::MAX);
    let first = at.saturating_sub(AROUND).max(1);
    let last = at.saturating_add(AROUND).min(lines.len());
    html! {
        @if (1..=lines.len()).contains(&at) {
            div .source tabindex="0" role="region" aria-label=(format!("Your lines around line {line}")) {
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
    all.map(|it| words::line(&it.replace('\t', "    "), MOST_LETTERS))
        .collect()
}
