//! Pages made of evidence and marks: one for each student, and one of the whole class.
//!
//! Pure functions: nothing is read or run. Each page is one file that opens without a network and says
//! everything without its script. What comes from students and their programs reaches it as text only,
//! escaped by the templates, in lines that are cut. A student's page is handed out: it never names
//! another student nor shows another's code; the overview does, and is for the teacher alone.

mod answers;
mod checks;
mod handed_in;
mod matches;
mod memory;
mod overview;
mod pair;
mod similarity;
mod student;

pub(super) use similarity::MAX_PAIRS;

use maud::{DOCTYPE, Markup, html};

use super::dossier::{Class, Dossier, Known};
use super::marks::Mark;
use super::similarity::{Pair, Source};
use arbitro_rules::language::{Language, Said};
use arbitro_tournament::report::page::{frame, words};

const STYLE: &str = include_str!("page.css");
/// The longest sentence that is shown, in letters.
const SENTENCE: usize = 1200;

/// The page of a student, which is handed out: no other student is named on it. `source` is the
/// `player.cpp` as it was handed in; lines around faults are shown from it.
pub fn student(
    dossier: &Dossier,
    mark: &Mark,
    class: &Class,
    source: Option<&[u8]>,
    language: Language,
) -> String {
    student::page(dossier, mark, class, source, language).into_string()
}

/// The page of the class, for the teacher alone. It leads to `students/NUMBER/index.html`, and to the
/// pages of pairs by the names of [`pair_file`].
pub fn overview(class: &Class, marks: &[Mark], language: Language) -> String {
    overview::page(class, marks, language).into_string()
}

/// Path of a pair's page, relative to the overview: `likeness/A--B.html`, in the order of the pair.
pub fn pair_file(left: &str, right: &str) -> String {
    format!("likeness/{left}--{right}.html")
}

/// The page of two submissions that are alike, side by side; for the teacher alone.
pub fn pair(left: Source<'_>, right: Source<'_>, pair: &Pair, language: Language) -> String {
    pair::page(left, right, pair, language).into_string()
}

/// The title of a pair's page, by which an earlier run's is known.
pub(super) fn pair_title(left: &str, right: &str, language: Language) -> String {
    pair::title(left, right, language)
}

/// The labels of a page.
fn labels(language: Language) -> impl Fn(&'static str, &'static str) -> &'static str {
    move |english, italian| language.either(english, italian)
}

/// A page of ours around its body.
fn page(
    language: Language,
    title: &str,
    sections: &[(&str, &str)],
    heading: &Markup,
    main: &Markup,
    end: &str,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language.code()) {
            (frame::head(title, STYLE))
            body {
                a .skip href="#main" { (language.either("To the content", "Vai al contenuto")) }
                header { (heading) }
                @if !sections.is_empty() { nav aria-label=(language.either("Sections", "Sezioni")) { ul {
                    @for (id, name) in sections { li { a href=(format!("#{id}")) { (name) } } }
                } } }
                main id="main" { (main) }
                footer { p { (end) } }
                (frame::script())
            }
        }
    }
}

/// A section with its heading.
fn section(id: &str, title: &str, content: &Markup) -> Markup {
    let heading = format!("{id}-h");
    html! {
        section id=(id) aria-labelledby=(heading) {
            h2 id=(heading) { (title) }
            (content)
        }
    }
}

/// A table in a box that scrolls, with the name and the class of each column.
fn table(label: &str, class: &str, columns: &[[&str; 2]], body: &Markup) -> Markup {
    html! {
        div class=(format!("box {class}")) tabindex="0" role="region" aria-label=(label) {
            table class=(class) {
                thead { tr { @for [name, class] in columns { th scope="col" class=(class) { (name) } } } }
                (body)
            }
        }
    }
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// Puts untrusted text on one line, truncated.
fn sentence(text: &str) -> String {
    words::line(text, SENTENCE)
}

/// The same in the language of the page.
fn told(said: &Said, language: Language) -> String {
    sentence(said.in_language(language))
}

/// So many of something: one and many of it, English and Italian.
fn counted(number: u64, language: Language, english: [&str; 2], italian: [&str; 2]) -> String {
    let [one, many] = language.either(english, italian);
    words::counted(number, one, many)
}

/// Text of a program or a compiler in its lines, which may be folded away.
fn block(text: &str, label: &str) -> Markup {
    html! { pre tabindex="0" role="region" aria-label=(label) { (text) } }
}

/// Renders the reason for a step's missing result.
fn unknown<T>(known: &Known<T>, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @match known {
            Known::Found(_) => {}
            Known::NotReached(why) => p {
                (t("Not reached: ", "Non raggiunto: "))
                (sentence(why.in_language(language).trim_end_matches('.'))) "."
            }
            Known::NotDone(why) => div .note role="note" { p {
                strong { (t("Not done. ", "Non fatto. ")) }
                (t(
                    "This is nobody’s fault and costs no points. ",
                    "Non è colpa di nessuno e non costa punti. ",
                ))
                (told(why, language))
            } }
        }
    }
}
