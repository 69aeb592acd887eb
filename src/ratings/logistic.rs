//! The logistic model of a match, and the parameters that a fit finds.
//!
//! With `d` = strength of player 1 - strength of player 2, both in units of 400 / ln 10 Elo, and
//! `p = 1 / (1 + e^-d)`: player 1 scores `p + c p (1 - p)`, where `c` is the advantage of moving
//! first, and a share `4 D p (1 - p)` of matches is drawn. Over both colours the advantage cancels
//! and the score is `p`, the usual logistic one.
//!
//! Skips impossible meetings (an entrant against itself or beyond the last one).

use crate::meetings::{AllMeetings, Meetings};
use crate::packed::Packed;

/// Elo points per unit of log odds.
pub const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Probabilities of a match without draws and first-move advantage.
#[derive(Clone, Copy)]
pub(crate) struct Chances {
    /// Probability of a win: the expected score.
    pub(crate) win: f64,
    /// Probability of a loss, exact even if a win is almost certain.
    pub(crate) loss: f64,
}

impl Chances {
    /// The probabilities for a strength difference in natural units.
    pub(crate) fn new(d: f64) -> Self {
        Self { win: 1.0 / (1.0 + (-d).exp()), loss: 1.0 / (1.0 + d.exp()) }
    }

    /// Variance of the score without draws, and the slope of the expected score.
    pub(crate) fn variance(self) -> f64 {
        self.win * self.loss
    }

    /// Points by which results (won, drawn, lost) exceed the expected score.
    pub(crate) fn lead(self, [won, drawn, lost]: [f64; 3]) -> f64 {
        // Summed result by result: the difference of two huge sums would lose all digits.
        won * self.loss + 0.5 * drawn * (self.loss - self.win) - lost * self.win
    }
}

/// Results of two entrants over both colours: won by `a`, drawn, lost.
pub(crate) fn results(met: &Meetings) -> [f64; 3] {
    [0, 1, 2].map(|i| f64::from(met.a_first[i]) + f64::from(met.a_second[i]))
}

/// Number of matches with `a` as player 1, minus those with `b`.
pub(crate) fn imbalance(met: &Meetings) -> f64 {
    let sum = |counts: [u32; 3]| counts.map(f64::from).iter().sum::<f64>();
    sum(met.a_first) - sum(met.a_second)
}

/// Counts the matches of two entrants.
pub(crate) fn matches(met: &Meetings) -> u64 {
    let all = met.a_first.iter().chain(&met.a_second);
    all.map(|&count| u64::from(count)).sum()
}

/// The valid meetings with at least one match.
pub(crate) fn played(entrants: usize, meetings: impl AllMeetings) -> impl AllMeetings {
    meetings.filter(move |(a, b, met)| a < b && *b < entrants && matches(met) > 0)
}

/// The fitted parameters and their precision.
pub(crate) struct Fit {
    /// Strengths in natural units.
    pub(crate) strengths: Vec<f64>,
    /// The first-move advantage `c`; 0 if strengths are not corrected for it.
    pub(crate) edge: f64,
    /// The inverse information of the strengths.
    pub(crate) covariance: Packed,
}

impl Fit {
    /// The probabilities of `a` against `b`.
    pub(crate) fn chances(&self, a: usize, b: usize) -> Chances {
        Chances::new(self.strengths[a] - self.strengths[b])
    }

    /// Expected points that `a` gained, to first order, by being player 1 more often than `b`;
    /// negative if `b` was.
    pub(crate) fn owed(&self, a: usize, b: usize, met: &Meetings) -> f64 {
        if self.edge == 0.0 {
            return 0.0;
        }
        self.edge * imbalance(met) * self.chances(a, b).variance()
    }
}
