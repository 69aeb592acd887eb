//! Minimax over a match of any game, of which nothing is known but its moves, its end and an estimate.

use super::minimax::{BestMoves, INFINITE, WIN, best_moves, deepen};
use arbitro_rules::line::{Key, Line};

/// Limit of estimates, far below a win.
const MAX_ESTIMATE: i32 = WIN / 2;

/// Searches a match to a depth, or until it is late, and leaves it as it was. `estimate` values a position
/// for the player to move, if it can. Returns all the best moves of those that it had the time to look at, the first
/// at least; `None` where there is none. Where nothing is estimated, a move that it did not look at is as good as one
/// that ends nothing.
pub fn minimax_of_line(
    line: &mut dyn Line,
    depth: u32,
    estimate: &dyn Fn(&dyn Line) -> Option<i32>,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<BestMoves<Key>> {
    let moves = line.legal();
    let unseen = if estimate(line).is_some() { -INFINITE } else { 0 };
    deepen(moves.len(), depth, WIN, |depth| {
        let mut search =
            Search { estimate, is_late, nodes: 0, has_stopped: false, can_stop: depth > 1 };
        best_moves(&moves, -INFINITE, |key, alpha| {
            if depth == 1 && search.nodes > 0 && (search.is_late)() {
                return Some(unseen);
            }
            let value = search.after(line, key, depth - 1, (-INFINITE, -alpha), 1);
            (!search.has_stopped).then_some(value)
        })
    })
}

struct Search<'a> {
    estimate: &'a dyn Fn(&dyn Line) -> Option<i32>,
    is_late: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    has_stopped: bool,
    can_stop: bool,
}

impl Search<'_> {
    /// The value of a move for the player who makes it.
    fn after(
        &mut self,
        line: &mut dyn Line,
        key: Key,
        depth: u32,
        window: (i32, i32),
        ply: i32,
    ) -> i32 {
        line.play(key);
        let value = -self.value(line, depth, window, ply);
        line.undo();
        value
    }

    fn value(
        &mut self,
        line: &mut dyn Line,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        // A program may need a while for each position, so each is a reason to look at the time.
        self.has_stopped = self.has_stopped || self.can_stop && (self.is_late)();
        if self.has_stopped {
            return 0;
        }
        if let Some(end) = line.end() {
            return match end.winner() {
                None => 0,
                Some(winner) if winner == line.turn() => WIN - ply,
                Some(_) => ply - WIN,
            };
        }
        let moves = line.legal();
        if depth == 0 || moves.is_empty() {
            return (self.estimate)(line).unwrap_or(0).clamp(-MAX_ESTIMATE, MAX_ESTIMATE);
        }
        let mut best = -INFINITE;
        for key in moves {
            best = best.max(self.after(line, key, depth - 1, (-beta, -alpha), ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
