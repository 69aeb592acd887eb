//! The selective player: alpha-beta of a few plies with evaluations that were asked for by name.
//!
//! On 10x10 it is the smart bot: material, shelter and the centre; on 8x8 the guide's: material and
//! how far the men have come; in Quoridor the original's extreme level, which looks at few moves but far. Looks
//! at captures first and keeps what it found out about positions. It settles no captures at its
//! horizon, knows nothing of draws, and of time only the question whether it is late.

use super::Found;
use super::SearchedSet;
use super::engine::{
    Bound, INFINITE, Known, MAX_EVAL, MoveStack, Table, Think, WIN as WON, from_table, to_table,
};
use super::minimax::{WIN, best_of};
use super::quoridor_levels::extreme;
use arbitro_rules::draughts::{Board, Direction, Draughts, Geometry, Move, squares_of, step};
use arbitro_rules::quoridor::{self, Quoridor};
use arbitro_rules::{Game, Player};

const MAN: i32 = 100;
const KING: i32 = 300;
/// On 8x8, for a man, each row it has come forward.
const ROW: i32 = 10;
/// On 10x10, for a piece that nothing can get behind.
const SHELTERED: i32 = 50;
/// On 10x10, for a piece on one of the middle squares.
const CENTRAL: i32 = 30;

/// Plies it looks ahead.
const DEPTH: u32 = 6;
/// Bytes of its memory for positions.
const MEMORY: usize = 2 << 20;
/// Positions between two questions for the time.
const NODES_PER_CHECK: u64 = 1024;
/// What comes before every other move of a position: the one that was best there before.
const KNOWN_BEST: i32 = 1 << 28;

/// A game that has a selective player.
pub trait Selective: Game {
    /// Its best moves, equally good as far as it sees: `depth` plies ahead, as many as it likes if
    /// nothing is said, as long as `is_late` says no. `one_of` draws a number below the one it is
    /// given. `None` when there is no legal move.
    fn selected(
        &self,
        depth: Option<u32>,
        one_of: &mut dyn FnMut(usize) -> usize,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<Found<Self::Move>>;
}

impl<R: SearchedSet> Selective for Draughts<R> {
    fn selected(
        &self,
        depth: Option<u32>,
        _one_of: &mut dyn FnMut(usize) -> usize,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<Found<Move>> {
        alpha_beta(self, depth.unwrap_or(DEPTH), is_late)
    }
}

impl Selective for Quoridor {
    /// Its depth is its own.
    fn selected(
        &self,
        _depth: Option<u32>,
        one_of: &mut dyn FnMut(usize) -> usize,
        _is_late: &mut dyn FnMut() -> bool,
    ) -> Option<Found<quoridor::Move>> {
        extreme(self, one_of)
    }
}

/// What a position is worth to the player to move: the smart bot's value on 10x10, else the guide's.
pub fn stated_worth<R: SearchedSet>(position: &Draughts<R>) -> i32 {
    let board = position.board();
    let of = |player| {
        if R::RULES.size == 10 {
            smart_worth::<R>(&board, player)
        } else {
            guide_worth::<R>(&board, player)
        }
    };
    of(position.turn()) - of(!position.turn())
}

/// The guide: a man 1, a king 3, a tenth for each row a man has come forward.
fn guide_worth<R: SearchedSet>(board: &Board, player: Player) -> i32 {
    let (men, kings) = board.count(player);
    let geometry = const { Geometry::new(&R::RULES) };
    let rows: usize = squares_of(board.of(player) & !board.kings())
        .map(|square| {
            let (row, _) = geometry.place(square);
            match player {
                Player::X => row,
                Player::O => geometry.size() - 1 - row,
            }
        })
        .sum();
    MAN * men as i32 + KING * kings as i32 + ROW * rows as i32
}

/// The smart bot: a man 1, a king 3, half for a piece that has nothing but its own or the edge on
/// both squares behind it, three tenths for one of the four by four squares in the middle.
fn smart_worth<R: SearchedSet>(board: &Board, player: Player) -> i32 {
    let (men, kings) = board.count(player);
    let own = board.of(player);
    let geometry = const { Geometry::new(&R::RULES) };
    // A piece seen from the free square behind it is not sheltered.
    let free = geometry.squares & !own;
    let forward = match player {
        Player::X => [Direction::UpLeft, Direction::UpRight],
        Player::O => [Direction::DownLeft, Direction::DownRight],
    };
    let open = step::<R>(free, forward[0]) | step::<R>(free, forward[1]);
    let sheltered = (own & !open).count_ones() as i32;
    let central = (own & const { middle(&Geometry::new(&R::RULES)) }).count_ones() as i32;
    MAN * men as i32 + KING * kings as i32 + SHELTERED * sheltered + CENTRAL * central
}

/// The dark squares among the four by four in the middle of the board.
const fn middle(geometry: &Geometry) -> u64 {
    let first = geometry.size() / 2 - 2;
    let mut squares = 0;
    let mut place = 0;
    while place < 16 {
        if let Some(square) = geometry.square(first + place / 4, first + place % 4) {
            squares |= square.bit();
        }
        place += 1;
    }
    squares
}

/// Alpha-beta, one ply deeper each time.
fn alpha_beta<R: SearchedSet>(
    position: &Draughts<R>,
    depth: u32,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<Found<Move>> {
    let moves = position.legal_moves();
    if position.end().is_some() {
        return None;
    }
    let mut search = Search {
        table: Table::new(MEMORY),
        stack: MoveStack::new(),
        is_late,
        nodes: 0,
        may_stop: false,
        is_over: false,
    };
    let mut found = None;
    for depth in 1..=depth.max(1) {
        search.may_stop = depth > 1;
        let Some((best, value)) = search.root(position, &moves, depth as i32) else {
            break;
        };
        let is_decided = value.abs() >= WON - depth as i32;
        found = Some(Found {
            best,
            value: match value {
                value if value > MAX_EVAL => value - WON + WIN,
                value if value < -MAX_EVAL => value + WON - WIN,
                value => value,
            },
            depth,
            nodes: search.nodes,
        });
        if moves.len() < 2 || is_decided {
            break;
        }
    }
    found
}

struct Search<'a> {
    table: Table,
    stack: MoveStack<Move>,
    is_late: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    may_stop: bool,
    is_over: bool,
}

impl Search<'_> {
    fn root<R: SearchedSet>(
        &mut self,
        position: &Draughts<R>,
        moves: &[Move],
        depth: i32,
    ) -> Option<(Vec<Move>, i32)> {
        best_of(moves, -INFINITE, |mv, alpha| {
            let value = -self.value(&position.after(mv), depth - 1, -INFINITE, -alpha, 1);
            (!self.is_over).then_some(value)
        })
    }

    fn value<R: SearchedSet>(
        &mut self,
        position: &Draughts<R>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.may_stop && self.nodes.is_multiple_of(NODES_PER_CHECK) && (self.is_late)() {
            self.is_over = true;
        }
        if self.is_over {
            return 0;
        }
        if let Some(end) = position.end() {
            return if end.winner() == position.turn() {
                WON - ply
            } else {
                ply - WON
            };
        }
        if depth == 0 {
            return stated_worth(position);
        }
        let known = self.table.get(position.key(), depth);
        // Only what was found at this very depth: the value is then that of plain minimax.
        if let Some(known) = known.filter(|known| i32::from(known.depth) == depth) {
            let value = from_table(known.value, ply as usize);
            let is_enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if is_enough {
                return value;
            }
        }
        let base = self.stack.len();
        position.candidates(true, &mut self.stack);
        if let Some(tag) = known.and_then(|known| known.tag) {
            for at in base..self.stack.len() {
                if Draughts::<R>::tag(self.stack.candidates[at].mv) == tag {
                    self.stack.candidates[at].score = KNOWN_BEST;
                }
            }
        }
        let least = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for at in base..self.stack.len() {
            self.stack.bring_best(at);
            let mv = self.stack.candidates[at].mv;
            let value = -self.value(&position.after(mv), depth - 1, -beta, -alpha, ply + 1);
            if self.is_over {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(base);
        if self.is_over {
            return 0;
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > least => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known {
            tag: best_move.map(Draughts::<R>::tag),
            value: to_table(best, ply as usize),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.put(position.key(), depth, known);
        best
    }
}
