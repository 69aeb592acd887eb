//! Tournaments dealt to shards, without playing: the matches of each shard, and joining of journals
//! made by others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arbitro_records::{MatchRecord, seal};
use arbitro_rules::Player;
use arbitro_tournament::{
    Dealing, FlawKind, MatchResult, Merged, Next, Opened, Pairing, Planned, Remember, Results,
    Schedule, ShardWork, TournamentError, TournamentFile, merge, status,
};
use proptest::prelude::*;

use arbitro_testkit::journals::{record, settings, tournament};

/// A plan by a program that is no more than a file.
pub(super) fn planned(folder: &Path, file: TournamentFile, shards: u32) -> Planned {
    let program = folder.join("program");
    fs::write(&program, "program").unwrap();
    Planned::freeze(folder, file, shards, &program).unwrap()
}

/// Result of a match: the smaller number wins most of the time.
pub(super) fn result(it: &Pairing) -> MatchResult {
    match it.id % 5 {
        0 => MatchResult::Drawn,
        1 => MatchResult::Won(Player::X),
        _ if it.x < it.o => MatchResult::Won(Player::X),
        _ => MatchResult::Won(Player::O),
    }
}

pub(super) fn line(it: &Pairing, counted: MatchResult) -> String {
    let record = MatchRecord { ms: vec![1.5], ..record(it, counted) };
    format!("{}\n", seal(&record.to_line()))
}

pub(super) fn schedule(file: &TournamentFile) -> Schedule {
    file.schedule().unwrap()
}

/// A tournament played to its end on one machine.
pub(super) fn on_one_machine(file: &TournamentFile) -> String {
    let mut schedule = schedule(file);
    let mut lines = BTreeMap::new();
    while let Next::Match(it) = schedule.next_match() {
        lines.insert(it.id, line(&it, result(&it)));
        schedule.note(it.id, it.x, it.o, result(&it));
    }
    lines.into_values().collect()
}

pub(super) fn journal(planned: &Planned, round: u32, shard: u32) -> PathBuf {
    planned.shard_folder(round, shard).join("matches.jsonl")
}

/// Writes what the shards of a round play, in another order than that of the matches.
pub(super) fn play_round(planned: &Planned, round: u32) {
    let mut whole = schedule(&planned.file);
    let joined = planned.folder.join("matches.jsonl");
    if joined.exists() {
        whole = Results::read(&planned.folder, Remember::Sums).unwrap().schedule;
    }
    let matches = whole.stages()[round as usize - 1].clone();
    let dealing = Dealing::new(matches, planned.file.settings.games, planned.plan.shards);
    for shard in 0..planned.plan.shards {
        let part = dealing.part(shard);
        let lines: Vec<String> = (1..=part.matches())
            .rev()
            .map(|place| whole.listed(part.id(place).unwrap()).unwrap())
            .map(|it| line(&it, result(&it)))
            .collect();
        let path = journal(planned, round, shard);
        if !lines.is_empty() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, lines.concat()).unwrap();
        }
    }
}

#[test]
fn every_match_is_in_exactly_one_shard_and_no_shard_has_more_than_a_pairing_more_than_another() {
    for games in 1..=3_u32 {
        for first in [1, 7] {
            for count in 0..80 {
                for shards in 1..=24 {
                    let matches = first..first + count;
                    let dealing = Dealing::new(matches.clone(), games, shards);
                    let mut seen = BTreeSet::new();
                    let mut sizes = Vec::new();
                    for shard in 0..shards {
                        let part = dealing.part(shard);
                        sizes.push(part.matches());
                        for place in 1..=part.matches() {
                            let id = part.id(place).unwrap();
                            assert_eq!(part.place(id), Some(place));
                            assert_eq!(dealing.shard_of(id), Some(shard));
                            assert!(seen.insert(id), "match {id} is in two shards");
                        }
                        assert_eq!(part.id(0), None);
                        assert_eq!(part.id(part.matches() + 1), None);
                    }
                    assert!(seen.into_iter().eq(matches.clone()));
                    let spread = sizes.iter().max().unwrap() - sizes.iter().min().unwrap();
                    assert!(spread <= u64::from(games.min(2)), "{sizes:?}");
                    assert_eq!(dealing.part(shards).matches(), 0);
                    assert_eq!(dealing.shard_of(matches.end), None);
                    assert_eq!(dealing.shard_of(first - 1), None);
                }
            }
        }
    }
}

#[test]
fn both_colours_of_a_pairing_are_in_one_shard() {
    let file = tournament(settings(&[]), 9);
    let schedule = schedule(&file);
    let dealing = Dealing::new(1..73, 2, 5);
    let mut shards = BTreeMap::new();
    for id in 1..73 {
        let opening = schedule.listed(id).unwrap().opening;
        let shard = dealing.shard_of(id).unwrap();
        assert_eq!(*shards.entry(opening).or_insert(shard), shard);
    }
}

#[test]
fn no_player_has_all_its_matches_in_few_shards() {
    // With eight boards in a round and eight shards, the same board would be the same shard always.
    let file = tournament(settings(&[]), 16);
    let schedule = schedule(&file);
    let dealing = Dealing::new(1..241, 2, 8);
    for player in 0..16 {
        let ids = (1..241).filter(|&id| {
            let it = schedule.listed(id).unwrap();
            it.x == player || it.o == player
        });
        let shards: BTreeSet<_> = ids.map(|id| dealing.shard_of(id)).collect();
        assert!(shards.len() >= 5, "player {player} is in {shards:?}");
    }
}

proptest! {
    #[test]
    fn a_match_is_found_in_its_shard_however_many_there_are(
        first in 1_u64..1 << 50,
        count in 1_u64..1 << 50,
        shards in 1_u32..1_000_000,
        games in 1_u32..5,
        at in any::<u64>(),
    ) {
        let dealing = Dealing::new(first..first + count, games, shards);
        let id = first + at % count;
        let shard = dealing.shard_of(id).unwrap();
        prop_assert!(shard < shards);
        let part = dealing.part(shard);
        let place = part.place(id).unwrap();
        prop_assert!(place <= part.matches());
        prop_assert_eq!(part.id(place), Some(id));
    }
}

#[test]
fn the_parts_of_a_schedule_give_out_its_matches_with_its_colours() {
    for more in [
        vec![("colours", toml::Value::from("random"))],
        vec![("format", "gauntlet".into()), ("games", 3.into())],
        vec![("format", "swiss".into())],
        vec![("format", "knockout".into()), ("games", 1.into())],
    ] {
        let file = tournament(settings(&more), 11);
        let mut whole = schedule(&file);
        let matches = whole.stages()[0].clone();
        let expected: Vec<Pairing> = matches.clone().map(|id| whole.listed(id).unwrap()).collect();
        let dealing = Dealing::new(matches, file.settings.games, 4);
        let mut found = Vec::new();
        for shard in 0..4 {
            let mut first = schedule(&file);
            first.stages();
            let mut part = first.into_part(dealing.part(shard));
            let mut given = Vec::new();
            while let Next::Match(it) = part.next_match() {
                given.push(it);
            }
            assert_eq!(part.total(), Some(given.len() as u64));
            for it in &given {
                assert!(!part.is_complete());
                assert_eq!(part.next_match(), Next::Wait);
                assert!(part.note(it.id, it.x, it.o, MatchResult::Drawn));
                assert!(!part.note(it.id, it.x, it.o, MatchResult::Drawn), "once");
            }
            assert!(part.is_complete());
            assert_eq!(part.next_match(), Next::Done);
            found.extend(given);
        }
        found.sort_by_key(|it| it.id);
        assert_eq!(found, expected, "{more:?}");
    }
}

#[test]
fn joined_shards_are_the_journal_of_one_machine_to_the_byte() {
    for (shards, more) in [
        (1, vec![]),
        (3, vec![("games", toml::Value::from(3))]),
        (200, vec![("format", "gauntlet".into())]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = tournament(settings(&more), 8);
        let mut planned = planned(folder.path(), file.clone(), shards);
        play_round(&planned, 1);
        let whole = on_one_machine(&file);
        let matches = whole.lines().count() as u64;
        // And again, which changes nothing.
        for _ in 0..2 {
            let merged = merge(&mut planned, None).unwrap();
            assert_eq!(merged, Merged::Complete { matches });
            let joined = fs::read_to_string(folder.path().join("matches.jsonl")).unwrap();
            assert!(joined == whole, "{shards} shards");
        }
    }
}

#[test]
fn rounds_open_one_after_the_other_and_end_as_on_one_machine() {
    for (entrants, more) in [
        (9, vec![("format", toml::Value::from("swiss")), ("rounds", 4.into())]),
        (6, vec![("format", "knockout".into())]),
        (8, vec![("format", "knockout".into()), ("games", 1.into())]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = tournament(settings(&more), entrants);
        let mut planned = planned(folder.path(), file.clone(), 5);
        let whole = on_one_machine(&file);
        let rounds = planned.plan.rounds;
        for round in 1..=rounds + 1 {
            assert!(round <= rounds, "{more:?} ends within {rounds} rounds");
            assert_eq!(Planned::read(folder.path()).unwrap().plan.round, round);
            let ahead = ShardWork::open(&planned, 0, Some(round + 1));
            if round < rounds {
                assert!(matches!(
                    ahead,
                    Err(TournamentError::NotReady { round: asked, current, .. })
                        if asked == round + 1 && current == round
                ));
            }
            play_round(&planned, round);
            let joined = |planned: &mut Planned| {
                let merged = merge(planned, Some(round)).unwrap();
                let joined = fs::read_to_string(folder.path().join("matches.jsonl")).unwrap();
                assert!(whole.starts_with(&joined));
                (merged, joined)
            };
            let (merged, text) = joined(&mut planned);
            assert_eq!(joined(&mut planned).0, merged, "repeated");
            match merged {
                Merged::Next { round: next, .. } => assert_eq!(next, round + 1),
                Merged::Complete { .. } => {
                    assert!(text == whole);
                    // What is left of a knockout's rounds has nothing to play, and says so in peace.
                    if round < rounds {
                        let over = ShardWork::open(&planned, 3, Some(rounds)).unwrap();
                        assert!(matches!(over, Opened::Over));
                        let again = merge(&mut planned, Some(rounds)).unwrap();
                        assert!(matches!(again, Merged::Complete { .. }));
                    }
                    break;
                }
                Merged::Lacking(flaws) => panic!("{flaws:?}"),
            }
        }
    }
}

#[test]
fn an_unstarted_round_lacks_no_results_unless_requested() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("format", "swiss".into())]), 6);
    let mut planned = planned(folder.path(), file, 2);
    let nothing = merge(&mut planned, None).unwrap();
    assert!(matches!(nothing, Merged::Lacking(_)), "the first is");
    play_round(&planned, 1);
    for must in [None, Some(1), None] {
        let merged = merge(&mut planned, must).unwrap();
        assert_eq!(merged, Merged::Next { round: 2, matches: 6 });
    }
    let Merged::Lacking(flaws) = merge(&mut planned, Some(2)).unwrap() else {
        panic!("round 2 is not there");
    };
    assert!(flaws.iter().all(|it| it.round == 2));
    // A round that was joined is not forgotten.
    play_round(&planned, 2);
    merge(&mut planned, None).unwrap();
    fs::remove_dir_all(folder.path().join("shards/round-2")).unwrap();
    let Merged::Lacking(flaws) = merge(&mut planned, None).unwrap() else {
        panic!("round 2 is gone");
    };
    assert!(flaws.iter().all(|it| it.round == 2));
}

#[test]
fn a_shard_is_played_by_one_at_a_time_and_status_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut planned = planned(folder.path(), tournament(settings(&[]), 4), 2);
    let Opened::Work(first) = ShardWork::open(&planned, 1, None).unwrap() else {
        panic!("it has matches");
    };
    let second = ShardWork::open(&planned, 1, None).unwrap_err();
    assert!(matches!(second, TournamentError::Taken { .. }), "{second}");
    assert!(second.to_string().contains("process"), "{second}");
    let running = |planned: &Planned| -> Vec<bool> {
        let told = status(planned).unwrap();
        told.shards.iter().map(|it| it.is_running).collect()
    };
    assert_eq!(running(&planned), [false, true]);
    let Merged::Lacking(flaws) = merge(&mut planned, None).unwrap() else {
        panic!("nothing was played");
    };
    assert!(matches!(flaws[1].kind, FlawKind::Missing { is_running: true, .. }));
    drop(first);
    assert_eq!(running(&planned), [false, false]);
    ShardWork::open(&planned, 1, None).unwrap();
}

#[test]
fn more_shards_than_matches_leave_some_with_nothing_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let planned = planned(folder.path(), tournament(settings(&[]), 3), 9);
    let opened: Vec<_> = (0..9)
        .map(|shard| ShardWork::open(&planned, shard, None).unwrap())
        .filter(|it| matches!(it, Opened::Work(_)))
        .collect();
    assert_eq!(opened.len(), 3);
    assert!(matches!(
        ShardWork::open(&planned, 9, None),
        Err(TournamentError::NoShard { shard: 9, shards: 9 })
    ));
    assert!(matches!(
        ShardWork::open(&planned, 0, Some(2)),
        Err(TournamentError::NoRound { round: 2, rounds: 1 })
    ));
}

#[test]
fn changes_to_a_plan_are_detected() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(matches!(Planned::read(at), Err(TournamentError::NoPlan { .. })));
    let planned = planned(at, tournament(settings(&[]), 4), 2);
    planned.check_program(&at.join("program")).unwrap();
    fs::write(at.join("program"), "another").unwrap();
    let refused = planned.check_program(&at.join("program"));
    assert!(matches!(refused, Err(TournamentError::OtherProgram { .. })));

    let plan = fs::read_to_string(at.join("plan.toml")).unwrap();
    for (from, to, part) in [
        ("version = 1", "version = 2", "version 2, this program reads version 1"),
        ("version = 1", "revision = 1", "it has no version"),
        ("shards = 2", "shards = 0", "counted from 1"),
        ("round = 1", "round = 7", "counted from 1"),
        ("shards = 2", "shards = -2", "not a valid plan"),
        ("round-robin", "swiss", "not what was planned"),
    ] {
        assert!(plan.contains(from), "{plan}");
        fs::write(at.join("plan.toml"), plan.replacen(from, to, 1)).unwrap();
        let refused = Planned::read(at).unwrap_err().to_string();
        assert!(refused.contains(part), "{to}: {refused}");
    }
    fs::write(at.join("plan.toml"), plan).unwrap();
    let file = fs::read_to_string(at.join("tournament.toml")).unwrap();
    fs::write(at.join("tournament.toml"), file.replace("seed = 1", "seed = 2")).unwrap();
    assert!(matches!(Planned::read(at), Err(TournamentError::OtherTournament)));
}
