//! Who is like whom, for the teacher.

use maud::{Markup, html};

use super::overview::{is_plain, link};
use super::{pair_file, sentence};
use crate::grade::dossier::{Class, Known};
use crate::grade::likeness::{Likeness, Pair};
use crate::grade::marks::Mark;
use crate::report::page::words;

/// Pairs that are listed, and have a page of their own.
pub(in crate::grade) const MOST_PAIRS: usize = 500;

pub(super) fn section(class: &Class, marks: &[Mark]) -> Markup {
    html! {
        @match &class.likeness {
            Known::Found(likeness) => (found(likeness, marks)),
            Known::NotReached(why) | Known::NotDone(why) => p { "Nobody was compared: " (sentence(why)) }
        }
    }
}

fn per_cent(share: f64) -> String {
    // Never more than it is, so that what is below a bound does not look as if it were not.
    format!("{:.1}\u{a0}%", (share * 1000.0 + 1e-6).floor() / 10.0)
}

fn found(likeness: &Likeness, marks: &[Mark]) -> Markup {
    let name = |at: usize| likeness.members.get(at).map_or("?", |it| it.name.as_str());
    let unread: Vec<&str> = likeness
        .members
        .iter()
        .filter(|it| !it.is_parsed)
        .map(|it| it.name.as_str())
        .collect();
    html! {
        p {
            "Programs are compared by their structure, without names, numbers, comments and layout. A score is the "
            "share of the shorter program that is found in the other: a reason to look, and no verdict. A pair is "
            "acquitted by " code { "acquitted = [[\"A\", \"B\"]]" } " in " code { "grade.toml" } "."
        }
        @if likeness.groups.is_empty() {
            p { "No two are as alike as " (per_cent(likeness.settings.threshold)) "." }
        } @else {
            h3 { "Groups" }
            ol .plain {
                @for group in &likeness.groups {
                    li { @for (at, &member) in group.iter().enumerate() { @if at > 0 { ", " } (link(name(member))) } }
                }
            }
        }
        h3 { "Pairs" }
        @if likeness.pairs.is_empty() {
            p { "No pair scores " (per_cent(likeness.settings.listed)) " or more." }
        } @else {
            div .box .fit tabindex="0" role="region" aria-label="Pairs that are alike" {
                table .sort {
                    thead { tr {
                        th scope="col" { "One" } th scope="col" { "Other" } th scope="col" .n { "Score" }
                        th scope="col" .n { "Of one" } th scope="col" .n { "Of other" }
                        th scope="col" { "State" } th scope="col" .still { "Side by side" }
                    } }
                    tbody {
                        @for pair in likeness.pairs.iter().take(MOST_PAIRS) {
                            (row(pair, name(pair.left), name(pair.right), marks))
                        }
                    }
                }
            }
            @if likeness.pairs.len() > MOST_PAIRS {
                p .soft { "And " (likeness.pairs.len() - MOST_PAIRS) " more, less alike, which have no page." }
            }
        }
        @if !likeness.crowd.is_empty() {
            h3 { "Made of what many have" }
            p {
                "At least " (per_cent(likeness.settings.threshold)) " of each of these is code that more than "
                (per_cent(likeness.settings.common_share)) " of the class has. It counts as nobody’s, so that no pair "
                "stands above for it. Either the course gave it out, or a copy went round: look at two of them."
            }
            p { @for (at, &member) in likeness.crowd.iter().enumerate() { @if at > 0 { ", " } (link(name(member))) } "." }
        }
        @if !unread.is_empty() {
            p { "The parser did not come to the end of these, which were not compared: "
                @for (at, number) in unread.iter().enumerate() { @if at > 0 { ", " } (link(number)) } "." }
        }
    }
}

fn row(pair: &Pair, left: &str, right: &str, marks: &[Mark]) -> Markup {
    let of_left = marks.iter().find(|it| it.number == left);
    let alike = of_left.and_then(|it| it.alike.iter().find(|other| other.number == right));
    html! {
        tr {
            th scope="row" { (link(left)) }
            th scope="row" { (link(right)) }
            td .n data-v=(pair.score) { (per_cent(pair.score)) }
            td .n data-v=(pair.of_left) { (per_cent(pair.of_left)) }
            td .n data-v=(pair.of_right) { (per_cent(pair.of_right)) }
            td {
                @match alike {
                    Some(it) if it.is_acquitted => span .badge .first { "acquitted" },
                    Some(_) => span .badge .bad .first { "proposed to fail" },
                    None => span .soft { "below the bound" },
                }
            }
            td {
                @if is_plain(left) && is_plain(right) { a href=(pair_file(left, right)) { (words::counted(pair.parts.len() as u64, "part", "parts")) } }
            }
        }
    }
}
