//! Fits the logistic model by Newton's method with shortened steps.
//!
//! The log posterior of the strengths is concave, so it has one maximum, and every step uphill
//! leads towards it. The fit never fails: it stops when rounding errors hide the direction.

use crate::logistic::{Chances, Fit, played, results};
use crate::meetings::{AllMeetings, Meetings};
use crate::packed::Packed;

/// Steps shorter than this in every strength end the fit: the remaining error is of the order of
/// the step's square.
const SHORT_STEP: f64 = 1e-7;
/// Steps shorter than this in every strength need no check that they lead uphill: the
/// probabilities, and so the information, change by less than a factor of 2 on the way.
const SAFE_STEP: f64 = 0.2;
/// Maximum step in any strength. Newton's method asks for far longer ones when all results are
/// certain, and halving them one by one takes time.
const MAX_STEP: f64 = 1000.0;
/// Maximum Newton steps; no known input needs half of them.
const MAX_STEPS: usize = 100;
/// Maximum turns of fitting strengths and first-move advantage alternately.
const MAX_TURNS: usize = 50;
/// The alternation ends when the advantage changes by less than this.
const SHORT_TURN: f64 = 1e-9;

struct Climb<'a, I> {
    entrants: usize,
    meetings: I,
    /// Precision of each strength's prior around 0; 0 if results alone bound it.
    precision: &'a [f64],
    groups: &'a [Vec<usize>],
}

/// Finds the most probable strengths.
///
/// `meetings` is iterated once or twice a step instead of being copied, so it must return the same
/// order each time.
pub(crate) fn fit(
    meetings: impl AllMeetings,
    groups: &[Vec<usize>],
    precision: &[f64],
    corrects_colours: bool,
) -> Fit {
    let entrants = precision.len();
    let climb = Climb { entrants, meetings, precision, groups };
    let mut fit =
        Fit { strengths: vec![0.0; entrants], edge: 0.0, covariance: Packed::zeros(entrants) };
    for _ in 0..MAX_TURNS {
        climb.improve(&mut fit);
        if !corrects_colours {
            break;
        }
        let edge = edge(&fit, climb.meetings.clone());
        let change = (edge - fit.edge).abs();
        if change < SHORT_TURN {
            break;
        }
        fit.edge = edge;
    }
    fit.covariance.invert();
    fit
}

/// The first-move advantage, `c` of the model, given the strengths.
pub(crate) fn edge(fit: &Fit, meetings: impl AllMeetings) -> f64 {
    // A prior: as if one match between equals had shown no advantage.
    let (mut lead, mut all) = (0.0, 0.25);
    for (a, b, met) in played(fit.strengths.len(), meetings) {
        let chances = fit.chances(a, b);
        lead +=
            chances.lead(met.a_first.map(f64::from)) - chances.lead(met.a_second.map(f64::from));
        all += results(&met).iter().sum::<f64>() * chances.variance();
    }
    // With more, even equals would score more than 1.
    (lead / all).clamp(-2.0, 2.0)
}

impl<I: AllMeetings> Climb<'_, I> {
    /// Finds the maximum, and leaves the factored information in `covariance`.
    fn improve(&self, fit: &mut Fit) {
        // Points due to moving first are computed at the strengths of the last turn, which keeps
        // the problem concave.
        let (strengths, edge) = (fit.strengths.clone(), fit.edge);
        let before = Fit { strengths, edge, covariance: Packed::zeros(0) };
        let owed = |a: usize, b: usize, met: &Meetings| before.owed(a, b, met);
        let mut step = vec![0.0; self.entrants];
        for _ in 0..MAX_STEPS {
            self.slopes(&fit.strengths, &owed, &mut step, &mut fit.covariance);
            fit.covariance.factor();
            fit.covariance.solve(&mut step);
            centre(&mut step, self.groups, self.groups);
            if step.iter().any(|s| !s.is_finite()) {
                break;
            }
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            if longest < SHORT_STEP {
                add(&mut fit.strengths, 1.0, &step);
                break;
            }
            if longest < SAFE_STEP {
                add(&mut fit.strengths, 1.0, &step);
                continue;
            }
            let Some(next) = self.advance(&fit.strengths, &owed, &step, longest) else {
                break;
            };
            fit.strengths = next;
        }
    }

    /// Moves along the step as far as it leads uphill, or nowhere if only rounding errors are left.
    ///
    /// Since the log posterior is concave, a path that still leads uphill at its end did so all
    /// along, and halving until that is so gains at least half of the possible. Comparing slopes
    /// instead of heights keeps all digits when the height is a huge sum.
    fn advance(
        &self,
        point: &[f64],
        owed: &impl Fn(usize, usize, &Meetings) -> f64,
        step: &[f64],
        longest: f64,
    ) -> Option<Vec<f64>> {
        const HALVINGS: i32 = 50;
        let whole = (MAX_STEP / longest).min(1.0);
        (0..HALVINGS).find_map(|halved| {
            let mut next = point.to_vec();
            add(&mut next, whole * 0.5_f64.powi(halved), step);
            let mut along: f64 =
                (0..self.entrants).map(|i| -self.precision[i] * next[i] * step[i]).sum();
            for (a, b, met) in played(self.entrants, self.meetings.clone()) {
                let lead = Chances::new(next[a] - next[b]).lead(results(&met));
                along += (lead - owed(a, b, &met)) * (step[a] - step[b]);
            }
            (along >= 0.0).then_some(next)
        })
    }

    /// Computes the slope of the log posterior and the information matrix.
    fn slopes(
        &self,
        point: &[f64],
        owed: &impl Fn(usize, usize, &Meetings) -> f64,
        slope: &mut [f64],
        information: &mut Packed,
    ) {
        information.clear();
        for i in 0..self.entrants {
            slope[i] = -self.precision[i] * point[i];
            information.add(i, i, self.precision[i]);
        }
        for (a, b, met) in played(self.entrants, self.meetings.clone()) {
            let chances = Chances::new(point[a] - point[b]);
            let results = results(&met);
            let lead = chances.lead(results) - owed(a, b, &met);
            let variance = results.iter().sum::<f64>() * chances.variance();
            slope[a] += lead;
            slope[b] -= lead;
            information.add(a, a, variance);
            information.add(b, b, variance);
            information.add(b, a, -variance);
        }
        // Adds information about each group's mean, about as much as there is about a member.
        // Matches say nothing about the mean, and it is kept at 0, so this changes neither the
        // maximum nor what is known of differences. It keeps the matrix well conditioned.
        for group in self.groups {
            let total: f64 = group.iter().map(|&i| information.get(i, i)).sum();
            let pin = total / (group.len() as f64).powi(2);
            for (place, &i) in group.iter().enumerate() {
                for &j in &group[..=place] {
                    information.add(i, j, pin);
                }
            }
        }
    }
}

/// Shifts values so that the mean of each group's anchors is 0.
pub(crate) fn centre(values: &mut [f64], groups: &[Vec<usize>], anchors: &[Vec<usize>]) {
    for (group, anchor) in groups.iter().zip(anchors) {
        let mean = anchor.iter().map(|&i| values[i]).sum::<f64>() / anchor.len() as f64;
        for &i in group {
            values[i] -= mean;
        }
    }
}

fn add(point: &mut [f64], share: f64, step: &[f64]) {
    for (p, s) in point.iter_mut().zip(step) {
        *p += share * s;
    }
}
