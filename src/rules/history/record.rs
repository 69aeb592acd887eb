//! A match as one line of JSON: enough to play it again and to check what it claims.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{GameId, UnknownGame};

/// The version this program writes, and the newest it reads.
pub const RECORD_VERSION: u32 = 1;

/// The record of one match.
///
/// Fields that this program does not know are left alone by the reader, so that a record may carry
/// more than is asked of it here; a newer `v` is refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// The version of this form.
    pub v: u32,
    /// Identifier of the match within its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// Of which round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Number of the opening. Two matches of the same players from the same opening form a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<u64>,
    /// The game's name.
    pub game: String,
    /// The players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Players>,
    /// The start in FEN, if it is not the game's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in the game's notation, a space between them.
    pub moves: String,
    /// Plies played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u64>,
    /// `"x"`, `"o"` or null.
    #[serde(default)]
    pub winner: Option<String>,
    /// Reason for the end, in the contract's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The loser's fault, if the match ended with one.
    #[serde(default)]
    pub fault: Option<RecordedFault>,
    /// After how many plies the match was to be a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u64>,
    /// The seed that the players were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Milliseconds of each ply, by the clock on the wall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ms: Vec<f64>,
    /// Milliseconds of processor time of each ply, of everything the player ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpu_ms: Vec<f64>,
    /// The most memory of each player at one time, in KiB; null for one that was never started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_kib: Option<Both<Option<u64>>>,
    /// Warnings: leniencies tolerated, files left over, boards rewritten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Each promise of the sandbox that was not enforced, with the reason. If all were enforced, `all`
    /// says so.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub protection: BTreeMap<String, String>,
}

/// The players of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players {
    /// Player 1.
    pub x: Named,
    /// Player 2.
    pub o: Named,
}

/// A player by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The name.
    pub name: String,
    /// SHA-256 of the player's program, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A player's fault as the record states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedFault {
    /// `"x"` or `"o"`.
    pub player: String,
    /// The ply it would have been.
    pub ply: u64,
    /// The file it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In the contract's words.
    pub reason: String,
    /// Code of the diagnosis of an illegal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<String>,
    /// Row and column of the squares it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<(usize, usize)>,
    /// All of it in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text that the player wrote, as far as it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrote: Option<String>,
}

/// Something of each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both<T> {
    /// Of player 1.
    pub x: T,
    /// Of player 2.
    pub o: T,
}

/// A line that is not a valid record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// Not JSON, or not of this form.
    #[error("not a match record: {}", plain(.0))]
    Json(serde_json::Error),
    /// Written by a newer program.
    #[error(
        "a record of version {found}, this program reads up to {RECORD_VERSION}: use a newer arbitro"
    )]
    Newer {
        /// Its version.
        found: u32,
    },
    /// Of a game that does not exist.
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl From<serde_json::Error> for RecordError {
    fn from(error: serde_json::Error) -> RecordError {
        RecordError::Json(error)
    }
}

/// Says what is wrong with a line, whose number the caller knows.
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
    /// Reads one line.
    ///
    /// # Errors
    ///
    /// When it is not a record of a version and a game that are known here.
    pub fn from_line(line: &str) -> Result<(GameId, MatchRecord), RecordError> {
        let record = match serde_json::from_str::<MatchRecord>(line) {
            Ok(record) => record,
            // A newer form need not look like ours: its version is what the reader wants to hear.
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
        Ok((record.game.parse()?, record))
    }

    /// The line, without its newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers always serialise")
    }
}
