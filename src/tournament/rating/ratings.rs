//! Ratings of all entrants of a tournament from who beat whom.
//!
//! # Model
//!
//! Bradley and Terry's with Davidson's draws: with `d` = rating of player 1 - rating of player 2 +
//! advantage of player 1, all divided by 400 / ln 10, the chances of a win of player 1, a draw and
//! a loss are as `e^(d/2)` to `v` to `e^(-d/2)`. So 400 points mean ten wins for each loss
//! whatever the draws; where draws are many, a rating difference is larger than the difference
//! that the score alone would give on the logistic scale. [`Ratings::expected_score`] translates.
//!
//! The advantage of player 1 and the draw parameter are common to all. The former is estimated
//! only if the schedule can tell it from strength, the latter only if there was a draw.
//!
//! Every parameter has a weak normal prior ([`RATING_PRIOR`], [`FIRST_MOVE_PRIOR`],
//! [`DRAW_PRIOR`]), so that perfect scores and one-sided groups get finite ratings. The ratings
//! are the most probable ones, found by Newton's method.
//!
//! # Intervals
//!
//! The 95 % intervals are of a rating relative to its group's mean. They come from the inverse of
//! the information matrix, multiplied by one dispersion factor that compares how pairs of matches
//! from one opening vary with how independent matches would. The quantile is the normal one also
//! where that factor is estimated from few pairs: with few matches the inverse information is on
//! the wide side already, and in simulations Student's quantile made intervals that hold the
//! truth too often.
//!
//! # Limits
//!
//! Ratings are comparable only within a group of entrants linked by matches. Strength is taken to
//! be constant and on one scale: no rock-paper-scissors, no learning. An opening's bias is taken
//! up in the dispersion factor only: ratings predict scores over the tournament's openings, not
//! over unbiased ones. Time grows with the cube of the number of entrants and memory with its
//! square (4 bytes times the square), so a caller should limit it to a few thousand.

use super::climb;
use super::davidson::{Outlook, Prior, Priors, matches, played};
use super::dispersion::dispersion;
use super::groups::Groups;
use super::meetings::Meetings;
use super::normal::{Z_95, normal_below};
use super::packed::Packed;

/// Elo points per unit of log odds.
pub const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Standard deviation of the prior of a rating around 0, in Elo.
pub const RATING_PRIOR: f64 = 800.0;

/// Standard deviation of the prior of the advantage of player 1 around 0, in Elo.
pub const FIRST_MOVE_PRIOR: f64 = 400.0;

/// Standard deviation of the prior of the logarithm of the draw parameter `v` around 0.
pub const DRAW_PRIOR: f64 = 3.0;

/// What is known of one entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of the group.
    pub rating: f64,
    /// Lower end of the 95 % interval. For an entrant without any match the prior's.
    pub low: f64,
    /// Upper end of the 95 % interval. For an entrant without any match the prior's.
    pub high: f64,
    /// Index into [`Ratings::groups`].
    pub group: usize,
    /// Matches played.
    pub matches: u64,
}

/// What is known of all entrants together.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// One rating for each entrant, in the order of their numbers.
    pub entrants: Vec<Rating>,
    /// Entrants linked by matches, in rising order; groups by their smallest member. Ratings of
    /// different groups have nothing to do with each other.
    pub groups: Vec<Vec<usize>>,
    /// What moving first is worth, in Elo; `None` if the matches cannot tell, as when nobody met
    /// anybody with both colours. Its error is not told: it depends on the openings' biases.
    pub first_move: Option<f64>,
    /// The share of draws to expect between equals if moving first were worth nothing; `None` if
    /// there was no draw.
    pub draw_share: Option<f64>,
    /// By how much variances were multiplied because pairs of matches from one opening vary
    /// less (below 1) or more (above 1) than independent matches.
    pub dispersion: f64,
    /// Covariances in Elo² relative to the groups' means, dispersion included.
    covariance: Packed,
    /// Logarithm of the draw parameter.
    draw: f64,
}

/// Rates `entrants` entrants.
///
/// `meetings` gives for each two that met, smaller number first, what they did, in any order that
/// is always the same. An iterator that can be cloned, and not a lookup or a list, because it is
/// walked a few times: so nothing is copied, all play all costs no extra memory, and few meetings
/// among many entrants cost little time. Meetings that cannot be (`a >= b` or `b >= entrants`)
/// are left out; two entries for the same two are added up.
///
/// Every number in the result is finite, and the same input gives the same bits.
pub fn rate<I>(entrants: usize, meetings: I) -> Ratings
where
    I: Iterator<Item = (usize, usize, Meetings)> + Clone,
{
    let mut links = Groups::new(entrants);
    let mut match_counts = vec![0_u64; entrants];
    for (a, b, met) in played(entrants, meetings.clone()) {
        if met.a_first != [0; 3] {
            links.join(a, b);
        }
        if met.a_second != [0; 3] {
            links.join(b, a);
        }
        for entrant in [a, b] {
            match_counts[entrant] = match_counts[entrant].saturating_add(matches(&met));
        }
    }
    let groups = links.members();
    let mut fit = climb::fit(entrants, meetings.clone(), &links, &groups, priors());
    let dispersion = dispersion(entrants, meetings, &fit);
    let draw = fit.point[fit.layout.draw()];
    let first_move = fit.point[fit.layout.first_move()] * ELO_PER_UNIT;

    let mut covariance = fit.covariance;
    covariance.truncate(entrants);
    let mut group_of = vec![0; entrants];
    for (number, group) in groups.iter().enumerate() {
        for &entrant in group {
            group_of[entrant] = number;
        }
    }
    let variance_scale = dispersion * ELO_PER_UNIT * ELO_PER_UNIT;
    centre(&mut covariance, &groups, &group_of, variance_scale);
    centre_point(&mut fit.point, &groups);

    let rated = (0..entrants).map(|i| {
        let rating = fit.point[i] * ELO_PER_UNIT;
        let reach = if match_counts[i] == 0 {
            Z_95 * RATING_PRIOR
        } else {
            Z_95 * covariance.get(i, i).max(0.0).sqrt()
        };
        Rating {
            rating,
            low: rating - reach,
            high: rating + reach,
            group: group_of[i],
            matches: match_counts[i],
        }
    });
    Ratings {
        entrants: rated.collect(),
        first_move: links.roles_told_apart().then_some(first_move),
        // v / (2 + v), without overflow.
        draw_share: draw.is_finite().then(|| 1.0 / (1.0 + 2.0 * (-draw).exp())),
        groups,
        dispersion,
        covariance,
        draw,
    }
}

/// The priors on the natural scale.
fn priors() -> Priors {
    let normal = |deviation: f64| Prior {
        mean: 0.0,
        precision: deviation.powi(-2),
    };
    Priors {
        strength: normal(RATING_PRIOR / ELO_PER_UNIT),
        first_move: normal(FIRST_MOVE_PRIOR / ELO_PER_UNIT),
        draw: normal(DRAW_PRIOR),
    }
}

/// Makes the mean of each group exactly 0, which rounding errors may have moved.
fn centre_point(point: &mut [f64], groups: &[Vec<usize>]) {
    for group in groups {
        let mean = group.iter().map(|&i| point[i]).sum::<f64>() / group.len() as f64;
        for &i in group {
            point[i] -= mean;
        }
    }
}

/// Turns covariances into those of what is left after taking each group's mean out, and scales
/// them. Those between groups, which nobody needs, become 0.
fn centre(covariance: &mut Packed, groups: &[Vec<usize>], group_of: &[usize], scale: f64) {
    let mut row_mean = vec![0.0; group_of.len()];
    let mut group_mean = vec![0.0; groups.len()];
    for (number, group) in groups.iter().enumerate() {
        let size = group.len() as f64;
        for &i in group {
            row_mean[i] = group.iter().map(|&j| covariance.get(i, j)).sum::<f64>() / size;
        }
        group_mean[number] = group.iter().map(|&i| row_mean[i]).sum::<f64>() / size;
    }
    for (i, &group) in group_of.iter().enumerate() {
        for (j, cell) in covariance.row_mut(i).iter_mut().enumerate() {
            *cell = if group_of[j] == group {
                scale * (*cell - row_mean[i] - row_mean[j] + group_mean[group])
            } else {
                0.0
            };
        }
    }
}

impl Ratings {
    /// The probability that `a` is stronger than `b`, by the normal approximation with their
    /// covariance. `None` if they are in different groups (matches say nothing about them) or if
    /// there is no such entrant; 0.5 for an entrant and itself.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (first, second) = self.comparable(a, b)?;
        let difference = first.rating - second.rating;
        let deviation = self.deviation(a, b);
        Some(if deviation > 0.0 {
            normal_below(difference / deviation)
        } else {
            0.5 + 0.5 * difference.clamp(-1.0, 1.0)
        })
    }

    /// The score (a win is 1, a draw 0.5) to expect of `a` in a match against `b` if each is
    /// player 1 half of the time. `None` as for [`Ratings::superiority`].
    pub fn expected_score(&self, a: usize, b: usize) -> Option<f64> {
        let (first, second) = self.comparable(a, b)?;
        let difference = (first.rating - second.rating) / ELO_PER_UNIT;
        let edge = self.first_move.unwrap_or(0.0) / ELO_PER_UNIT;
        let with = Outlook::new(difference + edge, self.draw).lead;
        let without = Outlook::new(difference - edge, self.draw).lead;
        Some(0.5 + 0.5 * (with + without))
    }

    /// Both ratings if they are of the same group.
    fn comparable(&self, a: usize, b: usize) -> Option<(&Rating, &Rating)> {
        let (first, second) = (self.entrants.get(a)?, self.entrants.get(b)?);
        (first.group == second.group).then_some((first, second))
    }

    /// Standard deviation of the difference of two ratings of one group.
    fn deviation(&self, a: usize, b: usize) -> f64 {
        let covariance = &self.covariance;
        let variance = covariance.get(a, a) + covariance.get(b, b) - 2.0 * covariance.get(a, b);
        variance.max(0.0).sqrt()
    }
}
