//! What a draughts position is worth when one looks no further: material, how the men stand in
//! overlapping regions of the board, and what kings do, added up with weights that were fitted to
//! the results of games.
//!
//! Looks at the pieces alone: never searches, knows no history and no clock. The value is exactly
//! zero-sum: exchange the colours and turn the board by half, and it is the same for the player to
//! move. Only a term of its own depends on who is to move.
//!
//! Weights come in pairs, one for a full board and one for an empty one, and count by how many pieces
//! are left. They are made by `scripts/train`; where they are zero, the value is plain material.

mod features;
mod lazy;
mod regions;
mod weights;

use arbitro_rules::draughts::{Draughts, KingReach, RuleSet};
use arbitro_rules::{Game, Player};

use features::{FeatureVisitor, see};
pub use lazy::{LAZY_TERMS, LazyEval, lazy_terms};
pub use weights::{Tables, Weights, WeightsError, built_in_file, terms};

/// What a man is worth before any weight: the unit of all values.
const MAN: i32 = 100;

/// What a king is worth before any weight.
const fn king<R: RuleSet>() -> i32 {
    match R::RULES.kings {
        KingReach::Flying => 300,
        KingReach::Short if R::RULES.men_take_kings => 150,
        // Nothing but another king takes it.
        KingReach::Short => 250,
    }
}

/// Values are less than this, either way.
pub const EVAL_LIMIT: i32 = 20_000;

/// The value of a position for the player to move, a man being worth about 100.
///
/// Meant for a position in which nothing is about to be taken and the match is not over.
///
/// # Examples
///
/// ```
/// use arbitro_rules::{Game, draughts::Dama};
/// use arbitro_engine::search::draughts::assess;
/// assert!(assess(&Dama::start()).abs() < 50, "nobody has won yet");
/// ```
#[inline]
pub fn assess<R: RuleSet>(position: &Draughts<R>) -> i32 {
    Tables::built_in::<R>().assess(position)
}

/// Adds up weights, the early one in the low half of a word and the late one in the high half.
struct Sum<'a> {
    tables: &'a Tables,
    both: i32,
}

impl FeatureVisitor for Sum<'_> {
    #[inline(always)]
    fn take(&mut self, slot: usize, times: i32) {
        let weight = self.tables.by_slot(slot);
        self.both = self.both.wrapping_add(weight.wrapping_mul(times));
    }

    #[inline(always)]
    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]) {
        self.both = self.both.wrapping_add(self.tables.kings::<R>(kings));
    }
}

impl Tables {
    /// The value of a position by these weights, as [`assess`] gives it by the built-in ones.
    #[inline]
    pub fn assess<R: RuleSet>(&self, position: &Draughts<R>) -> i32 {
        let mut sum = Sum {
            tables: self,
            both: 0,
        };
        let pieces = see::<R>(position, &mut sum);
        let early = i32::from(sum.both as i16);
        let late = sum.both.wrapping_sub(early) >> 16;
        let (full, left) = (full_board::<R>(), pieces.all());
        let value = pieces.worth::<R>() + (early * left + late * (full - left)) / full;
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

/// A position as those see it who fit weights: everything from player 1's side.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureList {
    /// The plain material.
    pub material: i32,
    /// How much early weights count, from 0 to 1; late ones count for the rest.
    pub early: f64,
    /// Weights by their number, and how often each counts.
    pub terms: Vec<(usize, i32)>,
}

/// What the value of a position is made of: the material, and which weights count how much.
pub fn observe<R: RuleSet>(position: &Draughts<R>) -> FeatureList {
    struct Collect<R>(Vec<(usize, i32)>, std::marker::PhantomData<R>);
    impl<R: RuleSet> FeatureVisitor for Collect<R> {
        fn take(&mut self, slot: usize, times: i32) {
            if times != 0
                && let Some((term, sign)) = features::folded::<R>(slot)
            {
                self.0.push((term, sign * times));
            }
        }

        fn kings<S: RuleSet>(&mut self, kings: [u64; 2]) {
            features::see_each_king::<S>(kings, self);
        }
    }
    let mut collect = Collect::<R>(Vec::new(), std::marker::PhantomData);
    let pieces = see::<R>(position, &mut collect);
    FeatureList {
        material: pieces.worth::<R>(),
        early: f64::from(pieces.all()) / f64::from(full_board::<R>()),
        terms: collect.0,
    }
}
