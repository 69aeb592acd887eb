//! What the matches of two entrants say about which is stronger, and by how much.
//!
//! # Formulas
//!
//! The Elo difference is the logistic one of the score: `400 · log10(s / (1 - s))`. Its interval is
//! that of the score after Wilson, with the variance that the data shows: it solves
//! `(s - m)² = z² r m (1 - m) / n` for `m`. `r` compares the variance of the score with that of
//! matches without draws, `r = (n v + K/4) / (n s (1 - s) + K/4)`, and is near 1 for few matches.
//! `v` is the variance per match: from pairs of one opening as far as there are pairs, since the
//! matches of a pair are not independent, and from single matches otherwise. The likelihood of
//! superiority is the normal one of the score against ½ with variance `r / (4 n)`.
//!
//! # Limits
//!
//! A perfect score gives no upper limit: it is shown as [`ELO_LIMIT`], and the difference as if a
//! quarter of a point were missing. Openings that come back and players that repeat their matches
//! make the interval too narrow. Nothing here is adjusted for who moved first: without pairs both
//! colours should be played equally often.

use super::davidson::matches;
use super::meetings::Meetings;
use super::normal::{Z_95, normal_below};

/// No difference is shown larger than this.
pub const ELO_LIMIT: f64 = 2000.0;

/// As so many matches without draws count in the variance.
const PRIOR_MATCHES: f64 = 4.0;

/// Two entrants compared, as the first of them sees it. Every number is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// Matches played.
    pub matches: u64,
    /// Points per match; 0.5 without matches.
    pub score: f64,
    /// Elo difference that the score stands for.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end of its 95 % interval.
    pub elo_high: f64,
    /// Probability that the first one is the stronger.
    pub superiority: f64,
    /// Share of drawn matches; `None` if not known.
    pub draw_share: Option<f64>,
}

/// A sum of results and how they vary.
#[derive(Clone, Copy, Default)]
struct Moments {
    count: f64,
    mean: f64,
    /// Variance of one result, without bias; 0 for fewer than two results.
    variance: f64,
}

impl Moments {
    fn new(counts: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let count: f64 = counts.clone().map(|(_, n)| n).sum();
        if count == 0.0 {
            return Self::default();
        }
        let mean = counts.clone().map(|(x, n)| x * n).sum::<f64>() / count;
        let squares: f64 = counts.map(|(x, n)| n * (x - mean).powi(2)).sum();
        Self {
            count,
            mean,
            variance: squares / (count - 1.0).max(1.0),
        }
    }

    /// Of single matches, in points.
    fn of_matches(won: u64, drawn: u64, lost: u64) -> Self {
        let counts = [(1.0, won), (0.5, drawn), (0.0, lost)];
        Self::new(counts.into_iter().map(|(x, n)| (x, n as f64)))
    }

    /// Of pairs, in points.
    fn of_pairs(pairs: &[u32; 5]) -> Self {
        let counts = pairs.iter().enumerate();
        Self::new(counts.map(|(half_points, &n)| (half_points as f64 / 2.0, f64::from(n))))
    }
}

impl HeadToHead {
    /// From everything known of two entrants, as the one with the smaller number sees it.
    pub fn from_meetings(met: &Meetings) -> Self {
        let [won, drawn, lost] =
            [0, 1, 2].map(|i| u64::from(met.a_first[i]) + u64::from(met.a_second[i]));
        let single = Moments::of_matches(won, drawn, lost);
        let pairs = Moments::of_pairs(&met.pairs);
        let played = matches(met);
        let in_pairs = (2.0 * pairs.count).min(single.count);
        let variance = if in_pairs > 0.0 {
            let share = in_pairs / single.count;
            share * pairs.variance / 2.0 + (1.0 - share) * single.variance
        } else {
            single.variance
        };
        let draw_share = (played > 0).then(|| drawn as f64 / played as f64);
        Self::new(played, single.mean, variance, draw_share)
    }

    /// From matches won, drawn and lost.
    pub fn from_trinomial(results: &[u32; 3]) -> Self {
        Self::from_meetings(&Meetings {
            a_first: *results,
            ..Meetings::default()
        })
    }

    /// From pairs of matches by half points, 0 to 4. They do not tell the share of draws.
    pub fn from_pentanomial(pairs: &[u32; 5]) -> Self {
        let moments = Moments::of_pairs(pairs);
        let played = pairs.iter().map(|&n| 2 * u64::from(n)).sum();
        Self::new(played, moments.mean / 2.0, moments.variance / 2.0, None)
    }

    /// `variance` is that of the points of a match as it adds up over many.
    fn new(matches: u64, score: f64, variance: f64, draw_share: Option<f64>) -> Self {
        if matches == 0 {
            return Self {
                matches,
                score: 0.5,
                elo: 0.0,
                elo_low: -ELO_LIMIT,
                elo_high: ELO_LIMIT,
                superiority: 0.5,
                draw_share: None,
            };
        }
        let n = matches as f64;
        let prior = PRIOR_MATCHES * 0.25;
        let ratio = (n * variance + prior) / (n * score * (1.0 - score) + prior);
        // Wilson's interval for so many matches without draws.
        let weight = n / ratio;
        let z2 = Z_95 * Z_95;
        let middle = score + z2 / (2.0 * weight);
        let reach = Z_95 * (score * (1.0 - score) / weight + z2 / (4.0 * weight * weight)).sqrt();
        let whole = 1.0 + z2 / weight;
        let margin = 0.25 / n;
        Self {
            matches,
            score,
            elo: elo(score.clamp(margin, 1.0 - margin)),
            elo_low: elo((middle - reach) / whole),
            elo_high: elo((middle + reach) / whole),
            superiority: normal_below((score - 0.5) * 2.0 * weight.sqrt()),
            draw_share,
        }
    }
}

/// The Elo difference that a score stands for, within the limit.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    (400.0 * (score / (1.0 - score)).log10()).clamp(-ELO_LIMIT, ELO_LIMIT)
}
