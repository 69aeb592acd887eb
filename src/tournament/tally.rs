//! What matches add up to, one after the other, in any order: nothing here keeps a match.

use std::collections::HashMap;

use super::schedule::Counted;
use crate::rating::Meetings;
use arbitro_rules::Player;

/// The ways to lose by one's own doing, in the contract's words and order.
pub const FORFEITS: [&str; 9] = [
    "illegal_move",
    "unchanged",
    "invalid_board",
    "timeout",
    "memory",
    "crash",
    "exited",
    "output",
    "cheating",
];

/// A match, as far as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Player 1.
    pub x: usize,
    /// Player 2.
    pub o: usize,
    /// The number of its opening, if it is known.
    pub opening: Option<u64>,
    /// How it counts.
    pub counted: Counted,
    /// Who lost it by its own doing, and how: a place in [`FORFEITS`].
    pub forfeit: Option<(Player, usize)>,
    /// Plies played.
    pub plies: u64,
}

/// What one entrant has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
    /// Matches as player 1.
    pub as_player_1: u32,
    /// Of those lost, by its own doing, in the order of [`FORFEITS`].
    pub forfeits: [u32; FORFEITS.len()],
}

impl Count {
    /// Matches played.
    pub const fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// Sums over matches.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Vec<Count>,
    /// What two did against each other: the row of the greater number, made when it is needed.
    meetings: Vec<Vec<Meetings>>,
    /// Matches that wait for the other of their opening, by its number: the two, who of them was
    /// player 1, and its half points.
    single: HashMap<u64, Single>,
    voids: u64,
    matches: u64,
    plies: u64,
}

#[derive(Clone, Copy, Debug)]
struct Single {
    low: usize,
    high: usize,
    low_was_first: bool,
    half_points_of_low: usize,
}

impl Tally {
    /// Nothing yet, for so many.
    pub fn new(entrants: usize) -> Tally {
        Tally {
            counts: vec![Count::default(); entrants],
            meetings: vec![Vec::new(); entrants],
            single: HashMap::new(),
            voids: 0,
            matches: 0,
            plies: 0,
        }
    }

    /// Adds a match between two of them.
    pub fn add(&mut self, outcome: &Outcome) {
        let Outcome { x, o, counted, .. } = *outcome;
        if x == o || x.max(o) >= self.counts.len() {
            return;
        }
        let Some(half_points_of_x) = counted.half_points_of_x().map(usize::from) else {
            self.voids += 1;
            return;
        };
        self.matches += 1;
        self.plies = self.plies.saturating_add(outcome.plies);
        self.counts[x].as_player_1 += 1;
        for (entrant, half_points) in [(x, half_points_of_x), (o, 2 - half_points_of_x)] {
            let count = &mut self.counts[entrant];
            match half_points {
                2 => count.wins += 1,
                1 => count.draws += 1,
                _ => count.losses += 1,
            }
        }
        if let Some((player, reason)) = outcome.forfeit {
            let loser = if player == Player::X { x } else { o };
            if let Some(forfeits) = self.counts[loser].forfeits.get_mut(reason) {
                *forfeits += 1;
            }
        }
        let (low, high) = (x.min(o), x.max(o));
        let low_was_first = x == low;
        let half_points_of_low = if low_was_first {
            half_points_of_x
        } else {
            2 - half_points_of_x
        };
        let single = Single {
            low,
            high,
            low_was_first,
            half_points_of_low,
        };
        let pair = outcome.opening.and_then(|it| self.pair_with(it, single));
        let row = &mut self.meetings[high];
        if row.is_empty() {
            row.resize(high, Meetings::default());
        }
        let meetings = &mut row[low];
        let results = if low_was_first {
            &mut meetings.a_first
        } else {
            &mut meetings.a_second
        };
        results[2 - half_points_of_low] += 1;
        if let Some(sum) = pair {
            meetings.pairs[sum] += 1;
        }
    }

    /// The half points of both matches of an opening, once both are there.
    fn pair_with(&mut self, opening: u64, new: Single) -> Option<usize> {
        match self.single.remove(&opening) {
            Some(old)
                if (old.low, old.high) == (new.low, new.high)
                    && old.low_was_first != new.low_was_first =>
            {
                Some(old.half_points_of_low + new.half_points_of_low)
            }
            Some(_) | None => {
                self.single.insert(opening, new);
                None
            }
        }
    }

    /// Counts a match that counts for nobody.
    pub fn add_void(&mut self) {
        self.voids += 1;
    }

    /// What an entrant has.
    pub fn count(&self, entrant: usize) -> &Count {
        &self.counts[entrant]
    }

    /// How many take part.
    pub fn entrants(&self) -> usize {
        self.counts.len()
    }

    /// What `a` and `b` did against each other, `a` being the smaller number; nothing if they never
    /// met.
    pub fn meetings(&self, a: usize, b: usize) -> Option<&Meetings> {
        let meetings = self.meetings.get(b)?.get(a)?;
        (*meetings != Meetings::default()).then_some(meetings)
    }

    /// Everybody who met, the smaller number first, in order.
    pub fn met(&self) -> impl Iterator<Item = (usize, usize, Meetings)> + Clone {
        let rows = self.meetings.iter().enumerate();
        rows.flat_map(|(high, row)| {
            let met = row.iter().enumerate();
            met.filter(|(_, meetings)| **meetings != Meetings::default())
                .map(move |(low, meetings)| (low, high, *meetings))
        })
    }

    /// Wins, draws and losses of one against another.
    pub fn between(&self, one: usize, other: usize) -> [u32; 3] {
        let meetings = self.meetings(one.min(other), one.max(other));
        let Some(Meetings {
            a_first, a_second, ..
        }) = meetings
        else {
            return [0; 3];
        };
        let [wins, draws, losses] = [0, 1, 2].map(|at| a_first[at].saturating_add(a_second[at]));
        if one < other {
            [wins, draws, losses]
        } else {
            [losses, draws, wins]
        }
    }

    /// Matches that counted for nobody.
    pub const fn voids(&self) -> u64 {
        self.voids
    }

    /// Matches that counted.
    pub const fn matches(&self) -> u64 {
        self.matches
    }

    /// Their plies.
    pub const fn plies(&self) -> u64 {
        self.plies
    }
}
