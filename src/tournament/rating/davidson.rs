//! Davidson's model of matches with draws: what it takes in, and what it expects of a match.
//!
//! With `d` = strength of player 1 - strength of player 2 + advantage of player 1, the chances of
//! a win of player 1, a draw and a loss are as `e^(d/2)` to `e^w` to `e^(-d/2)`; `w` is the draw
//! parameter. This is an exponential family in which all parameters enter linearly, so the log
//! posterior is concave and its observed information equals the expected one.
//!
//! Refuses to read meetings that cannot be (an entrant against itself or beyond the last one).

use super::meetings::Meetings;
use super::packed::Packed;

/// What is believed about a parameter before any match: normal around `mean`.
#[derive(Clone, Copy)]
pub(crate) struct Prior {
    pub(crate) mean: f64,
    pub(crate) precision: f64,
}

impl Prior {
    /// Slope of the logarithm of the density.
    pub(crate) fn slope(self, value: f64) -> f64 {
        -self.precision * (value - self.mean)
    }
}

/// The priors of all parameters, on the natural scale.
#[derive(Clone, Copy)]
pub(crate) struct Priors {
    pub(crate) strength: Prior,
    pub(crate) first_move: Prior,
    pub(crate) draw: Prior,
}

/// The matches of two entrants with the same one as player 1.
pub(crate) struct Encounter {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// Won by `first`, drawn, lost by `first`.
    results: [f64; 3],
}

impl Encounter {
    /// How many matches.
    pub(crate) fn count(&self) -> f64 {
        self.results.iter().sum()
    }

    /// By how many points `first` did better than expected.
    pub(crate) fn lead_over(&self, expected: &Outlook) -> f64 {
        let [won, drawn, lost] = self.results;
        // Result by result, because huge counts would cancel all digits of the difference.
        won * (expected.loss + 0.5 * expected.draw)
            - drawn * expected.lead
            - lost * (expected.win + 0.5 * expected.draw)
    }

    /// How many more draws there were than expected.
    pub(crate) fn draws_over(&self, expected: &Outlook) -> f64 {
        let [won, drawn, lost] = self.results;
        drawn * expected.decided() - (won + lost) * expected.draw
    }
}

/// Both ways two entrants can meet: first with the smaller number as player 1.
pub(crate) fn encounters(a: usize, b: usize, met: &Meetings) -> [Encounter; 2] {
    let [lost, drawn, won] = met.a_second.map(f64::from);
    [
        Encounter {
            first: a,
            second: b,
            results: met.a_first.map(f64::from),
        },
        Encounter {
            first: b,
            second: a,
            results: [won, drawn, lost],
        },
    ]
}

/// How many matches two entrants played.
pub(crate) fn matches(met: &Meetings) -> u64 {
    let all = met.a_first.iter().chain(&met.a_second);
    all.map(|&count| u64::from(count)).sum()
}

/// The meetings that can be and in which anything was played.
pub(crate) fn played<I>(entrants: usize, meetings: I) -> impl Iterator<Item = I::Item>
where
    I: Iterator<Item = (usize, usize, Meetings)>,
{
    meetings.filter(move |(a, b, met)| a < b && *b < entrants && matches(met) > 0)
}

/// What the model expects of one match.
pub(crate) struct Outlook {
    win: f64,
    loss: f64,
    /// Expected score of player 1, less one half.
    pub(crate) lead: f64,
    /// Chance of a draw.
    pub(crate) draw: f64,
    /// Variance of the score.
    pub(crate) variance: f64,
}

impl Outlook {
    /// For player 1 ahead by `d` and the draw parameter `w`, which may be minus infinity.
    pub(crate) fn new(d: f64, w: f64) -> Self {
        // The largest exponent is taken out, so that no power overflows.
        let largest = (0.5 * d.abs()).max(w);
        let win = (0.5 * d - largest).exp();
        let draw = (w - largest).exp();
        let loss = (-0.5 * d - largest).exp();
        let sum = win + draw + loss;
        let (win, draw, loss) = (win / sum, draw / sum, loss / sum);
        let lead = 0.5 * (win - loss);
        Self {
            win,
            loss,
            lead,
            draw,
            // (win + loss) / 4 - lead², without the cancellation.
            variance: win * loss + 0.25 * draw * (win + loss),
        }
    }

    /// Chance that there is no draw.
    pub(crate) const fn decided(&self) -> f64 {
        self.win + self.loss
    }

    /// How the variance bends as a function of the expected score, times the variance squared:
    /// the fourth cumulant less the squared third over the second.
    pub(crate) fn bend(&self) -> f64 {
        // Below this the cumulants are made of rounding errors, and matter to nobody.
        const TOO_SURE: f64 = 1e-9;
        if self.variance < TOO_SURE {
            return 0.0;
        }
        let (lead, decided) = (self.lead, self.decided());
        let third = 0.25 * lead - 0.75 * lead * decided + 2.0 * lead.powi(3);
        let fourth = decided / 16.0 - lead * lead + 1.5 * lead * lead * decided
            - 3.0 * lead.powi(4)
            - 3.0 * self.variance * self.variance;
        fourth - third * third / self.variance
    }

    /// Covariance of the score of player 1 and being a draw.
    pub(crate) fn lead_with_draw(&self) -> f64 {
        -self.lead * self.draw
    }
}

/// Where the parameters are in a point: strengths first.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) entrants: usize,
}

impl Layout {
    pub(crate) const fn first_move(self) -> usize {
        self.entrants
    }

    pub(crate) const fn draw(self) -> usize {
        self.entrants + 1
    }

    pub(crate) const fn size(self) -> usize {
        self.entrants + 2
    }
}

/// The parameters at the summit of the log posterior, and how sharp the summit is.
pub(crate) struct Fit {
    pub(crate) layout: Layout,
    pub(crate) point: Vec<f64>,
    /// The inverse information. Rows of parameters that were not estimated are those of the prior.
    pub(crate) covariance: Packed,
}

impl Fit {
    /// What the fitted model expects when `first` is player 1 against `second`.
    pub(crate) fn outlook(&self, first: usize, second: usize) -> Outlook {
        outlook(self.layout, &self.point, first, second)
    }
}

/// What the model with the parameters at `point` expects.
pub(crate) fn outlook(layout: Layout, point: &[f64], first: usize, second: usize) -> Outlook {
    let d = point[first] - point[second] + point[layout.first_move()];
    Outlook::new(d, point[layout.draw()])
}
