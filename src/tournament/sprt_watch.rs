//! Runs the sequential test during a tournament. Matches count in the order of their numbers,
//! however they come in. A repeated pair of games does not count: it is no new evidence. Each phase
//! of a tournament is a test of its own.

use std::collections::{BTreeMap, HashSet};

use super::tally::CountedMatch;
use crate::rating::{Hypothesis, Sprt};

/// Player 1, and the hash of the game.
type Game = (usize, u64);

/// The state of a sequential test.
#[derive(Clone, Debug)]
pub struct SprtWatch {
    test: Sprt,
    /// Number of its phase's first match.
    start: u64,
    /// Results of matches that came before a missing earlier match: half points of the first
    /// entrant, player 1 and the game; `None` for a void match.
    early: BTreeMap<u64, Option<(u8, Option<Game>)>>,
    /// Pairs of games so far.
    seen: HashSet<[Game; 2]>,
    /// Complete pairs of matches, by half points of the first entrant.
    pairs: [u32; 5],
    complete: u64,
    decided: Option<(Hypothesis, u64)>,
}

impl SprtWatch {
    /// Creates the test of the first entrant against the second.
    pub fn new(test: Sprt) -> SprtWatch {
        SprtWatch {
            test,
            start: 1,
            early: BTreeMap::new(),
            seen: HashSet::new(),
            pairs: [0; 5],
            complete: 0,
            decided: None,
        }
    }

    /// Begins anew, unless the phase with this first match has begun.
    pub(super) fn enter(&mut self, start: u64) {
        if start != self.start {
            *self = SprtWatch { start, ..SprtWatch::new(self.test) };
        }
    }

    /// Adds a match; returns the last match of the test once it is decided.
    pub fn note(&mut self, id: u64, outcome: &CountedMatch) -> Option<u64> {
        let half_points_of_x = outcome.counted.half_points_of_x();
        let of_first = if outcome.x < outcome.o {
            half_points_of_x
        } else {
            half_points_of_x.map(|it| 2 - it)
        };
        self.early.insert(id, of_first.map(|it| (it, outcome.game.map(|game| (outcome.x, game)))));
        while self.decided.is_none() {
            let next = self.start + 2 * self.complete;
            let (Some(&one), Some(&two)) = (self.early.get(&next), self.early.get(&(next + 1)))
            else {
                break;
            };
            self.early.remove(&next);
            self.early.remove(&(next + 1));
            self.complete += 1;
            // A pair with a void match says nothing about either player.
            let (Some((one, game)), Some((two, other_game))) = (one, two) else {
                continue;
            };
            if let (Some(game), Some(other)) = (game, other_game)
                && !self.seen.insert([game, other])
            {
                continue;
            }
            self.pairs[usize::from(one + two)] += 1;
            let decision = self.test.decision(self.llr());
            self.decided = decision.map(|hypothesis| (hypothesis, next + 1));
        }
        self.decided.map(|(_, last)| last)
    }

    /// Returns true once the test is decided.
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    pub fn decision(&self) -> Option<Hypothesis> {
        self.decided.map(|(hypothesis, _)| hypothesis)
    }

    pub fn llr(&self) -> f64 {
        self.test.llr(&self.pairs)
    }

    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// Complete pairs of matches, by half points of the first entrant.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }
}
