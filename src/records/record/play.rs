//! Plays a record and checks every claim of it.

use super::claimed::Claimed;
use super::claims::{ReplayedMoves, false_claim};
use super::match_record::MatchRecord;
use crate::error::RecordsError;
use crate::matches::match_game::MatchGame;
use crate::matches::played_moves::{PlayedMoves, RecordedBoards};
use crate::matches::remark::Remark;
use crate::matches::replayed_match::{PdnNotes, ReplayedMatch, Summary, Unjudged, Wrong};
use crate::words::RecordMessage;
use arbitro_rules::history::Both;
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::{GameId, Look, Player, Reason, cell_name};

impl MatchRecord {
    pub fn open(&self, game: GameId) -> Result<Box<dyn Line>, NoStart> {
        open(game, self.start.as_deref().map_or(Start::Usual, Start::Fen), None)
    }

    /// Its heading and result, as it claims them. A record without an id gets this number.
    pub(crate) fn summary(&self, number: usize) -> Summary {
        let winner = self.winner.as_ref().and_then(Claimed::known);
        Summary {
            id: id_of(self.id.as_ref(), number),
            game: None,
            names: self.players.as_ref().map_or_else(Both::default, |it| Both {
                x: Some(it.x.name.clone()),
                o: Some(it.o.name.clone()),
            }),
            round: self.round.map(|round| round.to_string()),
            winner,
            is_draw: is_draw(winner, self.reason.as_ref()),
            reason: self.reason.clone(),
            plies: self.plies,
        }
    }
}

impl ReplayedMatch {
    /// Creates a match as its record claims it: without an id of its own it gets this number.
    pub(crate) fn new(
        game: MatchGame,
        record: MatchRecord,
        number: usize,
        played: PlayedMoves,
        wrong: Option<Wrong>,
    ) -> ReplayedMatch {
        let hash_of =
            |look: Option<&Look>| look.map(|look| (look.sha256.clone(), look.with.clone()));
        let has_other_rules =
            record.rules.is_some() && hash_of(game.look()) != hash_of(record.rules.as_ref());
        let mut remarks: Vec<Remark> = has_other_rules
            .then(|| Remark::on_all(RecordMessage::OtherRules))
            .into_iter()
            .collect();
        // Recorded warnings are shown as they were recorded.
        remarks.extend(
            record.warnings.iter().map(|it| Remark::on_all(RecordMessage::Recorded(it.clone()))),
        );
        let plies = Some(played.plies() as u64);
        ReplayedMatch {
            summary: Summary { game: Some(game.clone()), plies, ..record.summary(number) },
            // Player 1 writes the odd boards.
            first_board: u64::from(played.turn(0).number()),
            unjudged: game.known().is_none().then_some(Unjudged::NoRules),
            game,
            played,
            wrong,
            fault: record.fault.clone(),
            others: Vec::new(),
            pdn: PdnNotes::default(),
            remarks,
            claim: record,
        }
    }

    /// Plays a record, up to the first move that cannot be played.
    pub fn of_record(record: MatchRecord) -> Result<ReplayedMatch, RecordsError> {
        let place = "the record".to_owned();
        let game = record
            .match_game()
            .map_err(|source| RecordsError::Record { place: place.clone(), source })?;
        ReplayedMatch::by_rules(game, record, 1).map_err(|error| error.at(place))
    }

    /// Plays the record that is this one of its source as this game. Of a game that only the record describes,
    /// whose boards were checked as it was read, the claims are checked that need no rules.
    pub fn by_rules(
        game: MatchGame,
        record: MatchRecord,
        number: usize,
    ) -> Result<ReplayedMatch, BadStart> {
        match (game.known(), game.look()) {
            (None, Some(look)) => {
                let played = RecordedBoards::from_record(&record, look);
                let replayed = ReplayedMoves::without_rules(&record, record.boards.len() as u64);
                let wrong = false_claim(&record, &replayed).map(Wrong::of_all);
                let played = PlayedMoves::RecordedBoards(played);
                Ok(ReplayedMatch::new(game, record, number, played, wrong))
            }
            (known, _) => match known.ok_or(NoStart::NoRules).and_then(|game| record.open(game)) {
                Ok(line) => Ok(on_line(line, record, number)),
                Err(why) => Err(BadStart { start: record.start, why }),
            },
        }
    }

    /// Plays a record on a match that is opened at its start, also of a game that is not compiled in.
    pub fn of_line(line: Box<dyn Line>, record: MatchRecord) -> ReplayedMatch {
        on_line(line, record, 1)
    }

    /// The board before its fault, if the moves lead there: a fault follows directly after the last one.
    pub fn board_before_fault(&self) -> Option<String> {
        let is_next = self.fault.as_ref()?.ply == self.plies() as u64 + 1;
        let is_played = is_next && self.wrong_move().is_none();
        is_played.then(|| self.played.board(self.plies()).into_owned())
    }
}

/// The start of a record that is no playable position.
#[derive(Debug)]
pub struct BadStart {
    start: Option<String>,
    pub why: NoStart,
}

impl BadStart {
    pub(crate) fn at(self, place: String) -> RecordsError {
        let fen = self.start.iter().flat_map(|it| it.chars()).take(60).collect();
        RecordsError::Start { place, fen, why: self.why }
    }
}

/// Returns the identifier of a record.
pub(crate) fn id_of(record: Option<&serde_json::Value>, number: usize) -> String {
    match record {
        Some(serde_json::Value::String(text)) => text.chars().take(60).collect(),
        Some(value @ serde_json::Value::Number(_)) => value.to_string(),
        _ => number.to_string(),
    }
}

fn on_line(mut line: Box<dyn Line>, record: MatchRecord, number: usize) -> ReplayedMatch {
    let wrong = first_wrong(&mut *line, &record.moves)
        .or_else(|| line.broken().map(|it| Wrong::of_all(RecordMessage::Broken(it.to_owned()))))
        .or_else(|| other_board(&record, &*line))
        .or_else(|| other_cells(&record, &*line))
        .or_else(|| false_claim(&record, &ReplayedMoves::from_line(&*line)).map(Wrong::of_all));
    ReplayedMatch::new(line.game().into(), record, number, PlayedMoves::Line(line), wrong)
}

/// Plays the moves of a record, up to the first that cannot be played; returns that one.
fn first_wrong(line: &mut dyn Line, moves: &str) -> Option<Wrong> {
    for text in moves.split_ascii_whitespace() {
        if let Some(words) = line.broken() {
            return Some(Wrong::next(line, text, RecordMessage::Broken(words.to_owned())));
        }
        if let Some(end) = line.end() {
            let why = RecordMessage::WasOver { reason: end.reason().name() };
            return Some(Wrong::next(line, text, why));
        }
        match line.read(text) {
            Ok(key) => line.play(key),
            Err(error) => return Some(Wrong::illegal(line, text, error)),
        }
    }
    None
}

/// The first board of a record that is not the one its moves lead to.
fn other_board(record: &MatchRecord, line: &dyn Line) -> Option<Wrong> {
    let first = record.first.as_deref()?;
    let boards = std::iter::once(first.to_owned()).chain(record.boards.boards(first));
    let ply = boards.zip(0..).find(|(board, ply)| *board != line.board(*ply))?.1 as u64;
    let wrong = Wrong::of_all(RecordMessage::OtherBoard { board: ply + 1 });
    Some(Wrong { ply: (ply > 0).then_some(ply), ..wrong })
}

/// The cells of the end, where they are not the ones that the rules name.
fn other_cells(record: &MatchRecord, line: &dyn Line) -> Option<Wrong> {
    let named = line.why_cells().iter().copied().map(cell_name);
    let is_by_them = record.reason == Some(Claimed::Known(Reason::Rules));
    (is_by_them && !named.eq(record.cells.iter().cloned()))
        .then(|| Wrong::of_all(RecordMessage::OtherCells))
}

/// Returns true if the record says that the match ended, counts and had no winner.
pub(crate) fn is_draw(winner: Option<Player>, reason: Option<&Claimed<Reason>>) -> bool {
    winner.is_none() && reason.is_some_and(|reason| *reason != Claimed::Known(Reason::Void))
}
