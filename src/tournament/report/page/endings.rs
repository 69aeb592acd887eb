//! Statistics of the matches: reasons for their ends, lengths, first-move advantage.

use maud::{Markup, html};

use super::View;
use super::words::{Label, Phrase};
use arbitro_html::charts;
use arbitro_html::text;
use arbitro_rules::Reason;
use arbitro_words::{Ending, reasons, say};

/// Width of the bars.
const WIDTH: f64 = 240.0;

impl View<'_> {
    pub(super) fn endings(&self) -> Markup {
        html! {
            section id="endings" aria-labelledby="endings-h" {
                h2 id="endings-h" { (self.say(&Label::HowEnded)) }
                @if self.gathered.endings.is_empty() {
                    p .soft { (self.say(&Label::NoneEnded)) }
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
            div .box .fit tabindex="0" role="group" aria-label=(self.say(&Label::Reasons)) {
                table .sort {
                    caption { (self.say(&Label::MatchesByReason)) }
                    thead { tr {
                        th scope="col" { (self.say(&Label::Reason)) }
                        th scope="col" .n { (self.say(&Label::Matches)) }
                        th scope="col" .n { (self.say(&Label::Share)) }
                        th scope="col" .still .spare { span .vh { (self.say(&Label::Chart)) } }
                    } }
                    tbody {
                        @for (&place, &count) in endings {
                            @let word = reasons().nth(place).map(Reason::name);
                            tr {
                                th scope="row" {
                                    @if let Some(word) = word {
                                        (say(&Ending::Label(word), self.language)) " " code .small { (word) }
                                    } @else {
                                        (self.say(&Label::OtherReason))
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
            h3 { (self.say(&Label::MovingFirst)) }
            p {
                (self.say(&Phrase::FirstMove(self.gathered.first)))
                @if let Some(share) = self.standings.ratings.draw_share {
                    (self.say(&Phrase::DrawShare(share)))
                }
            }
        }
    }

    fn lengths(&self) -> Markup {
        let lengths = &self.gathered.lengths;
        let most = lengths.bars().iter().copied().max().unwrap_or(0);
        let title = self.say(&Phrase::LengthsChart { most });
        let axis = self.say(&Phrase::LengthsAxis { width: lengths.width });
        let mean = self.results.tally.plies() as f64 / self.results.tally.matches().max(1) as f64;
        let limit = self.settings().max_plies;
        html! {
            h3 { (self.say(&Label::HowLong)) }
            figure {
                figcaption { (self.say(&Phrase::Lengths { mean, limit })) }
                div .chart tabindex="0" role="group" aria-label=(self.say(&Label::LengthsHistogram)) {
                    (charts::columns(lengths.bars(), lengths.width, &title, &axis))
                }
            }
        }
    }
}
