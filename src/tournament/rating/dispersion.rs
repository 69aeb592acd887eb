//! How much more or less pairs of matches vary than independent matches would.
//!
//! Two matches from one opening with colours swapped are not independent: an opening that favours
//! player 1 helps each side once, so the pair's total varies less than that of two matches from
//! different openings; matches repeated by deterministic players vary more. With `k` the half
//! points of `a` in a pair, and `m` and `V` their mean and variance under the fitted model if the
//! two matches were independent, the factor is
//!
//! ```text
//! (Σ (k - m)² + PRIOR_PAIRS · V̄) / (Σ (V - u) + PRIOR_PAIRS · V̄),   V̄ = Σ V / pairs
//! ```
//!
//! `u` is what fitting took away. The fit has followed the data by `gᵀ C g`, with the gradient `g`
//! of `m` and the covariance `C` of the parameters: the squares are smaller by that. But `V` is
//! too small as well, because fitted players seem more unequal than they are: by
//! `-½ · V'' · (variance of the fitted mean)`, match by match. `u` is the former less the latter.
//! PRIOR_PAIRS pairs that vary as independent ones keep the factor of few pairs near 1.
//!
//! Sums are divided instead of averaging quotients, because a single upset between very unequal
//! players would rule an average. Matches that are in no pair count with a factor of 1: the result
//! is `1 + share of matches in pairs · (factor - 1)`.
//!
//! One factor serves everybody, although openings matter less between unequal players. It knows
//! nothing of openings that come back in the pairs of other players.

use super::davidson::{Fit, matches, played};
use super::meetings::Meetings;

/// As so many pairs count that vary as independent matches do.
const PRIOR_PAIRS: f64 = 10.0;

/// The factor by which variances are to be multiplied; 1 if there are no pairs.
pub(crate) fn dispersion<I>(entrants: usize, meetings: I, fit: &Fit) -> f64
where
    I: Iterator<Item = (usize, usize, Meetings)>,
{
    let (mut pairs, mut played_matches) = (0.0, 0.0);
    let (mut observed, mut expected, mut followed) = (0.0, 0.0, 0.0);
    for (a, b, met) in played(entrants, meetings) {
        played_matches += matches(&met) as f64;
        let count: f64 = met.pairs.iter().map(|&n| f64::from(n)).sum();
        if count == 0.0 {
            continue;
        }
        let expectation = Expectation::new(fit, a, b);
        pairs += count;
        expected += count * expectation.variance;
        followed += count * expectation.followed;
        for (half_points, &n) in met.pairs.iter().enumerate() {
            let off = half_points as f64 - expectation.mean;
            observed += f64::from(n) * off * off;
        }
    }
    if expected <= 0.0 {
        return 1.0;
    }
    let usual = expected / pairs;
    let left = (expected - followed).max(0.0);
    let factor = (observed + PRIOR_PAIRS * usual) / (left + PRIOR_PAIRS * usual);
    let in_pairs = (2.0 * pairs / played_matches).min(1.0);
    let factor = 1.0 + in_pairs * (factor - 1.0);
    if factor.is_finite() && factor > 0.0 {
        factor
    } else {
        1.0
    }
}

/// What the model expects of the half points of `a` in a pair.
struct Expectation {
    mean: f64,
    variance: f64,
    /// How much smaller than `variance` the mean square is because the model was fitted.
    followed: f64,
}

impl Expectation {
    fn new(fit: &Fit, a: usize, b: usize) -> Self {
        let first = fit.outlook(a, b);
        let second = fit.outlook(b, a);
        let layout = fit.layout;
        let strength = 2.0 * (first.variance + second.variance);
        let gradient = [
            (a, strength),
            (b, -strength),
            (
                layout.first_move(),
                2.0 * (first.variance - second.variance),
            ),
            (
                layout.draw(),
                2.0 * (first.lead_with_draw() - second.lead_with_draw()),
            ),
        ];
        let spread = |gradient: &[(usize, f64)]| -> f64 {
            let products = gradient.iter().flat_map(|&(i, x)| {
                gradient
                    .iter()
                    .map(move |&(j, y)| x * y * fit.covariance.get(i, j))
            });
            products.sum()
        };
        let gamma = layout.first_move();
        let first_spread = spread(&[(a, 1.0), (b, -1.0), (gamma, 1.0)]);
        let second_spread = spread(&[(a, -1.0), (b, 1.0), (gamma, 1.0)]);
        // Negative where the fitted variance is too small.
        let lowered = 2.0 * (first.bend() * first_spread + second.bend() * second_spread);
        Self {
            mean: 2.0 * (1.0 + first.lead - second.lead),
            variance: 4.0 * (first.variance + second.variance),
            followed: spread(&gradient) + lowered,
        }
    }
}
