//! Matches to play, and what their results are worth.

use crate::settings::tournament_settings::Points;
use arbitro_rules::Player;

/// A match to play: both players as indices into the list of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the match, from 1.
    pub id: u64,
    /// Number of the round, from 1.
    pub round: u32,
    /// Player 1.
    pub x: usize,
    /// Player 2.
    pub o: usize,
    /// Number of the opening: two matches of the same players with the same opening are a pair.
    pub opening: u64,
    /// Pairs of matches that the same players have before this one, in this round or cycle.
    pub pair: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    Won(Player),
    Drawn,
    /// Void: the host was at fault.
    Void,
}

impl MatchResult {
    /// Returns the points of player 1 and player 2, in hundredths; a void match gives none.
    pub(crate) fn worth(self, points: Points) -> [u64; 2] {
        let Points { win, draw, loss } = points;
        let worth = match self {
            MatchResult::Won(Player::X) => [win, loss],
            MatchResult::Won(Player::O) => [loss, win],
            MatchResult::Drawn => [draw, draw],
            MatchResult::Void => [0, 0],
        };
        worth.map(u64::from)
    }

    /// Half points of player 1; `None` for a void match.
    pub(crate) const fn half_points_of_x(self) -> Option<u8> {
        match self {
            MatchResult::Won(Player::X) => Some(2),
            MatchResult::Drawn => Some(1),
            MatchResult::Won(Player::O) => Some(0),
            MatchResult::Void => None,
        }
    }
}
