//! Formats with pairings known in advance: a match is computed from its number.

use super::pairing::Pairing;
use super::stage::{Stage, Units};
use crate::growing::phases::Lineup;

/// Two matches from one opening, with exchanged colours.
const LEGS: u64 = 2;

/// Numbers in JSON are exact up to here.
const MAX_MATCHES: u64 = 1 << 53;

/// The matches of one phase: of all its pairs, or of those with a newcomer.
#[derive(Debug)]
pub(super) struct Phase {
    players: Vec<usize>,
    /// The players at the first indices have met before, and do not meet here.
    old: usize,
    /// Index of the player who meets the others, in a gauntlet.
    challenger: Option<usize>,
    /// Number of encounters of two different players.
    encounters: u64,
    games: u64,
    /// True if each pair has an odd number of matches from earlier phases, so that its colours go on.
    is_odd: bool,
    /// Rounds and openings of earlier phases.
    rounds_before: u64,
    openings_before: u64,
    /// Pairs of matches that each pair has from earlier phases.
    pairs_before: u64,
}

/// The stages of a round-robin, or of the gauntlet of the newest of `challengers`, with `games` matches a pair;
/// `None` if they are too many to number.
pub(super) fn known_stages(
    lineups: &[Lineup],
    games: u32,
    challengers: &[usize],
) -> Option<Vec<Stage>> {
    let mut stages: Vec<Stage> = Vec::new();
    // Newcomers play as many matches with each player as two others have played by then.
    let mut played = u64::from(games);
    for (number, lineup) in lineups.iter().enumerate() {
        let players = lineup.players.clone();
        let is_challenger = |it: &usize| challengers.contains(it);
        let challenger = players.iter().position(is_challenger);
        let more = u64::from(lineup.more);
        let is_more = more > 0;
        let last = stages.last().and_then(Stage::phase);
        let mut phase = Phase {
            old: if is_more { 0 } else { lineup.old },
            players,
            challenger,
            encounters: 0,
            games: if is_more { more } else { played },
            is_odd: is_more && played % LEGS == 1,
            rounds_before: last.map_or(0, |it| it.rounds_before + it.rounds()),
            openings_before: last.map_or(0, |it| it.openings_before + it.openings()),
            pairs_before: if is_more { played.div_ceil(LEGS) } else { 0 },
        };
        phase.encounters = phase.count()?;
        let first = stages.last().map_or(1, |stage| stage.last + 1);
        let last = phase.encounters.checked_mul(phase.games)?.checked_add(first - 1)?;
        if last >= MAX_MATCHES {
            return None;
        }
        stages.push(Stage::new(first, last, Units::Pairs(phase)));
        if number > 0 {
            played = played.checked_add(more)?;
        }
    }
    Some(stages)
}

impl Phase {
    /// The match at an index, from 0. Earlier phases decide about colours.
    ///
    /// The matches of a phase come in cycles. In each, every pair meets in two consecutive matches from the
    /// same opening with exchanged colours. The last cycle may have one match only; its colours are
    /// balanced over all opponents.
    pub(super) fn pairing(&self, id: u64, place: u64, earlier: &[Stage]) -> Option<Pairing> {
        let cycle_length = self.encounters * LEGS;
        let cycle = place / cycle_length;
        let legs = LEGS.min(self.games - cycle * LEGS);
        let (encounter, leg) = (place % cycle_length / legs, place % cycle_length % legs);
        let (round, pair) = self.encounter(encounter);
        let [a, b] = pair.map(|pair| self.players[pair]);
        let first = if self.is_odd { self.first([a, b], earlier)? } else { a };
        let second = if first == a { b } else { a };
        let [x, o] = if leg == 0 { [first, second] } else { [second, first] };
        let round = self.rounds_before + cycle * self.rounds_of_cycle() + round + 1;
        Some(Pairing {
            id,
            round: u32::try_from(round).unwrap_or(u32::MAX),
            x,
            o,
            opening: self.openings_before + cycle * self.encounters + encounter + 1,
            pair: self.pairs_before + cycle,
        })
    }

    /// Returns player 1 of the first match of two players.
    fn first(&self, pair: [usize; 2], earlier: &[Stage]) -> Option<usize> {
        if !self.is_odd {
            return self.first_here(pair);
        }
        // The one that was not player 1 in their last match.
        let (at, last) = earlier.iter().enumerate().rev().find_map(|(at, stage)| {
            let phase = stage.phase()?;
            phase.first_here(pair).map(|_| (at, phase))
        })?;
        let first = last.first(pair, &earlier[..at])?;
        let other = if first == pair[0] { pair[1] } else { pair[0] };
        Some(if last.games % LEGS == 1 { other } else { first })
    }

    fn len(&self) -> u64 {
        self.players.len() as u64
    }

    fn old(&self) -> u64 {
        self.old as u64
    }

    fn newcomers(&self) -> u64 {
        self.len() - self.old()
    }

    /// Counts the encounters; `None` if they are too many.
    fn count(&self) -> Option<u64> {
        let pairs = |players: u64| Some(players.checked_mul(players.saturating_sub(1))? / 2);
        match self.challenger {
            Some(challenger) if challenger < self.old => Some(self.newcomers()),
            Some(_) => Some(self.len().saturating_sub(1)),
            None => self.old().checked_mul(self.newcomers())?.checked_add(pairs(self.newcomers())?),
        }
    }

    fn openings(&self) -> u64 {
        self.encounters * self.games.div_ceil(LEGS)
    }

    fn rounds(&self) -> u64 {
        self.rounds_of_cycle() * self.games.div_ceil(LEGS)
    }

    fn rounds_of_cycle(&self) -> u64 {
        match self.challenger {
            Some(_) => self.encounters,
            None => {
                let others = self.newcomers() * self.newcomers().saturating_sub(1) / 2;
                self.rounds_with_old() + others / boards(self.newcomers())
            }
        }
    }

    /// Rounds in which newcomers meet those that play already.
    fn rounds_with_old(&self) -> u64 {
        if self.boards_with_old() == 0 { 0 } else { self.old().max(self.newcomers()) }
    }

    fn boards_with_old(&self) -> u64 {
        self.old().min(self.newcomers())
    }

    /// The round of an encounter, and the indices of its players, player 1 of the first match first.
    fn encounter(&self, number: u64) -> (u64, [usize; 2]) {
        if let Some(challenger) = self.challenger {
            let skipped = if challenger < self.old { self.old - 1 } else { 0 };
            let place = index(number) + skipped;
            // Skips the challenger itself.
            let other = place + usize::from(place >= challenger);
            return (number, self.oriented([challenger, other]));
        }
        let boards_here = self.boards_with_old();
        let with_old = self.rounds_with_old() * boards_here;
        if number < with_old {
            // Each round, the players of the smaller side meet the next ones of the larger.
            let (round, board) = (number / boards_here, number % boards_here);
            let next = (round + board) % self.rounds_with_old();
            let is_fewer_old = self.old() == boards_here;
            let [old, new] = if is_fewer_old { [board, next] } else { [next, board] };
            return (round, self.oriented([index(old), self.old + index(new)]));
        }
        let number = number - with_old;
        let boards = boards(self.newcomers());
        let round = number / boards;
        let pair = circle(self.players.len() - self.old, index(round), index(number % boards));
        (self.rounds_with_old() + round, self.oriented(pair.map(|pair| self.old + pair)))
    }

    /// Puts player 1 of the first match of two indices first.
    fn oriented(&self, pair: [usize; 2]) -> [usize; 2] {
        let Some(challenger) = self.challenger else {
            return balanced(pair);
        };
        let other = if pair[0] == challenger { pair[1] } else { pair[0] };
        let place = other - usize::from(other > challenger);
        if place.is_multiple_of(2) { [challenger, other] } else { [other, challenger] }
    }

    /// Player 1 of the first match of two players, if they meet in this phase and no earlier match decides.
    fn first_here(&self, pair: [usize; 2]) -> Option<usize> {
        let place = |player: usize| self.players.iter().position(|&it| it == player);
        let places = [place(pair[0])?, place(pair[1])?];
        let has_newcomer = places.iter().any(|&place| place >= self.old);
        let is_met = self.challenger.is_none_or(|challenger| places.contains(&challenger));
        (has_newcomer && is_met).then(|| self.players[self.oriented(places)[0]])
    }

    /// Counts the matches of an entrant.
    pub(super) fn due(&self, entrant: usize) -> u64 {
        let Some(place) = self.players.iter().position(|&player| player == entrant) else {
            return 0;
        };
        let is_new = place >= self.old;
        let opponents = match self.challenger {
            Some(challenger) if challenger == place => self.encounters,
            Some(challenger) => u64::from(is_new || challenger >= self.old),
            None if is_new => self.len() - 1,
            None => self.newcomers(),
        };
        opponents * self.games
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// Encounters of so many players that can be played at the same time.
fn boards(players: u64) -> u64 {
    (players / 2).max(1)
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
