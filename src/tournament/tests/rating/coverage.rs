//! Coverage of the 95 % intervals, in tournaments with known strengths.
//!
//! Openings with a bias bring the chances of unequal players together, so a rating over such
//! openings is a little nearer to the mean than the strength without any bias. The truth is then what
//! endless play would give.

use arbitro_tournament::rating::{Meetings, rate};

use arbitro_testkit::sizes::sample;

use super::simulated::{Dice, Openings, Scenario, Truth, simulate};

const DEFAULT: Scenario = Scenario {
    entrants: 10,
    games: 30,
    spread: 200.0,
    draw_share: 0.3,
    first_move: 40.0,
    openings: Openings::Independent,
    meeting: 1.0,
};

const SMALL: Scenario = Scenario { entrants: 5, games: 4, ..DEFAULT };

fn check(scenario: Scenario, tournaments: u32) {
    let openings = [
        Openings::Unpaired,
        Openings::Independent,
        Openings::Biased(80.0),
        Openings::SharedLuck(0.4),
    ];
    for (seed, openings) in sample(openings.into_iter().enumerate(), 2) {
        let scenario = Scenario { openings, ..scenario };
        let truth = match openings {
            Openings::Biased(_) => Truth::EndlessPlay,
            _ => Truth::Strengths,
        };
        let found = simulate(&scenario, truth, tournaments, seed as u64);
        println!("{scenario:?}\n    {found:?}");
        assert!((0.93..=0.97).contains(&found.coverage), "{scenario:?}");
        let lopsided = (found.below - found.above).abs();
        assert!(lopsided < 0.015, "{scenario:?}");
    }
}

#[test]
fn intervals_of_ordinary_tournaments_hold_the_truth() {
    check(DEFAULT, 300);
}

#[test]
fn intervals_of_large_tournaments_hold_the_truth() {
    let large = Scenario { entrants: 20, games: 40, spread: 150.0, ..DEFAULT };
    check(large, 150);
}

#[test]
fn intervals_of_very_unequal_players_hold_the_truth() {
    let unequal = Scenario { entrants: 8, games: 20, spread: 250.0, draw_share: 0.1, ..DEFAULT };
    check(unequal, 300);
}

#[test]
fn intervals_of_many_draws_hold_the_truth() {
    let drawn = Scenario { draw_share: 0.5, ..DEFAULT };
    check(drawn, 300);
}

#[test]
fn intervals_of_small_tournaments_hold_the_truth() {
    check(SMALL, 2000);
}

#[test]
fn intervals_of_small_tournaments_without_draws_hold_the_truth() {
    let decided = Scenario { draw_share: 0.0, ..SMALL };
    check(decided, 2000);
}

#[test]
fn intervals_where_few_met_hold_the_truth() {
    let sparse = Scenario { entrants: 12, games: 8, meeting: 0.3, ..DEFAULT };
    check(sparse, 800);
}

#[test]
fn intervals_over_very_biased_openings_hold_what_endless_play_gives() {
    for (seed, draw_share) in [0.0, 0.3, 0.5].into_iter().enumerate() {
        let biased = Scenario { openings: Openings::Biased(200.0), draw_share, ..DEFAULT };
        let found = simulate(&biased, Truth::EndlessPlay, 400, seed as u64);
        println!("{biased:?}\n    {found:?}");
        assert!((0.93..=0.97).contains(&found.coverage), "{found:?}");
        assert!(found.dispersion < 0.95);
    }
}

/// Share of intervals that hold the true difference of two players.
fn duels(difference: f64, games: u32, scenario: &Scenario, seed: u64) -> f64 {
    const DUELS: u32 = 400;
    let mut dice = Dice::new(seed);
    let held = (0..DUELS).filter(|_| {
        let mut met = Meetings::default();
        for _ in 0..games / 2 {
            scenario.play_pair(difference, &mut dice, &mut met);
        }
        let rating = rate(2, std::iter::once((0, 1, met))).entrants[0];
        (2.0 * rating.low..=2.0 * rating.high).contains(&difference)
    });
    held.count() as f64 / f64::from(DUELS)
}

#[test]
fn intervals_of_two_players_hold_the_truth_however_unequal_they_are() {
    for (seed, draw_share) in [0.0, 0.3, 0.5].into_iter().enumerate() {
        for openings in [Openings::Unpaired, Openings::Independent] {
            let scenario = Scenario { draw_share, openings, first_move: 0.0, ..DEFAULT };
            for games in [20, 100] {
                for difference in [0.0, 100.0, 200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2400.0] {
                    let held = duels(difference, games, &scenario, seed as u64);
                    println!(
                        "draws {draw_share} {openings:?} {games} games, {difference}: {held:.3}"
                    );
                    assert!(held >= 0.92, "{held}");
                    // Beyond this nearly all duels are won to the last match, and no shorter
                    // interval would hold the truth.
                    assert!(held <= 0.99 || difference >= 400.0, "{held}");
                }
            }
        }
    }
}

#[test]
fn intervals_of_one_far_above_the_others_hold_the_truth() {
    for games in [4, 20] {
        let scenario = Scenario { entrants: 8, games, first_move: 0.0, ..DEFAULT };
        for lead in [0.0, 400.0, 800.0, 1600.0] {
            let mut dice = Dice::new(games.into());
            let (mut held, mut top, mut all) = (0.0, 0.0, 0.0);
            for _ in 0..500 {
                let mut strengths = scenario.strengths(&mut dice);
                strengths[0] += lead;
                let ratings = rate(8, scenario.play(&strengths, &mut dice).into_iter());
                let anchors = &ratings.anchors[0];
                let mean =
                    anchors.iter().map(|&i| strengths[i]).sum::<f64>() / anchors.len() as f64;
                for (i, it) in ratings.entrants.iter().enumerate() {
                    let holds = (it.low..=it.high).contains(&(strengths[i] - mean));
                    held += f64::from(u8::from(holds));
                    top += f64::from(u8::from(holds && i == 0));
                    all += 1.0;
                }
            }
            let (held, top) = (held / all, 8.0 * top / all);
            println!(
                "8 players, {games} games each, one ahead by {lead}: {held:.3}, its own {top:.3}"
            );
            assert!(held >= 0.92 && top >= 0.92, "{held} {top}");
        }
    }
}

#[test]
fn superiority_is_right_as_often_as_it_says() {
    let found = simulate(&DEFAULT, Truth::Strengths, 400, 11);
    assert!((found.superiority - 0.9).abs() < 0.03, "{found:?}");
}

#[test]
fn dispersion_follows_what_openings_do_to_pairs() {
    let tied = Scenario { openings: Openings::SharedLuck(0.4), ..DEFAULT };
    let (free, tied) =
        (simulate(&DEFAULT, Truth::Strengths, 100, 3), simulate(&tied, Truth::Strengths, 100, 3));
    assert!((free.dispersion - 0.7).abs() < 0.02, "draws: {free:?}");
    assert!(tied.dispersion < 0.85 * free.dispersion, "{tied:?}");
}
