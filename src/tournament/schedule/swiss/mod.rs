//! Pairs one round of a Swiss tournament: opponents, colours, and the bye.
//!
//! The rules follow the ideas of FIDE's Dutch system, as one cost for each possible pair and a
//! search for the cheapest round. In order of weight, each criterion outweighing all later ones
//! together:
//!
//! 1. no two players meet twice (such a pair does not exist at all);
//! 2. no player has two byes, nor one before its first match while others have played;
//! 3. no player gets one colour three times in a row, or three times more often than the other;
//! 4. the lowest points get the bye, and among them the lowest rank;
//! 5. opponents have equal points, or points as near as possible: the least sum of squared
//!    distances, counted in point groups, so that the scale of points does not matter and two short
//!    floats are better than one long;
//! 6. colours are balanced;
//! 7. colours alternate from the last round;
//! 8. no player floats down, or up, twice in a row;
//! 9. the top half of a point group meets its bottom half in order, and a floater comes from the
//!    bottom of its group to the top of the other.
//!
//! It is simpler than the Dutch system: point groups are weighed all at once and not from the top
//! down, only the last round's floats count, leaders in the last round keep their colour rules, and
//! a downfloater may still get the bye.
//!
//! The colour rules are broken only if no round satisfies them. That has not been seen within
//! [`sure_rounds`] of the field; beyond that, when few pairings are left, it happens.
//!
//! The module keeps no tournament: it neither counts points nor writes cards. It never repeats a
//! pair. It does not support acceleration, forfeits or withdrawals; leave out the cards of players
//! who left.

mod costs;

use std::cmp::Reverse;
use std::iter;

use arbitro_matching::{best_matching, max_weight};
use arbitro_rules::Player;
use costs::{Costs, scales};

/// The direction in which an entrant left its point group in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Float {
    /// Equal points, or no match.
    #[default]
    None,
    /// Its opponent had fewer points.
    Down,
    /// Its opponent had more points.
    Up,
}

/// The history of one entrant that pairing needs. Its index in the slice is its initial rank.
#[derive(Clone, Debug, Default)]
pub struct PairingCard {
    /// Points so far, in halves or on any other scale.
    pub points: u32,
    /// Opponents met. An index out of range, or its own, is ignored; an entry on one side is
    /// enough.
    pub opponents: Vec<usize>,
    /// Its colour in each game begun so far.
    pub colours: Vec<Player>,
    /// Its float in each round so far.
    pub floats: Vec<Float>,
    pub had_bye: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs, player 1 first, in order of boards: by the points, then by the rank, of the
    /// one with more points or else the better rank.
    pub pairs: Vec<[usize; 2]>,
    /// The player with the bye: exactly one if the number of entrants is odd.
    pub bye: Option<usize>,
}

/// Pairs the next round: no two players meet twice, and the rest as described in the module.
///
/// `None` only if no round without a repeated pair exists, which cannot happen within
/// [`max_rounds`] rounds. The result depends only on the arguments; `seed` draws the colour on the
/// first board if no card prefers one.
///
/// Up to 128 entrants the round is optimal. A larger field is paired in windows of 128 (more only
/// if a player has met more than 31) from the top; the upper half of a window's boards stays and
/// the others are paired again in the next window. So costs and memory grow with the number of
/// entrants and not with its square. If no player has met more than `r`, windows hold at least
/// `4(r + 1)` entrants and leave at least `2(r + 1)`, each of whom may meet at least half of the
/// others: by Dirac's theorem, as in [`sure_rounds`], they can be paired. In such fields the bye is
/// chosen in advance, for the same reason.
pub fn pair_round(cards: &[PairingCard], seed: u64) -> Option<SwissRound> {
    let field = Field::new(cards);
    let window = field.window();
    let mut waiting = field.by_halves();
    let mut bye = None;
    if waiting.len() > window && !waiting.len().is_multiple_of(2) {
        let sitting = field.fairest_bye();
        waiting.retain(|entrant| Some(*entrant) != sitting);
        bye = sitting;
    }
    let mut pairs = Vec::with_capacity(cards.len() / 2);
    while !waiting.is_empty() {
        let whole = waiting.len() <= window;
        let here = if whole { &waiting[..] } else { &waiting[..window] };
        let (mut found, sitting) = field.pair_window(here)?;
        if !whole {
            found.truncate(window / 4);
        }
        let mut leaving = vec![false; cards.len()];
        let done = found.iter().flatten().chain(&sitting);
        done.for_each(|entrant| leaving[*entrant] = true);
        waiting.retain(|entrant| !leaving[*entrant]);
        bye = bye.or(sitting);
        pairs.append(&mut found);
    }
    pairs.sort_unstable_by_key(|[better, _]| field.seats[*better].standing);
    let pairs = pairs
        .into_iter()
        .enumerate()
        .map(|(board, pair)| field.with_colours(pair, (board as u64 & 1) ^ first_colour(seed)))
        .collect();
    Some(SwissRound { pairs, bye })
}

/// Maximum rounds that can be played without repeating a pair or a bye, whatever the results, by entrants who
/// are the same in all of them: half of the entrants, rounded up, and one more where their number, with the
/// bye, can be divided by four.
///
/// Let `n` be even, with sitting out as one more entrant to meet once where it is odd. Up to round `n / 2` see
/// [`sure_rounds`]. Before round `n / 2 + 1` each has met `n / 2` others, so the pairs that are left are a graph in
/// which each of `n` vertices has the degree `d = n / 2 - 1`, an odd number where 4 divides `n`. If they were no
/// round, then by Tutte's theorem, and by parity, taking away some `s` vertices would leave `s + 2` odd
/// components. One of at most `d` vertices sends at least `d` edges to those `s`, which have `s * d` at most: so
/// two components, at least, have more than `d` vertices, and being odd `d + 2`, together more than `n`.
///
/// More rounds are often possible, but no promise: three rounds of six entrants, three against
/// the other three, leave two threes that cannot be paired.
pub fn max_rounds(entrants: usize) -> u32 {
    let is_one_more = entrants > 2 && entrants.next_multiple_of(2).is_multiple_of(4);
    sure_rounds(entrants) + u32::from(is_one_more)
}

/// Maximum rounds that can be played without repeating a pair or a bye, whatever was played before and by whom:
/// half of the entrants, rounded up.
///
/// Let `n` be even. Before round `r` each entrant has met at most `r - 1` of the `n - 1` others,
/// so it may still meet at least `n - r`. By Dirac's theorem a graph of `n` ≥ 3 vertices, each
/// joined to at least `n / 2` others, has a cycle through all of them, and every other edge of
/// that cycle is a round. This holds as long as `n - r` ≥ `n / 2`, that is, up to round `n / 2`
/// (and two entrants play their one round). For an odd `n` sitting out is one more entrant to
/// meet once.
pub fn sure_rounds(entrants: usize) -> u32 {
    let rounds = if entrants < 2 { 0 } else { entrants.div_ceil(2) };
    u32::try_from(rounds).unwrap_or(u32::MAX)
}

/// A bit from the seed: the top one after a multiplication, so that similar seeds differ too.
const fn first_colour(seed: u64) -> u64 {
    (seed ^ (seed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63
}

const MIN_WINDOW: usize = 128;

/// An entrant's state during pairing.
#[derive(Clone, Default)]
struct PairingState {
    /// Its index in the whole field, by points and rank.
    standing: usize,
    /// Its point group, the highest first, its index in there, and the group's size.
    group: usize,
    place: usize,
    size: usize,
    /// Times it was X minus times it was O.
    surplus: i64,
}

/// The cards, with derived data.
struct Field<'a> {
    cards: &'a [PairingCard],
    seats: Vec<PairingState>,
    /// All entrants by standing.
    order: Vec<usize>,
    /// True from the second round on.
    has_begun: bool,
    /// Opponents met: sorted, valid and symmetric.
    met: Vec<Vec<usize>>,
}

impl<'a> Field<'a> {
    fn new(cards: &'a [PairingCard]) -> Self {
        let mut order: Vec<usize> = (0..cards.len()).collect();
        order.sort_by_key(|entrant| Reverse(cards[*entrant].points));
        let mut seats = vec![PairingState::default(); cards.len()];
        let mut standing = 0;
        let groups = order.chunk_by(|a, b| cards[*a].points == cards[*b].points);
        for (group, members) in groups.enumerate() {
            for (place, entrant) in members.iter().enumerate() {
                let mine = |colour| cards[*entrant].colours.iter().filter(move |c| **c == colour);
                let surplus = mine(Player::X).count() as i64 - mine(Player::O).count() as i64;
                let size = members.len();
                seats[*entrant] = PairingState { standing, group, place, size, surplus };
                standing += 1;
            }
        }
        let mut met = vec![Vec::new(); cards.len()];
        for (entrant, card) in cards.iter().enumerate() {
            for other in &card.opponents {
                if *other < cards.len() && *other != entrant {
                    met[entrant].push(*other);
                    met[*other].push(entrant);
                }
            }
        }
        for others in &mut met {
            others.sort_unstable();
            others.dedup();
        }
        let has_begun = cards.iter().any(|card| !card.opponents.is_empty());
        Field { cards, seats, order, has_begun, met }
    }

    /// Number of entrants to pair at once: even, and enough by Dirac's theorem.
    fn window(&self) -> usize {
        let most_met = self.met.iter().map(Vec::len).max().unwrap_or(0);
        (4 * (most_met + 1)).max(MIN_WINDOW)
    }

    /// All entrants by point group; within a group, prospective opponents are neighbours, so that a
    /// window of a large group holds parts of both its halves.
    fn by_halves(&self) -> Vec<usize> {
        let mut waiting = Vec::with_capacity(self.order.len());
        for group in self.order.chunk_by(|a, b| self.seats[*a].group == self.seats[*b].group) {
            let (top, rest) = group.split_at(group.len() / 2);
            let (bottom, odd) = rest.split_at(top.len());
            waiting.extend(top.iter().zip(bottom).flat_map(|(a, b)| [*a, *b]));
            waiting.extend_from_slice(odd);
        }
        waiting
    }

    /// How unfair a bye is: a second bye, or one for a late entrant that has yet to meet a player.
    fn unfairness(&self, entrant: usize) -> u32 {
        let PairingCard { opponents, had_bye, .. } = &self.cards[entrant];
        2 * u32::from(*had_bye) + u32::from(self.has_begun && opponents.is_empty())
    }

    fn fairest_bye(&self) -> Option<usize> {
        self.order.iter().rev().copied().min_by_key(|entrant| self.unfairness(*entrant))
    }

    /// Finds the best pairs among the `waiting`, ordered by the index of the first player, the
    /// better one first in each pair; and the bye, if their number is odd.
    fn pair_window(&self, waiting: &[usize]) -> Option<(Vec<[usize; 2]>, Option<usize>)> {
        // The bye is one more vertex to pair with.
        let vertices = waiting.len().next_multiple_of(2);
        let possible = || {
            (0..vertices).flat_map(move |a| (0..a).map(move |b| (a, b))).filter_map(|(a, b)| {
                let low = waiting[b];
                let costs = match waiting.get(a) {
                    None => self.bye_costs(low),
                    Some(high) if self.met[*high].binary_search(&low).is_ok() => return None,
                    Some(high) => self.pair_costs(self.better_first(*high, low)),
                };
                Some((a, b, costs))
            })
        };
        let mut greatest = Costs::default();
        for (_, _, costs) in possible() {
            for (most, cost) in greatest.iter_mut().zip(costs) {
                *most = cost.max(*most);
            }
        }
        let scales = scales(&greatest, vertices / 2, max_weight(vertices));
        let weight = |costs: Costs| -> i128 {
            iter::zip(costs, scales).map(|(cost, scale)| -i128::from(cost) * scale).sum()
        };
        let edges: Vec<_> = possible().map(|(a, b, costs)| (a, b, weight(costs))).collect();
        let mates = best_matching(vertices, &edges);
        let mut pairs = Vec::with_capacity(vertices / 2);
        let mut bye = None;
        for (at, entrant) in waiting.iter().enumerate() {
            match waiting.get(mates[at]?) {
                None => bye = Some(*entrant),
                Some(_) if mates[at] < Some(at) => {}
                Some(other) => pairs.push(self.better_first(*entrant, *other)),
            }
        }
        Some((pairs, bye))
    }

    fn better_first(&self, a: usize, b: usize) -> [usize; 2] {
        if self.seats[a].standing < self.seats[b].standing { [a, b] } else { [b, a] }
    }
}
