//! Tournaments with known strengths, played at random from a seed.

use arbitro_tournament::rating::{ELO_PER_UNIT, Meetings, Ratings, rate};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Correlation between the matches of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Openings {
    /// Not at all, and they are not told as pairs.
    Unpaired,
    /// Not at all, though they are told as pairs.
    Independent,
    /// The opening favours player 1 of both by a normal bias with this deviation in Elo.
    Biased(f64),
    /// Each match has exactly the model's chances, but luck of player 1 is shared.
    SharedLuck(f64),
}

/// What the matches of one opening share.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Opening {
    /// Elo in favour of player 1.
    bias: f64,
    /// Luck of player 1, in standard deviations.
    luck: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) entrants: usize,
    pub(crate) games: u32,
    pub(crate) spread: f64,
    pub(crate) draw_share: f64,
    pub(crate) first_move: f64,
    pub(crate) openings: Openings,
    /// Chance that two entrants meet at all.
    pub(crate) meeting: f64,
}

/// The truth that intervals are checked against.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Truth {
    /// The strengths that matches were played with.
    Strengths,
    /// The ratings that the same strengths and openings would give if all played for ever.
    EndlessPlay,
}

pub(crate) struct Dice(StdRng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    pub(crate) fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// The normal distribution, coarsely but independently of the library.
fn below(x: f64) -> f64 {
    1.0 / (1.0 + (-1.5976 * x - 0.070_566 * x.powi(3)).exp())
}

/// Chances of a win of player 1, a draw and a loss.
fn weights(d: f64, draw_share: f64) -> [f64; 3] {
    let score = 1.0 / (1.0 + (-d).exp());
    let drawn = draw_share * 4.0 * score * (1.0 - score);
    [score - 0.5 * drawn, drawn, 1.0 - score - 0.5 * drawn]
}

/// Result of player 1: 0 lost, 1 drawn, 2 won.
fn result(d: f64, draw_share: f64, luck: f64) -> usize {
    let [_, drawn, loss] = weights(d, draw_share);
    if luck < loss {
        0
    } else if luck < loss + drawn {
        1
    } else {
        2
    }
}

impl Scenario {
    pub(crate) fn strengths(&self, dice: &mut Dice) -> Vec<f64> {
        let raw: Vec<f64> = (0..self.entrants).map(|_| dice.normal() * self.spread).collect();
        let mean = raw.iter().sum::<f64>() / raw.len() as f64;
        raw.iter().map(|r| r - mean).collect()
    }

    pub(crate) fn play(&self, strengths: &[f64], dice: &mut Dice) -> Vec<(usize, usize, Meetings)> {
        let mut all = Vec::new();
        for a in 0..self.entrants {
            for b in a + 1..self.entrants {
                if self.meeting < 1.0 && dice.uniform() >= self.meeting {
                    continue;
                }
                let difference = strengths[a] - strengths[b];
                let mut met = Meetings::default();
                for _ in 0..self.games / 2 {
                    self.play_pair(difference, dice, &mut met);
                }
                all.push((a, b, met));
            }
        }
        all
    }

    pub(crate) fn play_pair(&self, difference: f64, dice: &mut Dice, met: &mut Meetings) {
        let opening = self.opening(dice);
        let first = self.play_match(difference, opening, dice);
        let second = self.play_match(-difference, opening, dice);
        met.a_first[2 - first] += 1;
        met.a_second[second] += 1;
        if !matches!(self.openings, Openings::Unpaired) {
            met.pairs[first + 2 - second] += 1;
        }
    }

    pub(crate) fn opening(&self, dice: &mut Dice) -> Opening {
        match self.openings {
            Openings::Unpaired | Openings::Independent => Opening::default(),
            Openings::Biased(deviation) => Opening { bias: deviation * dice.normal(), luck: 0.0 },
            Openings::SharedLuck(_) => Opening { bias: 0.0, luck: dice.normal() },
        }
    }

    /// Half points of player 1, who is stronger by the difference.
    pub(crate) fn play_match(&self, difference: f64, opening: Opening, dice: &mut Dice) -> usize {
        let luck = match self.openings {
            Openings::SharedLuck(share) => {
                below(share.sqrt() * opening.luck + (1.0 - share).sqrt() * dice.normal())
            }
            _ => dice.uniform(),
        };
        let edge = self.first_move + opening.bias;
        result((difference + edge) / ELO_PER_UNIT, self.draw_share, luck)
    }
}

impl Scenario {
    pub(crate) fn truth(&self, strengths: &[f64], truth: Truth) -> Vec<f64> {
        match truth {
            Truth::Strengths => strengths.to_vec(),
            Truth::EndlessPlay => self.endless(strengths),
        }
    }

    /// Ratings from the expected results over all openings, in large numbers.
    fn endless(&self, strengths: &[f64]) -> Vec<f64> {
        let deviation = match self.openings {
            Openings::Biased(deviation) => deviation,
            _ => 0.0,
        };
        let expected = |difference: f64| {
            let mut counts = [0.0; 3];
            for step in -40..=40 {
                let z = f64::from(step) / 10.0;
                let density = 0.1 * (-0.5 * z * z).exp() / std::f64::consts::TAU.sqrt();
                let d = difference + self.first_move + deviation * z;
                let weights = weights(d / ELO_PER_UNIT, self.draw_share);
                for (count, weight) in counts.iter_mut().zip(weights) {
                    *count += density * weight;
                }
            }
            counts.map(|share| (share * 1e8) as u32)
        };
        let mut all = Vec::new();
        for a in 0..self.entrants {
            for b in a + 1..self.entrants {
                let difference = strengths[a] - strengths[b];
                let [lost, drawn, won] = expected(-difference);
                let met = Meetings {
                    a_first: expected(difference),
                    a_second: [won, drawn, lost],
                    pairs: [0; 5],
                };
                all.push((a, b, met));
            }
        }
        let ratings = rate(self.entrants, all.into_iter());
        ratings.entrants.iter().map(|e| e.rating).collect()
    }
}

/// Intervals, and how many of them the truth was below and above.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Intervals {
    pub(crate) all: f64,
    pub(crate) below: f64,
    pub(crate) above: f64,
}

impl Intervals {
    /// Counts the interval of an entrant who has met others.
    pub(crate) fn add(&mut self, ratings: &Ratings, truths: &[f64], entrant: usize) {
        let rating = &ratings.entrants[entrant];
        if ratings.groups[rating.group].len() == 1 {
            return;
        }
        // Ratings are relative to the mean of their group's anchors.
        let anchors = &ratings.anchors[rating.group];
        let mean = anchors.iter().map(|&i| truths[i]).sum::<f64>() / anchors.len() as f64;
        let truth = truths[entrant] - mean;
        self.all += 1.0;
        self.below += f64::from(u8::from(truth < rating.low));
        self.above += f64::from(u8::from(truth > rating.high));
    }

    pub(crate) fn coverage(&self) -> f64 {
        1.0 - (self.below + self.above) / self.all
    }
}

/// Share of intervals that held the truth, and other measurements.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) coverage: f64,
    pub(crate) below: f64,
    pub(crate) above: f64,
    pub(crate) dispersion: f64,
    /// Share of superiorities near 0.9 that were right; should be near 0.9.
    pub(crate) superiority: f64,
}

pub(crate) fn simulate(
    scenario: &Scenario,
    against: Truth,
    tournaments: u32,
    seed: u64,
) -> Outcome {
    let mut dice = Dice::new(seed);
    let mut intervals = Intervals::default();
    let mut dispersion = 0.0;
    let (mut claims, mut right) = (0.0, 0.0);
    for _ in 0..tournaments {
        let strengths = scenario.strengths(&mut dice);
        let meetings = scenario.play(&strengths, &mut dice);
        let ratings = rate(scenario.entrants, meetings.iter().copied());
        dispersion += ratings.dispersion / f64::from(tournaments);
        let truths = scenario.truth(&strengths, against);
        (0..scenario.entrants).for_each(|it| intervals.add(&ratings, &truths, it));
        for a in 0..scenario.entrants {
            for b in 0..scenario.entrants {
                let claim = ratings.superiority(a, b).unwrap_or(0.0);
                if (0.85..0.95).contains(&claim) {
                    claims += 1.0;
                    right += f64::from(u8::from(strengths[a] > strengths[b]));
                }
            }
        }
    }
    Outcome {
        coverage: intervals.coverage(),
        below: intervals.below / intervals.all,
        above: intervals.above / intervals.all,
        dispersion,
        superiority: right / claims,
    }
}
