//! What a duel's figures must say.

use arbitro_tournament::rating::Meetings;
use arbitro_tournament::rating::{ELO_LIMIT, HeadToHead};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[test]
fn the_difference_is_the_logistic_one_of_the_score() {
    let duel = HeadToHead::from_trinomial(&[60, 20, 20]);
    assert!((duel.score - 0.7).abs() < 1e-12);
    assert!((duel.elo - 400.0 * (7.0_f64 / 3.0).log10()).abs() < 1e-9);
    assert_eq!((duel.matches, duel.draw_share), (100, Some(0.2)));
    assert!(duel.elo_low < duel.elo && duel.elo < duel.elo_high);
    assert!(duel.superiority > 0.999);
}

#[test]
fn without_draws_the_interval_is_the_one_of_wilson() {
    let duel = HeadToHead::from_trinomial(&[600, 0, 400]);
    // Wilson's limits of 600 in 1000.
    let elo = |s: f64| 400.0 * (s / (1.0 - s)).log10();
    assert!((duel.elo_low - elo(0.5693)).abs() < 0.5, "{duel:?}");
    assert!((duel.elo_high - elo(0.6300)).abs() < 0.5, "{duel:?}");
}

#[test]
fn no_matches_say_nothing() {
    let duel = HeadToHead::from_meetings(&Meetings::default());
    assert_eq!((duel.score, duel.elo, duel.superiority), (0.5, 0.0, 0.5));
    assert_eq!((duel.elo_low, duel.elo_high), (-ELO_LIMIT, ELO_LIMIT));
    assert_eq!(HeadToHead::from_pentanomial(&[0; 5]), duel);
}

#[test]
fn more_wins_in_a_row_say_more() {
    let rows: Vec<HeadToHead> = [1, 2, 10, 100]
        .map(|won| HeadToHead::from_trinomial(&[won, 0, 0]))
        .to_vec();
    for two in rows.windows(2) {
        assert!(two[0].elo < two[1].elo && two[0].elo_low < two[1].elo_low);
        assert!(two[0].superiority < two[1].superiority);
        assert_eq!(two[1].elo_high, ELO_LIMIT);
    }
}

#[test]
fn openings_that_decide_alone_make_the_interval_narrower() {
    let singles = [100, 0, 100];
    let loose = HeadToHead::from_trinomial(&singles);
    let tight = HeadToHead::from_meetings(&Meetings {
        a_first: [90, 0, 10],
        a_second: [10, 0, 90],
        pairs: [0, 10, 80, 10, 0],
    });
    assert_eq!(loose.elo, tight.elo);
    assert!(tight.elo_high < 0.6 * loose.elo_high, "{tight:?} {loose:?}");
}

#[test]
fn pairs_alone_and_pairs_with_matches_agree() {
    let met = Meetings {
        a_first: [10, 5, 5],
        a_second: [8, 6, 6],
        pairs: [1, 4, 6, 5, 4],
    };
    let all = HeadToHead::from_meetings(&met);
    let pairs = HeadToHead::from_pentanomial(&met.pairs);
    assert_eq!(all.matches, pairs.matches);
    assert!((all.elo - pairs.elo).abs() < 1e-9 && (all.elo_low - pairs.elo_low).abs() < 1e-9);
    assert_eq!(pairs.draw_share, None);
}

/// Shares of intervals and of superiorities near 0.9 that hold what they say.
fn coverage(pairs: u32, draws: f64, bias: f64) -> (f64, f64) {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut held, mut claims, mut right) = (0.0, 0.0, 0.0);
    const DUELS: u32 = 4000;
    for _ in 0..DUELS {
        let score = 0.5 + 0.12 * (2.0 * rng.random::<f64>() - 1.0);
        let mut half_points = |score: f64| {
            let luck: f64 = rng.random();
            let won = score - 0.5 * draws;
            usize::from(luck < won) + usize::from(luck < won + draws)
        };
        let mut counts = [0; 5];
        for pair in 0..pairs {
            let bias = if pair % 2 == 0 { bias } else { -bias };
            counts[half_points(score + bias) + half_points(score - bias)] += 1;
        }
        let duel = HeadToHead::from_pentanomial(&counts);
        let truth = 400.0 * (score / (1.0 - score)).log10();
        held += f64::from(u8::from(duel.elo_low <= truth && truth <= duel.elo_high));
        if (0.85..0.95).contains(&duel.superiority) {
            claims += 1.0;
            right += f64::from(u8::from(truth > 0.0));
        }
    }
    (held / f64::from(DUELS), right / claims)
}

#[test]
fn intervals_hold_the_truth_and_superiority_is_right() {
    for (pairs, draws, bias) in [
        (10, 0.0, 0.0),
        (10, 0.3, 0.0),
        (10, 0.6, 0.0),
        (10, 0.3, 0.2),
        (100, 0.0, 0.0),
        (100, 0.3, 0.0),
        (100, 0.6, 0.05),
        (100, 0.3, 0.2),
    ] {
        let (held, right) = coverage(pairs, draws, bias);
        println!("{pairs} pairs, draws {draws}, bias {bias}: {held:.4} {right:.3}");
        assert!(
            (0.93..=0.975).contains(&held),
            "{pairs} {draws} {bias}: {held}"
        );
    }
}

fn counts() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), 0_u32..20, 0..=u32::MAX, Just(u32::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_finite(
        a_first in prop::array::uniform3(counts()),
        a_second in prop::array::uniform3(counts()),
        pairs in prop::array::uniform5(counts()),
    ) {
        let met = Meetings { a_first, a_second, pairs };
        for duel in [HeadToHead::from_meetings(&met), HeadToHead::from_pentanomial(&pairs)] {
            for number in [duel.score, duel.elo, duel.elo_low, duel.elo_high, duel.superiority] {
                prop_assert!(number.is_finite());
            }
            prop_assert!(duel.elo_low <= duel.elo + 1e-9 && duel.elo <= duel.elo_high + 1e-9);
            prop_assert!((0.0..=1.0).contains(&duel.superiority));
        }
    }
}
