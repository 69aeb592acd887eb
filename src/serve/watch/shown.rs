//! A tournament in the page's form.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::play::MoveShown;
use crate::told::LookTold;
use crate::words::Text;
use arbitro_html::text;
use arbitro_records::{MatchRecord, Seen};
use arbitro_rules::Player;
use arbitro_rules::plain_text::marked_line;
use arbitro_tournament::report::{page_columns, ranking_of_page, settings_in};
use arbitro_tournament::{Format, Results, Standings};
use arbitro_words::{Ending, Language, say};

/// Maximum players in the cross table; for more, the report has a heat map.
const MAX_CROSS_TABLE: usize = 100;
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
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// The entry in the list.
    #[serde(flatten)]
    pub head: Head,
    /// Settings: names and values.
    pub settings: Vec<(String, String)>,
    /// The columns of the ranking, by name.
    pub columns: Vec<&'static str>,
    /// The ranking, best first.
    pub standings: Vec<Map<String, Value>>,
    /// The cross table in ranking order; `None` if there are too many players.
    pub cross: Option<Cross>,
    /// Lines of the journal that do not count, and other remarks.
    pub remarks: Vec<String>,
    #[serde(skip)]
    in_italian: InWords,
    #[serde(skip)]
    in_french: InWords,
}

/// The texts of an overview in one language.
#[derive(Clone, Debug)]
struct InWords {
    settings: Vec<(String, String)>,
    remarks: Vec<String>,
    standings: Vec<Map<String, Value>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Cross {
    names: Vec<String>,
    cells: Vec<Vec<Option<Scored>>>,
}

/// Score of one player against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// Matches won, plus half of those drawn.
    pub points: f64,
    pub played: u32,
    /// As the report's cross table writes it.
    pub text: String,
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

/// A match that is being played, in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunningMatch {
    /// Its number, as text because it is part of links.
    #[serde(rename = "match")]
    pub(super) number: String,
    /// Player 1.
    x: String,
    /// Player 2.
    o: String,
    plies: u64,
    /// The player to move, and the board; `None` if too many matches are being played.
    #[serde(flatten)]
    now: Option<BoardNow>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct BoardNow {
    turn: Player,
    board: String,
    /// The move that led to it.
    last: Option<MoveShown>,
    /// Its look, if the page does not have the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<LookTold>,
}

impl BoardNow {
    fn of(record: &MatchRecord) -> Option<BoardNow> {
        let seen = Seen::of_record(record.clone()).ok().filter(|it| it.wrong_move().is_none())?;
        let (played, plies) = (&seen.played, seen.plies());
        let board = played.board(plies).into_owned();
        let (look, last) = match seen.game.known() {
            Some(_) => (None, plies.checked_sub(1).and_then(|it| played.step(it))),
            // Only its signs are drawn, which are the same in every language.
            None => {
                (seen.game.look().map(|it| LookTold::of(it, [&board], Language::English)), None)
            }
        };
        Some(BoardNow { turn: seen.turn(), look, last: last.map(MoveShown::from), board })
    }
}

impl RunningMatch {
    /// `is_drawn` asks for the board, which costs a replay of the moves.
    pub(super) fn of(record: &MatchRecord, is_drawn: bool) -> Option<RunningMatch> {
        let players = record.players.as_ref()?;
        Some(RunningMatch {
            number: record.id.as_ref()?.to_string(),
            x: name(&players.x.name),
            o: name(&players.o.name),
            plies: record.plies.unwrap_or(0),
            now: is_drawn.then(|| BoardNow::of(record)).flatten(),
        })
    }
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
    pub(super) fn of(head: Head, results: &Results, standings: &Standings) -> Overview {
        let settings = |language| {
            settings_in(&results.file.settings, language)
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value))
                .collect()
        };
        let ranking = &standings.ranking;
        let in_words = |language| InWords {
            settings: settings(language),
            remarks: remarks(results, language),
            standings: ranking_of_page(results, standings, language),
        };
        let InWords { settings, remarks, standings: ranked } = in_words(Language::English);
        Overview {
            head,
            settings,
            columns: page_columns(results),
            standings: ranked,
            cross: (ranking.len() <= MAX_CROSS_TABLE).then(|| Cross::of(results, standings)),
            remarks,
            in_italian: in_words(Language::Italian),
            in_french: in_words(Language::French),
        }
    }

    /// Returns the overview in a language.
    pub fn in_language(&self, language: Language) -> Cow<'_, Overview> {
        let words = match language {
            Language::English => return Cow::Borrowed(self),
            Language::Italian => &self.in_italian,
            Language::French => &self.in_french,
        };
        Cow::Owned(Overview {
            settings: words.settings.clone(),
            remarks: words.remarks.clone(),
            standings: words.standings.clone(),
            ..self.clone()
        })
    }
}

fn remarks(results: &Results, language: Language) -> Vec<String> {
    let (problems, voids) = (results.problems.len(), results.open_voids.len() as u64);
    let is_knockout = results.file.settings.format == Format::Knockout;
    let remarks = [
        (problems > 0).then_some(Text::UncountedLines(problems)),
        (voids > 0).then_some(Text::OpenVoids(voids)),
        is_knockout.then_some(Text::Knockout),
    ];
    remarks.iter().flatten().map(|it| say(it, language).into_owned()).collect()
}

impl Cross {
    fn of(results: &Results, standings: &Standings) -> Cross {
        let order: Vec<usize> = standings.ranking.iter().map(|it| it.entrant).collect();
        let cell = |row: usize, column: usize| {
            let score = results.tally.between(row, column);
            let [wins, draws, losses] = score;
            let played = wins + draws + losses;
            (row != column && played > 0).then(|| Scored {
                points: f64::from(wins) + f64::from(draws) / 2.0,
                played,
                text: text::against(score),
            })
        };
        Cross {
            names: order.iter().map(|&it| name(&results.file.players[it].name)).collect(),
            cells: order
                .iter()
                .map(|&row| order.iter().map(|&column| cell(row, column)).collect())
                .collect(),
        }
    }
}
