//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, html};

use super::{sentence, unknown};
use crate::grade::dossier::{Dossier, Known, Place, Rung};
use crate::report::page::words;

pub(super) fn section(dossier: &Dossier) -> Markup {
    html! {
        h3 { "Against the reference players" }
        @match &dossier.strength {
            Known::Found(rungs) => (ladder(rungs)),
            other => (unknown(other)),
        }
        h3 { "In the tournament of the class" }
        @match &dossier.contest {
            Known::Found(place) => (contest(place)),
            other => (unknown(other)),
        }
    }
}

fn forfeits(rung: &Rung) -> String {
    let all = rung.forfeits.iter();
    let said: Vec<String> = all
        .map(|(reason, count)| format!("{count} × {}", words::forfeit(reason)))
        .collect();
    said.join(", ")
}

fn ladder(rungs: &[Rung]) -> Markup {
    html! {
        div .box .fit tabindex="0" role="region" aria-label="Matches against the reference players" {
            table {
                thead { tr {
                    th scope="col" { "Opponent" }
                    th scope="col" .n { "Won" } th scope="col" .n { "Drawn" } th scope="col" .n { "Lost" }
                    th scope="col" { "Lost by forfeit" }
                } }
                tbody {
                    @for rung in rungs {
                        tr {
                            th scope="row" { (words::name(&rung.opponent)) }
                            td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
                            td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung)) } }
                        }
                    }
                }
            }
        }
        @for rung in rungs {
            @if let Some(text) = &rung.first_fault {
                p { "The first forfeit against " (words::name(&rung.opponent)) ": " (sentence(text)) }
            }
        }
    }
}

fn contest(place: &Place) -> Markup {
    let matches = &place.matches;
    html! {
        p {
            "Place " strong { (place.place) } " of " (place.of) ", with " (place.points) " points: "
            (matches.won) " won, " (matches.drawn) " drawn, " (matches.lost) " lost."
            @if place.has_bonus { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p { "Lost by forfeit: " (forfeits(matches)) "." } }
        @if let Some(text) = &matches.first_fault { p { "The first of them: " (sentence(text)) } }
    }
}
