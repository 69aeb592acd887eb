//! Quiescence search: captures are played out before a position is evaluated.

use super::think::{Quiescence, Think};
use super::tree::{Node, Tree, Window, end_value};
use super::{INFINITE, MAX_PLY};
use arbitro_rules::Game;

/// Plies left before the ply limit from which on it matters how soon a won position is won.
const NEAR_PLY_LIMIT: u64 = 100;

/// A node of quiescence search. Captures are irreversible, so it needs no hash key and no place in
/// the path.
struct QuiescenceNode<G: Game> {
    position: G,
    clock: G::DrawClock,
    ply: usize,
}

/// Outcome of trying to evaluate a position without searching.
enum StandPat {
    /// The value: the position is quiet, drawn, known or at the end of the match.
    Value(i32),
    Unquiet(Quiescence),
}

impl<G: Think> QuiescenceNode<G> {
    /// The node after a capture.
    #[inline(always)]
    fn after(&self, mv: G::Move) -> QuiescenceNode<G> {
        let position = self.position.after_for_quiescence(mv);
        QuiescenceNode {
            position,
            clock: self.position.tick(self.clock, mv, &position),
            ply: self.ply + 1,
        }
    }
}

impl<G: Think> Tree<'_, G> {
    /// Makes a move, runs quiescence search and returns the value for the player who made it.
    #[inline(always)]
    pub(super) fn quiesce_after(&mut self, node: &Node<G>, mv: G::Move, window: Window) -> i32 {
        if !node.position.is_irreversible(mv) {
            return self.quiesce_after_in_path(node, mv, window);
        }
        // No key and no path entry: after a capture or a man's move no earlier position can recur, and a
        // leaf's key is never asked for. Measured: 3 % fewer instructions a node.
        let position = node.position.after_for_quiescence(mv);
        let fresh = QuiescenceNode {
            position,
            clock: node.position.tick(node.clock, mv, &position),
            ply: node.ply + 1,
        };
        -self.quiesce_inline(&fresh, window.turned())
    }

    /// The same for a reversible move, which may repeat an earlier position.
    #[inline(never)]
    fn quiesce_after_in_path(&mut self, node: &Node<G>, mv: G::Move, window: Window) -> i32 {
        let next = self.child(node, mv);
        let value = -self.quiesce_node(&next, window.turned());
        self.path.pop();
        value
    }

    /// Runs quiescence search for a node of the main search, which may be a repetition.
    #[inline(always)]
    pub(super) fn quiesce_node(&mut self, node: &Node<G>, window: Window) -> i32 {
        if self.is_repeated(node) {
            self.must_stop();
            return 0;
        }
        let fresh = QuiescenceNode { position: node.position, clock: node.clock, ply: node.ply };
        self.quiesce(&fresh, window)
    }

    /// Quiescence search of a node. A call, where [`quiesce_inline`](Tree::quiesce_inline) is
    /// inlined.
    fn quiesce(&mut self, node: &QuiescenceNode<G>, window: Window) -> i32 {
        self.quiesce_inline(node, window)
    }

    #[inline(always)]
    fn quiesce_inline(&mut self, node: &QuiescenceNode<G>, window: Window) -> i32 {
        match self.stand_pat(node, window) {
            StandPat::Value(value) => value,
            StandPat::Unquiet(quiescence) => self.search_captures(node, window, quiescence),
        }
    }

    /// The static evaluation, lazily where the window allows.
    #[inline(always)]
    pub(super) fn static_value(&self, position: &G, window: Window) -> i32 {
        if self.plies_left <= NEAR_PLY_LIMIT {
            position.static_value() + position.ease_of_winning()
        } else if self.techniques.lazy {
            position.static_value_within(window.alpha, window.beta)
        } else {
            position.static_value()
        }
    }

    /// Values a position without searching, if it is quiet, drawn, known or over.
    #[inline(always)]
    fn stand_pat(&mut self, node: &QuiescenceNode<G>, window: Window) -> StandPat {
        if self.must_stop() {
            return StandPat::Value(0);
        }
        let quiescence = node.position.quiescence();
        if let Quiescence::Over(end) = quiescence {
            return StandPat::Value(end_value(&node.position, node.ply, end));
        }
        if self.is_drawn_by_rule(&node.position, node.clock, node.ply) {
            return StandPat::Value(0);
        }
        if let Some(value) = self.oracle_value(&node.position, node.ply) {
            return StandPat::Value(value);
        }
        if quiescence == Quiescence::Quiet || !self.techniques.quiescence || node.ply >= MAX_PLY {
            return StandPat::Value(self.static_value(&node.position, window));
        }
        StandPat::Unquiet(quiescence)
    }

    /// Searches the captures of a position that is not quiet.
    #[inline(never)]
    fn search_captures(
        &mut self,
        node: &QuiescenceNode<G>,
        window: Window,
        quiescence: Quiescence,
    ) -> i32 {
        let mut best = match quiescence {
            Quiescence::Forced => -INFINITE,
            _ => self.static_value(&node.position, window),
        };
        let mut alpha = window.alpha.max(best);
        if alpha >= window.beta {
            return best;
        }
        let base = self.stack.len();
        if let Some(only) = node.position.noisy_moves(self.stack) {
            // A single capture is the most frequent case. Recursing here directly saves a call.
            let rest = Window { alpha, ..window };
            let next = node.after(only);
            let value = match self.stand_pat(&next, rest.turned()) {
                StandPat::Value(value) => value,
                StandPat::Unquiet(quiescence) => {
                    self.search_captures(&next, rest.turned(), quiescence)
                }
            };
            return best.max(-value);
        }
        for at in base..self.stack.len() {
            self.stack.select_best(at);
            let mv = self.stack.candidates[at].mv;
            let rest = Window { alpha, ..window };
            let value = -self.quiesce(&node.after(mv), rest.turned());
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
