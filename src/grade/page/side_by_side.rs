//! A pair side by side, for the teacher alone.

use arbitro_html::text::Grouped;
use maud::{Markup, html};

use super::layout::{fact, page};
use super::words::{self, PageMessage};
use crate::similarity::{Fragment, LineRange, Pair, Source, per_cent};
use arbitro_rules::plain_text::marked;
use arbitro_words::{Language, say};

const MAX_LINES: usize = 10_000;
const MAX_LETTERS: usize = 300;
/// Parts that have a link; more are coloured only.
const MAX_LINKED: usize = 500;
const COLOURS: usize = 6;

/// The title of a pair's page, by which an earlier run's is known.
pub(crate) fn title(left: &str, right: &str, language: Language) -> String {
    let and = say(&words::AND, language);
    format!("{} {and} {}", line(left), line(right))
}

/// The page of two similar submissions, side by side; for the teacher only.
pub fn pair(left: Source<'_>, right: Source<'_>, pair: &Pair, language: Language) -> String {
    let heading = html! {
        p .eyebrow { a href="../overview.html#likeness" { (say(&words::LIKENESS, language)) } }
        h1 { bdi { (line(left.name)) } (say(&words::AND_BETWEEN, language)) bdi { (line(right.name)) } }
        (facts(left, right, pair, language))
        p .soft { (say(&words::HOW_PAIRS_ARE_SHOWN, language)) }
        @if pair.parts.is_empty() {
            p { (say(&words::NO_EQUAL_PART, language)) }
        }
        (list(&pair.parts, language))
    };
    let sides = html! {
        div .sides {
            (side(left, ['l', 'r'], &pair.parts, |it| it.left, language))
            (side(right, ['r', 'l'], &pair.parts, |it| it.right, language))
        }
    };
    let title = title(left.name, right.name, language);
    page(language, &title, &[], &heading, &sides, &words::NAMES_BOTH)
}

fn facts(left: Source<'_>, right: Source<'_>, pair: &Pair, language: Language) -> Markup {
    let of = |name| say(&PageMessage::OfName(line(name)), language);
    let tokens: usize = pair.parts.iter().map(|part| part.tokens).sum();
    html! {
        dl .facts {
            (fact(&say(&words::PAIR_SCORE, language),
                &per_cent(pair.score),
            ))
            (fact(&of(left.name), &per_cent(pair.of_left)))
            (fact(&of(right.name), &per_cent(pair.of_right)))
            (fact(&say(&words::EQUAL_PARTS, language), &pair.parts.len().to_string()))
            (fact(&say(&words::TOKENS_IN_PARTS, language), &tokens.to_string()))
            (fact(&say(&words::LONGEST_PART, language), &pair.longest.to_string()))
        }
    }
}

fn list(parts: &[Fragment], language: Language) -> Markup {
    html! {
        ol .parts {
            @for (number, part) in (1..).zip(parts.iter().take(MAX_LINKED)) {
                li {
                    a href=(format!("#l{number}")) { (say(&words::LINES, language)) (range(part.left)) }
                    (say(&words::AND_BETWEEN, language))
                    a href=(format!("#r{number}")) { (range(part.right)) }
                    span .soft { ", " (say(&PageMessage::Tokens(Grouped(part.tokens as u64)), language)) }
                }
            }
        }
        @if parts.len() > MAX_LINKED {
            p .soft { (say(&PageMessage::MoreParts(parts.len() - MAX_LINKED), language)) }
        }
    }
}

fn range(lines: LineRange) -> String {
    if lines.first == lines.last {
        lines.first.to_string()
    } else {
        format!("{}–{}", lines.first, lines.last)
    }
}

/// One program. Its anchors begin with the first letter, those of the other side with the second.
fn side(
    of: Source<'_>,
    [here, there]: [char; 2],
    parts: &[Fragment],
    lines: fn(&Fragment) -> LineRange,
    language: Language,
) -> Markup {
    let name = line(of.name);
    let text = String::from_utf8_lossy(of.text);
    let mut all: Vec<&str> = text.split('\n').take(MAX_LINES + 1).collect();
    let is_cut = all.len() > MAX_LINES;
    all.truncate(MAX_LINES);
    // The part of every line, and the parts that begin there.
    let mut part_of: Vec<Option<usize>> = vec![None; all.len()];
    let mut begins: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (number, part) in parts.iter().enumerate() {
        let LineRange { first, last } = lines(part);
        let first = (first as usize).saturating_sub(1);
        let end = (last as usize).min(all.len());
        for of_line in part_of.get_mut(first..end).into_iter().flatten() {
            of_line.get_or_insert(number);
        }
        if let Some(begins) = begins.get_mut(first).filter(|_| number < MAX_LINKED) {
            begins.push(number + 1);
        }
    }
    html! {
        section aria-label=(name) {
            h2 { bdi { (name) } }
            div .text tabindex="0" role="group" aria-label=(say(&PageMessage::TextOf(name.clone()), language)) {
                ol {
                    @for (((number, text), part), begins) in (1..).zip(&all).zip(part_of).zip(&begins) {
                        li class=[part.map(|part| format!("p{}", part % COLOURS))] {
                            span { (number) }
                            @for begin in begins { a id=(format!("{here}{begin}")) href=(format!("#{there}{begin}")) { (begin) } }
                            @if begins.is_empty() { i { @if let Some(part) = part { (part + 1) } } }
                            code { (line(text)) }
                        }
                    }
                }
            }
            @if is_cut { p .soft { (say(&words::TEXT_CUT, language)) } }
        }
    }
}

/// A line without what is not seen; tabs stay.
fn line(text: &str) -> String {
    marked(text.trim_end_matches('\r'), MAX_LETTERS)
}
