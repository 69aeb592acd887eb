//! Decisions of the sequential test, and its error rates.

use crate::sizes::sample;
use arbitro_ratings::{Hypothesis, MAX_ELO, Sprt};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Half points of a player with this expected score.
fn half_points(rng: &mut StdRng, score: f64, draws: f64) -> usize {
    let luck: f64 = rng.random();
    let won = score - 0.5 * draws;
    if luck < won { 2 } else { usize::from(luck < won + draws) }
}

/// Distribution of the matches of a simulated test.
#[derive(Clone, Copy, Debug)]
struct Play {
    elo: f64,
    draws: f64,
    /// By how much an opening changes the expected score of player 1, either way.
    bias: f64,
}

/// Plays tests to their ends. Share that accepted H1, and the mean number of matches.
fn run(sprt: Sprt, play: Play, tests: u32, seed: u64) -> (f64, f64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let s = score(play.elo);
    let (mut accepted, mut matches) = (0.0, 0.0);
    for _ in 0..tests {
        let mut pairs = [0; 5];
        loop {
            let bias = if rng.random::<bool>() { play.bias } else { -play.bias };
            let one = half_points(&mut rng, s + bias, play.draws);
            let two = half_points(&mut rng, s - bias, play.draws);
            pairs[one + two] += 1;
            matches += 2.0;
            if let Some(hypothesis) = sprt.decision(sprt.llr(&pairs)) {
                accepted += f64::from(u8::from(hypothesis == Hypothesis::H1));
                break;
            }
        }
    }
    (accepted / f64::from(tests), matches / f64::from(tests))
}

fn check(sprt: Sprt, bias: f64, tests: u32) {
    for (seed, draws) in sample([0.0, 0.3, 0.6, 0.8].into_iter().enumerate(), 2) {
        // No more bias than leaves every chance positive.
        let bias = bias.min(0.5 * (1.0 - draws) - 0.06);
        let play = |elo| Play { elo, draws, bias };
        let (false_h1, matches_h0) = run(sprt, play(0.0), tests, seed as u64);
        let (true_h1, matches_h1) = run(sprt, play(40.0), tests, 100 + seed as u64);
        let false_h0 = 1.0 - true_h1;
        println!(
            "bias {bias:.2} draws {draws:.1}: wrong H1 {:.2} % in {matches_h0:.0} \
             matches, wrong H0 {:.2} % in {matches_h1:.0} matches",
            100.0 * false_h1,
            100.0 * false_h0
        );
        // 5 %, and what so many tests may differ from it by chance.
        assert!(false_h1 < 0.07 && false_h0 < 0.07, "{draws}");
        assert!(matches_h0 < 1000.0 && matches_h1 < 1000.0);
    }
}

#[test]
fn errors_are_rare_with_independent_matches_in_pairs() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    check(sprt, 0.0, 1000);
}

#[test]
fn errors_are_rare_with_biased_openings_in_pairs() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    check(sprt, 0.25, 1000);
}

#[test]
fn biased_openings_played_both_ways_need_fewer_matches() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    let play = |bias| Play { elo: 40.0, draws: 0.3, bias };
    let (_, fair) = run(sprt, play(0.0), 300, 1);
    let (_, biased) = run(sprt, play(0.25), 300, 1);
    assert!(biased < 0.9 * fair, "{biased} {fair}");
}

#[test]
fn the_ratio_without_draws_is_the_one_of_two_binomials() {
    let sprt = "-10,30".parse::<Sprt>().unwrap();
    let (won, lost) = (60, 41);
    let expected = f64::from(won) * (score(30.0) / score(-10.0)).ln()
        + f64::from(lost) * (score(-30.0) / score(10.0)).ln();
    let found = sprt.llr(&[lost, 0, 0, 0, won]);
    // Up to the thousandths of a pair that empty categories count for.
    assert!((found - expected).abs() < 1e-3, "{found} {expected}");
}

#[test]
fn the_ratio_is_near_the_normal_one_for_small_differences() {
    let pairs = [50_u32, 200, 480, 220, 55];
    let total = pairs.iter().sum::<u32>();
    let moment = |power| {
        let terms = pairs.iter().enumerate();
        let sum: f64 = terms.map(|(k, &n)| f64::from(n) * (k as f64 / 4.0).powi(power)).sum();
        sum / f64::from(total)
    };
    let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
    let (s0, s1) = (score(0.0), score(5.0));
    let normal = f64::from(total) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    let found = "0,5".parse::<Sprt>().unwrap().llr(&pairs);
    assert!((found - normal).abs() < 0.02 * normal.abs(), "{found} {normal}");
}

#[test]
fn no_results_decide_nothing() {
    let sprt = "0,5".parse::<Sprt>().unwrap();
    assert_eq!(sprt.llr(&[0; 5]), 0.0);
    assert_eq!(sprt.decision(0.0), None);
}

#[test]
fn the_bounds_belong_to_the_decisions() {
    let sprt = "0,5".parse::<Sprt>().unwrap();
    let (lower, upper) = sprt.bounds();
    assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && lower == -upper);
    assert_eq!(sprt.decision(upper), Some(Hypothesis::H1));
    assert_eq!(sprt.decision(lower), Some(Hypothesis::H0));
    assert_eq!(sprt.decision(0.99 * upper), None);
}

#[test]
fn turning_the_table_turns_the_sign() {
    let sprt = "-5,5".parse::<Sprt>().unwrap();
    let one = sprt.llr(&[3, 10, 40, 22, 9]);
    let other = sprt.llr(&[9, 22, 40, 10, 3]);
    assert!(one > 0.0 && (one + other).abs() < 1e-9);
}

#[test]
fn invalid_sprt_parameters_are_refused_with_the_reason() {
    for text in ["", "5", "0,5,10"] {
        let error = text.parse::<Sprt>().unwrap_err();
        let expected = format!("expected two Elo differences like 0,5 but found {text:?}");
        assert_eq!(error.to_string(), expected);
    }
    let error = "0,x".parse::<Sprt>().unwrap_err();
    assert_eq!(error.to_string(), "\"x\" is not a number");
    for text in ["0,nan", "-inf,0", "0,1001"] {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(error, "an Elo difference must be within ±1000", "{text}");
    }
    for text in ["5,5", "5,0"] {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(error, "the first Elo difference must be below the second", "{text}");
    }
    let read = " -3 , 1.5 ".parse::<Sprt>().unwrap();
    assert_eq!((read.elo0(), read.elo1()), (-3.0, 1.5));
}

fn counts() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), 0_u32..20, 0..=u32::MAX, Just(u32::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_ratio_is_always_a_number(
        pairs in prop::array::uniform5(counts()),
        elo0 in -MAX_ELO..MAX_ELO - 1.0,
        share in 0.001_f64..1.0,
    ) {
        let sprt = Sprt::new(elo0, elo0 + share * (MAX_ELO - elo0)).unwrap();
        prop_assert!(sprt.llr(&pairs).is_finite());
    }

    #[test]
    fn better_results_never_lower_the_ratio(
        [most, some, level] in prop::array::uniform3(1_u32..50),
        category in 0_usize..4,
    ) {
        // Around equality only: far above H1 a better result also says that results vary more.
        let pairs = [most, some, level, some, most];
        let sprt = Sprt::new(0.0, 10.0).unwrap();
        let mut better = pairs;
        better[category] -= 1;
        better[category + 1] += 1;
        prop_assert!(sprt.llr(&better) > sprt.llr(&pairs));
    }
}
