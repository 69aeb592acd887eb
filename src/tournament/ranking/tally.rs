//! Adds up matches one by one, in any order, without keeping them.

use std::cmp::Reverse;
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use crate::rating::Meetings;
use crate::schedule::pairing::MatchResult;
use arbitro_rules::Player;

/// The contract's words for forfeits, in its order.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedMatch {
    pub x: usize,
    pub o: usize,
    pub opening: Option<u64>,
    pub counted: MatchResult,
    /// The player who forfeited, and the cause: an index into [`FORFEITS`].
    pub forfeit: Option<(Player, usize)>,
    pub plies: u64,
    /// Hash of the moves, from [`game_hash`]. Matches of the same players in the same roles with
    /// the same hash are copies of each other. A match without a hash is never a copy.
    pub game: Option<u64>,
}

impl CountedMatch {
    /// The player that forfeited, and the cause.
    pub(crate) fn forfeiter(&self) -> Option<(usize, usize)> {
        let (player, cause) = self.forfeit?;
        Some((if player == Player::X { self.x } else { self.o }, cause))
    }
}

/// Hashes a whole game: its start if not the standard one, its moves, its winner.
///
/// For comparing matches within one run of the program; the hash must not be stored.
pub fn game_hash(start: Option<&str>, moves: &str, winner: Option<&str>) -> u64 {
    hash(&(start, moves, winner))
}

fn hash(what: &impl Hash) -> u64 {
    // Its keys are fixed: the same journal gives the same hashes.
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub as_player_1: u32,
    /// Losses by forfeit, in the order of [`FORFEITS`].
    pub forfeits: [u32; FORFEITS.len()],
}

impl Count {
    pub const fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn forfeited(&self) -> u32 {
        self.forfeits.iter().sum()
    }

    /// The causes that were forfeits, and how often each was.
    pub fn causes(&self) -> impl Iterator<Item = (&'static str, u32)> {
        FORFEITS.into_iter().zip(self.forfeits).filter(|(_, times)| *times > 0)
    }
}

/// Sums over matches.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Vec<Count>,
    /// Meetings of each pair, in the row of the greater number; rows are created when needed.
    meetings: Vec<Vec<Met>>,
    /// Hashes of the distinct games and pairs of games so far.
    seen: HashSet<u64>,
    /// By opening, the matches that wait for their counterpart: the two players, which was player
    /// 1, and its half points.
    single: HashMap<u64, Single>,
    voids: u64,
    matches: u64,
    plies: u64,
}

/// Meetings of two entrants: results of the one with the smaller number in all matches, and the
/// distinct games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Met {
    results: [u32; 3],
    distinct: Meetings,
}

/// Two entrants who played the same game more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    pub low: usize,
    pub high: usize,
    pub matches: u32,
    pub games: u32,
}

#[derive(Clone, Copy, Debug)]
struct Single {
    low: usize,
    high: usize,
    low_was_first: bool,
    half_points_of_low: usize,
    game: Option<u64>,
}

impl Tally {
    /// Creates empty totals for this many entrants.
    pub fn new(entrants: usize) -> Tally {
        Tally {
            counts: vec![Count::default(); entrants],
            meetings: vec![Vec::new(); entrants],
            seen: HashSet::new(),
            single: HashMap::new(),
            voids: 0,
            matches: 0,
            plies: 0,
        }
    }

    /// Adds an entrant, who has played nothing.
    pub(crate) fn enter(&mut self) {
        self.counts.push(Count::default());
        self.meetings.push(Vec::new());
    }

    pub fn add(&mut self, outcome: &CountedMatch) {
        let CountedMatch { x, o, counted, .. } = *outcome;
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
        if let Some((loser, cause)) = outcome.forfeiter()
            && let Some(forfeits) = self.counts[loser].forfeits.get_mut(cause)
        {
            *forfeits += 1;
        }
        let (low, high) = (x.min(o), x.max(o));
        let low_was_first = x == low;
        let half_points_of_low =
            if low_was_first { half_points_of_x } else { 2 - half_points_of_x };
        let single = Single { low, high, low_was_first, half_points_of_low, game: outcome.game };
        let is_copy = !self.is_new(&outcome.game.map(|game| [x as u64, o as u64, game]));
        let pair = outcome.opening.and_then(|opening| self.pair_with(opening, single));
        let row = &mut self.meetings[high];
        if row.is_empty() {
            row.resize(high, Met::default());
        }
        let met = &mut row[low];
        met.results[2 - half_points_of_low] += 1;
        let meetings = &mut met.distinct;
        if let Some(sum) = pair {
            meetings.pairs[sum] += 1;
        }
        if is_copy {
            return;
        }
        let results = if low_was_first { &mut meetings.a_first } else { &mut meetings.a_second };
        results[2 - half_points_of_low] += 1;
    }

    /// Returns true if the item is new or unknown.
    fn is_new(&mut self, what: &Option<impl Hash>) -> bool {
        what.as_ref().is_none_or(|what| self.seen.insert(hash(what)))
    }

    /// Half points of the pair once both matches of an opening are there; `None` if the same pair
    /// of games occurred before. The answer does not depend on the order of matches.
    fn pair_with(&mut self, opening: u64, new: Single) -> Option<usize> {
        match self.single.remove(&opening) {
            Some(old)
                if (old.low, old.high) == (new.low, new.high)
                    && old.low_was_first != new.low_was_first =>
            {
                let [first, second] = if old.low_was_first { [old, new] } else { [new, old] };
                let pair = first.game.zip(second.game);
                let sum = old.half_points_of_low + new.half_points_of_low;
                self.is_new(&pair.map(|pair| (new.low, new.high, pair))).then_some(sum)
            }
            Some(_) | None => {
                self.single.insert(opening, new);
                None
            }
        }
    }

    pub fn count(&self, entrant: usize) -> &Count {
        &self.counts[entrant]
    }

    pub fn entrants(&self) -> usize {
        self.counts.len()
    }

    /// The results of the distinct games of `a` and `b`, `a` being the smaller number; `None` if they
    /// never met.
    pub fn meetings(&self, a: usize, b: usize) -> Option<&Meetings> {
        Some(&self.row(a, b)?.distinct)
    }

    fn row(&self, a: usize, b: usize) -> Option<&Met> {
        let met = self.meetings.get(b)?.get(a)?;
        (*met != Met::default()).then_some(met)
    }

    /// For each pair of entrants that met, as (smaller number, greater number): the results of its
    /// distinct games. Copies of a game count once.
    pub fn met(&self) -> impl Iterator<Item = (usize, usize, Meetings)> + Clone {
        let rows = self.meetings.iter().enumerate();
        rows.flat_map(|(high, row)| {
            let met = row.iter().enumerate();
            met.filter(|(_, met)| **met != Met::default())
                .map(move |(low, met)| (low, high, met.distinct))
        })
    }

    /// Wins, draws and losses of `one` against `other` in all their matches, copies included.
    pub fn between(&self, one: usize, other: usize) -> [u32; 3] {
        let met = self.row(one.min(other), one.max(other));
        let [wins, draws, losses] = met.map_or([0; 3], |met| met.results);
        if one < other { [wins, draws, losses] } else { [losses, draws, wins] }
    }

    /// The pair with the most copies of games, with its matches and distinct games, and the number
    /// of other pairs with copies.
    pub fn copies(&self) -> Option<(Copies, usize)> {
        let copies = self.met().filter_map(|(low, high, distinct)| {
            let matches: u32 = self.between(low, high).iter().sum();
            let games = distinct.a_first.iter().chain(&distinct.a_second).sum();
            (games < matches).then_some(Copies { low, high, matches, games })
        });
        let others = copies.clone().count().saturating_sub(1);
        // On a tie, the first pair.
        let most = copies.min_by_key(|copy| Reverse(copy.matches - copy.games))?;
        Some((most, others))
    }

    /// Returns the number of void matches that were added.
    pub const fn voids(&self) -> u64 {
        self.voids
    }

    pub const fn matches(&self) -> u64 {
        self.matches
    }

    pub const fn plies(&self) -> u64 {
        self.plies
    }
}
