//! What the evaluation sees in a position, as numbered slots with a multiplicity, all from player 1's
//! side of the board.
//!
//! One function, [`see`], serves the search, which adds up weights, and whoever fits the weights, who
//! wants to know which they were: the two cannot drift apart. Slots that are the same feature seen
//! by the two players share a weight, with opposite signs: [`folded`] tells which.

use arbitro_rules::draughts::{Board, Direction, Draughts, KingReach, RuleSet, step};
use arbitro_rules::{Game, Player};

use super::regions::{STANDINGS, Shape, turned_standing};

/// Receives what is seen.
pub(super) trait FeatureVisitor {
    /// A feature that is there `times` times, as player 1 counts: negative for player 2's.
    fn take(&mut self, slot: usize, times: i32);

    /// The kings of both players on the even board, x's first: [`see_each_king`], by any means.
    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]);
}

/// What a set can have at most of anything counted in [`ENDINGS`], plus one.
const FEW: usize = 4;
/// Endings with few pieces, by how many men and kings each player has.
const ENDINGS: usize = FEW.pow(4);
/// Pieces on the board up to which distances between them are looked at.
const NEAR_PIECES: i32 = 8;

/// The slots after those of the regions.
struct Slots<R>(std::marker::PhantomData<R>);

impl<R: RuleSet> Slots<R> {
    /// A king on a bit of the even board.
    const KING: usize = Shape::<R>::REGIONS * STANDINGS;
    const ENDING: usize = Self::KING + 64;
    const MEN: usize = Self::ENDING + ENDINGS;
    const KINGS: usize = Self::MEN + 1;
    /// Some king, however many.
    const ANY_KING: usize = Self::MEN + 2;
    /// Empty squares next to kings; where kings go one step, those that no enemy is next to.
    const FREEDOM: usize = Self::MEN + 3;
    /// Kings of the stronger side, near to their prey.
    const NEARNESS: usize = Self::MEN + 4;
    const TO_MOVE: usize = Self::MEN + 5;
    const END: usize = Self::MEN + 6;
}

/// How many slots there are.
pub(super) const fn slots<R: RuleSet>() -> usize {
    Slots::<R>::END
}

/// How many weights there are: of two regions that a half turn exchanges, one has weights.
pub(super) const fn terms<R: RuleSet>() -> usize {
    weighed_regions::<R>() * STANDINGS + (Slots::<R>::END - Slots::<R>::KING)
}

const fn weighed_regions<R: RuleSet>() -> usize {
    let blocks = Shape::<R>::BLOCKS;
    blocks.div_ceil(2) + (Shape::<R>::REGIONS - blocks) / 2
}

/// The weight of a slot and its sign; `None` where both players see the same, so that nobody gains.
pub(super) fn folded<R: RuleSet>(slot: usize) -> Option<(usize, i32)> {
    let after_regions = Slots::<R>::KING;
    if slot >= after_regions {
        let slot_here = slot - after_regions;
        let term = |slot: usize| weighed_regions::<R>() * STANDINGS + slot;
        let Some(ending) = (slot_here)
            .checked_sub(Slots::<R>::ENDING - after_regions)
            .filter(|&ending| ending < ENDINGS)
        else {
            return Some((term(slot_here), 1));
        };
        let exchanged = ending / FEW.pow(2) + ending % FEW.pow(2) * FEW.pow(2);
        let kept = ending.min(exchanged);
        let sign = if kept == ending { 1 } else { -1 };
        return (ending != exchanged).then(|| (term(slot_here - ending + kept), sign));
    }
    let (region, standing) = (slot / STANDINGS, slot % STANDINGS);
    let turned_region = Shape::<R>::turned(region);
    let turned_standing = turned_standing(standing);
    let blocks = Shape::<R>::BLOCKS;
    let number = |region: usize| {
        if region < blocks {
            region
        } else {
            region - blocks + blocks.div_ceil(2)
        }
    };
    let here = (region, standing);
    let there = (turned_region, turned_standing);
    match here.cmp(&there) {
        std::cmp::Ordering::Less => Some((number(region) * STANDINGS + standing, 1)),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => {
            Some((number(turned_region) * STANDINGS + turned_standing, -1))
        }
    }
}

/// How far from zero a weight may be. With as many pieces as there can be, the sum of all that a
/// position has stays within sixteen bits.
pub(super) const fn limit<R: RuleSet>(term: usize) -> i16 {
    let regions = weighed_regions::<R>() * STANDINGS;
    if term < regions {
        // Of at most twenty regions; nothing below comes up more often than it says.
        return 650;
    }
    let slot = term - regions + Slots::<R>::KING;
    if slot < Slots::<R>::ENDING {
        300 // of at most 20 kings
    } else if slot < Slots::<R>::MEN {
        800 // once
    } else if slot == Slots::<R>::MEN || slot == Slots::<R>::KINGS {
        200 // for each piece, and no player has more than 20
    } else if slot == Slots::<R>::ANY_KING || slot == Slots::<R>::TO_MOVE {
        400 // once
    } else {
        20 // for each square next to a king, fewer than 50, or for each of 8 kings up to thrice
    }
}

/// How many men and kings each player has, x first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) men: [i32; 2],
    pub(super) kings: [i32; 2],
}

impl Pieces {
    /// All pieces on the board.
    #[inline(always)]
    pub(super) fn all(&self) -> i32 {
        self.men[0] + self.men[1] + self.kings[0] + self.kings[1]
    }

    /// By how much x's pieces are worth more than o's.
    #[inline(always)]
    pub(super) fn worth<R: RuleSet>(&self) -> i32 {
        super::MAN * (self.men[0] - self.men[1])
            + super::king::<R>() * (self.kings[0] - self.kings[1])
    }
}

/// Tells `visitor` every feature of a position, and counts the pieces.
#[inline(always)]
pub(super) fn see<R: RuleSet>(position: &Draughts<R>, visitor: &mut impl FeatureVisitor) -> Pieces {
    let board = &position.board();
    let men_x = Shape::<R>::even(board.x() & !board.kings());
    let men_o = Shape::<R>::even(board.o() & !board.kings());
    Shape::<R>::standings(men_x, men_o, |region, standing| {
        visitor.take(region * STANDINGS + standing, 1);
    });
    let [x, o] = [Player::X, Player::O].map(|player| position.count(player));
    let pieces = Pieces {
        men: [x.0 as i32, o.0 as i32],
        kings: [x.1 as i32, o.1 as i32],
    };
    visitor.take(Slots::<R>::MEN, pieces.men[0] - pieces.men[1]);
    let to_move = match position.turn() {
        Player::X => 1,
        Player::O => -1,
    };
    visitor.take(Slots::<R>::TO_MOVE, to_move);
    if board.kings() != 0 {
        see_kings::<R>(board, &pieces, visitor);
    }
    pieces
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Every king by itself, where it stands and that it is one.
pub(super) fn see_each_king<R: RuleSet>(kings: [u64; 2], visitor: &mut impl FeatureVisitor) {
    for bit in bits(kings[0]) {
        visitor.take(Slots::<R>::KING + bit, 1);
    }
    for bit in bits(kings[1]) {
        visitor.take(Slots::<R>::KING + Shape::<R>::LAST - bit, -1);
    }
    visitor.take(Slots::<R>::KINGS, count(kings[0]) - count(kings[1]));
}

#[inline]
fn see_kings<R: RuleSet>(board: &Board, pieces: &Pieces, visitor: &mut impl FeatureVisitor) {
    let kings = [board.x(), board.o()].map(|own| Shape::<R>::even(own & board.kings()));
    visitor.kings::<R>(kings);
    let [x, o] = pieces.kings;
    visitor.take(Slots::<R>::ANY_KING, i32::from(x > 0) - i32::from(o > 0));
    see_freedom::<R>(board, visitor);
    let counts = [pieces.men[0], x, pieces.men[1], o];
    if counts.iter().all(|&count| count < FEW as i32) {
        let digits = counts.iter().rev();
        let ending = digits.fold(0, |ending, &count| ending * FEW + count as usize);
        visitor.take(Slots::<R>::ENDING + ending, 1);
    }
    if pieces.all() <= NEAR_PIECES {
        let worth = pieces.worth::<R>();
        let (hunters, prey) = if worth > 0 {
            (kings[0], board.o())
        } else {
            (kings[1], board.x())
        };
        let prey = Shape::<R>::even(prey);
        let nearness = bits(hunters)
            .map(|hunter| Shape::<R>::nearness(hunter, prey))
            .sum::<i32>();
        visitor.take(Slots::<R>::NEARNESS, worth.signum() * nearness);
    }
}

#[inline(always)]
fn see_freedom<R: RuleSet>(board: &Board, visitor: &mut impl FeatureVisitor) {
    let empty = Draughts::<R>::GEOMETRY.squares & !(board.x() | board.o());
    let around = |set: u64| {
        Direction::ALL
            .into_iter()
            .fold(0, |all, direction| all | step::<R>(set, direction))
    };
    let mut near_x = around(board.x() & board.kings()) & empty;
    let mut near_o = around(board.o() & board.kings()) & empty;
    if R::RULES.kings == KingReach::Short {
        (near_x, near_o) = (near_x & !around(board.o()), near_o & !around(board.x()));
    }
    visitor.take(Slots::<R>::FREEDOM, count(near_x) - count(near_o));
}
