//! Tournaments played in parts, without playing: the matches of each part, and joining of journals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arbitro_records::{MatchRecord, seal};
use arbitro_rules::Player;
use arbitro_tournament::{
    MatchResult, Next, OpenPart, Pairing, Part, Remember, Results, RunLock, TournamentFile, join,
    journal, open_elsewhere, parts_in,
};

use arbitro_testkit::journals::{record, settings, tournament};

/// Result of a match: the smaller number wins most of the time.
fn result(it: &Pairing) -> MatchResult {
    match it.id % 5 {
        0 => MatchResult::Drawn,
        1 => MatchResult::Won(Player::X),
        _ if it.x < it.o => MatchResult::Won(Player::X),
        _ => MatchResult::Won(Player::O),
    }
}

fn line(it: &Pairing, counted: MatchResult) -> String {
    let record = MatchRecord { ms: vec![1.5], ..record(it, counted) };
    format!("{}\n", seal(&record.to_line()))
}

/// A tournament played to its end on one machine.
fn on_one_machine(file: &TournamentFile) -> String {
    let mut schedule = file.schedule().unwrap();
    let mut lines = BTreeMap::new();
    while let Next::Match(it) = schedule.next_match() {
        lines.insert(it.id, line(&it, result(&it)));
        schedule.note(it.id, it.x, it.o, result(&it));
    }
    lines.into_values().collect()
}

/// Plays at most `most` open matches of a part, and returns how many there were.
fn play(folder: &Path, file: &TournamentFile, part: Part, most: usize) -> usize {
    let mut results = Results::for_part(file.clone(), folder, part).unwrap();
    let mut opened = results.open_journal(folder).unwrap();
    let mut played = 0;
    while let Next::Match(it) = results.schedule.next_match() {
        if played == most {
            break;
        }
        played += 1;
        let record = MatchRecord { ms: vec![1.5], ..record(&it, result(&it)) };
        opened.append(&record).unwrap();
        results.schedule.note(it.id, it.x, it.o, result(&it));
    }
    played
}

fn look(folder: &Path, file: &TournamentFile, part: Part) -> Option<OpenPart> {
    let mut results = Results::for_part(file.clone(), folder, part).unwrap();
    open_elsewhere(folder, &mut results, part).unwrap()
}

fn read(folder: &Path) -> String {
    fs::read_to_string(folder.join("matches.jsonl")).unwrap()
}

#[test]
fn parts_of_any_number_killed_and_dealt_anew_join_to_what_one_machine_plays() {
    for (players, format, rounds) in [
        (7, "round-robin", None),
        (6, "swiss", Some(3)),
        (5, "knockout", None),
        (9, "gauntlet", None),
    ] {
        let mut keys = vec![("format", format.into()), ("games", 3.into())];
        keys.extend(rounds.map(|round: i64| ("rounds", round.into())));
        let file = tournament(settings(&keys), players);
        let expected = on_one_machine(&file);
        for (first, then) in [(1, 1), (4, 4), (4, 7), (40, 3)] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            // Some are killed in the midst.
            for number in 1..=first {
                play(folder, &file, Part::new(number, first).unwrap(), (number as usize * 5) % 7);
            }
            if first != then {
                join(folder, &file).unwrap();
                assert!(parts_in(folder).unwrap().is_empty());
            }
            let parts = || (1..=then).rev().map(|it| Part::new(it, then).unwrap());
            while parts().map(|part| play(folder, &file, part, usize::MAX)).sum::<usize>() > 0 {}
            for part in parts() {
                assert_eq!(look(folder, &file, part), None, "{format}: nothing is open");
            }
            let results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
            assert!(results.is_complete() && results.repeated == 0 && results.problems.is_empty());
            join(folder, &file).unwrap();
            assert_eq!(read(folder), expected, "{format}: {first}, then {then} parts");
        }
    }
}

#[test]
fn who_is_killed_after_joining_leaves_lines_twice_that_are_not_told() {
    let file = tournament(settings(&[]), 5);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let part = Part::new(2, 2).unwrap();
    play(folder, &file, part, usize::MAX);
    let own = fs::read_to_string(journal(folder, 2)).unwrap();
    play(folder, &file, Part::new(1, 2).unwrap(), usize::MAX);
    join(folder, &file).unwrap();
    fs::write(journal(folder, 2), &own).unwrap();
    let results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    assert_eq!((results.repeated, results.tally.matches()), (0, 20));
    // A second result of a match is told.
    let it = results.schedule.listed(1).unwrap();
    fs::write(journal(folder, 2), line(&it, MatchResult::Void) + &line(&it, MatchResult::Drawn))
        .unwrap();
    let results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    assert_eq!((results.repeated, results.tally.matches()), (1, 20));
    let joined = read(folder);
    fs::write(journal(folder, 2), own).unwrap();
    join(folder, &file).unwrap();
    assert_eq!(read(folder), joined);
}

#[test]
fn of_a_part_that_is_played_reading_stops_at_the_first_line_that_is_not_whole() {
    let file = tournament(settings(&[]), 5);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, &file, Part::new(1, 2).unwrap(), usize::MAX);
    let whole = fs::read_to_string(journal(folder, 1)).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let torn = format!(
        "{}\n{}\n{}\n{}",
        lines[0],
        lines[1].replace("wins", "w").replace('"', "'"),
        lines[2],
        &lines[3][..9]
    );
    fs::write(journal(folder, 1), torn).unwrap();
    let read = || Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    let lock = RunLock::part(folder, 1).unwrap().unwrap();
    let results = read();
    assert_eq!((results.tally.matches(), results.problems.len(), results.torn()), (1, 0, 0));
    drop(lock);
    let results = read();
    assert_eq!((results.tally.matches(), results.problems.len()), (2, 1));
    assert_eq!(results.torn(), 9);
    // Its own part plays it again, and what was damaged is set aside.
    play(folder, &file, Part::new(1, 2).unwrap(), usize::MAX);
    play(folder, &file, Part::new(2, 2).unwrap(), usize::MAX);
    join(folder, &file).unwrap();
    assert_eq!(read().tally.matches(), 20);
    assert!(folder.join("matches.damaged").exists());
}

#[test]
fn a_part_looks_for_open_ones_from_its_own_number_on_and_voids_keep_nobody() {
    let file = tournament(settings(&[]), 6);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let part = |number| Part::new(number, 4).unwrap();
    play(folder, &file, part(2), usize::MAX);
    play(folder, &file, part(3), 1);
    assert_eq!(look(folder, &file, part(2)).map(|look| look.part), Some(3));
    play(folder, &file, part(3), usize::MAX);
    play(folder, &file, part(4), usize::MAX);
    assert_eq!(look(folder, &file, part(2)).map(|look| look.part), Some(1));
    // One of the first part is void; the others are played.
    let mut results = Results::for_part(file.clone(), folder, part(1)).unwrap();
    let Next::Match(it) = results.schedule.next_match() else { panic!() };
    fs::write(journal(folder, 1), line(&it, MatchResult::Void)).unwrap();
    let lines: Vec<String> = (1..=30)
        .filter(|&id| id != it.id && results.schedule.is_own(id))
        .map(|id| results.schedule.listed(id).unwrap())
        .map(|it| line(&it, result(&it)))
        .collect();
    fs::write(journal(folder, 1), line(&it, MatchResult::Void) + &lines.concat()).unwrap();
    assert_eq!(look(folder, &file, part(2)), None);
    join(folder, &file).unwrap();
    let results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    assert_eq!((results.tally.matches(), results.open_voids.len()), (29, 1));
    let open = results.open_in_parts(4);
    assert_eq!(open, [OpenPart { part: 1, matches: 1, voids: 1 }]);
    assert_eq!(play(folder, &file, part(1), usize::MAX), 1, "its own part plays it again");
    join(folder, &file).unwrap();
    let results = Results::from_file(file, folder, Remember::Sums).unwrap();
    assert!(results.is_complete() && results.voids() == 0);
}

#[test]
fn a_round_with_a_void_match_is_not_whole_and_opens_no_other() {
    let file = tournament(
        settings(&[("format", "swiss".into()), ("rounds", 3.into()), ("games", 1.into())]),
        4,
    );
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut schedule = file.schedule().unwrap();
    let Next::Match(one) = schedule.next_match() else { panic!() };
    let Next::Match(two) = schedule.next_match() else { panic!() };
    let text = line(&one, MatchResult::Void) + &line(&two, result(&two));
    fs::write(journal(folder, 1), text).unwrap();
    let part = Part::new(1, 1).unwrap();
    let mut results = Results::for_part(file.clone(), folder, part).unwrap();
    assert_eq!(results.schedule.next_match(), Next::Match(one), "it is played again");
    results.schedule.note(one.id, one.x, one.o, MatchResult::Void);
    assert_eq!(results.schedule.next_match(), Next::Done, "and keeps the next round closed");
    assert_eq!(play(folder, &file, part, 1), 1);
    let mut results = Results::for_part(file, folder, part).unwrap();
    assert!(matches!(results.schedule.next_match(), Next::Match(it) if it.round == 2));
}

#[test]
fn a_folder_is_had_alone_or_shared_by_parts_and_says_by_whom() {
    use arbitro_tournament::{Holder, is_played};
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(!is_played(folder).unwrap());
    let alone = RunLock::alone(folder).unwrap().unwrap();
    let Err(Holder::Alone(who)) = RunLock::beside_others(folder).unwrap() else { panic!() };
    assert!(who.contains(&format!("process {}", std::process::id())), "{who}");
    assert!(is_played(folder).unwrap());
    drop(alone);
    let one = RunLock::beside_others(folder).unwrap().unwrap();
    let two = RunLock::beside_others(folder).unwrap().unwrap();
    let part = RunLock::part(folder, 3).unwrap().unwrap();
    assert!(RunLock::part(folder, 3).unwrap().is_none());
    assert_eq!(RunLock::alone(folder).unwrap().unwrap_err(), Holder::Parts(vec![3]));
    assert!(is_played(folder).unwrap());
    drop((one, two, part));
    assert!(RunLock::alone(folder).unwrap().is_ok());
}

#[test]
fn a_line_of_a_tournament_with_another_seed_does_not_count() {
    let file = tournament(settings(&[]), 4);
    let folder = tempfile::tempdir().unwrap();
    let it = file.schedule().unwrap().listed(1).unwrap();
    let other = MatchRecord { seed: Some(5), ..record(&it, MatchResult::Drawn) };
    fs::write(folder.path().join("matches.jsonl"), format!("{}\n", seal(&other.to_line())))
        .unwrap();
    let results = Results::from_file(file, folder.path(), Remember::Sums).unwrap();
    assert_eq!((results.tally.matches(), results.problems.len()), (0, 1));
}

#[test]
fn joining_keeps_matches_of_later_rounds_while_one_of_an_earlier_round_is_missing() {
    let keys = [("format", "swiss".into()), ("rounds", 3.into()), ("games", 1.into())];
    let file = tournament(settings(&keys), 4);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = on_one_machine(&file);
    let (_, without_the_first) = whole.split_once('\n').unwrap();
    fs::write(journal(folder, 1), without_the_first).unwrap();
    join(folder, &file).unwrap();
    assert_eq!(read(folder), without_the_first);
    play(folder, &file, Part::new(1, 1).unwrap(), usize::MAX);
    join(folder, &file).unwrap();
    assert_eq!(read(folder), whole);
}
