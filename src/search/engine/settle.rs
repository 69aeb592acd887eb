//! What a position is worth when nothing that cannot be left alone is left to do.

use super::{INFINITE, LONGEST};
use super::think::{Think, Unrest};
use super::tree::{Here, Tree, Window, worth};

impl<G: Think> Tree<'_, G> {
    /// Looks on along the moves that cannot be left alone, then judges.
    pub(super) fn settle(&mut self, here: &Here<G>, window: Window) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let base = self.shelf.len();
        let unrest = here.position.unrest(self.shelf);
        let known = match unrest {
            Unrest::Over(end) => return worth(here, end),
            _ if self.is_drawn(here) => Some(0),
            _ => self.known_by_oracle(here),
        };
        let looks_on = self.extras.quiescence && here.ply < LONGEST;
        let mut best = match (known, unrest) {
            (Some(value), _) => value,
            (None, Unrest::Forced) if looks_on => -INFINITE,
            _ => here.position.judge(),
        };
        if known.is_some() || !looks_on || unrest == Unrest::Quiet {
            self.shelf.truncate(base);
            return best;
        }
        let mut alpha = window.alpha.max(best);
        if unrest == Unrest::Tempting && alpha < window.beta {
            here.position.temptations(self.shelf);
        }
        for at in base..self.shelf.len() {
            if alpha >= window.beta {
                break;
            }
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
        }
        self.shelf.truncate(base);
        best
    }
}
