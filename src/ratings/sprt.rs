//! Sequential probability ratio test (SPRT) of two engines: they play until one of two hypotheses
//! about their difference is accepted.
//!
//! # Formula
//!
//! The generalised test on categories. Let `N` be the counts of the results with scores `x` (pairs
//! of matches from one opening: 0, ¼, ½, ¾, 1) and `p` their shares. Among all distributions with the expected score `s` that a hypothesis demands (logistic:
//! `s = 1 / (1 + 10^(-elo / 400))`), the one that makes the counts most likely has the
//! probabilities `p / (1 + t (x - s))`, with the `t` that gives them the mean `s`. So
//!
//! ```text
//! LLR = Σ N · (ln(1 + t0 (x - s0)) - ln(1 + t1 (x - s1)))
//! ```
//!
//! This is the exact constrained maximum, and not the normal approximation: it stays right for
//! strong biases and few draws. Shares of draws and correlations within pairs need no model, since
//! only the mean is constrained.
//!
//! # Limits
//!
//! An empty category counts as a thousandth of a result, so that no logarithm is infinite. The
//! errors are α and β up to what the generalisation costs in the first few dozen results and what
//! the ratio overshoots its bounds by. They hold if the ratio is looked at after each result and
//! the test is not abandoned midway, and if results are independent of each other: use pairs
//! where openings are played with both colours. The test's estimate of strength is biased by its
//! stopping rule. Refuses hypotheses more than [`MAX_ELO`] from equality.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Maximum difference, in either direction, that a hypothesis may state.
pub const MAX_ELO: f64 = 1000.0;

/// Probability of accepting H1 though H0 is true, and of accepting H0 though H1 is true.
const ERROR_RATE: f64 = 0.05;

/// Pseudo-count of an empty category.
const EMPTY: f64 = 1e-3;

/// Scores of a pair of matches.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A sequential test of H0 (the difference is `elo0`) against H1 (it is `elo1`), both errors 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The error for two differences between which nothing can be decided.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum InvalidTest {
    #[error("expected two Elo differences like 0,5 but found {text:?}")]
    NotTwo { text: String },
    #[error("{text:?} is not a number")]
    NoNumber { text: String },
    #[error("an Elo difference must be within ±{MAX_ELO}")]
    TooFar,
    #[error("the first Elo difference must be below the second")]
    NotBelow,
}

/// What a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is the smaller one.
    H0,
    /// The difference is the larger one.
    H1,
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl FromStr for Sprt {
    type Err = InvalidTest;

    /// Reads `elo0,elo1`, such as `0,5` or `-3, 1.5`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (low, high) = text
            .split_once(',')
            .filter(|(_, high)| !high.contains(','))
            .ok_or_else(|| InvalidTest::NotTwo { text: text.to_owned() })?;
        let number = |part: &str| {
            let part = part.trim();
            part.parse().map_err(|_| InvalidTest::NoNumber { text: part.to_owned() })
        };
        Self::new(number(low)?, number(high)?)
    }
}

impl Sprt {
    /// Creates the test of `elo0` against `elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, InvalidTest> {
        // Also false for NaN.
        if !(elo0.abs() <= MAX_ELO && elo1.abs() <= MAX_ELO) {
            return Err(InvalidTest::TooFar);
        }
        if elo0 >= elo1 {
            return Err(InvalidTest::NotBelow);
        }
        Ok(Self { elo0, elo1 })
    }

    /// The difference under H0.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The log-likelihood ratio at or below which H0 is accepted, and the one at or above which H1
    /// is.
    pub fn bounds(&self) -> (f64, f64) {
        let upper = ((1.0 - ERROR_RATE) / ERROR_RATE).ln();
        (-upper, upper)
    }

    /// The log-likelihood ratio of H1 over H0, from pairs of matches by half points, 0 to 4.
    pub fn llr(&self, pairs: &[u32; 5]) -> f64 {
        if *pairs == [0; 5] {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(EMPTY));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [s0, s1] = [self.elo0, self.elo1].map(expected_score);
        let (t0, t1) = (tilt(&shares, s0), tilt(&shares, s1));
        let terms = SCORES
            .iter()
            .zip(counts)
            .map(|(x, count)| count * (divisor(t0, x - s0).ln() - divisor(t1, x - s1).ln()));
        terms.sum()
    }

    /// The hypothesis that this ratio accepts, if any.
    pub fn decision(&self, llr: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

/// The expected score of a player who is `elo` stronger.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Divisor of a share that gives the constrained probability. Stays positive when rounding errors
/// would make it 0.
fn divisor(tilt: f64, off: f64) -> f64 {
    (1.0 + tilt * off).max(f64::EPSILON * f64::EPSILON)
}

/// The `t` for which the probabilities `share / (1 + t (score - mean))` have the mean `mean`.
///
/// The sum to be brought to 0 falls steadily from plus to minus infinity between the two `t` that
/// make a divisor 0, so Newton's method between closing bounds always finds the place.
fn tilt(shares: &[f64; 5], mean: f64) -> f64 {
    const MAX_STEPS: usize = 200;
    let (mut lower, mut upper) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut at = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (score, share) in SCORES.iter().zip(shares) {
            let off = score - mean;
            let part = off / divisor(at, off);
            sum += share * part;
            slope -= share * part * part;
        }
        if sum > 0.0 {
            lower = at;
        } else {
            upper = at;
        }
        let newton = at - sum / slope;
        let next = if newton > lower && newton < upper { newton } else { 0.5 * (lower + upper) };
        let moved = (next - at).abs();
        at = next;
        if moved <= 1e-14 * (1.0 + at.abs()) {
            break;
        }
    }
    at
}
