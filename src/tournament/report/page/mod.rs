//! `report.html`: one self-contained file that opens without a network.
//!
//! Names, sentences and boards come from players and are untrusted: they reach the page as text
//! only, escaped by the templates. Nothing is loaded, and the only script is allowed by its hash.

pub mod about;
mod cross_table;
mod effort;
mod endings;
mod forfeit;
mod frame;
mod gather;
mod heading;
mod heat_map;
mod phases;
mod player;
mod ranking;
mod verdict;
mod walk;
pub mod words;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

pub(super) use self::gather::MatchTotals;
use super::{ReportError, failed};
use crate::{Results, Standings, TournamentSettings, store};
use arbitro_html::text;
use arbitro_records::svg;
use arbitro_words::{Language, Message, say};

pub const PAGE: &str = "report.html";

/// Writes `report.html` in a language into a tournament's folder atomically.
pub(super) fn write_page(
    folder: &Path,
    results: &Results,
    standings: &Standings,
    gathered: MatchTotals,
    language: Language,
) -> Result<(), ReportError> {
    let view = View::new(folder, results, standings, gathered, language);
    let written = store(&folder.join(PAGE), |out| view.write(out));
    written.map_err(failed(PAGE))
}

/// Maximum players in the cross table of an extract, which is sent again with each match that ends.
const MAX_CROSS_TABLE: usize = 100;

/// What the page of `serve` shows of a report while its tournament is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extract {
    /// The sentences of the verdict; the first is the heading.
    pub verdict: Vec<String>,
    /// What is missing, the ranking, the cross table: HTML in which names are escaped.
    pub tables: String,
}

/// Addresses that names lead to, without the number of the entrant.
#[derive(Clone, Copy, Debug)]
pub struct PlayerLinks<'a> {
    pub matches: &'a str,
    /// The feedback of a standing tournament, to which the ranking links.
    pub feedback: Option<&'a str>,
}

/// Draws the parts of a report that need no single matches.
pub fn extract(
    folder: &Path,
    results: &Results,
    standings: &Standings,
    language: Language,
    links: PlayerLinks<'_>,
) -> Extract {
    let view = View::new(folder, results, standings, MatchTotals::default(), language);
    let view = View { links: Some(links), ..view };
    let has_cross = standings.ranking.len() <= MAX_CROSS_TABLE;
    let tables = html! {
        (view.what_is_missing())
        (view.ranking())
        @if has_cross { (view.cross_table()) }
    };
    let mut verdict = view.verdict();
    if verdict.is_empty() {
        verdict.push(frame::title(&view));
    }
    Extract { verdict, tables: tables.0 }
}

/// The data that the page shows.
struct View<'a> {
    folder: &'a Path,
    results: &'a Results,
    standings: &'a Standings,
    language: Language,
    gathered: MatchTotals,
    /// The ranking's line of each entrant.
    lines: Vec<usize>,
    is_complete: bool,
    /// None where the players have sections.
    links: Option<PlayerLinks<'a>>,
}

fn lines_of(standings: &Standings, players: usize) -> Vec<usize> {
    let mut lines = vec![0; players];
    for (line, standing) in standings.ranking.iter().enumerate() {
        if let Some(of_it) = lines.get_mut(standing.entrant) {
            *of_it = line;
        }
    }
    lines
}

impl<'a> View<'a> {
    fn new(
        folder: &'a Path,
        results: &'a Results,
        standings: &'a Standings,
        gathered: MatchTotals,
        language: Language,
    ) -> View<'a> {
        View {
            folder,
            results,
            standings,
            language,
            gathered,
            lines: lines_of(standings, results.file.players.len()),
            is_complete: results.is_complete(),
            links: None,
        }
    }
}

impl View<'_> {
    /// Says a message in the page's language.
    fn say(&self, message: &impl Message) -> Cow<'static, str> {
        say(message, self.language)
    }

    fn settings(&self) -> &TournamentSettings {
        &self.results.file.settings
    }

    fn raw_name(&self, entrant: usize) -> &str {
        let player = self.results.file.players.get(entrant);
        player.map_or("?", |player| &player.name)
    }

    /// The name of an entrant, as a link to its section or its matches.
    fn link(&self, entrant: usize) -> Markup {
        self.link_to(self.links.map(|link| link.matches), entrant)
    }

    /// The name of an entrant, as a link to its feedback if it gets any.
    fn feedback_link(&self, entrant: usize) -> Markup {
        let pairings = self.results.file.pairings.as_ref();
        let has_feedback = pairings.is_some_and(|pairings| !pairings.rungs.contains(&entrant));
        let feedback = self.links.and_then(|links| links.feedback).filter(|_| has_feedback);
        self.link_to(feedback.or(self.links.map(|link| link.matches)), entrant)
    }

    fn link_to(&self, address: Option<&str>, entrant: usize) -> Markup {
        let section = || format!("#p{}", self.number(entrant));
        let address = address.map_or_else(section, |address| format!("{address}{entrant}"));
        html! { a href=(address) { (text::name(self.raw_name(entrant))) } }
    }

    /// Number of an entrant's line in the ranking, from 1, which identifies its section.
    fn number(&self, entrant: usize) -> usize {
        self.lines.get(entrant).map_or(0, |line| line + 1)
    }

    /// Writes section by section, so that a large page is never in memory as a whole.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut put = |part: Markup| out.write_all(part.0.as_bytes());
        put(frame::opening(self))?;
        put(svg::parts(&self.settings().game))?;
        put(self.heading())?;
        put(frame::navigation(self))?;
        put(PreEscaped("<main>".to_owned()))?;
        for section in
            [View::ranking, View::cross_table, View::endings, View::effort, View::players_heading]
        {
            put(section(self))?;
        }
        for standing in &self.standings.ranking {
            put(self.player(standing))?;
        }
        put(PreEscaped("</section>".to_owned()))?;
        put(self.about())?;
        put(self.walks())?;
        put(frame::closing(self))
    }
}
