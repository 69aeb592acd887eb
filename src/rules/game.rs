//! The interface that every game implements. It knows no squares, pieces or walls.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Not;
use strum::{EnumString, IntoStaticStr};

use super::draughts::DrawRule;
use super::{GameId, Reason};
use crate::line::key::Key;

/// One of the two players: `X` is player 1, owns the low rows and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Player {
    /// Player 1.
    X,
    /// Player 2.
    O,
}

impl Player {
    /// The letter of this player's men in board files, records and messages.
    pub const fn letter(self) -> char {
        match self {
            Player::X => 'x',
            Player::O => 'o',
        }
    }

    /// The player with this letter, as in records.
    pub fn of_letter(text: &str) -> Option<Player> {
        text.parse().ok()
    }

    /// 1 or 2, as programs are told their number.
    pub const fn number(self) -> u8 {
        match self {
            Player::X => 1,
            Player::O => 2,
        }
    }

    /// Returns the player who moves from board `number` to the next; odd boards are player 1's.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::Player;
    /// assert_eq!(Player::to_move_on(1), Player::X);
    /// assert_eq!(Player::to_move_on(2), Player::O);
    /// ```
    pub const fn to_move_on(number: u64) -> Player {
        if number % 2 == 1 { Player::X } else { Player::O }
    }
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    fn not(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// An end of the match decided by the position alone, without its history.
///
/// Each variant names the player it happens to; [`End::winner`] gives the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This player has no pieces left, and loses.
    NoPieces(Player),
    /// This player is to move and has no legal move, and loses.
    NoMoves(Player),
    /// This player reached its goal, and wins.
    Goal(Player),
}

impl End {
    pub fn winner(self) -> Player {
        match self {
            End::NoPieces(loser) | End::NoMoves(loser) => !loser,
            End::Goal(winner) => winner,
        }
    }

    pub const fn reason(self) -> Reason {
        match self {
            End::NoPieces(_) => Reason::NoPieces,
            End::NoMoves(_) => Reason::NoMoves,
            End::Goal(_) => Reason::Goal,
        }
    }
}

/// A playable position of some game, and the rules that go with it.
///
/// Two positions are equal when the same pieces stand on the same squares and the same player is
/// to move: what repetition asks. Move counters are not part of a position; draw rules that need
/// one keep it in [`Game::DrawClock`].
pub trait Game: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// The contents of a board file: the pieces, not the player to move.
    type Board: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static;
    /// One turn of one player, complete.
    type Move: Copy + Debug + Ord + Hash + From<Key> + Into<Key> + Send + Sync + 'static;
    /// Counters of the draw rules other than repetition.
    type DrawClock: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static;

    const ID: GameId;
    /// Default number of plies after which a match is a draw.
    const PLY_LIMIT: u32;
    /// Number of occurrences of one position, the latest included, that make a draw; `None` if
    /// repetition alone ends nothing.
    const REPETITIONS: Option<u32>;

    /// The usual start.
    fn start() -> Self;

    /// The position with these pieces and this player to move.
    fn new(board: Self::Board, turn: Player) -> Self;

    /// The pieces alone.
    fn board(&self) -> Self::Board;

    fn turn(&self) -> Player;

    /// Replaces the contents of `moves` with the legal moves, in ascending order and each once.
    ///
    /// The order is part of the contract: replays and seeded players depend on it.
    fn legal_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Counts the legal moves without listing them.
    fn count_moves(&self) -> u64;

    /// The position after `mv`, which must be one of the legal moves here.
    ///
    /// This is not checked, because search depends on its speed; with any other move the result is
    /// meaningless.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// Returns how this position ends the match by itself, if it does.
    fn end(&self) -> Option<End>;

    /// A hash of the position, updated incrementally. Equal positions have equal keys. Different
    /// ones may share a key, though rarely, so a key alone never decides a match.
    fn key(&self) -> u64;

    /// The draw clock in `next`, which `mv` led to from this position.
    fn tick(&self, clock: Self::DrawClock, mv: Self::Move, next: &Self) -> Self::DrawClock;

    /// The draw rule that `clock` fulfils in this position, if any.
    fn drawn_by(&self, clock: Self::DrawClock) -> Option<DrawRule>;

    /// The legal moves in ascending order.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Counts the leaf nodes at exactly `depth` plies, without draw rules. Games override it where
    /// they can count without building whole positions.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::{Game, draughts::Dama};
    /// assert_eq!(Dama::start().perft(3), 379);
    /// ```
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => self.legal_moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}
