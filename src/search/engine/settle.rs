//! What a position is worth when nothing that cannot be left alone is left to do.

use super::think::{Think, Unrest};
use super::tree::{Here, Tree, Window, worth};
use super::{INFINITE, LONGEST};

impl<G: Think> Tree<'_, G> {
    /// Looks on along the moves that cannot be left alone, then judges.
    pub(super) fn settle(&mut self, here: &Here<G>, window: Window) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let unrest = here.position.unrest();
        if let Unrest::Over(end) = unrest {
            return worth(here, end);
        }
        if self.is_drawn(here) {
            return 0;
        }
        if let Some(value) = self.known_by_oracle(here) {
            return value;
        }
        if unrest == Unrest::Quiet || !self.extras.quiescence || here.ply >= LONGEST {
            return here.position.judge();
        }
        self.settle_unrest(here, window, unrest)
    }

    /// The same where there is something that cannot be left alone.
    #[inline(never)]
    fn settle_unrest(&mut self, here: &Here<G>, window: Window, unrest: Unrest) -> i32 {
        let mut best = match unrest {
            Unrest::Forced => -INFINITE,
            _ => here.position.judge(),
        };
        let mut alpha = window.alpha.max(best);
        if alpha >= window.beta {
            return best;
        }
        let base = self.shelf.len();
        here.position.unsettling(self.shelf);
        for at in base..self.shelf.len() {
            self.shelf.bring_best(at);
            let next = self.next(here, self.shelf.candidates[at].mv);
            let rest = Window { alpha, ..window };
            let value = -self.settle(&next, rest.turned());
            self.path.pop();
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
