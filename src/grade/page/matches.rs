//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, html};

use super::answers::answer;
use super::{labels, sentence, table, unknown};
use crate::dossier::{Bonus, Dossier, FIRST_MATCH, Place, Rung, StepResult};
use crate::matches::loss_said;
use arbitro_html::text;
use arbitro_records::MatchRecord;
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::language::Language;
use arbitro_rules::notation::Notation;

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    let t = labels(language);
    html! {
        @if let Some(record) = &dossier.first_match { (first(record, language)) }
        h3 { (t("Against the reference players", "Contro i giocatori di riferimento")) }
        @match &dossier.strength {
            StepResult::Found(rungs) => (ladder(rungs, language)),
            other => (unknown(other, language)),
        }
        h3 { (t("In the tournament of the class", "Nel torneo del corso")) }
        @match &dossier.contest {
            StepResult::Found(place) => (contest(place, language)),
            other => (unknown(other, language)),
        }
    }
}

/// Renders the illegal answer beside the board it was given.
fn first(record: &MatchRecord, language: Language) -> Markup {
    let t = labels(language);
    let fault = record.fault.as_ref();
    let wrote = fault.and_then(|it| it.wrote.as_deref());
    let before = Dama::write_board(&Dama::start().board());
    let text = loss_said(record);
    let text = text.as_ref().map(|it| it.in_language(language));
    html! {
        h3 { (t("The first match", "La prima partita")) }
        p {
            (t(
                "One match does not count: it shows whether a legal move is made at all. Here it was not: ",
                "Una partita non conta: mostra chi fa almeno una mossa legale. Qui non è successo: ",
            ))
            (sentence(text.or(record.reason.as_deref()).unwrap_or("?")))
        }
        @if let Some(wrote) = wrote {
            dl .pairs {
                dt { (t("It was given", "Ha ricevuto")) } dd { (answer(&before, wrote, language)) }
                dt { (t("It wrote", "Ha scritto")) } dd { (answer(wrote, &before, language)) }
            }
        }
        p .soft .small { (t("The whole match is in ", "Tutta la partita è in ")) code { (FIRST_MATCH) } "." }
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
    let t = labels(language);
    let columns = [
        [t("Opponent", "Avversario"), ""],
        [t("Won", "Vinte"), "n"],
        [t("Drawn", "Patte"), "n"],
        [t("Lost", "Perse"), "n"],
        [t("Lost by forfeit", "Perse per forfait"), ""],
    ];
    let rows = html! { tbody { @for rung in rungs { tr {
        th scope="row" { (text::name(&rung.opponent)) }
        td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
        td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung, language)) } }
    } } } };
    let label =
        t("Matches against the reference players", "Partite contro i giocatori di riferimento");
    html! {
        (table(label, "fit", &columns, &rows))
        @for rung in rungs {
            @if let Some(text) = &rung.first_fault {
                p {
                    (t("The first forfeit against ", "Il primo forfait contro ")) (text::name(&rung.opponent)) ": "
                    (sentence(text.in_language(language)))
                }
            }
        }
    }
}

fn contest(place: &Place, language: Language) -> Markup {
    let t = labels(language);
    let matches = &place.matches;
    let points = if (place.points - 1.0).abs() < 1e-9 {
        t(" point: ", " punto: ")
    } else {
        t(" points: ", " punti: ")
    };
    html! {
        p {
            (t("Place ", "Posto ")) strong { (place.place) } (t(" of ", " su ")) (place.of)
            (t(", with ", ", con ")) (place.points) (points)
            (matches.won) (t(" won, ", " vinte, ")) (matches.drawn) (t(" drawn, ", " patte, "))
            (matches.lost) (t(" lost.", " perse."))
            @if place.bonus == Bonus::Yes { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p {
            (t("Lost by forfeit: ", "Perse per forfait: ")) (forfeits(matches, language)) "."
        } }
        @if let Some(text) = &matches.first_fault { p { (t("The first of them: ", "Il primo: ")) (sentence(text.in_language(language))) } }
    }
}
