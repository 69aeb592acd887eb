//! Tournaments without programs: cards, results by lot or by strength, and what a round must be.

use arbitro_rules::Player;
use arbitro_tournament::{Float, PairingCard, SwissRound, pair_round};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Rule that decides the winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Results {
    ByLot,
    ByStrength,
    AlwaysX,
}

pub(crate) struct Tournament {
    pub(crate) cards: Vec<PairingCard>,
    dice: StdRng,
    results: Results,
    seed: u64,
}

impl Tournament {
    pub(crate) fn new(entrants: usize, results: Results, seed: u64) -> Self {
        let cards = vec![PairingCard::default(); entrants];
        Tournament { cards, dice: StdRng::seed_from_u64(seed), results, seed }
    }

    /// Pairs a round, checks it, and plays it. Gives the round and the cards before it.
    pub(crate) fn round(&mut self) -> Option<(SwissRound, Vec<PairingCard>)> {
        let round = pair_round(&self.cards, self.seed)?;
        assert_valid(&self.cards, &round);
        let before = self.cards.clone();
        self.play(&round);
        Some((round, before))
    }

    pub(crate) fn play(&mut self, round: &SwissRound) {
        let before: Vec<u32> = self.cards.iter().map(|card| card.points).collect();
        for [x, o] in round.pairs.iter().copied() {
            let won = match self.results {
                Results::ByLot => self.dice.random_range(0..=2),
                Results::AlwaysX => 2,
                // Places are strengths, with some luck.
                Results::ByStrength => {
                    let luck = self.dice.random_range(-4.0..4.0);
                    let edge = o as f64 - x as f64 + luck * before.len() as f64 / 12.0;
                    if edge > 1.0 { 2 } else { u32::from(edge > -1.0) }
                }
            };
            for (me, other, colour, points) in [(x, o, Player::X, won), (o, x, Player::O, 2 - won)]
            {
                let float = float(before[me], before[other]);
                let card = &mut self.cards[me];
                card.points += points;
                card.opponents.push(other);
                card.colours.push(colour);
                card.floats.push(float);
            }
        }
        if let Some(bye) = round.bye {
            let card = &mut self.cards[bye];
            card.points += 2;
            card.had_bye = true;
            card.floats.push(Float::Down);
        }
    }
}

pub(crate) fn float(mine: u32, others: u32) -> Float {
    match mine.cmp(&others) {
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::None,
        std::cmp::Ordering::Greater => Float::Down,
    }
}

pub(crate) fn have_met(cards: &[PairingCard], a: usize, b: usize) -> bool {
    cards[a].opponents.contains(&b) || cards[b].opponents.contains(&a)
}

/// The better of two first: by points, then by rank.
pub(crate) fn better_first(cards: &[PairingCard], [a, b]: [usize; 2]) -> [usize; 2] {
    let place = |entrant: usize| (std::cmp::Reverse(cards[entrant].points), entrant);
    if place(a) < place(b) { [a, b] } else { [b, a] }
}

/// Asserts that every player is there once, that one has a bye exactly if the field is odd, that no
/// pair meets again, and that boards are in order.
pub(crate) fn assert_valid(cards: &[PairingCard], round: &SwissRound) {
    let mut there: Vec<usize> = round.pairs.iter().flatten().copied().chain(round.bye).collect();
    there.sort_unstable();
    assert_eq!(there, (0..cards.len()).collect::<Vec<_>>(), "everybody exactly once");
    assert_eq!(round.bye.is_some(), cards.len() % 2 == 1);
    for [x, o] in round.pairs.iter().copied() {
        assert!(!have_met(cards, x, o), "{x} and {o} have met before");
    }
    let places: Vec<_> = round
        .pairs
        .iter()
        .map(|pair| better_first(cards, *pair)[0])
        .map(|better| (std::cmp::Reverse(cards[better].points), better))
        .collect();
    assert!(places.is_sorted(), "boards are in order");
}

/// Returns true if this colour is the third in a row or makes a difference of more than 2.
pub(crate) fn is_colour_breach(card: &PairingCard, colour: Player) -> bool {
    let third = card.colours.len() >= 2 && card.colours.iter().rev().take(2).all(|c| *c == colour);
    third || more(card, colour) >= 2
}

/// Times it had this colour minus times it had the other.
pub(crate) fn more(card: &PairingCard, colour: Player) -> i64 {
    card.colours.iter().map(|c| if *c == colour { 1 } else { -1 }).sum()
}

/// Over all pairs of rounds: how far apart in points opponents are on average, and how far any
/// two entrants are.
#[derive(Default)]
pub(crate) struct Distances {
    paired: f64,
    pairs: f64,
    any: f64,
    anys: f64,
}

impl Distances {
    pub(crate) fn add(&mut self, cards: &[PairingCard], round: &SwissRound) {
        for [x, o] in round.pairs.iter().copied() {
            self.paired += f64::from(cards[x].points.abs_diff(cards[o].points));
            self.pairs += 1.0;
        }
        for a in 0..cards.len() {
            for b in 0..a {
                self.any += f64::from(cards[a].points.abs_diff(cards[b].points));
                self.anys += 1.0;
            }
        }
    }

    pub(crate) fn ratio(&self) -> f64 {
        (self.paired / self.pairs) / (self.any / self.anys)
    }
}
