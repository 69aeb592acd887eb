//! Results of a journal: void matches, missing lines, very long ones.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use arbitro_records::{MatchRecord, seal};
use arbitro_rules::Player;
use arbitro_tournament::{
    CountedMatch, JOURNAL, Journal, JournalEnd, MatchResult, Next, Pairing, Remember, Results,
    SprtWatch, TournamentFile, read_journals,
};

use arbitro_testkit::journals::{record, settings, tournament};

/// Plays to the end as a run does.
fn play(
    folder: &Path,
    file: &TournamentFile,
    result: impl Fn(&Pairing) -> MatchResult,
) -> Vec<Pairing> {
    let mut results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    let mut journal = results.open_journal(folder).unwrap();
    let mut played = Vec::new();
    while let Next::Match(it) = results.schedule.next_match() {
        journal.append(&record(&it, result(&it))).unwrap();
        results.schedule.note(it.id, it.x, it.o, result(&it));
        played.push(it);
    }
    played
}

#[test]
fn a_void_match_before_a_tie_break_does_not_cost_what_came_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("format", "knockout".into())]), 2);
    let result = |it: &Pairing| match it.id {
        1 => MatchResult::Void,
        2..=4 => MatchResult::Drawn,
        _ => MatchResult::Won(if it.x == 0 { Player::X } else { Player::O }),
    };
    let played = play(folder.path(), &file, result);
    assert_eq!(played.len(), 6, "two tie-breaks follow");
    let results = Results::from_file(file, folder.path(), Remember::Places).unwrap();
    assert!(results.problems.is_empty(), "{:?}", results.problems);
    assert_eq!(results.tally.matches() + results.voids(), played.len() as u64);
    assert_eq!(results.open_voids.len(), 0, "the tie-break was paired without it");
    assert!(results.is_complete());
}

#[test]
fn a_void_match_of_the_last_stage_is_to_be_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("format", "swiss".into()), ("rounds", 2.into())]), 4);
    let played = play(folder.path(), &file, |it| match it.id {
        1 | 8 => MatchResult::Void,
        _ => MatchResult::Drawn,
    });
    assert_eq!(played.len(), 8);
    let mut results = Results::from_file(file, folder.path(), Remember::Places).unwrap();
    assert_eq!((results.voids(), results.open_voids.len()), (2, 1));
    assert_eq!(results.schedule.next_match(), Next::Match(played[7]));
}

#[test]
fn a_void_match_does_not_count_in_a_sequential_test() {
    let of = |id: u64, counted| CountedMatch {
        x: usize::from(id.is_multiple_of(2)),
        o: usize::from(!id.is_multiple_of(2)),
        opening: None,
        counted,
        forfeit: None,
        plies: 1,
        game: None,
    };
    let mut watch = SprtWatch::new("0,100".parse().unwrap(), vec![0]);
    for (id, counted) in [
        (1, MatchResult::Void),
        (2, MatchResult::Won(Player::X)),
        (3, MatchResult::Drawn),
        (4, MatchResult::Drawn),
    ] {
        watch.note(id, &of(id, counted));
    }
    assert_eq!(watch.pairs(), [0, 0, 1, 0, 0], "the first pair says nothing");

    // What was decided while it was played is what the journal says.
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("sprt", "0,400".into()), ("games", 500.into())]), 2);
    let mut results = Results::from_file(file.clone(), folder.path(), Remember::Sums).unwrap();
    let mut journal = Journal::open(folder.path(), 0, JournalEnd::default()).unwrap();
    let mut live = SprtWatch::new("0,400".parse().unwrap(), vec![0]);
    while let Next::Match(it) = results.schedule.next_match() {
        let counted = match it.id {
            6 => MatchResult::Void,
            _ => MatchResult::Won(if it.x == 0 { Player::X } else { Player::O }),
        };
        journal.append(&record(&it, counted)).unwrap();
        let outcome = CountedMatch { x: it.x, o: it.o, ..of(it.id, counted) };
        if live.note(it.id, &outcome).is_some() {
            break;
        }
    }
    assert!(live.decision().is_some());
    let results = Results::from_file(file, folder.path(), Remember::Sums).unwrap();
    let read = results.sprt.clone().unwrap();
    assert_eq!((read.decision(), read.pairs()), (live.decision(), live.pairs()));
    assert_eq!(results.open_voids.len(), 0);
    assert!(results.is_complete());
}

#[test]
fn the_longest_match_there_can_be_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("games", 1.into())]), 2);
    let mut results = Results::from_file(file.clone(), folder.path(), Remember::Sums).unwrap();
    let Next::Match(it) = results.schedule.next_match() else {
        panic!("there is one");
    };
    let plies = 1_000_000;
    let mut journal = Journal::open(folder.path(), 0, JournalEnd::default()).unwrap();
    let long = MatchRecord {
        plies: Some(plies as u64),
        moves: vec!["22-18"; plies].join(" "),
        ms: vec![1234.567; plies],
        cpu_ms: vec![1234.567; plies],
        ..record(&it, MatchResult::Drawn)
    };
    journal.append(&long).unwrap();
    assert!(fs::metadata(journal.path()).unwrap().len() > 16 << 20);
    let results = Results::from_file(file, folder.path(), Remember::Sums).unwrap();
    assert!(results.problems.is_empty(), "{:?}", results.problems);
    assert_eq!(results.tally.plies(), plies as u64);
}

/// The report names that day as the last match's.
#[test]
fn a_journal_that_is_opened_keeps_its_time_until_a_match_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[]), 2);
    let played = play(folder.path(), &file, |_| MatchResult::Drawn);
    let path = folder.path().join(JOURNAL);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().append(true).open(&path).unwrap().set_modified(long_ago).unwrap();
    let time = || fs::metadata(&path).unwrap().modified().unwrap();
    let end = Results::from_file(file, folder.path(), Remember::Sums).unwrap().ends[&0];
    let journal = Journal::open(folder.path(), 0, end).unwrap();
    assert_eq!(time(), long_ago);
    drop(journal);
    assert_eq!(time(), long_ago);
    let mut journal = Journal::open(folder.path(), 0, end).unwrap();
    journal.append(&record(&played[0], MatchResult::Drawn)).unwrap();
    drop(journal);
    assert!(time() > long_ago);
}

#[test]
fn a_journal_that_is_no_plain_file_is_refused_and_never_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join(JOURNAL);
    let read = || read_journals(folder.path(), |_| Ok::<_, std::io::Error>(()));
    let open = || Journal::open(folder.path(), 0, JournalEnd::default());

    rustix::fs::mknodat(
        rustix::fs::CWD,
        &journal,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    assert!(read().is_err() && open().is_err());
    fs::remove_file(&journal).unwrap();

    std::os::unix::fs::symlink("/dev/zero", &journal).unwrap();
    assert!(read().is_err() && open().is_err());
    fs::remove_file(&journal).unwrap();

    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, "").unwrap();
    std::os::unix::fs::symlink(&elsewhere, &journal).unwrap();
    assert!(read().is_ok() && open().is_err());
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_not_taken_for_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join(JOURNAL);
    let read = |text: &str| {
        fs::write(&journal, format!("{text}\n")).unwrap();
        read_journals(folder.path(), |_| Ok::<_, std::io::Error>(()))
    };
    let line = r#"{"v":2,"game":"dama","moves":""}"#;
    let error = read(&seal(line)).unwrap_err().to_string();
    assert!(error.contains("line 1 is of version 2") && error.contains("newer arbitro"), "{error}");
    // A damaged line may say anything.
    assert!(read(line).is_ok());
}
