//! Both players' distances to goal behind each wall that may be placed.
//!
//! Few walls change anything: one that does not cross some shortest path of a player leaves that
//! player's distance unchanged. Only for the others is a path searched, and a path found that is no
//! longer serves the walls that follow.

use smallvec::{SmallVec, smallvec};

use super::masks::Sizes;
use super::node::{Node, Way};
use super::walls::Places;
use crate::Player;

/// The known shortest paths of one player, and their length.
struct Shortest<B> {
    ways: SmallVec<[Way<B>; 8]>,
    steps: u32,
}

impl<B: Sizes> Node<B> {
    /// Calls `see` for every wall that may be placed, with both distances behind it. The player to
    /// move must have a wall left.
    #[inline]
    pub(super) fn see_distances_behind_walls(&self, mut see: impl FnMut(Places<B>, [u32; 2])) {
        let shortest = |player: Player| {
            let path = self.shortest_path(player);
            let steps = u32::try_from(path.len()).ok()?.checked_sub(1)?;
            let way = Way::along(&path);
            Some(Shortest { ways: smallvec![way], steps })
        };
        let (Some(x), Some(o)) = (shortest(Player::X), shortest(Player::O)) else {
            return;
        };
        let places = self.legal_places(&[x.ways[0], o.ways[0]]);
        let mut known = [x, o];
        let horizontal = places
            .horizontal
            .indices()
            .map(|index| Places { horizontal: B::at(index), vertical: B::NONE });
        let vertical = places
            .vertical
            .indices()
            .map(|index| Places { horizontal: B::NONE, vertical: B::at(index) });
        for wall in horizontal.chain(vertical) {
            let next = self.after_wall(wall);
            let distances = [Player::X, Player::O]
                .map(|player| known[player as usize].distance_behind(wall, &next, player));
            see(wall, distances);
        }
    }
}

impl<B: Sizes> Shortest<B> {
    /// A player's distance in `next`, which has one wall more.
    #[inline(always)]
    fn distance_behind(&mut self, wall: Places<B>, next: &Node<B>, player: Player) -> u32 {
        if self.ways.iter().any(|way| !way.is_crossed(wall)) {
            return self.steps;
        }
        let path = next.shortest_path(player);
        // No legal wall blocks the last path.
        let steps = (path.len() as u32).saturating_sub(1);
        if steps == self.steps {
            self.ways.push(Way::along(&path));
        }
        steps
    }
}
