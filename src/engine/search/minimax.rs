//! Plain alpha-beta with iterative deepening, and nothing else.

use super::Evaluate;

/// The value of a match that is won here; larger than any evaluation. A win n plies away is worth n
/// less.
pub(super) const WIN: i32 = 1_000_000;
/// A bound beyond every value.
pub(super) const INFINITE: i32 = 2 * WIN;

/// The result of a search: all the best moves, for callers that choose among equals at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMoves<M> {
    /// The best moves in generation order, equally good at the searched depth.
    pub best: Vec<M>,
    /// Their value for the player to move.
    pub value: i32,
    pub depth: u32,
}

/// Searches a position `depth` plies deep, or as deep as there is time, and returns its best moves.
///
/// `is_late` is polled every few thousand positions; depth 1 is always completed. Returns `None`
/// when there is no legal move.
pub fn minimax<G: Evaluate>(
    position: &G,
    depth: u32,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<BestMoves<G::Move>> {
    let moves = position.legal_moves();
    deepen(moves.len(), depth, WIN, |depth| {
        let mut search = Search { is_late, nodes: 0, has_stopped: false, can_stop: depth > 1 };
        best_moves(&moves, -INFINITE, |mv, alpha| {
            let value = -search.value(&position.after(mv), depth - 1, -INFINITE, -alpha, 1);
            (!search.has_stopped).then_some(value)
        })
    })
}

/// Iterative deepening over so many moves, up to `depth`. `search` returns the best moves at a depth and their value,
/// or `None` when it was stopped. `win` is the value of a match that is won here.
pub(super) fn deepen<M>(
    count: usize,
    depth: u32,
    win: i32,
    mut search: impl FnMut(u32) -> Option<(Vec<M>, i32)>,
) -> Option<BestMoves<M>> {
    let mut found = None;
    for depth in 1..=depth.max(1) {
        let Some((best, value)) = search(depth) else { break };
        found = Some(BestMoves { best, value, depth });
        // A deeper search cannot change an only move or a win already found.
        if count < 2 || value.abs() >= win - i32::try_from(depth).unwrap_or(0) {
            break;
        }
    }
    found
}

/// Returns all the best root moves with their common value, which is above `least`.
///
/// `value_of` receives a move and the alpha bound for it. When it returns `None`, the search was
/// stopped and so is the loop.
pub(super) fn best_moves<M: Copy>(
    moves: &[M],
    floor: i32,
    mut value_of: impl FnMut(M, i32) -> Option<i32>,
) -> Option<(Vec<M>, i32)> {
    let mut best = Vec::new();
    let mut value = floor;
    for &mv in moves {
        // One below the best, so that equal moves are not cut off.
        let next = value_of(mv, (value - 1).max(floor))?;
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

/// Positions between two polls of `is_late`.
const NODES_PER_CHECK: u64 = 2048;

struct Search<'a> {
    is_late: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    has_stopped: bool,
    can_stop: bool,
}

impl Search<'_> {
    fn value<G: Evaluate>(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.can_stop && self.nodes.is_multiple_of(NODES_PER_CHECK) && (self.is_late)() {
            self.has_stopped = true;
        }
        if self.has_stopped {
            return 0;
        }
        if let Some(end) = position.end() {
            return if end.winner() == position.turn() { WIN - ply } else { ply - WIN };
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
