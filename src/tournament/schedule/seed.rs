//! Derives every random choice from one seed: a fixed number for each purpose and place.
//!
//! `rand`'s generators are not used: their values may change between versions, and a tournament
//! must be reproducible years later.

/// Purpose of a random number: each gets its own number for the same place in a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Match = 1,
    Colours = 2,
    /// The random plies of an opening.
    Opening = 3,
    /// Places in a bracket, and initial ranks of a Swiss tournament.
    Draw = 4,
    /// First part of a block of matches.
    Part = 5,
    /// Opponents and colours on a ladder.
    Pairing = 6,
}

pub(crate) fn derive(seed: u64, purpose: Purpose, place: u64) -> u64 {
    mix(mix(mix(seed) ^ purpose as u64) ^ place)
}

/// SplitMix64's increment and finaliser: a bijection that scatters neighbours.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64, purpose: Purpose, place: u64) -> Dice {
        Dice { state: derive(seed, purpose, place) }
    }

    /// Draws a number below a bound; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.state = mix(self.state);
        // Takes the high half of the product, which favours no value by more than bound / 2^64.
        let scaled = (u128::from(self.state) * bound as u128) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }

    /// Draws a permutation of the numbers below a bound.
    pub(crate) fn shuffled(&mut self, bound: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..bound).collect();
        for last in (1..bound).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
