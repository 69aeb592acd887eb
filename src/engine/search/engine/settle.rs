//! What a position is worth when nothing that cannot be left alone is left to do.

use super::think::{Think, Unrest};
use super::tree::{Here, Tree, Window, worth};
use super::{INFINITE, LONGEST};
use arbitro_rules::Game;

/// A position that none before it can be like: it has no need of a place in the path, nor of a key.
struct Fresh<G: Game> {
    position: G,
    clock: G::DrawClock,
    ply: usize,
}

/// Whether a position is at rest.
enum Rest {
    /// It is, or needs none: what it is worth.
    Worth(i32),
    None(Unrest),
}

impl<G: Think> Fresh<G> {
    /// What comes after a move that captures.
    #[inline(always)]
    fn after(&self, mv: G::Move) -> Fresh<G> {
        let position = self.position.after_at_rest(mv);
        Fresh {
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
    pub(super) fn settled(&mut self, here: &Here<G>, mv: G::Move, window: Window) -> i32 {
        if !here.position.is_for_good(mv) {
            return self.settled_in_path(here, mv, window);
        }
        let position = here.position.after_at_rest(mv);
        let fresh = Fresh {
            position,
            clock: here.position.tick(here.clock, mv, &position),
            ply: here.ply + 1,
        };
        -self.settle_inline(&fresh, window.turned())
    }

    /// The same for a move that may lead to a position that was there before.
    #[inline(never)]
    fn settled_in_path(&mut self, here: &Here<G>, mv: G::Move, window: Window) -> i32 {
        let next = self.next(here, mv);
        let value = -self.settle_here(&next, window.turned());
        self.path.pop();
        value
    }

    /// The value of a position that may have been there before.
    #[inline(always)]
    pub(super) fn settle_here(&mut self, here: &Here<G>, window: Window) -> i32 {
        if self.is_repeated(here) {
            self.must_stop();
            return 0;
        }
        let fresh = Fresh {
            position: here.position,
            clock: here.clock,
            ply: here.ply,
        };
        self.settle(&fresh, window)
    }

    /// Looks on along the moves that cannot be left alone, then judges.
    fn settle(&mut self, here: &Fresh<G>, window: Window) -> i32 {
        self.settle_inline(here, window)
    }

    #[inline(always)]
    fn settle_inline(&mut self, here: &Fresh<G>, window: Window) -> i32 {
        match self.rest(here, window) {
            Rest::Worth(value) => value,
            Rest::None(unrest) => self.settle_unrest(here, window, unrest),
        }
    }

    /// What a position is worth as it stands, as far as the window needs it.
    #[inline(always)]
    pub(super) fn judged(&self, position: &G, window: Window) -> i32 {
        if self.extras.rough {
            position.judge_within(window.alpha, window.beta)
        } else {
            position.judge()
        }
    }

    /// Judges a position if it is at rest.
    #[inline(always)]
    fn rest(&mut self, here: &Fresh<G>, window: Window) -> Rest {
        if self.must_stop() {
            return Rest::Worth(0);
        }
        let unrest = here.position.unrest();
        if let Unrest::Over(end) = unrest {
            return Rest::Worth(worth(&here.position, here.ply, end));
        }
        if self.is_drawn_by_rule(&here.position, here.clock, here.ply) {
            return Rest::Worth(0);
        }
        if let Some(value) = self.known_by_oracle(&here.position, here.ply) {
            return Rest::Worth(value);
        }
        if unrest == Unrest::Quiet || !self.extras.quiescence || here.ply >= LONGEST {
            return Rest::Worth(self.judged(&here.position, window));
        }
        Rest::None(unrest)
    }

    /// The same where there is something that cannot be left alone.
    #[inline(never)]
    fn settle_unrest(&mut self, here: &Fresh<G>, window: Window, unrest: Unrest) -> i32 {
        let mut best = match unrest {
            Unrest::Forced => -INFINITE,
            _ => self.judged(&here.position, window),
        };
        let mut alpha = window.alpha.max(best);
        if alpha >= window.beta {
            return best;
        }
        let base = self.shelf.len();
        if let Some(only) = here.position.unsettling(self.shelf) {
            // Most often. Not by `settle`, which saves a call.
            let rest = Window { alpha, ..window };
            let next = here.after(only);
            let value = match self.rest(&next, rest.turned()) {
                Rest::Worth(value) => value,
                Rest::None(unrest) => self.settle_unrest(&next, rest.turned(), unrest),
            };
            return best.max(-value);
        }
        for at in base..self.shelf.len() {
            self.shelf.bring_best(at);
            let mv = self.shelf.candidates[at].mv;
            let rest = Window { alpha, ..window };
            let value = -self.settle(&here.after(mv), rest.turned());
            if self.has_stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= window.beta {
                break;
            }
        }
        self.shelf.truncate(base);
        best
    }
}
