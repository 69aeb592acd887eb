//! Rates the moves of a match: those that kept the value of a position, and those that lost some of
//! it.
//!
//! - [`analyse`] judges every move of a match against the best one.
//! - [`in_order()`] analyses many matches in parallel.
//!
//! # Method
//!
//! A position is searched to a fixed [depth](AnalysisSettings::depth). If the best move is not the played one,
//! the positions after both are searched one ply less, each separately. So both values are of the
//! same kind: a search's value is never compared with that of a part of its own tree. The
//! difference is given as a share of a match ([`Value::expected`]), because a man matters much in a
//! level position and nothing in a won one. If it exceeds [`SLIP`], both are searched again two
//! plies deeper, and the smaller of the two differences counts. So a player is never blamed by a
//! search that a deeper one contradicts.
//!
//! If even the best move is worth less than that, the match is lost already: such moves are not
//! judged, because otherwise a player would look better the sooner it lost. Only moves are not
//! judged either.
//!
//! If endgame tables hold both positions, their values count and no search is made. A slower win is
//! still a win: only the result counts.
//!
//! # Limits
//!
//! A position is judged without its history: repetitions, moves without progress and the ply limit
//! count only within the search. So a position has the same value in every match. A search of fixed
//! depth can be wrong. A win that it sees in Quoridor is likely but not certain, because the engine
//! leaves out walls that look pointless.
//!
//! Nothing here reads a clock, uses chance, prints, or changes a result. The same match and terms
//! give the same analysis.

mod examiner;
mod in_order;
mod judged_match;
mod value;

use std::path::{Path, PathBuf};

use thiserror::Error;

pub use in_order::in_order;
pub use judged_match::{JudgedMove, MatchAnalysis, MoveQuality, PlayQuality, analyse};
pub use value::{BLUNDER, SLIP, Value};

use arbitro_endgames::TableError;
use arbitro_engine::chooser::Levels;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{FenError, MoveTextError, Notation};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Square};
use arbitro_words::{Language, say};

/// The default depth: a search of a few milliseconds a move.
const fn default_depth(game: GameId) -> u32 {
    if game.is_draughts() { 8 } else { 6 }
}

/// Maximum depth that can be asked for; a deeper search would not end in reasonable time.
pub const MAX_DEPTH: u32 = 30;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalysisSettings {
    /// Search depth in plies; that of the game if `None`.
    pub depth: Option<u32>,
    pub endgames: Option<PathBuf>,
}

impl AnalysisSettings {
    pub fn depth_in(&self, game: GameId) -> u32 {
        let depth = self.depth.unwrap_or(default_depth(game));
        depth.clamp(1, MAX_DEPTH)
    }
}

/// The error for a position or match that could not be analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    #[error("{fen:?} is not a position of {game}: {}", say(error, Language::English))]
    Position {
        /// The position's text, shortened.
        fen: String,
        game: GameId,
        error: FenError,
    },
    /// A move is not legal. Cannot happen for the moves of a [`ReplayedMatch`](crate::ReplayedMatch).
    #[error("ply {ply}: {text:?} cannot be played: {}", say(error, Language::English))]
    Move { ply: usize, text: String, error: MoveTextError },
    #[error("the match is over in this position")]
    Over,
    #[error("endgame tables")]
    Endgames(#[from] TableError),
    #[error("stopped before its end")]
    Stopped,
    #[error("the engine does not play {game}")]
    NotOurs { game: String },
}

/// The places to mark on a board for a move; empty if the texts are not a position and a legal
/// move.
pub fn places_of_move(game: GameId, fen: &str, text: &str) -> Vec<Square> {
    let Ok(mut line) = open(game, Start::Fen(fen), None) else {
        return Vec::new();
    };
    line.read(text).map(|key| line.step(key).action.touched()).unwrap_or_default()
}

/// Maximum pieces in a folder's endgame tables for a game; 0 for a game without tables.
pub fn table_pieces(game: GameId, folder: Option<&Path>) -> Result<u8, AnalysisError> {
    fn pieces<G: Levels>(folder: &Path) -> Result<u8, TableError> {
        Ok(G::endings(folder)?.map_or(0, |endings| endings.pieces()))
    }
    let Some(folder) = folder else { return Ok(0) };
    Ok(with_game!(game, G => pieces::<G>(folder), else _ => Ok(0))?)
}

fn read_position<G: Notation>(fen: &str) -> Result<G, AnalysisError> {
    G::read_fen(fen).map_err(|error| AnalysisError::Position {
        fen: fen.chars().take(60).collect(),
        game: G::ID,
        error,
    })
}
