//! The selective player: shallow alpha-beta with evaluations that the course prescribes.
//!
//! On 10x10 it is the smart bot (material, sheltered pieces and the centre), on 8x8 the guide's bot
//! (material and how far the men have advanced). It searches captures first and has a transposition
//! table, but no quiescence search and no draw rules.

use super::BestMoves;
use super::SearchedSet;
use super::engine::{
    Bound, INFINITE, MAX_EVAL, MoveStack, Table, TableEntry, Think, WIN as WON, from_table,
    to_table,
};
use super::minimax::{WIN, best_moves, deepen};
use arbitro_rules::draughts::{Board, Direction, Draughts, Geometry, Move, squares_of, step};
use arbitro_rules::{Game, Player};

const MAN: i32 = 100;
const KING: i32 = 300;
/// On 8x8, for each row that a man has advanced.
const ADVANCED_ROW: i32 = 10;
/// On 10x10, for a piece that cannot be jumped from the front.
const SHELTERED: i32 = 50;
/// On 10x10, for a piece on one of the middle squares.
const CENTRAL: i32 = 30;

const DEPTH: u32 = 6;
const TABLE_BYTES: usize = 2 << 20;
/// Positions between two polls of `is_late`.
const NODES_PER_CHECK: u64 = 1024;
/// Ordering score of the table move, above all others.
const TABLE_MOVE: i32 = 1 << 28;

/// The prescribed evaluation for the player to move: the smart bot's on 10x10, else the guide's.
pub fn prescribed_evaluation<R: SearchedSet>(position: &Draughts<R>) -> i32 {
    let board = position.board();
    let of = |player| {
        if R::RULES.size == 10 {
            smart_evaluation::<R>(&board, player)
        } else {
            guide_evaluation::<R>(&board, player)
        }
    };
    of(position.turn()) - of(!position.turn())
}

/// The guide's evaluation: 1 for a man, 3 for a king, 0.1 for each row that a man has advanced.
fn guide_evaluation<R: SearchedSet>(board: &Board, player: Player) -> i32 {
    let (men, kings) = board.count(player);
    let geometry = const { Geometry::new(&R::RULES) };
    let rows: usize = squares_of(board.of(player) & !board.kings())
        .map(|square| {
            let (row, _) = geometry.place(square).indices();
            match player {
                Player::X => row,
                Player::O => geometry.size() - 1 - row,
            }
        })
        .sum();
    MAN * men as i32 + KING * kings as i32 + ADVANCED_ROW * rows as i32
}

/// The smart bot's evaluation: 1 for a man, 3 for a king, 0.5 for a piece with only its own pieces
/// or the edge on both squares behind it, 0.3 for a piece on one of the four by four squares in the
/// middle.
fn smart_evaluation<R: SearchedSet>(board: &Board, player: Player) -> i32 {
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

/// Alpha-beta with iterative deepening, `depth` plies deep or as the course prescribes.
pub fn prescribed_search<R: SearchedSet>(
    position: &Draughts<R>,
    depth: Option<u32>,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<BestMoves<Move>> {
    let moves = position.legal_moves();
    if position.end().is_some() {
        return None;
    }
    let mut search = Search {
        table: Table::new(TABLE_BYTES),
        stack: MoveStack::new(),
        is_late,
        nodes: 0,
        can_stop: false,
        has_stopped: false,
    };
    let found = deepen(moves.len(), depth.unwrap_or(DEPTH), WON, |depth| {
        search.can_stop = depth > 1;
        best_moves(&moves, -INFINITE, |mv, alpha| {
            let next = position.after(mv);
            let value = -search.value(&next, depth as i32 - 1, -INFINITE, -alpha, 1);
            (!search.has_stopped).then_some(value)
        })
    })?;
    let value = match found.value {
        value if value > MAX_EVAL => value - WON + WIN,
        value if value < -MAX_EVAL => value + WON - WIN,
        value => value,
    };
    Some(BestMoves { value, ..found })
}

struct Search<'a> {
    table: Table,
    stack: MoveStack<Move>,
    is_late: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    can_stop: bool,
    has_stopped: bool,
}

impl Search<'_> {
    fn value<R: SearchedSet>(
        &mut self,
        position: &Draughts<R>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.can_stop && self.nodes.is_multiple_of(NODES_PER_CHECK) && (self.is_late)() {
            self.has_stopped = true;
        }
        if self.has_stopped {
            return 0;
        }
        if let Some(end) = position.end() {
            return if end.winner() == position.turn() { WON - ply } else { ply - WON };
        }
        if depth == 0 {
            return prescribed_evaluation(position);
        }
        let entry = self.table.probe(position.key(), depth);
        // Only entries of exactly this depth, so that the value equals that of plain minimax.
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) == depth) {
            let value = from_table(entry.value, ply as usize);
            let is_enough = match entry.bound {
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
        if let Some(tag) = entry.and_then(|entry| entry.tag) {
            for at in base..self.stack.len() {
                if Draughts::<R>::tag(self.stack.candidates[at].mv) == tag {
                    self.stack.candidates[at].score = TABLE_MOVE;
                }
            }
        }
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for at in base..self.stack.len() {
            self.stack.select_best(at);
            let mv = self.stack.candidates[at].mv;
            let value = -self.value(&position.after(mv), depth - 1, -beta, -alpha, ply + 1);
            if self.has_stopped {
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
        if self.has_stopped {
            return 0;
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = TableEntry {
            tag: best_move.map(Draughts::<R>::tag),
            value: to_table(best, ply as usize),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.store(position.key(), depth, entry);
        best
    }
}
