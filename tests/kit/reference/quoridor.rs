//! A second opinion on the moves of Quoridor, as `mod.rs` gives one on draughts: written from the
//! rules alone, in the plainest way, sharing nothing with the library.
//!
//! Every wall is put on the board and both paths are searched square by square. No bits, no ways
//! remembered, no lines of walls followed.

#![allow(dead_code, unreachable_pub)]

/// Rows and columns of the largest board.
const MAX_SIZE: usize = 15;

/// A move: `'s'` and the square stepped on, or `'h'` or `'v'` and the square at the wall's lower left.
pub type Move = (char, usize, usize);

/// A position. Rows and columns from 0 at the bottom left; player 0 moves first and goes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub size: usize,
    pub pawns: [(usize, usize); 2],
    pub left: [usize; 2],
    pub horizontal: [[bool; MAX_SIZE]; MAX_SIZE],
    pub vertical: [[bool; MAX_SIZE]; MAX_SIZE],
    pub turn: usize,
}

impl Position {
    pub fn start(size: usize, walls: usize) -> Position {
        Position {
            size,
            pawns: [(0, size / 2), (size - 1, size / 2)],
            left: [walls; 2],
            horizontal: [[false; MAX_SIZE]; MAX_SIZE],
            vertical: [[false; MAX_SIZE]; MAX_SIZE],
            turn: 0,
        }
    }

    fn goal_row(&self, player: usize) -> usize {
        if player == 0 { self.size - 1 } else { 0 }
    }

    pub fn is_over(&self) -> bool {
        (0..2).any(|player| self.pawns[player].0 == self.goal_row(player))
    }

    /// The square one step away, if it is on the board and no wall stands between.
    fn beside(&self, (row, column): (usize, usize), direction: usize) -> Option<(usize, usize)> {
        match direction {
            // Up: a horizontal wall above this square begins here or one column to the left.
            0 => {
                let stopped = self.horizontal[row][column]
                    || (column > 0 && self.horizontal[row][column - 1]);
                (row + 1 < self.size && !stopped).then_some((row + 1, column))
            }
            // Right.
            1 => {
                let stopped =
                    self.vertical[row][column] || (row > 0 && self.vertical[row - 1][column]);
                (column + 1 < self.size && !stopped).then_some((row, column + 1))
            }
            // Down: as up from the square below.
            2 => {
                let below = (row.checked_sub(1)?, column);
                (self.beside(below, 0) == Some((row, column))).then_some(below)
            }
            // Left.
            _ => {
                let left = (row, column.checked_sub(1)?);
                (self.beside(left, 1) == Some((row, column))).then_some(left)
            }
        }
    }

    pub fn distance(&self, player: usize) -> Option<usize> {
        let mut seen = [[false; MAX_SIZE]; MAX_SIZE];
        let start = self.pawns[player];
        seen[start.0][start.1] = true;
        let mut queue = vec![(start, 0)];
        let mut next = 0;
        while next < queue.len() {
            let (square, steps) = queue[next];
            next += 1;
            if square.0 == self.goal_row(player) {
                return Some(steps);
            }
            for direction in 0..4 {
                if let Some((row, column)) = self.beside(square, direction)
                    && !seen[row][column]
                {
                    seen[row][column] = true;
                    queue.push(((row, column), steps + 1));
                }
            }
        }
        None
    }

    /// Returns true if a player can reach its goal. One path suffices, so it tries steps ahead first,
    /// and aside or back where it must.
    fn is_arrival(&self, player: usize) -> bool {
        let ahead = if player == 0 { 0 } else { 2 };
        let mut seen = [[false; MAX_SIZE]; MAX_SIZE];
        let mut waiting = vec![self.pawns[player]];
        while let Some((row, column)) = waiting.pop() {
            if row == self.goal_row(player) {
                return true;
            }
            // What is put last is tried first.
            for direction in [ahead + 2, 1, 3, ahead] {
                if let Some((row, column)) = self.beside((row, column), direction % 4)
                    && !seen[row][column]
                {
                    seen[row][column] = true;
                    waiting.push((row, column));
                }
            }
        }
        false
    }

    fn steps(&self) -> Vec<Move> {
        let (own, enemy) = (self.pawns[self.turn], self.pawns[1 - self.turn]);
        let mut found = Vec::new();
        for direction in 0..4 {
            let Some(square) = self.beside(own, direction) else {
                continue;
            };
            if square != enemy {
                found.push(square);
            } else if let Some(behind) = self.beside(enemy, direction) {
                found.push(behind);
            } else {
                found.extend(self.beside(enemy, (direction + 1) % 4));
                found.extend(self.beside(enemy, (direction + 3) % 4));
            }
        }
        found.into_iter().map(|(row, column)| ('s', row, column)).collect()
    }

    /// Returns true if a wall would overlap no other.
    fn can_place(&self, direction: char, row: usize, column: usize) -> bool {
        if self.horizontal[row][column] || self.vertical[row][column] {
            return false;
        }
        if direction == 'h' {
            !self.horizontal[row][column + 1] && (column == 0 || !self.horizontal[row][column - 1])
        } else {
            !self.vertical[row + 1][column] && (row == 0 || !self.vertical[row - 1][column])
        }
    }

    pub fn play(&self, (kind, row, column): Move) -> Position {
        let mut next = *self;
        match kind {
            's' => next.pawns[self.turn] = (row, column),
            'h' => next.horizontal[row][column] = true,
            _ => next.vertical[row][column] = true,
        }
        if kind != 's' {
            next.left[self.turn] -= 1;
        }
        next.turn = 1 - self.turn;
        next
    }

    /// The legal moves, in no order to rely on. A pawn on its goal ends the game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = self.steps();
        if self.left[self.turn] == 0 {
            return moves;
        }
        for direction in ['h', 'v'] {
            for row in 0..self.size - 1 {
                for column in 0..self.size - 1 {
                    if !self.can_place(direction, row, column) {
                        continue;
                    }
                    let walled = self.play((direction, row, column));
                    if walled.is_arrival(0) && walled.is_arrival(1) {
                        moves.push((direction, row, column));
                    }
                }
            }
        }
        moves
    }
}

/// Leaves at exactly this depth, the last level counted by the length of the list.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}
