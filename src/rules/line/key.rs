//! A legal move, packed.

/// A legal move, packed. It means something only in the position that it is a move of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u64; 2]);
