//! Matches that can be played at the same time, each computed from its number.

use std::ops::Range;

use super::fixed::Phase;
use super::pairing::{MatchResult, Pairing};
use crate::settings::tournament_settings::Points;

/// Matches that can be played at the same time.
#[derive(Debug)]
pub(super) struct Stage {
    /// Number of its first match, of its last one, and of the last one that is played.
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) end: u64,
    units: Units,
}

#[derive(Debug)]
pub(super) enum Units {
    /// The matches of a phase, known in advance.
    Pairs(Phase),
    /// A round, paired by results.
    Duels(Duels),
    /// Those of a standing tournament, written down as they were paired; none where a line is damaged.
    Recorded(Vec<Option<Pairing>>),
}

/// Duels, each of equally many matches.
#[derive(Debug)]
pub(super) struct Duels {
    pub(super) round: u32,
    pub(super) first_opening: u64,
    pub(super) games: u64,
    /// Pairs of matches of each duel in earlier stages, if a tied duel is continued.
    pub(super) pairs_before: u64,
    /// The duels; player 1 of the first match comes first.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Points of both players in hundredths.
    pub(super) scores: Vec<[u64; 2]>,
}

impl Stage {
    pub(super) fn new(first: u64, last: u64, units: Units) -> Stage {
        Stage { first, last, end: last, units }
    }

    pub(super) fn is_recorded(&self) -> bool {
        matches!(self.units, Units::Recorded(_))
    }

    pub(super) fn phase(&self) -> Option<&Phase> {
        match &self.units {
            Units::Pairs(phase) => Some(phase),
            Units::Duels(_) | Units::Recorded(_) => None,
        }
    }

    pub(super) fn duels(&self) -> Option<&Duels> {
        match &self.units {
            Units::Pairs(_) | Units::Recorded(_) => None,
            Units::Duels(duels) => Some(duels),
        }
    }

    /// Adds what was paired since.
    pub(super) fn record(&mut self, all: &[Option<Pairing>]) {
        if let Units::Recorded(known) = &mut self.units {
            known.extend_from_slice(all.get(known.len()..).unwrap_or_default());
            self.last = known.len() as u64;
            self.end = self.last;
        }
    }

    /// The numbers of the matches that are played.
    pub(super) fn matches(&self) -> Range<u64> {
        self.first..self.end + 1
    }

    /// The match with a number, which the stage has. Of earlier stages colours may follow.
    pub(super) fn pairing(&self, id: u64, earlier: &[Stage]) -> Option<Pairing> {
        let place = id.checked_sub(self.first)?;
        match &self.units {
            Units::Pairs(phase) => phase.pairing(id, place, earlier),
            Units::Duels(duels) => duels.pairing(id, place),
            Units::Recorded(all) => *all.get(usize::try_from(place).ok()?)?,
        }
    }

    /// Adds the result of a match, where a later stage depends on it.
    pub(super) fn note(&mut self, pairing: &Pairing, counted: MatchResult, points: Points) {
        let Units::Duels(duels) = &mut self.units else { return };
        let [of_x, of_o] = counted.worth(points);
        let Ok(duel) = usize::try_from((pairing.id - self.first) / duels.games) else { return };
        let is_turned = duels.pairs[duel][0] != pairing.x;
        let [first, second] = if is_turned { [of_o, of_x] } else { [of_x, of_o] };
        duels.scores[duel][0] += first;
        duels.scores[duel][1] += second;
    }
}

impl Duels {
    fn pairing(&self, id: u64, place: u64) -> Option<Pairing> {
        let (duel, game) = (place / self.games, place % self.games);
        let [first, second] = *self.pairs.get(usize::try_from(duel).ok()?)?;
        let [x, o] = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Pairing {
            id,
            round: self.round,
            x,
            o,
            opening: self.first_opening + duel * self.games.div_ceil(2) + game / 2,
            pair: self.pairs_before + game / 2,
        })
    }

    pub(super) fn results(&self) -> Vec<([usize; 2], [u64; 2])> {
        self.pairs.iter().copied().zip(self.scores.iter().copied()).collect()
    }

    /// Number of the first opening after it.
    pub(super) fn next_opening(&self) -> u64 {
        self.first_opening + self.pairs.len() as u64 * self.games.div_ceil(2)
    }

    /// Pairs of matches of each duel, if it is continued.
    pub(super) fn next_pair(&self) -> u64 {
        self.pairs_before + self.games.div_ceil(2)
    }
}
