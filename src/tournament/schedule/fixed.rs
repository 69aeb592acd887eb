//! Formats with pairings known in advance: a match is computed from its number.

use super::Pairing;

/// Two matches from one opening, with exchanged colours.
const LEGS: u64 = 2;

/// A round-robin or a gauntlet.
#[derive(Debug)]
pub(super) struct Fixed {
    entrants: usize,
    /// Number of encounters of two different entrants.
    encounters: u64,
    games: u64,
    challenger: Option<usize>,
    total: u64,
    /// Last match of the tournament, if that is before `total`.
    end: u64,
}

impl Fixed {
    /// A round-robin with `games` matches a pair; `None` if they are too many to number.
    pub(super) fn round_robin(entrants: usize, games: u32) -> Option<Fixed> {
        let wide = u64::try_from(entrants).ok()?;
        let encounters = wide.checked_mul(wide.saturating_sub(1))? / 2;
        Fixed::new(entrants, encounters, games, None)
    }

    /// A gauntlet: the challenger meets each other player in `games` matches.
    pub(super) fn gauntlet(entrants: usize, games: u32, challenger: usize) -> Option<Fixed> {
        let encounters = u64::try_from(entrants).ok()?.saturating_sub(1);
        Fixed::new(entrants, encounters, games, Some(challenger))
    }

    fn new(
        entrants: usize,
        encounters: u64,
        games: u32,
        challenger: Option<usize>,
    ) -> Option<Fixed> {
        let games = u64::from(games);
        let total = encounters.checked_mul(games)?;
        // Numbers in JSON are exact up to here.
        (total < 1 << 53).then_some(Fixed {
            entrants,
            encounters,
            games,
            challenger,
            total,
            end: total,
        })
    }

    /// The number of the last match.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn end_after(&mut self, id: u64) {
        self.end = self.end.min(id);
    }

    pub(super) fn is_match(&self, id: u64) -> bool {
        (1..=self.total).contains(&id)
    }

    /// The match with a number from 1 to the total.
    ///
    /// Matches come in cycles. In each, every pair meets in two consecutive matches from the same
    /// opening with exchanged colours. The last cycle may have one match only; its colours are
    /// balanced over all opponents.
    pub(super) fn pairing(&self, id: u64) -> Pairing {
        let place = id - 1;
        let cycle_length = self.encounters * LEGS;
        let cycle = place / cycle_length;
        let legs = LEGS.min(self.games - cycle * LEGS);
        let (encounter, leg) = (place % cycle_length / legs, place % cycle_length % legs);
        let (round, [first, second]) = self.encounter(encounter);
        let [x, o] = if leg == 0 { [first, second] } else { [second, first] };
        let rounds = match self.challenger {
            Some(_) => self.encounters,
            None => self.encounters / self.boards(),
        };
        Pairing {
            id,
            round: u32::try_from(cycle * rounds + round + 1).unwrap_or(u32::MAX),
            x,
            o,
            opening: cycle * self.encounters + encounter + 1,
            pair: cycle,
        }
    }

    /// Encounters that can be played at the same time.
    fn boards(&self) -> u64 {
        (self.entrants as u64 / 2).max(1)
    }

    /// The round of an encounter, and its players, player 1 of the first match first.
    fn encounter(&self, number: u64) -> (u64, [usize; 2]) {
        if let Some(challenger) = self.challenger {
            let number_in_list = usize::try_from(number).unwrap_or(0);
            // Skips the challenger itself.
            let other = number_in_list + usize::from(number_in_list >= challenger);
            let pair =
                if number.is_multiple_of(2) { [challenger, other] } else { [other, challenger] };
            return (number, pair);
        }
        let boards = self.boards();
        let round = number / boards;
        let pair = circle(
            self.entrants,
            usize::try_from(round).unwrap_or(0),
            usize::try_from(number % boards).unwrap_or(0),
        );
        (round, balanced(pair))
    }
}

/// The circle method: one player stays, all others move on by a place each round. With an odd
/// number the fixed place is empty, and the player who would meet it sits out.
fn circle(entrants: usize, round: usize, board: usize) -> [usize; 2] {
    let is_odd = entrants % 2 == 1;
    let moving = if is_odd { entrants } else { entrants - 1 };
    let board = if is_odd { board + 1 } else { board };
    if board == 0 {
        return [moving, round % moving];
    }
    [(round + board) % moving, (round + moving - board) % moving]
}

/// Chooses player 1 of two: the one with the smaller number if the distance is odd, else the other.
/// So each player is player 1 against half of the others, exactly with an odd number of entrants,
/// otherwise within one.
fn balanced(pair: [usize; 2]) -> [usize; 2] {
    let [low, high] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
    if (high - low) % 2 == 1 { [low, high] } else { [high, low] }
}
