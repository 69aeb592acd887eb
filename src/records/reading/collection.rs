//! Lists the matches of a source without playing them, and sees one at a time.

use std::borrow::Cow;
use std::path::PathBuf;

use super::boards::{Boards, OnProgress, see_boards};
use super::bytes::{SourceBytes, Span};
use super::hints::{Hints, SourceKind};
use super::record_list::{self, IdOnly, LineSpan};
use crate::error::RecordsError;
use crate::matches::remark::Remark;
use crate::matches::replayed_match::{ReplayedMatch, Summary, Wrong};
use crate::pdn::game::{game_by_moves, game_by_tags, see_pdn};
use crate::pdn::{claimed_result, play};
use crate::record::claimed::Claimed;
use crate::record::lines::RecordHead;
use crate::record::match_record::MatchRecord;
use crate::record::play::{id_of, is_draw};
use crate::record::seal::{Seal, seal_of};
use crate::words::RecordMessage;
use arbitro_pdn::{Game, PdnOutcome};
use arbitro_rules::GameId;
use arbitro_rules::history::Both;

/// Approximate size of a board file.
const BOARD_BYTES: u64 = 200;

/// Maximum size of a PDN game whose moves are read for a list, to tell its game.
const MAX_LISTED_BYTES: usize = 1 << 16;

/// The matches of a source, replayed one at a time and not stored.
#[derive(Debug)]
pub struct Matches {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) hints: Hints,
    pub(super) content: Content,
    pub(crate) remarks: Vec<Remark>,
}

/// The matches of a source, listed.
///
/// Opening reads the source once, to list where each match is. A match itself is read when it is
/// requested, and only its part of the source.
#[derive(Debug)]
pub struct Collection {
    matches: Matches,
    /// The records of a source that has some.
    lines: Vec<LineSpan>,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Folders, or boards in memory, each with its name and its place.
    Boards(Vec<(String, PathBuf, Boards)>),
    /// Files of records, each with its name.
    Lines(Vec<(String, SourceBytes)>),
    Pdn(SourceBytes, Vec<Span>),
}

/// The part of a source that is one match.
enum MatchPart<'a> {
    Boards(&'a str, &'a Boards),
    Line(&'a LineSpan, Cow<'a, [u8]>),
    Pdn(Cow<'a, [u8]>),
}

impl Matches {
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

    /// Lists where each match is.
    pub fn list(mut self) -> Result<Collection, RecordsError> {
        let mut all = Vec::new();
        match &mut self.content {
            Content::Boards(_) => {}
            Content::Lines(files) => {
                for (index, (_, source)) in files.iter_mut().enumerate() {
                    source.keep().map_err(RecordsError::Reread)?;
                    let (lines, remarks) = record_list::index(source)?;
                    all.extend(lines.into_iter().map(|it| LineSpan { source: index, ..it }));
                    self.remarks.extend(remarks);
                }
            }
            Content::Pdn(source, _) => source.keep().map_err(RecordsError::Reread)?,
        }
        Ok(Collection { matches: self, lines: all })
    }

    /// Sees the matches one after the other, or only that of this id, each with its place.
    pub fn each<E: From<RecordsError>>(
        self,
        only: Option<&str>,
        mut receive: impl FnMut(&str, Result<ReplayedMatch, RecordsError>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let (None, Content::Lines(files)) = (only, &self.content) {
            let mut count = 0;
            for (name, source) in files {
                record_list::each(source, |line, bytes| {
                    count += 1;
                    let place = format!("{name}:{}", line.number);
                    receive(&place, see_line(bytes, &place, count, &self.hints))
                })?;
            }
            return Ok(());
        }
        let all = self.list()?;
        let indices = match only {
            Some(id) => {
                let index = all.find(id)?;
                index..index + 1
            }
            None => 0..all.len(),
        };
        for index in indices {
            let place = all.place(index);
            let seen = all.see_at(index, &place, &mut |_, _| {});
            receive(&place, seen)?;
        }
        Ok(())
    }
}

/// Sees the record of a line, which is this one of its source; `None` stands for one that is too long.
fn see_line(
    bytes: Option<&[u8]>,
    place: &str,
    number: usize,
    hints: &Hints,
) -> Result<ReplayedMatch, RecordsError> {
    let bytes = bytes.ok_or_else(|| RecordsError::Damaged {
        place: place.to_owned(),
        why: "not a match record: longer than any record",
    })?;
    let (named_game, record) = MatchRecord::from_line(record_list::text(bytes, place)?)
        .map_err(|source| RecordsError::Record { place: place.to_owned(), source })?;
    // The rules of the game that the caller names judge a record, also if it alone describes its game.
    let is_described = |it: &GameId| {
        it.look().is_some() && named_game.known().is_none() && named_game.name() == it.name()
    };
    let game = hints.game.filter(is_described).map_or(named_game, Into::into);
    let mut seen = ReplayedMatch::by_rules(game, record, number)
        .map_err(|error| error.at(place.to_owned()))?;
    if seal_of(bytes.trim_ascii_end()) == Seal::Broken {
        match seen.wrong_move() {
            Some(_) => seen.remarks.push(Remark::on_all(RecordMessage::Damaged)),
            None => seen.wrong = Some(Wrong::of_all(RecordMessage::Damaged)),
        }
    }
    Ok(seen)
}

impl Collection {
    /// Returns remarks about the source as a whole; remarks about one match belong to that match.
    pub fn remarks(&self) -> &[Remark] {
        &self.matches.remarks
    }

    pub fn len(&self) -> usize {
        match &self.matches.content {
            Content::Boards(folders) => folders.len(),
            Content::Lines(_) => self.lines.len(),
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

    pub fn entry(&self, index: usize) -> Result<Summary, RecordsError> {
        Ok(match self.part(index)? {
            MatchPart::Boards(name, boards) => boards_entry(name, boards, &self.matches.hints),
            MatchPart::Line(line, bytes) => line_entry(index, &bytes, line)?,
            MatchPart::Pdn(bytes) => pdn_entry(index, &bytes, &self.matches.hints),
        })
    }

    fn part(&self, index: usize) -> Result<MatchPart<'_>, RecordsError> {
        let missing = || self.no_match(&(index + 1));
        Ok(match &self.matches.content {
            Content::Boards(folders) => {
                let (name, _, boards) = folders.get(index).ok_or_else(missing)?;
                MatchPart::Boards(name, boards)
            }
            Content::Lines(files) => {
                let line = self.lines.get(index).ok_or_else(missing)?;
                let (_, source) = files.get(line.source).ok_or_else(missing)?;
                MatchPart::Line(line, source.piece(line.span).map_err(RecordsError::Reread)?)
            }
            Content::Pdn(source, games) => {
                let &span = games.get(index).ok_or_else(missing)?;
                MatchPart::Pdn(source.piece(span).map_err(RecordsError::Reread)?)
            }
        })
    }

    /// Returns the size of a match in the source, so that a caller can refuse to play a long one; 0
    /// if there is no such match.
    pub fn bytes_of(&self, index: usize) -> u64 {
        match &self.matches.content {
            Content::Boards(folders) => {
                let count =
                    |(_, _, boards): &(_, _, Boards)| boards.source().numbers().len() as u64;
                folders.get(index).map_or(0, count) * BOARD_BYTES
            }
            Content::Lines(_) => self.lines.get(index).map_or(0, |it| it.span.length.into()),
            Content::Pdn(_, games) => games.get(index).map_or(0, |game| game.length.into()),
        }
    }

    pub fn entries(&self) -> impl Iterator<Item = Result<Summary, RecordsError>> {
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
            .filter(|&number| may_be_number && (1..=self.len()).contains(&number))
            .map(|number| number - 1)
            .ok_or_else(|| self.no_match(&id))
    }

    /// Returns true if the matches have ids of their own; a number is then such an id.
    fn has_names(&self) -> bool {
        match self.part(0) {
            Ok(MatchPart::Line(_, bytes)) => {
                serde_json::from_slice::<IdOnly>(&bytes).is_ok_and(|only| only.id.is_some())
            }
            Ok(MatchPart::Pdn(bytes)) => Game::new(&bytes).tag_value("ArbitroMatch").is_some(),
            Ok(MatchPart::Boards(..)) | Err(_) => false,
        }
    }

    fn is_called(&self, index: usize, id: &str) -> Result<bool, RecordsError> {
        // Most texts cannot match: parse only those that contain the id's text.
        let has_text = |bytes: &[u8]| memchr::memmem::find(bytes, id.as_bytes()).is_some();
        Ok(match self.part(index)? {
            MatchPart::Boards(name, _) => name == id,
            MatchPart::Line(_, bytes) => {
                has_text(&bytes)
                    && serde_json::from_slice::<IdOnly>(&bytes)
                        .is_ok_and(|it| it.id.is_some() && id_of(it.id.as_ref(), index + 1) == id)
            }
            MatchPart::Pdn(bytes) => {
                has_text(&bytes)
                    && play::known(&Game::new(&bytes), "ArbitroMatch").as_deref() == Some(id)
            }
        })
    }

    /// The place of a match: its folder, or its file and its line or number there.
    fn place(&self, index: usize) -> String {
        let Matches { name, content, .. } = &self.matches;
        match content {
            Content::Boards(folders) => folders
                .get(index)
                .map_or_else(|| name.clone(), |folder| folder.1.display().to_string()),
            Content::Lines(files) => match self.lines.get(index) {
                Some(line) => format!("{}:{}", files[line.source].0, line.number),
                None => name.clone(),
            },
            Content::Pdn(..) => format!("{name}:{}", index + 1),
        }
    }

    /// Sees a match.
    /// A wrong move is not an error: the match is seen up to it.
    pub fn see(&self, index: usize) -> Result<ReplayedMatch, RecordsError> {
        self.see_growing(index, &mut |_, _| {})
    }

    /// Like [`Collection::see`], but `on_progress` receives a match of many board files while it is read, unless it turns out
    /// to be of another game than its first board suggests.
    pub fn see_growing(
        &self,
        index: usize,
        on_progress: OnProgress<'_>,
    ) -> Result<ReplayedMatch, RecordsError> {
        let place = match &self.matches.content {
            Content::Lines(_) => self.lines.get(index).map(|it| format!("line {}", it.number)),
            Content::Boards(_) | Content::Pdn(..) => None,
        };
        self.see_at(index, &place.unwrap_or_else(|| format!("game {}", index + 1)), on_progress)
    }

    fn see_at(
        &self,
        index: usize,
        place: &str,
        on_progress: OnProgress<'_>,
    ) -> Result<ReplayedMatch, RecordsError> {
        let hints = &self.matches.hints;
        match self.part(index)? {
            MatchPart::Boards(name, boards) => see_boards(name, boards, hints, on_progress),
            MatchPart::Line(_, bytes) => see_line(Some(&bytes), place, index + 1, hints),
            MatchPart::Pdn(bytes) => {
                let game = Game::new(&bytes);
                see_pdn(&game, hints, pdn_id(&game, index), place)
            }
        }
    }
}

fn boards_entry(name: &str, boards: &Boards, hints: &Hints) -> Summary {
    Summary {
        id: name.to_owned(),
        game: hints.game.map(Into::into),
        plies: Some((boards.source().numbers().len() as u64).saturating_sub(1)),
        ..Summary::default()
    }
}

fn line_entry(index: usize, bytes: &[u8], line: &LineSpan) -> Result<Summary, RecordsError> {
    let place = format!("line {}", line.number);
    let text = record_list::text(bytes, &place)?;
    let head: RecordHead<'_> = serde_json::from_str(text)
        .map_err(|source| RecordsError::Record { place: place.clone(), source: source.into() })?;
    let game = match head.game.parse::<GameId>() {
        Ok(game) => game.into(),
        // Its own record describes how it is drawn; a game that is neither known nor described is refused.
        Err(_) => match MatchRecord::from_line(text) {
            Ok((game, _)) => game,
            Err(source) => return Err(RecordsError::Record { place, source }),
        },
    };
    let counted = head.moves.map(|mv| mv.split_ascii_whitespace().count() as u64);
    let winner = head.winner.as_ref().and_then(Claimed::known);
    Ok(Summary {
        id: id_of(head.id.as_ref(), index + 1),
        game: Some(game),
        names: head.players.map_or_else(Both::default, |it| Both {
            x: Some(it.x.name.into_owned()),
            o: Some(it.o.name.into_owned()),
        }),
        round: head.round.map(|round| round.to_string()),
        winner,
        is_draw: is_draw(winner, head.reason.as_ref()),
        reason: head.reason,
        plies: head.plies.or(counted),
    })
}

fn pdn_id(game: &Game<'_>, index: usize) -> String {
    play::known(game, "ArbitroMatch").unwrap_or_else(|| (index + 1).to_string())
}

fn pdn_entry(index: usize, bytes: &[u8], hints: &Hints) -> Summary {
    let pdn = Game::new(bytes);
    let id = pdn_id(&pdn, index);
    let game = match game_by_tags(&pdn, hints) {
        Ok(Some(game)) => Some(game),
        Ok(None) if pdn.moves > 0 && bytes.len() <= MAX_LISTED_BYTES => {
            game_by_moves(&pdn, &id, "").ok().and_then(|game_by_moves| game_by_moves.game.known())
        }
        Ok(None) | Err(_) => None,
    };
    let outcome = claimed_result::outcome(&pdn);
    Summary {
        id,
        game: game.map(Into::into),
        // Without the game's name, White is assumed to be x, as in most games.
        names: play::names(&pdn, game.unwrap_or(GameId::International)),
        round: play::known(&pdn, "Round"),
        winner: claimed_result::winner(outcome),
        is_draw: outcome == Some(PdnOutcome::Draw),
        reason: claimed_result::reason(&pdn).map(Into::into),
        plies: Some(pdn.moves as u64),
    }
}
