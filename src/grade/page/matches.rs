//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, html};

use super::answers::answer;
use super::{Phrase, sentence, table, unknown, words};
use crate::dossier::{Bonus, Dossier, FIRST_MATCH, Place, Rung, StepResult};
use crate::matches::{MAX_FAULT_CHARS, said};
use arbitro_html::text;
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_rules::plain_text::marked_line;
use arbitro_words::{Language, say};

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    html! {
        @if let Some(record) = &dossier.first_match { (first(record, language)) }
        h3 { (say(&words::AGAINST_REFERENCE, language)) }
        @match &dossier.strength {
            StepResult::Found(rungs) => (ladder(rungs, language)),
            other => (unknown(other, language)),
        }
        h3 { (say(&words::IN_TOURNAMENT, language)) }
        @match &dossier.contest {
            StepResult::Found(place) => (contest(place, language)),
            other => (unknown(other, language)),
        }
    }
}

/// Renders the illegal answer beside the board it was given.
fn first(record: &MatchRecord, language: Language) -> Markup {
    let fault = record.fault.as_ref();
    let wrote = fault.and_then(|it| it.wrote.as_deref());
    let before = Dama::write_board(&Dama::start().board());
    let text = fault.map(|it| fault_text(it, language));
    html! {
        h3 { (say(&words::FIRST_MATCH, language)) }
        p {
            (say(&words::FIRST_MATCH_FAILED, language))
            (sentence(text.as_deref().or(record.reason.as_deref()).unwrap_or("?")))
        }
        @if let Some(wrote) = wrote {
            dl .pairs {
                dt { (say(&words::WAS_GIVEN, language)) } dd { (answer(&before, wrote, language)) }
                dt { (say(&words::WROTE, language)) } dd { (answer(wrote, &before, language)) }
            }
        }
        p .soft .small { (say(&words::WHOLE_MATCH_IN, language)) code { (FIRST_MATCH) } "." }
    }
}

fn forfeits(rung: &Rung, language: Language) -> String {
    let all = rung.forfeits.iter();
    let said: Vec<String> = all
        .map(|(reason, count)| {
            format!(
                "{count} × {}",
                arbitro_tournament::report::page::words::forfeit(reason, language)
            )
        })
        .collect();
    said.join(", ")
}

fn ladder(rungs: &[Rung], language: Language) -> Markup {
    let columns = [
        (words::OPPONENT, ""),
        (words::WON, "n"),
        (words::DRAWN, "n"),
        (words::LOST, "n"),
        (words::LOST_BY_FORFEIT, ""),
    ];
    let rows = html! { tbody { @for rung in rungs { tr {
        th scope="row" { (text::name(&rung.opponent)) }
        td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
        td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung, language)) } }
    } } } };
    html! {
        (table(&words::REFERENCE_MATCHES, language, "fit", &columns, &rows))
        @for rung in rungs {
            @if let Some(fault) = &rung.first_fault {
                p {
                    (say(&words::FIRST_FORFEIT_AGAINST, language)) (text::name(&rung.opponent)) ": "
                    (sentence(&fault_text(fault, language)))
                }
            }
        }
    }
}

/// Says a fault, with a mark for each letter that is not seen.
fn fault_text(fault: &RecordedFault, language: Language) -> String {
    marked_line(&said(fault, language), MAX_FAULT_CHARS)
}

fn contest(place: &Place, language: Language) -> Markup {
    let matches = &place.matches;
    html! {
        p {
            (say(&words::PLACE, language)) strong { (place.place) }
            (say(&Phrase::of_places(place), language))
            @if place.bonus == Bonus::Yes { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p {
            (say(&words::LOST_BY_FORFEITS, language)) (forfeits(matches, language)) "."
        } }
        @if let Some(fault) = &matches.first_fault {
            p { (say(&words::FIRST_OF_THEM, language)) (sentence(&fault_text(fault, language))) }
        }
    }
}
