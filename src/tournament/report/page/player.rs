//! A section for each player: all ways in which it lost, and its results against each opponent.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::interval_text::Interval;
use super::View;
use super::forfeit::Forfeit;
use super::gather::PlayerTotals;
use super::words::{self, ReportLabel, ReportMessage};
use crate::{FORFEITS, Standing};
use arbitro_html::text::{self, Grouped};

/// With more players than this, sections are folded.
const MAX_UNFOLDED: usize = 30;
/// With more opponents than this, they are grouped by result instead of listed one a line.
const MAX_LINES: usize = 40;
/// Further names are only counted: the names of all against all would be most of the page.
const MAX_NAMED: usize = 400;

impl View<'_> {
    pub(super) fn players_heading(&self) -> Markup {
        // The signs of other games have colours and pictures of their own.
        let how = match self.results.file.settings.game.look() {
            None => &words::HOW_PLAYERS_ARE_SHOWN,
            Some(_) => &words::HOW_PLAYERS_OF_FOLDERS_ARE_SHOWN,
        };
        html! {
            // The list ends after the last player.
            (maud::PreEscaped("<section id=\"players\" aria-labelledby=\"players-h\">"))
            h2 id="players-h" { (self.say(&words::PLAYERS)) }
            p .on-screen { (self.say(how)) }
            (self.filters())
        }
    }

    /// Chooses among players and forfeits; the script, without which all are there, shows it.
    fn filters(&self) -> Markup {
        let tally = &self.results.tally;
        let all = || (0..tally.entrants()).map(|it| tally.count(it).forfeits);
        let occurs = |cause: &usize| all().any(|it| it[*cause] > 0);
        let causes = (0..FORFEITS.len()).filter(occurs).map(|it| FORFEITS[it]);
        html! {
            form .filters hidden {
                label { (self.say(&words::PLAYER)) " "
                    input type="search" name="player" list="names" autocomplete="off";
                }
                datalist id="names" {
                    @for standing in &self.standings.ranking { option value=(text::line(self.raw_name(standing.entrant), 100)) {} }
                }
                label { (self.say(&words::FORFEITS)) " "
                    select name="reason" {
                        option value="" { (self.say(&words::ANY)) }
                        @for reason in causes {
                            option value=(reason) { (words::forfeit(reason, self.language)) }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn player(&self, standing: &Standing) -> Markup {
        let number = self.number(standing.entrant);
        let id = format!("p{number}");
        let is_folded = self.standings.ranking.len() > MAX_UNFOLDED;
        let heading = html! {
            h3 id=(format!("{id}-h")) {
                @if let Some(place) = standing.place { span .place { (place) "." } }
                (text::name(self.raw_name(standing.entrant)))
                (self.badge(standing))
            }
        };
        html! {
            section .player .shut[is_folded] id=(id) aria-labelledby=(format!("{id}-h")) data-reasons=(reasons_of(standing)) {
                @if is_folded {
                    details { summary { (heading) (self.line_up(standing)) } (self.player_body(standing)) }
                } @else {
                    (heading)
                    (self.line_up(standing))
                    (self.player_body(standing))
                }
            }
        }
    }

    fn player_body(&self, standing: &Standing) -> Markup {
        let none = PlayerTotals::default();
        let conduct = self.gathered.players.get(standing.entrant).unwrap_or(&none);
        html! {
            div .body {
                (self.forfeits(standing, conduct))
                (self.losses(conduct))
                (self.opponents(standing.entrant))
            }
        }
    }

    fn line_up(&self, standing: &Standing) -> Markup {
        let count = standing.count;
        let author =
            self.results.file.players.get(standing.entrant).and_then(|it| it.author.as_deref());
        html! {
            p .line-up {
                @if let Some(author) = author { (self.say(&words::BY)) (text::name(author)) " · " }
                (self.say(&ReportMessage::PointsAndMatches { points: &self.settings().points.write(standing.points), matches: Grouped(count.played().into()) }))
                (text::score([count.wins, count.draws, count.losses]))
                @if standing.rating.matches > 0 {
                    " · Elo " (text::elo(standing.rating.rating)) " (" (self.say(&Interval::between(standing.rating.low, standing.rating.high, text::elo))) ")"
                }
                " · " (self.say(&ReportMessage::AsPlayer1(count.as_player_1)))
            }
        }
    }

    fn opponents(&self, entrant: usize) -> Markup {
        let met: Vec<(usize, [u32; 3])> = self
            .standings
            .ranking
            .iter()
            .filter(|standing| standing.entrant != entrant)
            .map(|it| (it.entrant, self.results.tally.between(entrant, it.entrant)))
            .filter(|(_, results)| *results != [0; 3])
            .collect();
        html! {
            @if met.is_empty() {
                p .soft { (self.say(&words::MET_NONE)) }
            } @else if met.len() > MAX_LINES {
                (self.opponents_by_result(&met))
            } @else {
                h4 { (self.say(&words::AGAINST_EACH)) }
                dl .pairs .cols-of-two {
                    @for (opponent, results) in &met {
                        div .meeting {
                            dt { (self.link(*opponent)) }
                            dd { (text::score(*results)) }
                        }
                    }
                }
            }
        }
    }

    /// Lists opponents by result, best first.
    fn opponents_by_result(&self, met: &[(usize, [u32; 3])]) -> Markup {
        let mut groups: BTreeMap<([u32; 3], [u32; 3]), Vec<usize>> = BTreeMap::new();
        for &(opponent, results) in met {
            let [wins, draws, losses] = results;
            groups.entry(([losses, draws, wins], results)).or_default().push(opponent);
        }
        html! {
            h4 { (self.say(&words::AGAINST_EACH)) }
            dl .pairs {
                @for ((_, results), opponents) in &groups {
                    dt { (text::score(*results)) (self.say(&words::AGAINST)) }
                    dd {
                        @if met.len() > MAX_NAMED {
                            (self.say(&ReportMessage::Players(Grouped(opponents.len() as u64))))
                        } @else {
                            @for (index, &opponent) in opponents.iter().enumerate() {
                                @if index > 0 { ", " }
                                (self.link(opponent))
                            }
                        }
                    }
                }
            }
            @if met.len() > MAX_NAMED {
                p .soft { (self.say(&words::AGAINST_WHOM_IN)) code { "crosstable.csv" } "." }
            }
        }
    }

    fn forfeits(&self, standing: &Standing, conduct: &PlayerTotals) -> Markup {
        let all = standing.count.forfeited();
        let kind = |(kind, times)| format!("{times} × {}", words::forfeit(kind, self.language));
        let kinds: Vec<String> = standing.count.causes().map(kind).collect();
        let shown: u64 = conduct.forfeits.iter().map(Forfeit::times).sum();
        html! {
            @if all > 0 {
                h4 { (self.say(&words::FORFEITS)) }
                p .own {
                    (self.say(&ReportMessage::OwnDoing { lost: Grouped(all.into()), how: &kinds.join(", ") }))
                    @if shown < u64::from(all) {
                        span .on-screen { (self.say(&ReportMessage::InFull(shown))) }
                    }
                }
                @for forfeit in &conduct.forfeits { (self.forfeit(forfeit)) }
            }
        }
    }

    fn losses(&self, conduct: &PlayerTotals) -> Markup {
        html! {
            @if !conduct.losses.is_empty() {
                h4 {
                    @if conduct.forfeits.is_empty() { (self.say(&words::LOSSES)) } @else { (self.say(&words::OTHER_LOSSES)) }
                }
                div .box .fit tabindex="0" role="group" aria-label=(self.say(&words::LOSSES)) {
                    table .sort {
                        caption .vh { (self.say(&words::LOST_MATCHES)) }
                        thead { tr {
                            th scope="col" .n { (self.say(&words::MATCH)) }
                            th scope="col" .n .spare { (self.say(&words::ROUND)) }
                            th scope="col" { (self.say(&words::OPPONENT)) }
                            th scope="col" .spare { (self.say(&words::PLAYED_AS)) }
                            th scope="col" { (self.say(&words::REASON)) }
                            th scope="col" .n .spare { (self.say(&words::PLIES)) }
                        } }
                        tbody {
                            @for loss in &conduct.losses {
                                tr {
                                    td .n data-v=(loss.id) { (self.match_link(loss.id, &loss.id)) }
                                    td .n .spare data-v=(loss.round.unwrap_or(0)) { (loss.round.map_or_else(|| "–".to_owned(), |round| round.to_string())) }
                                    td .name { (self.link(loss.opponent)) }
                                    td .spare { (self.say(&ReportLabel::Side(loss.colour))) }
                                    td { (words::reason(&loss.reason, self.language)) }
                                    td .n .spare data-v=(loss.plies) { (loss.plies) }
                                }
                            }
                        }
                    }
                }
            }
            @if conduct.more > 0 {
                p .soft { (self.say(&ReportMessage::MoreLosses(Grouped(conduct.more)))) code { "matches.csv" } "." }
            }
        }
    }
}

/// The reasons of a player's forfeits, as the filter reads them.
fn reasons_of(standing: &Standing) -> String {
    standing.count.causes().map(|cause| cause.0).collect::<Vec<_>>().join(" ")
}
