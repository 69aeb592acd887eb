//! Material signatures: the piece counts that select a table.

use std::fmt;

use arbitro_rules::Player;
use arbitro_rules::draughts::Board;

/// Maximum number of pieces in a table, both sides together.
pub const MAX_PIECES: u8 = 5;

/// Men and kings of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// Number of men.
    pub men: u8,
    /// Number of kings.
    pub kings: u8,
}

impl Force {
    const fn pieces(self) -> u8 {
        self.men + self.kings
    }
}

impl fmt::Display for Force {
    /// Kings first, with a capital: `2K1m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kings > 0 {
            write!(f, "{}K", self.kings)?;
        }
        if self.men > 0 {
            write!(f, "{}m", self.men)?;
        }
        Ok(())
    }
}

/// The forces of both sides, each with at least one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Pieces of the player to move.
    pub mover: Force,
    /// Pieces of the opponent.
    pub other: Force,
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Padded as one text, so that a format width applies to all of it.
        f.pad(&format!("{} - {}", self.mover, self.other))
    }
}

impl Material {
    /// The material of a board with this player to move. `None` if a side has no piece, or both
    /// together have more than [`MAX_PIECES`].
    pub fn from_board(board: &Board, turn: Player) -> Option<Material> {
        let force = |player| {
            let (men, kings) = board.count(player);
            // At most 32 each: they fit.
            Force { men: men as u8, kings: kings as u8 }
        };
        let material = Material { mover: force(turn), other: force(!turn) };
        (material.is_played() && material.pieces() <= MAX_PIECES).then_some(material)
    }

    /// Number of pieces of both sides.
    pub const fn pieces(self) -> u8 {
        self.mover.pieces() + self.other.pieces()
    }

    const fn is_played(self) -> bool {
        self.mover.pieces() > 0 && self.other.pieces() > 0
    }

    /// The same pieces with the other player to move.
    #[must_use]
    pub const fn turned(self) -> Material {
        Material { mover: self.other, other: self.mover }
    }

    /// Every material of exactly this many pieces, in an order in which captures and crownings lead
    /// only to earlier ones: captures reduce the pieces, crownings the men. A material and its
    /// [`turned`](Material::turned) twin have equally many men and lead to each other.
    pub fn all(pieces: u8) -> Vec<Material> {
        let mut found = Vec::new();
        for own in 1..pieces {
            for own_men in 0..=own {
                for other_men in 0..=pieces - own {
                    found.push(Material {
                        mover: Force { men: own_men, kings: own - own_men },
                        other: Force { men: other_men, kings: pieces - own - other_men },
                    });
                }
            }
        }
        found.sort_by_key(|it| (it.mover.men + it.other.men, *it));
        found
    }

    /// A unique index below [`Material::SLOTS`].
    pub(crate) const fn slot(self) -> usize {
        const BASE: usize = MAX_PIECES as usize + 1;
        let mover = self.mover.men as usize * BASE + self.mover.kings as usize;
        let other = self.other.men as usize * BASE + self.other.kings as usize;
        mover * BASE * BASE + other
    }

    pub(crate) const SLOTS: usize = (MAX_PIECES as usize + 1).pow(4);
}
