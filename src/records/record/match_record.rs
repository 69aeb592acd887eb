//! A match as one line of JSON: enough to replay it and to check its claims.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::changes::{BoardsError, Changes, count_names};
use super::claimed::Claimed;
use super::fault::RecordedFault;
use crate::matches::match_game::{MatchGame, RecordedGame};
use arbitro_rules::history::Both;
use arbitro_rules::line::Line;
use arbitro_rules::{GameId, InvalidValue, Look, Player, Reason, Titles, cell_name, check_name};

/// The version that this program writes, and the newest it reads.
pub const RECORD_VERSION: u32 = 1;

/// The record of one match.
///
/// The reader ignores unknown fields, so that a record may carry more; a newer `v` is refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// Version of the format.
    pub v: u32,
    /// Identifier of the match within its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Number of the opening. Two matches of the same players from the same opening form a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<u64>,
    pub game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Both<Named>>,
    /// The start in FEN, if it is not the game's standard one; of a game that is not compiled in the names of
    /// the moves that lead to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in the game's notation, a space between them.
    pub moves: String,
    /// The first board of a game that is not compiled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The changes of each ply on such a board, so that readers need no rules.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub boards: Changes,
    /// The look of such a game, and the rules that it was played by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Look>,
    /// Plies played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u64>,
    /// `"x"`, `"o"` or null.
    #[serde(default)]
    pub winner: Option<Claimed<Player>>,
    /// Reason for the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Claimed<Reason>>,
    /// The sentence of the program that knows the rules, if it ended the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Titles>,
    /// The names of the cells that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The loser's fault, if the match ended with one.
    #[serde(default)]
    pub fault: Option<RecordedFault>,
    /// The move limit, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u64>,
    /// The seed passed to the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Milliseconds of each ply by the wall clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ms: Vec<f64>,
    /// Milliseconds of processor time of each ply, including the player's children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpu_ms: Vec<f64>,
    /// Peak memory of each player in KiB; null for one that was never started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_kib: Option<Both<Option<u64>>>,
    /// Warnings: tolerated format errors, leftover files, rewritten boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Each sandbox promise that was not enforced, with the reason; `all` if all were enforced.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub protection: BTreeMap<String, String>,
}

/// A player by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub name: String,
    /// SHA-256 of the player's program, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The error for a line that is not a valid record.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error("not a match record: {}", plain(.0))]
    Json(serde_json::Error),
    #[error(
        "a record of version {found}, this program reads up to {RECORD_VERSION}: use a newer arbitro"
    )]
    Newer { found: u32 },
    /// The record's game does not exist.
    #[error(transparent)]
    Game(#[from] InvalidValue),
    /// The boards of a game that is not compiled in are damaged.
    #[error(transparent)]
    Boards(#[from] BoardsError),
}

impl From<serde_json::Error> for RecordError {
    fn from(error: serde_json::Error) -> RecordError {
        RecordError::Json(error)
    }
}

/// Describes the error without its line number, which the caller adds.
fn plain(error: &serde_json::Error) -> String {
    if !error.is_data() {
        return format!("it is not JSON (column {})", error.column());
    }
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

#[derive(Deserialize)]
struct Versioned {
    v: u32,
}

impl MatchRecord {
    /// Parses a line.
    pub fn from_line(line: &str) -> Result<(MatchGame, MatchRecord), RecordError> {
        let record = match serde_json::from_str::<MatchRecord>(line) {
            Ok(record) => record,
            // Read the version first: a newer format need not look like ours.
            Err(error) => match serde_json::from_str::<Versioned>(line) {
                Ok(Versioned { v }) if v > RECORD_VERSION => {
                    return Err(RecordError::Newer { found: v });
                }
                _ => return Err(error.into()),
            },
        };
        if record.v > RECORD_VERSION {
            return Err(RecordError::Newer { found: record.v });
        }
        Ok((record.match_game()?, record))
    }

    /// Creates the record of a match as far as it was played, without its result.
    pub fn of_line(line: &dyn Line) -> MatchRecord {
        let look = line.game().look();
        let mut record = MatchRecord {
            v: RECORD_VERSION,
            game: line.game().name().to_owned(),
            start: line.start_fen(),
            first: look.map(|_| line.board(0)),
            rules: look.cloned(),
            ..MatchRecord::default()
        };
        record.follow(line);
        record
    }

    /// Records what has been played since.
    pub fn follow(&mut self, line: &dyn Line) {
        self.moves = line.moves();
        self.plies = Some(line.plies() as u64);
        self.why = line.why().cloned();
        self.cells = line.why_cells().iter().copied().map(cell_name).collect();
        if self.first.is_some() {
            self.boards = Changes::of_line(line);
        }
    }

    /// The game. That of a record which describes it is checked as far as that is possible without rules: the
    /// sizes of its boards, the places of their changes, and that there are as many as moves.
    pub fn match_game(&self) -> Result<MatchGame, RecordError> {
        let known: Result<GameId, InvalidValue> = self.game.parse();
        let (unknown, look) = match (known, &self.rules) {
            (Ok(game), None) if self.first.is_none() && self.boards.is_empty() => {
                return Ok(MatchGame::Known(game));
            }
            (Ok(game), _) => return Err(BoardsError::NotWritten(game.to_string()).into()),
            (Err(unknown), look) => (unknown, look),
        };
        let look = match look {
            Some(look) => look.clone(),
            None if self.first.is_some() => return Err(BoardsError::Missing("rules").into()),
            None => return Err(unknown.into()),
        };
        check_name(&self.game)?;
        let first = self.first.as_ref().ok_or(BoardsError::Missing("first"))?;
        let (boards, moves) = (self.boards.len(), count_names(&self.moves)?);
        if boards != moves {
            return Err(BoardsError::Count { boards, moves }.into());
        }
        let opening = count_names(self.start.as_deref().unwrap_or_default())?;
        if opening % 2 == 1 {
            return Err(BoardsError::OddStart(opening).into());
        }
        self.boards.check(first)?;
        Ok(MatchGame::Recorded(Arc::new(RecordedGame { name: self.game.clone(), look })))
    }

    /// Formats the record as a line, without a newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers always serialise")
    }
}
