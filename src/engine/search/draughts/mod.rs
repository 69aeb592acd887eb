//! Static evaluation of draughts: material, pattern tables over overlapping regions, king features.
//!
//! The weights were fitted to the results of games. The evaluation depends on the pieces alone, not
//! on history or clock, and is exactly zero-sum: exchanging the colours and turning the board by
//! half keeps the value for the player to move, except for one tempo term.
//!
//! The evaluation is tapered: each weight is a pair, early for a full board and late for an empty
//! one, interpolated by the number of pieces. `scripts/train` makes the weights. Where they are
//! zero, the value is plain material.

mod features;
mod lazy;
mod regions;
mod weights;

use arbitro_rules::draughts::{Draughts, KingReach, RuleSet};
use arbitro_rules::{Game, Player};

use features::{FeatureVisitor, visit_features};
pub use features::{piece_terms, terms};
pub use lazy::{LAZY_TERMS, LazyEval, lazy_terms};
pub use weights::{Tables, Weights, built_in_file};

/// Material value of a man: the unit of all values.
const MAN: i32 = 100;

/// Material value of a king.
const fn king<R: RuleSet>() -> i32 {
    match R::RULES.kings {
        KingReach::Flying => 300,
        KingReach::Short if R::RULES.men_take_kings => 150,
        // Only another king can capture it.
        KingReach::Short => 250,
    }
}

/// Bound of every value, either way.
pub const EVAL_LIMIT: i32 = 20_000;

/// The static evaluation for the player to move; a man is worth about 100.
///
/// Meant for quiet positions: no capture is pending and the match is not over.
///
/// # Examples
///
/// ```
/// use arbitro_rules::{Game, draughts::Dama};
/// use arbitro_engine::search::draughts::assess;
/// assert!(assess(&Dama::start()).abs() < 50, "an even position");
/// ```
#[inline]
pub fn assess<R: RuleSet>(position: &Draughts<R>) -> i32 {
    Tables::built_in::<R>().assess(position)
}

/// Sums tapered weights: the early ones in the low half of a word, the late ones in the high half,
/// so that one addition serves both.
struct TaperedSum<'a> {
    tables: &'a Tables,
    packed: i32,
}

impl FeatureVisitor for TaperedSum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        let weight = self.tables.by_feature(feature);
        self.packed = self.packed.wrapping_add(weight.wrapping_mul(times));
    }

    #[inline(always)]
    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]) {
        self.packed = self.packed.wrapping_add(self.tables.kings::<R>(kings));
    }
}

impl Tables {
    /// Evaluates a position with these weights, as [`assess`] does with the built-in ones.
    #[inline]
    pub fn assess<R: RuleSet>(&self, position: &Draughts<R>) -> i32 {
        let mut sum = TaperedSum { tables: self, packed: 0 };
        let pieces = visit_features::<R>(position, &mut sum);
        let early = i32::from(sum.packed as i16);
        let late = sum.packed.wrapping_sub(early) >> 16;
        let (full, left) = (full_board::<R>(), pieces.all());
        let value = pieces.material::<R>() + (early * left + late * (full - left)) / full;
        let value = value.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
        match position.turn() {
            Player::X => value,
            Player::O => -value,
        }
    }
}

/// Pieces on the board at the start.
const fn full_board<R: RuleSet>() -> i32 {
    2 * R::RULES.pieces() as i32
}

/// The features of a position, for fitting weights; everything from player 1's side.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureList {
    /// Material balance.
    pub material: i32,
    /// The share of the early weights, from 0 to 1; the late ones have the rest.
    pub early: f64,
    /// Indices of weights, each with the number of times it counts.
    pub terms: Vec<(usize, i32)>,
}

/// Lists the features of a position: the material, and which weights count how often.
pub fn observe<R: RuleSet>(position: &Draughts<R>) -> FeatureList {
    struct Collect<R>(Vec<(usize, i32)>, std::marker::PhantomData<R>);
    impl<R: RuleSet> FeatureVisitor for Collect<R> {
        fn add(&mut self, feature: usize, times: i32) {
            if times != 0
                && let Some((term, sign)) = features::shared_weight::<R>(feature)
            {
                self.0.push((term, sign * times));
            }
        }

        fn kings<S: RuleSet>(&mut self, kings: [u64; 2]) {
            features::visit_kings::<S>(kings, self);
        }
    }
    let mut collect = Collect::<R>(Vec::new(), std::marker::PhantomData);
    let pieces = visit_features::<R>(position, &mut collect);
    FeatureList {
        material: pieces.material::<R>(),
        early: f64::from(pieces.all()) / f64::from(full_board::<R>()),
        terms: collect.0,
    }
}
