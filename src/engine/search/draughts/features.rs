//! Feature extraction for the evaluation.
//!
//! Features are numbered, and each has a multiplicity, counted from player 1's side. One function,
//! [`visit_features`], serves both the search, which sums weights, and the trainer, which lists
//! them: the two cannot drift apart. A feature and its mirror image, the same thing seen by the
//! other player, share a weight with opposite signs: see [`shared_weight`].

use arbitro_rules::draughts::{Board, Direction, Draughts, KingReach, RuleSet, step};
use arbitro_rules::{Game, Player};

use super::regions::{PATTERNS, Shape, mirrored_pattern};

/// Receives the features of a position.
pub(super) trait FeatureVisitor {
    /// Receives a feature that occurs `times` times; negative for player 2's.
    fn add(&mut self, feature: usize, times: i32);

    /// Receives the kings of both players on the even board, x's first. Equivalent to
    /// [`visit_kings`], for which a visitor may have a faster way.
    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]);
}

/// Exclusive upper bound of each piece count in [`ENDINGS`].
const MAX_COUNT: usize = 4;
/// Number of material signatures of endings: men and kings of each player.
const ENDINGS: usize = MAX_COUNT.pow(4);
/// Maximum number of pieces for the distance feature.
const NEAR_PIECES: i32 = 8;

/// Feature indices after those of the region patterns.
struct FeatureIndex<R>(std::marker::PhantomData<R>);

impl<R: RuleSet> FeatureIndex<R> {
    /// One feature for each bit of the even board: a king there.
    const KING: usize = Shape::<R>::REGIONS * PATTERNS;
    const ENDING: usize = Self::KING + 64;
    const MEN: usize = Self::ENDING + ENDINGS;
    const KINGS: usize = Self::MEN + 1;
    /// One player has a king and the other none.
    const ANY_KING: usize = Self::MEN + 2;
    /// King mobility: empty squares next to kings; with short kings, only those that no enemy
    /// touches.
    const MOBILITY: usize = Self::MEN + 3;
    /// Closeness of the stronger side's kings to enemy pieces.
    const CLOSENESS: usize = Self::MEN + 4;
    const TO_MOVE: usize = Self::MEN + 5;
    const END: usize = Self::MEN + 6;
}

/// Number of features.
pub(super) const fn features<R: RuleSet>() -> usize {
    FeatureIndex::<R>::END
}

/// Number of weights: a region and its mirror image share theirs.
pub const fn terms<R: RuleSet>() -> usize {
    weighted_regions::<R>() * PATTERNS + (FeatureIndex::<R>::END - FeatureIndex::<R>::KING)
}

const fn weighted_regions<R: RuleSet>() -> usize {
    let blocks = Shape::<R>::BLOCKS;
    blocks.div_ceil(2) + (Shape::<R>::REGIONS - blocks) / 2
}

/// Maps a feature to its weight and sign. `None` for a feature that is its own mirror image, which
/// cancels out.
pub(super) fn shared_weight<R: RuleSet>(feature: usize) -> Option<(usize, i32)> {
    let after_regions = FeatureIndex::<R>::KING;
    if feature >= after_regions {
        let offset = feature - after_regions;
        let term = |feature: usize| weighted_regions::<R>() * PATTERNS + feature;
        let Some(ending) = offset
            .checked_sub(FeatureIndex::<R>::ENDING - after_regions)
            .filter(|&ending| ending < ENDINGS)
        else {
            return Some((term(offset), 1));
        };
        let exchanged = ending / MAX_COUNT.pow(2) + ending % MAX_COUNT.pow(2) * MAX_COUNT.pow(2);
        let kept = ending.min(exchanged);
        let sign = if kept == ending { 1 } else { -1 };
        return (ending != exchanged).then(|| (term(offset - ending + kept), sign));
    }
    let (region, pattern) = (feature / PATTERNS, feature % PATTERNS);
    let mirrored_region = Shape::<R>::mirrored(region);
    let mirrored_pattern = mirrored_pattern(pattern);
    let blocks = Shape::<R>::BLOCKS;
    let number = |region: usize| {
        if region < blocks { region } else { region - blocks + blocks.div_ceil(2) }
    };
    let own = (region, pattern);
    let mirrored = (mirrored_region, mirrored_pattern);
    match own.cmp(&mirrored) {
        std::cmp::Ordering::Less => Some((number(region) * PATTERNS + pattern, 1)),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => {
            Some((number(mirrored_region) * PATTERNS + mirrored_pattern, -1))
        }
    }
}

/// The weights that count men and kings, and what each piece is worth without.
pub const fn piece_terms<R: RuleSet>() -> [(usize, i32); 2] {
    let after_regions = weighted_regions::<R>() * PATTERNS;
    let men = after_regions + FeatureIndex::<R>::MEN - FeatureIndex::<R>::KING;
    [(men, super::MAN), (men + 1, super::king::<R>())]
}

/// The largest absolute value of a weight, chosen so that the sum over any position fits into
/// sixteen bits.
pub(super) const fn limit<R: RuleSet>(term: usize) -> i16 {
    let regions = weighted_regions::<R>() * PATTERNS;
    if term < regions {
        // At most twenty regions count at once; each of the others is limited by how often it can.
        return 650;
    }
    let feature = term - regions + FeatureIndex::<R>::KING;
    if feature < FeatureIndex::<R>::ENDING {
        300 // of at most 20 kings
    } else if feature < FeatureIndex::<R>::MEN {
        800 // once
    } else if feature == FeatureIndex::<R>::MEN || feature == FeatureIndex::<R>::KINGS {
        200 // for each piece, and no player has more than 20
    } else if feature == FeatureIndex::<R>::ANY_KING || feature == FeatureIndex::<R>::TO_MOVE {
        400 // once
    } else {
        20 // for each square next to a king, fewer than 50, or for each of 8 kings up to thrice
    }
}

/// Piece counts of both players, x first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) men: [i32; 2],
    pub(super) kings: [i32; 2],
}

impl Pieces {
    /// Number of pieces on the board.
    #[inline(always)]
    pub(super) fn all(&self) -> i32 {
        self.men[0] + self.men[1] + self.kings[0] + self.kings[1]
    }

    /// Material balance from x's side.
    #[inline(always)]
    pub(super) fn material<R: RuleSet>(&self) -> i32 {
        super::MAN * (self.men[0] - self.men[1])
            + super::king::<R>() * (self.kings[0] - self.kings[1])
    }
}

/// Passes every feature of a position to `visitor`, and returns the piece counts.
#[inline(always)]
pub(super) fn visit_features<R: RuleSet>(
    position: &Draughts<R>,
    visitor: &mut impl FeatureVisitor,
) -> Pieces {
    let board = &position.board();
    let men_x = Shape::<R>::even(board.x() & !board.kings());
    let men_o = Shape::<R>::even(board.o() & !board.kings());
    Shape::<R>::patterns(men_x, men_o, |region, pattern| {
        visitor.add(region * PATTERNS + pattern, 1);
    });
    let [x, o] = [Player::X, Player::O].map(|player| position.count(player));
    let pieces = Pieces { men: [x.0 as i32, o.0 as i32], kings: [x.1 as i32, o.1 as i32] };
    visitor.add(FeatureIndex::<R>::MEN, pieces.men[0] - pieces.men[1]);
    let to_move = match position.turn() {
        Player::X => 1,
        Player::O => -1,
    };
    visitor.add(FeatureIndex::<R>::TO_MOVE, to_move);
    if board.kings() != 0 {
        visit_king_features::<R>(board, &pieces, visitor);
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

/// Passes the features of each single king: its square and its existence.
pub(super) fn visit_kings<R: RuleSet>(kings: [u64; 2], visitor: &mut impl FeatureVisitor) {
    for bit in bits(kings[0]) {
        visitor.add(FeatureIndex::<R>::KING + bit, 1);
    }
    for bit in bits(kings[1]) {
        visitor.add(FeatureIndex::<R>::KING + Shape::<R>::LAST - bit, -1);
    }
    visitor.add(FeatureIndex::<R>::KINGS, count(kings[0]) - count(kings[1]));
}

#[inline]
fn visit_king_features<R: RuleSet>(
    board: &Board,
    pieces: &Pieces,
    visitor: &mut impl FeatureVisitor,
) {
    let kings = [board.x(), board.o()].map(|own| Shape::<R>::even(own & board.kings()));
    visitor.kings::<R>(kings);
    let [x, o] = pieces.kings;
    visitor.add(FeatureIndex::<R>::ANY_KING, i32::from(x > 0) - i32::from(o > 0));
    visit_mobility::<R>(board, visitor);
    let counts = [pieces.men[0], x, pieces.men[1], o];
    if counts.iter().all(|&count| count < MAX_COUNT as i32) {
        let digits = counts.iter().rev();
        let ending = digits.fold(0, |ending, &count| ending * MAX_COUNT + count as usize);
        visitor.add(FeatureIndex::<R>::ENDING + ending, 1);
    }
    if pieces.all() <= NEAR_PIECES {
        let material = pieces.material::<R>();
        let (hunters, prey) =
            if material > 0 { (kings[0], board.o()) } else { (kings[1], board.x()) };
        let prey = Shape::<R>::even(prey);
        let closeness =
            bits(hunters).map(|hunter| Shape::<R>::closeness(hunter, prey)).sum::<i32>();
        visitor.add(FeatureIndex::<R>::CLOSENESS, material.signum() * closeness);
    }
}

#[inline(always)]
fn visit_mobility<R: RuleSet>(board: &Board, visitor: &mut impl FeatureVisitor) {
    let empty = Draughts::<R>::GEOMETRY.squares & !(board.x() | board.o());
    let around = |set: u64| {
        Direction::ALL.into_iter().fold(0, |all, direction| all | step::<R>(set, direction))
    };
    let mut near_x = around(board.x() & board.kings()) & empty;
    let mut near_o = around(board.o() & board.kings()) & empty;
    if R::RULES.kings == KingReach::Short {
        (near_x, near_o) = (near_x & !around(board.o()), near_o & !around(board.x()));
    }
    visitor.add(FeatureIndex::<R>::MOBILITY, count(near_x) - count(near_o));
}
