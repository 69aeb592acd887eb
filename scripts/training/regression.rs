//! Logistic regression: weights that make the value of a position tell how likely a win is.
//!
//! What is aimed at is a blend of how the game ended and of what a search found: the result is right
//! and noisy, the search is quiet and repeats the errors of the weights that it used.
//!
//! One thread, sums in a fixed order and an exponential of our own: the same samples give the same
//! weights to the last bit.

use arbitro_engine::search::draughts::{FeatureList, piece_terms, terms};
use arbitro_rules::draughts::RuleSet;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::positions::{Position, Samples};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    /// How many weights there are.
    pub(crate) terms: usize,
    /// How strongly each weight is held at zero, as so many positions would.
    pub(crate) hold: f64,
    /// Passes over the samples.
    pub(crate) passes: usize,
    /// The share of the search's value in the target; the rest is the result of the game.
    pub(crate) blend: f64,
    /// For the order of the samples.
    pub(crate) seed: u64,
}

impl Fit {
    pub(crate) fn new<R: RuleSet>(hold: f64, passes: usize, blend: f64, seed: u64) -> Fit {
        Fit { terms: terms::<R>(), hold, passes, blend, seed }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) struct Fitted {
    /// What one unit of value adds to the logarithm of the odds.
    pub(crate) logits_per_unit: f64,
    /// Early and late weights, in logits.
    weights: Vec<[f64; 2]>,
    /// The weights of a man and a king, and what each is worth without.
    pieces: [(usize, i32); 2],
    /// The mean logarithmic loss on games that were left out.
    pub(crate) loss: f64,
    /// The same by material alone.
    pub(crate) loss_of_material: f64,
}

impl Fitted {
    /// The weights in units of value.
    ///
    /// Material alone tells so little in some sets that in its unit a man among patterns would be worth
    /// five men. That is more than a weight may be, and cut off it would leave the patterns too large:
    /// the unit is enlarged until pieces fit.
    pub(crate) fn pairs(&self) -> Vec<[i16; 2]> {
        let mut weights = self.weights.clone();
        for (term, worth) in self.pieces {
            let plain = f64::from(worth) * self.logits_per_unit;
            weights[term] = weights[term].map(|weight| weight + plain);
        }
        let pieces = self.pieces.iter().zip(MAX_PIECE_WEIGHTS);
        let unit = pieces.map(|(&(term, worth), most)| {
            let [early, late] = weights[term];
            early.max(late) / f64::from(worth + most)
        });
        let unit = unit.fold(self.logits_per_unit, f64::max);
        for (term, worth) in self.pieces {
            let plain = f64::from(worth) * unit;
            weights[term] = weights[term].map(|weight| weight - plain);
        }
        let in_units = |weight: f64| (weight / unit).round() as i16;
        weights.iter().map(|pair| pair.map(in_units)).collect()
    }
}

/// How much more than plain a man and a king may be worth, early or late: less than weights may be.
const MAX_PIECE_WEIGHTS: [i32; 2] = [140, 195];
const BATCH: usize = 4096;
const RATE: f64 = 0.02;

/// Fits weights to samples.
pub(crate) fn fit<R: RuleSet>(samples: &Samples<R>, how: &Fit) -> Fitted {
    let (mut learn, test) = samples.split();
    let logits_per_unit = scale(samples, &learn, Position::material);
    let logits_per_value = scale(samples, &learn, Position::value);
    let mut weights = vec![[0.0; 2]; how.terms];
    let loss_of_material = loss(samples, &test, &weights, logits_per_unit);
    let mut adam = Adam::new(how.terms);
    let mut gradient = vec![[0.0; 2]; how.terms];
    let mut random = SmallRng::seed_from_u64(how.seed);
    // The loss is a mean over samples, so what holds the weights is, too.
    let hold = how.hold / learn.len().max(1) as f64;
    for pass in 0..how.passes {
        for last in (1..learn.len()).rev() {
            learn.swap(last, random.random_range(0..=last));
        }
        let rate = RATE * (1.0 - pass as f64 / how.passes as f64).powi(2);
        for batch in learn.chunks(BATCH) {
            for (slope, weight) in gradient.iter_mut().zip(&weights) {
                *slope = weight.map(|weight| weight * hold);
            }
            for &index in batch {
                let position = samples.get(index);
                let seen = position.observe();
                let searched = sigmoid(position.value() * logits_per_value);
                let target = how.blend * searched + (1.0 - how.blend) * position.points();
                let error = sigmoid(logit(&seen, &weights, logits_per_unit)) - target;
                let error = error / batch.len() as f64;
                let early = early(&seen);
                for &(term, times) in &seen.terms {
                    let slope = &mut gradient[term];
                    let change = error * f64::from(times);
                    slope[0] += change * early;
                    slope[1] += change * (1.0 - early);
                }
            }
            adam.step(&mut weights, &gradient, rate);
        }
    }
    Fitted {
        logits_per_unit,
        loss: loss(samples, &test, &weights, logits_per_unit),
        loss_of_material,
        weights,
        pieces: piece_terms::<R>(),
    }
}

/// The steps of Adam: as long for rare features as for common ones.
struct Adam {
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
    mean_left: f64,
    square_left: f64,
}

impl Adam {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;

    fn new(terms: usize) -> Adam {
        Adam {
            mean: vec![[0.0; 2]; terms],
            square: vec![[0.0; 2]; terms],
            mean_left: 1.0,
            square_left: 1.0,
        }
    }

    fn step(&mut self, weights: &mut [[f64; 2]], gradient: &[[f64; 2]], rate: f64) {
        self.mean_left *= Adam::MEAN;
        self.square_left *= Adam::SQUARE;
        let (mean_part, square_part) = (1.0 - self.mean_left, 1.0 - self.square_left);
        let weights = weights.as_flattened_mut().iter_mut();
        let means = self.mean.as_flattened_mut().iter_mut();
        let squares = self.square.as_flattened_mut().iter_mut();
        for (((weight, mean), square), &slope) in
            weights.zip(means).zip(squares).zip(gradient.as_flattened())
        {
            *mean += (1.0 - Adam::MEAN) * (slope - *mean);
            *square += (1.0 - Adam::SQUARE) * (slope * slope - *square);
            *weight -= rate * (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
        }
    }
}

/// How much early weights count. Rounded as the weights in the repository were fitted with it.
fn early(seen: &FeatureList) -> f64 {
    f64::from(seen.early as f32)
}

fn logit(seen: &FeatureList, weights: &[[f64; 2]], logits_per_unit: f64) -> f64 {
    let early = early(seen);
    let sum = seen.terms.iter().fold(0.0, |sum, &(term, times)| {
        let [full, empty] = weights[term];
        sum + f64::from(times) * (full * early + empty * (1.0 - early))
    });
    f64::from(seen.material) * logits_per_unit + sum
}

/// What a unit of `measure` adds to the logarithm of the odds of a win, by Newton's method.
fn scale<R: RuleSet>(
    samples: &Samples<R>,
    of: &[u32],
    measure: impl Fn(&Position<R>) -> f64,
) -> f64 {
    let mut scale = 0.005;
    for _ in 0..30 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for &index in of {
            let position = samples.get(index);
            let measured = measure(position);
            let likely = sigmoid(measured * scale);
            slope += (likely - position.points()) * measured;
            bend += likely * (1.0 - likely) * measured * measured;
        }
        scale = (scale - slope / bend).clamp(0.001, 0.05);
    }
    scale
}

fn loss<R: RuleSet>(
    samples: &Samples<R>,
    of: &[u32],
    weights: &[[f64; 2]],
    logits_per_unit: f64,
) -> f64 {
    let sum = of.iter().fold(0.0, |sum, &index| {
        let position = samples.get(index);
        let result = position.points();
        let seen = position.observe();
        let likely = sigmoid(logit(&seen, weights, logits_per_unit)).clamp(1e-6, 1.0 - 1e-6);
        sum - result * likely.ln() - (1.0 - result) * (1.0 - likely).ln()
    });
    sum / of.len().max(1) as f64
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + exponential(-logit.clamp(-30.0, 30.0)))
}

/// e to the power of a number of moderate size. The library's differs in the last bit from machine to
/// machine; this one is additions and multiplications, which do not.
fn exponential(power: f64) -> f64 {
    // Halved until small, summed up, then squared as often.
    let small = power / 64.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for index in 1..=10 {
        term *= small / f64::from(index);
        sum += term;
    }
    (0..6).fold(sum, |sum, _| sum * sum)
}
