//! Monte Carlo tree search: a tree that grows one position at a time where it promises most.
//!
//! Each play walks down from the root, weighing what is known of a move against how seldom it was
//! tried, and adds the moves of the position it comes to. Those are not played out by chance: each is
//! judged at once, after its captures are settled. A position's value is one part the mean of the plays
//! through it and three parts the best of what lies below it, so one refutation is believed.
//! Ends of the match and what an [`Oracle`] knows are carried up as proof.
//!
//! The tree begins anew with each move and never takes more bytes than it was given: when it is full
//! the plays go on, but it grows no more. It learns nothing of files, and of time only what it is
//! told when it asks.

use std::fmt;

use super::engine::{MoveStack, Quiescence, ScoredMove, Situation, Think, TimeSignal};
use super::{Exact, Oracle};
use arbitro_rules::Game;

/// How much seldom tried moves are preferred.
const CURIOSITY: f32 = 0.5;
/// The share of the mean in a move's value; the rest is the best line below it.
const SHARE_OF_MEAN: f32 = 0.25;
/// A judgement of so many margins of the game is seven tenths of a win.
const MARGINS: f32 = 4.0;
/// Plays between two questions for the time.
const PLAYS_A_QUESTION: u64 = 16;
/// After so many plays in a row that came to nothing new there is nothing new: a few plies before the
/// move limit the tree is soon complete, and where moves were left out that proves nothing.
const EXHAUSTED: u32 = 512;
/// The smallest tree: any game's root has room in it.
const LEAST_NODES: usize = 1024;

const ROOT: usize = 0;

/// How far to go, whatever the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// Walks down the tree.
    pub plays: u64,
    /// Positions in the tree.
    pub positions: u64,
}

impl TreeLimits {
    /// As far as there is time.
    pub const NONE: TreeLimits = TreeLimits {
        plays: u64::MAX,
        positions: u64::MAX,
    };

    /// A fixed number of walks.
    pub const fn plays(plays: u64) -> TreeLimits {
        TreeLimits {
            plays,
            ..TreeLimits::NONE
        }
    }

    /// A fixed number of positions.
    pub const fn positions(positions: u64) -> TreeLimits {
        TreeLimits {
            positions,
            ..TreeLimits::NONE
        }
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried<M> {
    /// The move.
    pub best: M,
    /// Its value for the player to move, from -1, lost, to 1, won.
    pub value: f32,
    /// What the position is worth, where that was proved.
    pub known: Option<Exact>,
    /// Walks down the tree.
    pub plays: u64,
    /// Positions in the tree.
    pub nodes: usize,
}

/// A position in the tree. Values are those of the player who is to move there.
#[derive(Clone, Debug)]
struct Node<M> {
    /// What led here; at the root, nothing.
    mv: M,
    /// Where its moves begin, and how many they are; none until it has grown.
    first: u32,
    count: u16,
    visits: u32,
    /// The values of all plays through here.
    total: f64,
    /// The value of the best line below; the judgement where there is none.
    best: f32,
    /// How much the move that led here deserves to be tried, among its siblings.
    prior: f32,
    known: Option<Exact>,
}

impl<M> Node<M> {
    fn value(&self) -> f32 {
        if self.visits == 0 || self.known.is_some() {
            return self.best;
        }
        let mean = (self.total / f64::from(self.visits)) as f32;
        SHARE_OF_MEAN * mean + (1.0 - SHARE_OF_MEAN) * self.best
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    fn prove(&mut self, known: Exact) {
        self.known = Some(known);
        self.best = worth(known);
    }
}

/// A tree and the memory it may take.
pub struct Mcts<G: Think> {
    nodes: Vec<Node<G::Move>>,
    most_nodes: usize,
    stack: MoveStack<G::Move>,
    oracle: Option<Box<dyn Oracle<G> + Send>>,
}

impl<G: Think> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("nodes", &self.nodes.len())
            .field("most_nodes", &self.most_nodes)
            .finish_non_exhaustive()
    }
}

/// A position on the way down and how it was come to.
#[derive(Clone, Copy)]
struct Here<G: Game> {
    position: G,
    clock: G::DrawClock,
    /// Plies until the match is a draw.
    plies_left: u64,
    /// Where in the path the positions begin that can come again.
    since: usize,
}

impl<G: Think> Mcts<G> {
    /// A search whose tree takes up to `bytes`, or what a thousand positions take.
    pub fn new(bytes: usize) -> Mcts<G> {
        let most_nodes = bytes / size_of::<Node<G::Move>>();
        Mcts {
            nodes: Vec::new(),
            most_nodes: most_nodes.clamp(LEAST_NODES, u32::MAX as usize),
            stack: MoveStack::new(),
            oracle: G::oracle(),
        }
    }

    /// With somebody who knows some positions.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<dyn Oracle<G> + Send>) -> Mcts<G> {
        self.oracle = Some(oracle);
        self
    }

    /// Bytes that the tree has taken.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<G::Move>>()
    }

    /// Thinks about a position: up to `limits`, or as long as `signal` lets it. `one_of`
    /// draws a number below the one it is given: it shuffles the moves, so that of equal ones any may
    /// come first. `None` when there is no legal move.
    pub fn think(
        &mut self,
        situation: &Situation<'_, G>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<Tried<G::Move>> {
        G::grow(self, situation, limits, one_of, signal)
    }

    /// The same, compiled where it is called.
    pub(super) fn think_here(
        &mut self,
        situation: &Situation<'_, G>,
        limits: TreeLimits,
        one_of: &mut dyn FnMut(usize) -> usize,
        signal: &mut dyn FnMut() -> TimeSignal,
    ) -> Option<Tried<G::Move>> {
        let position = situation.position;
        let &placeholder = position.legal_moves().first()?;
        if position.end().is_some() {
            return None;
        }
        self.nodes.clear();
        // All at once: a list that grows by moving takes more than its bytes for a moment.
        self.nodes.reserve_exact(self.most_nodes);
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
        let root = Here {
            position,
            clock: situation.clock,
            plies_left: situation.plies_left,
            since: 0,
        };
        self.grow(ROOT, &root, &mut path, Some(one_of));
        self.sum_up(ROOT, &position);
        let mut played = 1;
        let mut without_news = 0;
        while played < limits.plays
            && (self.nodes.len() as u64) < limits.positions
            && self.nodes[ROOT].known.is_none()
            && self.nodes[ROOT].count > 1
        {
            if played.is_multiple_of(PLAYS_A_QUESTION) && signal() == TimeSignal::Stop {
                break;
            }
            let is_news = self.play(&root, &mut path);
            without_news = if is_news { 0 } else { without_news + 1 };
            if without_news >= EXHAUSTED {
                break;
            }
            played += 1;
        }
        self.chosen(played)
    }

    /// Once down the tree and up again; whether it came to something that was not known yet.
    fn play(&mut self, root: &Here<G>, path: &mut Vec<u64>) -> bool {
        let start = path.len();
        let mut here = *root;
        let mut at = ROOT;
        let mut trail = vec![(at, here.position)];
        while self.nodes[at].known.is_none() && self.nodes[at].count > 0 {
            at = self.most_promising(at);
            here = next(&here, self.nodes[at].mv, path);
            trail.push((at, here.position));
        }
        let is_news = self.nodes[at].known.is_none();
        if is_news {
            self.grow(at, &here, path, None);
        }
        path.truncate(start);
        let mut value: Option<f32> = None;
        for (at, position) in trail.into_iter().rev() {
            self.sum_up(at, &position);
            let node = &mut self.nodes[at];
            let own = match (node.known, value) {
                (None, Some(below)) => -below,
                _ => node.best,
            };
            node.visits = node.visits.saturating_add(1);
            node.total += f64::from(own);
            value = Some(own);
        }
        is_news
    }

    /// The move to try next: what it is worth, and more the less it was tried.
    fn most_promising(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let curiosity = CURIOSITY * (node.visits as f32 + 1.0).sqrt();
        let mut most = f32::NEG_INFINITY;
        let mut chosen = node.first as usize;
        for child_at in node.children() {
            let child = &self.nodes[child_at];
            if matches!(child.known, Some(Exact::Win(_))) {
                continue;
            }
            let promise = curiosity * child.prior / (child.visits as f32 + 1.0) - child.value();
            if promise > most {
                (most, chosen) = (promise, child_at);
            }
        }
        chosen
    }

    /// Adds the moves of a position, each judged, if there is room.
    fn grow(
        &mut self,
        at: usize,
        here: &Here<G>,
        path: &mut Vec<u64>,
        one_of: Option<&mut dyn FnMut(usize) -> usize>,
    ) {
        let base = self.stack.len();
        // At the root nothing is left out.
        here.position.candidates(at == ROOT, &mut self.stack);
        let count = self.stack.len() - base;
        if count == 0 || self.nodes.len() + count > self.most_nodes {
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
        let all: f32 = candidates.iter().map(|it| appeal(it.score)).sum();
        let first = self.nodes.len();
        for place in base..base + count {
            let ScoredMove { mv, score } = self.stack.candidates[place];
            let after = next(here, mv, path);
            let known = self.known(&after, path);
            let best = match known {
                Some(known) => worth(known),
                None => squashed::<G>(self.settled(&after.position, -i32::MAX, i32::MAX)),
            };
            path.pop();
            self.nodes.push(Node {
                mv,
                first: 0,
                count: 0,
                visits: 0,
                total: 0.0,
                best,
                prior: appeal(score) / all,
                known,
            });
        }
        self.stack.truncate(base);
        let node = &mut self.nodes[at];
        // Both fit: there are no more nodes than `u32` counts, and no game has so many moves.
        node.first = first as u32;
        node.count = count as u16;
    }

    /// Works out what a position is worth from what its moves are.
    fn sum_up(&mut self, at: usize, position: &G) {
        let node = &self.nodes[at];
        if node.known.is_some() || node.count == 0 {
            return;
        }
        let mut best = f32::NEG_INFINITY;
        let mut best_known: Option<Exact> = None;
        let mut is_all_known = true;
        for child in &self.nodes[node.children()] {
            best = best.max(-child.best);
            match child.known.map(Exact::before) {
                Some(known) => best_known = best_known.max(Some(known)),
                None => is_all_known = false,
            }
        }
        let is_proved = match best_known {
            Some(Exact::Win(_)) => true,
            // A move that was left out could be better than all these.
            Some(_) => is_all_known && position.count_moves() == u64::from(node.count),
            None => false,
        };
        let node = &mut self.nodes[at];
        node.best = best;
        if let Some(known) = best_known.filter(|_| is_proved) {
            node.prove(known);
        }
    }

    /// What is certain about a position, the last of the path.
    fn known(&mut self, here: &Here<G>, path: &[u64]) -> Option<Exact> {
        let position = &here.position;
        if let Some(end) = position.end() {
            let has_won = end.winner() == position.turn();
            return Some(if has_won {
                Exact::Win(0)
            } else {
                Exact::Loss(0)
            });
        }
        let is_drawn = here.plies_left == 0
            || comes_again(&path[here.since.min(path.len())..])
            || position.drawn_by(here.clock).is_some();
        if is_drawn {
            return Some(Exact::Draw);
        }
        let exact = self.oracle.as_mut()?.exact(position)?;
        Some(match exact {
            Exact::Win(plies) | Exact::Loss(plies) if u64::from(plies) > here.plies_left => {
                Exact::Draw
            }
            exact => exact,
        })
    }

    /// The judgement of a position after the moves that cannot be left alone.
    fn settled(&mut self, position: &G, mut alpha: i32, beta: i32) -> i32 {
        let base = self.stack.len();
        let mut best = match position.quiescence() {
            Quiescence::Over(end) => {
                let worst = super::engine::MAX_EVAL;
                return if end.winner() == position.turn() {
                    worst
                } else {
                    -worst
                };
            }
            Quiescence::Quiet => return position.static_value(),
            Quiescence::OptionalCaptures => position.static_value(),
            Quiescence::Forced => -i32::MAX,
        };
        alpha = alpha.max(best);
        if alpha < beta
            && let Some(only) = position.noisy_moves(&mut self.stack)
        {
            let after = position.after_at_rest(only);
            return best.max(-self.settled(&after, -beta, -alpha));
        }
        for at in base..self.stack.len() {
            if alpha >= beta {
                break;
            }
            self.stack.bring_best(at);
            let after = position.after_at_rest(self.stack.candidates[at].mv);
            best = best.max(-self.settled(&after, -beta, -alpha));
            alpha = alpha.max(best);
        }
        self.stack.truncate(base);
        best
    }

    /// A proved win by the shortest way; else what was tried most, unless it is proved lost.
    fn chosen(&self, plays: u64) -> Option<Tried<G::Move>> {
        let root = &self.nodes[ROOT];
        let children = &self.nodes[root.children()];
        let rank = |node: &Node<G::Move>| match node.known.map(Exact::before) {
            Some(known @ (Exact::Win(_) | Exact::Loss(_))) => (known, 0),
            _ => (Exact::Draw, node.visits),
        };
        let mut best = children.first()?;
        for child in children {
            let order = rank(child).cmp(&rank(best));
            if order.then(best.best.total_cmp(&child.best)).is_gt() {
                best = child;
            }
        }
        Some(Tried {
            best: best.mv,
            value: -best.value(),
            known: root.known,
            plays,
            nodes: self.nodes.len(),
        })
    }
}

/// What comes after a move; the path goes there.
fn next<G: Think>(here: &Here<G>, mv: G::Move, path: &mut Vec<u64>) -> Here<G> {
    let position = here.position.after(mv);
    let is_irreversible = here.position.is_irreversible(mv);
    let since = if is_irreversible {
        path.len()
    } else {
        here.since
    };
    path.push(position.key());
    Here {
        position,
        clock: here.position.tick(here.clock, mv, &position),
        plies_left: here.plies_left.saturating_sub(1),
        since,
    }
}

/// Whether the last of these positions was there before: who comes back without having made progress
/// can do so again, and the match is as good as drawn.
fn comes_again(path: &[u64]) -> bool {
    let Some((latest, earlier)) = path.split_last() else {
        return false;
    };
    // The same player is to move every second ply, and two plies change every position.
    earlier
        .iter()
        .rev()
        .skip(3)
        .step_by(2)
        .any(|key| key == latest)
}

/// How much a move deserves to be tried, by the score that its game gives it.
fn appeal(score: i32) -> f32 {
    2.0 + (score as f32 / 2_000.0).clamp(-1.5, 6.0)
}

fn worth(known: Exact) -> f32 {
    match known {
        Exact::Win(_) => 1.0,
        Exact::Draw => 0.0,
        Exact::Loss(_) => -1.0,
    }
}

/// A judgement between -1 and 1. By a root, not by an exponential: every machine rounds it alike.
fn squashed<G: Think>(judged: i32) -> f32 {
    let (judged, scale) = (judged as f32, MARGINS * G::MARGIN as f32);
    judged / (judged * judged + scale * scale).sqrt()
}
