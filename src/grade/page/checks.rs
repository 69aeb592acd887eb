//! The checks of the methods: what failed, with what was put in, what should have come and what came.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::answers::answer;
use super::{block, counted, labels, table, told, unknown};
use crate::conformance::{self, Fault, Finding, Verdict, Weight, method_in};
use crate::dossier::{Class, Dossier};
use arbitro_html::charts::bar;
use arbitro_html::text;
use arbitro_rules::language::Language;
use arbitro_words::say;

/// Input files of a check that are shown, and the longest of them in bytes.
const MAX_FILES: usize = 3;
const MAX_FILE: usize = 1000;

pub(super) fn section(dossier: &Dossier, class: &Class, language: Language) -> Markup {
    let t = labels(language);
    let Some(findings) = dossier.conformance.found() else {
        return unknown(&dossier.conformance, language);
    };
    let wrong: Vec<&Finding> = findings.iter().filter(|it| it.is_held_against()).collect();
    let is_left_out = |it: &&Finding| it.verdict == Verdict::NotJudged;
    let not_judged: Vec<&Finding> = findings.iter().filter(is_left_out).collect();
    let judged = findings.len() - not_judged.len();
    let mut causes: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for &finding in &not_judged {
        let cause = finding.because_of.as_deref().unwrap_or_default();
        causes.entry(cause).or_default().push(finding);
    }
    let was_run = |it: &&&Finding| it.verdict != Verdict::NotRun;
    let not_run: Vec<&Finding> = wrong.iter().copied().filter(|it| !was_run(&it)).collect();
    html! {
        p {
            (t(
                "Each check is a separate program that uses your class, in its own folder. ",
                "Ogni verifica è un programma a sé che usa la classe consegnata, in una cartella sua. ",
            ))
            @if wrong.is_empty() && not_judged.is_empty() { (t("All of them passed.", "Sono state superate tutte.")) }
            @else {
                @let many = wrong.len() as u64;
                (counted(many, language, ["check", "checks"], ["verifica", "verifiche"]))
                (t(" of ", " su ")) (judged)
                @if many == 1 { (t(" did not pass.", " non è stata superata.")) }
                @else { (t(" did not pass.", " non sono state superate.")) }
            }
        }
        (methods(findings, language))
        @for same in by_cause(wrong.iter().copied().filter(|it| was_run(&it))) {
            @if let Some((first, others)) = same.split_first() {
                (failed(first, class, language))
                @if !others.is_empty() { details {
                    summary {
                        (t("Apparently the same cause: ", "Sembra la stessa causa: "))
                        (counted(others.len() as u64, language, ["other check", "other checks"], ["altra verifica", "altre verifiche"]))
                    }
                    @for finding in others { (failed(finding, class, language)) }
                } }
            }
        }
        @if !not_run.is_empty() {
            h3 { (t("Not run", "Non eseguite")) }
            @if let Some(fault) = not_run.first().and_then(|it| it.fault.as_ref()) { p { (told(&fault.got, language)) "." } }
            (names(&not_run, language))
        }
        @if !not_judged.is_empty() {
            h3 { (t("Not judged", "Non giudicate")) }
            p {
                (t(
                    "These need a method that is wrong. It is reported there, and costs points only once.",
                    "A queste serve un metodo sbagliato. È detto a quel metodo, e non costa una seconda volta.",
                ))
            }
            @for (method, of_it) in causes {
                p { (t("Because of ", "Per colpa di ")) code { (text::line(method, 60)) } ":" }
                (names(&of_it, language))
            }
        }
        details {
            summary { (t("The checks that passed", "Le verifiche superate")) }
            (names(&findings.iter().filter(|it| it.passed()).collect::<Vec<_>>(), language))
        }
    }
}

/// Groups failed checks that seem to share a cause: of one method, in the same way, with the
/// same answer.
fn by_cause<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<Vec<&'a Finding>> {
    let mut causes: Vec<Vec<&Finding>> = Vec::new();
    let cause = |it: &'a Finding| {
        let got = it.fault.as_ref().map(|fault| &fault.got);
        let got = got.filter(|_| it.verdict == Verdict::Failed);
        (it.verdict, it.weight, &it.method, got)
    };
    for finding in findings {
        let same = |it: &&mut Vec<&'a Finding>| cause(it[0]) == cause(finding);
        match causes.iter_mut().find(same) {
            Some(same) => same.push(finding),
            None => causes.push(vec![finding]),
        }
    }
    causes
}

fn names(findings: &[&Finding], language: Language) -> Markup {
    html! {
        ul .plain .cols {
            @for finding in findings {
                li { (told(&finding.asks(), language)) " " span .soft .small { (text::line(&finding.id, 60)) } }
            }
        }
    }
}

/// Method by method, in the order of the checks.
fn methods(findings: &[Finding], language: Language) -> Markup {
    let t = labels(language);
    let mut methods: Vec<(Cow<'_, str>, u64, u64)> = Vec::new();
    for of_method in findings.chunk_by(|one, next| one.method == next.method) {
        let judged = of_method.iter().filter(|it| it.verdict != Verdict::NotJudged);
        let passed = judged.clone().filter(|it| it.passed());
        let name =
            of_method.first().map_or_else(Cow::default, |it| method_in(&it.method, language));
        methods.push((name, passed.count() as u64, judged.count() as u64));
    }
    let columns = [
        [t("Method", "Metodo"), ""],
        [t("Passed", "Superate"), "n"],
        [t("Of", "Su"), "n"],
        [t("Share", "Quota"), "still spare"],
    ];
    let rows = html! { tbody { @for (method, passed, all) in methods { tr {
        th scope="row" { (text::line(&method, 60)) }
        td .n { (passed) } td .n { (all) }
        td .spare { (bar(passed as f64 / all.max(1) as f64, 120.0)) }
    } } } };
    table(t("Checks by method", "Verifiche per metodo"), "fit", &columns, &rows)
}

fn verdict(verdict: Verdict, language: Language) -> String {
    let t = labels(language);
    let numbered = |word: &str, number: i32| format!("{word} {number}");
    match verdict {
        Verdict::Passed => t("passed", "superata").to_owned(),
        Verdict::Failed => t("wrong answer", "risposta sbagliata").to_owned(),
        Verdict::Crashed(it) => numbered(t("crashed: signal", "interrotta: segnale"), it),
        Verdict::TimedOut => t("did not end", "non è terminata").to_owned(),
        Verdict::OutOfMemory => t("used too much memory", "ha usato troppa memoria").to_owned(),
        Verdict::LeftEarly(it) => numbered(t("exited with code", "uscita con codice"), it),
        Verdict::NotRun => t("not run", "non eseguita").to_owned(),
        Verdict::NotJudged => t("not judged", "non giudicata").to_owned(),
    }
}

fn failed(finding: &Finding, class: &Class, language: Language) -> Markup {
    let t = labels(language);
    html! {
        article .forfeit id=(format!("check-{}", finding.id)) {
            h3 { (told(&finding.asks(), language)) }
            p .soft .small {
                code { (text::line(&method_in(&finding.method, language), 60)) }
                (t(" · check ", " · verifica ")) (text::line(&finding.id, 60))
                @if let Some((passed, all)) = of_class(finding, class) {
                    (t(" · passed by ", " · superata da ")) (passed) (t(" of ", " consegne su ")) (all) (t(" submissions", ""))
                }
            }
            p {
                span .badge .bad .first { (verdict(finding.verdict, language)) }
                @if finding.weight == Weight::Notice { span .badge { (t("unwise, but not forbidden", "sconsigliato, ma non vietato")) } }
            }
            @if let Some(text) = conformance::check(&finding.id).map(|it| told(&it.text, language)) {
                p .small { (t("The course’s text, in our words: ", "Il testo del corso, con parole nostre: ")) (text) }
            }
            @if let Some(fault) = &finding.fault { (shown(&finding.id, fault, language)) }
        }
    }
}

/// Counts the submissions that pass a check, and those it was judged for.
fn of_class(finding: &Finding, class: &Class) -> Option<(usize, usize)> {
    let all = class.dossiers.iter();
    let all = all.filter_map(|it| it.conformance.found()).flatten();
    let same = all.filter(|it| it.id == finding.id && it.verdict != Verdict::NotJudged);
    let passed = same.clone().filter(|it| it.passed()).count();
    let of = same.count();
    (of > 1).then_some((passed, of))
}

fn shown(id: &str, fault: &Fault, language: Language) -> Markup {
    let t = labels(language);
    let call = told(&fault.call, language);
    let [expected, got] = [&fault.expected, &fault.got].map(|it| say(it, language));
    html! {
        (input(id, language))
        dl .pairs {
            @if !call.is_empty() { dt { (t("Call", "Chiamata")) } dd { code { (call) } } }
            dt { (t("Expected", "Atteso")) } dd { (answer(&expected, &got, language)) }
            dt { (t("Got", "Ottenuto")) } dd { (answer(&got, &expected, language)) }
        }
        @if !fault.reproduce.is_empty() {
            details {
                summary { (t("How to reproduce", "Come riprodurlo")) }
                p .small {
                    (t("Save this as ", "Si salva questo programma come ")) code { "main.cpp" }
                    (t(" beside your ", " accanto al ")) code { "player.cpp" }
                    (t(" and the course’s ", " consegnato e al ")) code { "player.hpp" }
                    (t(", and run ", " del corso, e si esegue ")) code { "g++ -Ofast -g main.cpp player.cpp && ./a.out" } "."
                }
                (block(&fault.reproduce, t("A program that shows it", "Un programma che lo mostra")))
            }
        }
    }
}

/// The files that a check puts there, those that are text and short.
fn input(id: &str, language: Language) -> Markup {
    let t = labels(language);
    let files = conformance::check(id).map_or(&[][..], |it| &it.files);
    let is_text = |bytes: &[u8]| {
        let is_fine = |it: &u8| matches!(it, b' '..=b'~' | b'\n');
        (1..=MAX_FILE).contains(&bytes.len()) && bytes.iter().all(is_fine)
    };
    let shown = files.iter().filter(|(_, bytes)| is_text(bytes));
    let more = files.len() - shown.clone().count().min(MAX_FILES);
    html! {
        @if !files.is_empty() {
            div .inputs {
                @for (name, bytes) in shown.take(MAX_FILES) {
                    figure {
                        figcaption { "Input: " code { (name) } (t(", with · for a space", ", con · al posto degli spazi")) }
                        (block(&String::from_utf8_lossy(bytes).replace(' ', "·"), name))
                    }
                }
            }
            @if more > 0 {
                p .soft .small { "Input: "
                    (counted(more as u64, language, ["more file", "more files"], ["altro file", "altri file"]))
                    (t(", in the program below.", ", nel programma qui sotto.")) }
            }
        }
    }
}
