//! The ranking: points, ratings and their uncertainty.

use maud::{Markup, html};

use super::super::interval::{Interval, is_bounded};
use super::View;
use super::words::{Label, Phrase};
use crate::{Format, Standing};
use arbitro_html::charts::{Scale, interval};
use arbitro_html::text;

/// Width of the rating chart.
const WIDTH: f64 = 150.0;
/// Elo beyond the outermost end that is bounded.
const MARGIN: f64 = 50.0;

/// A column of a tie-break.
struct Column {
    head: Label,
    meaning: Label,
    /// Sort key and text.
    value: fn(&View<'_>, &Standing) -> (f64, String),
}

impl View<'_> {
    pub(super) fn ranking(&self) -> Markup {
        let ranking = &self.standings.ranking;
        let rated = ranking.iter().filter(|it| it.rating.matches > 0);
        let ends = rated.flat_map(|it| [it.rating.low, it.rating.rating, it.rating.high]);
        let ends = ends.filter(|it| is_bounded(*it));
        let low = ends.clone().fold(0.0, f64::min);
        let high = ends.fold(0.0, f64::max);
        // What is not bounded goes on to the edge.
        let scale = Scale::new(low - MARGIN, high + MARGIN, WIDTH);
        let columns = columns(self.settings().format);
        let has_groups = self.groups() > 1;
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { (self.say(&Label::Ranking)) }
                (self.ranking_notes(&columns))
                div .box tabindex="0" role="group" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { (self.say(&Label::BestFirst)) }
                        thead { tr {
                            th scope="col" .n { (self.say(&Label::Place)) }
                            th scope="col" { (self.say(&Label::Player)) }
                            th scope="col" .n { (self.say(&Label::Points)) }
                            th scope="col" .n .spare { (self.say(&Label::Played)) }
                            th scope="col" .n .spare { (self.say(&Label::Won)) }
                            th scope="col" .n .spare { (self.say(&Label::Drawn)) }
                            th scope="col" .n .spare { (self.say(&Label::Lost)) }
                            th scope="col" .n .spare { (self.say(&Label::Forfeits)) }
                            @for column in &columns { th scope="col" .n .spare title=(self.say(&column.meaning)) { (self.say(&column.head)) } }
                            @if has_groups { th scope="col" .n { (self.say(&Label::Group)) } }
                            th scope="col" .n { "Elo" }
                            th scope="col" .still .spare { (self.say(&Label::RatingInterval)) }
                            th scope="col" .n .spare { (self.say(&Label::AboveNext)) }
                        } }
                        tbody {
                            @for standing in ranking { (self.rank(standing, &columns, &scale, has_groups)) }
                        }
                    }
                }
            }
        }
    }

    /// Counts the groups of players that matches link. A player without a match is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &[Column]) -> Markup {
        let first = match self.settings().format {
            Format::RoundRobin | Format::Swiss => Label::AllPoints,
            Format::Knockout => Label::RoundsSurvived,
            Format::Gauntlet => Label::PointsPerMatch,
        };
        let then: Vec<Label> =
            columns.iter().map(|it| it.meaning).filter(|it| *it != first).collect();
        let points = self.settings().points;
        html! {
            p { (self.say(&Phrase::SortedBy { first, then: &then, points })) }
            p { (self.say(&Phrase::HowRated {
                best: self.settings().best,
                has_groups: self.groups() > 1,
            })) }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { (self.say(&Label::NotComparable)) }
                    (self.say(&Phrase::Unlinked { groups: self.groups() }))
                } }
            }
        }
    }

    /// Marks a player among the best.
    pub(super) fn badge(&self, it: &Standing) -> Markup {
        let best = self.settings().best.filter(|_| it.is_top);
        html! {
            @if let Some(best) = best { span .badge { (self.say(&Phrase::Top(best))) } }
        }
    }

    fn rank(&self, it: &Standing, columns: &[Column], scale: &Scale, has_groups: bool) -> Markup {
        let count = it.count;
        let forfeits: u32 = count.forfeits.iter().sum();
        let author = self.results.file.players.get(it.entrant).and_then(|it| it.author.as_deref());
        html! {
            tr .top[it.is_top] {
                td .n data-v=(it.place) { (it.place) }
                th scope="row" .name {
                    (self.link(it.entrant))
                    (self.badge(it))
                    @if let Some(author) = author { span .author { (text::name(author)) } }
                }
                td .n data-v=(it.points) {
                    strong { (self.settings().points.write(it.points)) }
                    @if it.byes > 0 { br; span .soft .small { (self.say(&Phrase::WithByes(it.byes.into()))) } }
                }
                @for value in [count.played(), count.wins, count.draws, count.losses] {
                    td .n .spare data-v=(value) { (value) }
                }
                td .n .spare data-v=(forfeits) {
                    @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                }
                @for column in columns {
                    @let (value, shown) = (column.value)(self, it);
                    td .n .spare data-v=(value) { (shown) }
                }
                @if has_groups { td .n data-v=(it.rating.group + 1) { (it.rating.group + 1) } }
                (self.rating(it, scale))
                td .n .spare data-v=(it.superiority.unwrap_or(-1.0)) {
                    (it.superiority.map_or_else(|| "–".to_owned(), text::likelihood))
                }
            }
        }
    }

    fn rating(&self, it: &Standing, scale: &Scale) -> Markup {
        let rating = it.rating;
        let value = text::elo(rating.rating);
        let reach = self.say(&Interval::of(rating.low, rating.high, text::elo));
        html! {
            @if rating.matches == 0 {
                td .n data-v="-9999" { "–" }
                td .soft .small .spare { (self.say(&Label::NoMatch)) }
            } @else {
                td .n data-v=(rating.rating.round()) {
                    (value) br; span .soft .small { (reach) }
                }
                td .mid .spare {
                    (interval(scale, [rating.low, rating.rating, rating.high], is_bounded, &format!("{value} ({reach})")))
                }
            }
        }
    }
}

/// Columns of the tie-breaks, in the order of the standings; wins come last in every format.
fn columns(format: Format) -> Vec<Column> {
    let head_to_head = Column {
        head: Label::Direct,
        meaning: Label::HeadToHead,
        value: |view, it| {
            let value = it.tie_breaks.head_to_head;
            (value as f64, view.settings().points.write(value))
        },
    };
    let sonneborn_berger = Column {
        head: Label::Sb,
        meaning: Label::SonnebornBerger,
        value: |_, it| {
            // In hundredths, doubled.
            let value = it.tie_breaks.sonneborn_berger as f64 / 200.0;
            (value, format!("{value:.2}"))
        },
    };
    let buchholz = Column {
        head: Label::Buchholz,
        meaning: Label::BuchholzMeaning,
        value: |view, it| {
            let value = it.tie_breaks.buchholz;
            (value as f64, view.settings().points.write(value))
        },
    };
    let survived = Column {
        head: Label::RoundsHead,
        meaning: Label::RoundsSurvived,
        value: |_, it| {
            let rounds = it.survived.unwrap_or(0);
            (rounds.into(), rounds.to_string())
        },
    };
    let share = Column {
        head: Label::PerMatch,
        meaning: Label::PointsPerMatch,
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
