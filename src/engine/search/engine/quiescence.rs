//! What a position is worth when nothing that cannot be left alone is left to do.

use super::think::{Quiescence, Think};
use super::tree::{Node, Tree, Window, worth};
use super::{INFINITE, MAX_PLY};
use arbitro_rules::Game;

/// A position that none before it can be like: it has no need of a place in the path, nor of a key.
struct QuiescenceNode<G: Game> {
    position: G,
    clock: G::DrawClock,
    ply: usize,
}

/// Whether a position is at rest.
enum Rest {
    /// It is, or needs none: what it is worth.
    Worth(i32),
    None(Quiescence),
}

impl<G: Think> QuiescenceNode<G> {
    /// What comes after a move that captures.
    #[inline(always)]
    fn after(&self, mv: G::Move) -> QuiescenceNode<G> {
        let position = self.position.after_at_rest(mv);
        QuiescenceNode {
            position,
            clock: self.position.tick(self.clock, mv, &position),
            ply: self.ply + 1,
        }
    }
}

impl<G: Think> Tree<'_, G> {
    /// The value of a move for who makes it, when the moves that cannot be left alone have been made
    /// behind it.
    #[inline(always)]
    pub(super) fn quiesce_after(&mut self, here: &Node<G>, mv: G::Move, window: Window) -> i32 {
        if !here.position.is_irreversible(mv) {
            return self.quiesce_after_in_path(here, mv, window);
        }
        let position = here.position.after_at_rest(mv);
        let fresh = QuiescenceNode {
            position,
            clock: here.position.tick(here.clock, mv, &position),
            ply: here.ply + 1,
        };
        -self.quiesce_inline(&fresh, window.turned())
    }

    /// The same for a move that may lead to a position that was there before.
    #[inline(never)]
    fn quiesce_after_in_path(&mut self, here: &Node<G>, mv: G::Move, window: Window) -> i32 {
        let next = self.next(here, mv);
        let value = -self.quiesce_node(&next, window.turned());
        self.path.pop();
        value
    }

    /// The value of a position that may have been there before.
    #[inline(always)]
    pub(super) fn quiesce_node(&mut self, here: &Node<G>, window: Window) -> i32 {
        if self.is_repeated(here) {
            self.must_stop();
            return 0;
        }
        let fresh = QuiescenceNode {
            position: here.position,
            clock: here.clock,
            ply: here.ply,
        };
        self.quiesce(&fresh, window)
    }

    /// Looks on along the moves that cannot be left alone, then judges.
    fn quiesce(&mut self, here: &QuiescenceNode<G>, window: Window) -> i32 {
        self.quiesce_inline(here, window)
    }

    #[inline(always)]
    fn quiesce_inline(&mut self, here: &QuiescenceNode<G>, window: Window) -> i32 {
        match self.rest(here, window) {
            Rest::Worth(value) => value,
            Rest::None(quiescence) => self.search_captures(here, window, quiescence),
        }
    }

    /// What a position is worth as it stands, as far as the window needs it.
    #[inline(always)]
    pub(super) fn static_value(&self, position: &G, window: Window) -> i32 {
        if self.techniques.lazy {
            position.static_value_within(window.alpha, window.beta)
        } else {
            position.static_value()
        }
    }

    /// Judges a position if it is at rest.
    #[inline(always)]
    fn rest(&mut self, here: &QuiescenceNode<G>, window: Window) -> Rest {
        if self.must_stop() {
            return Rest::Worth(0);
        }
        let quiescence = here.position.quiescence();
        if let Quiescence::Over(end) = quiescence {
            return Rest::Worth(worth(&here.position, here.ply, end));
        }
        if self.is_drawn_by_rule(&here.position, here.clock, here.ply) {
            return Rest::Worth(0);
        }
        if let Some(value) = self.known_by_oracle(&here.position, here.ply) {
            return Rest::Worth(value);
        }
        if quiescence == Quiescence::Quiet || !self.techniques.quiescence || here.ply >= MAX_PLY {
            return Rest::Worth(self.static_value(&here.position, window));
        }
        Rest::None(quiescence)
    }

    /// The same where there is something that cannot be left alone.
    #[inline(never)]
    fn search_captures(
        &mut self,
        here: &QuiescenceNode<G>,
        window: Window,
        quiescence: Quiescence,
    ) -> i32 {
        let mut best = match quiescence {
            Quiescence::Forced => -INFINITE,
            _ => self.static_value(&here.position, window),
        };
        let mut alpha = window.alpha.max(best);
        if alpha >= window.beta {
            return best;
        }
        let base = self.stack.len();
        if let Some(only) = here.position.noisy_moves(self.stack) {
            // Most often. Not by `quiesce`, which saves a call.
            let rest = Window { alpha, ..window };
            let next = here.after(only);
            let value = match self.rest(&next, rest.turned()) {
                Rest::Worth(value) => value,
                Rest::None(quiescence) => self.search_captures(&next, rest.turned(), quiescence),
            };
            return best.max(-value);
        }
        for at in base..self.stack.len() {
            self.stack.bring_best(at);
            let mv = self.stack.candidates[at].mv;
            let rest = Window { alpha, ..window };
            let value = -self.quiesce(&here.after(mv), rest.turned());
            if self.has_stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= window.beta {
                break;
            }
        }
        self.stack.truncate(base);
        best
    }
}
