//! Tournaments that grow: what is asked for.

use std::fs;
use std::path::Path;

use arbitro_rules::Player;
use arbitro_testkit::journals::{name, record, settings, tournament};
use arbitro_tournament::{
    CannotGrow, Change, Growth, Journal, MatchResult, Next, Phase, Remember, Results,
    TournamentFile,
};

fn read(folder: &Path, file: &TournamentFile) -> Results {
    Results::of(file.clone(), folder, Remember::Sums).unwrap()
}

/// Plays everything that is open; the player with the smaller number wins.
fn play(folder: &Path, file: &TournamentFile) -> Results {
    let mut results = read(folder, file);
    let mut journal = Journal::open(folder, results.end).unwrap();
    while let Next::Match(it) = results.schedule.next_match() {
        let result = MatchResult::Won(if it.x < it.o { Player::X } else { Player::O });
        journal.append(&record(&it, result)).unwrap();
        results.schedule.note(it.id, it.x, it.o, result);
    }
    drop(journal);
    read(folder, file)
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
