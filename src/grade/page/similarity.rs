//! Similarity section of the overview, for the teacher only.

use maud::{Markup, html};

use super::layout::{link, links, message_text, pair_file, sentence, table};
use super::words::{self, PageMessage};
use crate::dossier::{Class, StepResult};
use crate::marks::Mark;
use crate::similarity::{COMMON_SHARE, LONG, Likeness, Pair, per_cent};
use crate::submissions::is_number;
use arbitro_html::text::{self, Grouped};
use arbitro_words::{Language, say};

/// Pairs that are listed, and have a page of their own.
pub(crate) const MAX_PAIRS: usize = 500;

pub(super) fn section(class: &Class, marks: &[Mark], language: Language) -> Markup {
    html! {
        @match &class.likeness {
            StepResult::Found(likeness) => (found(likeness, marks, language)),
            StepResult::NotReached(why) | StepResult::NotDone(why) => p {
                (say(&words::NONE_COMPARED, language)) (message_text(why, language))
            }
        }
    }
}

fn found(likeness: &Likeness, marks: &[Mark], language: Language) -> Markup {
    let unread = likeness.members.iter().filter(|member| !member.is_parsed);
    let unread: Vec<&str> = unread.map(|unread| unread.name.as_str()).collect();
    let columns = [
        (words::ONE, ""),
        (words::OTHER, ""),
        (words::SCORE, "n"),
        (words::OF_ONE, "n spare"),
        (words::OF_OTHER, "n spare"),
        (words::LONGEST, "n spare"),
        (words::STATE, ""),
        (words::SIDE_BY_SIDE, "still"),
    ];
    let pairs = likeness.pairs.iter().take(MAX_PAIRS);
    let rows = html! { tbody { @for pair in pairs { (row(pair, likeness, marks, language)) } } };
    html! {
        p {
            (say(&words::HOW_COMPARED, language))
            code { "[[decisions]]" } " in " code { "grade.toml" } (say(&words::WITH_REASON, language))
        }
        @if likeness.groups.is_empty() {
            p { (say(&PageMessage::NoneSimilar(per_cent(likeness.settings.threshold)), language)) }
        } @else {
            h3 { (say(&words::GROUPS, language)) }
            ol .plain {
                @for group in &likeness.groups {
                    li { (links(group.iter().map(|&it| member_link(likeness, it)))) }
                }
            }
        }
        h3 { (say(&words::PAIRS, language)) }
        @if likeness.pairs.is_empty() {
            @let (score, tokens) = (per_cent(likeness.settings.listed), LONG);
            p { (say(&PageMessage::NoPair { score, tokens }, language)) }
        } @else {
            (table(&words::SIMILAR_PAIRS, language, "fit sort", &columns, &rows))
            @if likeness.pairs.len() > MAX_PAIRS {
                p .soft { (say(&PageMessage::MorePairs(likeness.pairs.len() - MAX_PAIRS), language)) }
            }
        }
        @if !likeness.crowd.is_empty() {
            h3 { (say(&words::COMMON_CODE, language)) }
            p {
                @let [share, common] = [likeness.settings.threshold, COMMON_SHARE];
                (say(&PageMessage::Crowd { share: per_cent(share), common: per_cent(common) }, language))
            }
            p { (links(likeness.crowd.iter().map(|&it| link(likeness.name(it))))) "." }
        }
        @if !unread.is_empty() {
            p {
                (say(&words::UNPARSED, language))
                (links(unread.iter().map(|it| link(it)))) "." }
        }
    }
}

/// A name, linked to the student's page if it is of this class.
fn member_link(likeness: &Likeness, at: usize) -> Markup {
    match likeness.members.get(at) {
        Some(it) if it.is_past => html! { (text::name(&it.name)) },
        _ => link(likeness.name(at)),
    }
}

fn row(pair: &Pair, likeness: &Likeness, marks: &[Mark], language: Language) -> Markup {
    let (left, right) = (likeness.name(pair.left), likeness.name(pair.right));
    let of_left = marks.iter().find(|mark| mark.number == left);
    let alike = of_left.and_then(|it| it.alike.iter().find(|other| other.number == right));
    html! {
        tr {
            th scope="row" { (member_link(likeness, pair.left)) }
            th scope="row" { (member_link(likeness, pair.right)) }
            td .n data-v=(pair.score) { (per_cent(pair.score)) }
            td .n .spare data-v=(pair.of_left) { (per_cent(pair.of_left)) }
            td .n .spare data-v=(pair.of_right) { (per_cent(pair.of_right)) }
            td .n .spare data-v=(pair.longest) { (say(&PageMessage::Tokens(Grouped(pair.longest as u64)), language)) }
            td {
                @match alike {
                    Some(it) if it.is_acquitted => {
                        span .badge .first { (say(&words::ACQUITTED, language)) }
                        @if let Some(why) = &it.why { " " (sentence(why)) }
                    }
                    Some(_) => span .badge .bad .first { (say(&words::PROPOSED_TO_FAIL, language)) },
                    None => span .soft { (say(&words::BELOW_LIMIT, language)) },
                }
            }
            td {
                @if is_number(left) && is_number(right) {
                    a href=(pair_file(left, right)) { (say(&PageMessage::Parts(Grouped(pair.parts.len() as u64)), language)) }
                 }
            }
        }
    }
}
