//! Replays match records and checks every claim.

use super::claims::{ReplayedMoves, false_claim};
use crate::MatchRecord;
use crate::words::Text;
use arbitro_rules::GameId;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::MoveTextError;

/// A defect of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The ply concerned; `None` for the match as a whole.
    pub ply: Option<u64>,
    pub text: Text,
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReport {
    /// Number of legal plies.
    pub plies: u64,
    /// The first defect, if any.
    pub problem: Option<Problem>,
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
    ///
    /// # Errors
    ///
    /// When its start is no position of the game.
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

/// Replays a record and compares its claims with the result.
pub fn check_record(game: GameId, record: &MatchRecord) -> RecordReport {
    let mut line = match record.open(game) {
        Ok(line) => line,
        Err(why) => {
            let problem = Problem { ply: None, text: Text::NoStart(why) };
            return RecordReport { plies: 0, problem: Some(problem) };
        }
    };
    let problem = match replay(&mut *line, &record.moves) {
        None => false_claim_of(record, &*line).map(|text| Problem { ply: None, text }),
        Some((_, why)) => {
            let text = match why {
                Unplayable::NotLegal(error) => Text::NoMove(error),
                Unplayable::Over(end) => Text::WasOverAtPly { reason: end.reason() },
            };
            Some(Problem { ply: Some(line.plies() as u64 + 1), text })
        }
    };
    RecordReport { plies: line.plies() as u64, problem }
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
