//! A position as bit sets: the pawns' steps, distances, and paths.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::{Board, index_of};
use super::masks::{Masks, Sizes};
use crate::Player;

/// A position as sets, for one kind of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<B: 'static> {
    pub(super) masks: &'static Masks<B>,
    pub(super) horizontal: B,
    pub(super) vertical: B,
    pub(super) pawns: [B; 2],
    pub(super) walls_left: [u8; 2],
    pub(super) turn: Player,
}

/// The edges between neighbouring squares that no wall blocks, indexed by the square below or to
/// the left of each edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<B> {
    pub(super) north: B,
    pub(super) east: B,
}

impl<B: Bits> Open<B> {
    #[inline(always)]
    pub(super) fn north_of(&self, from: B) -> B {
        (from & self.north).up()
    }

    #[inline(always)]
    pub(super) fn south_of(&self, from: B) -> B {
        from.down() & self.north
    }

    #[inline(always)]
    pub(super) fn east_of(&self, from: B) -> B {
        (from & self.east).right()
    }

    #[inline(always)]
    pub(super) fn west_of(&self, from: B) -> B {
        from.left() & self.east
    }

    /// The squares one step from these.
    #[inline(always)]
    pub(super) fn around(&self, from: B) -> B {
        self.north_of(from) | self.south_of(from) | self.east_of(from) | self.west_of(from)
    }
}

/// A path from a pawn to its goal, as the edges that it crosses an odd number of times.
///
/// That is enough to decide if a closed line of walls separates the two, see `walls`; so a path
/// stays known wherever the pawn moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<B> {
    /// Edges to the square above, indexed by the square below.
    pub(super) north: B,
    /// Edges to the square on the right, indexed by the square on the left.
    pub(super) east: B,
}

impl<B: Bits> Way<B> {
    const NOWHERE: Way<B> = Way { north: B::NONE, east: B::NONE };

    /// The path along these squares, each a neighbour of the next.
    #[inline]
    pub(super) fn along(path: &[B]) -> Way<B> {
        path.windows(2).fold(Way::NOWHERE, |way, pair| way.across(pair[0], pair[1]))
    }

    /// The path with one more crossing of the edge between two neighbours.
    #[inline(always)]
    fn across(self, from: B, to: B) -> Way<B> {
        let Way { north, east } = self;
        if from.up() == to {
            Way { north: north ^ from, east }
        } else if from.down() == to {
            Way { north: north ^ to, east }
        } else if from.right() == to {
            Way { north, east: east ^ from }
        } else {
            Way { north, east: east ^ to }
        }
    }
}

impl<B: Sizes> Node<B> {
    #[inline]
    pub(super) fn new(board: &Board, turn: Player) -> Node<B> {
        let size = board.size();
        Node {
            masks: B::masks(size),
            horizontal: B::load(&board.horizontal),
            vertical: B::load(&board.vertical),
            pawns: board.pawns.map(|square| B::at(index_of(size, square))),
            walls_left: board.walls_left,
            turn,
        }
    }

    #[inline(always)]
    pub(super) fn pawn(&self, player: Player) -> B {
        self.pawns[player as usize]
    }

    #[inline(always)]
    pub(super) fn goal(&self, player: Player) -> B {
        self.masks.goals[player as usize]
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        let arrived = |player: Player| self.pawn(player) & self.goal(player);
        !(arrived(Player::X) | arrived(Player::O)).is_none()
    }

    #[inline(always)]
    pub(super) fn open(&self) -> Open<B> {
        Open {
            north: self.masks.below_top & !(self.horizontal | self.horizontal.right()),
            east: self.masks.before_last & !(self.vertical | self.vertical.up()),
        }
    }

    /// Returns the squares that the pawn of the player to move may step to.
    #[inline(always)]
    pub(super) fn steps(&self) -> B {
        let open = self.open();
        let (own, enemy) = (self.pawn(self.turn), self.pawn(!self.turn));
        let near = open.around(own);
        if (near & enemy).is_none() {
            return near;
        }
        near & !enemy | jumps(&open, own, enemy)
    }

    #[inline(always)]
    pub(super) fn after_step(&self, to: B) -> Node<B> {
        let mut next = *self;
        next.pawns[self.turn as usize] = to;
        next.turn = !self.turn;
        next
    }

    /// Updates a path of the player to move after its pawn steps to `to`.
    #[inline(always)]
    pub(super) fn way_after_step(&self, way: Way<B>, to: B) -> Way<B> {
        let (own, enemy) = (self.pawn(self.turn), self.pawn(!self.turn));
        let is_near = [own.up(), own.down(), own.left(), own.right()].contains(&to);
        if is_near {
            way.across(own, to)
        } else {
            // Every jump goes over the enemy's square, across two open edges.
            way.across(own, enemy).across(enemy, to)
        }
    }

    /// Steps from a player's pawn to its goal, ignoring the other pawn; `None` if there is no path.
    #[inline]
    pub(super) fn distance(&self, player: Player) -> Option<u32> {
        let open = self.open();
        let goal = self.goal(player);
        let mut reached = self.pawn(player);
        let mut steps = 0;
        while (reached & goal).is_none() {
            let next = reached | open.around(reached);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }

    /// A shortest path of a player, from the pawn's square to the goal. Empty if there is none.
    #[inline]
    pub(super) fn shortest_path(&self, player: Player) -> SmallVec<[B; 64]> {
        let open = self.open();
        let goal = self.goal(player);
        // First find the squares reached in 0, 1, 2 ... steps, then walk back from the goal.
        let mut path: SmallVec<[B; 64]> = SmallVec::new();
        let mut reached = self.pawn(player);
        path.push(reached);
        while (reached & goal).is_none() {
            let next = reached | open.around(reached);
            if next == reached {
                return SmallVec::new();
            }
            reached = next;
            path.push(reached);
        }
        let Some(last) = path.last_mut() else {
            return path;
        };
        let mut square = B::at((reached & goal).lowest());
        *last = square;
        for place in path.iter_mut().rev().skip(1) {
            square = B::at((open.around(square) & *place).lowest());
            *place = square;
        }
        path
    }

    /// A path of a player around the walls; `None` if there is none.
    #[inline]
    pub(super) fn way(&self, player: Player) -> Option<Way<B>> {
        let path = self.shortest_path(player);
        (!path.is_empty()).then(|| Way::along(&path))
    }
}

/// Returns the squares a pawn reaches by jumping over its neighbour.
#[inline(never)]
fn jumps<B: Bits>(open: &Open<B>, own: B, enemy: B) -> B {
    let sides = |straight: B, left: B, right: B| {
        if straight.is_none() { left | right } else { straight }
    };
    let (north, south) = (open.north_of(enemy), open.south_of(enemy));
    let (east, west) = (open.east_of(enemy), open.west_of(enemy));
    if own.up() == enemy {
        sides(north, west, east)
    } else if own.down() == enemy {
        sides(south, west, east)
    } else if own.right() == enemy {
        sides(east, north, south)
    } else {
        sides(west, north, south)
    }
}
