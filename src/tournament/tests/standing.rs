//! Standing tournaments: `pairings.jsonl`, and the journal beside it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use arbitro_records::seal;
use arbitro_rules::Player;
use arbitro_tournament::report::{PAGE, write_all};
use arbitro_tournament::{
    JOURNAL, LadderEvent, MatchResult, PAIRINGS, Pairing, Pairings, Recorder, Remember, Results,
    TournamentFile,
};

use arbitro_testkit::folders::append;
use arbitro_testkit::journals::{name, record, settings, tournament};
use arbitro_words::Language;

fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut file = tournament(settings(&[("format", "standing".into())]), 0);
    file.pairings = Some(Pairings::default());
    file.write(folder.path()).unwrap();
    fs::write(folder.path().join(JOURNAL), "").unwrap();
    folder
}

fn read(folder: &Path) -> Results {
    Results::read(folder, Remember::Outcomes).unwrap()
}

fn write(folder: &Path, events: &[LadderEvent]) {
    let file = TournamentFile::read(folder).unwrap();
    Recorder::open(folder, &file.pairings.unwrap()).unwrap().append(events).unwrap();
}

fn entry(entry: String, sha256: usize) -> LadderEvent {
    let (author, needs) = (None, Vec::new());
    LadderEvent::Entry { entry, sha256: sha256.to_string(), author, needs, rung: false }
}

fn paired(pairing: u64, x: usize, o: usize) -> LadderEvent {
    LadderEvent::Pairing { pairing, x: name(x), o: name(o), opening: pairing }
}

fn play(folder: &Path, id: u64, x: usize, o: usize) {
    let pairing = Pairing { id, round: 1, x, o, opening: id, pair: 0 };
    append(folder, &record(&pairing, MatchResult::Won(Player::X)));
}

fn enter(folder: &Path, players: usize) {
    write(folder, &(0..players).map(|it| entry(name(it), it)).collect::<Vec<_>>());
}

#[test]
fn who_entered_met_and_rests_is_read_from_both_files() {
    let folder = begun();
    let at = folder.path();
    assert_eq!(read(at).standings().ranking, [], "nobody is there yet");
    enter(at, 3);
    write(at, &[paired(1, 0, 1), paired(2, 2, 0), LadderEvent::Rest { version: name(1) }]);
    play(at, 1, 0, 1);
    let results = read(at);
    assert_eq!(results.file.names(), [name(0), name(1), name(2)]);
    assert_eq!((results.tally.matches(), results.schedule.total()), (1, None));
    assert!(!results.is_complete(), "it plays until it is stopped");
    let standings = results.standings();
    let places: Vec<_> = standings.ranking.iter().map(|it| (it.entrant, it.place)).collect();
    assert_eq!(places, [(0, Some(1)), (1, None), (2, None)], "one has not played, one rests");
    assert!(standings.is_by_rating);
    assert_eq!(results.schedule.listed(2).map(|listed| [listed.x, listed.o]), Some([2, 0]));
    assert_eq!(results.schedule.withdrawn(), [], "what was paired is played");
}

#[test]
fn a_version_that_comes_or_returns_lets_the_others_of_its_player_rest() {
    let folder = begun();
    let at = folder.path();
    enter(at, 2);
    let second = format!("{}@2", name(0));
    let use_now = || -> Vec<usize> { read(at).file.pairings.unwrap().in_use().collect() };
    write(at, &[entry(second, 7)]);
    assert_eq!(use_now(), [1, 2]);
    write(at, &[LadderEvent::Return { version: name(0), asked: true }]);
    assert_eq!(use_now(), [0, 1]);
}

#[test]
fn one_who_follows_counts_a_match_only_once_its_players_are_known() {
    let folder = begun();
    let at = folder.path();
    enter(at, 2);
    let mut follower = read(at);
    for id in 1..=20 {
        let newcomer = usize::try_from(id).unwrap() + 1;
        write(at, &[entry(name(newcomer), newcomer), paired(id, newcomer, 0)]);
        play(at, id, newcomer, 0);
        assert!(follower.read_on(at).unwrap());
        assert_eq!((follower.tally.matches(), &*follower.problems), (id, &[][..]));
        assert_eq!(follower.standings().ranking.len(), newcomer + 1);
    }
    assert_eq!(follower.standings().ranking, read(at).standings().ranking);
}

#[test]
fn a_torn_line_is_cut_off_and_a_damaged_one_is_told_and_costs_its_own_match_alone() {
    let folder = begun();
    let at = folder.path();
    enter(at, 2);
    write(at, &[paired(1, 0, 1), paired(2, 1, 0), paired(3, 0, 1)]);
    let file = at.join(PAIRINGS);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"pairing\":2", "\"pairing\":9") + "{\"v\":1,\"pai").unwrap();
    (1..=3).for_each(|id| play(at, id, usize::from(id == 2), usize::from(id != 2)));
    let results = read(at);
    let pairings = results.file.pairings.as_ref().unwrap();
    assert_eq!(pairings.damaged, [4]);
    assert_eq!(results.tally.matches(), 2);
    assert_eq!(results.problems.len(), 1, "nobody knows any more who met in the second match");
    write_all(at, &results, &results.standings(), Language::English).unwrap();
    let page = fs::read_to_string(at.join(PAGE)).unwrap();
    assert!(page.contains("1 line of pairings.jsonl is damaged"));
    write(at, &[paired(4, 1, 0)]);
    assert_eq!(read(at).schedule.listed(4).map(|listed| listed.x), Some(1), "after what was torn");
}

#[test]
fn lines_that_cannot_be_true_say_nothing() {
    let folder = begun();
    let at = folder.path();
    enter(at, 2);
    let lines = [
        r#"{"v":1,"pairing":1,"x":"nobody","o":"p0000","opening":1}"#.to_owned(),
        r#"{"v":1,"pairing":1,"x":"p0000","o":"p0000","opening":1}"#.to_owned(),
        r#"{"v":1,"pairing":18446744073709551615,"x":"p0000","o":"p0001","opening":1}"#.to_owned(),
        r#"{"v":1,"entry":"p0000","sha256":"0"}"#.to_owned(),
        r#"{"v":1,"rest":"nobody"}"#.to_owned(),
        r#"{"v":1,"dance":"p0000"}"#.to_owned(),
        format!("{{\"v\":1,\"rest\":\"{}\"}}", "x".repeat(1 << 20)),
    ];
    let mut file = OpenOptions::new().append(true).open(at.join(PAIRINGS)).unwrap();
    lines.iter().for_each(|line| writeln!(file, "{}", seal(line)).unwrap());
    write(at, &[paired(1, 0, 1)]);
    let results = read(at);
    assert_eq!(results.file.pairings.as_ref().unwrap().damaged, [3, 4, 5, 6, 7, 8, 9]);
    assert!(results.schedule.listed(1).is_some());
    let newer = seal(r#"{"v":2,"rest":"p0000"}"#);
    writeln!(file, "{newer}").unwrap();
    assert!(Results::read(at, Remember::Sums).is_err(), "a newer program wrote it");
}
