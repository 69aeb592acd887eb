//! How matches ended, how long they were, and what moving first was worth.

use maud::{Markup, html};

use super::words::{self, REASONS};
use super::{View, charts};

/// The width of the bars.
const WIDTH: f64 = 240.0;

impl View<'_> {
    pub(super) fn endings(&self) -> Markup {
        html! {
            section id="endings" aria-labelledby="endings-h" {
                h2 id="endings-h" { "How matches ended" }
                @if self.gathered.endings.is_empty() {
                    p .soft { "No match has ended yet." }
                } @else {
                    (self.reasons())
                    (self.first_move())
                    (self.lengths())
                }
            }
        }
    }

    fn reasons(&self) -> Markup {
        let endings = &self.gathered.endings;
        let all: u64 = endings.values().sum();
        let most = endings.values().copied().max().unwrap_or(1).max(1);
        html! {
            div .box .fit tabindex="0" role="region" aria-label="Reasons" {
                table .sort {
                    caption { "Matches by the reason why they ended" }
                    thead { tr {
                        th scope="col" { "Reason" }
                        th scope="col" .n { "Matches" }
                        th scope="col" .n { "Share" }
                        th scope="col" .still { span .vh { "Chart" } }
                    } }
                    tbody {
                        @for (&place, &count) in endings {
                            @let (word, text) = REASONS.get(place).copied().unwrap_or(("", "another reason"));
                            tr {
                                th scope="row" {
                                    (text)
                                    @if !word.is_empty() { " " code .small { (word) } }
                                }
                                td .n data-v=(count) { (words::count(count)) }
                                td .n data-v=(count) { (words::share(count, all)) }
                                td .mid { (charts::bar(count as f64 / most as f64, WIDTH)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn first_move(&self) -> Markup {
        let [first, drawn, second] = self.gathered.first;
        let all = first + drawn + second;
        let ratings = &self.standings.ratings;
        html! {
            h3 { "Moving first" }
            p {
                "Player 1 won " (words::counted(first, "match", "matches")) " (" (words::share(first, all)) "), player 2 won "
                (words::count(second)) " (" (words::share(second, all)) "); drawn: " (words::count(drawn)) " ("
                (words::share(drawn, all)) "). "
                @match ratings.first_move {
                    Some(elo) => { "Strengths taken into account, moving first was worth about " (words::elo(elo)) " Elo." }
                    None => "Strengths taken into account, these matches cannot tell what moving first was worth."
                }
                @if let Some(share) = ratings.draw_share {
                    " Between equals, " (format!("{:.0} %", share * 100.0)) " of the matches are to be expected to be draws."
                }
            }
        }
    }

    fn lengths(&self) -> Markup {
        let lengths = &self.gathered.lengths;
        let most = lengths.bars().iter().copied().max().unwrap_or(0);
        let title = format!(
            "Histogram of the lengths of matches in plies; the most frequent class has {most} matches"
        );
        let axis = if lengths.width == 1 {
            "plies".to_owned()
        } else {
            format!("plies, {} to a column", lengths.width)
        };
        html! {
            h3 { "How long they were" }
            figure {
                figcaption {
                    "Matches by their length. On average a match had "
                    (format!("{:.1}", self.results.tally.plies() as f64 / self.results.tally.matches().max(1) as f64))
                    " plies; after " (self.settings().max_plies) " it is a draw."
                }
                div .chart tabindex="0" role="region" aria-label="Histogram of lengths" {
                    (charts::columns(lengths.bars(), lengths.width, &title, &axis))
                }
            }
        }
    }
}
