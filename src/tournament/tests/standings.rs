//! Standings: points, ties, ranks, sequential tests.

use arbitro_rules::Player;
use arbitro_tournament::{
    CountedMatch, MatchResult, Points, Schedule, SprtWatch, Standing, Tally, TournamentSettings,
    standings,
};
use proptest::prelude::*;

use arbitro_testkit::journals::settings;

fn outcome(x: usize, o: usize, counted: MatchResult) -> CountedMatch {
    CountedMatch { x, o, opening: None, counted, forfeit: None, plies: 10, game: None }
}

const X: MatchResult = MatchResult::Won(Player::X);
const O: MatchResult = MatchResult::Won(Player::O);
const DRAW: MatchResult = MatchResult::Drawn;

fn ranked(
    settings: &TournamentSettings,
    entrants: usize,
    outcomes: &[CountedMatch],
) -> Vec<Standing> {
    let names: Vec<String> = (0..entrants).map(|it| format!("p{it}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let schedule = Schedule::new(settings, &names).unwrap();
    let mut tally = Tally::new(entrants);
    for outcome in outcomes {
        tally.add(outcome);
    }
    standings(settings, &schedule, &tally).ranking
}

fn order(ranking: &[Standing]) -> Vec<(usize, usize)> {
    ranking.iter().map(|it| (it.place_or_last(), it.entrant)).collect()
}

#[test]
fn points_add_up_as_the_settings_say() {
    let outcomes = [
        outcome(0, 1, DRAW),
        outcome(1, 0, DRAW),
        outcome(2, 0, X),
        outcome(2, 1, O),
        outcome(0, 2, O),
    ];
    let points = |settings: &TournamentSettings| -> Vec<String> {
        let mut ranking = ranked(settings, 3, &outcomes);
        ranking.sort_by_key(|it| it.entrant);
        let text = |it: &Standing| settings.points.write(it.points);
        ranking.iter().map(text).collect()
    };
    assert_eq!(points(&settings(&[])), ["1.0", "2.0", "2.0"]);
    let of_football = settings(&[("points", "3,1,0".into())]);
    assert_eq!(points(&of_football), ["2", "5", "6"]);
    for wrong in ["1", "1,2,0", "1,0.5", "a,b,c", "1,0.125,0", "0,0,0", "-1,0,0", "1e3,0,0"] {
        assert!(wrong.parse::<Points>().is_err(), "{wrong}");
    }
    let odd: Points = "2.25,1,0.5".parse().unwrap();
    assert_eq!((odd.to_string(), odd.write(325)), ("2.25,1,0.5".to_owned(), "3.25".to_owned()));
}

#[test]
fn equal_points_are_decided_by_the_matches_among_them_first() {
    // 1 and 2 have two points each, 1 beat 2.
    let outcomes = [
        outcome(1, 2, X),
        outcome(1, 3, X),
        outcome(2, 3, X),
        outcome(2, 0, X),
        outcome(0, 3, X),
        outcome(0, 1, X),
    ];
    // 0: 2 (beat 3 and 1), 1: 2 (beat 2 and 3), 2: 2 (beat 3 and 0), 3: 0: a circle of three.
    let ranking = ranked(&settings(&[]), 4, &outcomes);
    assert_eq!(order(&ranking), [(1, 0), (1, 1), (1, 2), (4, 3)], "nothing tells them apart");
    let more = [&outcomes[..], &[outcome(0, 1, X), outcome(3, 1, O), outcome(3, 2, O)]].concat();
    // 0: 3, 1: 3, 2: 3; 0 beat 1 twice and lost to 2 once, 1 beat 2, 2 beat 0.
    let ranking = ranked(&settings(&[]), 4, &more);
    assert_eq!(order(&ranking), [(1, 0), (2, 1), (2, 2), (4, 3)]);
}

#[test]
fn in_a_swiss_tournament_who_met_the_stronger_ones_comes_first() {
    let swiss = settings(&[("format", "swiss".into()), ("rounds", 1.into())]);
    // 0 and 1 have a point each; 0 beat 2, who has one more.
    let outcomes = [outcome(0, 2, X), outcome(1, 3, X), outcome(2, 4, X), outcome(5, 3, DRAW)];
    let ranking = ranked(&swiss, 6, &outcomes);
    let [first, ..] = &ranking[..] else { panic!("nobody") };
    assert_eq!((first.entrant, first.tie_breaks.buchholz), (0, 100));
    assert!(first.tie_breaks.sonneborn_berger > ranking[1].tie_breaks.sonneborn_berger);
}

#[test]
fn in_a_swiss_tournament_whom_one_beat_counts_before_the_match_between_the_two() {
    let swiss = settings(&[("format", "swiss".into()), ("rounds", 1.into())]);
    // 0 and 1 have two points each and met opponents with five: 0 beat 1, but 1 beat the better ones.
    let outcomes = [
        outcome(0, 1, X),
        outcome(0, 4, X),
        outcome(2, 0, X),
        outcome(1, 3, X),
        outcome(1, 5, X),
        outcome(2, 6, X),
        outcome(2, 7, X),
        outcome(3, 6, X),
        outcome(3, 7, X),
        outcome(3, 8, X),
    ];
    let ranking = ranked(&swiss, 9, &outcomes);
    let breaks = |entrant: usize| {
        let it = ranking.iter().find(|it| it.entrant == entrant).unwrap();
        let it = it.tie_breaks;
        (it.buchholz, it.sonneborn_berger, it.head_to_head)
    };
    assert_eq!(
        [breaks(0), breaks(1)],
        [(500, 400, 100), (500, 600, 0)],
        "equal by the first, and at odds by the others"
    );
    assert_eq!(order(&ranking)[..4], [(1, 2), (2, 3), (3, 1), (4, 0)]);
}

#[test]
fn in_a_gauntlet_shares_count_for_one_has_played_more() {
    let gauntlet = settings(&[("format", "gauntlet".into())]);
    let outcomes = [outcome(0, 1, X), outcome(0, 2, O), outcome(0, 3, DRAW), outcome(3, 0, O)];
    assert_eq!(order(&ranked(&gauntlet, 4, &outcomes)), [(1, 2), (2, 0), (3, 3), (4, 1)]);
}

#[test]
fn the_best_are_marked_with_ties_if_the_settings_ask_for_it() {
    let all_marked = |best: &[(&str, toml::Value)], entrants: usize, wins: &[usize]| {
        let outcomes: Vec<CountedMatch> =
            wins.iter().map(|&win| outcome(win, entrants - 1, X)).collect();
        let ranking = ranked(&settings(best), entrants, &outcomes);
        ranking.iter().filter(|it| it.is_top).count()
    };
    let marked =
        |entrants: usize, wins: &[usize]| all_marked(&[("best", "15%".into())], entrants, wins);
    assert_eq!(marked(5, &[0]), 1, "at least one");
    assert_eq!(marked(20, &[0, 0, 0, 1, 1, 2]), 3);
    assert_eq!(marked(20, &[0, 0, 1, 1, 2, 3, 4]), 5, "three share the third place");
    assert_eq!(marked(5, &[]), 0, "nobody has played");
    assert_eq!(all_marked(&[], 20, &[0, 0, 0, 1, 1, 2]), 0, "not asked for");
}

#[test]
fn forfeits_are_counted_by_reason_and_void_matches_for_no_player() {
    let mut lost = outcome(0, 1, O);
    lost.forfeit = Some((Player::X, 3));
    let ranking = ranked(&settings(&[]), 3, &[lost, lost, outcome(1, 2, MatchResult::Void)]);
    let loser = ranking.iter().find(|it| it.entrant == 0).unwrap();
    assert_eq!(loser.count.forfeits, [0, 0, 0, 2, 0, 0, 0, 0, 0]);
    assert_eq!(ranking.iter().map(|it| it.count.played()).sum::<u32>(), 4);
}

proptest! {
    #[test]
    fn nothing_is_lost_and_nothing_is_nan(
        outcomes in prop::collection::vec((0_usize..7, 0_usize..7, 0_u8..4, 0_u64..9), 0..200),
    ) {
        let outcomes: Vec<CountedMatch> = outcomes
            .into_iter()
            .map(|(x, o, result, opening)| CountedMatch {
                opening: Some(opening),
                ..outcome(x, o, [X, O, DRAW, MatchResult::Void][usize::from(result)])
            })
            .collect();
        let counted = outcomes.iter().filter(|outcome| outcome.x != outcome.o && outcome.counted != MatchResult::Void);
        let counted = counted.count() as u64;
        let ranking = ranked(&settings(&[]), 7, &outcomes);
        prop_assert_eq!(ranking.iter().map(|it| it.points).sum::<u64>(), counted * 100);
        for pair in ranking.windows(2) {
            prop_assert!(pair[0].points >= pair[1].points && pair[0].place <= pair[1].place);
            prop_assert!(pair[0].superiority.is_none_or(|superiority| (0.0..=1.0).contains(&superiority)));
        }
        for it in &ranking {
            let rating = it.rating;
            prop_assert!(rating.low <= rating.rating && rating.rating <= rating.high);
            prop_assert!(rating.low.is_finite() && rating.high.is_finite());
        }
    }

    #[test]
    fn a_sequential_test_is_decided_by_the_order_of_matches_and_not_of_ends(
        results in prop::collection::vec(0_u8..10, 200..400),
        shuffle in any::<u64>(),
    ) {
        let decided = |order: &[usize]| {
            let mut watch = SprtWatch::new("0,100".parse().unwrap(), vec![0]);
            let mut last = None;
            for &at in order {
                let id = at as u64 + 1;
                // The first entrant wins more often, with either colour.
                let (x, o) = if id % 2 == 1 { (0, 1) } else { (1, 0) };
                let counted = match (results[at], x) {
                    (0..6, 0) | (8.., 1) => X,
                    (6..8, _) => DRAW,
                    _ => O,
                };
                last = watch.note(id, &outcome(x, o, counted)).or(last);
            }
            (last, watch.decision(), watch.pairs())
        };
        let straight: Vec<usize> = (0..results.len()).collect();
        let mut mixed = straight.clone();
        let mut dice = shuffle | 1;
        for at in (1..mixed.len()).rev() {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            mixed.swap(at, (dice >> 33) as usize % (at + 1));
        }
        prop_assert_eq!(decided(&straight), decided(&mixed));
    }
}
