//! Lists the matches of a source without playing them.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::boards::{Boards, play_boards};
use super::error::RecordsError;
use super::held::{Held, Span};
use super::lines::{self, IdOnly, LineSpan};
use super::pdn::{Game, PdnOutcome};
use super::pdn_game::{ToldGame, check_pdn, fitting_game, told_game};
use super::pdn_match::{self, play_pdn};
use super::playthrough::{Playthrough, Stretch, Title};
use super::record::{id_of, is_draw, play_record};
use super::remark::Remark;
use super::replayed::Problem;
use super::source::{Hints, SourceKind};
use crate::words::Text;
use crate::{MatchRecord, RecordHead, RecordedFault, Seal, ShownGame, seal_of};
use arbitro_rules::history::Both;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Ending, Language, Message, say};

/// Approximate size of a board file.
const BOARD_BYTES: u64 = 200;

/// Maximum size of a PDN game whose moves are read for a list, to tell its game.
const MAX_LISTED_BYTES: usize = 1 << 16;

/// The matches of a source.
///
/// Opening reads the source once, to list where each match is. A match itself is read when it is
/// requested, and only its part of the source.
#[derive(Debug)]
pub struct Collection {
    pub(super) hints: Hints,
    pub(super) content: Content,
    pub(super) remarks: Vec<Remark>,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Folders, or boards in memory, each with its name.
    Boards(Vec<(String, Boards)>),
    Lines(Vec<Held>, Vec<LineSpan>),
    Pdn(Held, Vec<Span>),
}

/// The part of a source that is one match.
enum Found<'a> {
    Boards(&'a str, &'a Boards),
    Line(&'a LineSpan, Cow<'a, [u8]>),
    Pdn(Cow<'a, [u8]>),
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CollectionEntry {
    /// Index in the list, from 0.
    #[serde(skip)]
    pub index: usize,
    /// Identifier from the record, or else the match's number in the source, from 1.
    pub id: String,
    #[serde(serialize_with = "in_english")]
    pub title: Title,
    pub game: Option<ShownGame>,
    /// Names of the players, where known.
    #[serde(rename = "players")]
    pub names: Both<Option<String>>,
    /// The winner, if the source names one.
    pub winner: Option<Player>,
    /// True if the source says it is a draw.
    #[serde(skip)]
    pub is_draw: bool,
    /// Reason for the end, if the source gives one.
    pub reason: Option<String>,
    /// Number of plies according to the source; for boards, one less than the number of board
    /// files.
    pub plies: Option<u64>,
}

/// Serialises a message as programs read it.
pub(super) fn in_english<S: Serializer>(
    message: &impl Message,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&say(message, Language::English))
}

impl CollectionEntry {
    /// Summarises the result for a list.
    pub fn result(&self) -> Ending<'_> {
        Ending::Result { winner: self.winner, reason: self.reason.as_deref() }
    }
}

/// Result of checking an entry.
#[derive(Clone, Debug)]
pub enum Checked {
    Judged(Box<JudgedMatch>),
    /// An entry without a move, such as a problem: nothing to judge.
    WithoutMoves {
        id: String,
    },
    /// A match whose game is not played here, or not known.
    NotJudged {
        id: String,
        why: Text,
    },
}

/// A match with its verdict.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMatch {
    pub id: Option<serde_json::Value>,
    pub game: ShownGame,
    /// Other games that fit the moves and agree in the verdict, if no tag names the game.
    #[serde(skip)]
    pub others: Vec<GameId>,
    /// True if every move is one of this game, whatever the result.
    #[serde(skip)]
    pub(super) fits: bool,
    /// Number of plies that could be played.
    pub plies: u64,
    /// The winner, as a record states it.
    pub winner: Option<String>,
    /// True if PDN says it is a draw.
    #[serde(skip)]
    pub is_draw: bool,
    /// Reason for the end, if known.
    pub reason: Option<String>,
    /// The first move that the source gets wrong, or else the first claim that the moves do not bear
    /// out.
    pub problem: Option<Problem>,
    /// The fault that lost the match, by a record.
    pub fault: Option<RecordedFault>,
    pub warnings: Vec<String>,
    /// Tolerated format errors and omissions of PDN.
    #[serde(skip)]
    pub remarks: Vec<Remark>,
}

impl Collection {
    pub fn kind(&self) -> SourceKind {
        match &self.content {
            Content::Boards(_) => SourceKind::Boards,
            Content::Lines(..) => SourceKind::Records,
            Content::Pdn(..) => SourceKind::Pdn,
        }
    }

    /// Returns remarks about the source as a whole; remarks about one match belong to that match.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    pub fn len(&self) -> usize {
        match &self.content {
            Content::Boards(folders) => folders.len(),
            Content::Lines(_, lines) => lines.len(),
            Content::Pdn(_, games) => games.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn no_match(&self, wanted: &dyn ToString) -> RecordsError {
        RecordsError::NoMatch {
            wanted: wanted.to_string().chars().take(60).collect(),
            count: self.len(),
        }
    }

    /// Returns the list entry of a match.
    pub fn entry(&self, index: usize) -> Result<CollectionEntry, RecordsError> {
        Ok(match self.found(index)? {
            Found::Boards(name, boards) => boards_entry(index, name, boards, &self.hints),
            Found::Line(line, bytes) => line_entry(index, &bytes, line)?,
            Found::Pdn(bytes) => pdn_entry(index, &bytes, &self.hints),
        })
    }

    fn found(&self, index: usize) -> Result<Found<'_>, RecordsError> {
        let missing = || self.no_match(&(index + 1));
        Ok(match &self.content {
            Content::Boards(folders) => {
                let (name, boards) = folders.get(index).ok_or_else(missing)?;
                Found::Boards(name, boards)
            }
            Content::Lines(all, lines) => {
                let line = lines.get(index).ok_or_else(missing)?;
                let held = all.get(line.held).ok_or_else(missing)?;
                Found::Line(line, held.piece(line.span).map_err(RecordsError::Reread)?)
            }
            Content::Pdn(held, games) => {
                let &span = games.get(index).ok_or_else(missing)?;
                Found::Pdn(held.piece(span).map_err(RecordsError::Reread)?)
            }
        })
    }

    /// Returns the size of a match in the source, so that a caller can refuse to play a long one; 0
    /// if there is no such match.
    pub fn bytes_of(&self, index: usize) -> u64 {
        match &self.content {
            Content::Boards(folders) => {
                let count = |(_, boards): &(_, Boards)| boards.source().numbers().len() as u64;
                folders.get(index).map_or(0, count) * BOARD_BYTES
            }
            Content::Lines(_, lines) => lines.get(index).map_or(0, |it| it.span.length.into()),
            Content::Pdn(_, games) => games.get(index).map_or(0, |it| it.length.into()),
        }
    }

    /// Iterates over the entries of all matches.
    pub fn entries(&self) -> impl Iterator<Item = Result<CollectionEntry, RecordsError>> {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// Finds a match by its id, or by its number in the source if no match has that id.
    pub fn find(&self, id: &str) -> Result<usize, RecordsError> {
        for index in 0..self.len() {
            if self.is_called(index, id)? {
                return Ok(index);
            }
        }
        // `#3` is always the third match, whatever the ids are.
        let number: Option<usize> = id.strip_prefix('#').unwrap_or(id).parse().ok();
        let may_be_number = id.starts_with('#') || !self.has_names();
        number
            .filter(|&it| may_be_number && (1..=self.len()).contains(&it))
            .map(|it| it - 1)
            .ok_or_else(|| self.no_match(&id))
    }

    /// Returns true if the matches have ids of their own; a number is then such an id.
    fn has_names(&self) -> bool {
        match self.found(0) {
            Ok(Found::Line(_, bytes)) => {
                serde_json::from_slice::<IdOnly>(&bytes).is_ok_and(|it| it.id.is_some())
            }
            Ok(Found::Pdn(bytes)) => Game::new(&bytes).tag_value("ArbitroMatch").is_some(),
            Ok(Found::Boards(..)) | Err(_) => false,
        }
    }

    fn is_called(&self, index: usize, id: &str) -> Result<bool, RecordsError> {
        // Most texts cannot match: parse only those that contain the id's text.
        let has_text = |bytes: &[u8]| memchr::memmem::find(bytes, id.as_bytes()).is_some();
        Ok(match self.found(index)? {
            Found::Boards(name, _) => name == id,
            Found::Line(_, bytes) => {
                has_text(&bytes)
                    && serde_json::from_slice::<IdOnly>(&bytes)
                        .is_ok_and(|it| it.id.is_some() && id_of(it.id.as_ref(), index + 1) == id)
            }
            Found::Pdn(bytes) => {
                has_text(&bytes)
                    && pdn_match::known(&Game::new(&bytes), "ArbitroMatch").as_deref() == Some(id)
            }
        })
    }

    /// Checks every move of an entry of PDN without building positions to show; for many matches.
    /// [`check_record`](crate::check_record) does so for a record.
    pub fn check(&self, index: usize) -> Result<Checked, RecordsError> {
        let Found::Pdn(bytes) = self.found(index)? else {
            return Err(self.no_match(&(index + 1)));
        };
        let game = Game::new(&bytes);
        let place = format!("game {}", index + 1);
        check_pdn(&game, &self.hints, pdn_id(&game, index), &place)
    }

    /// Plays a match.
    /// A wrong move is not an error: the match is shown up to it.
    pub fn playthrough(&self, index: usize) -> Result<Playthrough, RecordsError> {
        self.playthrough_told(index, &mut |_| {})
    }

    /// Like [`Collection::playthrough`], but a match of many board files is reported in stretches
    /// while it is read. Other matches are only returned, as is one that turns out to be of another
    /// game than its first board suggests.
    pub fn playthrough_told(
        &self,
        index: usize,
        tell: &mut dyn FnMut(&Stretch<'_>),
    ) -> Result<Playthrough, RecordsError> {
        match self.found(index)? {
            Found::Boards(name, boards) => play_boards(name, boards, &self.hints, tell),
            Found::Line(line, bytes) => {
                let place = format!("line {}", line.number);
                let text = lines::text(&bytes, line)?;
                let (game, record) = MatchRecord::from_line(text)
                    .map_err(|source| RecordsError::Record { place: place.clone(), source })?;
                let mut remarks = Vec::new();
                if seal_of(&bytes) == Seal::Broken {
                    remarks.push(Remark::at(Text::Line { number: line.number }, Text::Damaged));
                }
                let id = id_of(record.id.as_ref(), index + 1);
                play_record(game, record, id, &place, remarks)
            }
            Found::Pdn(bytes) => {
                let game = Game::new(&bytes);
                let place = format!("game {}", index + 1);
                play_pdn(&game, &self.hints, pdn_id(&game, index), &place)
            }
        }
    }
}

fn boards_entry(index: usize, name: &str, boards: &Boards, hints: &Hints) -> CollectionEntry {
    let names = Both::default();
    CollectionEntry {
        index,
        id: name.to_owned(),
        title: Title {
            game: hints.game.map(Into::into),
            id: name.to_owned(),
            names: names.clone(),
            round: None,
        },
        game: hints.game.map(Into::into),
        names,
        winner: None,
        is_draw: false,
        reason: None,
        plies: Some((boards.source().numbers().len() as u64).saturating_sub(1)),
    }
}

fn line_entry(
    index: usize,
    bytes: &[u8],
    line: &LineSpan,
) -> Result<CollectionEntry, RecordsError> {
    let place = format!("line {}", line.number);
    let text = lines::text(bytes, line)?;
    let head: RecordHead<'_> = serde_json::from_str(text)
        .map_err(|source| RecordsError::Record { place: place.clone(), source: source.into() })?;
    let game = match head.game.parse::<GameId>() {
        Ok(game) => game.into(),
        // Its own record tells how it is drawn; a game that is neither known nor told is refused.
        Err(_) => match MatchRecord::from_line(text) {
            Ok((game, _)) => game,
            Err(source) => return Err(RecordsError::Record { place, source }),
        },
    };
    let id = id_of(head.id.as_ref(), index + 1);
    let names = head.players.map_or_else(Both::default, |it| Both {
        x: Some(it.x.name.into_owned()),
        o: Some(it.o.name.into_owned()),
    });
    let round = head.round.map(|it| it.to_string());
    let counted = head.moves.map(|it| it.split_ascii_whitespace().count() as u64);
    let winner = head.winner.as_deref().and_then(Player::of_letter);
    Ok(CollectionEntry {
        index,
        title: Title { game: Some(game.clone()), id: id.clone(), names: names.clone(), round },
        id,
        game: Some(game),
        names,
        winner,
        is_draw: is_draw(winner, head.reason.as_deref()),
        reason: head.reason.map(Into::into),
        plies: head.plies.or(counted),
    })
}

fn pdn_id(game: &Game<'_>, index: usize) -> String {
    pdn_match::known(game, "ArbitroMatch").unwrap_or_else(|| (index + 1).to_string())
}

fn pdn_entry(index: usize, bytes: &[u8], hints: &Hints) -> CollectionEntry {
    let pdn = Game::new(bytes);
    let id = pdn_id(&pdn, index);
    let game = match told_game(&pdn, hints) {
        Ok(ToldGame::Named(game)) => Some(game),
        Ok(ToldGame::Unnamed) if pdn.moves > 0 && bytes.len() <= MAX_LISTED_BYTES => {
            fitting_game(&pdn, &id, "").ok().map(|it| it.0)
        }
        Ok(ToldGame::Unnamed) | Err(_) => None,
    };
    // Without the game's name, White is assumed to be x, as in most games.
    let as_game = game.unwrap_or(GameId::International);
    let names = pdn_match::names(&pdn, as_game);
    let round = pdn_match::known(&pdn, "Round");
    let outcome = pdn_match::outcome(&pdn);
    CollectionEntry {
        index,
        title: Title { game: Some(as_game.into()), id: id.clone(), names: names.clone(), round },
        id,
        game: game.map(Into::into),
        names,
        winner: pdn_match::winner(outcome),
        is_draw: outcome == Some(PdnOutcome::Draw),
        reason: pdn_match::reason(&pdn).map(|it| it.to_string()),
        plies: Some(pdn.moves as u64),
    }
}
