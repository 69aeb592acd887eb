//! Alpha-beta search of interior nodes: draws, table cutoffs, extensions, ProbCut, move generation.

use super::best::Moves;
use super::history::MoveHistory;
use super::table::{Bound, Table, TableEntry};
use super::think::{GenerationStage, MoveStack, OrderingHints, Think};
use super::{INFINITE, MAX_EVAL, MAX_PLY, Techniques, TimeSignal, WIN};
use arbitro_endgames::{ExactValue, Oracle};
use arbitro_rules::{End, Game};

/// Positions between two polls of the time signal.
pub(super) const NODES_PER_CHECK: u64 = 1024;
pub(super) struct Tree<'a, G: Think> {
    pub(super) table: &'a Table,
    pub(super) history: &'a mut MoveHistory,
    pub(super) stack: &'a mut MoveStack<G::Move>,
    pub(super) oracle: Option<&'a mut (dyn Oracle<G> + 'static)>,
    pub(super) techniques: Techniques,
    /// Hash keys of every position from the start of the match to the current node, oldest first.
    pub(super) path: Vec<u64>,
    pub(super) plies_left: u64,
    pub(super) signal: &'a mut dyn FnMut() -> TimeSignal,
    pub(super) max_nodes: u64,
    pub(super) next_check: u64,
    pub(super) nodes: u64,
    pub(super) can_stop: bool,
    pub(super) has_stopped: bool,
    /// The helper's number; `None` for the first thread, whose result is the answer.
    pub(super) helper: Option<u32>,
}

/// A position in the tree, with what depends on the path to it.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Game> {
    pub(super) position: G,
    pub(super) clock: G::DrawClock,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Index into the path of the first position that can still be repeated.
    pub(super) reversible_from: usize,
}

/// The alpha-beta window: the search need be exact only for values between the two bounds.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const WHOLE: Window = Window { alpha: -INFINITE, beta: INFINITE };

    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// A null window, which asks only whether the value exceeds `alpha`.
    pub(super) fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window from the opponent's side.
    pub(super) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<G: Think> Tree<'_, G> {
    /// Makes a move: returns the child node and pushes its key onto the path.
    #[inline(always)]
    pub(super) fn child(&mut self, node: &Node<G>, mv: G::Move) -> Node<G> {
        let position = node.position.after(mv);
        let is_irreversible = node.position.is_irreversible(mv);
        let next = Node {
            position,
            clock: node.position.tick(node.clock, mv, &position),
            ply: node.ply + 1,
            reversible_from: if is_irreversible { self.path.len() } else { node.reversible_from },
        };
        self.path.push(position.key());
        next
    }

    /// Counts a position and polls the time now and then. Returns true when the search must unwind.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next_check && self.poll_signal()
    }

    /// Polls the time signal, unless the search has already been stopped.
    #[cold]
    fn poll_signal(&mut self) -> bool {
        if self.has_stopped {
            return true;
        }
        self.next_check = self.nodes + NODES_PER_CHECK;
        if self.can_stop && (self.nodes >= self.max_nodes || (self.signal)() == TimeSignal::Stop) {
            self.has_stopped = true;
            // From now on every position takes this branch, so the search unwinds.
            self.next_check = 0;
        } else if self.max_nodes != u64::MAX {
            // Depth 1 cannot be stopped, so it may pass the limit: then poll at every position.
            self.next_check = self.next_check.min(self.max_nodes.max(self.nodes + 1));
        }
        self.has_stopped
    }

    /// Returns whether the node is a draw by rule or repeats an earlier position.
    #[inline(always)]
    fn is_drawn(&self, node: &Node<G>) -> bool {
        self.is_repeated(node) || self.is_drawn_by_rule(&node.position, node.clock, node.ply)
    }

    /// Returns whether the position occurred before since the last irreversible move. One
    /// repetition counts as a draw: a player who returned to a position without progress can do so
    /// again.
    #[inline(always)]
    pub(super) fn is_repeated(&self, node: &Node<G>) -> bool {
        if !self.techniques.draws {
            return false;
        }
        let latest = self.path.len() - 1;
        let key = self.path[latest];
        // After two plies both players have moved one piece, so the position differs.
        let mut back = 4;
        while latest >= node.reversible_from + back {
            if self.path[latest - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Returns whether a draw rule other than repetition, or the ply limit, ends the match here.
    #[inline(always)]
    pub(super) fn is_drawn_by_rule(&self, position: &G, clock: G::DrawClock, ply: usize) -> bool {
        self.techniques.draws
            && (ply as u64 >= self.plies_left || position.drawn_by(clock).is_some())
    }

    /// Searches a node to a depth; at depth 0 or below, by quiescence search. The node's key must
    /// be the last of the path.
    #[inline(always)]
    pub(super) fn value(
        &mut self,
        node: &Node<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            self.quiesce_node(node, window)
        } else {
            self.alpha_beta(node, depth, window, is_cut)
        }
    }

    /// Alpha-beta search of a node with depth left. `is_cut` marks an expected cut node.
    pub(super) fn alpha_beta(
        &mut self,
        node: &Node<G>,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> i32 {
        if self.must_stop() {
            return 0;
        }
        let position = &node.position;
        if self.is_drawn(node) {
            // A position that ends the match by itself goes before every draw rule, as in `Line::end`.
            return self.terminal_value(node).unwrap_or(0);
        }
        if node.ply >= MAX_PLY {
            return position.static_value();
        }
        let mut window = window;
        if self.techniques.table {
            // Mate distance pruning: no win is nearer than the next ply, no loss nearer than this
            // one.
            let ply = node.ply as i32;
            window.alpha = window.alpha.max(ply - WIN);
            window.beta = window.beta.min(WIN - ply - 1);
            if window.alpha >= window.beta {
                return self.terminal_value(node).unwrap_or(window.alpha);
            }
        }
        let is_null = window.is_null();
        let entry = self.table.probe(position.key(), depth);
        if let Some(entry) = entry
            && self.techniques.table
            && is_null
            && i32::from(entry.depth) >= depth
        {
            let value = from_table(entry.value, node.ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
            if is_enough {
                return value;
            }
        }
        if let Some(value) = self.oracle_value(position, node.ply) {
            return value;
        }
        let base = self.stack.len();
        let tag = entry.and_then(|entry| entry.tag);
        let hints = OrderingHints { table_move: tag, killers: self.history.killers(node.ply) };
        let stage = position.generate_first(!self.techniques.selection, &hints, self.stack);
        let count = match stage {
            GenerationStage::Complete => self.stack.len() - base,
            // The only-move extension needs to know just that there are several moves.
            GenerationStage::Partial | GenerationStage::FirstMove(_) => 2,
        };
        if count == 0 {
            // A player without a move has lost, so the match is over.
            return self.terminal_value(node).unwrap_or(0);
        }
        let mut depth = depth;
        if self.techniques.extensions {
            if count == 1 {
                depth += 1;
            } else if tag.is_none() && depth >= 5 && (is_cut || !is_null) {
                // Internal iterative reduction: without a table move, a shallower search finds one.
                depth -= 1;
            }
        }
        if self.techniques.prob_cut
            && is_null
            && depth >= 4
            && count > 1
            && window.beta.abs() < MAX_EVAL
            && let Some(value) = self.prob_cut(node, depth, window)
        {
            self.stack.truncate(base);
            return value;
        }
        match stage {
            GenerationStage::FirstMove(mv) => self.stack.push(mv, 0),
            GenerationStage::Complete | GenerationStage::Partial => {
                self.score_moves(node, base, tag);
            }
        }
        let moves = Moves { base, stage, tag };
        let value = self.search_moves(node, moves, depth, window, is_cut);
        self.stack.truncate(base);
        value
    }

    /// Returns the value of the node if the match is over.
    #[inline]
    fn terminal_value(&self, node: &Node<G>) -> Option<i32> {
        node.position.end().map(|end| end_value(&node.position, node.ply, end))
    }

    #[inline(always)]
    pub(super) fn oracle_value(&mut self, position: &G, ply: usize) -> Option<i32> {
        let exact = self.oracle.as_mut()?.exact(position)?;
        let left = self.plies_left.saturating_sub(ply as u64);
        let ply = ply as i32;
        Some(match exact {
            ExactValue::Win(plies) if u64::from(plies) <= left => WIN - ply - i32::from(plies),
            ExactValue::Loss(plies) if u64::from(plies) <= left => ply + i32::from(plies) - WIN,
            // A draw, or an end that comes after the ply limit has drawn the match.
            _ => 0,
        })
    }

    /// ProbCut in a null window: when a reduced-depth search lies beyond a bound by a margin, a full
    /// one would hardly come back across it. Returns the bound in that case.
    fn prob_cut(&mut self, node: &Node<G>, depth: i32, window: Window) -> Option<i32> {
        let margin = G::MARGIN / 2 + G::MARGIN / 20 * depth;
        let shallow = depth / 2 - 1;
        if self.static_value(&node.position, window) >= window.beta {
            let goal = window.beta + margin;
            let value = self.value(node, shallow, Window::null(goal - 1), true);
            return (value >= goal && !self.has_stopped).then_some(window.beta);
        }
        // Twice the margin below: a player who is behind has one good move more often than one who is
        // ahead has only bad ones. 600 matches of international with it: 36 Elo (19 to 53).
        let goal = window.alpha - 2 * margin;
        let value = self.value(node, shallow, Window::null(goal), false);
        (value <= goal && !self.has_stopped).then_some(window.alpha)
    }

    #[inline(always)]
    pub(super) fn store(
        &mut self,
        node: &Node<G>,
        best: Option<G::Move>,
        value: i32,
        depth: i32,
        bound: Bound,
    ) {
        let entry = TableEntry {
            tag: best.map(G::tag),
            value: to_table(value, node.ply),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.store(node.position.key(), depth, entry);
    }
}

/// The value of an ended match for the player to move, nearer ends counting more.
#[inline(always)]
pub(super) fn end_value<G: Game>(position: &G, ply: usize, end: End) -> i32 {
    let ply = ply as i32;
    if end.winner() == position.turn() { WIN - ply } else { ply - WIN }
}

/// Converts a value for the table: win distances count from the stored position there, from the
/// root in the search.
#[inline(always)]
pub(in crate::search) fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    // Every value fits into an i16, as none is beyond INFINITE.
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
