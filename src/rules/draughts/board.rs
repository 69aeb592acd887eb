//! The pieces on the board, as bitboards.

use super::geometry::{Square, squares_of};
use crate::Player;

/// A playable draughts board: at least one piece, none on a light square, no man on its far row, no
/// more pieces than a player starts with. A file may describe any
/// [`Setup`](crate::notation::Setup); only one that passes its checks becomes a `Board`.
///
/// Three sets of squares; the rule set's [`Geometry`](super::Geometry) assigns bits to squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) x: u64,
    pub(crate) o: u64,
    pub(crate) kings: u64,
}

impl Board {
    /// The board with pieces on these squares. It must be playable, which is not checked: each
    /// square holds one piece, kings are pieces, and no man stands where it would have been
    /// crowned.
    #[inline(always)]
    pub const fn of_squares_unchecked(x: u64, o: u64, kings: u64) -> Board {
        debug_assert!(x & o == 0 && kings & !(x | o) == 0);
        Board { x, o, kings }
    }

    #[inline(always)]
    pub const fn x(&self) -> u64 {
        self.x
    }

    #[inline(always)]
    pub const fn o(&self) -> u64 {
        self.o
    }

    #[inline(always)]
    pub const fn kings(&self) -> u64 {
        self.kings
    }

    /// The squares of a player's pieces.
    pub const fn of(&self, player: Player) -> u64 {
        match player {
            Player::X => self.x,
            Player::O => self.o,
        }
    }

    /// Returns the owner of the piece on `square`, and true for a king.
    pub const fn piece(&self, square: Square) -> Option<(Player, bool)> {
        let bit = square.bit();
        let is_king = self.kings & bit != 0;
        if self.x & bit != 0 {
            Some((Player::X, is_king))
        } else if self.o & bit != 0 {
            Some((Player::O, is_king))
        } else {
            None
        }
    }

    /// Every piece, in ascending order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Player, bool)> + use<'_> {
        squares_of(self.x | self.o).map(|square| {
            let owner = if self.x & square.bit() != 0 { Player::X } else { Player::O };
            (square, owner, self.kings & square.bit() != 0)
        })
    }

    /// Counts the men and kings of a player.
    pub const fn count(&self, player: Player) -> (u32, u32) {
        let own = self.of(player);
        ((own & !self.kings).count_ones(), (own & self.kings).count_ones())
    }
}

/// Numbers of men and kings of both players, packed one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Census(u32);

impl Census {
    pub(super) fn from_board(board: &Board) -> Census {
        let kinds = board.pieces().map(|(_, owner, is_king)| one(owner, is_king));
        Census(kinds.sum())
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, owner: Player, is_king: bool) {
        self.0 -= one(owner, is_king);
    }

    #[inline(always)]
    pub(super) fn crown(&mut self, owner: Player) {
        self.0 += one(owner, true) - one(owner, false);
    }

    #[inline(always)]
    pub(super) const fn count(self, player: Player) -> (u32, u32) {
        let both = self.0 >> (16 * player as u32);
        (both & 0xff, both >> 8 & 0xff)
    }
}

#[inline(always)]
const fn one(owner: Player, is_king: bool) -> u32 {
    1 << (16 * owner as u32 + 8 * is_king as u32)
}
