//! Pairings of every format, for any number of players.

use std::collections::{BTreeMap, BTreeSet};

use arbitro_rules::Player;
use arbitro_tournament::{
    Colours, Format, MatchResult, Next, Pairing, Schedule, ScheduleError, TournamentSettings,
    max_rounds,
};
use proptest::prelude::*;

use arbitro_testkit::journals::{name, settings};

fn names(entrants: usize) -> Vec<String> {
    (0..entrants).map(name).collect()
}

fn schedule(settings: &TournamentSettings, entrants: usize) -> Result<Schedule, ScheduleError> {
    let names = names(entrants);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Schedule::new(settings, &names)
}

/// Every match, each noted with what `result` says once `delay` more have been given out.
fn all(
    schedule: &mut Schedule,
    delay: usize,
    result: impl Fn(&Pairing) -> MatchResult,
) -> Vec<Pairing> {
    let mut given = Vec::new();
    let mut open = Vec::new();
    loop {
        let next = schedule.next_match();
        match next {
            Next::Match(pairing) => {
                given.push(pairing);
                open.push(pairing);
            }
            Next::Wait => assert!(!open.is_empty(), "waiting for nothing"),
            Next::Done => {
                assert!(open.is_empty(), "matches are open at the end");
                return given;
            }
        }
        if open.len() > delay || next == Next::Wait {
            // Not the oldest: matches end in any order.
            let it = open.remove(open.len() / 2);
            assert!(schedule.note(it.id, it.x, it.o, result(&it)), "{it:?}");
            assert!(!schedule.note(it.id, it.x, it.o, result(&it)), "twice");
        }
        if schedule.total() == Some(given.len() as u64) {
            for it in open.drain(..) {
                assert!(schedule.note(it.id, it.x, it.o, result(&it)));
            }
        }
    }
}

/// The smaller number wins.
fn stronger(it: &Pairing) -> MatchResult {
    MatchResult::Won(if it.x < it.o { Player::X } else { Player::O })
}

fn ids_count_from_1(given: &[Pairing]) -> bool {
    given.iter().zip(1..).all(|(it, id)| it.id == id)
}

/// Counts for each entrant the matches as player 1, and all matches.
fn colours(given: &[Pairing], entrants: usize) -> Vec<(i64, i64)> {
    let mut counts = vec![(0, 0); entrants];
    for it in given {
        counts[it.x].0 += 1;
        counts[it.x].1 += 1;
        counts[it.o].1 += 1;
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn in_a_round_robin_every_two_meet_as_often_and_colours_are_balanced(
        entrants in 2_usize..=101,
        games in 1_u32..=5,
        delay in 0_usize..20,
    ) {
        let settings = settings(&[("games", games.into())]);
        let mut schedule = schedule(&settings, entrants).unwrap();
        let given = all(&mut schedule, delay, stronger);
        prop_assert!(ids_count_from_1(&given));
        prop_assert_eq!(schedule.total(), Some(given.len() as u64));
        let mut met: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        let mut openings: BTreeMap<u64, Vec<Pairing>> = BTreeMap::new();
        for it in &given {
            prop_assert!(it.x != it.o);
            *met.entry((it.x.min(it.o), it.x.max(it.o))).or_default() += 1;
            openings.entry(it.opening).or_default().push(*it);
        }
        prop_assert_eq!(met.len(), entrants * (entrants - 1) / 2);
        prop_assert!(met.values().all(|&times| times == games));
        for (player_1, played) in colours(&given, entrants) {
            let most = if entrants % 2 == 1 || games % 2 == 0 { 0 } else { 1 };
            prop_assert!((2 * player_1 - played).abs() <= most, "{} of {}", player_1, played);
        }
        for pair in openings.values() {
            let [one, rest @ ..] = &pair[..] else { panic!("an opening without a match") };
            prop_assert!(rest.len() <= 1);
            for other in rest {
                prop_assert_eq!((one.x, one.o), (other.o, other.x), "the same opening, both colours");
            }
        }
        // No player sits at two boards of a round.
        let mut rounds: BTreeMap<(u32, u64), BTreeSet<usize>> = BTreeMap::new();
        let mut legs: BTreeMap<u64, u64> = BTreeMap::new();
        for it in &given {
            let leg = legs.entry(it.opening).or_default();
            let seats = rounds.entry((it.round, *leg)).or_default();
            prop_assert!(seats.insert(it.x) && seats.insert(it.o), "{:?}", it);
            *leg += 1;
        }
    }

    #[test]
    fn in_a_gauntlet_one_meets_all_the_others_and_they_not_each_other(
        entrants in 2_usize..=40,
        games in 1_u32..=5,
        challenger in 0_usize..40,
    ) {
        let challenger = challenger % entrants;
        let settings = settings(&[
            ("format", "gauntlet".into()),
            ("games", games.into()),
            ("challenger", names(entrants)[challenger].clone().into()),
        ]);
        let mut schedule = schedule(&settings, entrants).unwrap();
        let given = all(&mut schedule, 3, stronger);
        prop_assert_eq!(given.len(), (entrants - 1) * games as usize);
        prop_assert!(given.iter().all(|it| it.x == challenger || it.o == challenger));
        let counts = colours(&given, entrants);
        let (player_1, played) = counts[challenger];
        prop_assert!((2 * player_1 - played).abs() <= 1);
    }

    #[test]
    fn swiss_pairings_never_repeat_for_any_results(
        entrants in 2_usize..=40,
        rounds in 1_u32..12,
        games in 1_u32..=3,
        luck in any::<u64>(),
    ) {
        let rounds = rounds.min(max_rounds(entrants));
        let settings = settings(&[
            ("format", "swiss".into()),
            ("rounds", rounds.into()),
            ("games", games.into()),
        ]);
        let mut schedule = schedule(&settings, entrants).unwrap();
        let result = |it: &Pairing| match (it.id.wrapping_mul(luck | 1) >> 20) % 4 {
            0 => MatchResult::Drawn,
            1 => MatchResult::Won(Player::O),
            _ => stronger(it),
        };
        let given = all(&mut schedule, 5, result);
        prop_assert!(ids_count_from_1(&given));
        prop_assert_eq!(schedule.total(), Some(given.len() as u64));
        let met: BTreeSet<(u32, usize, usize)> =
            given.iter().map(|it| (it.round, it.x.min(it.o), it.x.max(it.o))).collect();
        let pairs: BTreeSet<(usize, usize)> = met.iter().map(|&(_, a, b)| (a, b)).collect();
        prop_assert_eq!(met.len(), pairs.len(), "nobody meets anybody in two rounds");
        prop_assert_eq!(met.len(), rounds as usize * (entrants / 2));
        let byes: u32 = (0..entrants).map(|it| schedule.byes(it)).sum();
        prop_assert_eq!(byes, if entrants % 2 == 1 { rounds } else { 0 });
        prop_assert!((0..entrants).all(|it| schedule.byes(it) <= 1));
    }

    #[test]
    fn in_a_knockout_who_loses_is_out_and_the_strongest_stays(
        entrants in 2_usize..=70,
        games in 1_u32..=4,
        seed in 0_u32..1000,
    ) {
        let settings = settings(&[
            ("format", "knockout".into()),
            ("games", games.into()),
            ("seed", seed.into()),
        ]);
        let mut schedule = schedule(&settings, entrants).unwrap();
        let given = all(&mut schedule, 4, stronger);
        prop_assert!(ids_count_from_1(&given));
        let mut out = BTreeSet::new();
        let mut round = 0;
        let mut losers = BTreeSet::new();
        for it in &given {
            if it.round != round {
                out.append(&mut losers);
                round = it.round;
            }
            prop_assert!(!out.contains(&it.x) && !out.contains(&it.o), "{:?}", it);
            losers.insert(it.x.max(it.o));
        }
        let rounds = entrants.next_power_of_two().trailing_zeros();
        prop_assert_eq!(round, rounds);
        prop_assert_eq!(schedule.survived(0), Some(rounds), "the strongest wins it all");
        let champions = (0..entrants).filter(|&it| schedule.survived(it) == Some(rounds));
        prop_assert_eq!(champions.count(), 1);
        prop_assert_eq!(given.len(), (entrants - 1) * games as usize);
    }

    #[test]
    fn finished_matches_are_not_replayed_in_any_format(
        entrants in 2_usize..=20,
        format in prop::sample::select(vec!["round-robin", "gauntlet", "swiss", "knockout"]),
        kept in any::<u64>(),
    ) {
        let settings = settings(&[("format", format.into()), ("games", 3.into())]);
        let mut whole = schedule(&settings, entrants).unwrap();
        let given = all(&mut whole, 2, stronger);
        // Of an earlier run some are there, in the order of their numbers.
        let mut resumed = schedule(&settings, entrants).unwrap();
        let mut earlier = BTreeSet::new();
        for it in &given {
            let is_kept = (kept >> (it.id % 64)) & 1 == 1;
            if is_kept && resumed.note(it.id, it.x, it.o, stronger(it)) {
                earlier.insert(it.id);
            }
        }
        let rest = all(&mut resumed, 2, stronger);
        prop_assert!(rest.iter().all(|it| !earlier.contains(&it.id)));
        let mut both: Vec<u64> = rest.iter().map(|it| it.id).chain(earlier).collect();
        both.sort_unstable();
        prop_assert_eq!(both, (1..=given.len() as u64).collect::<Vec<_>>());
        for it in &rest {
            prop_assert!(given.contains(it), "the same matches, whoever played some before");
        }
    }
}

#[test]
fn every_number_of_players_from_2_to_101_has_balanced_colours() {
    for entrants in 2..=101 {
        for games in 1..=2_u32 {
            let settings = settings(&[("games", games.into())]);
            let given = all(&mut schedule(&settings, entrants).unwrap(), 0, stronger);
            for (player_1, played) in colours(&given, entrants) {
                let most = i64::from(entrants % 2 == 0 && games == 1);
                assert!((2 * player_1 - played).abs() <= most, "{entrants} {games}");
            }
        }
    }
}

#[test]
fn colours_can_be_drawn_for_each_match() {
    let drawn = settings(&[("colours", "random".into()), ("games", 20.into())]);
    assert_eq!(drawn.colours, Colours::Random);
    let given = all(&mut schedule(&drawn, 10).unwrap(), 0, stronger);
    let first = given.iter().filter(|it| it.x < it.o).count();
    assert!((350..550).contains(&first), "{first} of 900");
    let again = all(&mut schedule(&drawn, 10).unwrap(), 7, stronger);
    assert_eq!(given, again, "the same seed draws the same");
    let other = settings(&[("colours", "random".into()), ("games", 20.into()), ("seed", 2.into())]);
    assert_ne!(given, all(&mut schedule(&other, 10).unwrap(), 0, stronger));
}

#[test]
fn in_a_bracket_the_first_two_seeds_meet_in_the_last_round_only() {
    let seeding: Vec<toml::Value> = names(13).into_iter().map(Into::into).collect();
    let settings = settings(&[
        ("format", "knockout".into()),
        ("games", 2.into()),
        ("seeding", seeding.into()),
    ]);
    let mut schedule = schedule(&settings, 13).unwrap();
    let given = all(&mut schedule, 0, stronger);
    let of_round = |round: u32| -> BTreeSet<(usize, usize)> {
        let there = given.iter().filter(|it| it.round == round);
        there.map(|it| (it.x.min(it.o), it.x.max(it.o))).collect()
    };
    let pairs = |pairs: &[(usize, usize)]| pairs.iter().copied().collect::<BTreeSet<_>>();
    assert_eq!(of_round(1), pairs(&[(3, 12), (4, 11), (5, 10), (6, 9), (7, 8)]));
    assert_eq!(of_round(2), pairs(&[(0, 7), (1, 6), (2, 5), (3, 4)]));
    assert_eq!(of_round(3), pairs(&[(0, 3), (1, 2)]));
    assert_eq!(of_round(4), pairs(&[(0, 1)]));
}

#[test]
fn ties_of_a_knockout_are_played_on_and_then_decided_by_the_seeding() {
    let seeding: Vec<toml::Value> = names(4).into_iter().map(Into::into).collect();
    let settings = settings(&[("format", "knockout".into()), ("seeding", seeding.into())]);
    let mut schedule = schedule(&settings, 4).unwrap();
    let given = all(&mut schedule, 0, |_| MatchResult::Drawn);
    // Two matches and three times two more for each of three duels.
    assert_eq!(given.len(), 3 * 8);
    assert_eq!(schedule.survived(0), Some(2));
    assert_eq!(schedule.survived(1), Some(1));
}

#[test]
fn an_impossible_schedule_is_refused_with_the_reason() {
    let swiss = settings(&[("format", "swiss".into()), ("rounds", 6.into())]);
    let refusal = schedule(&swiss, 10).unwrap_err();
    assert_eq!(refusal, ScheduleError::TooManyRounds { entrants: 10, rounds: 6, most: 5 });
    assert_eq!(schedule(&swiss, 1).unwrap_err(), ScheduleError::TooFew(1));
    // Four players can all meet.
    let three = settings(&[("format", "swiss".into()), ("rounds", 3.into())]);
    let mut all_meet = schedule(&three, 4).unwrap();
    assert_eq!(all(&mut all_meet, 0, |_| MatchResult::Drawn).len(), 3 * 2 * 2);
    let nobody = settings(&[("format", "gauntlet".into()), ("challenger", "nobody".into())]);
    assert_eq!(schedule(&nobody, 3).unwrap_err(), ScheduleError::Nobody("nobody".to_owned()));
    let many = settings(&[("games", u32::MAX.into())]);
    assert_eq!(schedule(&many, 100_000).unwrap_err(), ScheduleError::TooMany);
    let test = settings(&[("sprt", "0,5".into())]);
    assert_eq!(schedule(&test, 3).unwrap_err(), ScheduleError::NotTwo(3));
    let nobody = settings(&[("sprt", "0,5".into()), ("challenger", "nobody".into())]);
    assert_eq!(schedule(&nobody, 2).unwrap_err(), ScheduleError::Nobody("nobody".to_owned()));
    let staged = settings(&[("sprt", "0,5".into()), ("format", "knockout".into())]);
    assert_eq!(schedule(&staged, 2).unwrap_err(), ScheduleError::TestOfFormat(Format::Knockout));
    let twice = settings(&[
        ("format", "knockout".into()),
        ("seeding", vec!["p0001", "p0000", "p0001"].into()),
    ]);
    assert_eq!(schedule(&twice, 3).unwrap_err(), ScheduleError::Twice("p0001".to_owned()));
    // Nothing is ignored without a word.
    for (name, value) in
        [("rounds", 2.into()), ("challenger", "p0000".into()), ("seeding", vec!["p0000"].into())]
    {
        let refusal = schedule(&settings(&[(name, value)]), 4).unwrap_err();
        assert!(refusal.to_string().starts_with(&format!("--{name} is for --format ")));
    }
    assert_eq!(settings(&[]).format, Format::RoundRobin);
}

#[test]
fn a_schedule_that_ends_early_gives_out_nothing_more() {
    let settings = settings(&[("games", 1000.into())]);
    let mut schedule = schedule(&settings, 2).unwrap();
    let mut open = Vec::new();
    for _ in 0..10 {
        if let Next::Match(it) = schedule.next_match() {
            open.push(it);
        }
    }
    schedule.end_after(4);
    assert_eq!(schedule.next_match(), Next::Wait, "ten are open");
    for it in open {
        assert_eq!(
            schedule.note(it.id, it.x, it.o, MatchResult::Drawn),
            it.id <= 4,
            "those beyond the end do not count"
        );
    }
    assert_eq!(schedule.next_match(), Next::Done);
}
