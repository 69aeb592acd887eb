//! Who plays whom on a ladder.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use arbitro_tournament::rating::{Meetings, rate};
use arbitro_tournament::{Duel, Matchmaker};

fn ladder(players: usize) -> Matchmaker {
    let mut ladder = Matchmaker::new(7);
    ladder.set_resting(&vec![false; players]);
    ladder
}

const SECOND: Duration = Duration::from_secs(1);

/// Plays matches from a number on, so many at a time, and returns them.
fn play(
    ladder: &mut Matchmaker,
    first: u64,
    matches: u64,
    jobs: usize,
    seconds: impl Fn(usize) -> u32,
) -> Vec<Duel> {
    let mut running = VecDeque::new();
    let mut played = Vec::new();
    for number in first..first + matches {
        let duel = ladder.next(number).unwrap();
        ladder.begin(number, duel);
        played.push(duel);
        running.push_back((number, duel));
        if running.len() == jobs {
            let (number, Duel { x, o, .. }) = running.pop_front().unwrap();
            ladder.end(number, [SECOND * seconds(x), SECOND * seconds(o)]);
        }
    }
    running.into_iter().for_each(|(number, _)| ladder.end(number, [SECOND; 2]));
    played
}

fn games(duels: &[Duel], player: usize) -> usize {
    duels.iter().filter(|duel| duel.x == player || duel.o == player).count()
}

#[test]
fn a_match_needs_two_players_that_do_not_rest() {
    let mut ladder = ladder(1);
    assert_eq!(ladder.next(1), None);
    ladder.set_resting(&[false, false]);
    assert!(ladder.next(1).is_some());
    ladder.set_resting(&[true, false]);
    assert_eq!(ladder.next(1), None);
    ladder.set_resting(&[false, false]);
    assert!(ladder.next(1).is_some());
}

#[test]
fn a_player_that_rests_is_offered_no_match() {
    let mut ladder = ladder(5);
    ladder.set_resting(&[false, false, true]);
    assert_eq!(games(&play(&mut ladder, 1, 100, 2, |_| 1), 2), 0);
}

#[test]
fn the_newest_plays_first_until_it_has_as_many_matches() {
    let mut ladder = ladder(20);
    play(&mut ladder, 1, 300, 1, |_| 1);
    ladder.set_resting(&[false; 21]);
    let next = play(&mut ladder, 301, 30, 1, |_| 1);
    assert_eq!(games(&next, 20), 30);
}

#[test]
fn a_player_that_is_free_comes_before_one_that_plays() {
    let mut ladder = ladder(8);
    let mut playing = Vec::new();
    for number in 1..=4 {
        let duel = ladder.next(number).unwrap();
        ladder.begin(number, duel);
        playing.extend([duel.x, duel.o]);
    }
    playing.sort_unstable();
    assert_eq!(playing, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(ladder.next(5).is_some(), "all play, but a worker is free");
}

#[test]
fn a_pair_repeats_its_opening_with_colours_exchanged_before_a_new_one() {
    let mut ladder = ladder(6);
    let mut open: BTreeMap<[usize; 2], Duel> = BTreeMap::new();
    let mut owners = BTreeMap::new();
    for duel in play(&mut ladder, 1, 600, 3, |_| 1) {
        let pair = [duel.x.min(duel.o), duel.x.max(duel.o)];
        assert_eq!(*owners.entry(duel.opening).or_insert(pair), pair);
        match open.remove(&pair) {
            Some(first) => {
                assert_eq!((duel.x, duel.o, duel.opening), (first.o, first.x, first.opening));
            }
            None => _ = open.insert(pair, duel),
        }
    }
    assert_eq!(owners.len(), 300 + open.len() / 2 + open.len() % 2);
}

#[test]
fn players_have_both_colours_about_equally_often() {
    let duels = play(&mut ladder(40), 1, 40 * 40, 4, |_| 1);
    for player in 0..40 {
        let first = duels.iter().filter(|duel| duel.x == player).count();
        let second = games(&duels, player) - first;
        assert!(first.abs_diff(second) <= 4, "{player}: {first} and {second}");
    }
}

#[test]
fn no_pair_meets_twice_in_a_row_while_another_is_there() {
    let mut last = BTreeMap::new();
    for Duel { x, o, .. } in play(&mut ladder(5), 1, 500, 1, |_| 1) {
        let before = [last.insert(x, o), last.insert(o, x)];
        assert!(before[0] != Some(o) && before[1] != Some(x), "{x} and {o}");
    }
}

#[test]
fn a_stalling_player_takes_at_most_twice_the_core_time_of_others() {
    let mut ladder = ladder(10);
    let duels = play(&mut ladder, 1, 3000, 2, |it| if it == 3 { 20 } else { 1 });
    let [stalling, usual] = [3, 4].map(|it| games(&duels, it));
    assert!(20 * stalling <= 2 * usual + 2 * 20, "{stalling} of 20 s, {usual} of 1 s");
    assert!(stalling > usual / 20, "{stalling}, {usual}");
    ladder.set_resting(&[false; 11]);
    let next = play(&mut ladder, 3001, 30, 2, |it| if it == 10 { 20 } else { 1 });
    assert!(games(&next, 10) >= 15, "a newcomer gets its first matches");
}

#[test]
fn a_player_older_than_most_is_no_greedier_for_that() {
    let mut ladder = ladder(10);
    play(&mut ladder, 1, 500, 1, |_| 1);
    ladder.set_resting(&[false; 30]);
    let next = play(&mut ladder, 501, 200, 1, |_| 1);
    let with_old = next.iter().filter(|it| it.x.min(it.o) < 10).count();
    assert!(with_old > 30, "{with_old}");
}

#[test]
fn ratings_lead_to_matches_whose_result_is_open() {
    let mut ladder = ladder(10);
    // All beat those after them, at 800 Elo between the first and the last five.
    let meetings = (0..10).flat_map(|b| {
        (0..b).map(move |a| {
            let score = if (a < 5) == (b < 5) { [5, 0, 5] } else { [99, 0, 1] };
            (a, b, Meetings { a_first: score, a_second: score, pairs: [0; 5] })
        })
    });
    ladder.learn(&rate(10, meetings));
    let duels = play(&mut ladder, 1, 400, 1, |_| 1);
    let across = duels.iter().filter(|duel| (duel.x < 5) != (duel.o < 5)).count();
    assert!((4..=60).contains(&across), "{across}");
}

#[test]
fn pairings_follow_from_the_seed_and_what_was_played() {
    let all = |seed| {
        let mut ladder = Matchmaker::new(seed);
        ladder.set_resting(&[false; 30]);
        play(&mut ladder, 1, 100, 3, |_| 1)
    };
    assert_eq!(all(1), all(1));
    assert_ne!(all(1), all(2));
}

#[test]
fn pairings_of_unknown_players_and_numbers_are_ignored() {
    let mut ladder = ladder(2);
    ladder.begin(1, Duel { x: 0, o: 9, opening: 1 });
    ladder.begin(2, Duel { x: 1, o: 1, opening: 2 });
    ladder.end(3, [SECOND; 2]);
    assert_eq!(ladder.next(4), Matchmaker::clone(&ladder).next(4));
    assert!(ladder.next(4).is_some_and(|it| it.opening == 4));
}
