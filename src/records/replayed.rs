//! Replays match records and checks every claim.

use serde::Serialize;

use super::claims::{ReplayedMoves, false_claim};
use super::collection::{JudgedMatch, in_english};
use super::remark::Remark;
use crate::words::Text;
use crate::{MatchRecord, ShownGame};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Look};

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

    /// Returns true if the match is not to blame: the program that knows the rules failed.
    pub fn is_of_the_host(&self) -> bool {
        matches!(self.text, Text::Broken(_) | Text::NoStart(NoStart::Broken(_)))
    }
}

/// A move that cannot be played.
#[derive(Debug)]
pub(super) enum Unplayable {
    /// The match was over before it.
    Over(LineEnd),
    NotLegal(MoveTextError),
    /// The program that knows the rules failed before it, with these last words.
    Broken(String),
}

impl MatchRecord {
    pub fn open(&self, game: GameId) -> Result<Box<dyn Line>, NoStart> {
        open(game, self.start.as_deref().map_or(Start::Usual, Start::Fen), None)
    }
}

/// Plays the moves of a record, up to the first that cannot be played; returns that one.
pub(super) fn replay<'a>(line: &mut dyn Line, moves: &'a str) -> Option<(&'a str, Unplayable)> {
    for text in moves.split_ascii_whitespace() {
        if let Some(words) = line.broken() {
            return Some((text, Unplayable::Broken(words.to_owned())));
        }
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
    let hash_of = |look: Option<&Look>| look.map(|it| (it.sha256.clone(), it.with.clone()));
    let has_other_rules =
        record.rules.is_some() && hash_of(game.look()) != hash_of(record.rules.as_ref());
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
        remarks: has_other_rules.then(|| Remark::on_all(Text::OtherRules)).into_iter().collect(),
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
        None => match line.broken() {
            Some(words) => Some(Problem::of_all(Text::Broken(words.to_owned()))),
            None => other_board(record, &*line)
                .or_else(|| false_claim_of(record, &*line).map(Problem::of_all)),
        },
        Some((_, why)) => {
            let text = match why {
                Unplayable::NotLegal(error) => Text::NoMove(error),
                Unplayable::Broken(words) => Text::Broken(words),
                Unplayable::Over(end) => Text::WasOverAtPly { reason: end.reason().name() },
            };
            Some(Problem { ply: Some(plies + 1), written: None, text })
        }
    };
    (plies, problem)
}

/// The first board of a record that is not the one its moves lead to.
fn other_board(record: &MatchRecord, line: &dyn Line) -> Option<Problem> {
    let first = record.first.as_deref()?;
    let boards = std::iter::once(first.to_owned()).chain(record.boards.boards(first));
    let ply = boards.zip(0..).find(|(board, ply)| *board != line.board(*ply))?.1 as u64;
    let text = Text::OtherBoard { board: ply + 1 };
    Some(Problem { ply: (ply > 0).then_some(ply), written: None, text })
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
