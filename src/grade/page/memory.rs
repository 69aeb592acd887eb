//! Valgrind's faults, with the student's own lines.

use maud::{Markup, html};

use super::{counted, labels, sentence, unknown};
use crate::dossier::Dossier;
use crate::marks::Faults;
use crate::memory::{MemoryFault, Unfinished, exercise_name};
use arbitro_html::text;
use arbitro_rules::language::Language;
use arbitro_sandbox::ToolEnd;
use arbitro_words::say;

/// Lines that are shown before a fault's and after it, and letters of a line.
const AROUND: usize = 3;
const MAX_LETTERS: usize = 200;

pub(super) fn section(dossier: &Dossier, source: Option<&[u8]>, language: Language) -> Markup {
    let t = labels(language);
    let Some(report) = dossier.memory.found() else {
        return unknown(&dossier.memory, language);
    };
    let lines = source.map(lines).unwrap_or_default();
    html! {
        p {
            (t("Some of the checks again, under ", "Alcune delle verifiche ancora una volta, sotto "))
            code { "valgrind" } (t(", built with ", ", compilando con ")) code { "-g -O1" } ". "
            @if report.faults.is_empty() && report.unfinished.is_empty() { (t("No errors were found.", "Non sono stati trovati errori.")) }
        }
        @for fault in &report.faults { (fault_shown(fault, &lines, language)) }
        @if !report.unfinished.is_empty() {
            h3 { (t("Unfinished", "Interrotti")) }
            p { (t(
                "These exercises did not finish; what they would have shown is unknown.",
                "Questi esercizi non sono arrivati alla fine; non si sa che cosa avrebbero mostrato.",
            )) }
            ul .plain { @for it in &report.unfinished { li { (unfinished(it, language)) } } }
        }
    }
}

fn unfinished(it: &Unfinished, language: Language) -> Markup {
    let t = labels(language);
    let ending = match &it.ending {
        None => t(
            "not begun, because earlier ones did not end",
            "non iniziato, perché altri prima non sono terminati",
        ),
        Some(ToolEnd::Exited(_)) => t("it exited with code ", "è uscito con codice "),
        Some(ToolEnd::Killed(_)) => {
            t("it was killed by signal ", "è stato interrotto dal segnale ")
        }
        Some(ToolEnd::OutOfTime) => t("it did not end", "non è terminato"),
        Some(ToolEnd::OutOfMemory) => t("it used too much memory", "ha usato troppa memoria"),
        Some(ToolEnd::NeverBegan(_)) => t("it cannot be run: ", "non si può eseguire: "),
    };
    let ending = match &it.ending {
        Some(ToolEnd::Exited(number) | ToolEnd::Killed(number)) => format!("{ending}{number}"),
        Some(ToolEnd::NeverBegan(why)) => format!("{ending}{why}"),
        _ => ending.to_owned(),
    };
    html! {
        (sentence(&exercise_name(&it.exercise, language)))
        @if let Some(method) = &it.method { ", " code { (text::line(method, 60)) } }
        ": " (sentence(&ending))
    }
}

fn fault_shown(fault: &MemoryFault, lines: &[String], language: Language) -> Markup {
    let t = labels(language);
    html! {
        article .forfeit {
            h3 {
                (say(&Faults(fault.kind, 1), language))
                @if let Some(line) = fault.line { span .soft { (t(" · line ", " · riga ")) (line) } }
            }
            p { (sentence(&fault.what)) "." }
            p .soft .small {
                @if let Some(function) = &fault.function { "in " code { (text::line(function, 120)) } " · " }
                (counted(fault.times, language, ["time", "times"], ["volta", "volte"]))
                @if fault.bytes > 0 { ", " (counted(fault.bytes, language, ["byte", "bytes"], ["byte"; 2])) }
                (t(" · first seen in the exercise ", " · visto per la prima volta nell'esercizio "))
                (text::line(&exercise_name(&fault.exercise, language), 80))
            }
            @if let Some(line) = fault.line { (around(line, lines, language)) }
            @if fault.stack.len() > 1 {
                details {
                    summary { (t("The way there", "Come ci si arriva")) }
                    ol .small { @for place in &fault.stack { li { code { (text::line(place, 200)) } } } }
                }
            }
            @if !fault.calls.is_empty() {
                details {
                    summary { (t("The calls that showed it", "Le chiamate che lo mostrano")) }
                    ol .small { @for call in &fault.calls { li { code { (text::line(&say(call, language), 200)) } } } }
                }
            }
            @if !fault.reproduce.is_empty() {
                details {
                    summary { (t("A program that shows it, under valgrind", "Un programma che lo mostra, sotto valgrind")) }
                    pre { code { (fault.reproduce) } }
                }
            }
        }
    }
}

fn around(line: u64, lines: &[String], language: Language) -> Markup {
    let label = language.either("Your lines around line", "Le righe consegnate attorno alla riga");
    let at = usize::try_from(line).unwrap_or(usize::MAX);
    let first = at.saturating_sub(AROUND).max(1);
    let last = at.saturating_add(AROUND).min(lines.len());
    html! {
        @if (1..=lines.len()).contains(&at) {
            div .source tabindex="0" role="group" aria-label=(format!("{label} {line}")) {
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
