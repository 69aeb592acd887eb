//! Ratings of all entrants of a tournament from who beat whom.
//!
//! # Model
//!
//! One scale, the usual logistic one: a difference of `d` Elo means an expected score of
//! `p = 1 / (1 + 10^(-d / 400))` over both colours, a draw being half a win. Two entrants alone
//! differ by exactly the Elo of their score, `400 log10(s / (1 - s))`.
//!
//! Two parameters are common to all. Moving first is worth `c p (1 - p)` points, and a share
//! `4 D p (1 - p)` of matches is drawn ([`Ratings::first_move`], [`Ratings::draw_share`]). Where both
//! colours were played equally often `c` cancels. Elsewhere, among more than two entrants, strengths
//! and `c` are fitted in turns. `D` acts on the intervals only.
//!
//! Ratings are the likeliest ones, found by Newton's method. Where results are so one-sided that none
//! are (a set of entrants won everything against the rest of their group, or lost it), or colours
//! must be corrected for, the group gets a weak normal prior ([`RATING_PRIOR`]).
//!
//! # Limits
//!
//! Ratings are comparable only within a group of entrants linked by matches. Strength is taken to
//! be constant and on one scale: no rock-paper-scissors, no learning. An opening's bias is taken
//! up in the dispersion factor only: ratings predict scores over the tournament's openings, not
//! over unbiased ones. The uncertainty of `c` is left out. Time grows with the cube of the number of
//! entrants and memory with its square (4 bytes times the square), so a caller should limit it to a
//! few thousand.

use crate::climb::{self, centre as centre_point, edge};
use crate::dispersion::dispersion;
use crate::groups::Groups;
use crate::intervals::{ELO_LIMIT, half_widths};
use crate::logistic::{Chances, ELO_PER_UNIT, imbalance, matches, played, results};
use crate::meetings::AllMeetings;
use crate::normal::{Z_95, normal_below};
use crate::packed::Packed;

/// Standard deviation of the prior of a rating around 0, in Elo, in groups that need one.
pub const RATING_PRIOR: f64 = 800.0;

/// The rating of an entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of the group, or of its members whose score is neither perfect nor
    /// zero.
    pub rating: f64,
    /// Lower end of the 95 % interval; `-ELO_LIMIT` if there is none. Without matches, the prior's.
    pub low: f64,
    /// Upper end of the 95 % interval; `ELO_LIMIT` if there is none. Without matches, the prior's.
    pub high: f64,
    /// Index into [`Ratings::groups`].
    pub group: usize,
    /// Number of its matches.
    pub matches: u64,
}

/// The ratings of all entrants.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// One rating for each entrant, in the order of their numbers.
    pub entrants: Vec<Rating>,
    /// Entrants linked by matches, in ascending order; groups are sorted by their smallest member.
    /// Ratings of different groups are unrelated.
    pub groups: Vec<Vec<usize>>,
    /// The members of each group whose mean rating is 0: those that neither won nor lost everything
    /// against the others of them; all members if there are none.
    pub anchors: Vec<Vec<usize>>,
    /// Elo advantage of player 1 between equals; `None` if the matches cannot determine it, for
    /// example if no two players met with both colours. Its error is unknown: it depends on the
    /// openings' biases.
    pub first_move: Option<f64>,
    /// Expected share of draws between equals; `None` without draws.
    pub draw_share: Option<f64>,
    /// Factor applied to variances because of draws and of pairs of matches from one opening.
    pub dispersion: f64,
    /// Covariances in natural units relative to the groups' means, including dispersion.
    covariance: Packed,
}

/// Rates `entrants` entrants.
///
/// `meetings` returns the results of each pair that met, smaller number first, in a fixed order. It
/// is an iterator that can be cloned, because it is iterated several times: so nothing is copied, a
/// round-robin costs no extra memory, and few meetings among many entrants cost little time.
/// Invalid meetings (`a >= b` or `b >= entrants`) are ignored; two entries for the same pair are
/// added up.
///
/// Every number in the result is finite, and the same input gives the same bits.
pub fn rate(entrants: usize, meetings: impl AllMeetings) -> Ratings {
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
    let tells_colours = links.can_separate_roles();
    let is_uneven = played(entrants, meetings.clone()).any(|(_, _, met)| imbalance(&met) != 0.0);
    let corrects_colours = tells_colours && is_uneven && entrants > 2;
    let mut precision = vec![(ELO_PER_UNIT / RATING_PRIOR).powi(2); entrants];
    for group in bounded_groups(entrants, &meetings, &groups) {
        if !corrects_colours {
            group.iter().for_each(|&i| precision[i] = 0.0);
        }
    }
    let mut fit = climb::fit(meetings.clone(), &groups, &precision, corrects_colours);
    let anchors = anchors(entrants, &meetings, &groups);
    centre_point(&mut fit.strengths, &groups, &anchors);
    let dispersion = dispersion(meetings.clone(), &fit);
    let edge = edge(&fit, meetings.clone());
    let mut group_of = vec![0; entrants];
    for (number, group) in groups.iter().enumerate() {
        for &entrant in group {
            group_of[entrant] = number;
        }
    }
    centre(&mut fit.covariance, &anchors, &group_of, dispersion);
    // Moving an anchor also moves the mean.
    let mut shares = vec![1.0; entrants];
    for anchor in &anchors {
        let share = 1.0 - 1.0 / anchor.len() as f64;
        anchor.iter().for_each(|&i| shares[i] = share);
    }
    let [down, up] =
        [-1.0, 1.0].map(|side| half_widths(&meetings, &fit, &shares, dispersion, side));
    let rated = (0..entrants).map(|i| {
        let rating = fit.strengths[i] * ELO_PER_UNIT;
        let elo = |half_width: f64| match match_counts[i] {
            0 => Z_95 * RATING_PRIOR,
            _ => half_width * ELO_PER_UNIT,
        };
        Rating {
            rating,
            low: (rating - elo(down[i])).clamp(-ELO_LIMIT, ELO_LIMIT).min(rating),
            high: (rating + elo(up[i])).clamp(-ELO_LIMIT, ELO_LIMIT).max(rating),
            group: group_of[i],
            matches: match_counts[i],
        }
    });
    let rated = rated.collect();
    let (mut drawn, mut all) = (0.0, 0.0);
    for (a, b, met) in played(entrants, meetings) {
        drawn += results(&met)[1];
        all += 4.0 * matches(&met) as f64 * fit.chances(a, b).variance();
    }
    // Between equals player 1 scores 1/2 + c/4.
    let limit = ELO_LIMIT / ELO_PER_UNIT;
    let first_move = ((2.0 + edge) / (2.0 - edge)).ln().clamp(-limit, limit) * ELO_PER_UNIT;
    Ratings {
        entrants: rated,
        first_move: tells_colours.then_some(first_move),
        draw_share: (drawn > 0.0).then(|| (drawn / all).min(1.0)),
        groups,
        anchors,
        dispersion,
        covariance: fit.covariance,
    }
}

/// The groups in which results alone bound all ratings: no set of members won everything, or lost
/// everything, against the others.
fn bounded_groups<'a>(
    entrants: usize,
    meetings: &impl AllMeetings,
    groups: &'a [Vec<usize>],
) -> Vec<&'a Vec<usize>> {
    // Members reachable from the first one by points, in both directions.
    let [above, below] = [false, true].map(|is_reversed| {
        let mut is_reached = vec![false; entrants];
        groups.iter().for_each(|group| is_reached[group[0]] = true);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (a, b, met) in played(entrants, meetings.clone()) {
                let [won, drawn, lost] = results(&met);
                let (of_a, of_b) = (won + drawn > 0.0, lost + drawn > 0.0);
                let (to_a, to_b) = if is_reversed { (of_b, of_a) } else { (of_a, of_b) };
                if is_reached[a] && to_b && !is_reached[b] {
                    is_reached[b] = true;
                    has_changed = true;
                } else if is_reached[b] && to_a && !is_reached[a] {
                    is_reached[a] = true;
                    has_changed = true;
                }
            }
        }
        is_reached
    });
    let is_bounded =
        |group: &&Vec<usize>| group.len() > 1 && group.iter().all(|&i| above[i] && below[i]);
    groups.iter().filter(is_bounded).collect()
}

/// The members of each group whose mean is 0: those that neither won nor lost everything against
/// the others of them. If all did, the whole group. So the mean does not depend on ratings that
/// results do not bound.
fn anchors(entrants: usize, meetings: &impl AllMeetings, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut is_anchor = vec![true; entrants];
    loop {
        let mut has = vec![[false; 2]; entrants];
        for (a, b, met) in played(entrants, meetings.clone()) {
            if is_anchor[a] && is_anchor[b] {
                let [won, drawn, lost] = results(&met);
                for (i, gained, missed) in [(a, won, lost), (b, lost, won)] {
                    has[i][0] |= gained + drawn > 0.0;
                    has[i][1] |= missed + drawn > 0.0;
                }
            }
        }
        let mut has_changed = false;
        for (is_anchor, has) in is_anchor.iter_mut().zip(&has) {
            if *is_anchor && *has != [true; 2] {
                *is_anchor = false;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    let of_group = |group: &Vec<usize>| {
        let inner: Vec<usize> = group.iter().copied().filter(|&i| is_anchor[i]).collect();
        if inner.is_empty() { group.clone() } else { inner }
    };
    groups.iter().map(of_group).collect()
}

/// Converts covariances to be relative to the mean of each group's anchors, and scales them.
/// Covariances between groups are not needed and become 0.
fn centre(covariance: &mut Packed, anchors: &[Vec<usize>], group_of: &[usize], scale: f64) {
    let mut row_mean = vec![0.0; group_of.len()];
    let mean = |anchor: &[usize], of: &dyn Fn(usize) -> f64| {
        anchor.iter().map(|&i| of(i)).sum::<f64>() / anchor.len() as f64
    };
    for (i, &group) in group_of.iter().enumerate() {
        row_mean[i] = mean(&anchors[group], &|j| covariance.get(i, j));
    }
    let group_mean: Vec<f64> = anchors.iter().map(|it| mean(it, &|i| row_mean[i])).collect();
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
    /// The probability that `a` is stronger than `b`, by a normal distribution with the variance
    /// between equals: for two entrants alone, that of the score against one half. `None` if they
    /// are in different groups, or one does not exist; 0.5 for an entrant and itself.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (first, second) = (self.entrants.get(a)?, self.entrants.get(b)?);
        if first.group != second.group {
            return None;
        }
        let chances = Chances::new((first.rating - second.rating) / ELO_PER_UNIT);
        let deviation = self.covariance.of_difference(a, b).max(0.0).sqrt();
        let deviation = deviation * chances.variance().sqrt();
        let lead = chances.win - chances.loss;
        Some(if deviation > 0.0 { normal_below(lead / deviation) } else { 0.5 + 0.5 * lead })
    }

    /// Standard deviation of the difference of two ratings, in Elo. `None` if they are in different
    /// groups, or one does not exist.
    pub fn deviation(&self, a: usize, b: usize) -> Option<f64> {
        let is_comparable = self.entrants.get(a)?.group == self.entrants.get(b)?.group;
        let variance = self.covariance.of_difference(a, b).max(0.0);
        is_comparable.then(|| variance.sqrt() * ELO_PER_UNIT)
    }
}
