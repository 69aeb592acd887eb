//! The checks of the methods: what failed, with what was put in, what should have come and what came.

use std::borrow::Cow;
use std::collections::BTreeSet;

use maud::{Markup, html};

use super::answers::answer;
use super::layout::{block, message_text, table, unknown};
use super::words::{self, PageMessage};
use crate::conformance::{self, Fault, Finding, Verdict, Weight, method_in};
use crate::dossier::{Class, Dossier};
use crate::marks::Mark;
use arbitro_html::charts::bar;
use arbitro_html::text::{self, Grouped};
use arbitro_words::{Language, say};

/// Input files of a check that are shown, and the longest of them in bytes.
const MAX_FILES: usize = 3;
const MAX_FILE: usize = 1000;

pub(super) fn section(dossier: &Dossier, mark: &Mark, class: &Class, language: Language) -> Markup {
    let Some(findings) = dossier.conformance.found() else {
        return unknown(&dossier.conformance, language);
    };
    let failures = findings.iter().filter(|finding| finding.is_failure());
    let charges = mark.checks().map_or(&[][..], |checks| &checks.charges);
    let charge = |finding: &Finding| charges.iter().find(|charge| charge.check == finding.id);
    let cost = |finding: &Finding| charge(finding).map(|charge| charge.cost);
    let (wrong, unwise): (Vec<&Finding>, Vec<&Finding>) =
        failures.partition(|failure| failure.weight == Weight::Fault || cost(failure).is_some());
    let is_left_out = |it: &&Finding| it.verdict == Verdict::NotJudged;
    let not_judged: Vec<&Finding> = findings.iter().filter(is_left_out).collect();
    let cited = &mut BTreeSet::new();
    let because_of = mark.checks().map_or(&[][..], |checks| &checks.because_of);
    let badge = |finding: &Finding, cost: f64| {
        let payer = charge(finding).and_then(|charge| charge.payer.clone()).filter(|_| cost <= 0.0);
        payer.map_or_else(|| PageMessage::cost(cost), PageMessage::ChargedAs)
    };
    let was_run = |it: &&&Finding| it.verdict != Verdict::NotRun;
    let not_run: Vec<&Finding> = wrong.iter().copied().filter(|it| !was_run(&it)).collect();
    html! {
        p {
            (say(&words::EACH_CHECK_IS_APART, language))
            @if wrong.is_empty() && not_judged.is_empty() { (say(&words::ALL_PASSED, language)) }
            @else if let Some(checks) = mark.checks() {
                (say(&PageMessage::ChecksFailed { failed: Grouped((checks.judged - checks.passed) as u64), judged: checks.judged }, language))
            }
        }
        (methods(findings, language))
        @for (same, cost) in by_cause(wrong.iter().copied().filter(|finding| was_run(&finding)), cost) {
            @if let Some((first, others)) = same.split_first() {
                (failed(first, Some(badge(first, cost)), class, cited, language))
                @if !others.is_empty() { details {
                    summary {
                        (say(&words::SAME_CAUSE, language))
                        (say(&PageMessage::OtherChecks(Grouped(others.len() as u64)), language))
                    }
                    @for finding in others { (failed(finding, None, class, cited, language)) }
                } }
            }
        }
        @if !unwise.is_empty() { details {
            summary { (say(&words::NOT_CHARGED, language)) }
            @for finding in unwise { (failed(finding, None, class, cited, language)) }
        } }
        @if !not_run.is_empty() {
            h3 { (say(&words::NOT_RUN, language)) }
            @if let Some(fault) = not_run.first().and_then(|it| it.fault.as_ref()) { p { (message_text(&fault.got, language)) "." } }
            (names(&not_run, language))
        }
        @if !not_judged.is_empty() {
            h3 { (say(&words::NOT_JUDGED, language)) }
            p { (say(&words::NEED_WRONG_METHOD, language)) }
            @for loss in because_of {
                p {
                    (say(&words::BECAUSE_OF, language)) code { (text::line(&loss.method, 60)) }
                    " " span .badge { (say(&PageMessage::cost(loss.points), language)) }
                    @if let Some(own) = wrong.iter().find(|finding| finding.method == loss.method) {
                        " " a href=(format!("#check-{}", own.id)) { (message_text(&own.asks(), language)) }
                    }
                    ":"
                }
                (names(&not_judged.iter().copied().filter(|finding| finding.because_of.as_ref() == Some(&loss.method)).collect::<Vec<_>>(), language))
            }
        }
        details {
            summary { (say(&words::PASSED_CHECKS, language)) }
            (names(&findings.iter().filter(|finding| finding.passed()).collect::<Vec<_>>(), language))
        }
    }
}

/// Groups failed checks of one method with the same answer; each group with its cost, the dearest first.
fn by_cause<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    cost: impl Fn(&Finding) -> Option<f64>,
) -> Vec<(Vec<&'a Finding>, f64)> {
    let mut causes: Vec<Vec<&Finding>> = Vec::new();
    let cause = |finding: &'a Finding| {
        let got = finding.fault.as_ref().map(|fault| &fault.got);
        let got = got.filter(|_| finding.verdict == Verdict::Failed);
        (finding.verdict, finding.weight, &finding.method, got)
    };
    for finding in findings {
        let same = |it: &&mut Vec<&'a Finding>| cause(it[0]) == cause(finding);
        match causes.iter_mut().find(same) {
            Some(same) => same.push(finding),
            None => causes.push(vec![finding]),
        }
    }
    let sum = |same: &[&Finding]| same.iter().filter_map(|finding| cost(finding)).sum::<f64>();
    let mut causes: Vec<_> = causes.into_iter().map(|same| (sum(&same), same)).collect();
    causes.sort_by(|one, two| two.0.total_cmp(&one.0));
    causes.into_iter().map(|(sum, same)| (same, sum)).collect()
}

fn names(findings: &[&Finding], language: Language) -> Markup {
    html! {
        ul .plain .cols {
            @for finding in findings {
                li { (message_text(&finding.asks(), language)) " " span .soft .small { (text::line(&finding.id, 60)) } }
            }
        }
    }
}

fn methods(findings: &[Finding], language: Language) -> Markup {
    let mut methods: Vec<(Cow<'_, str>, u64, u64)> = Vec::new();
    let findings: Vec<&Finding> =
        findings.iter().filter(|it| it.weight == Weight::Fault || !it.is_failure()).collect();
    for of_method in findings.chunk_by(|one, next| one.method == next.method) {
        let judged = of_method.iter().filter(|it| it.verdict != Verdict::NotJudged);
        let passed = judged.clone().filter(|judged| judged.passed());
        let name =
            of_method.first().map_or_else(Cow::default, |it| method_in(&it.method, language));
        methods.push((name, passed.count() as u64, judged.count() as u64));
    }
    let columns = [
        (words::METHOD, ""),
        (words::PASSED, "n"),
        (words::OF, "n"),
        (words::SHARE, "still spare"),
    ];
    let rows = html! { tbody { @for (method, passed, all) in methods { tr {
        th scope="row" { (text::line(&method, 60)) }
        td .n { (passed) } td .n { (all) }
        td .spare { (bar(passed as f64 / all.max(1) as f64, 120.0)) }
    } } } };
    table(&words::CHECKS_BY_METHOD, language, "fit", &columns, &rows)
}

/// A failed check; the text that it goes by, unless it was `cited` before.
fn failed(
    finding: &Finding,
    cost: Option<PageMessage>,
    class: &Class,
    cited: &mut BTreeSet<String>,
    language: Language,
) -> Markup {
    html! {
        article .forfeit id=(format!("check-{}", finding.id)) {
            h3 { (message_text(&finding.asks(), language)) }
            p .soft .small {
                code { (text::line(&method_in(&finding.method, language), 60)) }
                (say(&words::CHECK_NAMED, language)) (text::line(&finding.id, 60))
                @if let Some((passed, all)) = of_class(finding, class) {
                    (say(&PageMessage::PassedBy { passed, all }, language))
                }
            }
            p {
                span .badge .bad .first { (say(&PageMessage::Verdict(finding.verdict), language)) }
                @if let Some(cost) = cost { span .badge { (say(&cost, language)) } }
                @if finding.weight == Weight::Notice { span .badge { (say(&words::UNWISE, language)) } }
            }
            @if let Some(text) = conformance::check(&finding.id).map(|check| message_text(&check.text, language))
                && cited.insert(text.clone()) {
                p .small { (say(&words::COURSE_TEXT, language)) (text) }
            }
            @if let Some(fault) = &finding.fault { (fault_markup(&finding.id, fault, language)) }
        }
    }
}

/// Counts the submissions that pass a check, and those it was judged for.
fn of_class(finding: &Finding, class: &Class) -> Option<(usize, usize)> {
    let all = class.dossiers.iter().filter_map(|dossier| dossier.conformance.found()).flatten();
    let same = all.filter(|it| it.id == finding.id && it.verdict != Verdict::NotJudged);
    let passed = same.clone().filter(|same| same.passed()).count();
    let of = same.count();
    (of > 1).then_some((passed, of))
}

fn fault_markup(id: &str, fault: &Fault, language: Language) -> Markup {
    let call = message_text(&fault.call, language);
    let [expected, got] = [&fault.expected, &fault.got].map(|message| say(message, language));
    html! {
        (input(id, language))
        dl .pairs {
            @if !call.is_empty() { dt { (say(&words::CALL, language)) } dd { code { (call) } } }
            dt { (say(&words::EXPECTED, language)) } dd { (answer(&expected, &got, language)) }
            dt { (say(&words::GOT, language)) } dd { (answer(&got, &expected, language)) }
        }
        @if !fault.reproduce.is_empty() {
            details {
                summary { (say(&words::HOW_TO_REPRODUCE, language)) }
                p .small {
                    (say(&words::SAVE_AS, language)) code { "main.cpp" }
                    (say(&words::BESIDE_YOUR, language)) code { "player.cpp" }
                    (say(&words::AND_COURSES, language)) code { "player.hpp" }
                    (say(&words::AND_RUN, language)) code { "g++ -Ofast -g main.cpp player.cpp && ./a.out" } "."
                }
                (block(&fault.reproduce, &say(&words::SHOWING_PROGRAM, language)))
            }
        }
    }
}

/// The files that a check puts there, those that are text and short.
fn input(id: &str, language: Language) -> Markup {
    let files = conformance::check(id).map_or(&[][..], |check| &check.files);
    let is_text = |bytes: &[u8]| {
        let is_fine = |it: &u8| matches!(it, b' '..=b'~' | b'\n');
        (1..=MAX_FILE).contains(&bytes.len()) && bytes.iter().all(is_fine)
    };
    let texts = files.iter().filter(|(_, bytes)| is_text(bytes));
    let more = files.len() - texts.clone().count().min(MAX_FILES);
    html! {
        @if !files.is_empty() {
            div .inputs {
                @for (name, bytes) in texts.take(MAX_FILES) {
                    figure {
                        figcaption { "Input: " code { (name) } (say(&words::DOT_FOR_SPACE, language)) }
                        (block(&String::from_utf8_lossy(bytes).replace(' ', "·"), name))
                    }
                }
            }
            @if more > 0 {
                p .soft .small { "Input: "
                    (say(&PageMessage::MoreFiles(Grouped(more as u64)), language))
                }
            }
        }
    }
}
