//! Standing tournaments over HTTP: who came, names that are hidden, what each player is told.

use std::fs;
use std::path::Path;

use arbitro_records::MatchRecord;
use arbitro_rules::GameId;
use arbitro_testkit::folders::{
    Manners, made, make_standing, read, records, settings, write_folder,
};
use arbitro_tournament::report::{PAGE, Width, ranking_text_in, write_all};
use arbitro_tournament::{Event, Format, LIVE, Names, Recorder, RunLock};
use arbitro_words::Language;
use serde_json::json;

use crate::web_tournaments::{Ear, get, only, serve};
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
        Event::Entry { entry, sha256, author, needs: Vec::new(), rung: false }
    };
    let events: Vec<Event> = names.iter().map(entry).collect();
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
    assert_eq!(get(server.address(), &format!("{place}/report.html")).status, 404);
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
