//! Page sections on the submitted files, the removed lines and the compiler's diagnostics.

use std::borrow::Cow;

use maud::{Markup, html};

use super::{block, counted, labels, table, told, unknown};
use crate::build::{self, Outcome};
use crate::dossier::{Dossier, Reading, StepResult};
use crate::source::Findings;
use crate::submissions::Contents;
use arbitro_html::text;
use arbitro_rules::language::Language;
use arbitro_words::say;

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    let t = labels(language);
    html! {
        (layout(dossier, language))
        h3 { (t("The text", "Il testo")) }
        @match &dossier.text {
            StepResult::Found(Reading::Clean(findings)) => (text(findings, language)),
            StepResult::Found(Reading::Unusable(why)) => p {
                (t("It cannot be compiled: ", "Non si può compilare: ")) (told(why, language)) "."
            }
            other => (unknown(other, language)),
        }
        h3 { (t("The compiler", "Il compilatore")) }
        @match &dossier.build {
            StepResult::Found(evidence) => (compiler(evidence, language)),
            other => (unknown(other, language)),
        }
    }
}

fn layout(dossier: &Dossier, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @match &dossier.layout.found {
            Contents::Player { path, bytes, others } => p {
                code { (text::line(path, 200)) } ", " (counted(*bytes, language, ["byte", "bytes"], ["byte"; 2])) "."
                @if !others.first.is_empty() {
                    (t(
                        " Other files, neither asked for nor read: ",
                        " Altri file, che nessuno ha chiesto e nessuno ha letto: ",
                    ))
                    (told(others, language)) "."
                }
            }
            missing => div .note role="note" { p {
                strong { (t("No player.cpp was read. ", "Non è stato letto nessun player.cpp. ")) }
                (told(missing, language)) "."
            } }
        }
        @if let Some(sum) = &dossier.sha256 { p .soft .small { "SHA-256 " code { (text::line(sum, 64)) } } }
    }
}

fn text(findings: &Findings, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @if findings.removed.is_empty() {
            p { (t("Nothing was removed before compiling.", "Prima di compilare non è stato tolto nulla.")) }
        } @else {
            p { (t(
                "These were removed before compiling: every include except player.hpp, and every pragma.",
                "Prima di compilare sono stati tolti questi pezzi: ogni include tranne quello di player.hpp, e ogni \
                 pragma.",
            )) }
            (listed(t("Removed", "Pezzi tolti"), language, findings.removed.iter().map(|it| (it.line, say(&it.what, language), &it.text[..]))))
            (more(findings.more_removed, language))
        }
        @if !findings.remarks.is_empty() {
            p { (t("These stay, but were noted:", "Questi restano, ma vengono segnalati:")) }
            (listed(t("Noted", "Pezzi segnalati"), language, findings.remarks.iter().map(|it| (it.line, say(&it.what, language), &it.text[..]))))
            (more(findings.more_remarks, language))
        }
        @if !findings.is_parsed {
            p .soft { (t(
                "The parser did not finish, so nothing was noted.",
                "L'analizzatore non è arrivato alla fine, perciò non viene segnalato nulla.",
            )) }
        }
    }
}

fn more(count: usize, language: Language) -> Markup {
    html! {
        @if count > 0 {
            p .soft {
                (language.either("And ", "E "))
                (counted(count as u64, language, ["more piece", "more pieces"], ["altro pezzo", "altri pezzi"]))
                "."
            }
        }
    }
}

fn listed<'a>(
    name: &str,
    language: Language,
    pieces: impl Iterator<Item = (usize, Cow<'static, str>, &'a str)>,
) -> Markup {
    let t = labels(language);
    let columns = [[t("Line", "Riga"), "n"], [t("What", "Che cosa"), ""], [t("Text", "Testo"), ""]];
    let rows = html! { tbody { @for (line, what, text) in pieces { tr {
        td .n { (line) } td { (what) } td { code { (text::line(text, 200)) } }
    } } } };
    table(name, "fit", &columns, &rows)
}

fn compiler(evidence: &build::Evidence, language: Language) -> Markup {
    let t = labels(language);
    let is_built = evidence.outcome == Outcome::Built;
    html! {
        p {
            @if is_built { span .badge .first { (t("compiles", "compila")) } (t(" with ", " con ")) }
            @else {
                span .badge .bad .first { (t("no program", "nessun programma")) } " "
                (told(&evidence.outcome, language)) (t(", with ", ", con "))
            }
            code { "g++ " (text::line(&evidence.flags.join(" "), 200)) } " ("
            (text::line(&evidence.compiler, 120)) ")."
        }
        @if !evidence.foreign.is_empty() {
            p { (t(
                "The compiler lists these files as read, which only player.hpp may include:",
                "Secondo il suo elenco il compilatore ha letto questi file, che solo player.hpp può fargli leggere:",
            )) }
            ul { @for file in &evidence.foreign { li { code { (text::line(file, 200)) } } } }
        }
        (said(t("What the compiler said", "Che cosa ha detto il compilatore"), &evidence.compiling, language))
        @if let Some(linking) = &evidence.linking { (said(t("What the linker said", "Che cosa ha detto il linker"), linking, language)) }
        @if let Some(step) = &evidence.warnings {
            @if step.warnings == 0 && step.diagnostics.trim().is_empty() {
                p { (t("No warnings with ", "Nessun warning con ")) code { "-Wall -Wextra" } "." }
            } @else {
                h4 {
                    (counted(step.warnings as u64, language, ["warning", "warnings"], ["warning"; 2]))
                    (t(" with ", " con ")) code { "-Wall -Wextra" }
                }
                @let strict = t("What the compiler said with -Wall -Wextra", "Che cosa ha detto il compilatore con -Wall -Wextra");
                (said(strict, step, language))
            }
        }
    }
}

fn said(label: &str, step: &build::ToolStep, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @if !step.diagnostics.trim().is_empty() {
            figure {
                figcaption { (label) }
                (block(&step.diagnostics, label))
                @if step.is_cut { p .soft { (t("The rest is not shown.", "Ha detto altro, che non è mostrato.")) } }
            }
        }
    }
}
