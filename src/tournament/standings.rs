//! What the matches add up to.

use std::cmp::Reverse;

use super::Pairing;
use crate::rules::Player;

/// One line of the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place in the list of entrants.
    pub entrant: usize,
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
    /// Of these, lost by a forfeit.
    pub forfeits: u32,
}

impl Standing {
    /// Twice the points: 1 for a win, a half for a draw.
    pub const fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// The points as people write them.
    pub fn points(&self) -> String {
        let half = self.half_points();
        format!("{}.{}", half / 2, if half % 2 == 1 { 5 } else { 0 })
    }
}

/// The ranking: by points, then wins, then the order of the entrants.
pub fn standings(
    entrants: usize,
    results: impl IntoIterator<Item = (Pairing, Option<Player>, bool)>,
) -> Vec<Standing> {
    let mut table: Vec<Standing> = (0..entrants)
        .map(|entrant| Standing {
            entrant,
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
        })
        .collect();
    for (Pairing { x, o, .. }, winner, was_forfeit) in results {
        let Some(winner) = winner else {
            table[x].draws += 1;
            table[o].draws += 1;
            continue;
        };
        let (winner, loser) = if winner == Player::X { (x, o) } else { (o, x) };
        table[winner].wins += 1;
        table[loser].losses += 1;
        table[loser].forfeits += u32::from(was_forfeit);
    }
    table.sort_by_key(|it| (Reverse(it.half_points()), Reverse(it.wins), it.entrant));
    table
}
