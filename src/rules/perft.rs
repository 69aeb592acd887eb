//! Counting leaves: how move generators are compared with each other.

use super::Game;

/// Leaf nodes at exactly `depth` plies from `position`, no draw rules applied.
///
/// # Examples
///
/// ```
/// use arbitro_rules::{Game, draughts::Dama, perft};
/// assert_eq!(perft(&Dama::start(), 3), 379);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    position.perft(depth)
}
