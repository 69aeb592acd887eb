//! The bundled players of games that are not compiled in: they know no more than the match, as a [`Line`].

use super::strategies::Chance;
use crate::search::minimax_of_line;
use arbitro_rules::line::{Key, Line};

/// A way to choose a move in a match of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStrategy {
    /// Chooses uniformly among the legal moves.
    Random,
    /// Chooses the move after which the estimate is best; ties are drawn at random.
    Greedy,
    /// Searches to this depth in plies; ties are drawn at random.
    Minimax { depth: u32 },
}

impl LineStrategy {
    /// Chooses a move, and leaves the match as it was; `None` where there is no legal move. `estimate` values
    /// a position for the player to move, if it can. The choice depends on the seed and the ply alone, unless it is late
    /// before the search ends.
    pub fn choose(
        self,
        line: &mut dyn Line,
        seed: u64,
        estimate: &dyn Fn(&dyn Line) -> Option<i32>,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<Key> {
        let depth = match self {
            LineStrategy::Random => 0,
            LineStrategy::Greedy => 1,
            LineStrategy::Minimax { depth } => depth,
        };
        let moves = match depth {
            0 => line.legal(),
            _ => minimax_of_line(line, depth, estimate, is_late)?.best,
        };
        let ply = line.plies() as u64 + 1;
        (!moves.is_empty()).then(|| Chance { seed }.one_of(ply, &moves))
    }
}
