//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, html};

use super::{labels, told, unknown};
use crate::dossier::{Dossier, Known, Place, Rung};
use arbitro_rules::language::Language;
use arbitro_tournament::report::page::words;

pub(super) fn section(dossier: &Dossier, language: Language) -> Markup {
    let t = labels(language);
    html! {
        h3 { (t("Against the reference players", "Contro i giocatori di riferimento")) }
        @match &dossier.strength {
            Known::Found(rungs) => (ladder(rungs, language)),
            other => (unknown(other, language)),
        }
        h3 { (t("In the tournament of the class", "Nel torneo del corso")) }
        @match &dossier.contest {
            Known::Found(place) => (contest(place, language)),
            other => (unknown(other, language)),
        }
    }
}

fn forfeits(rung: &Rung, language: Language) -> String {
    let all = rung.forfeits.iter();
    let said: Vec<String> = all
        .map(|(reason, count)| format!("{count} × {}", words::forfeit(reason, language)))
        .collect();
    said.join(", ")
}

fn ladder(rungs: &[Rung], language: Language) -> Markup {
    let t = labels(language);
    html! {
        div .box .fit tabindex="0" role="region" aria-label=(t("Matches against the reference players", "Partite contro i giocatori di riferimento")) {
            table {
                thead { tr {
                    th scope="col" { (t("Opponent", "Avversario")) }
                    th scope="col" .n { (t("Won", "Vinte")) }
                    th scope="col" .n { (t("Drawn", "Patte")) }
                    th scope="col" .n { (t("Lost", "Perse")) }
                    th scope="col" { (t("Lost by forfeit", "Perse per forfait")) }
                } }
                tbody {
                    @for rung in rungs {
                        tr {
                            th scope="row" { (words::name(&rung.opponent)) }
                            td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
                            td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung, language)) } }
                        }
                    }
                }
            }
        }
        @for rung in rungs {
            @if let Some(text) = &rung.first_fault {
                p {
                    (t("The first forfeit against ", "Il primo forfait contro ")) (words::name(&rung.opponent)) ": "
                    (told(text, language))
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
            @if place.has_bonus { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p {
            (t("Lost by forfeit: ", "Perse per forfait: ")) (forfeits(matches, language)) "."
        } }
        @if let Some(text) = &matches.first_fault { p { (t("The first of them: ", "Il primo: ")) (told(text, language)) } }
    }
}
