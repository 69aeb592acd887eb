//! Draughts: one kernel and one row of data per rule set.
//!
//! [`Draughts`] is a position of the rule set named by its type parameter; [`Dama`], [`Italian`]
//! and the others are the sets of the table. [`sets`] holds the rule sets themselves.

mod board;
mod draws;
mod generate;
mod geometry;
mod keys;
mod moves;
mod paths;
mod rule_set;

use std::marker::PhantomData;

pub use board::Board;
use board::Census;
pub use draws::{DrawClock, DrawRule};
pub use generate::{AvailableMoves, FirstMoves, MoveHints};
pub use geometry::{Direction, squares_of, step};
pub use geometry::{Geometry, Square};
pub use moves::Move;
pub use paths::Path;
pub(crate) use paths::{Ground, Jump};
pub use rule_set::{
    Brazilian, Capturing, Chain, Crowning, Czech, Dama, DarkCorner, DrawRules, English,
    FirstColour, Frenchfree, Guide, International, Italian, KingLanding, KingReach, MenCapture,
    Pool, Priority, RuleSet, Rules, Russian, Spanish, SquareNames, Thai, draughts_rules, sets,
};

use super::{End, Game, GameId, Player};
use generate::{
    Side, SideO, SideX, can_capture, can_move, choice, crown_row, generate, generate_captures,
    generate_first, generate_steps,
};
use moves::{Count, List, Onto};

/// A position of the rule set `R`: the pieces and the player to move, with their counts and key.
#[derive(Clone, Copy, Debug)]
pub struct Draughts<R> {
    board: Board,
    turn: Player,
    /// Number of pieces, which would be slow to count each time.
    census: Census,
    key: u64,
    rules: PhantomData<fn() -> R>,
}

impl<R> PartialEq for Draughts<R> {
    fn eq(&self, other: &Draughts<R>) -> bool {
        self.board == other.board && self.turn == other.turn
    }
}

impl<R> Eq for Draughts<R> {}

impl<R> std::hash::Hash for Draughts<R> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl<R: RuleSet> Draughts<R> {
    /// The layout of this rule set's board.
    pub const GEOMETRY: Geometry = Geometry::new(&R::RULES);
    pub const RULES: Rules = R::RULES;

    /// Appends the legal moves to `moves`, each converted by `kept`: quiet moves in ascending
    /// order, captures in an order that depends only on the board. For searches, which order moves
    /// themselves.
    pub fn moves_onto<T>(&self, moves: &mut Vec<T>, kept: impl Fn(Move) -> T) {
        let sink = &mut Onto::new(moves, kept);
        match self.turn {
            Player::X => generate::<R, SideX, _>(&self.board, sink),
            Player::O => generate::<R, SideO, _>(&self.board, sink),
        }
    }

    /// Returns a hinted move without generating others, or else appends the moves to try first.
    #[inline(always)]
    pub fn first_moves_onto<T>(
        &self,
        hints: &MoveHints,
        moves: &mut Vec<T>,
        kept: impl Fn(Move) -> T,
    ) -> FirstMoves {
        let sink = &mut Onto::new(moves, kept);
        match self.turn {
            Player::X => generate_first::<R, SideX, _>(&self.board, hints, sink),
            Player::O => generate_first::<R, SideO, _>(&self.board, hints, sink),
        }
    }

    /// Appends the quiet moves, each converted by `kept`. The player to move must not be forced to
    /// capture.
    pub fn steps_onto<T>(&self, moves: &mut Vec<T>, kept: impl Fn(Move) -> T) {
        let sink = &mut Onto::new(moves, kept);
        match self.turn {
            Player::X => generate_steps::<R, SideX, _>(&self.board, sink),
            Player::O => generate_steps::<R, SideO, _>(&self.board, sink),
        }
    }

    #[inline(always)]
    pub fn choice(&self) -> AvailableMoves {
        match self.turn {
            Player::X => choice::<R, SideX>(&self.board),
            Player::O => choice::<R, SideO>(&self.board),
        }
    }

    /// Returns the only legal capture if that is cheap to see; otherwise appends all captures, each
    /// converted by `kept`.
    #[inline(always)]
    pub fn captures_onto<T>(&self, moves: &mut Vec<T>, kept: impl Fn(Move) -> T) -> Option<Move> {
        let sink = &mut Onto::new(moves, kept);
        match self.turn {
            Player::X => generate_captures::<R, SideX, _>(&self.board, sink),
            Player::O => generate_captures::<R, SideO, _>(&self.board, sink),
        }
    }

    #[inline(always)]
    pub const fn count(&self, player: Player) -> (u32, u32) {
        self.census.count(player)
    }

    /// Returns true if a player could capture, even when it is not the one to move.
    pub fn can_capture(&self, player: Player) -> bool {
        match player {
            Player::X => can_capture::<R, SideX>(&self.board),
            Player::O => can_capture::<R, SideO>(&self.board),
        }
    }

    #[inline(always)]
    pub fn crowns(&self, mv: Move) -> bool {
        self.board.kings & mv.from.bit() == 0
            && match self.turn {
                Player::X => is_crowned::<R, SideX>(mv),
                Player::O => is_crowned::<R, SideO>(mv),
            }
    }

    #[inline(always)]
    pub const fn is_by_man(&self, mv: Move) -> bool {
        self.board.kings & mv.from.bit() == 0
    }

    /// The position after a move, with an invalid key. For callers that do not use the key.
    #[inline(always)]
    pub fn after_without_key(&self, mv: Move) -> Self {
        match self.turn {
            Player::X => self.after_by::<SideX, false>(mv),
            Player::O => self.after_by::<SideO, false>(mv),
        }
    }

    /// The position after a move of side `S`, which is to move.
    #[inline(always)]
    fn after_by<S: Side, const KEYED: bool>(&self, mv: Move) -> Self {
        let board = board_after::<R, S>(&self.board, mv);
        let was_king = self.board.kings & mv.from.bit() != 0;
        let is_king = board.kings & mv.to.bit() != 0;
        let mut key = self.key;
        if KEYED {
            key ^= keys::piece(S::PLAYER, was_king, mv.from.0)
                ^ keys::piece(S::PLAYER, is_king, mv.to.0)
                ^ keys::turn(Player::O);
        }
        let mut census = self.census;
        if is_king && !was_king {
            census.crown(S::PLAYER);
        }
        for square in mv.captured() {
            let is_king = self.board.kings & square.bit() != 0;
            census.remove(<S::Opponent as Side>::PLAYER, is_king);
            if KEYED {
                key ^= keys::piece(<S::Opponent as Side>::PLAYER, is_king, square.0);
            }
        }
        Draughts { board, turn: <S::Opponent as Side>::PLAYER, census, key, rules: PhantomData }
    }

    /// All routes by which the piece can make `mv`, as the squares it lands on, up to `limit`.
    pub fn paths(&self, mv: Move, limit: usize) -> Vec<Path> {
        paths::paths::<R>(&self.board, mv, limit)
    }

    /// Returns true if some route of `mv` lands on the squares of `via` in that order, possibly
    /// with others in between.
    pub fn can_pass(&self, mv: Move, via: &[Square]) -> bool {
        paths::can_pass::<R>(&self.board, mv, via)
    }

    /// Returns true if `mv` can continue from the square `at`, where the piece, a king or not by
    /// then, has captured `captured`.
    pub(crate) fn can_go_on(&self, mv: Move, station: (u64, bool, u64)) -> bool {
        paths::can_go_on::<R>(&self.board, mv, station)
    }

    /// Returns true if the piece makes `mv` by landing on exactly these squares, its destination last.
    /// At most one legal move from a square does.
    pub(crate) fn has_landings(&self, mv: Move, landings: &[Square]) -> bool {
        paths::has_landings::<R>(&self.board, mv, landings)
    }
}

/// The pieces after a move of side `S`.
#[inline(always)]
fn board_after<R: RuleSet, S: Side>(board: &Board, mv: Move) -> Board {
    let (from, to) = (mv.from.bit(), mv.to.bit());
    let (mut x, mut o) = (board.x, board.o);
    // Set and clear separately instead of toggling both: from and to may be the same square.
    match S::PLAYER {
        Player::X => {
            x = x & !from | to;
            o &= !mv.captured;
        }
        Player::O => {
            o = o & !from | to;
            x &= !mv.captured;
        }
    }
    let is_king = board.kings & from != 0 || is_crowned::<R, S>(mv);
    let kings = board.kings & !(from | mv.captured) | if is_king { to } else { 0 };
    Board { x, o, kings }
}

/// Returns true if a man that makes this move is a king afterwards.
#[inline(always)]
fn is_crowned<R: RuleSet, S: Side>(mv: Move) -> bool {
    let last_row = crown_row::<R, S>();
    if mv.to.bit() & last_row != 0 {
        return true;
    }
    // A man that is crowned during its move has captured a piece next to its last row, and no man
    // captures such a piece without touching that row: so the captured set is enough.
    R::RULES.crowning == Crowning::GoesOn && mv.captured & next_to_crown_row::<R, S>() != 0
}

/// The squares of the row before a side's last.
const fn next_to_crown_row<R: RuleSet, S: Side>() -> u64 {
    let row = crown_row::<R, S>();
    let [a, b] = S::FORWARD;
    (geometry::step::<R>(row, a.opposite()) | geometry::step::<R>(row, b.opposite()))
        & geometry::geometry::<R>().squares
}

fn leaves<R: RuleSet, S: Side>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        let mut count = Count::default();
        generate::<R, S, _>(board, &mut count);
        return count.count;
    }
    let mut list = List::default();
    generate::<R, S, _>(board, &mut list);
    list.moves
        .iter()
        .map(|&mv| leaves::<R, S::Opponent>(&board_after::<R, S>(board, mv), depth - 1))
        .sum()
}

impl<R: RuleSet> Game for Draughts<R> {
    type Board = Board;
    type Move = Move;
    type DrawClock = DrawClock;

    const ID: GameId = R::ID;
    const PLY_LIMIT: u32 = R::RULES.ply_limit;
    const REPETITIONS: Option<u32> = R::RULES.draws.repetitions;

    fn start() -> Self {
        let geometry = geometry::geometry::<R>();
        Draughts::new(Board { x: geometry.start_x, o: geometry.start_o, kings: 0 }, Player::X)
    }

    fn new(board: Board, turn: Player) -> Self {
        Draughts {
            board,
            turn,
            census: Census::from_board(&board),
            key: keys::board(&board) ^ keys::turn(turn),
            rules: PhantomData,
        }
    }

    fn board(&self) -> Board {
        self.board
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        let mut list = List::default();
        match self.turn {
            Player::X => generate::<R, SideX, _>(&self.board, &mut list),
            Player::O => generate::<R, SideO, _>(&self.board, &mut list),
        }
        list.moves.sort_unstable();
        moves.clear();
        moves.extend_from_slice(&list.moves);
    }

    fn count_moves(&self) -> u64 {
        self.perft(1)
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Self {
        match self.turn {
            Player::X => self.after_by::<SideX, true>(mv),
            Player::O => self.after_by::<SideO, true>(mv),
        }
    }

    fn end(&self) -> Option<End> {
        for player in [!self.turn, self.turn] {
            if self.board.of(player) == 0 {
                return Some(End::NoPieces(player));
            }
        }
        let can_move = match self.turn {
            Player::X => can_move::<R, SideX>(&self.board),
            Player::O => can_move::<R, SideO>(&self.board),
        };
        (!can_move).then_some(End::NoMoves(self.turn))
    }

    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn tick(&self, clock: DrawClock, mv: Move, next: &Self) -> DrawClock {
        draws::tick(&R::RULES.draws, clock, &self.board, mv, &next.board)
    }

    #[inline(always)]
    fn drawn_by(&self, clock: DrawClock) -> Option<DrawRule> {
        draws::drawn_by(&R::RULES.draws, clock, &self.board)
    }

    fn perft(&self, depth: u32) -> u64 {
        match (depth, self.turn) {
            (0, _) => 1,
            (_, Player::X) => leaves::<R, SideX>(&self.board, depth),
            (_, Player::O) => leaves::<R, SideO>(&self.board, depth),
        }
    }
}
