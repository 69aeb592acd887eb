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

pub use overview::overview;
pub use pair::pair;
pub(super) use pair::title as pair_title;
pub(super) use similarity::MAX_PAIRS;
pub use student::student;

use maud::{DOCTYPE, Markup, html};

use super::dossier::StepResult;
use arbitro_html::{frame, text};
use arbitro_rules::language::Language;
use arbitro_words::{Message, say};

const STYLE: &str = include_str!("page.css");
/// Maximum letters of a sentence.
const SENTENCE: usize = 1200;

/// Path of a pair's page, relative to the overview: `likeness/A--B.html`, in the order of the pair.
pub fn pair_file(left: &str, right: &str) -> String {
    format!("likeness/{left}--{right}.html")
}

/// The labels of a page.
fn labels(language: Language) -> impl Fn(&'static str, &'static str) -> &'static str {
    move |english, italian| language.either(english, italian)
}

struct Section {
    id: &'static str,
    /// Its name in the navigation.
    name: &'static str,
    heading: &'static str,
    content: Markup,
}

fn section(id: &'static str, name: &'static str, content: Markup) -> Section {
    let heading = name;
    Section { id, name, heading, content }
}

impl Section {
    fn headed(self, heading: &'static str) -> Section {
        Section { heading, ..self }
    }
}

/// A page of ours around its sections, or around a body without any.
fn page(
    language: Language,
    title: &str,
    sections: &[Section],
    heading: &Markup,
    body: &Markup,
    end: &str,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            (frame::head(title, STYLE))
            body {
                a .skip href="#main" { (language.either("To the content", "Vai al contenuto")) }
                header { (heading) }
                @if !sections.is_empty() { nav aria-label=(language.either("Sections", "Sezioni")) { ul {
                    @for it in sections { li { a href=(format!("#{}", it.id)) { (it.name) } } }
                } } }
                main id="main" {
                    @for it in sections {
                        @let heading = format!("{}-h", it.id);
                        section id=(it.id) aria-labelledby=(heading) { h2 id=(heading) { (it.heading) } (it.content) }
                    }
                    (body)
                }
                footer { p { (end) } }
                (frame::script())
            }
        }
    };
    page.into_string()
}

/// A table in a box that scrolls, with the name and the class of each column.
fn table(label: &str, class: &str, columns: &[[&str; 2]], body: &Markup) -> Markup {
    html! {
        div class=(format!("box {class}")) tabindex="0" role="group" aria-label=(label) {
            table class=(class) {
                thead { tr { @for [name, class] in columns { th scope="col" class=(class) { (name) } } } }
                (body)
            }
        }
    }
}

/// The number of a submission, leading to the student's page where it can be a folder's name.
fn link(number: &str) -> Markup {
    html! {
        @if is_plain(number) { a href=(format!("students/{number}/index.html")) { (text::name(number)) } }
        @else { (text::name(number)) }
    }
}

/// Several links.
fn links(all: impl Iterator<Item = Markup>) -> Markup {
    html! { @for (at, link) in all.enumerate() { @if at > 0 { ", " } (link) } }
}

/// Returns true if a number is safe as a folder name.
fn is_plain(number: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    !number.is_empty() && number.chars().all(is_fine)
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// Puts untrusted text on one line, truncated.
fn sentence(text: &str) -> String {
    text::line(text, SENTENCE)
}

/// The same of a message, in the language of the page.
fn told(message: &impl Message, language: Language) -> String {
    sentence(&say(message, language))
}

/// A count with its noun, in English and Italian.
fn counted(number: u64, language: Language, english: [&str; 2], italian: [&str; 2]) -> String {
    let [one, many] = language.either(english, italian);
    text::counted(number, one, many)
}

/// Output of a program or compiler, in a block that can be collapsed.
fn block(text: &str, label: &str) -> Markup {
    html! { pre tabindex="0" role="group" aria-label=(label) { (text) } }
}

fn unknown<T>(known: &StepResult<T>, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @match known {
            StepResult::Found(_) => {}
            StepResult::NotReached(why) => p {
                (t("Not reached: ", "Non raggiunto: "))
                (sentence(say(why, language).trim_end_matches('.'))) "."
            }
            StepResult::NotDone(why) => div .note role="note" { p {
                strong { (t("Not done. ", "Non fatto. ")) }
                (t(
                    "This costs no points. ",
                    "Non è colpa di nessuno e non costa punti. ",
                ))
                (told(why, language))
            } }
        }
    }
}
