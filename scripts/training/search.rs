//! A compact search that keeps positions it evaluates, with their windows: deepening alpha-beta with a
//! table, and captures played out. Bounded by positions, so that it is the same on any machine.

use arbitro_engine::search::draughts::Tables;
use arbitro_rules::Game;
use arbitro_rules::draughts::{Capturing, Draughts, Move, RuleSet};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use crate::glance::Judged;

/// A match won now; nearer wins are worth more.
pub(crate) const WIN: i32 = 100_000;
const MAX_DEPTH: u32 = 40;
/// Plies that captures are played out, and single replies followed, at most.
const FURTHEST: usize = 90;
const TABLE_BITS: u32 = 14;

/// When a search ends; a depth that was begun is finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: Move,
    value: i32,
    depth: i32,
    kind: Kind,
}

pub(crate) struct Search<'a, R: RuleSet> {
    tables: &'a Tables,
    table: Vec<Option<Entry>>,
    /// What was found good before, by where it comes from and goes to.
    history: Vec<u32>,
    lists: Vec<Vec<Move>>,
    /// Keys of the positions on the way here, the game's before the search's.
    keys: Vec<u64>,
    nodes: u64,
    /// Of so many positions that are judged, one is kept; none if nobody wants them.
    pub(crate) keep_every: Option<u64>,
    pub(crate) kept: Vec<Judged<R>>,
    judged: u64,
    /// Decides between moves that are equally good: by their order alone, one player would always
    /// begin with its back row and the other with its front.
    random: SmallRng,
    rules: std::marker::PhantomData<R>,
}

/// The best move and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) value: i32,
}

impl<'a, R: RuleSet> Search<'a, R> {
    pub(crate) fn new(tables: &'a Tables, seed: u64) -> Search<'a, R> {
        Search {
            tables,
            table: vec![None; 1 << TABLE_BITS],
            history: vec![0; 64 * 64],
            lists: Vec::new(),
            keys: Vec::new(),
            nodes: 0,
            keep_every: None,
            kept: Vec::new(),
            judged: 0,
            random: SmallRng::seed_from_u64(seed),
            rules: std::marker::PhantomData,
        }
    }

    /// The best move; `None` where there is none. `played` are the keys of the positions before.
    pub(crate) fn choose(
        &mut self,
        position: &Draughts<R>,
        played: &[u64],
        bound: Bound,
    ) -> Option<Choice> {
        self.nodes = 0;
        self.keys.clear();
        self.keys.extend_from_slice(played);
        for count in &mut self.history {
            *count /= 8;
        }
        let mut moves = position.legal_moves();
        moves.shuffle(&mut self.random);
        let mut choice = Choice { mv: *moves.first()?, value: 0 };
        for depth in 1..=bound.depth.min(MAX_DEPTH) {
            let mut best: Option<Choice> = None;
            for &mv in &moves {
                let alpha = best.map_or(-WIN, |best| best.value);
                let next = position.after(mv);
                self.keys.push(position.key());
                let value = self.later(&next, depth as i32 - 1, alpha, WIN, 1, best.is_some());
                self.keys.pop();
                if best.is_none_or(|best| value > best.value) {
                    best = Some(Choice { mv, value });
                }
            }
            choice = best?;
            // The best first next time; the others keep their order.
            if let Some(at) = moves.iter().position(|&mv| mv == choice.mv) {
                moves[..=at].rotate_right(1);
            }
            let is_decided = choice.value.abs() > WIN - 200;
            if moves.len() < 2 || is_decided || self.nodes >= bound.nodes {
                break;
            }
        }
        Some(choice)
    }

    /// The value of a successor for the player who moved there.
    fn later(
        &mut self,
        next: &Draughts<R>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_later_move: bool,
    ) -> i32 {
        if is_later_move {
            let narrow = -self.value(next, depth, -alpha - 1, -alpha, ply);
            if narrow <= alpha || narrow >= beta {
                return narrow;
            }
        }
        -self.value(next, depth, -beta, -alpha, ply)
    }

    fn value(
        &mut self,
        position: &Draughts<R>,
        mut depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.nodes += 1;
        if self.lists.len() <= ply {
            self.lists.resize(ply + 1, Vec::new());
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        position.legal_moves_into(&mut moves);
        let value = if moves.is_empty() {
            ply as i32 - WIN
        } else {
            let captures = moves.iter().any(Move::is_capture);
            // A forced reply costs no depth: the choice is the other player's.
            if moves.len() == 1 && ply < FURTHEST / 2 {
                depth += 1;
            }
            if depth > 0 && ply < FURTHEST {
                self.deep(position, &mut moves, depth, alpha, beta, ply)
            } else if !captures || ply >= FURTHEST {
                self.judge(position, alpha, beta)
            } else {
                let mut best = -WIN;
                if R::RULES.capturing == Capturing::Optional {
                    best = self.judge(position, alpha, beta);
                    alpha = alpha.max(best);
                    moves.retain(Move::is_capture);
                }
                for &mv in &moves {
                    if alpha >= beta {
                        break;
                    }
                    let next = position.after(mv);
                    best = best.max(-self.value(&next, 0, -beta, -alpha, ply + 1));
                    alpha = alpha.max(best);
                }
                best
            }
        };
        self.lists[ply] = moves;
        value
    }

    fn judge(&mut self, position: &Draughts<R>, alpha: i32, beta: i32) -> i32 {
        self.judged += 1;
        if self.keep_every.is_some_and(|keep_every| self.judged.is_multiple_of(keep_every)) {
            self.kept.push(Judged { position: *position, alpha, beta });
        }
        self.tables.assess(position)
    }

    fn deep(
        &mut self,
        position: &Draughts<R>,
        moves: &mut [Move],
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let key = position.key();
        // Standing where one stood before leads nowhere, whatever the rules say of it.
        if self.keys.iter().rev().skip(1).step_by(2).take(20).any(|&it| it == key) {
            return 0;
        }
        let slot = (key >> (64 - TABLE_BITS)) as usize;
        let known = self.table[slot].filter(|entry| entry.key == key);
        if let Some(entry) = known
            && entry.depth >= depth
            && entry.value.abs() < WIN - 200
        {
            match entry.kind {
                Kind::Exact => return entry.value,
                Kind::AtLeast if entry.value >= beta => return entry.value,
                Kind::AtMost if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let before = alpha;
        let geometry = Draughts::<R>::GEOMETRY;
        let place = |mv: &Move| {
            let at = |square| {
                let (row, column) = geometry.place(square).indices();
                (row * 10 + column) / 2
            };
            at(mv.from) * 64 + at(mv.to)
        };
        moves.sort_by_cached_key(|mv| {
            let is_known = known.is_some_and(|entry| entry.mv == *mv);
            let tried = self.history[place(mv)];
            std::cmp::Reverse((is_known, mv.captured_count(), tried))
        });
        let mut best = -WIN;
        let mut best_move = moves[0];
        for (index, &mv) in moves.iter().enumerate() {
            self.keys.push(key);
            let next = position.after(mv);
            let value = self.later(&next, depth - 1, alpha, beta, ply + 1, index > 0);
            self.keys.pop();
            if value > best {
                best = value;
                best_move = mv;
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if !mv.is_capture() {
                    self.history[place(&mv)] += (depth * depth) as u32;
                }
                break;
            }
        }
        let kind = if best <= before {
            Kind::AtMost
        } else if best >= beta {
            Kind::AtLeast
        } else {
            Kind::Exact
        };
        self.table[slot] = Some(Entry { key, mv: best_move, value: best, depth, kind });
        best
    }
}
