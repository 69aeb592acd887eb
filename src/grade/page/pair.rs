//! A pair side by side, as one HTML file that opens without a network and runs no script.
//!
//! Names and programs come from students and are hostile: they reach the page as text only, escaped
//! by the templates, in lines that are cut and without characters that are not seen.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Lines, Pair, Part, floor_per_cent};
use arbitro_rules::language::Language;
use arbitro_rules::plain_text::marked;

const STYLE: &str = include_str!("page.css");
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// Lines that are shown of a program, and letters of a line.
const MAX_LINES: usize = 10_000;
const MAX_LETTERS: usize = 300;
/// Parts that have a link; more are coloured only.
const MAX_LINKED: usize = 500;
const COLOURS: usize = 6;

/// One of the two that are shown.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// Its number or name.
    pub name: &'a str,
    /// The text that was compared.
    pub text: &'a [u8],
}

/// Title of a pair's page.
pub fn title(left: &str, right: &str, language: Language) -> String {
    let and = language.either("and", "e");
    format!("{} {and} {}", line(left), line(right))
}

/// The page of a pair.
pub fn page(left: Side<'_>, right: Side<'_>, pair: &Pair, language: Language) -> String {
    let title = title(left.name, right.name, language);
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { bdi { (line(left.name)) } (language.either(" and ", " e ")) bdi { (line(right.name)) } }
                    (facts(left, right, pair, language))
                    p .soft {
                        (language.either(
                            "Equal parts have one number and one colour on both sides; the numbers lead across. Names, \
                             numbers, texts, comments and layout were not compared, and macros were put in. A score is a \
                             reason to look, not a verdict.",
                            "Le parti uguali hanno lo stesso numero e lo stesso colore da entrambi i lati; i numeri \
                             portano dall'altra parte; le macro sono state espanse. Nomi, numeri, testi, commenti e impaginazione non sono stati confrontati. Un \
                             punteggio è un motivo per guardare, non un verdetto.",
                        ))
                    }
                    @if pair.parts.is_empty() {
                        p { (language.either(
                            "No part of one is found in the other.",
                            "Nessuna parte dell'una si ritrova nell'altra.",
                        )) }
                    }
                    (list(&pair.parts, language))
                }
                main .sides {
                    (side(left, 'l', 'r', &pair.parts, |it| it.left, language))
                    (side(right, 'r', 'l', &pair.parts, |it| it.right, language))
                }
            }
        }
    };
    page.into_string()
}

fn facts(left: Side<'_>, right: Side<'_>, pair: &Pair, language: Language) -> Markup {
    let of = language.either("Of ", "Di ");
    let tokens: usize = pair.parts.iter().map(|it| it.tokens).sum();
    html! {
        dl .facts {
            div { dt { (language.either(
                "Score: of the shorter one, found in the other",
                "Punteggio: della più corta, ritrovato nell'altra",
            )) } dd { (per_cent(pair.score)) } }
            div { dt { (of) bdi { (line(left.name)) } } dd { (per_cent(pair.of_left)) } }
            div { dt { (of) bdi { (line(right.name)) } } dd { (per_cent(pair.of_right)) } }
            div { dt { (language.either("Equal parts", "Parti uguali")) } dd { (pair.parts.len()) } }
            div { dt { (language.either("Tokens in them", "Token in queste parti")) } dd { (tokens) } }
            div { dt { (language.either("In the longest", "Nella più lunga")) } dd { (pair.longest) } }
        }
    }
}

/// A share as the pages of a pair and of the class both show it.
pub(crate) fn per_cent(share: f64) -> String {
    format!("{:.1}\u{a0}%", floor_per_cent(share))
}

fn list(parts: &[Part], language: Language) -> Markup {
    html! {
        @if !parts.is_empty() {
            ol .parts {
                @for (number, part) in parts.iter().enumerate().take(MAX_LINKED) {
                    li {
                        a href=(format!("#l{}", number + 1)) { (language.either("lines ", "righe ")) (range(part.left)) }
                        (language.either(" and ", " e "))
                        a href=(format!("#r{}", number + 1)) { (range(part.right)) }
                        span .soft { ", " (part.tokens) (language.either(" tokens", " token")) }
                    }
                }
            }
            @if parts.len() > MAX_LINKED { p .soft {
                    (language.either("And ", "E altre ")) (parts.len() - MAX_LINKED) (language.either(" more.", "."))
                } }
        }
    }
}

fn range(lines: Lines) -> String {
    if lines.first == lines.last {
        lines.first.to_string()
    } else {
        format!("{}–{}", lines.first, lines.last)
    }
}

/// One program. `here` and `there` begin the anchors of the two sides.
fn side(
    of: Side<'_>,
    here: char,
    there: char,
    parts: &[Part],
    lines: fn(&Part) -> Lines,
    language: Language,
) -> Markup {
    let label = language.either("The text of", "Il testo di");
    let text = String::from_utf8_lossy(of.text);
    let all: Vec<&str> = text.split('\n').take(MAX_LINES + 1).collect();
    let shown = all.len().min(MAX_LINES);
    // The part of every line, and the parts that begin there.
    let mut part_of: Vec<Option<usize>> = vec![None; shown];
    let mut begins: Vec<Vec<usize>> = vec![Vec::new(); shown];
    for (number, part) in parts.iter().enumerate() {
        let Lines { first, last } = lines(part);
        let first = (first as usize).saturating_sub(1);
        let end = (last as usize).min(shown);
        for of_line in part_of.get_mut(first..end).into_iter().flatten() {
            of_line.get_or_insert(number);
        }
        if let Some(begins) = begins.get_mut(first).filter(|_| number < MAX_LINKED) {
            begins.push(number);
        }
    }
    html! {
        section aria-label=(line(of.name)) {
            h2 { bdi { (line(of.name)) } }
            div .text tabindex="0" role="region" aria-label=(format!("{label} {}", line(of.name))) {
                ol {
                    @for (at, text) in all.iter().take(shown).enumerate() {
                        @let part = part_of.get(at).copied().flatten();
                        li class=[part.map(|it| format!("p{}", it % COLOURS))] {
                            span { (at + 1) }
                            @let begins = begins.get(at).map_or(&[][..], Vec::as_slice);
                            @for number in begins {
                                a id=(format!("{here}{}", number + 1)) href=(format!("#{there}{}", number + 1)) { (number + 1) }
                            }
                            @if begins.is_empty() { i { @if let Some(part) = part { (part + 1) } } }
                            code { (line(text)) }
                        }
                    }
                }
            }
            @if all.len() > shown { p .soft { (language.either("The rest is not shown.", "Il resto non è mostrato.")) } }
        }
    }
}

/// A line without what is not seen; tabs stay.
fn line(text: &str) -> String {
    marked(text.trim_end_matches('\r'), MAX_LETTERS)
}
