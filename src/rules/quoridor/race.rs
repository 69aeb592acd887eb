//! The endgame without further walls: two pawns run between the standing walls.
//!
//! The walls of a position are analysed once, into a table of open sides and a distance table for
//! each player. After that a step costs one table lookup, which is all that a search of steps
//! needs. The race does not know the player to move or the walls left.

use smallvec::SmallVec;

use super::Quoridor;
use super::bits::{Wide, is_narrow};
use super::board::square_at;
use super::masks::Sizes;

use super::node::Node;
use crate::{Game, Player, Square};

/// Squares of a row in the tables, for every board size.
const ROW: usize = 16;
const SQUARES: usize = ROW * ROW;

/// Distance of a square that no pawn of the position can reach.
const NEVER: u8 = u8::MAX;

/// Up, right, down, left: the bit of each in the table of open sides, and the offset of its
/// neighbour. Offsets are taken modulo the table size, so that none is negative.
const SIDES: [(u8, usize); 4] = [(1, ROW), (2, 1), (4, SQUARES - ROW), (8, SQUARES - 1)];

/// The walls of a position, for pawns that only run.
#[derive(Clone, Debug)]
pub struct Race {
    open: [u8; SQUARES],
    distance: [[u8; SQUARES]; 2],
    goal_rows: [u8; 2],
}

impl Race {
    /// Analyses the walls of a position.
    #[inline]
    pub fn new(position: &Quoridor) -> Race {
        let board = position.board();
        let mut race = Race {
            open: [0; SQUARES],
            distance: [[NEVER; SQUARES]; 2],
            goal_rows: [Player::X, Player::O].map(|player| board.goal_row(player)),
        };
        if is_narrow(board.size()) {
            race.fill(&Node::<u128>::new(&board, position.turn()), board.size());
        } else {
            race.fill(&Node::<Wide>::new(&board, position.turn()), board.size());
        }
        race
    }

    #[inline]
    fn fill<B: Sizes>(&mut self, node: &Node<B>, size: usize) {
        let place = |index| place(square_at(size, index));
        let open = node.open();
        let [up, right, down, left] = SIDES;
        for (edges, out, back) in [(open.north, up, down), (open.east, right, left)] {
            for index in edges.indices() {
                let square = place(index);
                self.open[square] |= out.0;
                self.open[beside(square, out.1)] |= back.0;
            }
        }
        for player in [Player::X, Player::O] {
            let distance = &mut self.distance[player as usize];
            let mut reached = node.goal(player);
            let mut edge = reached;
            let mut steps = 0;
            while !edge.is_none() {
                for index in edge.indices() {
                    distance[place(index)] = steps;
                }
                edge = open.around(edge) & !reached;
                reached = reached | edge;
                // A path has fewer steps than there are squares, 225 at most.
                steps += 1;
            }
        }
    }

    /// Steps from a square to a player's goal around the walls; `None` where there is no path.
    #[inline]
    pub fn distance(&self, player: Player, from: Square) -> Option<u32> {
        let steps = self.distance[player as usize][place(from)];
        (steps != NEVER).then_some(steps.into())
    }

    /// Returns true if a player whose pawn stands there has won.
    #[inline]
    pub fn is_goal(&self, player: Player, square: Square) -> bool {
        square.row == self.goal_rows[player as usize]
    }

    /// Returns the squares a pawn may step to, given the enemy's square; in unspecified order.
    #[inline]
    pub fn steps(&self, from: Square, enemy: Square) -> SmallVec<[Square; 8]> {
        let mut steps = SmallVec::new();
        let (own, enemy) = (place(from), place(enemy));
        let is_open = |square: usize, side: usize| self.open[square] & SIDES[side].0 != 0;
        for side in (0..4).filter(|&side| is_open(own, side)) {
            let next = beside(own, SIDES[side].1);
            if next != enemy {
                steps.push(square(next));
            } else if is_open(enemy, side) {
                steps.push(square(beside(enemy, SIDES[side].1)));
            } else {
                let aside = [(side + 1) % 4, (side + 3) % 4].into_iter();
                let aside = aside.filter(|&side| is_open(enemy, side));
                steps.extend(aside.map(|side| square(beside(enemy, SIDES[side].1))));
            }
        }
        steps
    }
}

#[inline(always)]
fn place(square: Square) -> usize {
    // Rows and columns are below 15.
    (usize::from(square.row) * ROW + usize::from(square.column)) % SQUARES
}

#[inline(always)]
fn square(place: usize) -> Square {
    // A place is below 256.
    Square::new((place / ROW) as u8, (place % ROW) as u8)
}

#[inline(always)]
fn beside(place: usize, by: usize) -> usize {
    (place + by) % SQUARES
}
