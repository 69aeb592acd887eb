//! Runs the sequential test during a tournament. Matches count in the order of their numbers,
//! however they come in. A repeated pair of games does not count: it is no new evidence. Each phase
//! of a tournament is a test of its own. A test whose pairs only repeat earlier ones ends undecided: without
//! openings two deterministic players would go on for ever.

use std::collections::{BTreeMap, HashSet};

use crate::ranking::tally::CountedMatch;
use crate::rating::{Hypothesis, Meetings, Rating, Sprt, rate};

/// Repeated pairs in a row that end a test.
pub(crate) const MAX_REPEATED: u32 = 20;

/// Player 1, and the hash of the game.
type Game = (usize, u64);

/// A match that counts, as the tested player saw it.
#[derive(Clone, Copy, Debug)]
struct TestedMatch {
    is_player_1: bool,
    half_points: u8,
    game: Option<Game>,
}

/// The state of a sequential test.
#[derive(Clone, Debug)]
pub struct SprtWatch {
    test: Sprt,
    /// All versions of the player that is tested, as indices of entrants.
    tested: Vec<usize>,
    /// Number of its phase's first match.
    start: u64,
    /// Matches that came before a missing earlier match; `None` for a void match.
    early: BTreeMap<u64, Option<TestedMatch>>,
    /// Pairs of games so far.
    seen: HashSet<[Game; 2]>,
    /// The complete pairs of matches that count; the tested player is `a`.
    met: Meetings,
    complete: u64,
    /// The latest pairs that only repeated earlier ones.
    repeated: u32,
    /// The hypothesis that is accepted, if one is, and the last match of the test.
    ended: Option<(Option<Hypothesis>, u64)>,
}

impl SprtWatch {
    /// Creates the test of an entrant, in all its versions, against the other one.
    pub fn new(test: Sprt, tested: Vec<usize>) -> SprtWatch {
        SprtWatch {
            test,
            tested,
            start: 1,
            early: BTreeMap::new(),
            seen: HashSet::new(),
            met: Meetings::default(),
            complete: 0,
            repeated: 0,
            ended: None,
        }
    }

    /// Begins anew, unless the phase with this first match has begun.
    pub(crate) fn enter(&mut self, start: u64) {
        if start != self.start {
            let tested = std::mem::take(&mut self.tested);
            *self = SprtWatch { start, ..SprtWatch::new(self.test, tested) };
        }
    }

    /// Adds a match; returns the last match of the test once it has ended.
    pub fn note(&mut self, id: u64, outcome: &CountedMatch) -> Option<u64> {
        let is_player_1 = self.is_on(outcome.x);
        let game = outcome.game.map(|game| (outcome.x, game));
        let tested = outcome.counted.half_points_of_x().map(|of_x| {
            let half_points = if is_player_1 { of_x } else { 2 - of_x };
            TestedMatch { is_player_1, half_points, game }
        });
        self.early.insert(id, tested);
        while self.ended.is_none() {
            let next = self.start + 2 * self.complete;
            let (Some(&one), Some(&two)) = (self.early.get(&next), self.early.get(&(next + 1)))
            else {
                break;
            };
            self.early.remove(&next);
            self.early.remove(&(next + 1));
            self.complete += 1;
            // A pair with a void match says nothing about either player.
            let (Some(one), Some(two)) = (one, two) else {
                continue;
            };
            if let (Some(game), Some(other)) = (one.game, two.game)
                && !self.seen.insert([game, other])
            {
                self.repeated += 1;
                self.ended = (self.repeated == MAX_REPEATED).then_some((None, next + 1));
                continue;
            }
            self.repeated = 0;
            for TestedMatch { is_player_1, half_points, .. } in [one, two] {
                let met = &mut self.met;
                let results = if is_player_1 { &mut met.a_first } else { &mut met.a_second };
                // Won, drawn, lost.
                results[usize::from(2 - half_points)] += 1;
            }
            self.met.pairs[usize::from(one.half_points + two.half_points)] += 1;
            let decision = self.test.decision(self.llr());
            self.ended = decision.map(|hypothesis| (Some(hypothesis), next + 1));
        }
        self.ended.map(|(_, last)| last)
    }

    /// Returns true once the test is decided, or only repeats its games.
    pub fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    pub fn decision(&self) -> Option<Hypothesis> {
        self.ended.and_then(|(hypothesis, _)| hypothesis)
    }

    /// Returns true if the test has ended because its pairs only repeated earlier ones.
    pub fn repeats(&self) -> bool {
        self.has_ended() && self.decision().is_none()
    }

    pub fn llr(&self) -> f64 {
        self.test.llr(&self.met.pairs)
    }

    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// Returns true if an entrant is the tested player, in any version.
    pub fn is_on(&self, entrant: usize) -> bool {
        self.tested.contains(&entrant)
    }

    /// Complete pairs of matches that count, by half points of the tested player.
    pub fn pairs(&self) -> [u32; 5] {
        self.met.pairs
    }

    /// The rating of the tested player by these pairs, relative to the mean of both: half of their difference.
    pub fn rating(&self) -> Rating {
        rate(2, std::iter::once((0, 1, self.met))).entrants[0]
    }
}
