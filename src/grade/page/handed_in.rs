//! Page sections on the submitted files, the removed lines and the compiler's diagnostics.

use std::borrow::Cow;

use maud::{Markup, html};

use super::layout::{block, message_text, step, table, unknown};
use super::words::{self, PageMessage};
use crate::build::{self, Outcome};
use crate::dossier::{Dossier, Reading, StepResult};
use crate::source::Findings;
use crate::submissions::Contents;
use arbitro_html::text::{self, Grouped};
use arbitro_words::{Label, Language, say};

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    html! {
        (layout(dossier, language))
        @if dossier.player.is_none() { (built(dossier, language)) }
    }
}

fn built(dossier: &Dossier, language: Language) -> Markup {
    html! {
        h3 { (say(&words::THE_TEXT, language)) }
        @match &dossier.text {
            StepResult::Found(Reading::Clean(findings)) => (text(findings, language)),
            StepResult::Found(Reading::Unusable(why)) => p {
                (say(&words::CANNOT_BE_COMPILED, language)) (message_text(why, language)) "."
            }
            other => (unknown(other, language)),
        }
        h3 { (say(&words::THE_COMPILER, language)) }
        (step(&dossier.build, language, |evidence| compiler(evidence, language)))
    }
}

fn layout(dossier: &Dossier, language: Language) -> Markup {
    html! {
        @match &dossier.layout.found {
            Contents::Player { path, bytes, others } => p {
                code { (text::line(path, 200)) } ", " (say(&PageMessage::Bytes(Grouped(*bytes)), language)) "."
                @if !others.first.is_empty() {
                    (say(&words::OTHER_FILES, language))
                    (message_text(others, language)) "."
                }
            }
            folder @ Contents::Folder { .. } => p { (message_text(folder, language)) "." }
            missing => div .note role="note" { p {
                strong { (say(&words::NO_PLAYER_READ, language)) }
                (message_text(missing, language)) "."
            } }
        }
        @if let Some(sum) = &dossier.sha256 { p .soft .small { "SHA-256 " code { (text::line(sum, 64)) } } }
    }
}

fn text(findings: &Findings, language: Language) -> Markup {
    html! {
        @if findings.removed.is_empty() {
            p { (say(&words::NOTHING_REMOVED, language)) }
        } @else {
            p { (say(&words::THESE_REMOVED, language)) }
            (listed(&words::REMOVED, language, findings.removed.iter().map(|it| (it.line, say(&it.what, language), &it.text[..]))))
            (more(findings.more_removed, language))
        }
        @if !findings.remarks.is_empty() {
            p { (say(&words::THESE_NOTED, language)) }
            (listed(&words::NOTED, language, findings.remarks.iter().map(|remark| (remark.line, say(&remark.what, language), &remark.text[..]))))
            (more(findings.more_remarks, language))
        }
        @if !findings.is_parsed {
            p .soft { (say(&words::PARSER_STOPPED, language)) }
        }
    }
}

fn more(count: usize, language: Language) -> Markup {
    html! {
        @if count > 0 {
            p .soft { (say(&PageMessage::MorePieces(Grouped(count as u64)), language)) }
        }
    }
}

fn listed<'a>(
    name: &Label,
    language: Language,
    pieces: impl Iterator<Item = (usize, Cow<'static, str>, &'a str)>,
) -> Markup {
    let columns = [(words::LINE, "n"), (words::WHAT, ""), (words::TEXT, "")];
    let rows = html! { tbody { @for (line, what, text) in pieces { tr {
        td .n { (line) } td { (what) } td { code { (text::line(text, 200)) } }
    } } } };
    table(name, language, "fit", &columns, &rows)
}

fn compiler(evidence: &build::Evidence, language: Language) -> Markup {
    let is_built = evidence.outcome == Outcome::Built;
    html! {
        p {
            @if is_built { span .badge .first { (say(&words::COMPILES, language)) } (say(&words::WITH, language)) }
            @else {
                span .badge .bad .first { (say(&words::NO_PROGRAM, language)) } " "
                (message_text(&evidence.outcome, language)) (say(&words::AND_WITH, language))
            }
            code { "g++ " (text::line(&evidence.flags.join(" "), 200)) } " ("
            (text::line(&evidence.compiler, 120)) ")."
        }
        @if !evidence.foreign.is_empty() {
            p { (say(&words::FOREIGN_FILES, language)) }
            ul { @for file in &evidence.foreign { li { code { (text::line(file, 200)) } } } }
        }
        (output(&words::COMPILER_OUTPUT, &evidence.compiling, language))
        @if let Some(linking) = &evidence.linking { (output(&words::LINKER_OUTPUT, linking, language)) }
        @if let Some(step) = &evidence.warnings {
            @if step.warnings == 0 && step.diagnostics.trim().is_empty() {
                p { (say(&words::NO_WARNINGS_WITH, language)) code { "-Wall -Wextra" } "." }
            } @else {
                h4 {
                    (say(&PageMessage::Warnings(Grouped(step.warnings as u64)), language))
                    (say(&words::WITH, language)) code { "-Wall -Wextra" }
                }
                (output(&words::STRICT_OUTPUT, step, language))
            }
        }
    }
}

fn output(label: &Label, step: &build::ToolStep, language: Language) -> Markup {
    let label = say(label, language);
    html! {
        @if !step.diagnostics.trim().is_empty() {
            figure {
                figcaption { (label) }
                (block(&step.diagnostics, &label))
                @if step.is_cut { p .soft { (say(&words::OUTPUT_CUT, language)) } }
            }
        }
    }
}
