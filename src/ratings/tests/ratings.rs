//! Ratings of inputs with a known answer.

use arbitro_ratings::Meetings;
use arbitro_ratings::{ELO_LIMIT, RATING_PRIOR, Ratings, rate};
use proptest::prelude::*;

type Met = (usize, usize, Meetings);

fn met(a_first: [u32; 3], a_second: [u32; 3]) -> Meetings {
    Meetings { a_first, a_second, pairs: [0; 5] }
}

fn rated(entrants: usize, meetings: &[Met]) -> Ratings {
    rate(entrants, meetings.iter().copied())
}

fn difference(ratings: &Ratings, a: usize, b: usize) -> f64 {
    ratings.entrants[a].rating - ratings.entrants[b].rating
}

/// The Elo difference that a score stands for.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[test]
fn two_entrants_differ_by_the_logistic_elo_of_their_score() {
    for (first, second) in [
        ([30, 0, 20], [30, 0, 20]),
        ([15, 0, 5], [15, 0, 5]),
        ([20, 0, 0], [10, 0, 10]),
        ([400, 400, 200], [300, 400, 300]),
        ([3, 1, 0], [0, 1, 0]),
        ([999_999, 0, 1], [0; 3]),
    ] {
        let sum = |at: usize| f64::from(first[at] + second[at]);
        let score = (sum(0) + 0.5 * sum(1)) / (sum(0) + sum(1) + sum(2));
        let ratings = rated(2, &[(0, 1, met(first, second))]);
        let found = difference(&ratings, 0, 1);
        assert!((found - elo(score)).abs() < 1e-6, "{found} {}", elo(score));
    }
}

#[test]
fn without_draws_the_interval_of_two_is_that_of_wilson() {
    // Wilson's limits of 600 in 1000 and of 20 in 20.
    let usual = rated(2, &[(0, 1, met([600, 0, 400], [0; 3]))]).entrants[0];
    assert!((2.0 * usual.low - elo(0.5693)).abs() < 0.5, "{usual:?}");
    assert!((2.0 * usual.high - elo(0.6300)).abs() < 0.5, "{usual:?}");
    let all = rated(2, &[(0, 1, met([10, 0, 0], [10, 0, 0]))]);
    let [best, worst] = [all.entrants[0], all.entrants[1]];
    assert!((2.0 * best.low - elo(0.8389)).abs() < 0.5, "{best:?}");
    assert_eq!((best.high, worst.low), (ELO_LIMIT, -ELO_LIMIT));
    assert!(all.superiority(0, 1).unwrap() > 0.999);
}

#[test]
fn draws_and_the_first_move_have_their_closed_form_between_equals() {
    // Player 1 won 50 %, drew 30 % and lost 20 %, whichever of the two it was.
    let ratings = rated(2, &[(0, 1, met([500, 300, 200], [200, 300, 500]))]);
    assert!(difference(&ratings, 0, 1).abs() < 1e-9);
    let first = ratings.first_move.unwrap();
    assert!((first - elo(0.65)).abs() < 0.5, "{first}");
    assert!((ratings.draw_share.unwrap() - 0.3).abs() < 1e-9);
}

#[test]
fn uneven_colours_are_corrected_for() {
    // Equals, of whom player 1 wins two thirds: 0 was player 1 three times as often.
    let uneven = met([600, 0, 300], [100, 0, 200]);
    let even = met([200, 0, 100], [100, 0, 200]);
    let ratings = rated(3, &[(0, 1, uneven), (0, 2, uneven), (1, 2, even)]);
    for other in [1, 2] {
        assert!(difference(&ratings, 0, other).abs() < 1.0, "{ratings:?}");
    }
    assert!((ratings.first_move.unwrap() - elo(2.0 / 3.0)).abs() < 1.0);
}

#[test]
fn three_in_a_chain_add_up() {
    let ratings = rated(
        3,
        &[(0, 1, met([300, 0, 100], [300, 0, 100])), (1, 2, met([200, 0, 100], [200, 0, 100]))],
    );
    let expected = 400.0 * 6.0_f64.log10();
    assert!((difference(&ratings, 0, 2) - expected).abs() < 2.0);
}

#[test]
fn symmetric_results_give_equal_ratings() {
    let same = Meetings { a_first: [3, 2, 1], a_second: [1, 2, 3], pairs: [1, 1, 2, 1, 1] };
    let all: Vec<Met> = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b, same))).collect();
    for entrant in rated(6, &all).entrants {
        assert!(entrant.rating.abs() < 1e-9);
        assert_eq!(entrant.matches, 60);
    }
}

#[test]
fn perfect_scores_are_finite_and_in_order() {
    let won = met([2, 0, 0], [2, 0, 0]);
    let all: Vec<Met> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b, won))).collect();
    let ratings = rated(5, &all);
    for two in ratings.entrants.windows(2) {
        assert!(two[0].rating > two[1].rating + 50.0);
        assert!(two[0].high.is_finite() && two[1].low.is_finite());
    }
    assert!(ratings.superiority(0, 4).unwrap() > 0.99);
    assert!(ratings.superiority(4, 0).unwrap() < 0.01);
}

#[test]
fn ten_wins_of_ten_are_rated_higher_than_two_of_two() {
    let ten = rated(2, &[(0, 1, met([5, 0, 0], [5, 0, 0]))]);
    let two = rated(2, &[(0, 1, met([1, 0, 0], [1, 0, 0]))]);
    assert!(difference(&ten, 0, 1) > difference(&two, 0, 1));
}

#[test]
fn groups_that_never_met_are_told_and_not_compared() {
    let some = met([3, 1, 2], [2, 1, 3]);
    let ratings = rated(6, &[(0, 4, some), (1, 3, some), (3, 5, some)]);
    assert_eq!(ratings.groups, [vec![0, 4], vec![1, 3, 5], vec![2]]);
    assert_eq!(ratings.entrants[5].group, 1);
    for group in &ratings.groups {
        let sum: f64 = group.iter().map(|&i| ratings.entrants[i].rating).sum();
        assert!(sum.abs() < 1e-9, "each group has mean 0");
    }
    assert_eq!(ratings.superiority(0, 1), None);
    assert_eq!(ratings.superiority(0, 9), None);
    assert_eq!(ratings.superiority(3, 3), Some(0.5));
    let unknown = ratings.entrants[2];
    assert_eq!((unknown.rating, unknown.matches), (0.0, 0));
    assert!(unknown.low < -RATING_PRIOR && unknown.high > RATING_PRIOR);
}

#[test]
fn the_first_move_is_estimated_only_if_it_can_be_told_from_strength() {
    let one_way = met([6, 0, 4], [0; 3]);
    assert_eq!(rated(2, &[(0, 1, one_way)]).first_move, None);
    let ring = [(0, 1, one_way), (1, 2, one_way), (0, 2, met([0; 3], [4, 0, 6]))];
    let found = rated(3, &ring).first_move.unwrap();
    assert!((found - 400.0 * 1.5_f64.log10()).abs() < 5.0, "{found}");
}

#[test]
fn nothing_to_rate_is_no_problem() {
    assert!(rated(0, &[]).entrants.is_empty());
    assert_eq!(rated(1, &[]).entrants[0].rating, 0.0);
    let empty = rated(3, &[(0, 1, Meetings::default())]);
    assert_eq!(empty.groups.len(), 3);
    let odd = met([1, 0, 0], [0; 3]);
    let impossible = rated(2, &[(1, 0, odd), (0, 0, odd), (0, 7, odd)]);
    assert_eq!(impossible.entrants[0].matches, 0);
}

#[test]
fn pairs_that_always_split_make_intervals_narrower() {
    let loose = met([10, 0, 10], [10, 0, 10]);
    let tight = Meetings { pairs: [0, 0, 20, 0, 0], ..loose };
    let wide = rated(2, &[(0, 1, loose)]);
    let narrow = rated(2, &[(0, 1, tight)]);
    assert_eq!(wide.dispersion, 1.0);
    assert!(narrow.dispersion < 0.5);
    assert!(narrow.entrants[0].high < wide.entrants[0].high);
    assert_eq!(narrow.entrants[0].rating, wide.entrants[0].rating);
}

#[test]
fn huge_and_one_sided_counts_are_rated() {
    const ENTRANTS: usize = 60;
    let most = u32::MAX;
    for one in [
        met([most, 0, 0], [most, 0, 0]),
        met([0, most, 0], [0, most, 0]),
        met([most; 3], [most, 0, 0]),
    ] {
        let all: Vec<Met> =
            (0..ENTRANTS).flat_map(|a| (a + 1..ENTRANTS).map(move |b| (a, b, one))).collect();
        let ratings = rated(ENTRANTS, &all);
        for two in ratings.entrants.windows(2) {
            assert!(two[0].rating.is_finite() && two[0].high.is_finite());
            assert!(two[0].rating >= two[1].rating - 1e-6);
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bits() {
    let all: Vec<Met> = (0..9)
        .flat_map(|a| (a + 1..9).map(move |b| (a, b)))
        .map(|(a, b)| (a, b, met([a as u32, 1, b as u32], [1, 2, 3])))
        .collect();
    let (one, two) = (rated(9, &all), rated(9, &all));
    for (x, y) in one.entrants.iter().zip(&two.entrants) {
        assert_eq!(x.rating.to_bits(), y.rating.to_bits());
        assert_eq!(x.high.to_bits(), y.high.to_bits());
    }
}

fn counts(most: u32) -> impl Strategy<Value = u32> {
    prop_oneof![4 => Just(0), 8 => 0..=most, 1 => Just(u32::MAX), 1 => 0..=u32::MAX]
}

fn meeting(most: u32) -> impl Strategy<Value = Meetings> {
    let three = || prop::array::uniform3(counts(most));
    (three(), three(), prop::array::uniform5(counts(most)))
        .prop_map(|(a_first, a_second, pairs)| Meetings { a_first, a_second, pairs })
}

fn ordinary() -> impl Strategy<Value = Meetings> {
    let three = || prop::array::uniform3(0_u32..6);
    (three(), three()).prop_map(|(a_first, a_second)| met(a_first, a_second))
}

/// Meetings of some of the pairs of seven entrants.
fn tournament(one: impl Strategy<Value = Meetings>) -> impl Strategy<Value = Vec<Met>> {
    let pairs: Vec<(usize, usize)> = (0..7).flat_map(|a| (a + 1..7).map(move |b| (a, b))).collect();
    prop::collection::vec(prop::option::of(one), pairs.len()).prop_map(move |all| {
        let some = pairs.iter().zip(all);
        some.filter_map(|(&(a, b), met)| Some((a, b, met?))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_finite(meetings in tournament(meeting(5))) {
        let ratings = rated(8, &meetings);
        for entrant in &ratings.entrants {
            prop_assert!(entrant.low.is_finite() && entrant.high.is_finite());
            prop_assert!(entrant.low <= entrant.rating && entrant.rating <= entrant.high);
        }
        prop_assert!(ratings.dispersion.is_finite() && ratings.dispersion > 0.0);
        prop_assert!(ratings.first_move.is_none_or(f64::is_finite));
        prop_assert!(ratings.draw_share.is_none_or(|s| (0.0..=1.0).contains(&s)));
        for a in 0..8 {
            for b in 0..8 {
                if let Some(p) = ratings.superiority(a, b) {
                    prop_assert!((0.0..=1.0).contains(&p));
                    let other = ratings.superiority(b, a).unwrap();
                    prop_assert!((p + other - 1.0).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn numbering_entrants_otherwise_permutes_their_ratings(
        meetings in tournament(ordinary()),
        order in Just((0..7).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let renumbered: Vec<Met> = meetings.iter().map(|&(a, b, met)| {
            let (x, y) = (order[a], order[b]);
            if x < y {
                return (x, y, met);
            }
            let turned = |[won, drawn, lost]: [u32; 3]| [lost, drawn, won];
            let swapped = Meetings {
                a_first: turned(met.a_second),
                a_second: turned(met.a_first),
                pairs: met.pairs,
            };
            (y, x, swapped)
        }).collect();
        let (one, two) = (rated(7, &meetings), rated(7, &renumbered));
        for (x, &place) in one.entrants.iter().zip(&order) {
            let y = two.entrants[place];
            prop_assert!((x.rating - y.rating).abs() < 1e-6);
            prop_assert!((x.high - y.high).abs() < 1e-6);
        }
    }

    #[test]
    fn expected_scores_are_the_observed_ones(meetings in tournament(ordinary())) {
        // As many matches with each colour, and a draw with each: every rating is bounded.
        let even: Vec<Met> = meetings.iter().map(|&(a, b, it)| {
            let [won, drawn, lost] = it.a_first;
            (a, b, met([won, drawn + 1, lost], [lost, won + 1, drawn]))
        }).collect();
        let ratings = rated(7, &even);
        for entrant in 0..7 {
            let mut lead = 0.0;
            for &(a, b, met) in &even {
                let sum = |at: usize| f64::from(met.a_first[at] + met.a_second[at]);
                let count = sum(0) + sum(1) + sum(2);
                let of_a = sum(0) + 0.5 * sum(1) - count / (1.0 + 10.0_f64.powf(-difference(&ratings, a, b) / 400.0));
                lead += match entrant {
                    it if it == a => of_a,
                    it if it == b => -of_a,
                    _ => 0.0,
                };
            }
            prop_assert!(lead.abs() < 1e-6, "{} is {} off", entrant, lead);
        }
    }
}
