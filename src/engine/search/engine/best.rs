//! The move loop of principal variation search.

use super::history::TABLE_MOVE;
use super::table::Bound;
use super::think::{FORCING, GenerationStage, ScoredMove, Think};
use super::tree::{Node, Tree, Window};
use arbitro_rules::Game;

/// Number of moves selected in score order. Selecting the rest costs more than its order gains.
const ORDERED: usize = 12;
/// History score that is worth one ply of late move reduction: a fifth of the highest.
const HISTORY_PER_PLY: i32 = 3_000;

/// The moves of a node, as far as they have been generated onto the stack.
pub(super) struct Moves<G: Game> {
    /// Index of the first move on the stack.
    pub(super) base: usize,
    pub(super) stage: GenerationStage<G::Move>,
    /// Tag of the table move.
    pub(super) tag: Option<u16>,
}

impl<G: Think> Tree<'_, G> {
    /// Scores the moves on the stack from `base` on, and swaps the best one to `base`.
    #[inline(always)]
    pub(super) fn score_moves(&mut self, node: &Node<G>, base: usize, tag: Option<u16>) {
        let scores = self.history.quiet_scores(node.position.turn(), node.ply);
        self.stack.rescore(base, |mv, score| {
            let own = G::tag(mv);
            if tag == Some(own) {
                score + TABLE_MOVE
            } else if score < FORCING {
                score + scores.score(own)
            } else {
                score
            }
        });
    }

    /// Generates the moves that are not on the stack yet, and scores them.
    #[inline(never)]
    fn generate_rest(&mut self, node: &Node<G>, moves: &mut Moves<G>) {
        let all = !self.techniques.selection;
        let stage = std::mem::replace(&mut moves.stage, GenerationStage::Complete);
        match stage {
            GenerationStage::Complete => {}
            GenerationStage::Partial => {
                let from = self.stack.len();
                node.position.generate_rest(all, stage, self.stack);
                self.score_moves(node, from, moves.tag);
            }
            GenerationStage::FirstMove(mv) => {
                self.stack.truncate(moves.base);
                node.position.generate_rest(all, stage, self.stack);
                self.score_moves(node, moves.base, moves.tag);
                self.stack.move_to_front(moves.base, mv);
            }
        }
    }

    /// Searches one move to a depth, and returns its value for the player who makes it.
    #[inline(always)]
    fn search_move(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce_after(node, mv, window);
        }
        let next = self.child(node, mv);
        if depth > 2 {
            // Shallower searches probe the small tables, which stay in the cache.
            self.table.prefetch(next.position.key(), depth);
        }
        let value = -self.alpha_beta(&next, depth, window.turned(), is_cut);
        self.path.pop();
        value
    }

    /// Searches the moves of a node and returns the best value. The first move must be at
    /// `moves.base`.
    #[inline(always)]
    pub(super) fn search_moves(
        &mut self,
        node: &Node<G>,
        moves: Moves<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        // Outside the loop over the others, which is compiled on its own: together with staged generation
        // this saved 7 to 16 % of the instructions a node.
        let ScoredMove { mv, score } = self.stack.candidates[moves.base];
        let is_cut_next = window.is_null() && !is_cut;
        let value = self.search_move(node, mv, depth - 1, window, is_cut_next);
        if self.has_stopped {
            return 0;
        }
        if value < window.beta {
            return self.search_remaining(node, moves, depth, window, is_cut, value);
        }
        // Most cut nodes end with the first move, so this path is kept short.
        if !(FORCING..TABLE_MOVE).contains(&score) {
            self.record_cutoff(node, moves.base, moves.base, depth);
        }
        self.store(node, Some(mv), value, depth, Bound::Lower);
        value
    }

    /// Searches the moves after the first, whose value is `first`, with null windows.
    #[inline(never)]
    fn search_remaining(
        &mut self,
        node: &Node<G>,
        mut moves: Moves<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
        first: i32,
    ) -> i32 {
        let is_null = window.is_null();
        let base = moves.base;
        let mut best = first;
        let mut alpha = window.alpha.max(first);
        let mut best_move = (first > window.alpha).then(|| self.stack.candidates[base].mv);
        let mut at = base;
        loop {
            at += 1;
            if at == self.stack.len() {
                if moves.stage == GenerationStage::Complete {
                    break;
                }
                self.generate_rest(node, &mut moves);
            }
            let index = at - base;
            if index < ORDERED {
                self.stack.select_best(at);
            }
            let ScoredMove { mv, score } = self.stack.candidates[at];
            let reduction = self.reduction(depth, index, score, is_null);
            let narrow = Window::null(alpha);
            let mut value = self.search_move(node, mv, depth - 1 - reduction, narrow, true);
            if value > alpha && (reduction > 0 || value < window.beta) {
                let rest = Window { alpha, ..window };
                value = self.re_search(node, mv, depth - 1, rest, is_cut, reduction > 0);
            }
            if self.has_stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                }
            }
            if value >= window.beta {
                if !(FORCING..TABLE_MOVE).contains(&score) {
                    self.record_cutoff(node, base, at, depth);
                }
                break;
            }
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_move.is_some() && !is_null {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(node, best_move, best, depth, bound);
        best
    }

    /// Re-searches a move that failed high: at full depth if it was reduced, then with the full
    /// window.
    #[inline(never)]
    fn re_search(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        depth: i32,
        window: Window,
        is_cut: bool,
        was_reduced: bool,
    ) -> i32 {
        if was_reduced {
            let narrow = Window::null(window.alpha);
            let value = self.search_move(node, mv, depth, narrow, !is_cut);
            if value <= window.alpha || value >= window.beta {
                return value;
            }
        }
        self.search_move(node, mv, depth, window, false)
    }

    /// The late move reduction for a move, in plies.
    #[inline(always)]
    fn reduction(&self, depth: i32, index: usize, score: i32, is_null: bool) -> i32 {
        if !self.techniques.reductions || depth < 3 || score >= FORCING {
            return 0;
        }
        let starts_early = depth >= G::EARLY_REDUCTION_FROM;
        let late = index + usize::from(is_null) + usize::from(starts_early);
        match late_reduction(depth, late) {
            0 => 0,
            least => {
                let good = (score / HISTORY_PER_PLY).clamp(-2, 2);
                (least - good).clamp(0, depth - 2)
            }
        }
    }

    /// Updates killers and history after a cutoff: the move at `at` caused it, those before it did
    /// not.
    fn record_cutoff(&mut self, node: &Node<G>, base: usize, at: usize, depth: i32) {
        let turn = node.position.turn();
        self.history.record_cutoff(turn, node.ply, G::tag(self.stack.candidates[at].mv), depth);
        for earlier in base..at {
            if self.stack.candidates[earlier].score < FORCING {
                let tag = G::tag(self.stack.candidates[earlier].mv);
                self.history.record_failure(turn, tag, depth);
            }
        }
    }
}

/// The reduction for the move at this place of the order. Kept out of line, so that it is not
/// computed speculatively where no reduction applies.
#[inline(never)]
fn late_reduction(depth: i32, late: usize) -> i32 {
    let least = match late {
        0..3 => 0,
        3..6 => 1 + depth / 10,
        6..12 => 1 + depth / 6,
        12..24 => 2 + depth / 6,
        _ => 2 + depth / 4,
    };
    least.min(depth - 2)
}
