//! The page of the class, for the teacher alone.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{fact, labels, link, links, section, sentence, similarity, told, unknown};
use crate::conformance::{Verdict, method_in};
use crate::dossier::Class;
use crate::marks::{Basis, Mark, Part, PartName, Short, points_text};
use arbitro_html::charts::{bar, columns};
use arbitro_html::text;
use arbitro_rules::language::Language;
use arbitro_words::say;

/// Checks that are listed, those that most fail.
const MAX_CHECKS: usize = 40;

/// The page of the class, for the teacher alone. It leads to `students/NUMBER/index.html`, and to the
/// pages of pairs by the names of [`pair_file`](super::pair_file).
pub fn overview(class: &Class, marks: &[Mark], language: Language) -> String {
    let t = labels(language);
    let spread = t("Distribution of points", "Come si distribuiscono i punti");
    let most_failed =
        t("The checks that most submissions fail", "Le verifiche che più consegne non superano");
    let missing = t("What could not be done", "Che cosa non si è potuto fare");
    let histograms = histograms(marks, language);
    let likeness = similarity::section(class, marks, language);
    let not_done = not_done(class, marks, language);
    let sections = [
        section("marks", t("Marks", "Voti"), table(marks, language)),
        section("histograms", t("Distribution", "Distribuzione"), histograms).headed(spread),
        section("checks", t("Checks", "Verifiche"), checks(class, language)).headed(most_failed),
        section("likeness", t("Likeness", "Somiglianza"), likeness),
        section("not-done", t("Not done", "Non fatto"), not_done).headed(missing),
    ];
    let end = t(
        "For the teacher: this page names all students. A student’s own page names no other.",
        "Per il docente: questa pagina nomina tutti. Le pagine degli studenti non nominano nessun altro.",
    );
    let title = t("Overview of the class", "Riepilogo del corso");
    let heading = heading(title, class, marks, language);
    super::page(language, title, &sections, &heading, &html! {}, end)
}

fn heading(title: &str, class: &Class, marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    let fails = |is_proposal: bool| {
        let failed = marks.iter().filter(|it| it.is_failed.is_some());
        let those = failed.filter(|it| it.is_proposal == is_proposal);
        those.count().to_string()
    };
    let median = median(marks.iter().filter(|it| it.of > 0.0).map(|it| it.total));
    html! {
        p .eyebrow { (t("Marking run", "Valutazione delle consegne")) }
        h1 { (title) }
        dl .facts {
            (fact(t("Submissions", "Consegne"), &marks.len().to_string()))
            (fact(t("Median of the points", "Mediana dei punti"), &median.map_or_else(|| "–".to_owned(), points_text)))
            (fact(t("Fail", "Insufficienti"), &fails(false)))
            (fact(t("Proposed to fail", "Proposte di insufficienza"), &fails(true)))
            (fact(t("No submission", "Voci che non sono consegne"), &class.left_out.len().to_string()))
        }
        @if !class.remarks.is_empty() {
            div .note role="note" {
                p { strong { (t("Not everything could be done.", "Non si è potuto fare tutto.")) } }
                ul .plain { @for remark in &class.remarks { li { (told(remark, language)) } } }
            }
        }
        @if !class.notes.is_empty() {
            div .note role="note" {
                ul .plain { @for note in &class.notes { li { (told(note, language)) } } }
            }
        }
    }
}

fn median(points: impl Iterator<Item = f64>) -> Option<f64> {
    let mut all: Vec<f64> = points.collect();
    all.sort_by(f64::total_cmp);
    let (low, high) = (all.get(all.len().checked_sub(1)? / 2)?, all.get(all.len() / 2)?);
    Some(f64::midpoint(*low, *high))
}

fn table(marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    let has_names = marks.iter().any(|it| !it.person.shown().is_empty());
    let names = PartName::ALL.map(|it| say(&Short(it), language));
    let mut columns = vec![[t("Number", "Matricola"), ""]];
    if has_names {
        columns.push([t("Student", "Studente"), ""]);
    }
    columns.extend([
        [t("Total", "Totale"), "n"],
        [t("Of", "Su"), "n spare"],
        [t("Share", "Quota"), "n"],
    ]);
    columns.extend(names.iter().map(|it| [&**it, "n spare"]));
    columns.push([t("Remarks", "Note"), ""]);
    let rows = html! { tbody { @for mark in marks { (row(mark, has_names, language)) } } };
    html! {
        p { (t(
            "By number; click a heading to sort. A dash is a part that could not be done; it is not in the total.",
            "Per matricola; un clic su un'intestazione riordina. Una parte che non si è potuta valutare è un trattino, \
             e non è nel totale.",
        )) }
        (super::table(t("Marks", "Voti"), "sort", &columns, &rows))
    }
}

fn row(mark: &Mark, has_names: bool, language: Language) -> Markup {
    let t = labels(language);
    let share = mark.per_cent();
    html! {
        tr {
            th scope="row" { (link(&mark.number)) }
            @if has_names { td { (text::line(&mark.person.shown(), 160)) } }
            td .n data-v=(mark.total) { strong { (points_text(mark.total)) } }
            td .n .spare data-v=(mark.of) { (points_text(mark.of)) }
            td .n data-v=(share.unwrap_or(-1.0)) {
                @match share { Some(share) => (format!("{share:.1}\u{a0}%")), None => "–" }
            }
            @for name in PartName::ALL {
                @match mark.part(name).filter(|it| it.basis != Basis::NotDone) {
                    Some(part) => td .n .spare data-v=(part.points) title=(told(&part.why, language)) { (points_text(part.points)) },
                    None => td .n .spare data-v="-1" { "–" }
                }
            }
            td .remarks {
                @if let Some(why) = &mark.is_failed {
                    span .badge .bad .first title=(told(why, language)) {
                        @if mark.is_proposal { (t("proposed to fail", "proposta di insufficienza")) }
                        @else { (t("fails", "insufficiente")) }
                    }
                }
                @if mark.alike.iter().any(|it| it.is_acquitted) { span .badge .first[mark.is_failed.is_none()] { (t("acquitted", "assolta")) } }
                @if let Some(late) = &mark.late { " " span .badge title={ "\u{2212}" (points_text(late.cost)) } { (told(late, language)) } }
            }
        }
    }
}

/// A width of classes that gives from some seven to some twenty bars.
fn width_for(most: f64) -> u64 {
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let fits = |width: &u64| most / *width as f64 <= 21.0;
    widths.into_iter().find(fits).unwrap_or_else(|| (most / 20.0).ceil() as u64)
}

fn histogram(points: &[f64], most: f64, title: &str, language: Language) -> Markup {
    let t = labels(language);
    let width = width_for(most);
    let classes = (most / width as f64).floor() as usize + 1;
    let mut bars = vec![0; classes];
    for &of_one in points {
        let class = (of_one / width as f64).max(0.0) as usize;
        if let Some(bar) = bars.get_mut(class.min(classes - 1)) {
            *bar += 1;
        }
    }
    let unit = if width == 1 {
        t("points", "punti").to_owned()
    } else {
        format!("{} {width}", t("points, in steps of", "punti, a passi di"))
    };
    html! {
        figure {
            figcaption { (title) }
            div .chart { (columns(&bars, width, title, &unit)) }
        }
    }
}

fn histograms(marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    let marked = marks.iter().filter(|it| it.of > 0.0);
    let totals: Vec<f64> = marked.map(|it| it.total).collect();
    let bonus = |mark: &Mark| mark.part(PartName::Bonus).map_or(0.0, |it| it.of);
    let most = marks.iter().map(|it| it.of + bonus(it)).fold(0.0, f64::max);
    html! {
        @if totals.is_empty() {
            p { (t("No submission has points.", "Nessuno ha punti.")) }
        } @else {
            @let all = totals.len();
            @let title = language.either(format!("Totals of {all} submissions"), format!("Totali di {all} consegne"));
            (histogram(&totals, most, &title, language))
            div .charts {
                @for name in PartName::ALL.into_iter().filter(|it| *it != PartName::Bonus) {
                    @let parts: Vec<&Part> = marks.iter().filter_map(|it| it.part(name)).filter(|it| it.basis != Basis::NotDone).collect();
                    @let points: Vec<f64> = parts.iter().map(|it| it.points).collect();
                    @let most = parts.iter().map(|it| it.of).fold(0.0, f64::max);
                    @if most > 0.0 { (histogram(&points, most, &say(&name, language), language)) }
                }
            }
        }
    }
}

/// A check, with the number of submissions judged by it and of those that failed.
#[derive(Default)]
struct Asked<'a> {
    method: Cow<'a, str>,
    asks: String,
    all: usize,
    failed: usize,
}

fn checks(class: &Class, language: Language) -> Markup {
    let t = labels(language);
    let mut asked: BTreeMap<&str, Asked<'_>> = BTreeMap::new();
    let known = class.dossiers.iter();
    for finding in known.filter_map(|it| it.conformance.found()).flatten() {
        let of = asked.entry(&finding.id).or_default();
        (of.method, of.asks) =
            (method_in(&finding.method, language), told(&finding.asks(), language));
        of.all += usize::from(finding.verdict != Verdict::NotJudged);
        of.failed += usize::from(finding.is_held_against());
    }
    let mut failed: Vec<(&str, Asked<'_>)> = asked.into_iter().collect();
    failed.retain(|(_, it)| it.failed > 0);
    failed.sort_by_key(|(id, it)| (usize::MAX - it.failed, *id));
    let columns = [
        [t("Check", "Verifica"), ""],
        [t("Method", "Metodo"), "spare"],
        [t("What is asked", "Che cosa si chiede"), ""],
        [t("Fail", "Non superata"), "n"],
        [t("Of", "Su"), "n"],
        [t("Share", "Quota"), "still spare"],
    ];
    let rows = html! { tbody { @for (id, it) in failed.iter().take(MAX_CHECKS) { tr {
        th scope="row" { (text::line(id, 60)) }
        td .spare { code { (text::line(&it.method, 60)) } }
        td { (it.asks) }
        td .n data-v=(it.failed) { (it.failed) }
        td .n data-v=(it.all) { (it.all) }
        td .spare { (bar(it.failed as f64 / it.all as f64, 100.0)) }
    } } } };
    html! {
        @if failed.is_empty() {
            p { (t(
                "All checks passed, or none was run.",
                "Tutti superano tutte le verifiche, o non ne sono state fatte.",
            )) }
        } @else {
            p { (t(
                "Where many fail the same check, the course may be unclear.",
                "Dove in molti sbagliano la stessa cosa, forse il corso non è stato chiaro.",
            )) }
            (super::table(t("Checks", "Verifiche"), "sort", &columns, &rows))
            @if failed.len() > MAX_CHECKS { p .soft {
                    (t("And ", "E altre ")) (failed.len() - MAX_CHECKS)
                    (t(" more that some fail.", " che qualcuno non supera."))
                } }
        }
    }
}

fn not_done(class: &Class, marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    // What could not be done, and for whom.
    let mut missing: BTreeMap<(PartName, Cow<'_, str>), Vec<&str>> = BTreeMap::new();
    for mark in marks {
        for part in mark.parts.iter().filter(|it| it.basis == Basis::NotDone) {
            let concerned = missing.entry((part.name, say(&part.why, language)));
            concerned.or_default().push(&mark.number);
        }
    }
    html! {
        @if class.remarks.is_empty() && missing.is_empty() && class.left_out.is_empty() && class.likeness.found().is_some() {
            p { (t("Everything was done.", "È stato fatto tutto.")) }
        }
        @if !class.remarks.is_empty() {
            ul .plain { @for remark in &class.remarks { li { (told(remark, language)) } } }
        }
        (unknown(&class.likeness, language))
        @for ((name, why), numbers) in &missing {
            h3 { (say(name, language)) }
            p { (sentence(why)) }
            @if numbers.len() == marks.len() {
                p .soft { (t("This concerns all of them.", "Riguarda tutti.")) }
            } @else {
                p { (t("This concerns ", "Riguarda: ")) (links(numbers.iter().map(|it| link(it)))) "." }
            }
        }
        @if !class.left_out.is_empty() {
            h3 { (t("Entries that are not submissions", "Voci che non sono consegne")) }
            ul .plain {
                @for entry in &class.left_out { li { code { (text::line(&entry.entry, 100)) } ": " (say(&entry.why, language)) } }
            }
        }
    }
}
