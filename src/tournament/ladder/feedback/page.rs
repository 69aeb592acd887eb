//! `index.html`: the news as a page of its own, with drawn boards. It needs no script and loads nothing.

use maud::{DOCTYPE, Markup, html};

use super::content::{Block, MAX_NAME, numbered};
use super::words;
use super::{FeedbackWriter, VersionFeedback};
use crate::report::page::words as of_page;
use crate::report::{Interval, is_bounded};
use arbitro_html::charts::{self, Scale};
use arbitro_html::{frame, text};
use arbitro_records::svg;
use arbitro_words::say;

/// Width of the rating chart, and Elo beyond its outermost end.
const WIDTH: f64 = 180.0;
const MARGIN: f64 = 50.0;
const STYLE: &str =
    "main { padding-block: 1.5rem; } main > h2 { margin-top: 2.5rem; } .boards { margin: 1rem 0; }";
/// Digits shown of a checksum.
const DIGITS: usize = 12;

impl FeedbackWriter<'_> {
    pub(super) fn page(&self, name: &str, article: &[Block<'_>]) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.language.code()) {
                (frame::head(&text::line(name, MAX_NAME), STYLE))
                body {
                    (svg::parts(&self.settings.game))
                    main { @for (at, block) in article.iter().enumerate() { (self.block(at, block)) } }
                }
            }
        };
        page.into_string() + "\n"
    }

    fn block(&self, at: usize, block: &Block<'_>) -> Markup {
        html! { @match block {
            Block::Sentence(text) if at == 0 => h1 .says { (text) },
            Block::Sentence(text) => p { (text) },
            Block::Heading(name) => h2 { (say(name, self.language)) },
            Block::Command(command) => p .replay { (words::AGAIN.of(self.language)) " " code { (command) } },
            Block::Boards(boards) | Block::PageBoards(boards) => (boards.drawn(&self.settings.game, self.language)),
            Block::Output(lines) => {
                p { (words::OUTPUT.of(self.language)) }
                pre tabindex="0" { (lines.join("\n")) }
            },
            Block::Versions([]) => {},
            Block::Versions(versions) => (self.versions(versions)),
        } }
    }

    fn versions(&self, versions: &[VersionFeedback]) -> Markup {
        let rated = versions.iter().map(|version| version.rating).filter(|it| it.matches > 0);
        let ends = rated.flat_map(|it| [it.low, it.rating, it.high]).filter(|it| is_bounded(*it));
        let scale = Scale::of_most(ends, MARGIN, WIDTH);
        let counted =
            [of_page::PLAYED, of_page::WON, of_page::DRAWN, of_page::LOST, of_page::FORFEITS];
        html! { div .box .fit tabindex="0" role="group" aria-label=(words::VERSIONS.of(self.language)) { table {
            thead { tr {
                th scope="col" { (words::VERSION.of(self.language)) }
                th scope="col" .n { (of_page::ELO.of(self.language)) }
                th scope="col" { (of_page::RATING_INTERVAL.of(self.language)) }
                @for name in counted { th scope="col" .n { (name.of(self.language)) } }
            } }
            tbody { @for version in versions.iter().rev() { (self.version(version, &scale)) } }
        } } }
    }

    fn version(
        &self,
        VersionFeedback { name, sha256, count, rating }: &VersionFeedback,
        scale: &Scale,
    ) -> Markup {
        let reach = say(&Interval::between(rating.low, rating.high, text::elo), self.language);
        let ends = [rating.low, rating.rating, rating.high];
        html! { tr {
            th scope="row" { (text::name(&numbered(name))) br; code .small { (text::line(sha256, DIGITS)) } }
            @if rating.matches == 0 {
                td .n { "–" }
                td .soft .small { (of_page::NO_MATCH.of(self.language)) }
            } @else {
                td .n { (text::elo(rating.rating)) }
                td { (charts::interval(scale, None, ends, is_bounded, &reach)) span .soft .small { (reach) } }
            }
            @for number in [count.played(), count.wins, count.draws, count.losses, count.forfeited()] { td .n { (number) } }
        } }
    }
}
