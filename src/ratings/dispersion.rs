//! Estimates overdispersion: the variance of scores relative to independent matches without draws.
//!
//! Draws make the score of a match vary less. Two matches from one opening with colours swapped are
//! not independent either: an opening that favours player 1 helps each side once, so the pair's
//! total varies less than that of two matches from different openings.
//!
//! With `p` the fitted expected score of two entrants, the factor is
//!
//! ```text
//! (Σ observed + PRIOR) / (Σ p (1 - p) + PRIOR)      over all matches
//! ```
//!
//! `observed` is, for matches in pairs, half the mean square of the pair's points around `2 p`; for
//! the others `p (1 - p)` less a quarter of the share of draws. Both sums are corrected for the fit:
//! fitted players seem more unequal than they are, by `(p (1 - p))² · var(d)` in `p (1 - p)`, and the
//! squares are smaller by twice that because the fit has followed the data.
//!
//! Sums are divided instead of averaging quotients, because a single upset between very unequal
//! players would rule an average. One factor serves all entrants, although openings matter less
//! between unequal players. It knows nothing of openings that come back in the pairs of others.

use crate::logistic::{Fit, matches, played, results};
use crate::meetings::AllMeetings;

/// A prior variance, as of four matches between equals without draws: it keeps the factor near 1
/// when there are few matches.
const PRIOR: f64 = 1.0;

/// The factor to multiply variances by; 1 if there are neither pairs nor draws.
pub(crate) fn dispersion(meetings: impl AllMeetings, fit: &Fit) -> f64 {
    let (mut observed, mut expected) = (PRIOR, PRIOR);
    for (a, b, met) in played(fit.strengths.len(), meetings) {
        let count = matches(&met) as f64;
        let pairs: f64 = met.pairs.iter().map(|&n| f64::from(n)).sum();
        let in_pairs = (2.0 * pairs).min(count);
        let singles = count - in_pairs;
        let chances = fit.chances(a, b);
        let variance = chances.variance();
        let lowered = variance * variance * fit.covariance.of_difference(a, b);
        let [_, drawn, _] = results(&met);
        let of_single = variance + lowered;
        expected += in_pairs * (variance - lowered).max(0.0) + singles * of_single;
        observed += singles * (of_single - 0.25 * drawn / count).max(0.0);
        if pairs > 0.0 {
            let squares: f64 = (0_u8..)
                .zip(met.pairs)
                .map(|(half_points, n)| {
                    f64::from(n) * (0.5 * f64::from(half_points) - 2.0 * chances.win).powi(2)
                })
                .sum();
            observed += in_pairs * 0.5 * squares / pairs;
        }
    }
    let factor = observed / expected;
    if factor.is_finite() && factor > 0.0 { factor } else { 1.0 }
}
