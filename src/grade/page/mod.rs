//! Pages made of evidence and marks: one for each student, and one of the whole class.
//!
//! Pure functions: nothing is read or run. Each page is one file that opens without a network and says
//! everything without its script. What comes from students and their programs reaches it as text only,
//! escaped by the templates, in lines that are cut. A student's page is handed out: it never names
//! another student nor shows another's code; the overview does, and is for the teacher alone.

mod checks;
mod handed_in;
mod likeness;
mod matches;
mod memory;
mod overview;
mod student;

pub(super) use likeness::MOST_PAIRS;

use maud::{DOCTYPE, Markup, html};

use super::dossier::{Class, Dossier, Known};
use super::marks::Mark;
use crate::report::page::{frame, words};

const STYLE: &str = include_str!("page.css");
/// The longest sentence that is shown, in letters.
const SENTENCE: usize = 1200;

/// The page of a student, which is handed out: nobody else is named on it. `source` is the
/// `player.cpp` as it was handed in; lines around faults are shown from it.
pub fn student(dossier: &Dossier, mark: &Mark, class: &Class, source: Option<&[u8]>) -> String {
    student::page(dossier, mark, class, source).into_string()
}

/// The page of the class, for the teacher alone. It leads to `students/NUMBER/index.html`, and to the
/// pages of pairs by the names of [`pair_file`].
pub fn overview(class: &Class, marks: &[Mark]) -> String {
    overview::page(class, marks).into_string()
}

/// Where the page of a pair is, from the overview: `likeness/A--B.html`, in the order of the pair.
pub fn pair_file(left: &str, right: &str) -> String {
    format!("likeness/{left}--{right}.html")
}

/// A page of ours around its body.
fn page(
    title: &str,
    sections: &[(&str, &str)],
    heading: &Markup,
    main: &Markup,
    end: &str,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (frame::head(title, STYLE))
            body {
                a .skip href="#marks" { "To the marks" }
                header { (heading) }
                nav aria-label="Sections" { ul {
                    @for (id, name) in sections { li { a href=(format!("#{id}")) { (name) } } }
                } }
                main { (main) }
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

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// A sentence of whoever's, on one line.
fn sentence(text: &str) -> String {
    words::line(text, SENTENCE)
}

/// Text of a program or a compiler in its lines, which may be folded away.
fn block(text: &str, label: &str) -> Markup {
    html! { pre tabindex="0" role="region" aria-label=(label) { (text) } }
}

/// What there is to say of a step that found nothing out.
fn unknown<T>(known: &Known<T>) -> Markup {
    html! {
        @match known {
            Known::Found(_) => {}
            Known::NotReached(why) => p { "Not reached: " (sentence(why.trim_end_matches('.'))) "." }
            Known::NotDone(why) => div .note role="note" { p {
                strong { "Not done. " } "This is nobody’s fault and costs no points. " (sentence(why))
            } }
        }
    }
}
