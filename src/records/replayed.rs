//! Replays match records and checks every claim.

use serde::Serialize;

use super::claims::{ReplayedMoves, false_claim};
use super::collection::{JudgedMatch, in_english};
use crate::words::Text;
use crate::{MatchRecord, ShownGame};
use arbitro_rules::GameId;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::MoveTextError;

/// A defect of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The ply concerned; `None` for the match as a whole.
    pub ply: Option<u64>,
    /// The move as PDN writes it. The text about a record quotes it.
    #[serde(skip)]
    pub written: Option<String>,
    #[serde(serialize_with = "in_english")]
    pub text: Text,
}

impl Problem {
    /// A defect of the match as a whole.
    pub fn of_all(text: Text) -> Problem {
        Problem { ply: None, written: None, text }
    }
}

/// A move that cannot be played.
#[derive(Debug)]
pub(super) enum Unplayable {
    /// The match was over before it.
    Over(LineEnd),
    NotLegal(MoveTextError),
}

impl MatchRecord {
    /// Opens the match at its start.
    pub fn open(&self, game: GameId) -> Result<Box<dyn Line>, NoStart> {
        open(game, self.start.as_deref().map_or(Start::Usual, Start::Fen), None)
    }
}

/// Plays the moves of a record, up to the first that cannot be played; returns that one.
pub(super) fn replay<'a>(line: &mut dyn Line, moves: &'a str) -> Option<(&'a str, Unplayable)> {
    for text in moves.split_ascii_whitespace() {
        if let Some(end) = line.end() {
            return Some((text, Unplayable::Over(end)));
        }
        match line.read(text) {
            Ok(key) => line.play(key),
            Err(error) => return Some((text, Unplayable::NotLegal(error))),
        }
    }
    None
}

/// Replays a record and compares its claims with the result. Of a game that only the record describes,
/// whose boards were checked as it was read, the claims are checked that need no rules.
pub fn check_record(game: impl Into<ShownGame>, record: &MatchRecord) -> JudgedMatch {
    let game = game.into();
    let (plies, problem) = match game.known() {
        Some(game) => replayed(game, record),
        None => {
            let shown = ReplayedMoves::without_rules(record, record.boards.len() as u64);
            (shown.plies, false_claim(record, &shown).map(Problem::of_all))
        }
    };
    JudgedMatch {
        id: record.id.clone(),
        game,
        others: Vec::new(),
        fits: problem.is_none(),
        plies,
        winner: record.winner.clone(),
        is_draw: false,
        reason: record.reason.clone(),
        problem,
        fault: record.fault.clone(),
        warnings: record.warnings.clone(),
        remarks: Vec::new(),
    }
}

/// Replays a record; returns the plies that could be played, and what is wrong.
fn replayed(game: GameId, record: &MatchRecord) -> (u64, Option<Problem>) {
    let mut line = match record.open(game) {
        Ok(line) => line,
        Err(why) => return (0, Some(Problem::of_all(Text::NoStart(why)))),
    };
    let wrong = replay(&mut *line, &record.moves);
    let plies = line.plies() as u64;
    let problem = match wrong {
        None => false_claim_of(record, &*line).map(Problem::of_all),
        Some((_, why)) => {
            let text = match why {
                Unplayable::NotLegal(error) => Text::NoMove(error),
                Unplayable::Over(end) => Text::WasOverAtPly { reason: end.reason().name() },
            };
            Some(Problem { ply: Some(plies + 1), written: None, text })
        }
    };
    (plies, problem)
}

/// The first claim of a record that its moves do not bear out.
pub(super) fn false_claim_of(record: &MatchRecord, line: &dyn Line) -> Option<Text> {
    let shown = ReplayedMoves {
        plies: line.plies() as u64,
        end: line.end().map(|end| (end.reason(), end.winner())),
        to_move: line.turn(),
    };
    false_claim(record, &shown)
}
