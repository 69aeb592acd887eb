//! Rates the moves of a match: those that kept the value of a position, and those that lost some of it.
//!
//! - [`judge_position`] says what is best in a position and what it is worth.
//! - [`analyse`] goes through a match and holds every move against the best one.
//! - [`Summary`] is what is kept of that, a sealed line a match; [`in_order()`] analyses many at once.
//!
//! # What a move is held against
//!
//! A position is searched to a fixed [number of plies](Terms::depth). If another move than the played
//! one comes out, the positions after both are searched one ply less, each on its own. So both values
//! are of the same kind: a search's value is never compared with one that a part of it found. The
//! difference is given as a share of a match ([`Value::expected`]), because a man means much in a level
//! position and nothing in a won one. If it exceeds [`SLIP`], both are searched again two plies deeper,
//! and the smaller of the two differences counts. A player is thus never blamed by a search that a
//! deeper one contradicts.
//!
//! Where the best move is worth less than that, everything is lost already: such moves are not judged,
//! for a player would seem the better the sooner it has lost. Nor are those that were the only ones.
//!
//! Where tables of endings know both positions, their values count and nothing is searched. A win that
//! takes longer is still a win: only the result counts.
//!
//! # What is not considered
//!
//! Positions are judged without what led to them: repetitions, moves without progress and the ply
//! limit count within the search only. A position is given the same value whatever match it is in. A
//! search of fixed depth can be wrong, and a win that it sees in Quoridor is a strong belief, since the
//! engine leaves out walls that look pointless.
//!
//! Nothing here reads a clock, uses chance, prints, or changes a result. The same match and terms give
//! the same answer.

mod examiner;
mod in_order;
mod judged_match;
mod summary;
mod tables;
mod value;

use std::path::{Path, PathBuf};

use thiserror::Error;

pub use in_order::in_order;
pub use judged_match::{Conduct, JudgedMove, MatchAnalysis, Verdict, analyse, analyse_unless};
pub use summary::{ANALYSIS_VERSION, NotKept, Summary, Worst};
pub use value::{BLUNDER, SLIP, Value};

use arbitro_engine::endgames::TableError;
use arbitro_rules::notation::{Notation, Place};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use examiner::Examiner;

/// Returns the default depth: a search of a few milliseconds a move.
pub const fn default_depth(game: GameId) -> u32 {
    if game.is_draughts() { 8 } else { 6 }
}

/// The largest depth that may be asked for: what is deeper ends with no patience.
pub const MAX_DEPTH: u32 = 30;

/// Settings of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Plies that a search looks ahead; [`default_depth`] if `None`.
    pub depth: Option<u32>,
    /// The folder with tables of endings, for games that have them.
    pub endgames: Option<PathBuf>,
}

impl Terms {
    /// Returns the search depth for a game.
    pub fn depth_in(&self, game: GameId) -> u32 {
        let depth = self.depth.unwrap_or(default_depth(game));
        depth.clamp(1, MAX_DEPTH)
    }
}

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The best move, in the game's notation.
    pub best: String,
    /// The position's value for the player to move.
    pub value: Value,
    /// Depth of the search; 0 if a table knew the value.
    pub depth: u32,
    /// The principal variation, the best move first. It may be short.
    pub line: Vec<String>,
}

/// A position or match that could not be analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// The text is no position of the game.
    #[error("{fen:?} is no position of {game}")]
    Position {
        /// The text, shortened.
        fen: String,
        game: GameId,
        source: arbitro_rules::notation::FenError,
    },
    /// A move that is none there. The moves of a match that was played through are never so.
    #[error("ply {ply}: {text:?} cannot be played")]
    Move {
        ply: usize,
        text: String,
        source: arbitro_rules::notation::MoveTextError,
    },
    /// There is no legal move: the match is over.
    #[error("the match is over in this position")]
    Over,
    /// The tables of endings cannot be used.
    #[error("tables of endings")]
    Endgames(#[from] TableError),
    /// It was asked to stop.
    #[error("stopped before its end")]
    Stopped,
}

/// Finds the best move of a position and its value for `turn`, the player to move.
///
/// `fen` is a position in one line, as in [`Position::fen`](crate::Position::fen). What was
/// played before is not known and not considered: neither repetitions nor counted moves.
///
/// # Errors
///
/// When it is no position, when the match is over in it, or the tables cannot be used.
///
/// # Examples
///
/// ```
/// use arbitro_records::analysis::{Value, judge_position};
/// use arbitro_rules::{GameId, Player};
///
/// // The man on 23 can take the last one.
/// let opinion = judge_position(GameId::Italian, "W:W23:B19", Player::X, 4, None).unwrap();
/// assert_eq!(opinion.best, "23x14");
/// assert_eq!(opinion.value, Value::WinIn(1));
/// ```
pub fn judge_position(
    game: GameId,
    fen: &str,
    turn: Player,
    depth: u32,
    endgames: Option<&Path>,
) -> Result<Opinion, AnalysisError> {
    with_game!(game, G => judge_in::<G>(fen, turn, depth, endgames))
}

fn judge_in<G: tables::HasTables>(
    fen: &str,
    turn: Player,
    depth: u32,
    endgames: Option<&Path>,
) -> Result<Opinion, AnalysisError> {
    let position = G::new(read_position::<G>(fen)?.board(), turn);
    Examiner::<G>::new(depth, endgames)?.judge(&position)
}

/// The places that a move touches, to be marked on a board; none where the texts are no position, or
/// no move there.
pub fn places_of_move(game: GameId, fen: &str, text: &str) -> Vec<Place> {
    fn places<G: Notation>(fen: &str, text: &str) -> Vec<Place> {
        let position = G::read_fen(fen).ok();
        let mv = position.and_then(|it| it.read_move(text, &mut Vec::new()).ok());
        mv.map(G::places_of).unwrap_or_default()
    }
    with_game!(game, G => places::<G>(fen, text))
}

/// The most pieces that the tables of endings in a folder know of a game; 0 for a game without any.
///
/// # Errors
///
/// When there are none of a game that has some, or they cannot be used.
pub fn table_pieces(game: GameId, folder: Option<&Path>) -> Result<u8, AnalysisError> {
    fn pieces<G: tables::HasTables>(folder: &Path) -> Result<u8, TableError> {
        Ok(G::open(folder)?.as_ref().map_or(0, G::pieces))
    }
    let Some(folder) = folder else { return Ok(0) };
    Ok(with_game!(game, G => pieces::<G>(folder))?)
}

fn read_position<G: Notation>(fen: &str) -> Result<G, AnalysisError> {
    G::read_fen(fen).map_err(|source| AnalysisError::Position {
        fen: fen.chars().take(60).collect(),
        game: G::ID,
        source,
    })
}
