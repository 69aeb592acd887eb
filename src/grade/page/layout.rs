//! The frame of a page, and the parts that pages share.

use maud::{DOCTYPE, Markup, html};

use super::words;
use crate::dossier::StepResult;
use crate::submissions::is_number;
use arbitro_html::{frame, text};
use arbitro_words::{Label, Language, Message, say};

const STYLE: &str = include_str!("page.css");
pub(super) const SENTENCE: usize = 1200;

/// Path of a pair's page, relative to the overview: `likeness/A--B.html`, in the order of the pair.
pub fn pair_file(left: &str, right: &str) -> String {
    format!("likeness/{left}--{right}.html")
}

pub(super) struct Section {
    pub(super) id: &'static str,
    /// Its name in the navigation.
    name: Label,
    heading: Label,
    content: Markup,
}

pub(super) fn section(id: &'static str, name: Label, content: Markup) -> Section {
    let heading = name;
    Section { id, name, heading, content }
}

impl Section {
    pub(super) fn headed(self, heading: Label) -> Section {
        Section { heading, ..self }
    }
}

/// A page of ours around its sections, or around a body without any.
pub(super) fn page(
    language: Language,
    title: &str,
    sections: &[Section],
    heading: &Markup,
    body: &Markup,
    end: &Label,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            (frame::head(title, STYLE))
            body {
                a .skip href="#main" { (say(&words::TO_CONTENT, language)) }
                header { (heading) }
                @if !sections.is_empty() { nav aria-label=(say(&words::SECTIONS, language)) { ul {
                    @for it in sections { li { a href=(format!("#{}", it.id)) { (say(&it.name, language)) } } }
                } } }
                main id="main" {
                    @for it in sections {
                        @let heading = format!("{}-h", it.id);
                        section id=(it.id) aria-labelledby=(heading) { h2 id=(heading) { (say(&it.heading, language)) } (it.content) }
                    }
                    (body)
                }
                footer { p { (say(end, language)) } }
                (frame::script())
            }
        }
    };
    page.into_string()
}

/// A table in a box that scrolls, with the name and the class of each column.
pub(super) fn table(
    label: &Label,
    language: Language,
    class: &str,
    columns: &[(Label, &str)],
    body: &Markup,
) -> Markup {
    html! {
        div class=(format!("box {class}")) tabindex="0" role="group" aria-label=(say(label, language)) {
            table class=(class) {
                thead { tr { @for (name, class) in columns { th scope="col" class=(class) { (say(name, language)) } } } }
                (body)
            }
        }
    }
}

/// The number of a submission, leading to the student's page where it can be a folder's name.
pub(super) fn link(number: &str) -> Markup {
    html! {
        @if is_number(number) { a href=(format!("students/{number}/index.html")) { (text::name(number)) } }
        @else { (text::name(number)) }
    }
}

pub(super) fn links(all: impl Iterator<Item = Markup>) -> Markup {
    html! { @for (at, link) in all.enumerate() { @if at > 0 { ", " } (link) } }
}

pub(super) fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// Puts untrusted text on one line, truncated.
pub(super) fn sentence(text: &str) -> String {
    text::line(text, SENTENCE)
}

/// The same of a message, in the language of the page.
pub(super) fn message_text(message: &impl Message, language: Language) -> String {
    sentence(&say(message, language))
}

/// A text of ours, with what stands between ticks as code.
pub(super) fn with_code(text: &str) -> Markup {
    html! { @for (at, part) in text.split('`').enumerate() {
        @if at % 2 == 1 { code { (part) } } @else { (part) }
    } }
}

/// Output of a program or compiler, in a block that can be collapsed.
pub(super) fn block(text: &str, label: &str) -> Markup {
    html! { pre tabindex="0" role="group" aria-label=(label) { (text) } }
}

/// What a step found, or why it is missing.
pub(super) fn step<T>(
    known: &StepResult<T>,
    language: Language,
    found: impl FnOnce(&T) -> Markup,
) -> Markup {
    match known {
        StepResult::Found(it) => found(it),
        other => unknown(other, language),
    }
}

pub(super) fn unknown<T>(known: &StepResult<T>, language: Language) -> Markup {
    html! {
        @match known {
            StepResult::Found(_) => {}
            StepResult::NotReached(why) => p {
                (say(&words::NOT_REACHED, language))
                (with_code(&sentence(say(why, language).trim_end_matches('.')))) "."
            }
            StepResult::NotDone(why) => div .note role="note" { p {
                strong { (say(&words::NOT_DONE_STRONG, language)) }
                (say(&words::COSTS_NOTHING, language))
                (with_code(&message_text(why, language)))
            } }
        }
    }
}
