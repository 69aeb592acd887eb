//! Tournaments that grow: what is asked for, and the ranking afterwards.

use std::fs;
use std::path::Path;

use arbitro_rules::Player;
use arbitro_testkit::journals::{name, record, settings, tournament};
use arbitro_tournament::report::{Width, ranking_text_in, write_standings};
use arbitro_tournament::{
    CannotGrow, Change, Growth, MatchResult, Next, Phase, Remember, Results, TournamentFile,
};
use arbitro_words::Language;

fn read(folder: &Path, file: &TournamentFile) -> Results {
    Results::from_file(file.clone(), folder, Remember::Sums).unwrap()
}

/// Plays everything that is open; the player with the smaller number wins.
fn play(folder: &Path, file: &TournamentFile) -> Results {
    let mut results = read(folder, file);
    let mut journal = results.open_journal(folder).unwrap();
    while let Next::Match(it) = results.schedule.next_match() {
        let result = MatchResult::Won(if it.x < it.o { Player::X } else { Player::O });
        journal.append(&record(&it, result)).unwrap();
        results.schedule.note(it.id, it.x, it.o, result);
    }
    drop(journal);
    read(folder, file)
}

#[test]
fn a_player_that_plays_no_more_has_no_place_and_stands_below_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = tournament(settings(&[]), 3);
    let ranked = |results: &Results| -> Vec<(Option<usize>, usize)> {
        let standings = results.standings();
        standings.ranking.iter().map(|it| (it.place, it.entrant)).collect()
    };
    let results = play(folder.path(), &file);
    assert_eq!(ranked(&results), [(Some(1), 0), (Some(2), 1), (Some(3), 2)]);
    let change = Change::Drop(vec![name(0)]);
    file.phases.push(Phase { change, round: None, missed: 0 });
    let results = read(folder.path(), &file);
    assert_eq!(ranked(&results), [(Some(1), 1), (Some(2), 2), (None, 0)]);
    // No player that has left is compared with the last that plays.
    let standings = results.standings();
    assert!(standings.ranking[0].superiority.is_some());
    assert_eq!(standings.ranking[1].superiority, None);
    write_standings(folder.path(), &results, &standings).unwrap();
    let table = fs::read_to_string(folder.path().join("standings.csv")).unwrap();
    let left = format!("\n,{},", name(0));
    assert!(table.contains(&left), "{table}");
    let text = ranking_text_in(&results, &standings, Width::All, None, Language::English);
    let places = text.lines().filter_map(|line| line.trim_start().split_once(". ")).count();
    assert_eq!(places, 2, "{text}");
}

#[test]
fn one_that_joined_and_has_not_played_has_no_place_yet() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = tournament(settings(&[]), 3);
    let newcomer = file.players.pop().unwrap();
    play(folder.path(), &file);
    let change = Change::Add(vec![newcomer.name.clone()]);
    file.players.push(newcomer);
    file.phases.push(Phase { change, round: None, missed: 0 });
    let places = |results: Results| {
        let ranking = results.standings().ranking;
        ranking.iter().map(|it| it.place.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(places(read(folder.path(), &file)), [true, true, true], "all play as often");
    let change = Change::Drop(vec![name(0)]);
    file.phases.push(Phase { change, round: None, missed: 0 });
    assert_eq!(places(read(folder.path(), &file)), [true, false, false]);
}

#[test]
fn matches_up_to_a_number_in_all_may_be_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    for (format, asked) in [("round-robin", 5), ("swiss", 3)] {
        let first = [("format", format.into())];
        let rounds = [("format", format.into()), ("rounds", 2.into())];
        let first = if format == "swiss" { &rounds[..] } else { &first };
        let mut file = tournament(settings(first), 4);
        let out = folder.path().join(format);
        fs::create_dir(&out).unwrap();
        let results = play(&out, &file);
        let mut growth = Growth::default();
        growth.more_to(asked, &results).unwrap();
        growth.settle(&results).unwrap();
        growth.append(&results, &mut file).unwrap();
        let results = play(&out, &file);
        let mut again = Growth::default();
        again.more_to(asked, &results).unwrap();
        again.settle(&results).unwrap();
        assert!(!growth.is_empty() && again.is_empty(), "{format}");
        let fewer = again.more_to(asked - 1, &results);
        assert!(matches!(fewer, Err(CannotGrow::MoreAlready { games }) if games == asked));
    }
}

#[test]
fn a_wrong_name_is_refused_with_the_names_of_those_who_play() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = tournament(settings(&[]), 4);
    let change = Change::Drop(vec![name(1)]);
    file.phases.push(Phase { change, round: None, missed: 0 });
    let mut growth = Growth { drop: vec!["nemo".to_owned()], ..Growth::default() };
    let refused = growth.settle(&read(folder.path(), &file)).unwrap_err().to_string();
    let playing = [0, 2, 3].map(name).join(", ");
    assert_eq!(refused, format!("no player here is named nemo: {playing} play"));
}
