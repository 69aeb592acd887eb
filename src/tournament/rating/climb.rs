//! The most probable parameters of Davidson's model, by Newton's method with shortened steps.
//!
//! The log posterior is concave and its priors bound it, so there is one summit and every step that
//! leads up leads towards it. The climb never fails: where rounding errors hide the way it stops.

use super::davidson::{Fit, Layout, Priors, encounters, outlook, played};
use super::groups::Groups;
use super::meetings::Meetings;
use super::packed::Packed;

/// A log posterior: what is to be climbed.
struct Climb<'a, I> {
    layout: Layout,
    meetings: I,
    priors: Priors,
    /// Whether the advantage of player 1 is estimated. It is 0 if not.
    first_move: bool,
    /// Whether the draw parameter is estimated. It is minus infinity if not.
    draws: bool,
    groups: &'a [Vec<usize>],
}

/// Steps shorter than this in every parameter end the climb: the error left after taking one is
/// of the order of its square.
const SHORT_STEP: f64 = 1e-7;
/// Steps shorter than this in every parameter need no check that they lead up: chances, and so the
/// information, grow by less than the factor 2 on the way.
const SAFE_STEP: f64 = 0.2;
/// The longest step in any one parameter. Newton's method asks for far longer ones where all
/// results are certain, and halving them one by one would take time.
const LONGEST_STEP: f64 = 1000.0;
/// No input is known to need half of this.
const MOST_STEPS: usize = 100;

/// Finds the most probable parameters by Newton's method.
///
/// The meetings are walked once or twice a step instead of being copied, so they have to come in
/// the same order each time.
pub(crate) fn fit<I>(
    entrants: usize,
    meetings: I,
    groups: &Groups,
    members: &[Vec<usize>],
    priors: Priors,
) -> Fit
where
    I: Iterator<Item = (usize, usize, Meetings)> + Clone,
{
    let layout = Layout { entrants };
    let draws = played(entrants, meetings.clone())
        .any(|(_, _, met)| met.a_first[1] > 0 || met.a_second[1] > 0);
    let climb = Climb {
        layout,
        meetings,
        priors,
        first_move: groups.roles_told_apart(),
        draws,
        groups: members,
    };
    climb.run()
}

impl<I> Climb<'_, I>
where
    I: Iterator<Item = (usize, usize, Meetings)> + Clone,
{
    fn run(&self) -> Fit {
        let layout = self.layout;
        let mut point = vec![0.0; layout.size()];
        if !self.draws {
            point[layout.draw()] = f64::NEG_INFINITY;
        }
        let mut information = Packed::zeros(layout.size());
        let mut step = vec![0.0; layout.size()];
        for _ in 0..MOST_STEPS {
            self.slopes(&point, &mut step, &mut information);
            information.factor();
            information.solve(&mut step);
            self.centre(&mut step);
            if step.iter().any(|s| !s.is_finite()) {
                break;
            }
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            if longest < SHORT_STEP {
                add(&mut point, 1.0, &step);
                break;
            }
            if longest < SAFE_STEP {
                add(&mut point, 1.0, &step);
                continue;
            }
            let Some(next) = self.advance(&point, &step, longest) else {
                break;
            };
            point = next;
        }
        information.invert();
        Fit {
            layout,
            point,
            covariance: information,
        }
    }

    /// Goes along the step as far as it leads up, or nowhere if only rounding errors are left.
    ///
    /// Since the log posterior is concave, a path that still leads up at its end did so all along,
    /// and halving until that is so wins at least half of what there was to win. Asking for the
    /// slope and not for the height keeps all digits where the height is a huge sum.
    fn advance(&self, point: &[f64], step: &[f64], longest: f64) -> Option<Vec<f64>> {
        const HALVINGS: i32 = 50;
        let whole = (LONGEST_STEP / longest).min(1.0);
        (0..HALVINGS).find_map(|halved| {
            let mut next = point.to_vec();
            add(&mut next, whole * 0.5_f64.powi(halved), step);
            (self.slope_along(&next, step) >= 0.0).then_some(next)
        })
    }

    /// How steeply the log posterior rises at `point` in the direction of `step`.
    fn slope_along(&self, point: &[f64], step: &[f64]) -> f64 {
        let layout = self.layout;
        let (gamma, omega) = (layout.first_move(), layout.draw());
        let mut along = self.priors.first_move.slope(point[gamma]) * step[gamma];
        for (value, step) in point.iter().zip(step).take(layout.entrants) {
            along += self.priors.strength.slope(*value) * step;
        }
        if self.draws {
            along += self.priors.draw.slope(point[omega]) * step[omega];
        }
        for (a, b, met) in played(layout.entrants, self.meetings.clone()) {
            for encounter in encounters(a, b, &met) {
                let expected = outlook(layout, point, encounter.first, encounter.second);
                let d_step = step[encounter.first] - step[encounter.second] + step[gamma];
                along += encounter.lead_over(&expected) * d_step;
                along += encounter.draws_over(&expected) * step[omega];
            }
        }
        along
    }

    /// The slope of the log posterior, and the information matrix.
    fn slopes(&self, point: &[f64], slope: &mut [f64], information: &mut Packed) {
        let layout = self.layout;
        let (gamma, omega) = (layout.first_move(), layout.draw());
        self.prior_slopes(point, slope, information);
        for (a, b, met) in played(layout.entrants, self.meetings.clone()) {
            // The sums over both ways to meet, with signs as `a` sees them.
            let (mut strength, mut all, mut a_gamma, mut a_omega) = (0.0, 0.0, 0.0, 0.0);
            for (encounter, sign) in encounters(a, b, &met).into_iter().zip([1.0, -1.0]) {
                let count = encounter.count();
                let expected = outlook(layout, point, encounter.first, encounter.second);
                let lead = encounter.lead_over(&expected);
                let variance = count * expected.variance;
                let mixed = count * expected.lead_with_draw();
                strength += sign * lead;
                all += variance;
                a_gamma += sign * variance;
                a_omega += sign * mixed;
                if self.first_move {
                    slope[gamma] += lead;
                    information.add(gamma, gamma, variance);
                    information.add(omega, gamma, mixed);
                }
                if self.draws {
                    slope[omega] += encounter.draws_over(&expected);
                    let spread = count * expected.draw * expected.decided();
                    information.add(omega, omega, spread);
                }
            }
            slope[a] += strength;
            slope[b] -= strength;
            information.add(a, a, all);
            information.add(b, b, all);
            information.add(b, a, -all);
            if self.first_move {
                information.add(gamma, a, a_gamma);
                information.add(gamma, b, -a_gamma);
            }
            if self.draws {
                information.add(omega, a, a_omega);
                information.add(omega, b, -a_omega);
            }
        }
        self.pin_means(information);
    }

    fn prior_slopes(&self, point: &[f64], slope: &mut [f64], information: &mut Packed) {
        let layout = self.layout;
        information.clear();
        for entrant in 0..layout.entrants {
            slope[entrant] = self.priors.strength.slope(point[entrant]);
            information.add(entrant, entrant, self.priors.strength.precision);
        }
        let gamma = layout.first_move();
        slope[gamma] = self.priors.first_move.slope(point[gamma]);
        information.add(gamma, gamma, self.priors.first_move.precision);
        let omega = layout.draw();
        slope[omega] = if self.draws {
            self.priors.draw.slope(point[omega])
        } else {
            0.0
        };
        information.add(omega, omega, self.priors.draw.precision);
    }

    /// Adds information about each group's mean, about as much as there is about a member.
    ///
    /// Matches say nothing about the mean, and the prior keeps it at 0 exactly, so this changes
    /// neither the summit nor what is known of differences. It keeps the matrix well conditioned.
    fn pin_means(&self, information: &mut Packed) {
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

    /// Takes out what rounding errors did to the groups' means.
    fn centre(&self, step: &mut [f64]) {
        for group in self.groups {
            let mean = group.iter().map(|&i| step[i]).sum::<f64>() / group.len() as f64;
            for &i in group {
                step[i] -= mean;
            }
        }
    }
}

/// Adds `share` of `step` to `point`.
fn add(point: &mut [f64], share: f64, step: &[f64]) {
    for (p, s) in point.iter_mut().zip(step) {
        *p += share * s;
    }
}
