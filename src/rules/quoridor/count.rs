//! Counts leaf nodes, the last level in bulk.
//!
//! Knowledge about a position is passed down instead of recomputed: a path of a player stays known
//! under every wall that does not cross it, and the paths found for one wall serve its siblings.

use smallvec::{SmallVec, smallvec};

use super::masks::Sizes;
use super::node::{Node, Way};
use super::walls::Places;
use crate::Player;

/// The known paths of one player in one position.
type Known<B> = SmallVec<[Way<B>; 4]>;

impl<B: Sizes> Node<B> {
    /// A path of each player. Both have one in every position.
    #[inline]
    pub(super) fn ways(&self) -> Option<[Way<B>; 2]> {
        Some([self.way(Player::X)?, self.way(Player::O)?])
    }

    /// Counts the legal moves, given one path of each player.
    #[inline(always)]
    fn count_moves(&self, ways: &[Way<B>; 2]) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut count = self.steps().count();
        if self.walls_left[self.turn as usize] > 0 {
            count += self.legal_places(ways).count();
        }
        u64::from(count)
    }

    /// Counts the leaf nodes at exactly this depth, at least 1.
    #[inline]
    pub(super) fn leaves(&self, ways: &[Way<B>; 2], depth: u32) -> u64 {
        if depth <= 1 {
            return self.count_moves(ways);
        }
        if self.is_over() {
            return 0;
        }
        let mut leaves = 0;
        for index in self.steps().indices() {
            let to = B::at(index);
            let mut ways = *ways;
            let way = &mut ways[self.turn as usize];
            *way = self.way_after_step(*way, to);
            leaves += self.after_step(to).leaves(&ways, depth - 1);
        }
        if self.walls_left[self.turn as usize] == 0 {
            return leaves;
        }
        let places = self.legal_places(ways);
        let mut known: [Known<B>; 2] = [smallvec![ways[0]], smallvec![ways[1]]];
        for index in places.horizontal.indices() {
            let wall = Places { horizontal: B::at(index), vertical: B::NONE };
            leaves += self.leaves_behind(wall, &mut known, depth - 1);
        }
        for index in places.vertical.indices() {
            let wall = Places { horizontal: B::NONE, vertical: B::at(index) };
            leaves += self.leaves_behind(wall, &mut known, depth - 1);
        }
        leaves
    }

    #[inline(always)]
    fn leaves_behind(&self, wall: Places<B>, known: &mut [Known<B>; 2], depth: u32) -> u64 {
        let next = self.after_wall(wall);
        let mut way = |player: Player| {
            let known = &mut known[player as usize];
            let uncrossed = known.iter().find(|way| !way.is_crossed(wall)).copied();
            uncrossed.or_else(|| {
                let way = next.way(player)?;
                known.push(way);
                Some(way)
            })
        };
        match (way(Player::X), way(Player::O)) {
            (Some(x), Some(o)) => next.leaves(&[x, o], depth),
            // No legal wall closes a path.
            _ => 0,
        }
    }

    #[inline(always)]
    pub(super) fn after_wall(&self, wall: Places<B>) -> Node<B> {
        let mut next = *self;
        next.horizontal = self.horizontal | wall.horizontal;
        next.vertical = self.vertical | wall.vertical;
        next.walls_left[self.turn as usize] -= 1;
        next.turn = !self.turn;
        next
    }
}
