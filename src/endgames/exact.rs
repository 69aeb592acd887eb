//! Exact game-theoretic values, and the oracles that know them.

use std::cmp::Ordering;

use crate::TableError;
use arbitro_rules::Game;

/// The game-theoretic value of a position for the player to move, with the plies to the end when
/// the winner takes the shortest way and the loser holds out longest.
///
/// Draws by counting (the ply limit, quiet moves, repetition) are left out: a draw is a position
/// from which neither player can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactValue {
    /// The player to move wins in this many plies.
    Win(u16),
    /// Neither player can force a win.
    Draw,
    /// The player to move loses in this many plies; 0 when it has already lost.
    Loss(u16),
}

impl ExactValue {
    /// Backs the value up one ply: the value, for the opponent, of the move that led here.
    #[must_use]
    pub const fn backed_up(self) -> ExactValue {
        match self {
            ExactValue::Win(plies) => ExactValue::Loss(plies.saturating_add(1)),
            ExactValue::Draw => ExactValue::Draw,
            ExactValue::Loss(plies) => ExactValue::Win(plies.saturating_add(1)),
        }
    }

    /// A number that orders values; greater is better for the player to move.
    const fn rank(self) -> i32 {
        const FAR: i32 = 1 << 20;
        match self {
            ExactValue::Win(plies) => FAR - plies as i32,
            ExactValue::Draw => 0,
            ExactValue::Loss(plies) => plies as i32 - FAR,
        }
    }
}

impl PartialOrd for ExactValue {
    fn partial_cmp(&self, other: &ExactValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ExactValue {
    /// Orders from best to worst for the player to move: near wins, far wins, draws, far losses,
    /// near losses.
    fn cmp(&self, other: &ExactValue) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A source of exact values for some positions, for example endgame tables on disk or in memory.
pub trait Oracle<G: Game>: Send {
    /// Returns the value for the player to move, or `None` when the oracle does not cover the
    /// position.
    fn exact(&mut self, position: &G) -> Option<ExactValue>;

    /// Takes the error of the last lookup, whose answer could only be that the value is unknown.
    fn take_error(&mut self) -> Option<TableError> {
        None
    }

    /// Maximum pieces in its tables; 0 without tables.
    fn pieces(&self) -> u8 {
        0
    }
}

/// Returns every legal move with its value for the player who makes it, best first; equal moves
/// stay in generation order. `None` if the oracle does not cover one of the resulting positions.
pub fn exact_moves<G: Game>(
    oracle: &mut dyn Oracle<G>,
    position: &G,
) -> Option<Vec<(G::Move, ExactValue)>> {
    let mut valued = Vec::new();
    for mv in position.legal_moves() {
        valued.push((mv, oracle.exact(&position.after(mv))?.backed_up()));
    }
    valued.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Some(valued)
}
