//! Knockout: a bracket in which the strongest meet last.

use crate::settings::tournament_settings::Points;

#[derive(Debug)]
pub(super) struct Bracket {
    /// The remaining players in bracket order; `None` for an empty slot.
    slots: Vec<Option<usize>>,
    /// Winner of each duel of this round, once known.
    winners: Vec<Option<usize>>,
    /// Number of finished rounds.
    round: u32,
    /// Extra mini-matches played so far in this round's tied duels.
    extra: u32,
    /// Rounds survived, by entrant.
    survived: Vec<u32>,
    /// Place in the seeding, by entrant.
    ranks: Vec<usize>,
    /// Points in this round so far, by entrant.
    sums: Vec<u64>,
}

/// Maximum extra mini-matches before the seeding decides.
const MAX_EXTRA: u32 = 3;

impl Bracket {
    /// Creates a bracket for entrants in order of strength. If their number is not a power of two,
    /// the strongest sit out in the first round.
    pub(super) fn new(seeding: &[usize]) -> Bracket {
        let mut ranks = vec![0; seeding.len()];
        for (rank, &entrant) in seeding.iter().enumerate() {
            if let Some(place) = ranks.get_mut(entrant) {
                *place = rank;
            }
        }
        // First 1; then 1 and 2; then 1, 4, 2, 3; ...: the sum of neighbours stays the same.
        let mut order = vec![0];
        while order.len() < seeding.len() {
            let size = order.len() * 2;
            order = order.iter().flat_map(|&rank| [rank, size - 1 - rank]).collect();
        }
        let mut bracket = Bracket {
            slots: order.iter().map(|&rank| seeding.get(rank).copied()).collect(),
            winners: Vec::new(),
            round: 0,
            extra: 0,
            survived: vec![0; seeding.len()],
            sums: vec![0; seeding.len()],
            ranks,
        };
        bracket.begin_round();
        bracket
    }

    fn begin_round(&mut self) {
        self.extra = 0;
        self.sums.fill(0);
        self.winners = self
            .slots
            .chunks(2)
            .map(|duel| match *duel {
                [Some(one), None] | [None, Some(one)] => Some(one),
                _ => None,
            })
            .collect();
    }

    /// Number of the round, from 1.
    pub(super) fn round(&self) -> u32 {
        self.round + 1
    }

    /// Returns the undecided duels of this round.
    pub(super) fn duels(&self) -> Vec<[usize; 2]> {
        self.slots
            .chunks(2)
            .zip(&self.winners)
            .filter_map(|(duel, winner)| match (duel, winner) {
                (&[Some(a), Some(b)], None) => Some([a, b]),
                _ => None,
            })
            .collect()
    }

    /// Adds the points of the duels, and advances when all are decided. A tie is played again, and
    /// finally decided by the seeding.
    pub(super) fn take(&mut self, results: &[([usize; 2], [u64; 2])]) {
        for &([a, b], [of_a, of_b]) in results {
            self.sums[a] += of_a;
            self.sums[b] += of_b;
        }
        self.extra += 1;
        for (duel, winner) in self.slots.chunks(2).zip(&mut self.winners) {
            if let (&[Some(a), Some(b)], None) = (duel, &winner) {
                let by_points = self.sums[a].cmp(&self.sums[b]);
                let by_seeding = self.ranks[b].cmp(&self.ranks[a]);
                let is_last_word = self.extra > MAX_EXTRA;
                *winner = match (by_points, is_last_word) {
                    (std::cmp::Ordering::Greater, _) => Some(a),
                    (std::cmp::Ordering::Less, _) => Some(b),
                    (std::cmp::Ordering::Equal, false) => None,
                    (std::cmp::Ordering::Equal, true) => {
                        Some(if by_seeding.is_gt() { a } else { b })
                    }
                };
            }
        }
        if self.winners.iter().all(Option::is_some) {
            for &winner in self.winners.iter().flatten() {
                self.survived[winner] += 1;
            }
            self.slots = std::mem::take(&mut self.winners);
            self.round += 1;
            self.begin_round();
        }
    }

    /// Maximum stages: every round with all its extra mini-matches.
    pub(super) fn max_stages(&self) -> u32 {
        let rounds = self.ranks.len().next_power_of_two().trailing_zeros();
        rounds * (1 + MAX_EXTRA)
    }

    pub(super) fn survived(&self, entrant: usize) -> Option<u32> {
        self.survived.get(entrant).copied()
    }

    /// Points so that one win decides a duel.
    pub(super) const fn points() -> Points {
        Points::DEFAULT
    }
}
