//! Plain alpha-beta to a fixed depth, one ply deeper each time until the depth or the time is up.

use super::Evaluate;
use arbitro_rules::Player;

/// Larger than any evaluation: a match won now. Nearer wins are worth more.
pub(super) const WIN: i32 = 1_000_000;
/// Beyond every value.
pub(super) const INFINITE: i32 = 2 * WIN;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best moves, equally good as far as was seen, in the order of the moves.
    pub best: Vec<M>,
    /// Their value for the player to move.
    pub value: i32,
    /// The depth that was searched to its end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// The best moves of a position, looking `depth` plies ahead, or as far as there is time.
///
/// `is_late` is asked every few thousand positions; depth 1 is always searched to its end. `None`
/// when there is no legal move.
pub fn minimax<G: Evaluate>(
    position: &G,
    depth: u32,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<Found<G::Move>> {
    let moves = position.legal_moves();
    let mut found = None;
    for depth in 1..=depth.max(1) {
        let mut search = Search {
            is_late,
            nodes: 0,
            is_over: false,
            may_stop: depth > 1,
        };
        let Some((best, value)) = search.root(position, &moves, depth) else {
            break;
        };
        let nodes = search.nodes;
        found = Some(Found {
            best,
            value,
            depth,
            nodes,
        });
        // Nothing deeper changes a choice of one, or a win that is already seen to its end.
        if moves.len() < 2 || value.abs() >= WIN - i32::try_from(depth).unwrap_or(0) {
            break;
        }
    }
    found
}

/// All moves of a root that are equally good and the best, and their value, which is above `least`.
///
/// `value_of` is given a move and the value that it must exceed to be told exactly; nothing from it ends
/// the looking.
pub(super) fn best_of<M: Copy>(
    moves: &[M],
    least: i32,
    mut value_of: impl FnMut(M, i32) -> Option<i32>,
) -> Option<(Vec<M>, i32)> {
    let mut best = Vec::new();
    let mut value = least;
    for &mv in moves {
        // One below the best, so that equal moves are told from worse ones.
        let next = value_of(mv, (value - 1).max(least))?;
        if next > value {
            best.clear();
            value = next;
        }
        if next == value {
            best.push(mv);
        }
    }
    (!best.is_empty()).then_some((best, value))
}

/// Positions between two questions for the time.
const NODES_PER_CHECK: u64 = 2048;

struct Search<'a> {
    is_late: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    is_over: bool,
    may_stop: bool,
}

impl Search<'_> {
    fn root<G: Evaluate>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Option<(Vec<G::Move>, i32)> {
        best_of(moves, -INFINITE, |mv, alpha| {
            let value = -self.value(&position.after(mv), depth - 1, -INFINITE, -alpha, 1);
            (!self.is_over).then_some(value)
        })
    }

    fn value<G: Evaluate>(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.may_stop && self.nodes.is_multiple_of(NODES_PER_CHECK) && (self.is_late)() {
            self.is_over = true;
        }
        if self.is_over {
            return 0;
        }
        if let Some(end) = position.end() {
            return if end.winner() == position.turn() {
                WIN - ply
            } else {
                ply - WIN
            };
        }
        if depth == 0 {
            return position.evaluate();
        }
        let mut best = -INFINITE;
        for mv in position.legal_moves() {
            best = best.max(-self.value(&position.after(mv), depth - 1, -beta, -alpha, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl<M> Found<M> {
    /// The player who wins by force as far as was seen, `turn` being to move.
    pub fn forced_winner(&self, turn: Player) -> Option<Player> {
        let horizon = WIN / 2;
        match self.value {
            value if value > horizon => Some(turn),
            value if value < -horizon => Some(!turn),
            _ => None,
        }
    }
}
