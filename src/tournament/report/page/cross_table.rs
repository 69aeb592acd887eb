//! The cross table: a table for few players, a heat map for many.

use maud::{Markup, html};

use super::{View, words};

/// Maximum players in a table, which a sheet of paper still holds; the heat map has no limit.
const MAX_TABLE_PLAYERS: usize = 22;
/// Maximum players in a table on upright paper.
const MAX_UPRIGHT_PLAYERS: usize = 14;
/// Number of colour classes, from all lost to all won.
pub(super) const CLASSES: usize = 11;

impl View<'_> {
    pub(super) fn cross_table(&self) -> Markup {
        let players = self.standings.ranking.len();
        let is_table = players <= MAX_TABLE_PLAYERS;
        html! {
            section id="cross" .wide[players > MAX_UPRIGHT_PLAYERS] aria-labelledby="cross-h" {
                h2 id="cross-h" { (self.say("Cross table", "Tabella incrociata", "Grille")) }
                p {
                    (self.say(
                        "Each row is a player and says what it did against the player of each column; rows and columns are in the order of the ranking. ",
                        "Ogni riga è un giocatore e dice che cosa ha fatto contro quello di ogni colonna; righe e colonne sono nell'ordine della classifica. ", "Chaque ligne est un joueur et dit ce qu’il a fait contre celui de chaque colonne ; lignes et colonnes suivent l’ordre du classement. "
                    ))
                    @if is_table {
                        (self.say(
                            "Written as matches won, drawn and lost, or for a single match as its points.",
                            "Sono scritte le partite vinte, patte e perse, o per una partita sola i suoi punti.", "On y lit les parties gagnées, nulles et perdues, ou pour une seule partie ses points."
                        ))
                    } @else {
                        (self.say("The numbers behind it are in ", "I numeri sono in ", "Les chiffres sont dans ")) code { "crosstable.csv" } "."
                    }
                }
                (self.legend())
                @if is_table { (self.table()) } @else { (self.heat_map()) }
            }
        }
    }

    fn table(&self) -> Markup {
        let ranking = &self.standings.ranking;
        html! {
            div .box .fit tabindex="0" role="group" aria-labelledby="cross-h" {
                table .cross {
                    caption { (self.say("Results of the row's player against the column's", "Risultati del giocatore della riga contro quello della colonna", "Résultats du joueur de la ligne contre celui de la colonne")) }
                    thead { tr {
                        th scope="col" { (self.say("Player", "Giocatore", "Joueur")) }
                        @for (number, standing) in (1..).zip(ranking) {
                            th scope="col" title=(words::line(self.raw_name(standing.entrant), 100)) {
                                (number) span .vh { " " (words::name(self.raw_name(standing.entrant))) }
                            }
                        }
                    } }
                    tbody {
                        @for (number, row) in (1..).zip(ranking) {
                            tr {
                                th scope="row" { span .place { (number) } (self.link(row.entrant)) }
                                @for column in ranking { (self.cell(row.entrant, column.entrant)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn cell(&self, row: usize, column: usize) -> Markup {
        let results = self.results.tally.between(row, column);
        html! {
            @if row == column {
                td .self { span .vh { (self.say("itself", "sé stesso", "lui-même")) } }
            } @else if let Some(class) = class_of(results) {
                td class=(class_name(class)) { (words::against(results)) }
            } @else {
                td .soft { "·" span .vh { (self.say(" no match", " nessuna partita", " aucune partie")) } }
            }
        }
    }

    fn legend(&self) -> Markup {
        html! {
            p .legend {
                (self.say("all lost", "tutte perse", "toutes perdues"))
                svg aria-hidden="true" width="220" height="16" viewBox="0 0 220 16" {
                    @for class in 0..CLASSES {
                        rect class=(class_name(class)) x=(class * 20) width="20" height="16" {}
                    }
                }
                (self.say("all won; in the middle an even score", "tutte vinte; in mezzo la parità", "toutes gagnées ; au milieu, l’égalité"))
                svg aria-hidden="true" width="20" height="16" viewBox="0 0 20 16" {
                    rect .none x="0.5" y="0.5" width="19" height="15" {}
                }
                (self.say("no match", "nessuna partita", "aucune partie"))
            }
        }
    }
}

/// The colour class of a player's results against another; `None` if they never met.
pub(super) fn class_of([wins, draws, losses]: [u32; 3]) -> Option<usize> {
    let half_points = 2 * u64::from(wins) + u64::from(draws);
    let most = 2 * (u64::from(wins) + u64::from(draws) + u64::from(losses));
    // The nearest class; the middle one is only for an even score.
    let last = CLASSES as u64 - 1;
    let class = (half_points * last * 2 + most).checked_div(2 * most)?;
    let is_even = 2 * half_points == most;
    Some(match class as usize {
        class if class == CLASSES / 2 && !is_even && 2 * half_points > most => class + 1,
        class if class == CLASSES / 2 && !is_even => class - 1,
        class => class,
    })
}

pub(super) const fn class_name(class: usize) -> &'static str {
    const NAMES: [&str; CLASSES] =
        ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10"];
    if class < CLASSES { NAMES[class] } else { NAMES[CLASSES - 1] }
}
