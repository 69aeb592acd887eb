//! Counts leaf nodes, to compare move generators.

use super::Game;

/// Counts the leaf nodes at exactly `depth` plies from `position`, without draw rules.
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
