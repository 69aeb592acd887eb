//! The ranking: points, ratings and their uncertainty.

use maud::{Markup, html};

use super::super::interval::{Interval, is_bounded};
use super::View;
use super::words::{self, Phrase};
use crate::{Format, Standing};
use arbitro_html::charts::{Band, Scale, axis, interval};
use arbitro_html::text::{self, Grouped};
use arbitro_words::Label;

/// Width of the rating chart.
const WIDTH: f64 = 180.0;
/// Elo beyond the outermost end that is bounded.
const MARGIN: f64 = 50.0;

/// The scale of ratings, and the cut-off in it.
type Chart<'a> = (&'a Scale, Option<&'a Band>);

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
        // One outlier must not make the bars of all others too short to be compared.
        let scale = Scale::of_most(ends.filter(|it| is_bounded(*it)), MARGIN, WIDTH);
        let cut = self.cut_off();
        let chart = (&scale, cut.as_ref());
        let columns = columns(self.settings().format);
        let has_groups = self.groups() > 1;
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { (self.say(&words::RANKING)) }
                div .box tabindex="0" role="group" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { (self.say(&words::BEST_FIRST)) }
                        thead { tr {
                            th scope="col" .n { (self.say(&words::PLACE)) }
                            th scope="col" { (self.say(&words::PLAYER)) }
                            th scope="col" .n { (self.say(&words::POINTS)) }
                            th scope="col" .n .spare { (self.say(&words::PLAYED)) }
                            th scope="col" .n .spare { (self.say(&words::WON)) }
                            th scope="col" .n .spare { (self.say(&words::DRAWN)) }
                            th scope="col" .n .spare { (self.say(&words::LOST)) }
                            th scope="col" .n .spare { (self.say(&words::FORFEITS)) }
                            @for column in &columns { th scope="col" .n .spare .tie title=(self.say(&column.meaning)) { (self.say(&column.head)) } }
                            @if has_groups { th scope="col" .n { (self.say(&words::GROUP)) } }
                            th scope="col" .n { "Elo" }
                            th scope="col" .still .spare { (self.say(&words::RATING_INTERVAL)) (axis(&scale, cut.as_ref(), text::elo)) }
                            th scope="col" .n .spare { (self.say(&words::ABOVE_NEXT)) }
                        } }
                        tbody {
                            @for standing in ranking { (self.rank(standing, &columns, chart, has_groups)) }
                        }
                    }
                }
                (self.ranking_notes(&columns))
            }
        }
    }

    /// The ratings between the last of the best and the next player.
    fn cut_off(&self) -> Option<Band> {
        let ranking = &self.standings.ranking;
        let best = ranking.iter().filter(|it| it.is_top).count();
        let last = ranking.get(best.checked_sub(1)?)?.rating;
        let next = ranking.get(best)?.rating;
        let (from, to) = (last.rating.min(next.rating), last.rating.max(next.rating));
        let is_rated = last.matches > 0 && next.matches > 0;
        is_rated.then(|| Band { from, to, word: self.say(&words::CUT_OFF).into_owned() })
    }

    /// Counts the groups of players that matches link. A player without a match is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &[Column]) -> Markup {
        let first = match self.settings().format {
            _ if self.standings.is_by_rating => words::RATING_FIRST,
            Format::RoundRobin | Format::Swiss => words::ALL_POINTS,
            Format::Knockout => words::ROUNDS_SURVIVED,
            Format::Gauntlet => words::POINTS_PER_MATCH,
        };
        let then: Vec<Label> = columns
            .iter()
            .map(|it| it.meaning)
            .filter(|it| self.say(it) != self.say(&first))
            .collect();
        let points = self.settings().points;
        html! {
            p { (words::sorted_by(first, &then, points, self.language)) }
            p { (self.say(&Phrase::HowRated {
                best: self.settings().best,
                has_groups: self.groups() > 1,
            })) }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { (self.say(&words::NOT_COMPARABLE)) }
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

    fn rank(
        &self,
        it: &Standing,
        columns: &[Column],
        chart: Chart<'_>,
        has_groups: bool,
    ) -> Markup {
        let count = it.count;
        let forfeits: u32 = count.forfeits.iter().sum();
        let author = self.results.file.players.get(it.entrant).and_then(|it| it.author.as_deref());
        html! {
            tr .top[it.is_top] {
                td .n data-v=(it.place_or_last()) { @if let Some(place) = it.place { (place) } }
                th scope="row" .name {
                    (self.link(it.entrant))
                    (self.badge(it))
                    @if it.has_left { span .soft .small { " (" (self.say(&words::PLAYS_NO_MORE)) ")" } }
                    @if let Some(author) = author { span .author { (text::name(author)) } }
                }
                td .n data-v=(it.points) {
                    strong { (self.settings().points.write(it.points)) }
                    @if it.byes > 0 { br; span .soft .small { (self.say(&Phrase::WithByes(Grouped(it.byes.into())))) } }
                }
                @for value in [count.played(), count.wins, count.draws, count.losses] {
                    td .n .spare data-v=(value) { (value) }
                }
                td .n .spare data-v=(forfeits) {
                    @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                }
                @for column in columns {
                    @let (value, shown) = (column.value)(self, it);
                    td .n .spare .tie data-v=(value) { (shown) }
                }
                @if has_groups { td .n data-v=(it.rating.group + 1) { (it.rating.group + 1) } }
                (self.rating(it, chart))
                td .n .spare data-v=(it.superiority.unwrap_or(-1.0)) {
                    (it.superiority.map_or_else(|| "–".to_owned(), text::likelihood))
                }
            }
        }
    }

    fn rating(&self, it: &Standing, (scale, cut): Chart<'_>) -> Markup {
        let rating = it.rating;
        let value = text::elo(rating.rating);
        let reach = self.say(&Interval::of(rating.low, rating.high, text::elo));
        html! {
            @if rating.matches == 0 {
                td .n data-v="-9999" { "–" }
                td .soft .small .spare { (self.say(&words::NO_MATCH)) }
            } @else {
                td .n data-v=(rating.rating.round()) {
                    (value) br; span .soft .small { (reach) }
                }
                td .mid .spare {
                    (interval(scale, cut, [rating.low, rating.rating, rating.high], is_bounded, &format!("{value} ({reach})")))
                }
            }
        }
    }
}

/// Columns of the tie-breaks, in the order of the standings; wins come last in every format.
fn columns(format: Format) -> Vec<Column> {
    let head_to_head = Column {
        head: words::DIRECT,
        meaning: words::HEAD_TO_HEAD,
        value: |view, it| {
            let value = it.tie_breaks.head_to_head;
            (value as f64, view.settings().points.write(value))
        },
    };
    let sonneborn_berger = Column {
        head: words::SB,
        meaning: words::SONNEBORN_BERGER,
        value: |_, it| {
            // In hundredths, doubled.
            let value = it.tie_breaks.sonneborn_berger as f64 / 200.0;
            (value, format!("{value:.2}"))
        },
    };
    let buchholz = Column {
        head: words::BUCHHOLZ,
        meaning: words::BUCHHOLZ_MEANING,
        value: |view, it| {
            let value = it.tie_breaks.buchholz;
            (value as f64, view.settings().points.write(value))
        },
    };
    let survived = Column {
        head: words::ROUNDS_HEAD,
        meaning: words::ROUNDS_SURVIVED,
        value: |_, it| {
            let rounds = it.survived.unwrap_or(0);
            (rounds.into(), rounds.to_string())
        },
    };
    let share = Column {
        head: words::PER_MATCH,
        meaning: words::POINTS_PER_MATCH,
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
