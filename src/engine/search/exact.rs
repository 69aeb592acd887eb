//! Values that are known, not guessed, and who may know them.

use std::cmp::Ordering;

use arbitro_rules::Game;

/// What a position is worth to the player to move when both play their best, and in how many plies
/// it is over: the winner hurries, the loser holds out.
///
/// Draws by counting (the ply limit, quiet moves, repetition) are left out: a draw is a position from
/// which nobody can force an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// The player to move wins in this many plies.
    Win(u16),
    /// Nobody can force a win.
    Draw,
    /// The player to move loses in this many plies; 0 when it has lost already.
    Loss(u16),
}

impl Exact {
    /// The value one ply earlier, to the other player, of the move that led here.
    #[must_use]
    pub const fn before(self) -> Exact {
        match self {
            Exact::Win(plies) => Exact::Loss(plies.saturating_add(1)),
            Exact::Draw => Exact::Draw,
            Exact::Loss(plies) => Exact::Win(plies.saturating_add(1)),
        }
    }

    /// Greater is better for the player to move.
    const fn rank(self) -> i32 {
        const FAR: i32 = 1 << 20;
        match self {
            Exact::Win(plies) => FAR - plies as i32,
            Exact::Draw => 0,
            Exact::Loss(plies) => plies as i32 - FAR,
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    /// The greater the better for the player to move: near wins, far wins, draws, far losses, near
    /// losses.
    fn cmp(&self, other: &Exact) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// Knows the exact value of some positions. Whether from a file or from memory is its own affair.
pub trait Oracle<G: Game> {
    /// The value of a position to the player to move, if it is known.
    fn exact(&mut self, position: &G) -> Option<Exact>;
}

/// Every legal move with its value to the player who makes it, best first, equal ones in the order
/// of the moves; `None` if the oracle does not know where one of them leads.
pub fn exact_moves<G: Game>(
    oracle: &mut dyn Oracle<G>,
    position: &G,
) -> Option<Vec<(G::Move, Exact)>> {
    let mut valued = Vec::new();
    for mv in position.legal_moves() {
        valued.push((mv, oracle.exact(&position.after(mv))?.before()));
    }
    valued.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Some(valued)
}
