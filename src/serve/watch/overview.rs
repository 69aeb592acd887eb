//! A tournament in the page's form.

use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use crate::play::move_json;
use crate::stepped_match::look_json;
use arbitro_records::{MatchRecord, ReplayedMatch};
use arbitro_rules::Player;
use arbitro_rules::plain_text::marked_line;
use arbitro_tournament::report::{Extract, PlayerLinks, extract, settings_in};
use arbitro_tournament::{Results, Standings};
use arbitro_words::{Ending, Language, say};

/// Maximum characters shown of a name.
const MAX_NAME_LENGTH: usize = 100;

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Head {
    pub id: String,
    pub name: String,
    pub game: String,
    pub entrants: usize,
    /// Matches that count.
    pub played: u64,
    /// Total number of matches, if known.
    pub total: Option<u64>,
    pub state: State,
    /// The player who is first so far, if it is one.
    pub first: Option<String>,
    /// Time of the latest match, in milliseconds since 1970.
    pub changed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is being played.
    Running,
    /// It was played to its end.
    Ended,
    /// It is unfinished, and no process continues it.
    Stopped,
}

/// The current state of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// The entry in the list.
    pub head: Head,
    /// Names of the players, which links number.
    pub players: Vec<String>,
    /// In each language, in their order.
    words: [InWords; Language::ALL.len()],
}

/// The texts of an overview in one language.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct InWords {
    /// Settings: names and values.
    settings: Vec<(String, String)>,
    #[serde(flatten)]
    report: Extract,
}

/// An overview in one language.
#[derive(Debug, Serialize)]
pub struct OverviewIn<'a> {
    #[serde(flatten)]
    head: &'a Head,
    players: &'a [String],
    #[serde(flatten)]
    words: &'a InWords,
}

/// A part of a list of matches.
#[derive(Clone, Debug, Serialize)]
pub struct MatchPage {
    /// Number of matches that fit the request.
    pub total: usize,
    /// The requested part.
    pub matches: Vec<MatchRow>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchRow {
    /// Its number, as text because it is part of links.
    #[serde(rename = "match")]
    pub number: String,
    /// Player 1.
    pub x: String,
    /// Player 2.
    pub o: String,
    pub winner: Option<Player>,
    /// Reason for the end, in the contract's word.
    pub reason: String,
    /// The reason in words.
    pub why: String,
    pub plies: u64,
    /// True if the loser forfeited.
    pub fault: bool,
}

/// A match that is being played, in the page's JSON; `is_drawn` asks for the board, which costs a
/// replay of the moves.
pub(super) fn running_json(record: &MatchRecord, is_drawn: bool) -> Option<Value> {
    let players = record.players.as_ref()?;
    let mut json = json!({
        // A text, because it is part of links.
        "match": record.id.as_ref()?.to_string(),
        "x": name(&players.x.name),
        "o": name(&players.o.name),
        "plies": record.plies.unwrap_or(0),
    });
    let seen = is_drawn.then(|| ReplayedMatch::of_record(record.clone()).ok()).flatten();
    if let Some(seen) = seen.filter(|it| it.wrong_move().is_none()) {
        let (played, plies) = (&seen.played, seen.plies());
        let board = played.board(plies);
        if seen.game.known().is_some() {
            let last = plies.checked_sub(1).and_then(|checked_sub| played.step(checked_sub));
            json["last"] = json!(last.map(move_json));
        } else if let Some(look) = seen.game.look() {
            // Only its signs are drawn, which are the same in every language.
            json["look"] = look_json(look, [&board], Language::English);
        }
        json["turn"] = json!(seen.turn());
        json["board"] = json!(board);
    }
    Some(json)
}

impl MatchRow {
    /// Returns the row with its reason in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> MatchRow {
        let why = say(&Ending::Label(&self.reason), language).into_owned();
        MatchRow { why, ..self.clone() }
    }
}

/// Sanitises a name for one line.
pub(super) fn name(text: &str) -> String {
    marked_line(text, MAX_NAME_LENGTH)
}

impl Overview {
    pub(super) fn new(
        folder: &Path,
        head: Head,
        results: &Results,
        standings: &Standings,
    ) -> Overview {
        let matches = &format!("#/tournaments/{}?player=", head.id);
        let player_pages = format!("/api/tournaments/{}/players/", head.id);
        let has_pages = results.schedule.is_standing() && !results.hides_names();
        let links = PlayerLinks { matches, feedback: has_pages.then_some(&player_pages) };
        let words = Language::ALL.map(|language| InWords {
            settings: settings_in(&results.file.settings, language)
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value))
                .collect(),
            report: extract(folder, results, standings, language, links),
        });
        let players = results.file.players.iter().map(|player| name(&player.name)).collect();
        Overview { head, players, words }
    }

    /// Returns the overview in a language.
    pub fn in_language(&self, language: Language) -> OverviewIn<'_> {
        let words = &self.words[language as usize];
        OverviewIn { head: &self.head, players: &self.players, words }
    }
}
