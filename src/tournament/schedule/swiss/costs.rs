//! Costs of a pair by the criteria of a round, and the choice of player 1. The matching of the
//! round is done elsewhere.

use super::{Field, Float};
use arbitro_rules::Player;

/// The costs of one pair by criterion, the most important first. Those of a bye occur once in a
/// round, all others in every pair.
pub(super) type Costs = [u32; 8];
const UNFAIR_BYE: usize = 0;
const BROKEN_COLOURS: usize = 1;
const BYE_PLACE: usize = 2;
const DISTANCE: usize = 3;
const IMBALANCE: usize = 4;
const SAME_COLOUR: usize = 5;
const FLOATS: usize = 6;
const HALVES: usize = 7;

/// Cost of a colour for an entrant: a broken rule, a worse balance, a repetition of the last
/// colour.
type Strain = [u32; 3];

impl Field<'_> {
    pub(super) fn bye_costs(&self, entrant: usize) -> Costs {
        let above_last = self.cards.len() - 1 - self.seats[entrant].standing;
        let mut costs = Costs::default();
        costs[UNFAIR_BYE] = self.unfairness(entrant);
        costs[BYE_PLACE] = u32::try_from(above_last).unwrap_or(u32::MAX);
        costs
    }

    pub(super) fn pair_costs(&self, [better, other]: [usize; 2]) -> Costs {
        let (high, low) = (&self.seats[better], &self.seats[other]);
        let mut costs = Costs::default();
        let strain = self.strain([better, other]).min(self.strain([other, better]));
        [costs[BROKEN_COLOURS], costs[IMBALANCE], costs[SAME_COLOUR]] = strain;
        if high.group == low.group {
            costs[HALVES] = squared((low.place - high.place).abs_diff(high.size / 2));
        } else {
            let again = |entrant: usize, float| self.cards[entrant].floats.last() == Some(&float);
            costs[FLOATS] =
                u32::from(again(better, Float::Down)) + u32::from(again(other, Float::Up));
            costs[DISTANCE] = squared(low.group - high.group);
            costs[HALVES] = squared(high.size - 1 - high.place + low.place);
        }
        costs
    }

    /// Cost for both players if the first of the pair is X.
    fn strain(&self, [x, o]: [usize; 2]) -> Strain {
        let (x, o) = (self.strain_of(x, Player::X), self.strain_of(o, Player::O));
        [x[0] + o[0], x[1] + o[1], x[2] + o[2]]
    }

    fn strain_of(&self, entrant: usize, colour: Player) -> Strain {
        let mut latest = self.cards[entrant].colours.iter().rev();
        let (last, before) = (latest.next(), latest.next());
        let surplus = self.seats[entrant].surplus;
        let more = if colour == Player::X { surplus } else { -surplus };
        let same = last == Some(&colour);
        let broken = more >= 2 || (same && before == Some(&colour));
        // A surplus far above 2 is no more urgent than the cap can express.
        [u32::from(broken), more.clamp(0, 99) as u32, u32::from(same)]
    }

    /// The pair with player 1 first: the cheaper order; else by the last round in which their
    /// colours differed; else as the better player prefers; else by the board.
    pub(super) fn with_colours(&self, [better, other]: [usize; 2], board: u64) -> [usize; 2] {
        let colours = |entrant: usize| self.cards[entrant].colours.iter().rev().copied();
        let (as_x, as_o) = (self.strain([better, other]), self.strain([other, better]));
        let differed = || colours(better).zip(colours(other)).find(|(a, b)| a != b);
        let last = || differed().map(|(mine, _)| mine).or_else(|| colours(better).next());
        let better_is_x = if as_x == as_o {
            last().map_or(board == 0, |colour| !colour == Player::X)
        } else {
            as_x < as_o
        };
        if better_is_x { [better, other] } else { [other, better] }
    }
}

/// The square, clamped to the type's maximum.
fn squared(distance: usize) -> u32 {
    let capped = distance.min(usize::from(u16::MAX)) as u32;
    capped * capped
}

/// Factors that give each criterion more weight than all later ones in all pairs together.
///
/// The factors are the place values of a mixed radix in which each digit has room for the sum of
/// one criterion over a whole round, computed from the greatest costs that occur. The whole number
/// stays within `bound` for any input, because criteria without room are dropped, beginning with
/// the last. With 128 vertices `bound` is about 2^116; a thousand entrants were seen to need 2^57
/// in 20 rounds. (Costs of a bye take a single digit: they occur once.)
pub(super) fn scales(greatest: &Costs, pairs: usize, bound: i128) -> [i128; 8] {
    let radix = |criterion: usize| {
        let times = match criterion {
            UNFAIR_BYE | BYE_PLACE => 1,
            _ => pairs as i128,
        };
        i128::from(greatest[criterion]) * times + 1
    };
    let mut room = bound;
    let fits = |criterion: &usize| {
        room /= radix(*criterion);
        room > 0
    };
    let kept = (0..greatest.len()).take_while(fits).count();
    let mut scales = [0; 8];
    let mut scale = 1;
    for criterion in (0..kept).rev() {
        scales[criterion] = scale;
        scale *= radix(criterion);
    }
    scales
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_criterion_outweighs_all_later_ones_and_nothing_overflows() {
        for bound in [0, 1, 5_000, 1 << 60, i128::MAX / 2080] {
            for greatest in [[0; 8], [1, 2, 127, 441, 9, 2, 2, 40_000], [u32::MAX; 8]] {
                let pairs = 64;
                let scales = scales(&greatest, pairs, bound);
                let most = |criterion: usize| {
                    let times =
                        if [UNFAIR_BYE, BYE_PLACE].contains(&criterion) { 1 } else { pairs };
                    i128::from(greatest[criterion]) * times as i128 * scales[criterion]
                };
                for (criterion, scale) in scales.into_iter().enumerate() {
                    let later: i128 = (criterion + 1..8).map(most).sum();
                    assert!(scale > later || (scale == 0 && later == 0));
                }
                assert!((0..8).map(most).sum::<i128>() <= bound);
            }
        }
        let all = scales(&[1, 2, 127, 441, 9, 2, 2, 40_000], 64, i128::MAX / 2080);
        assert!(all.iter().all(|scale| *scale > 0), "in a usual field every criterion counts");
    }
}
