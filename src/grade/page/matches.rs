//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, html};

use super::answers::answer;
use super::{Label, Phrase, sentence, table, unknown};
use crate::dossier::{Bonus, Dossier, FIRST_MATCH, Place, Rung, StepResult};
use crate::matches::{MAX_FAULT_CHARS, loss};
use arbitro_html::text;
use arbitro_records::{Explained, MatchRecord};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_rules::plain_text::marked_line;
use arbitro_words::{Language, say};

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    html! {
        @if let Some(record) = &dossier.first_match { (first(record, language)) }
        h3 { (say(&Label::AgainstReference, language)) }
        @match &dossier.strength {
            StepResult::Found(rungs) => (ladder(rungs, language)),
            other => (unknown(other, language)),
        }
        h3 { (say(&Label::InTournament, language)) }
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
    let text = loss(record).map(|it| fault_text(&it, language));
    html! {
        h3 { (say(&Label::FirstMatch, language)) }
        p {
            (say(&Label::FirstMatchFailed, language))
            (sentence(text.as_deref().or(record.reason.as_deref()).unwrap_or("?")))
        }
        @if let Some(wrote) = wrote {
            dl .pairs {
                dt { (say(&Label::WasGiven, language)) } dd { (answer(&before, wrote, language)) }
                dt { (say(&Label::Wrote, language)) } dd { (answer(wrote, &before, language)) }
            }
        }
        p .soft .small { (say(&Label::WholeMatchIn, language)) code { (FIRST_MATCH) } "." }
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
        (Label::Opponent, ""),
        (Label::Won, "n"),
        (Label::Drawn, "n"),
        (Label::Lost, "n"),
        (Label::LostByForfeit, ""),
    ];
    let rows = html! { tbody { @for rung in rungs { tr {
        th scope="row" { (text::name(&rung.opponent)) }
        td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
        td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung, language)) } }
    } } } };
    html! {
        (table(&Label::ReferenceMatches, language, "fit", &columns, &rows))
        @for rung in rungs {
            @if let Some(fault) = &rung.first_fault {
                p {
                    (say(&Label::FirstForfeitAgainst, language)) (text::name(&rung.opponent)) ": "
                    (sentence(&fault_text(fault, language)))
                }
            }
        }
    }
}

/// Says a fault, with a mark for each letter that is not seen.
fn fault_text(fault: &Explained, language: Language) -> String {
    marked_line(&say(&fault.message(), language), MAX_FAULT_CHARS)
}

fn contest(place: &Place, language: Language) -> Markup {
    let matches = &place.matches;
    let results = [matches.won, matches.drawn, matches.lost];
    html! {
        p {
            (say(&Label::Place, language)) strong { (place.place) }
            (say(&Phrase::OfPlaces { of: place.of, points: place.points, results }, language))
            @if place.bonus == Bonus::Yes { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p {
            (say(&Label::LostByForfeits, language)) (forfeits(matches, language)) "."
        } }
        @if let Some(fault) = &matches.first_fault {
            p { (say(&Label::FirstOfThem, language)) (sentence(&fault_text(fault, language))) }
        }
    }
}
