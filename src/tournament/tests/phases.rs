//! Schedules that grow: each phase adds matches and changes none.

use std::collections::{BTreeMap, BTreeSet};

use arbitro_rules::Player;
use arbitro_testkit::games::seeded;
use arbitro_testkit::journals::{name, settings};
use arbitro_tournament::{
    Change, MatchResult, Next, Pairing, Phase, Schedule, TournamentSettings, predecessor,
    sure_rounds,
};
use rand::RngExt;

/// A history: the players in the order in which they came, and the phases.
#[derive(Clone, Default)]
struct History {
    names: Vec<String>,
    phases: Vec<Phase>,
    playing: BTreeSet<String>,
}

impl History {
    fn of(players: usize) -> History {
        let names: Vec<String> = (0..players).map(name).collect();
        History { playing: names.iter().cloned().collect(), names, phases: Vec::new() }
    }

    fn schedule(&self, settings: &TournamentSettings) -> Schedule {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        Schedule::of_phases(settings, &names, &self.phases).unwrap()
    }

    fn grow(&mut self, change: Change, round: Option<u32>) {
        let leaving: Vec<String> = match &change {
            Change::Drop(names) => names.clone(),
            change => change.newcomers().iter().filter_map(|it| predecessor(it)).collect(),
        };
        leaving.iter().for_each(|it| _ = self.playing.remove(it));
        self.names.extend_from_slice(change.newcomers());
        self.playing.extend(change.newcomers().iter().cloned());
        self.phases.push(Phase { change, round, missed: 0 });
    }

    /// Adds a random phase.
    fn grow_by_chance(&mut self, random: &mut impl RngExt) {
        let playing: Vec<&String> = self.playing.iter().collect();
        let one = playing[random.random_range(0..playing.len())].clone();
        let change = match random.random_range(0..4) {
            0 if playing.len() > 2 => Change::Drop(vec![one]),
            1 => {
                let (first, number) = one.split_once('@').unwrap_or((&one, "1"));
                let next: u32 = number.parse::<u32>().unwrap() + 1;
                Change::Replace(vec![format!("{first}@{next}")])
            }
            2 => Change::More(random.random_range(1..4)),
            _ => {
                let some = 0..random.random_range(1..4);
                Change::Add(some.map(|it| name(100 + self.names.len() + it)).collect())
            }
        };
        self.grow(change, None);
    }
}

fn stronger(it: &Pairing) -> MatchResult {
    MatchResult::Won(if it.x < it.o { Player::X } else { Player::O })
}

/// Plays at most so many matches.
fn play(schedule: &mut Schedule, most: usize) -> Vec<Pairing> {
    let mut played = Vec::new();
    while played.len() < most {
        match schedule.next_match() {
            Next::Match(it) => {
                assert!(schedule.note(it.id, it.x, it.o, stronger(&it)), "{it:?}");
                played.push(it);
            }
            Next::Wait | Next::Done => break,
        }
    }
    played
}

fn times_met(played: &[Pairing]) -> BTreeMap<[usize; 2], u32> {
    let mut met: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    for it in played {
        *met.entry([it.x.min(it.o), it.x.max(it.o)]).or_default() += 1;
    }
    met
}

#[test]
fn phases_keep_earlier_matches_and_give_every_two_players_who_play_on_as_many() {
    let mut random = seeded(1);
    for case in 0..200 {
        let games = random.random_range(1..4);
        let settings = settings(&[("games", games.into())]);
        let mut history = History::of(random.random_range(2..9));
        let mut before = play(&mut history.schedule(&settings), usize::MAX);
        for _ in 0..random.random_range(1..5) {
            history.grow_by_chance(&mut random);
            let mut schedule = history.schedule(&settings);
            for it in &before {
                assert_eq!(schedule.listed(it.id), Some(*it), "case {case}: a match changed");
                assert!(schedule.note(it.id, it.x, it.o, stronger(it)));
            }
            let new = play(&mut schedule, usize::MAX);
            assert!(schedule.is_complete());
            // Two matches of one opening belong to one phase.
            let first = new.iter().map(|it| it.opening).min();
            let last = before.iter().map(|it| it.opening).max();
            assert!(first.is_none_or(|first| Some(first) > last), "case {case}");
            before.extend(new);
        }
        let ids: Vec<u64> = before.iter().map(|it| it.id).collect();
        assert!(ids.iter().copied().eq(1..=ids.len() as u64), "case {case}: numbers");
        let more = history.phases.iter().map(|phase| match phase.change {
            Change::More(more) => more,
            _ => 0,
        });
        let all: u32 = games + more.sum::<u32>();
        let met = times_met(&before);
        let place = |name: &String| history.names.iter().position(|it| it == name).unwrap();
        let playing: Vec<usize> = history.playing.iter().map(place).collect();
        for (at, &a) in playing.iter().enumerate() {
            for &b in &playing[..at] {
                let pair = [a.min(b), a.max(b)];
                assert_eq!(met.get(&pair), Some(&all), "case {case}: {pair:?}");
                let as_x = before.iter().filter(|it| (it.x, it.o) == (pair[0], pair[1])).count();
                let as_o = all as usize - as_x;
                assert!(as_x.abs_diff(as_o) <= 1, "case {case}: colours of {pair:?}");
            }
        }
        assert!(met.values().all(|&it| it <= all), "case {case}: met too often");
    }
}

#[test]
fn in_a_gauntlet_newcomers_meet_the_challenger_and_its_next_version_meets_all() {
    let settings = settings(&[("format", "gauntlet".into()), ("games", 3.into())]);
    let mut history = History::of(4);
    history.grow(Change::Add(vec![name(7), name(8)]), None);
    history.grow(Change::Replace(vec![format!("{}@2", name(0))]), None);
    history.grow(Change::More(2), None);
    let mut schedule = history.schedule(&settings);
    let met = times_met(&play(&mut schedule, usize::MAX));
    let of = |challenger: usize, games: u32| {
        (1..=5).map(move |it| ([it.min(challenger), it.max(challenger)], games))
    };
    assert_eq!(met, of(0, 3).chain(of(6, 5)).collect::<BTreeMap<_, _>>());
    assert!(!schedule.is_uneven(), "the others have played equally often");
}

#[test]
fn a_swiss_tournament_pairs_who_plays_from_the_round_of_the_change() {
    let settings = settings(&[("format", "swiss".into()), ("rounds", 4.into())]);
    let mut history = History::of(8);
    let first = play(&mut history.schedule(&settings), 2 * 4 * 2);
    history.grow(Change::Drop(vec![name(3)]), Some(3));
    history.grow(Change::Add(vec![name(20), name(21), name(22)]), Some(3));
    history.grow(Change::More(1), Some(3));
    let mut schedule = history.schedule(&settings);
    let total = schedule.total();
    let all = play(&mut schedule, usize::MAX);
    assert_eq!(all[..first.len()], first, "earlier rounds change");
    assert_eq!((total, all.last().map(|it| it.round)), (Some(all.len() as u64), Some(5)));
    let in_round = |round: u32, player: usize| {
        all.iter().any(|it| it.round == round && [it.x, it.o].contains(&player))
    };
    assert!((3..=5).all(|round| !in_round(round, 3) && in_round(round, 8) && in_round(round, 9)));
    assert!((1..=2).all(|round| in_round(round, 3) && !in_round(round, 8)));
    assert!(times_met(&all).values().all(|&it| it == 2), "no two meet in two rounds");
    assert!(sure_rounds(10) >= 5 && schedule.is_uneven());
}
