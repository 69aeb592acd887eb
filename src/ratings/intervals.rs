//! The 95 % confidence intervals of ratings.
//!
//! Each is of a rating relative to the mean of its group, or of those members whose
//! rating results bound on both sides; so one who won everything moves no other. They are Wilson's,
//! generalised: an end is where the score that the entrant should have had lies 1.96 standard
//! deviations from the one it had, with the standard deviation at that end. So a perfect score has a
//! lower end and no upper one, given as [`ELO_LIMIT`]. Towards certainty, where scores are skewed, up
//! to half a point is allowed for continuity. The opponents' uncertain ratings add a term from the
//! inverse information, in quadrature. Variances are multiplied by one factor for draws and for pairs
//! of matches from one opening (`dispersion.rs`).

use crate::logistic::{Chances, ELO_PER_UNIT, Fit, played, results};
use crate::meetings::AllMeetings;
use crate::normal::Z_95;

/// End of an interval that results do not bound.
pub const ELO_LIMIT: f64 = 4000.0;

/// Returns the distance from each rating to the lower (`side` -1) or upper (`side` 1) end of its
/// interval, in natural units.
///
/// All ends are searched simultaneously by bisection, so that meetings are iterated instead of
/// sorted by entrant.
pub(crate) fn half_widths(
    meetings: &impl AllMeetings,
    fit: &Fit,
    shares: &[f64],
    dispersion: f64,
    side: f64,
) -> Vec<f64> {
    const BISECTIONS: usize = 36;
    let entrants = shares.len();
    // How far an entrant moves against its opponents.
    let (mut inside, mut outside) =
        (vec![0.0; entrants], vec![3.0 * ELO_LIMIT / ELO_PER_UNIT; entrants]);
    let mut information = vec![0.0; entrants];
    for pass in 0..=BISECTIONS {
        let mut shifts: Vec<f64> =
            (0..entrants).map(|i| 0.5 * side * (inside[i] + outside[i])).collect();
        if pass == 0 {
            // Only for the information at the ratings.
            shifts.fill(0.0);
        }
        let (mut leads, mut variances) = (vec![0.0; entrants], vec![0.0; entrants]);
        let (mut margins, mut counts) = (vec![0.0; entrants], vec![0.0; entrants]);
        for (a, b, met) in played(entrants, meetings.clone()) {
            let d = fit.strengths[a] - fit.strengths[b];
            let [won, drawn, lost] = results(&met);
            let owed = fit.owed(a, b, &met);
            for (i, d, results, owed) in
                [(a, d, [won, drawn, lost], owed), (b, -d, [lost, drawn, won], -owed)]
            {
                let chances = Chances::new(d + shifts[i]);
                leads[i] += chances.lead(results) - owed;
                let count = won + drawn + lost;
                variances[i] += count * chances.variance();
                margins[i] += count * (chances.win - chances.loss);
                counts[i] += count;
            }
        }
        if pass == 0 {
            information = variances;
            continue;
        }
        for i in 0..entrants {
            // Rare upsets are more frequent than normal: towards certainty, up to half a point is
            // allowed for that.
            let margin = (side * margins[i] / counts[i]).max(0.0);
            let allowed = 0.5 * margin * margin;
            let is_inside = side * leads[i] + allowed > -Z_95 * (dispersion * variances[i]).sqrt();
            let end = if is_inside { &mut inside[i] } else { &mut outside[i] };
            *end = shifts[i].abs();
        }
    }
    let half_width = |i: usize| {
        let share = shares[i];
        let own = share * share * dispersion / information[i];
        let others = (fit.covariance.get(i, i) - own).max(0.0);
        (share * inside[i]).hypot(Z_95 * others.sqrt())
    };
    (0..entrants).map(half_width).collect()
}
