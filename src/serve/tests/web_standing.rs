//! Standing tournaments over HTTP: who came, names that are hidden, what each player is told.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use arbitro_records::MatchRecord;
use arbitro_rules::GameId;
use arbitro_testkit::folders::{
    Manners, made, make_standing, read, records, settings, write_folder,
};
use arbitro_tournament::report::{PAGE, Width, ranking_text_in, write_all};
use arbitro_tournament::{Format, LIVE, LadderEvent, Names, Recorder, RunLock, feedback_page};
use arbitro_words::Language;
use serde_json::{Value, json};

use crate::ear::Ear;
use crate::web_tournaments::{get, only, serve};
use arbitro_serve::Limits;

/// The names of the players and of an author.
const NAMES: [&str; 4] = ["ada", "bruno", "cheater", "Lovelace"];

/// A ladder of three players, of which one has a second version.
fn ladder(folder: &Path, names: Option<Names>) {
    let players = [
        made("ada", Some("Lovelace"), Manners::Good),
        made("ada@2", Some("Lovelace"), Manners::Good),
        made("bruno", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
    ];
    write_folder(folder, &settings(GameId::Italian, Format::RoundRobin, 4), &players, 1.0);
    make_standing(folder, names);
}

/// Lets versions come.
fn enter(folder: &Path, names: &[&str]) {
    let pairings = read(folder).file.pairings.unwrap();
    let entry = |entry: &&str| {
        let (entry, sha256, author) = ((*entry).to_owned(), "1".repeat(64), None);
        LadderEvent::Entry { entry, sha256, author, needs: Vec::new(), rung: false }
    };
    let events: Vec<LadderEvent> = names.iter().map(entry).collect();
    Recorder::open(folder, &pairings).unwrap().append(&events).unwrap();
}

fn write_report(folder: &Path) -> String {
    let results = read(folder);
    write_all(folder, &results, &results.standings(), Language::English).unwrap();
    fs::read_to_string(folder.join(PAGE)).unwrap()
}

#[test]
fn a_version_is_seen_before_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    ladder(folder.path(), None);
    let server = serve(folder.path(), Limits::default());
    let id = only(server.address());
    let mut ear = Ear::at(server.address(), &id);
    ear.until("event: standings");
    ear.until("\"players\":[\"ada\",\"ada@2\",\"bruno\",\"cheater\"]");
    enter(folder.path(), &["dora", "bruno@2"]);
    ear.until("event: standings");
    ear.until("\"entrants\":4,");
    ear.until("\"players\":[\"ada\",\"ada@2\",\"bruno\",\"cheater\",\"dora\",\"bruno@2\"]");
}

#[test]
fn hidden_names_are_in_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    ladder(folder.path(), Some(Names::Hidden));
    let at = folder.path();
    let report = write_report(at);
    let told = at.join(feedback_page("ada"));
    fs::create_dir_all(told.parent().unwrap()).unwrap();
    fs::write(told, "ada plays").unwrap();
    // One more is being played.
    let (winner, reason, fault) = (None, None, None);
    let id = Some(json!(99));
    let live = MatchRecord { id, winner, reason, fault, ..records(at).remove(0) };
    fs::create_dir(at.join(LIVE)).unwrap();
    fs::write(at.join(LIVE).join("99.json"), serde_json::to_vec(&live).unwrap()).unwrap();
    let _runs = RunLock::alone(at).unwrap().unwrap();

    let server = serve(at, Limits::default());
    let id = only(server.address());
    let place = format!("/api/tournaments/{id}");
    let mut seen = Vec::new();
    let mut ask = |path: &str| {
        let answer = get(server.address(), path);
        let text = String::from_utf8(answer.body.clone()).unwrap();
        NAMES.iter().for_each(|it| assert!(!text.contains(it), "{path}: {it} in {text}"));
        seen.push(answer.status);
        answer
    };
    ask("/api/tournaments");
    let overview = ask(&place).json();
    let players = ["player 1", "player 1@2", "player 3", "player 4"];
    assert_eq!(overview["players"], json!(players));
    assert_eq!(overview["has_report"], false);
    let list = ask(&format!("{place}/matches?count=500")).json();
    let matches = list["matches"].as_array().unwrap();
    assert_eq!(matches.len(), records(at).len());
    for row in matches {
        let told = ask(&format!("{place}/matches/{}", row["match"].as_str().unwrap())).json();
        assert_eq!([&told["players"]["x"], &told["players"]["o"]], [&row["x"], &row["o"]]);
        assert!(players.contains(&row["x"].as_str().unwrap()), "{row}");
    }
    assert_eq!(ask(&format!("{place}/matches/99")).json()["live"], true);
    let lost = ask(&format!("{place}/matches?faults=1&player=player%204")).json();
    assert!(lost["total"].as_u64().unwrap() > 0, "{lost}");
    assert_eq!(ask(&format!("{place}/matches?player=ada")).json()["total"], 0);
    assert!(seen.iter().all(|it| *it == 200));
    let ask = |path: &str| get(server.address(), path).status;
    assert_eq!(ask(&format!("{place}/report.html")), 404);
    assert_eq!(ask(&format!("{place}/players/0")), 404);
    let mut ear = Ear::at(server.address(), &id);
    let running = ear.until("event: running");
    NAMES.iter().for_each(|it| assert!(!running.contains(it), "{running}"));
    let running = ear.until("]\n\n");
    assert!(running.contains("player ") && !NAMES.iter().any(|it| running.contains(it)));
    enter(at, &["dora", "bruno@2"]);
    let newcomers = ear.until("\"player 4\",\"player 5\",\"player 3@2\"]");
    assert!(!newcomers.contains("dora") && !newcomers.contains("bruno"), "{newcomers}");
    // Whoever reads the folder sees them.
    let results = read(at);
    let ranking =
        ranking_text_in(&results, &results.standings(), Width::All, None, Language::English);
    for text in [ranking, report] {
        NAMES[..3].iter().for_each(|it| assert!(text.contains(it), "{text}"));
    }
}

#[test]
fn a_name_in_the_ranking_opens_what_its_player_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("out");
    ladder(&at, None);
    let told = at.join(feedback_page("ada@2"));
    let other = at.join(feedback_page("bruno"));
    fs::create_dir_all(told.parent().unwrap()).unwrap();
    fs::write(&told, "<p>ada plays</p>").unwrap();
    let server = serve(&at, Limits::default());
    let place = format!("/api/tournaments/{}", only(server.address()));
    let tables = get(server.address(), &place).json()["tables"].as_str().unwrap().to_owned();
    assert!(tables.contains(&format!("<a href=\"{place}/players/1\"><bdi>ada@2")), "{tables}");
    let page = |player: &str| get(server.address(), &format!("{place}/players/{player}"));
    for version in ["0", "1"] {
        let answer = page(version);
        assert_eq!((answer.status, &*answer.body), (200, &b"<p>ada plays</p>"[..]));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("sandbox; default-src 'none'"), "{policy}");
        assert!(!policy.contains("script") && !policy.contains("same-origin"), "{policy}");
    }
    for none in ["2", "9", "-1", "ada", "99999999999999999999999", "..%2F0"] {
        assert_eq!(page(none).status, 404, "{none}");
    }
    // Nothing outside, and nothing that is no page.
    fs::write(folder.path().join("secret.html"), "secret").unwrap();
    symlink(folder.path(), other.parent().unwrap()).unwrap();
    fs::write(folder.path().join("index.html"), "secret").unwrap();
    assert_eq!(page("2").status, 404);
    fs::remove_file(&told).unwrap();
    symlink("../../../secret.html", &told).unwrap();
    assert_eq!(page("0").status, 404);
    fs::remove_file(&told).unwrap();
    fs::File::create(&told).unwrap().set_len((16 << 20) + 1).unwrap();
    assert_eq!(page("0").status, 404);
}

#[test]
fn a_tournament_that_does_not_stand_has_no_pages_of_players() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["ada", "bruno"].map(|it| made(it, None, Manners::Good));
    let settings = settings(GameId::Dama, Format::RoundRobin, 2);
    write_folder(folder.path(), &settings, &players, 1.0);
    let told = folder.path().join(feedback_page("ada"));
    fs::create_dir_all(told.parent().unwrap()).unwrap();
    fs::write(told, "something else").unwrap();
    let server = serve(folder.path(), Limits::default());
    let place = format!("/api/tournaments/{}", only(server.address()));
    let tables: Value = get(server.address(), &place).json()["tables"].clone();
    assert!(!tables.as_str().unwrap().contains("/players/"), "{tables}");
    assert_eq!(get(server.address(), &format!("{place}/players/0")).status, 404);
}
