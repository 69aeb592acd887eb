//! A second opinion on the moves of the draughts rule sets.
//!
//! The library's kernel is fast, and fast code hides its mistakes well. This module answers the same
//! questions (which moves are legal, what does the board look like afterwards, how many leaves are
//! there) in the plainest way that is not wasteful: one byte per cell, a wall around the board, and
//! loops over directions. It was written from the rules alone and shares nothing with the library,
//! so that a difference between the two always means something.
//!
//! What it does not do, on purpose:
//! - no draw rules, no history, no records, no notation;
//! - no judging: [`Position::play`] believes the caller that the move came from
//!   [`Position::legal_moves`];
//! - no tricks: what would make it faster would make it harder to believe.

// Every test or bench that includes this file uses another part of it, and sees it as a private
// module of its own.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod quoridor;
mod rule_sets;

use rule_sets::Priority;
pub use rule_sets::{Rules, TABLE, rules};

/// Cells from one row to the next: one of wall, which ends one row and begins the next, and the ten
/// of the largest board. Smaller boards leave more wall.
const STRIDE: u8 = 11;
/// The rows of the largest board, a row of wall below and above, and the wall behind the last cell.
const CELLS: usize = 12 * STRIDE as usize + 1;

const EMPTY: u8 = b' ';
const WALL: u8 = b'#';
/// The bit that tells a man from a king, and thereby any piece from its owner's letter.
const MAN: u8 = b'x' ^ b'X';

fn square(row: u8, col: u8) -> u8 {
    (row + 1) * STRIDE + col + 1
}

fn row_of(square: u8) -> u8 {
    square / STRIDE - 1
}

fn coordinates(square: u8) -> (u8, u8) {
    (row_of(square), square % STRIDE - 1)
}

fn bit(square: u8) -> u128 {
    1 << square
}

/// The squares of a set, lowest first.
fn squares(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros();
        set &= set - 1;
        u8::try_from(lowest).ok()
    })
}

/// A move: where from, where to, and what it takes. Squares are (row, column), row 0 at the bottom.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Move {
    /// Origin square.
    pub from: (u8, u8),
    /// Destination square; the origin after a round trip.
    pub to: (u8, u8),
    /// The squares of the captured pieces, sorted; the route does not matter.
    pub captured: Vec<(u8, u8)>,
}

/// A move as the generator keeps it, without a heap allocation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    from: u8,
    to: u8,
    captured: u128,
}

/// Value of a capture under the priority in force, compared from left to right.
type Worth = (u32, bool, u32, u32);

/// The legal moves found so far: never two equal ones, never one of less than the best worth.
#[derive(Default)]
struct MoveLists {
    steps: Vec<Step>,
    best: Worth,
}

impl MoveLists {
    fn clear(&mut self) {
        self.steps.clear();
        self.best = Worth::default();
    }

    fn add_capture(&mut self, worth: Worth, step: Step) {
        if worth < self.best {
            return;
        }
        if worth > self.best {
            self.steps.clear();
            self.best = worth;
        }
        // Only one route takes one piece, so nothing can be equal to that.
        if step.captured.count_ones() < 2 || !self.steps.contains(&step) {
            self.steps.push(step);
        }
    }
}

/// A capture under way.
#[derive(Clone, Copy)]
struct Run {
    from: u8,
    at: u8,
    king: bool,
    captured: u128,
    /// One bit per captured piece, the latest lowest, set for a king. Of two runs of equal length the
    /// one that meets a king earlier then has the larger number.
    kings_met: u32,
}

/// A board and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Position {
    rules: &'static Rules,
    cells: [u8; CELLS],
    turn: u8,
}

impl Position {
    fn empty(rules: &'static Rules, turn: u8) -> Position {
        let mut cells = [WALL; CELLS];
        for row in 0..rules.size {
            for col in 0..rules.size {
                cells[usize::from(square(row, col))] = EMPTY;
            }
        }
        Position { rules, cells, turn }
    }

    /// The start position, player 1 (`x`) to move.
    pub fn start(rules: &'static Rules) -> Position {
        let mut position = Position::empty(rules, b'x');
        for row in 0..rules.size {
            let man = if row < rules.rows_of_men {
                b'x'
            } else if row >= rules.size - rules.rows_of_men {
                b'o'
            } else {
                continue;
            };
            for col in (0..rules.size).filter(|col| (row + col) % 2 == rules.dark_parity) {
                position.cells[usize::from(square(row, col))] = man;
            }
        }
        position
    }

    /// Reads a board: a line per row, top row first, cells `x X o O` or a space with one space
    /// between two cells, lines parted by `'\n'`. `None` for any other text, for a piece on a light
    /// square, for a man on its far row, and for a `turn` other than `b'x'` and `b'o'`.
    pub fn from_text(rules: &'static Rules, text: &str, turn: u8) -> Option<Position> {
        if !matches!(turn, b'x' | b'o') {
            return None;
        }
        let mut position = Position::empty(rules, turn);
        let mut lines = text.split('\n');
        for row in (0..rules.size).rev() {
            let line = lines.next()?.as_bytes();
            if line.len() != 2 * usize::from(rules.size) - 1
                || line.iter().skip(1).step_by(2).any(|&gap| gap != b' ')
            {
                return None;
            }
            for (col, &cell) in (0..rules.size).zip(line.iter().step_by(2)) {
                let dark = (row + col) % 2 == rules.dark_parity;
                let fits = match cell {
                    EMPTY => true,
                    b'x' | b'o' => dark && row != position.far_row(cell),
                    b'X' | b'O' => dark,
                    _ => false,
                };
                if !fits {
                    return None;
                }
                position.cells[usize::from(square(row, col))] = cell;
            }
        }
        lines.next().is_none().then_some(position)
    }

    /// The board in the form that [`Position::from_text`] reads.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for row in (0..self.rules.size).rev() {
            for col in 0..self.rules.size {
                text.push(char::from(self.cell(square(row, col))));
                text.push(if col + 1 < self.rules.size { ' ' } else { '\n' });
            }
        }
        text.pop();
        text
    }

    /// Returns the player to move: `b'x'` or `b'o'`.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Every legal move once, sorted by from, to and captured squares.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut found = MoveLists::default();
        self.find(&mut found);
        let mut moves: Vec<Move> = found
            .steps
            .iter()
            .map(|step| Move {
                from: coordinates(step.from),
                to: coordinates(step.to),
                captured: squares(step.captured).map(coordinates).collect(),
            })
            .collect();
        moves.sort_unstable();
        moves
    }

    /// The position after a move that [`Position::legal_moves`] gave.
    pub fn play(&self, mv: &Move) -> Position {
        self.after(Step {
            from: square(mv.from.0, mv.from.1),
            to: square(mv.to.0, mv.to.1),
            captured: mv.captured.iter().fold(0, |set, &(row, col)| set | bit(square(row, col))),
        })
    }

    fn after(&self, step: Step) -> Position {
        let mut next = self.clone();
        let mut piece = self.cell(step.from);
        // A move does not tell its route, but whether a man was crowned on its way shows all the same:
        // it captures its way to the far row exactly if it jumps a piece on the row before. If what
        // jumped that piece was a king by then, the man had been crowned even earlier.
        let crowned = row_of(step.to) == self.far_row(self.turn)
            || (self.rules.crowned_at_once
                && squares(step.captured)
                    .any(|taken| row_of(taken).abs_diff(self.far_row(self.turn)) == 1));
        if crowned {
            piece &= !MAN;
        }
        next.cells[usize::from(step.from)] = EMPTY;
        for taken in squares(step.captured) {
            next.cells[usize::from(taken)] = EMPTY;
        }
        next.cells[usize::from(step.to)] = piece;
        next.turn = self.enemy();
        next
    }

    fn cell(&self, square: u8) -> u8 {
        self.cells[usize::from(square)]
    }

    fn enemy(&self) -> u8 {
        self.turn ^ b'x' ^ b'o'
    }

    /// The row where the men of a player are crowned.
    fn far_row(&self, player: u8) -> u8 {
        if player == b'x' { self.rules.size - 1 } else { 0 }
    }

    /// The four diagonal steps, the two that lead forward first.
    fn directions(&self) -> [i8; 4] {
        if self.turn == b'x' { [10, 12, -10, -12] } else { [-10, -12, 10, 12] }
    }

    fn find(&self, found: &mut MoveLists) {
        found.clear();
        self.find_captures(found);
        if !self.rules.forced || found.steps.is_empty() {
            self.find_quiet(found);
        }
    }

    /// The squares of the player to move, each with whether a king stands there.
    fn own_pieces(&self) -> impl Iterator<Item = (u8, bool)> {
        let end = square(self.rules.size, 0);
        (square(0, 0)..end).filter_map(|square| {
            let cell = self.cell(square);
            (cell | MAN == self.turn).then_some((square, cell & MAN == 0))
        })
    }

    fn find_quiet(&self, found: &mut MoveLists) {
        for (from, king) in self.own_pieces() {
            let ways = if king { 4 } else { 2 };
            for &way in &self.directions()[..ways] {
                let mut to = from.wrapping_add_signed(way);
                while self.cell(to) == EMPTY {
                    found.steps.push(Step { from, to, captured: 0 });
                    if !(king && self.rules.flying) {
                        break;
                    }
                    to = to.wrapping_add_signed(way);
                }
            }
        }
    }

    fn find_captures(&self, found: &mut MoveLists) {
        for (from, king) in self.own_pieces() {
            let run = Run { from, at: from, king, captured: 0, kings_met: 0 };
            self.go_on(run, found);
        }
    }

    /// Adds every capture that begins with `run` and takes at least one piece more. Says whether
    /// there is any.
    fn go_on(&self, run: Run, found: &mut MoveLists) -> bool {
        let flies = run.king && self.rules.flying;
        // The moving piece has left its first square. The pieces it jumped still stand in the way.
        let is_free = |square: u8| self.cell(square) == EMPTY || square == run.from;
        let ways = if run.king || self.rules.men_capture_back { 4 } else { 2 };
        let mut any = false;
        for &way in &self.directions()[..ways] {
            let mut jumped = run.at.wrapping_add_signed(way);
            while flies && is_free(jumped) {
                jumped = jumped.wrapping_add_signed(way);
            }
            let target = self.cell(jumped);
            let over_king = target & MAN == 0;
            if target | MAN != self.enemy()
                || run.captured & bit(jumped) != 0
                || (over_king && !run.king && !self.rules.men_capture_kings)
            {
                continue;
            }
            let mut next = Run {
                at: jumped.wrapping_add_signed(way),
                captured: run.captured | bit(jumped),
                kings_met: run.kings_met << 1 | u32::from(over_king),
                ..run
            };
            let nearest = next.at;
            // Where to land is free, except that a king that could go on from one of the squares
            // behind this piece may not stop on another of them.
            let mut goes_on = false;
            while is_free(next.at) {
                any = true;
                next.king = run.king
                    || (self.rules.crowned_at_once && row_of(next.at) == self.far_row(self.turn));
                goes_on |= self.rules.chains && self.go_on(next, found);
                if !flies || self.rules.lands_just_behind {
                    break;
                }
                next.at = next.at.wrapping_add_signed(way);
            }
            next.at = nearest;
            while !goes_on && is_free(next.at) {
                self.stop(next, found);
                if !flies || self.rules.lands_just_behind {
                    break;
                }
                next.at = next.at.wrapping_add_signed(way);
            }
        }
        any
    }

    fn stop(&self, run: Run, found: &mut MoveLists) {
        let taken = run.captured.count_ones();
        let worth = match self.rules.priority {
            Priority::Free => Worth::default(),
            Priority::Most => (taken, false, 0, 0),
            Priority::MostKings => (taken, false, run.kings_met.count_ones(), 0),
            Priority::KingFirst => (0, run.king, 0, 0),
            Priority::Italian => (taken, run.king, run.kings_met.count_ones(), run.kings_met),
        };
        let step = Step { from: run.from, to: run.at, captured: run.captured };
        found.add_capture(worth, step);
    }
}

/// Leaves at exactly `depth` moves from here. The last level is counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    count::<false>(position, &mut lists(depth))
}

/// The same with every leaf played, as a search must do that looks at each.
pub fn perft_by_playing(position: &Position, depth: u32) -> u64 {
    count::<true>(position, &mut lists(depth))
}

/// One list per level, so that a list is allocated once and not once per position.
fn lists(depth: u32) -> Vec<MoveLists> {
    (0..depth).map(|_| MoveLists::default()).collect()
}

fn count<const PLAY_LEAVES: bool>(position: &Position, lists: &mut [MoveLists]) -> u64 {
    let Some((found, deeper)) = lists.split_first_mut() else {
        // Keeps the compiler from dropping the leaf, whose value is never used.
        std::hint::black_box(position);
        return 1;
    };
    position.find(found);
    if deeper.is_empty() && !PLAY_LEAVES {
        return found.steps.len() as u64;
    }
    found.steps.iter().map(|&step| count::<PLAY_LEAVES>(&position.after(step), deeper)).sum()
}
