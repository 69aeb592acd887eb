//! What was handed in, what of it was taken out, and what the compiler said.

use maud::{Markup, html};

use super::{block, sentence, unknown};
use crate::grade::build::{self, Outcome};
use crate::grade::dossier::{Dossier, Known, Reading};
use crate::grade::source::{Findings, Remarkable, What};
use crate::grade::submissions::Found;
use crate::report::page::words;

pub(super) fn section(dossier: &Dossier) -> Markup {
    html! {
        (layout(dossier))
        h3 { "The text" }
        @match &dossier.text {
            Known::Found(Reading::Clean(findings)) => (text(findings)),
            Known::Found(Reading::Unusable(why)) => p { "It cannot be compiled: " (why) "." }
            other => (unknown(other)),
        }
        h3 { "The compiler" }
        @match &dossier.build {
            Known::Found(evidence) => (compiler(evidence)),
            other => (unknown(other)),
        }
    }
}

fn layout(dossier: &Dossier) -> Markup {
    html! {
        @match &dossier.layout.found {
            Found::Player { path, bytes, others } => p {
                code { (words::line(path, 200)) } ", " (words::counted(*bytes, "byte", "bytes")) "."
                @if !others.first.is_empty() {
                    " Other files, which nobody asked for and nobody read: " (sentence(&others.to_string())) "."
                }
            }
            missing => div .note role="note" { p {
                strong { "No player.cpp was read. " } (sentence(&missing.to_string())) "."
            } }
        }
        @if let Some(sum) = &dossier.sha256 { p .soft .small { "SHA-256 " code { (words::line(sum, 64)) } } }
    }
}

const fn what(what: What) -> &'static str {
    match what {
        What::Include => "include",
        What::Pragma => "pragma",
        What::LineMarker => "line marker",
        What::Asks => "question for a file",
        What::Pasting => "word that makes operators of pieces",
        What::BrokenLiteral => "raw string that is none",
        What::EscapedName => "name with an escaped letter",
    }
}

const fn remark(what: Remarkable) -> &'static str {
    match what {
        Remarkable::Assembler => "assembler",
        Remarkable::OwnMain => "a main of its own",
        Remarkable::RunsByItself => "runs before or after main",
        Remarkable::GlobalObject => "an object outside every function",
    }
}

fn text(findings: &Findings) -> Markup {
    html! {
        @if findings.removed.is_empty() {
            p { "Nothing was taken out before compiling." }
        } @else {
            p { "Before compiling these were taken out: every include but that of player.hpp goes, and every pragma." }
            (listed("Taken out", findings.removed.iter().map(|it| (it.line, what(it.what), it.text.as_str()))))
            @if findings.more_removed > 0 {
                p .soft { "And " (words::counted(findings.more_removed as u64, "more piece", "more pieces")) "." }
            }
        }
        @if !findings.remarks.is_empty() {
            p { "These stay, but were remarked:" }
            (listed("Remarked", findings.remarks.iter().map(|it| (it.line, remark(it.what), it.text.as_str()))))
        }
        @if !findings.is_parsed { p .soft { "The parser did not come to its end, so that nothing is remarked." } }
    }
}

fn listed<'a>(name: &str, pieces: impl Iterator<Item = (usize, &'static str, &'a str)>) -> Markup {
    html! {
        div .box .fit tabindex="0" role="region" aria-label=(name) {
            table {
                thead { tr { th scope="col" .n { "Line" } th scope="col" { "What" } th scope="col" { "Text" } } }
                tbody {
                    @for (line, what, text) in pieces {
                        tr { td .n { (line) } td { (what) } td { code { (words::line(text, 200)) } } }
                    }
                }
            }
        }
    }
}

fn compiler(evidence: &build::Evidence) -> Markup {
    let is_built = evidence.outcome == Outcome::Built;
    let warnings = evidence.warnings.as_ref();
    html! {
        p {
            @if is_built { span .badge .first { "compiles" } " with " }
            @else { span .badge .bad .first { "no program" } " " (evidence.outcome) ", with " }
            code { "g++ " (words::line(&evidence.flags.join(" "), 200)) } " ("
            (words::line(&evidence.compiler, 120)) ")."
        }
        (said("What the compiler said", &evidence.compiling))
        @if let Some(linking) = &evidence.linking { (said("What the linker said", linking)) }
        @if let Some(step) = warnings {
            @if step.warnings == 0 && step.diagnostics.trim().is_empty() {
                p { "No warnings with " code { "-Wall -Wextra" } "." }
            } @else {
                h4 { (words::counted(step.warnings as u64, "warning", "warnings")) " with " code { "-Wall -Wextra" } }
                (said("What the compiler said with -Wall -Wextra", step))
            }
        }
    }
}

fn said(label: &str, step: &build::Step) -> Markup {
    html! {
        @if !step.diagnostics.trim().is_empty() {
            figure {
                figcaption { (label) }
                (block(&step.diagnostics, label))
                @if step.is_cut { p .soft { "It said more, which is not shown." } }
            }
        }
    }
}
