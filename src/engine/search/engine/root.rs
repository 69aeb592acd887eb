//! The root of the search: one ply deeper each time, and what comes out of it.

use super::history::FROM_TABLE;
use super::table::Bound;
use super::think::Think;
use super::tree::{Node, Tree, Window};
use super::{INFINITE, MAX_EVAL, MAX_PLY, OnDepth, SearchResult, Techniques, TimeSignal, WIN};

/// A depth whose positions are in the large table.
const DEEP: i32 = 9;

/// A move at the root.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    /// Positions below it the last time: the ones that were hard to refute come early.
    nodes: u64,
}

impl<G: Think> Tree<'_, G> {
    /// One ply deeper each time.
    pub(super) fn iterative_deepening(
        &mut self,
        position: &G,
        clock: G::DrawClock,
        most: u32,
        mut on_depth: Option<OnDepth<'_, G>>,
    ) -> Option<SearchResult<G::Move>> {
        let root = Node {
            position: *position,
            clock,
            ply: 0,
            since: 0,
        };
        let mut moves = self.root_moves(position);
        let mut thought = SearchResult {
            best: moves.first()?.mv,
            value: 0,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        };
        self.path.push(position.key());
        let most = most.clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=most {
            self.may_stop = depth > 1;
            let value = self.aspiration_search(&root, &mut moves, depth as i32, thought.value);
            // The best so far stands first, also of a depth that was not finished.
            thought.best = moves[0].mv;
            thought.nodes = self.nodes;
            if self.has_stopped {
                break;
            }
            (thought.value, thought.depth) = (value, depth);
            if let Some(on_depth) = &mut on_depth {
                thought.line = self.line(position, thought.best);
                on_depth(&thought);
            }
            let is_decided = value.abs() > MAX_EVAL && WIN - value.abs() <= depth as i32;
            if is_decided {
                break;
            }
            if self.nodes >= self.max_nodes || (self.signal)() != TimeSignal::Continue {
                break;
            }
        }
        thought.line = self.line(position, thought.best);
        Some(thought)
    }

    fn root_moves(&mut self, position: &G) -> Vec<RootMove<G::Move>> {
        let base = self.stack.len();
        position.candidates(true, self.stack);
        let first = self
            .table
            .get(position.key(), DEEP)
            .and_then(|known| known.tag);
        let mut scored: Vec<(i32, G::Move)> = Vec::new();
        for at in base..self.stack.len() {
            let mv = self.stack.candidates[at].mv;
            let from_table = if Some(G::tag(mv)) == first {
                FROM_TABLE
            } else {
                0
            };
            scored.push((self.stack.candidates[at].score + from_table, mv));
        }
        self.stack.truncate(base);
        scored.sort_by_key(|&(score, _)| -score);
        let in_order = scored.into_iter();
        in_order.map(|(_, mv)| RootMove { mv, nodes: 0 }).collect()
    }

    /// Searches around the value that the last depth had, wider when it is not there.
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
            Window {
                alpha: (guess - reach).max(-INFINITE),
                beta: (guess + reach).min(INFINITE),
            }
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

    /// The value of the root; the best move comes first.
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
            let next = self.next(root, mv);
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
                // A first move that fell below the window stays first: nothing better is known.
                moves[..=at].rotate_right(1);
                alpha = alpha.max(value);
            }
            if value >= window.beta {
                break;
            }
        }
        if moves.len() > 2 {
            moves[1..].sort_by_key(|it| std::cmp::Reverse(it.nodes));
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(root, moves.first().map(|it| it.mv), best, depth, bound);
        best
    }

    /// The expected continuation, from the table.
    fn line(&self, position: &G, best: G::Move) -> Vec<G::Move> {
        let mut line = vec![best];
        let mut position = position.after(best);
        let mut seen = vec![position.key()];
        while line.len() < MAX_PLY {
            let Some(known) = self.table.get(position.key(), DEEP) else {
                break;
            };
            let mut moves = position.legal_moves().into_iter();
            let Some(mv) = moves.find(|&mv| Some(G::tag(mv)) == known.tag) else {
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

/// A bound that has passed every judgement goes all the way.
fn widened(bound: i32) -> i32 {
    if bound.abs() > MAX_EVAL / 2 {
        INFINITE * bound.signum()
    } else {
        bound
    }
}
