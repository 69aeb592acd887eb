//! Generates legal walls: they overlap no others and leave both players a path.
//!
//! Deciding if a wall blocks a player's last path needs no flood fill. Walls and the edge of the
//! board are lines between points; a pawn is cut off if some closed line goes around it. Take any
//! path from the pawn to its goal and out of the board: a closed line has the pawn inside exactly
//! if it crosses that path an odd number of times. No standing wall crosses it, nor does the edge
//! if the goal's side is left out. So the new wall must, and a line through it is closed exactly if
//! the points it joins were already connected. For the two halves of a wall with points `a`,
//! `middle` and `b`, crossing the path `first` and `second` times, the wall cuts the pawn off if
//! one of these holds:
//!
//! - `first` is odd, and `a` and `middle` are connected;
//! - `second` is odd, and `middle` and `b` are connected;
//! - `first + second` is odd, and `a` and `b` are connected.
//!
//! Whole sets of walls are tested at once: do they cross the path, and touch something at two of
//! their points? Only the few that remain are looked up one by one in the union-find table.

use super::bits::Bits;
use super::masks::Sizes;
use super::node::{Node, Way};
use crate::Player;

/// Sets of places for walls of the two directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<B> {
    pub(super) horizontal: B,
    pub(super) vertical: B,
}

impl<B: Bits> Places<B> {
    pub(super) const NONE: Places<B> = Places { horizontal: B::NONE, vertical: B::NONE };

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.horizontal.count() + self.vertical.count()
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        (self.horizontal | self.vertical).is_none()
    }

    #[inline(always)]
    pub(super) fn and(self, other: Places<B>) -> Places<B> {
        Places {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    #[inline(always)]
    pub(super) fn or(self, other: Places<B>) -> Places<B> {
        Places {
            horizontal: self.horizontal | other.horizontal,
            vertical: self.vertical | other.vertical,
        }
    }

    #[inline(always)]
    pub(super) fn without(self, other: Places<B>) -> Places<B> {
        Places {
            horizontal: self.horizontal & !other.horizontal,
            vertical: self.vertical & !other.vertical,
        }
    }
}

/// The places of walls that cross a path with one half or the other.
#[derive(Clone, Copy, Debug)]
struct Crossing<B> {
    first: Places<B>,
    second: Places<B>,
}

impl<B: Bits> Way<B> {
    #[inline(always)]
    fn crossing(&self) -> Crossing<B> {
        Crossing {
            first: Places { horizontal: self.north, vertical: self.east },
            second: Places { horizontal: self.north.left(), vertical: self.east.down() },
        }
    }

    /// Returns true if a wall at this place, given as a set of one, crosses the path.
    #[inline(always)]
    pub(super) fn is_crossed(&self, wall: Places<B>) -> bool {
        let Crossing { first, second } = self.crossing();
        let horizontal = (first.horizontal | second.horizontal) & wall.horizontal;
        let vertical = (first.vertical | second.vertical) & wall.vertical;
        !(horizontal | vertical).is_none()
    }
}

/// The edge of the board, as one point.
const EDGE: u8 = 255;
/// A point that is never connected: on the goal's side of the edge.
const APART: u8 = 254;

/// Union-find over the points joined by walls: each point names another of its group, the root itself.
#[derive(Clone, Copy)]
struct Joined([u8; 256]);

/// Every point in a group of its own.
static APART_ALL: [u8; 256] = {
    let mut points = [0; 256];
    let mut point = 0;
    while point < 256 {
        points[point] = point as u8;
        point += 1;
    }
    points
};

impl Joined {
    #[inline(always)]
    fn group(&self, mut point: u8) -> u8 {
        while self.0[usize::from(point)] != point {
            point = self.0[usize::from(point)];
        }
        point
    }

    #[inline(always)]
    fn join(&mut self, a: u8, b: u8) {
        let (a, b) = (self.group(a), self.group(b));
        // The edge stays the root of its group, so that the way to it is short.
        self.0[usize::from(a.min(b))] = a.max(b);
    }
}

impl<B: Sizes> Node<B> {
    /// The places where a wall overlaps and crosses no other.
    #[inline(always)]
    fn free_places(&self) -> Places<B> {
        let (h, v) = (self.horizontal, self.vertical);
        Places {
            horizontal: self.masks.places & !(h | h.left() | h.right() | v),
            vertical: self.masks.places & !(v | v.up() | v.down() | h),
        }
    }

    /// Returns the places where a wall may be placed, regardless of whose turn it is and how many walls
    /// are left.
    #[inline(always)]
    pub(super) fn legal_places(&self, ways: &[Way<B>; 2]) -> Places<B> {
        let free = self.free_places();
        let (h, v) = (self.horizontal, self.vertical);
        let touched = h | h.left() | h.right() | v | v.up() | v.down();
        let [x, o] = [Player::X, Player::O]
            .map(|player| self.doubtful(&ways[player as usize], player, touched, free));
        if x.is_none() && o.is_none() {
            return free;
        }
        self.without_blocking(free, ways, [x, o])
    }

    /// The places among `among` whose wall crosses a player's path and touches walls or the edge at
    /// two points that enclose the crossing half.
    #[inline(always)]
    fn doubtful(&self, way: &Way<B>, player: Player, touched: B, among: Places<B>) -> Places<B> {
        let masks = self.masks;
        let (bottom, top) = match player {
            Player::X => (masks.places_bottom, B::NONE),
            Player::O => (B::NONE, masks.places_top),
        };
        let Crossing { first, second } = way.crossing();
        let closing = |first: B, second: B, a: B, b: B| {
            first & a & touched | second & b & touched | (first ^ second) & a & b
        };
        Places {
            horizontal: among.horizontal
                & closing(
                    first.horizontal,
                    second.horizontal,
                    touched.right() | masks.places_left,
                    touched.left() | masks.places_right,
                ),
            vertical: among.vertical
                & closing(
                    first.vertical,
                    second.vertical,
                    touched.up() | bottom,
                    touched.down() | top,
                ),
        }
    }

    /// Removes from the places those that block the last path of a player.
    #[inline]
    fn without_blocking(
        &self,
        mut places: Places<B>,
        ways: &[Way<B>; 2],
        doubtful: [Places<B>; 2],
    ) -> Places<B> {
        let joined = self.joined();
        for player in [Player::X, Player::O] {
            let doubtful = doubtful[player as usize];
            if doubtful.is_none() {
                continue;
            }
            let joined = self.with_edge_of(joined, player);
            let Crossing { first, second } = ways[player as usize].crossing();
            let closes = |first: bool, second: bool, a: u8, middle: u8, b: u8| {
                let middle = joined.group(middle);
                let (a, b) = (joined.group(a), joined.group(b));
                (first && a == middle) || (second && middle == b) || (first != second && a == b)
            };
            for index in doubtful.horizontal.indices() {
                let [a, b] = self.ends_of_horizontal(index);
                let (first, second) = (first.horizontal.has(index), second.horizontal.has(index));
                if closes(first, second, a, index as u8, b) {
                    places.horizontal = places.horizontal & !B::at(index);
                }
            }
            for index in doubtful.vertical.indices() {
                let [a, b] = self.ends_of_vertical(index, player);
                let (first, second) = (first.vertical.has(index), second.vertical.has(index));
                if closes(first, second, a, index as u8, b) {
                    places.vertical = places.vertical & !B::at(index);
                }
            }
        }
        places
    }

    /// The points at the left and right end of a horizontal wall.
    #[inline(always)]
    fn ends_of_horizontal(&self, index: usize) -> [u8; 2] {
        let left = if self.masks.places_left.has(index) { EDGE } else { index as u8 - 1 };
        let right = if self.masks.places_right.has(index) { EDGE } else { index as u8 + 1 };
        [left, right]
    }

    /// The points at the lower and upper end of a vertical wall. The player's goal side does not
    /// count as an edge.
    #[inline(always)]
    fn ends_of_vertical(&self, index: usize, player: Player) -> [u8; 2] {
        let edge_for = |owner: Player| if player == owner { EDGE } else { APART };
        let lower = if self.masks.places_bottom.has(index) {
            edge_for(Player::X)
        } else {
            (index - B::STRIDE) as u8
        };
        let upper = if self.masks.places_top.has(index) {
            edge_for(Player::O)
        } else {
            (index + B::STRIDE) as u8
        };
        [lower, upper]
    }

    /// Connects the points joined by the walls and by the left and right edge of the board.
    #[inline]
    fn joined(&self) -> Joined {
        let mut joined = Joined(APART_ALL);
        for index in self.horizontal.indices() {
            let [left, right] = self.ends_of_horizontal(index);
            joined.join(left, index as u8);
            joined.join(index as u8, right);
        }
        let masks = self.masks;
        for index in (self.vertical & !masks.places_bottom).indices() {
            joined.join((index - B::STRIDE) as u8, index as u8);
        }
        for index in (self.vertical & !masks.places_top).indices() {
            joined.join(index as u8, (index + B::STRIDE) as u8);
        }
        joined
    }

    /// Also connects the lower or upper edge, whichever is not the player's goal.
    #[inline]
    fn with_edge_of(&self, mut joined: Joined, player: Player) -> Joined {
        let at_edge = match player {
            Player::X => self.masks.places_bottom,
            Player::O => self.masks.places_top,
        };
        for index in (self.vertical & at_edge).indices() {
            joined.join(index as u8, EDGE);
        }
        joined
    }
}
