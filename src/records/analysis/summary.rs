//! Summaries of analysed matches, stored as sealed lines of JSON.

use serde::{Deserialize, Serialize};

use super::judged_match::{MatchAnalysis, PlayQuality};
use super::value::Value;
use crate::Playthrough;
use crate::{Seal, seal, seal_of};
use arbitro_rules::history::Both;

/// Version of the lines and of the method. Matches with another version are analysed anew.
const ANALYSIS_VERSION: u32 = 1;

/// Maximum plausible moves; a journal's matches have at most a million plies.
const MAX_MOVES: u64 = 1 << 32;

/// The stored summary of an analysed match, without its single moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The version of the format at the time of writing.
    pub v: u32,
    /// Identifier of the match.
    pub id: u64,
    /// Checksum of the match's line in the journal, to recognise that the match has changed.
    pub of: u32,
    pub depth: u32,
    /// Maximum pieces in the endgame tables used; 0 without tables.
    pub table_pieces: u8,
    /// Totals of each player.
    pub players: Both<PlayQuality>,
    /// The worst move, if any lost something.
    pub worst: Option<Worst>,
}

/// The worst move of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// Its ply, from 1.
    pub ply: usize,
    /// `"x"` or `"o"`.
    pub player: String,
    /// The position before the move.
    pub fen: String,
    pub played: String,
    pub better: String,
    /// Value of the better move for the player.
    pub better_value: Value,
    pub played_value: Value,
    /// Share of a match that the move lost.
    pub lost: f64,
    /// True if a certain result was turned into a worse one.
    pub changed_result: bool,
}

/// The reason that a line is not used.
#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// The checksum is wrong or missing.
    Seal,
    /// The line is not a summary, or has another version.
    Form,
}

impl Summary {
    pub fn of(id: u64, of: u32, shown: &Playthrough, analysis: &MatchAnalysis) -> Summary {
        let worst = analysis.worst().and_then(|it| {
            let before = shown.positions.get(it.ply.checked_sub(1)?)?;
            Some(Worst {
                ply: it.ply,
                player: it.player.to_string(),
                fen: before.fen.clone(),
                played: it.played.clone(),
                better: it.best.clone()?,
                better_value: it.best_value?,
                played_value: it.played_value?,
                lost: rounded(it.lost),
                changed_result: it.changed_result,
            })
        });
        let round = |it: PlayQuality| PlayQuality { lost: rounded(it.lost), ..it };
        Summary {
            v: ANALYSIS_VERSION,
            id,
            of,
            depth: analysis.depth,
            table_pieces: analysis.table_pieces,
            players: Both { x: round(analysis.players.x), o: round(analysis.players.o) },
            worst,
        }
    }

    /// Formats the line, without a newline.
    pub fn to_line(&self) -> String {
        // NaN and infinity become null, which is read as damage; nothing panics.
        seal(&serde_json::to_string(self).unwrap_or_default())
    }

    pub fn from_line(line: &[u8]) -> Result<Summary, NotKept> {
        if seal_of(line) != Seal::Whole {
            return Err(NotKept::Seal);
        }
        let summary: Summary = serde_json::from_slice(line).map_err(|_| NotKept::Form)?;
        let is_ours = summary.v == ANALYSIS_VERSION && summary.is_sound();
        is_ours.then_some(summary).ok_or(NotKept::Form)
    }

    /// Returns true if its numbers are possible. The seal does not prove it: an edited line can be
    /// sealed again.
    fn is_sound(&self) -> bool {
        let is_sum = |it: &PlayQuality| {
            it.moves <= MAX_MOVES
                && it.judged <= it.moves
                && it.kept <= it.judged
                && it.blunders <= it.judged - it.kept
                && it.exact <= it.judged
                && (0.0..=it.judged as f64).contains(&it.lost)
        };
        is_sum(&self.players.x)
            && is_sum(&self.players.o)
            && self.worst.as_ref().is_none_or(|it| (0.0..=1.0).contains(&it.lost))
    }
}

/// Rounds to a millionth: more digits would only show the rounding of sums.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
