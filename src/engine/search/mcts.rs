//! Monte Carlo tree search with static evaluation instead of random playouts.
//!
//! Each iteration descends from the root by an upper-confidence rule, expands the leaf it reaches
//! and evaluates every new child by quiescence search. A node's value is one quarter the mean of
//! the iterations through it and three quarters the best value below it, so that a single
//! refutation counts. Ends of the match and values of an [`Oracle`] are backed up as proofs.
//!
//! The tree is built afresh for each move within a given number of bytes. When it is full,
//! iterations go on without expanding. The search reads no file and no clock; it polls a time
//! signal.

use std::fmt;

use super::engine::{MoveStack, Quiescence, ScoredMove, Situation, Think, TimeSignal};
use arbitro_endgames::{ExactValue, Oracle};
use arbitro_rules::Game;

/// Exploration constant of the selection rule (the `c` of PUCT).
const EXPLORATION: f32 = 0.5;
/// Share of the mean in a node's value; the rest is the best value below it.
const MEAN_SHARE: f32 = 0.25;
/// An evaluation of this many [`Think::MARGIN`]s becomes a value of 0.7.
const MARGINS_TO_VALUE: f32 = 4.0;
const ITERATIONS_PER_CHECK: u64 = 16;
/// Iterations in a row without a new node after which the search ends. A few plies before the ply
/// limit the tree is soon complete, and where moves were left out that proves nothing.
const MAX_IDLE_ITERATIONS: u32 = 512;
/// Size of the smallest tree: enough for the root of any game.
const MIN_NODES: usize = 1024;

const ROOT: usize = 0;

/// Limits of a search that do not depend on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    pub iterations: u64,
    pub positions: u64,
}

impl TreeLimits {
    pub const NONE: TreeLimits = TreeLimits { iterations: u64::MAX, positions: u64::MAX };

    pub const fn iterations(iterations: u64) -> TreeLimits {
        TreeLimits { iterations, ..TreeLimits::NONE }
    }

    pub const fn positions(positions: u64) -> TreeLimits {
        TreeLimits { positions, ..TreeLimits::NONE }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TreeResult<M> {
    pub best: M,
    /// The value of `best` for the player to move, from -1 (lost) to 1 (won).
    pub value: f32,
    pub known: Option<ExactValue>,
    pub iterations: u64,
    pub nodes: usize,
}

/// A node of the tree. Values are for the player to move there.
#[derive(Clone, Debug)]
struct Node<M> {
    /// The move that led here; meaningless at the root.
    mv: M,
    /// Index of the first child and number of children; none until the node is expanded.
    first: u32,
    count: u16,
    visits: u32,
    /// Sum of the values of all iterations through this node.
    total: f64,
    /// The best value below; the node's own evaluation until it is expanded.
    best: f32,
    /// Prior probability of the move that led here, among its siblings.
    prior: f32,
    known: Option<ExactValue>,
}

impl<M> Node<M> {
    fn value(&self) -> f32 {
        if self.visits == 0 || self.known.is_some() {
            return self.best;
        }
        let mean = (self.total / f64::from(self.visits)) as f32;
        MEAN_SHARE * mean + (1.0 - MEAN_SHARE) * self.best
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    fn prove(&mut self, known: ExactValue) {
        self.known = Some(known);
        self.best = proved_value(known);
    }
}

/// A tree search with its memory.
pub struct Mcts<G: Think> {
    nodes: Vec<Node<G::Move>>,
    max_nodes: usize,
    stack: MoveStack<G::Move>,
    oracle: Option<Box<dyn Oracle<G>>>,
}

impl<G: Think> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("nodes", &self.nodes.len())
            .field("max_nodes", &self.max_nodes)
            .finish_non_exhaustive()
    }
}

/// A position on the way down, with what depends on the path to it.
#[derive(Clone, Copy)]
struct PathPosition<G: Game> {
    position: G,
    clock: G::DrawClock,
    /// Plies left until the ply limit ends the match as a draw.
    plies_left: u64,
    /// Index into the path of the first position that can still be repeated.
    reversible_from: usize,
}

impl<G: Think> Mcts<G> {
    /// Creates a search whose tree takes up to `bytes`, and room for a thousand nodes at least.
    pub fn new(bytes: usize) -> Mcts<G> {
        let max_nodes = bytes / size_of::<Node<G::Move>>();
        Mcts {
            nodes: Vec::new(),
            max_nodes: max_nodes.clamp(MIN_NODES, u32::MAX as usize),
            stack: MoveStack::new(),
            oracle: G::oracle(),
        }
    }

    /// Sets the oracle that the search asks for exact values.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<dyn Oracle<G>>) -> Mcts<G> {
        self.oracle = Some(oracle);
        self
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<G::Move>>()
    }

    /// Searches a position up to `limits`, for as long as `signal` allows. `one_of` draws a number
    /// below its argument; it shuffles the root moves, so that of equal ones any may come first.
    /// Returns `None` when there is no legal move.
    pub fn think(
        &mut self,
        situation: &Situation<'_, G>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<G::Move>> {
        G::search_tree(self, situation, limits, one_of, signal)
    }

    /// The generic body of the search. It is compiled at each call site, so
    /// [`SearchedSet`](super::SearchedSet) calls it once for each rule set.
    pub(super) fn think_generic(
        &mut self,
        situation: &Situation<'_, G>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<TreeResult<G::Move>> {
        let position = situation.position;
        let &placeholder = position.legal_moves().first()?;
        if position.end().is_some() {
            return None;
        }
        self.nodes.clear();
        // Reserved at once: a vector that reallocates exceeds its bytes for a moment.
        self.nodes.reserve_exact(self.max_nodes);
        self.stack.truncate(0);
        self.nodes.push(Node {
            mv: placeholder,
            first: 0,
            count: 0,
            visits: 0,
            total: 0.0,
            best: 0.0,
            prior: 1.0,
            known: None,
        });
        let mut path = situation.earlier.to_vec();
        path.push(position.key());
        let root = PathPosition {
            position,
            clock: situation.clock,
            plies_left: situation.plies_left,
            reversible_from: 0,
        };
        self.expand(ROOT, &root, &mut path, Some(one_of));
        self.back_up(ROOT, &position);
        let mut iterations = 1;
        let mut idle = 0;
        while iterations < limits.iterations
            && (self.nodes.len() as u64) < limits.positions
            && self.nodes[ROOT].known.is_none()
            && self.nodes[ROOT].count > 1
        {
            if iterations.is_multiple_of(ITERATIONS_PER_CHECK) && signal() == TimeSignal::Stop {
                break;
            }
            let is_new = self.iterate(&root, &mut path);
            idle = if is_new { 0 } else { idle + 1 };
            if idle >= MAX_IDLE_ITERATIONS {
                break;
            }
            iterations += 1;
        }
        self.best_move(iterations)
    }

    /// Runs one iteration: selection, expansion, backup. Returns whether the leaf was new.
    fn iterate(&mut self, root: &PathPosition<G>, path: &mut Vec<u64>) -> bool {
        let start = path.len();
        let mut current = *root;
        let mut at = ROOT;
        let mut trail = vec![(at, current.position)];
        while self.nodes[at].known.is_none() && self.nodes[at].count > 0 {
            at = self.select(at);
            current = child(&current, self.nodes[at].mv, path);
            trail.push((at, current.position));
        }
        let is_new = self.nodes[at].known.is_none();
        if is_new {
            self.expand(at, &current, path, None);
        }
        path.truncate(start);
        let mut value: Option<f32> = None;
        for (at, position) in trail.into_iter().rev() {
            self.back_up(at, &position);
            let node = &mut self.nodes[at];
            let own = match (node.known, value) {
                (None, Some(below)) => -below,
                _ => node.best,
            };
            node.visits = node.visits.saturating_add(1);
            node.total += f64::from(own);
            value = Some(own);
        }
        is_new
    }

    /// Selects the child with the highest upper confidence bound: its value, plus a bonus that
    /// shrinks with its visits. Children that are proved lost for the mover are skipped.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let exploration = EXPLORATION * (node.visits as f32 + 1.0).sqrt();
        let mut highest = f32::NEG_INFINITY;
        let mut selected = node.first as usize;
        for child_at in node.children() {
            let child = &self.nodes[child_at];
            if matches!(child.known, Some(ExactValue::Win(_))) {
                continue;
            }
            let bound = exploration * child.prior / (child.visits as f32 + 1.0) - child.value();
            if bound > highest {
                (highest, selected) = (bound, child_at);
            }
        }
        selected
    }

    /// Expands a node, if there is room: adds and evaluates a child for each move.
    fn expand(
        &mut self,
        at: usize,
        current: &PathPosition<G>,
        path: &mut Vec<u64>,
        one_of: Option<&mut dyn FnMut(usize) -> usize>,
    ) {
        let base = self.stack.len();
        // All moves at the root; the selected ones elsewhere.
        current.position.candidates(at == ROOT, &mut self.stack);
        let count = self.stack.len() - base;
        if count == 0 || self.nodes.len() + count > self.max_nodes {
            self.stack.truncate(base);
            return;
        }
        if let Some(one_of) = one_of {
            for place in 0..count {
                let other = place + one_of(count - place);
                self.stack.candidates.swap(base + place, base + other);
            }
        }
        let candidates = &self.stack.candidates[base..];
        let all: f32 = candidates.iter().map(|candidate| unnormalised_prior(candidate.score)).sum();
        let first = self.nodes.len();
        for place in base..base + count {
            let ScoredMove { mv, score } = self.stack.candidates[place];
            let after = child(current, mv, path);
            let known = self.exact_value(&after, path);
            let best = match known {
                Some(known) => proved_value(known),
                None => squash::<G>(self.quiesce(&after.position, -i32::MAX, i32::MAX)),
            };
            path.pop();
            self.nodes.push(Node {
                mv,
                first: 0,
                count: 0,
                visits: 0,
                total: 0.0,
                best,
                prior: unnormalised_prior(score) / all,
                known,
            });
        }
        self.stack.truncate(base);
        let node = &mut self.nodes[at];
        // Both fit: the tree has at most `u32::MAX` nodes, and no game has 65,536 moves.
        node.first = first as u32;
        node.count = count as u16;
    }

    /// Backs up a node's value and proof from its children.
    fn back_up(&mut self, at: usize, position: &G) {
        let node = &self.nodes[at];
        if node.known.is_some() || node.count == 0 {
            return;
        }
        let mut best = f32::NEG_INFINITY;
        let mut best_proof: Option<ExactValue> = None;
        let mut is_all_proved = true;
        for child in &self.nodes[node.children()] {
            best = best.max(-child.best);
            match child.known.map(ExactValue::backed_up) {
                Some(known) => best_proof = best_proof.max(Some(known)),
                None => is_all_proved = false,
            }
        }
        let is_proved = match best_proof {
            Some(ExactValue::Win(_)) => true,
            // A move that was not generated could be better than all these.
            Some(_) => is_all_proved && position.count_moves() == u64::from(node.count),
            None => false,
        };
        let node = &mut self.nodes[at];
        node.best = best;
        if let Some(known) = best_proof.filter(|_| is_proved) {
            node.prove(known);
        }
    }

    /// Returns the exact value of a position if the rules or the oracle decide it. Its key must be
    /// the last of the path.
    fn exact_value(&mut self, current: &PathPosition<G>, path: &[u64]) -> Option<ExactValue> {
        let position = &current.position;
        if let Some(end) = position.end() {
            let has_won = end.winner() == position.turn();
            return Some(if has_won { ExactValue::Win(0) } else { ExactValue::Loss(0) });
        }
        let is_drawn = current.plies_left == 0
            || is_repetition(&path[current.reversible_from.min(path.len())..])
            || position.drawn_by(current.clock).is_some();
        if is_drawn {
            return Some(ExactValue::Draw);
        }
        let exact = self.oracle.as_mut()?.exact(position)?;
        Some(match exact {
            ExactValue::Win(plies) | ExactValue::Loss(plies)
                if u64::from(plies) > current.plies_left =>
            {
                ExactValue::Draw
            }
            exact => exact,
        })
    }

    /// Quiescence search: the evaluation of a position after its captures.
    fn quiesce(&mut self, position: &G, mut alpha: i32, beta: i32) -> i32 {
        let base = self.stack.len();
        let mut best = match position.quiescence() {
            Quiescence::Over(end) => {
                let worst = super::engine::MAX_EVAL;
                return if end.winner() == position.turn() { worst } else { -worst };
            }
            Quiescence::Quiet => return position.static_value(),
            Quiescence::OptionalCaptures => position.static_value(),
            Quiescence::Forced => -i32::MAX,
        };
        alpha = alpha.max(best);
        if alpha < beta
            && let Some(only) = position.noisy_moves(&mut self.stack)
        {
            let after = position.after_for_quiescence(only);
            return best.max(-self.quiesce(&after, -beta, -alpha));
        }
        for at in base..self.stack.len() {
            if alpha >= beta {
                break;
            }
            self.stack.select_best(at);
            let after = position.after_for_quiescence(self.stack.candidates[at].mv);
            best = best.max(-self.quiesce(&after, -beta, -alpha));
            alpha = alpha.max(best);
        }
        self.stack.truncate(base);
        best
    }

    /// Chooses the root move: the shortest proved win, else the most visited move that is not a
    /// proved loss.
    fn best_move(&self, iterations: u64) -> Option<TreeResult<G::Move>> {
        let root = &self.nodes[ROOT];
        let children = &self.nodes[root.children()];
        let rank = |node: &Node<G::Move>| match node.known.map(ExactValue::backed_up) {
            Some(known @ (ExactValue::Win(_) | ExactValue::Loss(_))) => (known, 0),
            _ => (ExactValue::Draw, node.visits),
        };
        let mut best = children.first()?;
        for child in children {
            let order = rank(child).cmp(&rank(best));
            if order.then(best.best.total_cmp(&child.best)).is_gt() {
                best = child;
            }
        }
        Some(TreeResult {
            best: best.mv,
            value: -best.value(),
            known: root.known,
            iterations,
            nodes: self.nodes.len(),
        })
    }
}

/// Makes a move: returns the next position and pushes its key onto the path.
fn child<G: Think>(current: &PathPosition<G>, mv: G::Move, path: &mut Vec<u64>) -> PathPosition<G> {
    let position = current.position.after(mv);
    let is_irreversible = current.position.is_irreversible(mv);
    let reversible_from = if is_irreversible { path.len() } else { current.reversible_from };
    path.push(position.key());
    PathPosition {
        position,
        clock: current.position.tick(current.clock, mv, &position),
        plies_left: current.plies_left.saturating_sub(1),
        reversible_from,
    }
}

/// Returns whether the last of these positions occurred before. One repetition counts as a draw: a
/// player who returned to a position without progress can do so again.
fn is_repetition(path: &[u64]) -> bool {
    let Some((latest, earlier)) = path.split_last() else {
        return false;
    };
    // The same player is to move every second ply, and two plies later no position is the same.
    earlier.iter().rev().skip(3).step_by(2).any(|key| key == latest)
}

/// The unnormalised prior of a move, from its ordering score.
fn unnormalised_prior(score: i32) -> f32 {
    2.0 + (score as f32 / 2_000.0).clamp(-1.5, 6.0)
}

fn proved_value(known: ExactValue) -> f32 {
    match known {
        ExactValue::Win(_) => 1.0,
        ExactValue::Draw => 0.0,
        ExactValue::Loss(_) => -1.0,
    }
}

/// Maps an evaluation to a value between -1 and 1. A square root is used instead of an exponential
/// because every machine rounds it alike.
fn squash<G: Think>(evaluation: i32) -> f32 {
    let (evaluation, scale) = (evaluation as f32, MARGINS_TO_VALUE * G::MARGIN as f32);
    evaluation / (evaluation * evaluation + scale * scale).sqrt()
}
