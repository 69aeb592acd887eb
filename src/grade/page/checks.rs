//! The checks of the methods: what failed, with what was put in, what should have come and what came.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, html};

use super::{block, sentence, unknown};
use crate::grade::conformance::{self, Check, Fault, Finding, Verdict, Weight};
use crate::grade::dossier::{Class, Dossier};
use crate::report::page::charts::bar;
use crate::report::page::words;

/// Input files of a check that are shown, and the longest of them in bytes.
const MOST_FILES: usize = 3;
const LONGEST_FILE: usize = 1000;

/// Our own checks, for what they put in.
static CHECKS: LazyLock<BTreeMap<String, Check>> = LazyLock::new(|| {
    let all = conformance::all().into_iter();
    all.map(|it| (it.id.clone(), it)).collect()
});

pub(super) fn section(dossier: &Dossier, class: &Class) -> Markup {
    let Some(findings) = dossier.conformance.found() else {
        return unknown(&dossier.conformance);
    };
    let wrong: Vec<&Finding> = findings.iter().filter(|it| !it.passed()).collect();
    let was_run = |it: &&&Finding| it.verdict != Verdict::NotRun;
    let not_run: Vec<&Finding> = wrong.iter().copied().filter(|it| !was_run(&it)).collect();
    html! {
        p {
            "Each check is a program of its own that uses your class, in a folder of its own. "
            @if wrong.is_empty() { "All of them passed." }
            @else { (words::counted(wrong.len() as u64, "check", "checks")) " of " (findings.len()) " did not pass." }
        }
        (methods(findings))
        @for finding in wrong.iter().filter(was_run) { (failed(finding, class)) }
        @if !not_run.is_empty() {
            h3 { "Not run" }
            @if let Some(fault) = not_run.first().and_then(|it| it.fault.as_ref()) { p { (sentence(&fault.got)) "." } }
            (names(&not_run))
        }
        details {
            summary { "The checks that passed" }
            (names(&findings.iter().filter(|it| it.passed()).collect::<Vec<_>>()))
        }
    }
}

fn names(findings: &[&Finding]) -> Markup {
    html! {
        ul .plain .cols {
            @for finding in findings {
                li { (sentence(&finding.asks)) " " span .soft .small { (words::line(&finding.id, 60)) } }
            }
        }
    }
}

/// Method by method, in the order of the checks.
fn methods(findings: &[Finding]) -> Markup {
    let mut methods: Vec<(&str, u64, u64)> = Vec::new();
    for finding in findings {
        let at = methods.iter().position(|it| it.0 == finding.method);
        let at = at.unwrap_or_else(|| {
            methods.push((&finding.method, 0, 0));
            methods.len() - 1
        });
        methods[at].1 += u64::from(finding.passed());
        methods[at].2 += 1;
    }
    html! {
        div .box .fit tabindex="0" role="region" aria-label="Checks by method" {
            table {
                thead { tr {
                    th scope="col" { "Method" } th scope="col" .n { "Passed" } th scope="col" .n { "Of" }
                    th scope="col" .still { span .vh { "Share" } }
                } }
                tbody {
                    @for (method, passed, all) in methods {
                        tr {
                            th scope="row" { (words::line(method, 60)) }
                            td .n { (passed) } td .n { (all) }
                            td { (bar(passed as f64 / all as f64, 120.0)) }
                        }
                    }
                }
            }
        }
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Failed => "wrong answer".to_owned(),
        Verdict::Crashed(signal) => format!("crashed: signal {signal}"),
        Verdict::TimedOut => "did not end".to_owned(),
        Verdict::OutOfMemory => "took too much memory".to_owned(),
        Verdict::LeftEarly(code) => format!("left with code {code}"),
        Verdict::NotRun => "not run".to_owned(),
    }
}

fn failed(finding: &Finding, class: &Class) -> Markup {
    html! {
        article .forfeit id=(format!("check-{}", finding.id)) {
            h3 { (sentence(&finding.asks)) }
            p .soft .small {
                code { (words::line(&finding.method, 60)) } " · check " (words::line(&finding.id, 60))
                @if let Some((passed, all)) = of_class(finding, class) {
                    " · passed by " (passed) " of " (all) " submissions"
                }
            }
            p {
                span .badge .bad .first { (verdict(finding.verdict)) }
                @if finding.weight == Weight::Notice { span .badge { "unwise, but not forbidden" } }
            }
            @if let Some(fault) = &finding.fault { (shown(&finding.id, fault)) }
        }
    }
}

/// How many of the class pass a check, of those of whom it is known.
fn of_class(finding: &Finding, class: &Class) -> Option<(usize, usize)> {
    let all = class
        .dossiers
        .iter()
        .filter_map(|it| it.conformance.found());
    let same = all.filter_map(|all| all.iter().find(|it| it.id == finding.id));
    let (mut passed, mut of) = (0, 0);
    for other in same {
        of += 1;
        passed += usize::from(other.passed());
    }
    (of > 1).then_some((passed, of))
}

fn shown(id: &str, fault: &Fault) -> Markup {
    html! {
        (input(id))
        dl .pairs {
            @if !fault.call.is_empty() { dt { "Call" } dd { code { (sentence(&fault.call)) } } }
            dt { "Expected" } dd { (sentence(&fault.expected)) }
            dt { "Got" } dd { (sentence(&fault.got)) }
        }
        @if !fault.reproduce.is_empty() {
            details {
                summary { "How to reproduce" }
                p .small {
                    "Save this as " code { "main.cpp" } " beside your " code { "player.cpp" } " and the course’s "
                    code { "player.hpp" } ", and run " code { "g++ -g main.cpp player.cpp && ./a.out" } "."
                }
                (block(&fault.reproduce, "A program that shows it"))
            }
        }
    }
}

/// The files that a check puts there, those that are text and short.
fn input(id: &str) -> Markup {
    let files = CHECKS.get(id).map_or(&[][..], |it| &it.files);
    let is_text = |bytes: &[u8]| {
        let is_fine = |it: &u8| matches!(it, b' '..=b'~' | b'\n');
        (1..=LONGEST_FILE).contains(&bytes.len()) && bytes.iter().all(is_fine)
    };
    let shown = files.iter().filter(|(_, bytes)| is_text(bytes));
    let more = files.len() - shown.clone().count().min(MOST_FILES);
    html! {
        @if !files.is_empty() {
            div .inputs {
                @for (name, bytes) in shown.take(MOST_FILES) {
                    figure {
                        figcaption { "Input: " code { (name) } ", with · for a space" }
                        (block(&String::from_utf8_lossy(bytes).replace(' ', "·"), name))
                    }
                }
            }
            @if more > 0 {
                p .soft .small { "Input: " (words::counted(more as u64, "more file", "more files")) ", in the program below." }
            }
        }
    }
}
