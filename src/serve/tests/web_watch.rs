//! Live tournaments, as the page reports them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arbitro_records::MatchRecord;
use arbitro_rules::{GameId, Player};
use arbitro_serve::watch::{
    Catalogue, MatchFilter, MatchRow, Moment, State, Subscription, Tournament,
};
use arbitro_tournament::{
    Format, JOURNAL, LIVE, Remember, Results, RunLock, TOURNAMENT_FILE, TournamentFile, is_played,
    join, journal,
};
use arbitro_words::Language;
use serde_json::Value;

use arbitro_testkit::folders::{Made, Manners, made, settings, write_folder};

fn players() -> Vec<Made> {
    vec![
        made("alice", Some("A. Liddell"), Manners::Good),
        made("bob", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
        made("dreamer", None, Manners::Late),
        made("erin", None, Manners::Good),
    ]
}

/// The lines of a whole tournament, and a folder with the first so many of them.
fn begun(folder: &Path, format: Format, first: usize) -> Vec<String> {
    let mut settings = settings(GameId::Dama, format, 4);
    settings.rounds = (format == Format::Swiss).then_some(3);
    write_folder(folder, &settings, &players(), 1.0);
    let text = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    fs::write(folder.join(JOURNAL), lines[..first].concat()).unwrap();
    lines
}

fn append(folder: &Path, lines: &[String]) {
    use std::io::Write;
    let mut journal = fs::OpenOptions::new();
    let mut journal = journal.append(true).open(folder.join(JOURNAL)).unwrap();
    journal.write_all(lines.concat().as_bytes()).unwrap();
}

fn only(catalogue: &Catalogue) -> Arc<Tournament> {
    let heads = catalogue.heads();
    assert_eq!(heads.len(), 1, "{heads:?}");
    catalogue.get(&heads[0].id).unwrap()
}

/// Returns the overview without the parts that depend on its location.
fn shown(tournament: &Tournament) -> Value {
    let overview = tournament.overview().unwrap();
    let mut value = serde_json::to_value(overview.in_language(Language::English)).unwrap();
    value.as_object_mut().unwrap().remove("id");
    value
}

/// Waits until a watching client received the moment it waits for.
fn told(watching: &mut Subscription, is_it: impl Fn(&Moment) -> bool) -> Moment {
    let began = Instant::now();
    loop {
        let moment = watching.borrow_and_update().clone();
        if is_it(&moment) {
            return moment;
        }
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "not told within 30 s; last: {:?}",
            moment.overview.head
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn tournaments_are_found_in_named_folders_and_below_and_nowhere_else() {
    let named = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    begun(&named.path().join("2026/spring"), Format::RoundRobin, 3);
    begun(&named.path().join("autumn"), Format::Swiss, 4);
    begun(&named.path().join("autumn/faults/inner"), Format::Swiss, 4);
    begun(elsewhere.path(), Format::RoundRobin, 3);
    fs::create_dir(named.path().join("nothing")).unwrap();
    let catalogue = Catalogue::new(vec![named.path().to_owned(), named.path().join("missing")]);
    let heads = catalogue.heads();
    let names: Vec<&str> = heads.iter().map(|head| head.name.as_str()).collect();
    assert_eq!(names, ["spring", "autumn"]);
    assert_eq!((heads[0].entrants, heads[0].played), (5, 3));
    for head in &heads {
        assert!(head.id.chars().all(|letter| letter.is_ascii_hexdigit()), "{}", head.id);
        assert!(catalogue.get(&head.id).is_some());
    }
    let other = Catalogue::new(vec![elsewhere.path().to_owned()]).heads();
    assert!(catalogue.get(&other[0].id).is_none(), "an id of another folder");
    assert!(catalogue.get("../autumn").is_none());
}

#[test]
fn a_folder_named_by_itself_is_a_tournament_and_keeps_its_id() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), Format::RoundRobin, 3);
    let catalogue = || Catalogue::new(vec![folder.path().to_owned()]);
    assert_eq!(catalogue().heads()[0].id, catalogue().heads()[0].id);
    // A client may come with the link before any list was requested.
    assert!(catalogue().get(&catalogue().heads()[0].id).is_some());
}

#[test]
fn it_runs_while_its_folder_is_taken_and_has_ended_when_all_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let lines = begun(folder.path(), Format::RoundRobin, 5);
    let catalogue = Catalogue::new(vec![folder.path().to_owned()]);
    let states = || (catalogue.heads()[0].state, only(&catalogue).overview().unwrap().head.state);
    assert_eq!(states(), (State::Stopped, State::Stopped));
    let lock = RunLock::alone(folder.path()).unwrap().unwrap();
    assert_eq!(states(), (State::Running, State::Running));
    drop(lock);
    assert_eq!(states(), (State::Stopped, State::Stopped));
    append(folder.path(), &lines[5..]);
    assert_eq!(states(), (State::Ended, State::Ended));
}

#[test]
fn checking_a_folder_lock_does_not_take_it() {
    let folder = tempfile::tempdir().unwrap();
    let asking = std::thread::scope(|scope| {
        let asked =
            scope.spawn(|| (0..50_000).filter(|_| is_played(folder.path()).unwrap()).count());
        let mut refused = 0;
        while !asked.is_finished() {
            refused += usize::from(RunLock::alone(folder.path()).unwrap().is_err());
        }
        (asked.join().unwrap(), refused)
    });
    let (seen, refused) = asking;
    assert!(seen > 0, "the two never met: this test shows nothing");
    assert_eq!(refused, 0, "refused because somebody asked");
}

#[test]
fn incremental_reading_equals_reading_from_the_start() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout] {
        let folder = tempfile::tempdir().unwrap();
        let lines = begun(folder.path(), format, 0);
        let watched = Catalogue::new(vec![folder.path().to_owned()]);
        let tournament = only(&watched);
        let mut there = 0;
        for step in [0, 1, 2, 5, 1, 40] {
            let to = (there + step).min(lines.len());
            append(folder.path(), &lines[there..to]);
            there = to;
            let anew = only(&Catalogue::new(vec![folder.path().to_owned()]));
            assert_eq!(shown(&tournament), shown(&anew), "{format:?} after {there} lines");
            assert_eq!(
                serde_json::to_value(tournament.matches(&all()).unwrap()).unwrap(),
                serde_json::to_value(anew.matches(&all()).unwrap()).unwrap(),
                "{format:?} after {there} lines",
            );
        }
    }
}

fn all() -> MatchFilter {
    MatchFilter { count: usize::MAX, ..MatchFilter::default() }
}

#[test]
fn a_line_written_in_two_halves_is_told_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let lines = begun(folder.path(), Format::RoundRobin, 2);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let (half, rest) = lines[2].split_at(100);
    for (piece, played) in [(half, 2), (rest, 3)] {
        append(folder.path(), &[piece.to_owned()]);
        assert_eq!(tournament.overview().unwrap().head.played, played);
    }
    assert!(!shown(&tournament).to_string().contains("of the journal"));
}

#[test]
fn the_state_of_a_tournament_is_shown_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), Format::RoundRobin, 20);
    append(folder.path(), &["damaged\n".to_owned()]);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let overview = tournament.overview().unwrap();
    for (language, heading, damaged, points) in [
        (Language::English, " won ", "1 line of the journal does", "Points"),
        (Language::Italian, " ha vinto ", "1 riga del registro non", "Punti"),
        (Language::French, " a gagné ", "1 ligne du journal ne", "Points"),
    ] {
        let told = serde_json::to_value(overview.in_language(language)).unwrap();
        let said = told["verdict"][0].as_str().unwrap();
        assert!(said.contains(heading), "{said}");
        let tables = told["tables"].as_str().unwrap();
        assert!(tables.contains(damaged) && tables.contains(points), "{tables}");
    }
}

#[test]
fn a_journal_that_was_begun_anew_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let lines = begun(folder.path(), Format::RoundRobin, 6);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    assert_eq!(tournament.overview().unwrap().head.played, 6);
    fs::write(folder.path().join(JOURNAL), &lines[0]).unwrap();
    assert_eq!(tournament.overview().unwrap().head.played, 1);
    let toml = fs::read_to_string(folder.path().join(TOURNAMENT_FILE)).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    fs::write(folder.path().join(TOURNAMENT_FILE), toml.replace("alice", "alina")).unwrap();
    let overview = shown(&tournament);
    assert!(overview["tables"].to_string().contains("alina"), "{overview}");
}

#[test]
fn a_watcher_receives_every_match_and_the_standings_after_it() {
    // The rest comes match by match, and news is looked for a few times a second.
    const SHOWN: usize = 30;
    let folder = tempfile::tempdir().unwrap();
    let lines = begun(folder.path(), Format::RoundRobin, SHOWN);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let mut watching = tournament.watch().unwrap();
    let first = told(&mut watching, |_| true);
    assert_eq!((first.there, first.overview.head.played), (SHOWN, SHOWN as u64));
    let mut known = first.there;
    let mut heard: Vec<String> = Vec::new();
    for (next, line) in lines.iter().enumerate().skip(SHOWN) {
        append(folder.path(), std::slice::from_ref(line));
        let moment = told(&mut watching, |it| it.there == next + 1);
        heard.extend(moment.unknown_to(known).iter().map(|it| it.number.clone()));
        known = moment.there;
        assert_eq!(moment.overview.head.played, next as u64 + 1);
    }
    let mut whole = tournament.matches(&all()).unwrap().matches;
    whole.reverse();
    let numbers: Vec<String> = whole[SHOWN..].iter().map(|it| it.number.clone()).collect();
    assert_eq!(heard, numbers);
    assert!(told(&mut watching, Moment::is_last).overview.head.state == State::Ended);
}

#[test]
fn a_watcher_of_an_ended_tournament_receives_only_the_final_state() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), Format::RoundRobin, 40);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let watching = tournament.watch().unwrap();
    assert!(watching.borrow().is_last());
    assert!(watching.has_changed().is_err(), "somebody still follows it");
}

#[test]
fn matches_are_listed_by_player_its_losses_first_and_by_fault() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), Format::RoundRobin, 40);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let results = Results::read(folder.path(), Remember::Places).unwrap();
    let list = |wanted: MatchFilter| tournament.matches(&wanted).unwrap();
    let whole = list(all());
    assert_eq!(whole.total, results.spots.len());
    assert_eq!(whole.matches.len(), whole.total);
    assert_eq!(whole.matches.last().unwrap().number, "1");
    let faults = list(MatchFilter { faults: true, ..all() });
    let faulty = whole.matches.iter().filter(|it| it.fault).count();
    assert_eq!((faults.total, faults.matches.len()), (faulty, faulty));
    assert!(faulty > 0);
    let of_alice = list(MatchFilter { player: Some("alice".to_owned()), ..all() });
    assert_eq!(of_alice.total, 16);
    assert!(of_alice.matches.iter().all(|it| it.x == "alice" || it.o == "alice"));
    let is_lost = |it: &MatchRow| {
        let winner = it.winner.map(|winner| if winner == Player::X { &it.x } else { &it.o });
        winner.is_some_and(|winner| winner != "alice")
    };
    let lost = of_alice.matches.iter().take_while(|it| is_lost(it)).count();
    assert!(lost > 0 && !of_alice.matches[lost..].iter().any(is_lost), "losses come first");
    let page = list(MatchFilter { from: 3, count: 2, ..MatchFilter::default() });
    assert_eq!(page.matches, whole.matches[3..5]);
    assert_eq!(page.total, whole.total);
    assert_eq!(list(MatchFilter { player: Some("nobody".to_owned()), ..all() }).total, 0);
    assert_eq!(list(MatchFilter { from: 1 << 40, count: 5, ..MatchFilter::default() }).matches, []);
}

#[test]
fn a_match_is_found_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), Format::RoundRobin, 10);
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    let record = tournament.record(7).unwrap().unwrap();
    assert_eq!(record.id, Some(7.into()));
    assert!(tournament.record(11).unwrap().is_none(), "not yet played");
}

#[test]
fn a_running_match_is_shown_move_by_move_until_it_is_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let lines = begun(folder.path(), Format::RoundRobin, 2);
    let mut record: MatchRecord = serde_json::from_str(&lines[2]).unwrap();
    let number = record.id.as_ref().unwrap().as_u64().unwrap();
    (record.winner, record.reason, record.fault) = (None, None, None);
    let moves: Vec<String> = record.moves.split(' ').map(str::to_owned).collect();
    let live = folder.path().join(LIVE);
    fs::create_dir(&live).unwrap();
    let mut write = |plies: usize| {
        record.moves = moves[..plies].join(" ");
        record.plies = Some(plies as u64);
        let text = serde_json::to_string(&record).unwrap();
        fs::write(live.join("new"), text).unwrap();
        fs::rename(live.join("new"), live.join(format!("{number}.json"))).unwrap();
    };
    write(1);
    fs::write(live.join("7777.json"), "half a reco").unwrap();
    let tournament = only(&Catalogue::new(vec![folder.path().to_owned()]));
    assert!(tournament.running().is_empty(), "nobody plays them");
    let _runs = RunLock::alone(folder.path()).unwrap().unwrap();
    let mut watching = tournament.watch().unwrap();
    let shown = |plies: u64| {
        move |it: &Moment| {
            let running = serde_json::to_value(&*it.running).unwrap();
            running.as_array().unwrap().len() == 1 && running[0]["plies"] == plies
        }
    };
    told(&mut watching, shown(1));
    let began = Instant::now();
    write(2);
    told(&mut watching, shown(2));
    assert!(began.elapsed() < Duration::from_secs(10), "within a second, on a quiet machine");
    let record = tournament.record(number).unwrap().unwrap();
    assert_eq!((record.plies, record.reason), (Some(2), None));
    fs::remove_file(live.join(format!("{number}.json"))).unwrap();
    append(folder.path(), &lines[2..3]);
    let last = told(&mut watching, |it| it.there == 3 && it.running.is_empty());
    assert_eq!(last.newest.last().unwrap().number, number.to_string());
    assert!(tournament.record(number).unwrap().unwrap().reason.is_some());
}

#[test]
fn matches_of_parts_are_followed_as_those_of_one_run_until_they_are_joined() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lines = begun(at, Format::RoundRobin, 1);
    let catalogue = Catalogue::new(vec![at.to_owned()]);
    let tournament = only(&catalogue);
    let lock = RunLock::part(at, 2).unwrap().unwrap();
    assert_eq!(catalogue.heads()[0].state, State::Running);
    let write = |part: u32, lines: &[String]| {
        let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
        fs::write(journal(at, part), text).unwrap();
    };
    write(2, &lines[5..6]);
    let mut watching = tournament.watch().unwrap();
    told(&mut watching, |it| it.there == 2);
    // What another part plays comes last, whatever its number.
    write(1, &lines[2..3]);
    let number = |line: &str| {
        let record: MatchRecord = serde_json::from_str(line).unwrap();
        record.id.unwrap().to_string()
    };
    let moment = told(&mut watching, |it| it.there == 3);
    assert_eq!(moment.newest.last().unwrap().number, number(&lines[2]));
    assert!(tournament.record(number(&lines[5]).parse().unwrap()).unwrap().is_some());
    let live = at.join("live-2");
    fs::create_dir(&live).unwrap();
    let running: MatchRecord = serde_json::from_str(&lines[7]).unwrap();
    let (running, id) = (MatchRecord { reason: None, winner: None, ..running }, number(&lines[7]));
    fs::write(live.join(format!("{id}.json")), serde_json::to_string(&running).unwrap()).unwrap();
    assert_eq!(tournament.running().len(), 1);
    drop(lock);
    join(at, &TournamentFile::read(at).unwrap()).unwrap();
    let head = catalogue.heads()[0].clone();
    assert_eq!((head.state, head.played), (State::Stopped, 3));
    assert!(tournament.record(number(&lines[5]).parse().unwrap()).unwrap().is_some());
}
