//! Move ordering: classifies steps by the progress they make and selects walls that could matter.
//!
//! Nothing here is a rule. It is part of this crate because it works on the rules' bit sets.

use smallvec::{SmallVec, smallvec};

use super::bits::Bits;
use super::masks::Sizes;
use super::node::{Node, Open};
use super::walls::Places;
use crate::Player;

/// Selects the walls to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every legal wall.
    All,
    /// Walls that lengthen a path or could soon: across a shortest path, or beside a pawn or the
    /// end of a wall.
    Near,
}

/// Relation of a move to the shortest paths, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// A step along a shortest path, or a jump further than that.
    Ahead,
    /// A step that does not change the distance.
    Aside,
    /// A step away.
    Back,
    /// A wall across shortest paths of the opponent and none of the player's own.
    Across,
    /// A wall across shortest paths of both.
    AcrossBoth,
    /// A wall that crosses no shortest path of the opponent.
    Beside,
}

/// The moves of a position as sets: squares to step to, places of walls.
pub(super) struct Prospects<B> {
    pub(super) steps: [(B, Prospect); 3],
    pub(super) walls: [(Places<B>, Prospect); 3],
}

/// The squares at distance 0, 1, 2 ... from the first set, up to one layer beyond the one that
/// includes `until`.
#[inline]
fn layers<B: Bits>(open: &Open<B>, from: B, until: B) -> SmallVec<[B; 32]> {
    let mut layers: SmallVec<[B; 32]> = smallvec![from];
    let mut reached = from;
    let mut latest = from;
    loop {
        let is_there = !(latest & until).is_none();
        latest = open.around(latest) & !reached;
        if latest.is_none() {
            return layers;
        }
        reached = reached | latest;
        layers.push(latest);
        if is_there {
            return layers;
        }
    }
}

/// Index of the layer that contains a pawn.
#[inline]
fn distance_of<B: Bits>(layers: &[B], pawn: B) -> usize {
    let found = layers.iter().position(|&layer| !(layer & pawn).is_none());
    // Every pawn has a path to its goal.
    found.unwrap_or_default()
}

/// The places of walls across any shortest path of a player.
#[inline]
fn across_paths<B: Sizes>(node: &Node<B>, open: &Open<B>, player: Player) -> Places<B> {
    let pawn = node.pawn(player);
    let to_goal = layers(open, node.goal(player), pawn);
    let distance = distance_of(&to_goal, pawn);
    let (mut north, mut east) = (B::NONE, B::NONE);
    let mut at = pawn;
    for steps in (0..distance).rev() {
        let nearer = to_goal[steps];
        let (up, down) = (open.north_of(at) & nearer, open.south_of(at) & nearer);
        let (right, left) = (open.east_of(at) & nearer, open.west_of(at) & nearer);
        north = north | up.down() | down;
        east = east | right.left() | left;
        at = up | down | right | left;
    }
    Places { horizontal: north | north.left(), vertical: east | east.down() }
}

impl<B: Sizes> Node<B> {
    /// Sorts the moves by prospect.
    #[inline]
    pub(super) fn prospects(&self, reach: Reach) -> Prospects<B> {
        let open = self.open();
        let own_pawn = self.pawn(self.turn);
        let ways = layers(&open, self.goal(self.turn), own_pawn);
        let distance = distance_of(&ways, own_pawn);
        let nearer = ways[..distance].iter().fold(B::NONE, |all, &it| all | it);
        let level = ways[distance];
        let steps = self.steps();
        let mut prospects = Prospects {
            steps: [
                (steps & nearer, Prospect::Ahead),
                (steps & level, Prospect::Aside),
                (steps & !(nearer | level), Prospect::Back),
            ],
            walls: [
                (Places::NONE, Prospect::Across),
                (Places::NONE, Prospect::AcrossBoth),
                (Places::NONE, Prospect::Beside),
            ],
        };
        if self.walls_left[self.turn as usize] == 0 {
            return prospects;
        }
        let Some(known) = self.ways() else {
            return prospects;
        };
        let legal = self.legal_places(&known);
        let theirs = across_paths(self, &open, !self.turn);
        let ours = across_paths(self, &open, self.turn);
        let beside = match reach {
            Reach::All => legal,
            Reach::Near => legal.and(self.near_pawns().or(self.near_walls()).or(ours)),
        };
        prospects.walls[0].0 = legal.and(theirs).without(ours);
        prospects.walls[1].0 = legal.and(theirs).and(ours);
        prospects.walls[2].0 = beside.without(theirs);
        prospects
    }

    /// Places of walls that touch a square beside a pawn.
    #[inline]
    fn near_pawns(&self) -> Places<B> {
        let pawns = self.pawns[0] | self.pawns[1];
        let wide = pawns | pawns.left();
        let square = wide | wide.down();
        let around = square | square.left() | square.right() | square.up() | square.down();
        Places { horizontal: around, vertical: around }
    }

    /// Places of walls that would touch the end or middle of another wall.
    #[inline]
    fn near_walls(&self) -> Places<B> {
        let (h, v) = (self.horizontal, self.vertical);
        let points = h | h.left() | h.right() | v | v.up() | v.down();
        Places {
            horizontal: points | points.left() | points.right(),
            vertical: points | points.up() | points.down(),
        }
    }
}
