//! The ranking: points, ratings and their uncertainty.

use maud::{Markup, html};

use super::super::columns::{Cell, Ranking, Rendering, Row, interval, ranking};
use super::super::interval_text::is_bounded;
use super::View;
use super::words::{self, ReportMessage};
use crate::rating::Rating;
use crate::{Format, Standing};
use arbitro_html::charts::{self, Band, Scale, axis};
use arbitro_html::text::{self, Grouped};
use arbitro_words::Label;

/// Width of the rating chart.
const WIDTH: f64 = 180.0;
/// Elo beyond the outermost end that is bounded.
const MARGIN: f64 = 50.0;

/// The scale of ratings, and the cut-off in it.
type Chart<'a> = (&'a Scale, Option<&'a Band>);

struct Head {
    column: &'static str,
    class: &'static str,
    text: Label,
    /// The meaning of a tie-break.
    meaning: Option<Label>,
}

/// The columns that are drawn, by the places of their cells.
type Columns = Vec<(usize, Head)>;

impl View<'_> {
    pub(super) fn ranking(&self) -> Markup {
        let rated = self.standings.ranking.iter().filter(|standing| standing.rating.matches > 0);
        // Who mostly forfeits is far below those who play: their bars would be too short to be compared.
        let mut playing: Vec<&Standing> = rated.clone().collect();
        playing.retain(|it| 2 * it.count.forfeited() < it.count.played());
        let scaled = if playing.is_empty() { rated.collect() } else { playing };
        let ends = scaled.iter().flat_map(|it| [it.rating.low, it.rating.rating, it.rating.high]);
        // One outlier must not make the bars of all others too short to be compared.
        let scale = Scale::of_most(ends.filter(|end| is_bounded(*end)), MARGIN, WIDTH);
        let cut = self.cut_off();
        let chart = (&scale, cut.as_ref());
        let ranking = ranking(self.results, self.standings);
        let columns = self.columns(&ranking);
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { (self.say(&words::RANKING)) }
                div .box tabindex="0" role="group" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { (self.say(&words::BEST_FIRST)) }
                        thead { tr {
                            @for (_, head) in &columns {
                                th class=[(!head.class.is_empty()).then_some(head.class)] scope="col" title=[head.meaning.map(|meaning| self.say(&meaning))] {
                                    (self.say(&head.text))
                                    @if head.column == "interval" { (axis(&scale, cut.as_ref(), text::elo)) }
                                }
                            }
                        } }
                        tbody {
                            @for (row, cells) in &ranking.rows {
                                tr .top[row.standing.is_top] .failed[row.standing.count.forfeited() > 0] {
                                    @for (at, head) in &columns { (self.ranking_cell(row, &cells[*at], head, chart)) }
                                }
                            }
                        }
                    }
                }
                (self.ranking_notes(&columns))
            }
        }
    }

    /// The columns of this tournament, with the tie-breaks of its format.
    fn columns(&self, ranking: &Ranking<'_>) -> Columns {
        let (format, has_groups) = (self.settings().format, self.groups() > 1);
        ranking.columns_drawn(|column, it| {
            let (class, text, meaning) = match *it {
                Rendering::Report(..) if column.name == "rating_group" && !has_groups => {
                    return None;
                }
                Rendering::Report(class, text) => (class, text, None),
                Rendering::Tie(formats, text, meaning) if formats.contains(&format) => {
                    ("n spare tie", text, Some(meaning))
                }
                _ => return None,
            };
            Some(Head { column: column.name, class, text, meaning })
        })
    }

    /// The ratings between the last of the best and the next player.
    fn cut_off(&self) -> Option<Band> {
        let ranking = &self.standings.ranking;
        let best = ranking.iter().filter(|it| it.is_top).count();
        let last = ranking.get(best.checked_sub(1)?)?.rating;
        let next = ranking.get(best)?.rating;
        let (from, to) = (last.rating.min(next.rating), last.rating.max(next.rating));
        let is_rated = last.matches > 0 && next.matches > 0;
        // Where points rank, the next may be the stronger one.
        let sure = ranking[best - 1].superiority.filter(|_| self.standings.is_by_rating);
        let word = match sure {
            Some(sure) => self.say(&ReportMessage::CutOff { sure: &text::likelihood(sure) }),
            None => self.say(&words::CUT_OFF),
        };
        is_rated.then(|| Band { from, to, word: word.into_owned() })
    }

    /// Counts the groups of players that matches link. A player without a match is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &Columns) -> Markup {
        let first = match self.settings().format {
            _ if self.standings.is_by_rating => words::RATING_FIRST,
            Format::RoundRobin | Format::Swiss | Format::Standing => words::ALL_POINTS,
            Format::Knockout => words::ROUNDS_SURVIVED,
            Format::Gauntlet => words::POINTS_PER_MATCH,
        };
        let then: Vec<Label> = columns
            .iter()
            .filter_map(|(_, head)| head.meaning)
            .filter(|label| self.say(label) != self.say(&first))
            .collect();
        let points = self.settings().points;
        html! {
            p { (words::sorted_by(first, &then, points, self.language)) }
            p { (self.say(&ReportMessage::HowRated {
                best: self.settings().best,
                has_groups: self.groups() > 1,
            })) }
            @if self.results.schedule.is_standing() { p { (self.say(&words::HOW_INTERVALS_HOLD)) } }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { (self.say(&words::NOT_COMPARABLE)) }
                    (self.say(&ReportMessage::Unlinked { groups: self.groups() }))
                } }
            }
        }
    }

    /// Marks a player among the best.
    pub(super) fn badge(&self, standing: &Standing) -> Markup {
        let best = self.settings().best.filter(|_| standing.is_top);
        html! {
            @if let Some(best) = best { span .badge { (self.say(&ReportMessage::Top(best))) } }
        }
    }

    fn ranking_cell(&self, row: &Row<'_>, cell: &Cell, head: &Head, chart: Chart<'_>) -> Markup {
        let it = row.standing;
        html! {
            @match cell {
                Cell::Place(place) => td .n data-v=(it.place_or_last()) { @if let Some(place) = place { (place) } },
                Cell::Name(_) => (self.name(it)),
                Cell::Points(points, written) if head.meaning.is_none() => td .n data-v=(points) {
                    strong { (written.write(*points)) }
                    @if it.byes > 0 { br; span .soft .small { (self.say(&ReportMessage::WithByes(Grouped(it.byes.into())))) } }
                },
                Cell::Forfeits(count) => {
                    @let forfeits = count.forfeited();
                    td .n data-v=(forfeits) {
                        @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                        @if let Some(cause) = self.main_cause(it) { span .cause { (cause) } }
                    }
                }
                Cell::Elo(rating, _) => (self.rating(*rating)),
                Cell::Interval(rating) => (self.interval(*rating, chart)),
                Cell::Probability(probability) => td .n .spare data-v=(probability.unwrap_or(-1.0)) {
                    (probability.map_or_else(|| "–".to_owned(), text::likelihood))
                },
                other => td class=(head.class) data-v=(other.number()) { (other.text()) },
            }
        }
    }

    fn name(&self, standing: &Standing) -> Markup {
        let author =
            self.results.file.players.get(standing.entrant).and_then(|it| it.author.as_deref());
        html! {
            th scope="row" .name {
                (self.feedback_link(standing.entrant))
                (self.badge(standing))
                @if standing.has_left { span .soft .small { " (" (self.say(&words::PLAYS_NO_MORE)) ")" } }
                @if let Some(author) = author { span .author { (text::name(author)) } }
            }
        }
    }

    fn rating(&self, rating: Rating) -> Markup {
        html! {
            @if rating.matches == 0 {
                td .n .spare data-v="-9999" { "–" }
            } @else {
                td .n .spare data-v=(rating.rating.round()) {
                    (text::elo(rating.rating)) br; span .soft .small { (self.say(&interval(&rating, text::elo))) }
                }
            }
        }
    }

    fn interval(&self, rating: Rating, (scale, cut): Chart<'_>) -> Markup {
        let text =
            format!("{} ({})", text::elo(rating.rating), self.say(&interval(&rating, text::elo)));
        html! {
            @if rating.matches == 0 {
                td .soft .small .spare { (self.say(&words::NO_MATCH)) }
            } @else {
                td .mid .spare {
                    (charts::interval(scale, cut, [rating.low, rating.rating, rating.high], is_bounded, &text))
                }
            }
        }
    }
}
