//! Coverage of the 95 % intervals on ladders, where ratings decide who plays whom.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use arbitro_rules::Player;
use arbitro_testkit::sizes::{sample, short_or_long, size};
use arbitro_tournament::rating::{Ratings, rate};
use arbitro_tournament::{CountedMatch, Duel, MatchResult, Matchmaker, Tally};

use super::simulated::{Dice, Intervals, Opening, Openings, Scenario, Truth};

const DEFAULT: Scenario = Scenario {
    entrants: 30,
    games: 60,
    spread: 200.0,
    draw_share: 0.3,
    first_move: 40.0,
    openings: Openings::Independent,
    meeting: 1.0,
};

/// Matches that run at the same time.
const JOBS: usize = 4;

/// A ladder whose players have known strengths.
struct Ladder {
    scenario: Scenario,
    strengths: Vec<f64>,
    /// Elo by which each of the first three beats the next, and the third the first.
    cycle: f64,
    matchmaker: Matchmaker,
    rests: Vec<bool>,
    tally: Tally,
    openings: BTreeMap<u64, Opening>,
    running: VecDeque<(u64, Duel)>,
    number: u64,
    dice: Dice,
}

impl Ladder {
    /// A ladder for so many players that have not entered yet.
    fn new(scenario: Scenario, strengths: Vec<f64>, seed: u64) -> Ladder {
        Ladder {
            tally: Tally::new(strengths.len()),
            scenario,
            strengths,
            cycle: 0.0,
            matchmaker: Matchmaker::new(seed),
            rests: Vec::new(),
            openings: BTreeMap::new(),
            running: VecDeque::new(),
            number: 0,
            dice: Dice::new(seed),
        }
    }

    fn enter(&mut self, players: usize) {
        self.rests.resize(self.rests.len() + players, false);
        self.matchmaker.set_resting(&self.rests);
    }

    fn ratings(&self) -> Ratings {
        rate(self.strengths.len(), self.tally.met())
    }

    /// Plays matches, each player's ratings being refitted once in two of them.
    fn play(&mut self, matches: usize) {
        for _ in 0..matches {
            self.number += 1;
            if self.number.is_multiple_of(self.strengths.len() as u64) {
                self.matchmaker.learn(&self.ratings());
            }
            let duel = self.matchmaker.next(self.number).unwrap();
            self.matchmaker.begin(self.number, duel);
            self.running.push_back((self.number, duel));
            if self.running.len() == JOBS {
                self.finish();
            }
        }
    }

    fn finish(&mut self) {
        let Some((number, Duel { x, o, opening })) = self.running.pop_front() else { return };
        let advantage = match (x, o) {
            (0, 1) | (1, 2) | (2, 0) => self.cycle,
            (1, 0) | (2, 1) | (0, 2) => -self.cycle,
            _ => 0.0,
        };
        let difference = self.strengths[x] - self.strengths[o] + advantage;
        let (scenario, dice) = (self.scenario, &mut self.dice);
        let luck = *self.openings.entry(opening).or_insert_with(|| scenario.opening(dice));
        let counted = match scenario.play_match(difference, luck, dice) {
            2 => MatchResult::Won(Player::X),
            1 => MatchResult::Drawn,
            _ => MatchResult::Won(Player::O),
        };
        let is_paired = !matches!(scenario.openings, Openings::Unpaired);
        let opening = is_paired.then_some(opening);
        self.tally.add(&CountedMatch {
            x,
            o,
            opening,
            counted,
            forfeit: None,
            plies: 0,
            game: None,
        });
        self.matchmaker.end(number, [Duration::from_secs(1); 2]);
    }

    fn add_to(&self, intervals: &mut Intervals, players: impl Iterator<Item = usize>) {
        let truth = match self.scenario.openings {
            Openings::Biased(_) => Truth::EndlessPlay,
            _ => Truth::Strengths,
        };
        let entrants = self.strengths.len();
        let truths = Scenario { entrants, ..self.scenario }.truth(&self.strengths, truth);
        let ratings = self.ratings();
        players.for_each(|player| intervals.add(&ratings, &truths, player));
    }
}

fn assert_covers(what: &str, intervals: Intervals) {
    let coverage = intervals.coverage();
    // Two standard deviations of the share that so many intervals give: little in the long form.
    let noise = 2.0 * (0.95 * 0.05 / intervals.all).sqrt();
    println!("{what}: {coverage:.3} of {}, give or take {noise:.3}", intervals.all);
    assert!((0.93 - noise..=0.97 + noise).contains(&coverage), "{what}: {coverage}");
}

/// Plays ladders whose players all enter at the start.
fn check(what: &str, scenario: Scenario, ladders: u64) {
    let openings = [
        Openings::Unpaired,
        Openings::Independent,
        Openings::Biased(80.0),
        Openings::SharedLuck(0.4),
    ];
    for openings in sample(openings, 2) {
        let scenario = Scenario { openings, ..scenario };
        let mut intervals = Intervals::default();
        for seed in 0..size("ARBITRO_LADDERS", ladders, 3 * ladders) {
            let strengths = scenario.strengths(&mut Dice::new(1000 + seed));
            let mut ladder = Ladder::new(scenario, strengths, seed);
            ladder.enter(scenario.entrants);
            ladder.play(scenario.entrants * scenario.games as usize / 2);
            ladder.add_to(&mut intervals, 0..scenario.entrants);
        }
        assert_covers(&format!("{what}, {openings:?}"), intervals);
    }
}

#[test]
fn intervals_of_ladders_hold_the_truth() {
    check("ordinary", DEFAULT, 12);
}

#[test]
fn intervals_of_ladders_of_near_equals_hold_the_truth() {
    check("near equals", Scenario { spread: 50.0, ..DEFAULT }, 12);
}

#[test]
fn intervals_of_ladders_of_very_unequal_players_hold_the_truth() {
    check("unequal", Scenario { spread: 500.0, draw_share: 0.1, ..DEFAULT }, 12);
}

#[test]
fn intervals_of_small_ladders_hold_the_truth() {
    check("small", Scenario { entrants: 6, games: 20, ..DEFAULT }, 100);
}

#[test]
fn intervals_of_newcomers_hold_the_truth() {
    let (mut all, mut newest) = (Intervals::default(), Intervals::default());
    for seed in 0..short_or_long(12, 36) {
        let strengths = DEFAULT.strengths(&mut Dice::new(1000 + seed));
        let mut ladder = Ladder::new(DEFAULT, strengths, seed);
        ladder.enter(10);
        ladder.play(300);
        for _ in 0..20 {
            ladder.enter(1);
            ladder.play(30);
        }
        ladder.add_to(&mut all, 0..30);
        ladder.add_to(&mut newest, 25..30);
    }
    assert_covers("with newcomers", all);
    assert_covers("the newest five", newest);
}

#[test]
fn intervals_hold_the_truth_where_versions_are_replaced() {
    let mut intervals = Intervals::default();
    for seed in 0..short_or_long(12, 36) {
        let mut strengths = DEFAULT.strengths(&mut Dice::new(1000 + seed));
        // Versions 10 to 19 replace 0 to 9, and 20 to 29 those.
        (10..30).for_each(|it| strengths[it] = strengths[it - 10] + 100.0);
        let mut ladder = Ladder::new(DEFAULT, strengths, seed);
        for phase in 0..3 {
            for player in 10 * phase..10 * phase + 10 {
                if phase > 0 {
                    ladder.rests[player - 10] = true;
                }
                ladder.enter(1);
                if player > 0 {
                    ladder.play(25);
                }
            }
        }
        ladder.add_to(&mut intervals, 0..30);
    }
    assert_covers("replaced", intervals);
}

#[test]
fn intervals_of_players_outside_a_cycle_hold_the_truth() {
    let mut intervals = Intervals::default();
    for seed in 0..short_or_long(12, 36) {
        let strengths = DEFAULT.strengths(&mut Dice::new(1000 + seed));
        let mut ladder = Ladder::new(DEFAULT, strengths, seed);
        ladder.cycle = 200.0;
        ladder.enter(30);
        ladder.play(900);
        ladder.add_to(&mut intervals, 3..30);
    }
    assert_covers("outside a cycle", intervals);
}

/// The best 15 % that are among those rated so.
fn found_best(ladder: &Ladder) -> f64 {
    let ratings = ladder.ratings();
    let best = |strength: &dyn Fn(usize) -> f64| {
        let mut order: Vec<usize> = (0..ladder.strengths.len()).collect();
        order.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)));
        order.truncate(order.len() * 15 / 100);
        order
    };
    let rated = best(&|it| ratings.entrants[it].rating);
    let truly = best(&|it| ladder.strengths[it]);
    truly.iter().filter(|it| rated.contains(it)).count() as f64 / truly.len() as f64
}

#[test]
fn the_best_of_a_large_ladder_are_found() {
    // Measured among 300: 0.75 and 0.95 after 60 matches. Four ladders of 100 have 60 best, a
    // standard deviation of 0.06.
    for (spread, expected) in [(100.0, 0.6), (600.0, 0.8)] {
        let entrants = 100;
        let scenario = Scenario { entrants, spread, ..DEFAULT };
        let mut best = [0.0; 2];
        let mut intervals = Intervals::default();
        for seed in 0..4 {
            let strengths = scenario.strengths(&mut Dice::new(1000 + seed));
            let mut ladder = Ladder::new(scenario, strengths, seed);
            ladder.enter(entrants);
            for (best, games) in best.iter_mut().zip([60, 40]) {
                ladder.play(entrants * games / 2);
                *best += found_best(&ladder) / 4.0;
            }
            ladder.add_to(&mut intervals, 0..entrants);
        }
        println!("{entrants} players, {spread} Elo: {best:.2?} of the best after 60 and 100");
        assert!(best.iter().all(|&it| it >= expected), "{best:?}");
        assert_covers("a large ladder", intervals);
    }
}
