//! The ranking: who is how good, by points and by rating, and how sure that is.

use maud::{Markup, html};

use super::charts::{Scale, interval};
use super::{View, words};
use crate::tournament::{Format, Standing};

/// The width of the chart of ratings.
const WIDTH: f64 = 150.0;

/// A column of what decides between those with as much of the first.
struct Column {
    head: &'static str,
    meaning: &'static str,
    /// What is sorted by, and what is shown.
    value: fn(&View<'_>, &Standing) -> (f64, String),
}

impl View<'_> {
    pub(super) fn ranking(&self) -> Markup {
        let ranking = &self.standings.ranking;
        let rated = ranking.iter().filter(|it| it.rating.matches > 0);
        let low = rated.clone().map(|it| it.rating.low).fold(0.0, f64::min);
        let high = rated.map(|it| it.rating.high).fold(0.0, f64::max);
        let scale = Scale::new(low, high, WIDTH);
        let columns = columns(self.settings().format);
        let has_groups = self.groups() > 1;
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { "Ranking" }
                (self.ranking_notes(&columns))
                div .box tabindex="0" role="region" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { "The players, best first" }
                        thead { tr {
                            th scope="col" .n { "Place" }
                            th scope="col" { "Player" }
                            th scope="col" .n { "Points" }
                            th scope="col" .n { "Played" }
                            th scope="col" .n { "Won" }
                            th scope="col" .n { "Drawn" }
                            th scope="col" .n { "Lost" }
                            th scope="col" .n { "Forfeits" }
                            @for column in &columns { th scope="col" .n title=(column.meaning) { (column.head) } }
                            @if has_groups { th scope="col" .n { "Group" } }
                            th scope="col" .n { "Elo" }
                            th scope="col" .still { "95 % interval" }
                            th scope="col" .n { "Above next" }
                        } }
                        tbody {
                            @for standing in ranking { (self.rank(standing, &columns, &scale, has_groups)) }
                        }
                    }
                }
            }
        }
    }

    /// How many groups there are of players that matches link. Who has not played is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &[Column]) -> Markup {
        let first = match self.settings().format {
            Format::RoundRobin | Format::Swiss => "points",
            Format::Knockout => "rounds survived",
            Format::Gauntlet => "points for each match",
        };
        let meanings: Vec<&str> = columns
            .iter()
            .map(|it| it.meaning)
            .filter(|it| *it != first)
            .collect();
        html! {
            p {
                "Sorted by " (first)
                @if !meanings.is_empty() { ", then by " (meanings.join(", then by ")) }
                ", then by matches won. Points for a win, a draw and a loss: "
                (self.settings().points.to_string().replace(',', ", ")) "."
            }
            p {
                "The best 15 % are marked. Elo is relative to the mean of all players"
                @if self.groups() > 1 { " of the same group" }
                ", with its 95 % interval. “Above next” is how likely it is that a player is stronger than the one below, chance taken into account."
            }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { "Not all are comparable. " }
                    "The matches played so far do not link all players: there are " (self.groups())
                    " groups, and ratings of different groups have nothing to do with each other."
                } }
            }
        }
    }

    fn rank(&self, it: &Standing, columns: &[Column], scale: &Scale, has_groups: bool) -> Markup {
        let count = it.count;
        let forfeits: u32 = count.forfeits.iter().sum();
        let author = self
            .results
            .file
            .players
            .get(it.entrant)
            .and_then(|it| it.author.as_deref());
        html! {
            tr .top[it.is_top] {
                td .n data-v=(it.place) { (it.place) }
                th scope="row" .name {
                    (self.link(it.entrant))
                    @if it.is_top { span .badge { "top 15 %" } }
                    @if let Some(author) = author { span .author { (words::name(author)) } }
                }
                td .n data-v=(it.points) {
                    strong { (self.settings().points.write(it.points)) }
                    @if it.byes > 0 { br; span .soft .small { "with " (words::counted(it.byes.into(), "bye", "byes")) } }
                }
                @for value in [count.played(), count.wins, count.draws, count.losses] {
                    td .n data-v=(value) { (value) }
                }
                td .n data-v=(forfeits) {
                    @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                }
                @for column in columns {
                    @let (value, shown) = (column.value)(self, it);
                    td .n data-v=(value) { (shown) }
                }
                @if has_groups { td .n data-v=(it.rating.group + 1) { (it.rating.group + 1) } }
                (self.rating(it, scale))
                td .n data-v=(it.superiority.unwrap_or(-1.0)) {
                    (it.superiority.map_or_else(|| "–".to_owned(), words::likelihood))
                }
            }
        }
    }

    fn rating(&self, it: &Standing, scale: &Scale) -> Markup {
        let rating = it.rating;
        let [low, value, high] = [rating.low, rating.rating, rating.high].map(words::elo);
        html! {
            @if rating.matches == 0 {
                td .n data-v="-9999" { "–" }
                td .soft .small { "no match" }
            } @else {
                td .n data-v=(rating.rating.round()) {
                    (value) " " span .soft { "±" (format!("{:.0}", (rating.high - rating.low) / 2.0)) }
                }
                td .mid {
                    (interval(scale, [rating.low, rating.rating, rating.high], &format!("{value}, between {low} and {high}")))
                }
            }
        }
    }
}

/// What decides, in its order, as the standings sort; matches won come last everywhere.
fn columns(format: Format) -> Vec<Column> {
    let head_to_head = Column {
        head: "Direct",
        meaning: "direct results: points in the matches among those with equal points",
        value: |view, it| {
            let value = it.tie_breaks.head_to_head;
            (value as f64, view.settings().points.write(value))
        },
    };
    let sonneborn_berger = Column {
        head: "SB",
        meaning: "Sonneborn-Berger (SB): the points of those it beat and half of those it drew with",
        value: |_, it| {
            // In hundredths, twice.
            let value = it.tie_breaks.sonneborn_berger as f64 / 200.0;
            (value, format!("{value:.2}"))
        },
    };
    let buchholz = Column {
        head: "Buchholz",
        meaning: "Buchholz: the points of those it met",
        value: |view, it| {
            let value = it.tie_breaks.buchholz;
            (value as f64, view.settings().points.write(value))
        },
    };
    let survived = Column {
        head: "Rounds",
        meaning: "rounds survived",
        value: |_, it| {
            let rounds = it.survived.unwrap_or(0);
            (rounds.into(), rounds.to_string())
        },
    };
    let share = Column {
        head: "Per match",
        meaning: "points for each match",
        value: |_, it| {
            let played = f64::from(it.count.played().max(1));
            let share = it.points as f64 / 100.0 / played;
            (share, format!("{share:.3}"))
        },
    };
    match format {
        Format::RoundRobin => vec![head_to_head, sonneborn_berger],
        Format::Swiss => vec![buchholz, sonneborn_berger, head_to_head],
        Format::Knockout => vec![survived, share],
        Format::Gauntlet => vec![share],
    }
}
