//! Fits what a position is worth at a glance to what it is worth, over positions that searches judged,
//! and says how many of them a glance is enough for.

use arbitro_engine::search::draughts::{LAZY_TERMS, LazyEval, Tables, lazy_terms};
use arbitro_rules::draughts::{Draughts, RuleSet};

/// One position in so many that is wrongly taken to be outside the window is not too many.
const RARELY: usize = 1_000;
/// Margins are a multiple of this.
const STEP: i32 = 10;

/// A position that a search judged, and the window it was judged for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<R> {
    pub(crate) position: Draughts<R>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

/// How good a fit is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quality {
    pub(crate) lazy: LazyEval,
    /// Positions that a glance is enough for, and those of them that it is wrong of.
    pub(crate) spared: usize,
    pub(crate) wrong: usize,
}

/// The weights with the least squared error, and the least margin that is hardly ever too small;
/// nothing if there is nothing to learn from.
pub(crate) fn fit<R: RuleSet>(judged: &[Judged<R>], tables: &Tables) -> Option<Quality> {
    let mut sums = [[0.0; LAZY_TERMS + 1]; LAZY_TERMS];
    for it in judged {
        let terms = lazy_terms(&it.position).map(f64::from);
        let value = f64::from(tables.assess(&it.position));
        for (row, term) in sums.iter_mut().zip(terms) {
            for (sum, other) in row.iter_mut().zip(terms) {
                *sum += term * other;
            }
            row[LAZY_TERMS] += term * value;
        }
    }
    let weights = solve(sums)?.map(|weight| (16.0 * weight).round() as i32);
    (1..100)
        .map(|steps| quality(judged, tables, weights, steps * STEP))
        .find(|it| it.wrong * RARELY <= judged.len())
}

fn quality<R: RuleSet>(
    judged: &[Judged<R>],
    tables: &Tables,
    weights: [i32; LAZY_TERMS],
    margin: i32,
) -> Quality {
    let lazy = LazyEval { weights, margin };
    let (mut spared, mut wrong) = (0, 0);
    for it in judged {
        let Some(bound) = lazy.outside(&it.position, it.alpha, it.beta) else {
            continue;
        };
        spared += 1;
        let value = tables.assess(&it.position);
        let is_right = if bound >= it.beta { value >= it.beta } else { value <= it.alpha };
        wrong += usize::from(!is_right);
    }
    Quality { lazy, spared, wrong }
}

/// Solves linear equations, each with its right side behind its coefficients.
fn solve<const N: usize, const WITH_RIGHT: usize>(
    mut rows: [[f64; WITH_RIGHT]; N],
) -> Option<[f64; N]> {
    for at in 0..N {
        let pivot = (at..N).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()))?;
        rows.swap(at, pivot);
        let own = rows[at];
        if own[at].abs() < 1e-9 {
            return None;
        }
        for (number, row) in rows.iter_mut().enumerate() {
            if number != at {
                let times = row[at] / own[at];
                for (to, from) in row.iter_mut().zip(own) {
                    *to -= times * from;
                }
            }
        }
    }
    Some(std::array::from_fn(|at| rows[at][N] / rows[at][at]))
}
