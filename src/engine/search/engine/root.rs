//! Iterative deepening and aspiration windows at the root.

use super::history::TABLE_MOVE;
use super::table::Bound;
use super::think::Think;
use super::tree::{Node, Tree, Window};
use super::{INFINITE, MAX_EVAL, MAX_PLY, OnDepth, SearchResult, Techniques, TimeSignal, WIN};

/// A depth that selects the large transposition table.
const DEEP: i32 = 9;

#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    /// Size of its subtree at the last depth. Moves that took long to refute are searched early.
    nodes: u64,
}

impl<G: Think> Tree<'_, G> {
    /// Searches depth 1, 2, 3 and so on until a limit, the time or a proven result ends it.
    pub(super) fn iterative_deepening(
        &mut self,
        position: &G,
        clock: G::DrawClock,
        max_depth: u32,
        mut on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        let root = Node { position: *position, clock, ply: 0, reversible_from: 0 };
        let mut moves = self.root_moves(position);
        let mut result = SearchResult {
            best: moves.first()?.mv,
            value: 0,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        };
        self.path.push(position.key());
        let max_depth = max_depth.clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=max_depth {
            if self.skips(depth) {
                continue;
            }
            self.can_stop = depth > 1 || self.helper.is_some();
            let value = self.aspiration_search(&root, &mut moves, depth as i32, result.value);
            // The best move so far stands first, even when the depth was not completed.
            result.best = moves[0].mv;
            result.nodes = self.nodes;
            if self.has_stopped {
                break;
            }
            (result.value, result.depth) = (value, depth);
            if let Some(on_depth) = &mut on_depth {
                result.line = self.line(position, result.best);
                on_depth(&result);
            }
            let is_decided = value.abs() > MAX_EVAL && WIN - value.abs() <= depth as i32;
            if is_decided {
                break;
            }
            if self.nodes >= self.max_nodes || (self.signal)() != TimeSignal::Continue {
                break;
            }
        }
        result.line = self.line(position, result.best);
        Some(result)
    }

    fn root_moves(&mut self, position: &G) -> Vec<RootMove<G::Move>> {
        let base = self.stack.len();
        position.candidates(true, self.stack);
        let table_move = self.table.probe(position.key(), DEEP).and_then(|entry| entry.tag);
        let mut scored: Vec<(i32, G::Move)> = Vec::new();
        for at in base..self.stack.len() {
            let mv = self.stack.candidates[at].mv;
            let from_table = if Some(G::tag(mv)) == table_move { TABLE_MOVE } else { 0 };
            scored.push((self.stack.candidates[at].score + from_table, mv));
        }
        self.stack.truncate(base);
        scored.sort_by_key(|&(score, _)| -score);
        let in_order = scored.into_iter();
        in_order.map(|(_, mv)| RootMove { mv, nodes: 0 }).collect()
    }

    /// Searches with an aspiration window around the last depth's value, and widens it when the
    /// value falls outside.
    fn aspiration_search(
        &mut self,
        root: &Node<G>,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        guess: i32,
    ) -> i32 {
        let mut reach = G::MARGIN;
        let mut window = if depth < 5 || self.techniques == Techniques::NONE {
            Window::WHOLE
        } else {
            Window { alpha: (guess - reach).max(-INFINITE), beta: (guess + reach).min(INFINITE) }
        };
        loop {
            let value = self.root(root, moves, depth, window);
            if self.has_stopped {
                return value;
            }
            reach *= 4;
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = widened(value - reach);
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = widened(value + reach);
            } else {
                return value;
            }
        }
    }

    /// Searches the root moves with one window. The best move ends up first.
    fn root(
        &mut self,
        root: &Node<G>,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        window: Window,
    ) -> i32 {
        let mut alpha = window.alpha;
        let mut best = -INFINITE;
        for at in 0..moves.len() {
            let mv = moves[at].mv;
            let before = self.nodes;
            let next = self.child(root, mv);
            let mut value = 0;
            let mut is_open = at == 0;
            if !is_open {
                value = -self.value(&next, depth - 1, Window::null(alpha).turned(), true);
                is_open = value > alpha && value < window.beta;
            }
            if is_open && !self.has_stopped {
                let rest = Window { alpha, ..window };
                value = -self.value(&next, depth - 1, rest.turned(), false);
            }
            self.path.pop();
            if self.has_stopped {
                return best;
            }
            moves[at].nodes = self.nodes - before;
            if value > best {
                best = value;
            }
            if value > alpha || at == 0 {
                // A first move that fails low stays first: no better one is known.
                moves[..=at].rotate_right(1);
                alpha = alpha.max(value);
            }
            if value >= window.beta {
                break;
            }
        }
        if moves.len() > 2 {
            moves[1..].sort_by_key(|mv| std::cmp::Reverse(mv.nodes));
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(root, moves.first().map(|mv| mv.mv), best, depth, bound);
        best
    }

    /// The principal variation, read from the transposition table.
    fn line(&self, position: &G, best: G::Move) -> Vec<G::Move> {
        let mut line = vec![best];
        let mut position = position.after(best);
        let mut seen = vec![position.key()];
        while line.len() < MAX_PLY {
            let Some(entry) = self.table.probe(position.key(), DEEP) else {
                break;
            };
            let mut moves = position.legal_moves().into_iter();
            let Some(mv) = moves.find(|&mv| Some(G::tag(mv)) == entry.tag) else {
                break;
            };
            line.push(mv);
            position = position.after(mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}

/// Opens a bound completely once it is far beyond ordinary evaluations.
fn widened(bound: i32) -> i32 {
    if bound.abs() > MAX_EVAL / 2 { INFINITE * bound.signum() } else { bound }
}
