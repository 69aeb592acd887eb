//! The best of a position's moves: the first one, which most often is all that is looked at, and the
//! others.

use super::history::FROM_TABLE;
use super::table::Bound;
use super::think::{Begun, FORCING, ScoredMove, Think};
use super::tree::{Node, Tree, Window};
use arbitro_rules::Game;

/// So many moves are taken in the order of their scores; what is left after them is as good as it
/// comes.
const ORDERED: usize = 12;

/// The moves of a position, as far as they are on the stack.
pub(super) struct Moves<G: Game> {
    /// Where on the stack they begin.
    pub(super) base: usize,
    pub(super) begun: Begun<G::Move>,
    /// The tag of the one that the table knows.
    pub(super) tag: Option<u16>,
}

impl<G: Think> Tree<'_, G> {
    /// Gives the moves on the stack from `base` their scores, and brings the best one to `base`.
    #[inline(always)]
    pub(super) fn score(&mut self, here: &Node<G>, base: usize, tag: Option<u16>) {
        let bonus = self.history.of(here.position.turn(), here.ply);
        self.stack.rescore(base, |mv, score| {
            let own = G::tag(mv);
            if tag == Some(own) {
                score + FROM_TABLE
            } else if score < FORCING {
                score + bonus.of(own)
            } else {
                score
            }
        });
    }

    /// Puts the moves on the stack that do not stand there yet, and scores them.
    #[inline(never)]
    fn complete(&mut self, here: &Node<G>, moves: &mut Moves<G>) {
        let all = !self.techniques.selection;
        let begun = std::mem::replace(&mut moves.begun, Begun::Complete);
        match begun {
            Begun::Complete => {}
            Begun::Partly => {
                let from = self.stack.len();
                here.position.complete(all, begun, self.stack);
                self.score(here, from, moves.tag);
            }
            Begun::One(mv) => {
                self.stack.truncate(moves.base);
                here.position.complete(all, begun, self.stack);
                self.score(here, moves.base, moves.tag);
                self.stack.bring(moves.base, mv);
            }
        }
    }

    /// The value of a move, looked at so deeply behind it.
    #[inline(always)]
    fn value_of(
        &mut self,
        here: &Node<G>,
        mv: G::Move,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce_after(here, mv, window);
        }
        let next = self.next(here, mv);
        if depth > 2 {
            // What is looked at less deeply is kept near anyway.
            self.table.expect(next.position.key(), depth);
        }
        let value = -self.alpha_beta(&next, depth, window.turned(), is_cut);
        self.path.pop();
        value
    }

    /// The best of the moves, the first of which is the first on the stack.
    #[inline(always)]
    pub(super) fn best_of(
        &mut self,
        here: &Node<G>,
        moves: Moves<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        let ScoredMove { mv, score } = self.stack.candidates[moves.base];
        let is_cut_next = window.is_null() && !is_cut;
        let value = self.value_of(here, mv, depth - 1, window, is_cut_next);
        if self.has_stopped {
            return 0;
        }
        if value < window.beta {
            return self.best_with_others(here, moves, depth, window, is_cut, value);
        }
        // Most often that was all.
        if !(FORCING..FROM_TABLE).contains(&score) {
            self.learn(here, moves.base, moves.base, depth);
        }
        self.remember(here, Some(mv), value, depth, Bound::Lower);
        value
    }

    /// The best of the moves, the first of which has this value.
    #[inline(never)]
    fn best_with_others(
        &mut self,
        here: &Node<G>,
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
                if moves.begun == Begun::Complete {
                    break;
                }
                self.complete(here, &mut moves);
            }
            let index = at - base;
            if index < ORDERED {
                self.stack.bring_best(at);
            }
            let ScoredMove { mv, score } = self.stack.candidates[at];
            let reduction = self.reduction(depth, index, score, is_null);
            let narrow = Window::null(alpha);
            let mut value = self.value_of(here, mv, depth - 1 - reduction, narrow, true);
            if value > alpha && (reduction > 0 || value < window.beta) {
                let rest = Window { alpha, ..window };
                value = self.value_again(here, mv, depth - 1, rest, is_cut, reduction > 0);
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
                if !(FORCING..FROM_TABLE).contains(&score) {
                    self.learn(here, base, at, depth);
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
        self.remember(here, best_move, best, depth, bound);
        best
    }

    /// The value of a move that turned out better than the best so far: if it was looked at less
    /// deeply, whether it really is, and then how good.
    #[inline(never)]
    fn value_again(
        &mut self,
        here: &Node<G>,
        mv: G::Move,
        depth: i32,
        window: Window,
        is_cut: bool,
        was_reduced: bool,
    ) -> i32 {
        if was_reduced {
            let narrow = Window::null(window.alpha);
            let value = self.value_of(here, mv, depth, narrow, !is_cut);
            if value <= window.alpha || value >= window.beta {
                return value;
            }
        }
        self.value_of(here, mv, depth, window, false)
    }

    /// How much less deeply a late move is looked at first.
    #[inline(always)]
    fn reduction(&self, depth: i32, index: usize, score: i32, is_null: bool) -> i32 {
        if !self.techniques.reductions || depth < 3 || score >= FORCING {
            return 0;
        }
        let is_bold = depth >= G::BOLD_FROM;
        late_reduction(depth, index + usize::from(is_null) + usize::from(is_bold))
    }

    /// The move at `at` refuted; those before it did not.
    fn learn(&mut self, here: &Node<G>, base: usize, at: usize, depth: i32) {
        let turn = here.position.turn();
        self.history
            .refuted(turn, here.ply, G::tag(self.stack.candidates[at].mv), depth);
        for earlier in base..at {
            if self.stack.candidates[earlier].score < FORCING {
                let tag = G::tag(self.stack.candidates[earlier].mv);
                self.history.failed(turn, tag, depth);
            }
        }
    }
}

/// By how much less deeply the moves are looked at that come so late. On its own, lest it is worked out
/// where it is not asked for.
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
