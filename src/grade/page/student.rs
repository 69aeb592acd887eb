//! The page of one student.

use maud::{Markup, html};

use super::{checks, fact, handed_in, labels, matches, memory, section, sentence, table, told};
use crate::conformance::Verdict;
use crate::dossier::{Class, Dossier};
use crate::marks::{Basis, Mark, Part, PartName, capital, points_text};
use arbitro_html::charts::bar;
use arbitro_html::text;
use arbitro_rules::language::Language;
use arbitro_words::say;

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
    let t = labels(language);
    let number = text::line(&dossier.number, 100);
    let title = format!("{} {number}", t("Marking of", "Valutazione di"));
    let most = mark.gains();
    let first = t("Where most points can be gained", "Che cosa porterebbe più punti");
    let in_full = t("Handed in and compiled", "Consegna e compilazione");
    let handed_in = handed_in::section(dossier, language);
    let methods = checks::section(dossier, class, language);
    let memory = memory::section(dossier, source, language);
    let matches = matches::section(dossier, language);
    let mut sections = vec![
        section("most", first, gains(&most, language)),
        section("marks", t("Points", "Punti"), points(mark, language)),
        section("handed-in", t("Handed in", "Consegna"), handed_in).headed(in_full),
        section("methods", t("Methods", "Metodi"), methods),
        section("memory", t("Memory", "Memoria"), memory),
        section("matches", t("Matches", "Partite"), matches),
    ];
    if most.is_empty() {
        sections.remove(0);
    }
    let end = t(
        "Everything here was found by running the player.cpp as it was handed in, without its \
         includes and pragmas. Lines are those of that file.",
        "Tutto quello che si legge qui risulta dall'esecuzione del player.cpp come è stato consegnato, senza \
         i suoi include e pragma. I numeri di riga sono quelli di quel file.",
    );
    let heading = heading(dossier, mark, language);
    super::page(language, &title, &sections, &heading, &html! {}, end)
}

fn heading(dossier: &Dossier, mark: &Mark, language: Language) -> Markup {
    let t = labels(language);
    let of = t("of", "su");
    let passed = dossier.conformance.found().map(|all| {
        let passed = all.iter().filter(|it| it.passed()).count();
        let judged = all.iter().filter(|it| it.verdict != Verdict::NotJudged);
        format!("{passed} {of} {}", judged.count())
    });
    let faults = dossier.memory.found().map(|it| it.faults.len().to_string());
    let place = dossier.contest.found();
    let place = place.map(|it| format!("{} {of} {}", it.place, it.of));
    let none = || "–".to_owned();
    html! {
        p .eyebrow { (t("Marking", "Valutazione")) }
        h1 { (text::name(&dossier.number)) }
        dl .facts {
            (fact(t("Points", "Punti"), &format!("{} {of} {}", points_text(mark.without_bonus()), points_text(mark.of))))
            @if mark.bonus() > 0.0 { (fact("Bonus", &format!("+{}", points_text(mark.bonus())))) }
            (fact(t("Share", "Percentuale"), &share(mark).unwrap_or_else(none)))
            (fact(t("Checks passed", "Verifiche superate"), &passed.unwrap_or_else(none)))
            (fact(t("Memory faults", "Errori di memoria"), &faults.unwrap_or_else(none)))
            (fact(t("Tournament", "Torneo"), &place.unwrap_or_else(none)))
        }
        @if let Some(why) = &mark.is_failed {
            div .note role="note" {
                @if mark.is_proposal {
                    p {
                        strong { (t("Proposed to fail. ", "Proposta di insufficienza. ")) }
                        (capital(&told(why, language))) "."
                    }
                    p {
                        (t(
                            "This is not a verdict: a program found it, and the teacher decides. The points below do not count it.",
                            "Non è un verdetto: lo ha rilevato una macchina, e decide il docente. I punti qui sotto \
                             sono contati come se non fosse così.",
                        ))
                    }
                } @else {
                    p { strong { (t("Fails. ", "Insufficiente. ")) } (capital(&told(why, language))) "." }
                }
            }
        }
        @if let Some(changed) = &mark.changed {
            div .note role="note" { p {
                strong { (t("Changed by the teacher. ", "Modificato dal docente. ")) }
                (sentence(&changed.why)) (t(" Without this it would be ", " Senza questo sarebbero ")) (points_text(changed.from)) "."
            } }
        }
        @if mark.of <= 0.0 {
            div .note role="note" { p {
                strong { (t("Nothing was marked. ", "Non è stato valutato nulla. ")) }
                (t(
                    "No step could be done; the reasons are below.",
                    "Non è stato possibile fare nessun passo; i motivi sono qui sotto.",
                ))
            } }
        }
    }
}

/// The share of the points that could be had, without the bonus.
fn share(mark: &Mark) -> Option<String> {
    let share = mark.without_bonus() / mark.of * 100.0;
    (mark.of > 0.0).then(|| format!("{share:.1}\u{a0}%"))
}

fn gains(most: &[(&Part, f64)], language: Language) -> Markup {
    html! { ol .most { @for (part, lost) in most {
        @let points = points_text(*lost);
        @let [one, many] = language.either(["point", "points"], ["punto", "punti"]);
        li {
            strong { (say(&part.name, language)) }
            span .badge { "+" (points) " " @if points == "1" { (one) } @else { (many) } }
            p { (told(&part.why, language)) }
        }
    } } }
}

fn points(mark: &Mark, language: Language) -> Markup {
    let t = labels(language);
    let total = mark.without_bonus();
    let is_bonus = |it: &&Part| it.name == PartName::Bonus;
    let (bonus, parts): (Vec<&Part>, Vec<&Part>) = mark.parts.iter().partition(is_bonus);
    let is_short = parts.iter().any(|it| it.basis == Basis::NotDone);
    let columns = [
        [t("Part", "Parte"), ""],
        [t("Points", "Punti"), "n"],
        [t("Of", "Su"), "n"],
        [t("Share", "Quota"), "share"],
        [t("Why", "Motivo"), ""],
    ];
    let rows = html! {
        tbody {
            @for part in parts { (row(part, language)) }
            @if let Some(late) = &mark.late { tr {
                th scope="row" { (t("Handed in late", "Consegna in ritardo")) }
                td .n { @if late.cost > 0.0 { "\u{2212}" } (points_text(late.cost)) }
                td .n {}
                td .share {}
                td .reason { (capital(&told(late, language))) "." }
            } }
        }
        tbody .total { tr {
            th scope="row" { (t("Total", "Totale")) }
            td .n { (points_text(total)) }
            td .n { (points_text(mark.of)) }
            td .share { @if total > 0.0 { (bar(total / mark.of.max(1e-9), WIDTH)) } }
            td .reason { @if let Some(share) = share(mark) { (share) } }
        } }
        tbody { @for part in bonus { (row(part, language)) } }
    };
    html! {
        (table(t("Points", "Punti"), "marks", &columns, &rows))
        p .soft .small {
            (t(
                "Points are rounded to hundredths, part by part; the total is their sum. The bonus comes on top of \
                 the total.",
                "I punti sono arrotondati ai centesimi, parte per parte; il totale è la loro somma. Il bonus si \
                 aggiunge al totale.",
            ))
            @if is_short {
                (t(
                    " What could not be done is not in the total, and costs nothing.",
                    " Quello che non si è potuto fare non è nel totale e non costa nulla.",
                ))
            }
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
            td .reason { (told(&part.why, language)) }
        }
    }
}
