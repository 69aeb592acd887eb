//! The search itself.

use super::best::Moves;
use super::history::MoveHistory;
use super::table::{Bound, Known, Table};
use super::think::{Begun, Hints, MoveStack, Think};
use super::{INFINITE, MAX_EVAL, MAX_PLY, Techniques, TimeSignal, WIN};
use crate::search::{Exact, Oracle};
use arbitro_rules::{End, Game};

/// Positions between two questions for the time.
const NODES_PER_CHECK: u64 = 1024;
pub(super) struct Tree<'a, G: Think> {
    pub(super) table: &'a mut Table,
    pub(super) history: &'a mut MoveHistory,
    pub(super) stack: &'a mut MoveStack<G::Move>,
    pub(super) oracle: Option<&'a mut (dyn Oracle<G> + 'static)>,
    pub(super) techniques: Techniques,
    /// The keys of every position up to the one in hand, the oldest first.
    pub(super) path: Vec<u64>,
    pub(super) plies_left: u64,
    pub(super) signal: &'a mut dyn FnMut() -> TimeSignal,
    pub(super) max_nodes: u64,
    pub(super) next_check: u64,
    pub(super) nodes: u64,
    pub(super) may_stop: bool,
    pub(super) has_stopped: bool,
}

/// A position in the tree and how it was come to.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Game> {
    pub(super) position: G,
    pub(super) clock: G::DrawClock,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Where in the path the positions begin that can come again.
    pub(super) since: usize,
}

/// The values between which the true one matters.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const WHOLE: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Only: is it more than `alpha`?
    pub(super) fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// As the opponent sees it.
    pub(super) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl<G: Think> Tree<'_, G> {
    /// What comes after a move; the path goes there.
    #[inline(always)]
    pub(super) fn next(&mut self, here: &Node<G>, mv: G::Move) -> Node<G> {
        let position = here.position.after(mv);
        let is_irreversible = here.position.is_irreversible(mv);
        let next = Node {
            position,
            clock: here.position.tick(here.clock, mv, &position),
            ply: here.ply + 1,
            since: if is_irreversible {
                self.path.len()
            } else {
                here.since
            },
        };
        self.path.push(position.key());
        next
    }

    /// Counts a position, asks for the time now and then; whether to go back at once.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next_check && self.ask()
    }

    /// Asks for the time, unless it has been said to be over.
    #[cold]
    fn ask(&mut self) -> bool {
        if self.has_stopped {
            return true;
        }
        self.next_check = self.nodes + NODES_PER_CHECK;
        if self.may_stop && (self.nodes >= self.max_nodes || (self.signal)() == TimeSignal::Stop) {
            self.has_stopped = true;
            // Every position asks from now on.
            self.next_check = 0;
        } else if self.max_nodes != u64::MAX {
            self.next_check = self.next_check.min(self.max_nodes.max(self.nodes + 1));
        }
        self.has_stopped
    }

    /// Whether the match is a draw here, or as good as one.
    #[inline(always)]
    fn is_drawn(&self, here: &Node<G>) -> bool {
        self.is_repeated(here) || self.is_drawn_by_rule(&here.position, here.clock, here.ply)
    }

    /// Whether the position was there before: who comes back to a position without having made
    /// progress can do so again.
    #[inline(always)]
    pub(super) fn is_repeated(&self, here: &Node<G>) -> bool {
        if !self.techniques.draws {
            return false;
        }
        let latest = self.path.len() - 1;
        let key = self.path[latest];
        // Two plies back each player has moved once: that is never the same position.
        let mut back = 4;
        while latest >= here.since + back {
            if self.path[latest - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Whether a rule other than repetition ends the match here, or the limit of moves.
    #[inline(always)]
    pub(super) fn is_drawn_by_rule(&self, position: &G, clock: G::DrawClock, ply: usize) -> bool {
        self.techniques.draws
            && (ply as u64 >= self.plies_left || position.drawn_by(clock).is_some())
    }

    /// The value of a position within a window; the position is the last of the path.
    #[inline(always)]
    pub(super) fn value(
        &mut self,
        here: &Node<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            self.quiesce_node(here, window)
        } else {
            self.alpha_beta(here, depth, window, is_cut)
        }
    }

    /// The value where there is depth left.
    pub(super) fn alpha_beta(
        &mut self,
        here: &Node<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let position = &here.position;
        if self.is_drawn(here) {
            return self.ended(here).unwrap_or(0);
        }
        if here.ply >= MAX_PLY {
            return position.static_value();
        }
        let mut window = window;
        if self.techniques.table {
            // No win can be nearer than the next ply, no loss nearer than this one.
            let ply = here.ply as i32;
            window.alpha = window.alpha.max(ply - WIN);
            window.beta = window.beta.min(WIN - ply - 1);
            if window.alpha >= window.beta {
                return self.ended(here).unwrap_or(window.alpha);
            }
        }
        let is_null = window.is_null();
        let known = self.table.get(position.key(), depth);
        if let Some(known) = known
            && self.techniques.table
            && is_null
            && i32::from(known.depth) >= depth
        {
            let value = from_table(known.value, here.ply);
            let is_enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
            if is_enough {
                return value;
            }
        }
        if let Some(value) = self.known_by_oracle(position, here.ply) {
            return value;
        }
        let base = self.stack.len();
        let tag = known.and_then(|it| it.tag);
        let hints = Hints {
            known: tag,
            killers: self.history.killers(here.ply),
        };
        let begun = position.begin(!self.techniques.selection, &hints, self.stack);
        let count = match begun {
            Begun::Complete => self.stack.len() - base,
            // More than one is all that matters.
            Begun::Partly | Begun::One(_) => 2,
        };
        if count == 0 {
            // Nobody is without a move before the end of the match.
            return self.ended(here).unwrap_or(0);
        }
        let mut depth = depth;
        if self.techniques.extensions {
            if count == 1 {
                depth += 1;
            } else if tag.is_none() && depth >= 5 && (is_cut || !is_null) {
                // Without a good first guess a shallower look finds one.
                depth -= 1;
            }
        }
        if self.techniques.prob_cut
            && is_null
            && depth >= 4
            && count > 1
            && window.beta.abs() < MAX_EVAL
            && let Some(value) = self.probable_cut(here, depth, window)
        {
            self.stack.truncate(base);
            return value;
        }
        match begun {
            Begun::One(mv) => self.stack.push(mv, 0),
            Begun::Complete | Begun::Partly => self.score(here, base, tag),
        }
        let moves = Moves { base, begun, tag };
        let value = self.best_of(here, moves, depth, window, is_cut);
        self.stack.truncate(base);
        value
    }

    /// The end of the match here, if it is one.
    #[inline]
    fn ended(&self, here: &Node<G>) -> Option<i32> {
        here.position
            .end()
            .map(|end| worth(&here.position, here.ply, end))
    }

    #[inline(always)]
    pub(super) fn known_by_oracle(&mut self, position: &G, ply: usize) -> Option<i32> {
        let exact = self.oracle.as_mut()?.exact(position)?;
        let left = self.plies_left.saturating_sub(ply as u64);
        let ply = ply as i32;
        Some(match exact {
            Exact::Win(plies) if u64::from(plies) <= left => WIN - ply - i32::from(plies),
            Exact::Loss(plies) if u64::from(plies) <= left => ply + i32::from(plies) - WIN,
            _ => 0,
        })
    }

    /// Whether a shallower search finds so much more than is needed, or so much less, that the full
    /// one would hardly say otherwise.
    fn probable_cut(&mut self, here: &Node<G>, depth: i32, window: Window) -> Option<i32> {
        let margin = G::MARGIN / 2 + G::MARGIN / 20 * depth;
        let shallow = depth / 2 - 1;
        if self.static_value(&here.position, window) >= window.beta {
            let goal = window.beta + margin;
            let value = self.value(here, shallow, Window::null(goal - 1), true);
            if value >= goal && !self.has_stopped {
                return Some(window.beta);
            }
        }
        None
    }

    #[inline(always)]
    pub(super) fn remember(
        &mut self,
        here: &Node<G>,
        best: Option<G::Move>,
        value: i32,
        depth: i32,
        bound: Bound,
    ) {
        let known = Known {
            tag: best.map(G::tag),
            value: to_table(value, here.ply),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.put(here.position.key(), depth, known);
    }
}

/// What the end of the match here is worth to the player to move.
#[inline(always)]
pub(super) fn worth<G: Game>(position: &G, ply: usize, end: End) -> i32 {
    let ply = ply as i32;
    if end.winner() == position.turn() {
        WIN - ply
    } else {
        ply - WIN
    }
}

/// Wins are counted from the position in the table, from the root in the search.
#[inline(always)]
pub(in crate::search) fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    // Every value fits: none is beyond INFINITE.
    if value > MAX_EVAL {
        (value + ply).min(INFINITE) as i16
    } else if value < -MAX_EVAL {
        (value - ply).max(-INFINITE) as i16
    } else {
        value as i16
    }
}

#[inline(always)]
pub(in crate::search) fn from_table(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), ply as i32);
    if value > MAX_EVAL {
        value - ply
    } else if value < -MAX_EVAL {
        value + ply
    } else {
        value
    }
}
