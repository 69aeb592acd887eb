//! The cross table: a table for few players, a heat map for many.

use maud::{Markup, html};

use super::View;
use super::words;
use arbitro_html::text;

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
            section id="cross" .wide[is_table && players > MAX_UPRIGHT_PLAYERS] aria-labelledby="cross-h" {
                h2 id="cross-h" { (self.say(&words::CROSS_TABLE)) }
                p {
                    (self.say(&words::HOW_TO_READ))
                    @if is_table {
                        (self.say(&words::CELLS_ARE))
                    } @else {
                        (self.say(&words::NUMBERS_IN)) code { "crosstable.csv" } "."
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
                    caption { (self.say(&words::ROW_AGAINST_COLUMN)) }
                    thead { tr {
                        th scope="col" { (self.say(&words::PLAYER)) }
                        @for (number, standing) in (1..).zip(ranking) {
                            th scope="col" title=(text::line(self.raw_name(standing.entrant), 100)) {
                                (number) span .vh { " " (text::name(self.raw_name(standing.entrant))) }
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
                td .self { span .vh { (self.say(&words::ITSELF)) } }
            } @else if let Some(class) = class_of(results) {
                td class=(class_name(class)) { (text::against(results)) }
            } @else {
                td .soft { "·" span .vh { " " (self.say(&words::NO_MATCH)) } }
            }
        }
    }

    fn legend(&self) -> Markup {
        html! {
            p .legend {
                (self.say(&words::ALL_LOST))
                svg aria-hidden="true" width="220" height="16" viewBox="0 0 220 16" {
                    @for class in 0..CLASSES {
                        rect class=(class_name(class)) x=(class * 20) width="20" height="16" {}
                    }
                }
                (self.say(&words::ALL_WON))
                svg aria-hidden="true" width="20" height="16" viewBox="0 0 20 16" {
                    rect .none x="0.5" y="0.5" width="19" height="15" {}
                }
                (self.say(&words::NO_MATCH))
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
