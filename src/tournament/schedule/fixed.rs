//! Formats with pairings known in advance: a match is computed from its number.

use super::Pairing;
use crate::phases::Lineup;

/// Two matches from one opening, with exchanged colours.
const LEGS: u64 = 2;

/// Numbers in JSON are exact up to here.
const MAX_MATCHES: u64 = 1 << 53;

/// The phases of a round-robin or a gauntlet.
#[derive(Debug)]
pub(super) struct Fixed {
    phases: Vec<Phase>,
}

/// The matches of one phase: of all its pairs, or of those with a newcomer.
#[derive(Debug)]
struct Phase {
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
    /// Matches, rounds and openings of earlier phases.
    before: u64,
    rounds_before: u64,
    openings_before: u64,
    /// Pairs of matches that each pair has from earlier phases.
    pairs_before: u64,
    /// Number of the last match, and of the last one that is played.
    last: u64,
    end: u64,
}

impl Fixed {
    /// A round-robin, or the gauntlet of the newest of `challengers`, with `games` matches a pair; `None` if
    /// they are too many to number.
    pub(super) fn new(lineups: &[Lineup], games: u32, challengers: &[usize]) -> Option<Fixed> {
        let mut phases: Vec<Phase> = Vec::new();
        // Newcomers play as many matches with each player as two others have played by then.
        let mut played = u64::from(games);
        for (number, lineup) in lineups.iter().enumerate() {
            let players = lineup.players.clone();
            let is_challenger = |it: &usize| challengers.contains(it);
            let challenger = players.iter().position(is_challenger);
            let more = u64::from(lineup.more);
            let is_more = more > 0;
            let games_here = if is_more { more } else { played };
            let last = phases.last();
            let mut phase = Phase {
                old: if is_more { 0 } else { lineup.old },
                players,
                challenger,
                encounters: 0,
                games: games_here,
                is_odd: is_more && played % LEGS == 1,
                before: last.map_or(0, |it| it.last),
                rounds_before: last.map_or(0, |it| it.rounds_before + it.rounds()),
                openings_before: last.map_or(0, |it| it.openings_before + it.openings()),
                pairs_before: if is_more { played.div_ceil(LEGS) } else { 0 },
                last: 0,
                end: 0,
            };
            phase.encounters = phase.count()?;
            phase.last = phase.encounters.checked_mul(games_here)?.checked_add(phase.before)?;
            phase.end = phase.last;
            if phase.last >= MAX_MATCHES {
                return None;
            }
            phases.push(phase);
            if number > 0 {
                played = played.checked_add(more)?;
            }
        }
        Some(Fixed { phases })
    }

    /// The number of the last match.
    pub(super) fn end(&self) -> u64 {
        self.phases.last().map_or(0, |it| it.end)
    }

    /// The matches of each phase that has some.
    pub(super) fn stages(&self) -> impl Iterator<Item = std::ops::Range<u64>> {
        let ranges = self.phases.iter().map(|it| it.before + 1..it.end + 1);
        ranges.filter(|it| !it.is_empty())
    }

    /// Number of the first match of a match's phase.
    pub(super) fn phase_start(&self, id: u64) -> Option<u64> {
        self.phases.get(self.at(id)).map(|it| it.before + 1)
    }

    /// Number of the phase of a match, from 1.
    pub(super) fn phase_of(&self, id: u64) -> usize {
        self.at(id) + 1
    }

    /// Ends the phase of this match after it. Returns the numbers that fall away before those of later phases.
    pub(super) fn end_after(&mut self, id: u64) -> std::ops::Range<u64> {
        let at = self.at(id);
        let has_later = at + 1 < self.phases.len();
        let Some(phase) = self.phases.get_mut(at) else {
            return 0..0;
        };
        phase.end = phase.end.min(id);
        if has_later { phase.end + 1..phase.last + 1 } else { 0..0 }
    }

    /// Returns true if a match is not beyond the early end of its phase.
    pub(super) fn is_before_end(&self, id: u64) -> bool {
        self.phases.get(self.at(id)).is_some_and(|it| id <= it.end)
    }

    /// Index of the phase that a match belongs to.
    fn at(&self, id: u64) -> usize {
        self.phases.partition_point(|it| it.last < id)
    }

    /// Counts the matches of an entrant.
    pub(super) fn due(&self, entrant: usize) -> u64 {
        self.phases.iter().map(|it| it.due(entrant)).sum()
    }

    /// The match with a number.
    ///
    /// The matches of a phase come in cycles. In each, every pair meets in two consecutive matches from the
    /// same opening with exchanged colours. The last cycle may have one match only; its colours are
    /// balanced over all opponents.
    pub(super) fn pairing(&self, id: u64) -> Option<Pairing> {
        let at = self.at(id);
        let phase = self.phases.get(at)?;
        let place = id.checked_sub(phase.before + 1)?;
        let cycle_length = phase.encounters * LEGS;
        let cycle = place / cycle_length;
        let legs = LEGS.min(phase.games - cycle * LEGS);
        let (encounter, leg) = (place % cycle_length / legs, place % cycle_length % legs);
        let (round, pair) = phase.encounter(encounter);
        let [a, b] = pair.map(|it| phase.players[it]);
        let first = if phase.is_odd { self.first(at, [a, b])? } else { a };
        let second = if first == a { b } else { a };
        let [x, o] = if leg == 0 { [first, second] } else { [second, first] };
        let round = phase.rounds_before + cycle * phase.rounds_of_cycle() + round + 1;
        Some(Pairing {
            id,
            round: u32::try_from(round).unwrap_or(u32::MAX),
            x,
            o,
            opening: phase.openings_before + cycle * phase.encounters + encounter + 1,
            pair: phase.pairs_before + cycle,
        })
    }

    /// Returns player 1 of the first match of two players in a phase.
    fn first(&self, at: usize, pair: [usize; 2]) -> Option<usize> {
        let phase = self.phases.get(at)?;
        if !phase.is_odd {
            return phase.first(pair);
        }
        // The one that was not player 1 in their last match.
        let earlier = (0..at).rev().find(|&it| self.phases[it].first(pair).is_some())?;
        let first = self.first(earlier, pair)?;
        let other = if first == pair[0] { pair[1] } else { pair[0] };
        Some(if self.phases[earlier].games % LEGS == 1 { other } else { first })
    }
}

impl Phase {
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
        (self.rounds_with_old() + round, self.oriented(pair.map(|it| self.old + it)))
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
    fn first(&self, pair: [usize; 2]) -> Option<usize> {
        let place = |player: usize| self.players.iter().position(|&it| it == player);
        let places = [place(pair[0])?, place(pair[1])?];
        let has_newcomer = places.iter().any(|&it| it >= self.old);
        let is_met = self.challenger.is_none_or(|it| places.contains(&it));
        (has_newcomer && is_met).then(|| self.players[self.oriented(places)[0]])
    }

    /// Counts the matches of an entrant.
    fn due(&self, entrant: usize) -> u64 {
        let Some(place) = self.players.iter().position(|&it| it == entrant) else {
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
