//! Pairs the players of a ladder, one match at a time.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::time::Duration;

use crate::rating::{ELO_PER_UNIT, RATING_PRIOR, Ratings};
use crate::schedule::seed::{Dice, Purpose};

/// One match in this many prefers players far apart, so that the ends of the scale are known against
/// each other.
const FAR_ONCE_IN: usize = 20;

/// Factor for a pair that has played an opening with one colour only.
const RETURN_MATCH: f64 = 8.0;

/// A player is greedy beyond this multiple of what the median player takes: of core time, and of
/// core time for as many matches.
const MAX_SHARE: u32 = 2;

/// Matches that a player gets whatever core time it takes.
const FIRST_GAMES: u64 = 4;

/// Decides who plays whom next, from what is known of the players so far.
///
/// Pure: no clock, no files; chance follows from the seed and the pairing's number. Players are
/// indices in the order in which they entered.
#[derive(Clone, Debug)]
pub struct Matchmaker {
    seed: u64,
    players: Vec<Player>,
    running: BTreeMap<u64, Duel>,
    /// By pair, smaller index first: an opening that it has played with one colour only.
    unanswered: BTreeMap<(usize, usize), Duel>,
    ratings: Option<Ratings>,
}

/// A pairing to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    pub x: usize,
    pub o: usize,
    /// The number of its opening; only this pair plays it.
    pub opening: u64,
}

#[derive(Clone, Debug, Default)]
struct Player {
    rests: bool,
    /// Matches that began.
    games: u64,
    /// Matches as player 1, less those as player 2.
    lead_of_x: i64,
    running: u64,
    used: Duration,
    last_opponent: Option<usize>,
}

impl Player {
    /// Mean core time of its matches that are over; `None` if none is.
    fn used_of_match(&self) -> Option<Duration> {
        let over = self.games.saturating_sub(self.running);
        self.used.checked_div(u32::try_from(over).unwrap_or(u32::MAX))
    }
}

impl Matchmaker {
    /// Creates a ladder without players.
    pub const fn new(seed: u64) -> Matchmaker {
        Matchmaker {
            seed,
            players: Vec::new(),
            running: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            ratings: None,
        }
    }

    /// Takes over which players rest, and are offered no match. Those beyond the known ones enter.
    pub fn set_resting(&mut self, rests: &[bool]) {
        self.players.resize_with(rests.len().max(self.players.len()), Player::default);
        self.players.iter_mut().zip(rests).for_each(|(player, &rests)| player.rests = rests);
    }

    /// Counts a pairing that begins, whoever chose it.
    pub fn begin(&mut self, number: u64, duel: Duel) {
        let Duel { x, o, opening } = duel;
        let is_known = x != o && x.max(o) < self.players.len();
        if !is_known || self.running.contains_key(&number) {
            return;
        }
        self.running.insert(number, duel);
        for (player, opponent) in [(x, o), (o, x)] {
            let player = &mut self.players[player];
            player.games += 1;
            player.running += 1;
            player.last_opponent = Some(opponent);
        }
        self.players[x].lead_of_x += 1;
        self.players[o].lead_of_x -= 1;
        let pair = (x.min(o), x.max(o));
        match self.unanswered.remove(&pair) {
            Some(first) if first.opening == opening && first.x == o => {}
            _ => _ = self.unanswered.insert(pair, duel),
        }
    }

    /// Counts a pairing as over, void or not, with the core time of its players 1 and 2.
    pub fn end(&mut self, number: u64, used: [Duration; 2]) {
        let Some(duel) = self.running.remove(&number) else { return };
        for (player, used) in [duel.x, duel.o].into_iter().zip(used) {
            let player = &mut self.players[player];
            player.running -= 1;
            player.used = player.used.saturating_add(used);
        }
    }

    /// Takes over newer ratings. Later players may be missing in them.
    pub fn learn(&mut self, ratings: &Ratings) {
        self.ratings = Some(ratings.clone());
    }

    /// Returns the pairing to play as this number; `None` if fewer than two play.
    ///
    /// The player with the fewest matches meets an opponent by chance, weighted by what the match
    /// would tell.
    pub fn next(&self, number: u64) -> Option<Duel> {
        let mut dice = Dice::new(self.seed, Purpose::Pairing, number);
        let ready = self.ready();
        // The newest has the fewest matches.
        let by_need = |it: &&Ready| {
            (it.is_greedy, it.running, self.players[it.player].games, Reverse(it.player))
        };
        let first = ready.iter().min_by_key(by_need)?.player;
        let last = |it: usize| self.players[it].last_opponent;
        let rank = |it: &Ready| {
            let is_again = last(first) == Some(it.player) || last(it.player) == Some(first);
            (it.is_greedy, is_again, it.running)
        };
        let others = || ready.iter().filter(|ready| ready.player != first);
        let best = others().map(rank).min()?;
        let is_far = dice.below(FAR_ONCE_IN) == 0;
        let weighted: Vec<(usize, f64)> = others()
            .filter(|other| rank(other) == best)
            .map(|other| (other.player, self.weight(first, other.player, is_far)))
            .collect();
        let second = draw(&weighted, &mut dice)?;
        Some(self.duel(first, second, number, &mut dice))
    }

    fn ready(&self) -> Vec<Ready> {
        let playing = || (0..).zip(&self.players).filter(|(_, it)| !it.rests);
        let usual = median(playing().map(|(_, it)| it.used));
        let usual_of_match = median(playing().filter_map(|(_, it)| it.used_of_match()));
        let ready = playing().map(|(player, it)| {
            let running = times(it.used_of_match().unwrap_or_default(), it.running);
            let used = it.used.saturating_add(running);
            // Not greedy: a player that is older than most, at the speed of the others.
            let share = usual.max(times(usual_of_match, it.games)).saturating_mul(MAX_SHARE);
            Ready {
                player,
                is_greedy: it.games >= FIRST_GAMES && used > share,
                running: it.running,
            }
        });
        ready.collect()
    }

    /// The worth of a match of `a` against `b`: the variance of their difference times that of
    /// the score.
    ///
    /// A steeper preference for equals makes intervals too short, perhaps because it joins players with the same luck:
    /// with the uncertainty of their order instead of the variance, those of 300 players whose strengths have a
    /// deviation of 100 Elo covered 79 %.
    fn weight(&self, a: usize, b: usize, is_far: bool) -> f64 {
        let known = self.ratings.as_ref().and_then(|ratings| {
            let lead = ratings.entrants.get(a)?.rating - ratings.entrants.get(b)?.rating;
            Some((lead / ELO_PER_UNIT, (ratings.deviation(a, b)? / ELO_PER_UNIT).powi(2)))
        });
        let (lead, variance) = known.unwrap_or((0.0, (RATING_PRIOR / ELO_PER_UNIT).powi(2)));
        // The expected score over all that the difference may be, with the logistic curve as a
        // normal one.
        let score = 1.0 / (1.0 + (-lead / (1.0 + PI / 8.0 * variance).sqrt()).exp());
        let open = score * (1.0 - score);
        if is_far {
            return open * (lead * lead + variance);
        }
        let bonus = if self.is_due(a, b) { RETURN_MATCH } else { 1.0 };
        bonus * variance * open
    }

    /// Returns true if the pair has an opening to answer, and that doesn't give `a` the colour that
    /// it has had more often.
    fn is_due(&self, a: usize, b: usize) -> bool {
        let first = self.unanswered.get(&(a.min(b), a.max(b)));
        first.is_some_and(|first| {
            let lead = self.players[a].lead_of_x;
            if first.x == a { lead >= 0 } else { lead <= 0 }
        })
    }

    /// Chooses colours and the opening.
    fn duel(&self, a: usize, b: usize, number: u64, dice: &mut Dice) -> Duel {
        if let Some(first) = self.unanswered.get(&(a.min(b), a.max(b))) {
            return Duel { x: first.o, o: first.x, opening: first.opening };
        }
        let lead = |it: usize| self.players[it].lead_of_x;
        let is_a_first = match lead(a).cmp(&lead(b)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => dice.below(2) == 0,
        };
        let (x, o) = if is_a_first { (a, b) } else { (b, a) };
        Duel { x, o, opening: number }
    }
}

/// A player that plays.
struct Ready {
    player: usize,
    is_greedy: bool,
    running: u64,
}

fn times(one: Duration, times: u64) -> Duration {
    one.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX))
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn draw(weighted: &[(usize, f64)], dice: &mut Dice) -> Option<usize> {
    const STEPS: usize = 1 << 32;
    let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    let mut left = total * dice.below(STEPS) as f64 / STEPS as f64;
    for &(player, weight) in weighted {
        left -= weight;
        if left < 0.0 {
            return Some(player);
        }
    }
    // Rounding, or no weight at all.
    weighted.last().map(|&(player, _)| player)
}
