//! Hints of a caller about a source.

use arbitro_rules::GameId;
use arbitro_rules::notation::Strictness;

/// Facts that the caller knows about a source and that its files may not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    /// The game, if the source does not say it: for board files, and for PDN whose tags name none,
    /// which otherwise its moves tell.
    pub game: Option<GameId>,
    /// The game of board files where `game` is none; without it their first board tells.
    pub game_of_boards: Option<GameId>,
    /// A draw after this many plies, for board files; a record has its own limit.
    pub max_plies: Option<u32>,
    /// Tolerates harmless format errors in board files, or not.
    pub strictness: Strictness,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    Boards,
    /// Records, one a line: a journal, or a single match.
    Records,
    /// Portable Draughts Notation.
    Pdn,
}
