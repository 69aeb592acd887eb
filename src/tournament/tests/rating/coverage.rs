//! Whether 95 % intervals hold the truth 95 times of a hundred, in tournaments with known strengths.
//!
//! Openings with a bias bring the chances of unequal players together, so a rating over such
//! openings is a little nearer to the mean than the strength without any bias. For a deviation of
//! 80 Elo that stays within the intervals. For more, the truth is what endless play would give.

use super::simulated::{Openings, Scenario, Truth, simulate};

const USUAL: Scenario = Scenario {
    entrants: 10,
    games: 30,
    spread: 200.0,
    draw_share: 0.3,
    first_move: 40.0,
    openings: Openings::Independent,
    meeting: 1.0,
};

const SMALL: Scenario = Scenario {
    entrants: 5,
    games: 4,
    ..USUAL
};

fn check(scenario: Scenario, tournaments: u32) {
    for (seed, openings) in [
        Openings::Unpaired,
        Openings::Independent,
        Openings::Biased(80.0),
        Openings::SharedLuck(0.4),
    ]
    .into_iter()
    .enumerate()
    {
        let scenario = Scenario {
            openings,
            ..scenario
        };
        let found = simulate(&scenario, Truth::Strengths, tournaments, seed as u64);
        println!("{scenario:?}\n    {found:?}");
        assert!((0.93..=0.97).contains(&found.coverage), "{scenario:?}");
        let lopsided = (found.below - found.above).abs();
        assert!(lopsided < 0.015, "{scenario:?}");
    }
}

#[test]
fn intervals_of_ordinary_tournaments_hold_the_truth() {
    check(USUAL, 400);
}

#[test]
fn intervals_of_large_tournaments_hold_the_truth() {
    let large = Scenario {
        entrants: 20,
        games: 40,
        spread: 150.0,
        ..USUAL
    };
    check(large, 400);
}

#[test]
fn intervals_of_very_unequal_players_hold_the_truth() {
    let unequal = Scenario {
        entrants: 8,
        games: 20,
        spread: 250.0,
        draw_share: 0.1,
        ..USUAL
    };
    check(unequal, 600);
}

#[test]
fn intervals_of_many_draws_hold_the_truth() {
    let drawn = Scenario {
        draw_share: 0.6,
        ..USUAL
    };
    check(drawn, 400);
}

#[test]
fn intervals_of_small_tournaments_hold_the_truth() {
    check(SMALL, 2000);
}

#[test]
fn intervals_of_small_tournaments_without_draws_hold_the_truth() {
    let decided = Scenario {
        draw_share: 0.0,
        ..SMALL
    };
    check(decided, 2000);
}

#[test]
fn intervals_where_few_met_hold_the_truth() {
    let sparse = Scenario {
        entrants: 12,
        games: 8,
        meeting: 0.3,
        ..USUAL
    };
    check(sparse, 800);
}

#[test]
fn intervals_over_very_biased_openings_hold_what_endless_play_gives() {
    for (seed, draw_share) in [0.0, 0.3, 0.6].into_iter().enumerate() {
        let biased = Scenario {
            openings: Openings::Biased(200.0),
            draw_share,
            ..USUAL
        };
        let found = simulate(&biased, Truth::EndlessPlay, 400, seed as u64);
        println!("{biased:?}\n    {found:?}");
        assert!((0.93..=0.97).contains(&found.coverage), "{found:?}");
        assert!(found.dispersion < 0.95);
    }
}

#[test]
fn superiority_is_right_as_often_as_it_says() {
    let found = simulate(&USUAL, Truth::Strengths, 400, 11);
    assert!((found.superiority - 0.9).abs() < 0.03, "{found:?}");
}

#[test]
fn dispersion_follows_what_openings_do_to_pairs() {
    let tied = Scenario {
        openings: Openings::SharedLuck(0.4),
        ..USUAL
    };
    let (free, tied) = (
        simulate(&USUAL, Truth::Strengths, 100, 3),
        simulate(&tied, Truth::Strengths, 100, 3),
    );
    assert!((free.dispersion - 1.0).abs() < 0.02, "{free:?}");
    assert!(tied.dispersion < 0.85, "{tied:?}");
}
