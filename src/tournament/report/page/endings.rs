//! Statistics of the matches: reasons for their ends, lengths, first-move advantage.

use maud::{Markup, html};

use super::View;
use super::words::{self, ReportMessage};
use arbitro_html::charts;
use arbitro_html::text::{self, Grouped};
use arbitro_rules::Reason;
use arbitro_words::{Decimals, Ending, reasons, say};

const WIDTH: f64 = 240.0;

impl View<'_> {
    pub(super) fn endings(&self) -> Markup {
        html! {
            section id="endings" aria-labelledby="endings-h" {
                h2 id="endings-h" { (self.say(&words::HOW_ENDED)) }
                @if self.gathered.endings.is_empty() {
                    p .soft { (self.say(&words::NONE_ENDED)) }
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
            div .box .fit tabindex="0" role="group" aria-label=(self.say(&words::REASONS)) {
                table .sort {
                    caption { (self.say(&words::MATCHES_BY_REASON)) }
                    thead { tr {
                        th scope="col" { (self.say(&words::REASON)) }
                        th scope="col" .n { (self.say(&words::MATCHES)) }
                        th scope="col" .n { (self.say(&words::SHARE)) }
                        th scope="col" .still .spare { span .vh { (self.say(&words::CHART)) } }
                    } }
                    tbody {
                        @for (&place, &count) in endings {
                            @let word = reasons().nth(place).map(Reason::name);
                            tr {
                                th scope="row" {
                                    @if let Some(word) = word {
                                        (say(&Ending::Label(word), self.language)) " " code .small { (word) }
                                    } @else {
                                        (self.say(&words::OTHER_REASON))
                                    }
                                }
                                td .n data-v=(count) { (text::count(count)) }
                                td .n data-v=(count) { (text::share(count, all)) }
                                td .mid .spare { (charts::bar(count as f64 / most as f64, WIDTH)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn first_move(&self) -> Markup {
        html! {
            h3 { (self.say(&words::MOVING_FIRST)) }
            p {
                (words::first_move(self.gathered.first, self.language))
                @if let Some(share) = self.standings.ratings.draw_share {
                    (self.say(&ReportMessage::DrawShare(Decimals(share * 100.0))))
                }
            }
        }
    }

    fn lengths(&self) -> Markup {
        let lengths = &self.gathered.lengths;
        let most = lengths.bars().iter().copied().max().unwrap_or(0);
        let title = self.say(&ReportMessage::LengthsChart { most: Grouped(most) });
        let axis = self.say(&ReportMessage::LengthsAxis { width: lengths.width });
        let tally = &self.results.tally;
        let mean = Decimals(tally.plies() as f64 / tally.matches().max(1) as f64);
        let limit = self.settings().max_plies;
        html! {
            h3 { (self.say(&words::HOW_LONG)) }
            figure {
                figcaption { (self.say(&ReportMessage::Lengths { mean, limit })) }
                div .chart tabindex="0" role="group" aria-label=(self.say(&words::LENGTHS_HISTOGRAM)) {
                    (charts::columns(lengths.bars(), lengths.width, &title, &axis))
                }
            }
        }
    }
}
