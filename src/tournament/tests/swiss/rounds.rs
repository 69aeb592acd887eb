//! Single rounds.

use std::cmp::Reverse;

use arbitro_rules::Player;
use arbitro_tournament::{Float, PairingCard, SwissRound, max_rounds, pair_round};
use proptest::prelude::*;

use super::field::{
    Results, Tournament, assert_valid, better_first, float, have_met, is_colour_breach, more,
};

/// Cost of a round by the rules, the weightiest first, all but halves against halves.
fn price(cards: &[PairingCard], round: &SwissRound) -> [i64; 7] {
    let mut price = [0; 7];
    if let Some(bye) = round.bye {
        let is_new = |card: &PairingCard| card.opponents.is_empty();
        let is_late = is_new(&cards[bye]) && !cards.iter().all(is_new);
        price[0] = 2 * i64::from(cards[bye].had_bye) + i64::from(is_late);
        let place = |entrant: usize| (Reverse(cards[entrant].points), entrant);
        price[2] = (0..cards.len()).filter(|other| place(*other) > place(bye)).count() as i64;
    }
    let mut groups: Vec<u32> = cards.iter().map(|card| card.points).collect();
    groups.sort_unstable();
    groups.dedup();
    let group = |entrant: usize| groups.binary_search(&cards[entrant].points).expect("a group");
    for [x, o] in round.pairs.iter().copied() {
        price[3] += (group(x).abs_diff(group(o)) as i64).pow(2);
        for (me, other, colour) in [(x, o, Player::X), (o, x, Player::O)] {
            let card = &cards[me];
            price[1] += i64::from(is_colour_breach(card, colour));
            price[4] += more(card, colour).max(0);
            price[5] += i64::from(card.colours.last() == Some(&colour));
            let float = float(card.points, cards[other].points);
            price[6] += i64::from(float != Float::None && card.floats.last() == Some(&float));
        }
    }
    price
}

/// Every round without a repeated pair, with each pair the cheaper way round.
fn every_round(
    cards: &[PairingCard],
    left: &[usize],
    round: &mut SwissRound,
    visit: &mut impl FnMut(&SwissRound),
) {
    let Some((first, rest)) = left.split_first() else {
        visit(round);
        return;
    };
    if cards.len() % 2 == 1 && round.bye.is_none() {
        round.bye = Some(*first);
        every_round(cards, rest, round, visit);
        round.bye = None;
    }
    for (at, other) in rest.iter().enumerate() {
        if !have_met(cards, *first, *other) {
            let alone = |pair| price(cards, &SwissRound { pairs: vec![pair], bye: None });
            let pair = [*first, *other];
            let turned = [*other, *first];
            round.pairs.push(if alone(pair) <= alone(turned) { pair } else { turned });
            let mut others = rest.to_vec();
            others.remove(at);
            every_round(cards, &others, round, visit);
            round.pairs.pop();
        }
    }
}

fn best_by_trying(cards: &[PairingCard]) -> Option<[i64; 7]> {
    let all: Vec<usize> = (0..cards.len()).collect();
    let mut best = None;
    let mut round = SwissRound { pairs: Vec::new(), bye: None };
    every_round(cards, &all, &mut round, &mut |round| {
        let price = price(cards, round);
        if best.is_none_or(|best| price < best) {
            best = Some(price);
        }
    });
    best
}

fn assert_best(cards: &[PairingCard]) {
    let round = pair_round(cards, 1);
    if let Some(round) = &round {
        assert_valid(cards, round);
    }
    assert_eq!(round.map(|round| price(cards, &round)), best_by_trying(cards), "{cards:?}");
}

/// Cards that no tournament writes: strangers, oneself, one-sided meetings, odd lengths.
fn any_card(strangers: usize) -> impl Strategy<Value = PairingCard> {
    let colour = prop::sample::select(vec![Player::X, Player::O]);
    let float = prop::sample::select(vec![Float::None, Float::Down, Float::Up]);
    (
        prop_oneof![0_u32..4, Just(u32::MAX)],
        prop::collection::vec(prop_oneof![9 => 0..strangers, 1 => Just(usize::MAX)], 0..5),
        prop::collection::vec(colour, 0..6),
        prop::collection::vec(float, 0..4),
        prop::bool::weighted(0.3),
    )
        .prop_map(|(points, opponents, colours, floats, had_bye)| PairingCard {
            points,
            opponents,
            colours,
            floats,
            had_bye,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_round_obeys_the_rules_better(
        entrants in 2_usize..=8,
        seed: u64,
        results in prop::sample::select(vec![Results::ByLot, Results::ByStrength, Results::AlwaysX]),
    ) {
        // Continue until no round can be paired any more.
        let mut tournament = Tournament::new(entrants, results, seed);
        loop {
            assert_best(&tournament.cards);
            if tournament.round().is_none() {
                break;
            }
        }
    }

    #[test]
    fn cards_that_no_tournament_writes_are_paired_all_the_same(
        cards in prop::collection::vec(any_card(12), 0..=8),
    ) {
        assert_best(&cards);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn large_fields_of_such_cards_are_always_paired(
        cards in prop::collection::vec(any_card(330), 125..=300),
        seed: u64,
    ) {
        let round = pair_round(&cards, seed).expect("a round");
        assert_valid(&cards, &round);
        if cards.iter().any(|card| !card.had_bye) {
            prop_assert!(round.bye.is_none_or(|bye| !cards[bye].had_bye));
        }
    }
}

#[test]
fn the_first_round_pairs_the_top_half_with_the_bottom_half() {
    let mut drawn = [0, 0];
    for entrants in [2, 3, 10, 11, 39, 128, 129, 130, 999, 1000] {
        for seed in 0..8 {
            let round = pair_round(&vec![PairingCard::default(); entrants], seed).expect("a round");
            let first = usize::from(round.pairs[0][0] != 0);
            drawn[first] += 1;
            for (board, pair) in round.pairs.iter().enumerate() {
                let mut expected = [board, board + entrants / 2];
                if (board + first) % 2 == 1 {
                    expected.swap(0, 1);
                }
                assert_eq!(*pair, expected, "board {board} of {entrants}");
            }
            assert_eq!(round.bye, (entrants % 2 == 1).then(|| entrants - 1));
        }
    }
    assert!(drawn[0] > 15 && drawn[1] > 15, "the seed draws the first colour: {drawn:?}");
}

#[test]
fn later_point_groups_are_halved_too() {
    // Six with two points, odd five with none: the top of these meets the floater, of which there is
    // none here.
    let mut cards = vec![PairingCard::default(); 12];
    for entrant in [1, 3, 4, 6, 7, 10] {
        cards[entrant].points = 2;
    }
    let round = pair_round(&cards, 0).expect("a round");
    let pairs: Vec<[usize; 2]> = round.pairs.iter().map(|p| better_first(&cards, *p)).collect();
    assert_eq!(pairs, [[1, 6], [3, 7], [4, 10], [0, 8], [2, 9], [5, 11]]);
}

#[test]
fn the_last_of_a_group_floats_to_the_first_of_the_next() {
    let mut cards = vec![PairingCard::default(); 10];
    for card in &mut cards[..5] {
        card.points = 1000;
    }
    let round = pair_round(&cards, 0).expect("a round");
    let pairs: Vec<[usize; 2]> = round.pairs.iter().map(|p| better_first(&cards, *p)).collect();
    assert_eq!(pairs, [[0, 2], [1, 3], [4, 5], [6, 8], [7, 9]]);
}

#[test]
fn small_fields_are_paired_until_all_have_met() {
    assert_eq!(pair_round(&[], 7), Some(SwissRound { pairs: vec![], bye: None }));
    let alone = [PairingCard::default()];
    assert_eq!(pair_round(&alone, 7), Some(SwissRound { pairs: vec![], bye: Some(0) }));
    for (entrants, rounds) in [(2, 1), (3, 3), (4, 3)] {
        let mut tournament = Tournament::new(entrants, Results::ByLot, 1);
        for _ in 0..rounds {
            tournament.round().expect("a round");
        }
        assert_eq!(tournament.round().map(|round| round.0), None, "{entrants} have all met");
    }
}

#[test]
fn the_entrant_with_more_of_a_colour_gets_the_other() {
    use Player::{O, X};
    let card =
        |colours: &[Player]| PairingCard { colours: colours.to_vec(), ..PairingCard::default() };
    let first = |a: &[Player], b: &[Player]| {
        pair_round(&[card(a), card(b)], 0).expect("a round").pairs[0][0]
    };
    assert_eq!(first(&[X], &[O]), 1);
    assert_eq!(first(&[O], &[X]), 0);
    assert_eq!(
        first(&[X, O, X], &[X]),
        1,
        "equal claims, no difference: the better rank has its wish"
    );
    assert_eq!(first(&[X, O, O], &[O]), 0, "a third in a row weighs more than balance");
    assert_eq!(first(&[O, X], &[X, O]), 1, "the last round decides");
    assert_eq!(first(&[O, X, X, O], &[X, O, X, O]), 1, "the last round that differed decides");
    assert_eq!(first(&[X, O], &[X, O]), 0, "else the better rank has its wish");
    assert_eq!(first(&[], &[X]), 0, "who has no wish gives way");
}

#[test]
fn most_rounds_is_half_of_the_field_and_one_more_where_four_divides_it() {
    let rounds: Vec<u32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 40, 41].map(max_rounds).to_vec();
    assert_eq!(rounds, [0, 0, 1, 3, 3, 3, 3, 5, 5, 21, 21]);
    // Six: three rounds against the other three leave no fourth.
    let cards: Vec<PairingCard> = (0..6)
        .map(|entrant| PairingCard {
            opponents: if entrant < 3 { vec![3, 4, 5] } else { vec![] },
            ..PairingCard::default()
        })
        .collect();
    assert_eq!(pair_round(&cards, 0), None);
}

#[test]
fn one_who_joins_late_meets_a_player_before_it_has_a_bye() {
    let met = |opponents: &[usize], points| PairingCard {
        opponents: opponents.to_vec(),
        points,
        ..PairingCard::default()
    };
    // The last has no points: another one sits out.
    let cards = [met(&[1], 2), met(&[0], 1), met(&[3], 2), met(&[2], 1), met(&[], 0)];
    assert_eq!(pair_round(&cards, 0).unwrap().bye, Some(3));
    // In a field that is paired in windows, too.
    let mut cards: Vec<PairingCard> = (0..300).map(|it| met(&[it ^ 1], 1)).collect();
    cards.push(met(&[], 0));
    assert_eq!(pair_round(&cards, 0).unwrap().bye, Some(299));
    // In the first round all are as new.
    assert_eq!(pair_round(&vec![PairingCard::default(); 5], 0).unwrap().bye, Some(4));
}
