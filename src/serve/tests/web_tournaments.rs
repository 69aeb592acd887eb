//! Tournaments and dropped files over HTTP: lists, news as they come, matches to walk through.

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;

use arbitro_records::MatchRecord;
use arbitro_records::ReplayedMatch;
use arbitro_rules::draughts::{Dama, Move};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId};
use arbitro_serve::{Limits, ServerSettings};
use arbitro_tournament::report::{PAGE, write_all};
use arbitro_tournament::{Format, JOURNAL};
use arbitro_words::{Ending, Language, say};
use serde_json::{Value, json};

use crate::ear::Ear;
use crate::web_client::{Answer, Background, Client, id, in_background};
use arbitro_testkit::folders::{Manners, made, read, records, settings, write_folder};

pub(super) fn serve(folder: &Path, limits: Limits) -> Background {
    let settings =
        ServerSettings { results: vec![folder.to_owned()], limits, ..ServerSettings::default() };
    in_background(settings)
}

/// A folder in which so many matches are played, and the lines of those that are not yet.
fn tournament(folder: &Path, game: GameId, played: usize) -> Vec<String> {
    let players = [
        made("alice", None, Manners::Good),
        made("<b>bob</b>", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
    ];
    write_folder(folder, &settings(game, Format::RoundRobin, 6), &players, 1.0);
    let text = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    let (now, later) = lines.split_at(played.min(lines.len()));
    fs::write(folder.join(JOURNAL), now.concat()).unwrap();
    later.to_vec()
}

pub(super) fn get(address: SocketAddr, path: &str) -> Answer {
    Client::to(address).ask("GET", path, &[], "")
}

fn drop_file(address: SocketAddr, path: &str, kind: &str, body: &str) -> Answer {
    Client::to(address).ask("POST", path, &[("Content-Type", kind)], body)
}

pub(super) fn only(address: SocketAddr) -> String {
    let listed = get(address, "/api/tournaments").json();
    let tournaments = listed["tournaments"].as_array().unwrap();
    assert_eq!(tournaments.len(), 1, "{listed}");
    tournaments[0]["id"].as_str().unwrap().to_owned()
}

/// Everything in a playthrough that must fit together does.
fn assert_walkable(told: &Value) {
    let positions = told["positions"].as_array().unwrap();
    let moves = told["moves"].as_array().unwrap();
    assert_eq!(positions.len(), moves.len() + 1);
    for (ply, (positions, it)) in positions.windows(2).zip(moves).enumerate() {
        assert_ne!(positions[0]["board"], positions[1]["board"], "ply {}", ply + 1);
        assert!(it["by"] == "x" || it["by"] == "o");
        let path = it["path"].as_array().map_or(0, Vec::len);
        assert!(path >= 2 || it["wall"]["along"].is_string(), "{it}");
    }
}

#[test]
fn the_settings_of_a_tournament_are_named_in_the_language_of_the_request() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Italian, 100);
    let server = serve(folder.path(), Limits::default());
    let path = format!("/api/tournaments/{}", only(server.address()));
    let names = |language: &str| {
        let headers = [("Accept-Language", language)];
        let shown = Client::to(server.address()).ask("GET", &path, &headers, "");
        shown.json()["settings"].clone()
    };
    let shown = names("en");
    let count = |it: &Value| it.as_array().unwrap().len();
    for (language, game) in [("en", "Game"), ("it", "Gioco"), ("fr", "Jeu")] {
        let names = names(language);
        assert_eq!(names[0], json!([game, "italian"]));
        assert_eq!(count(&names), count(&shown));
    }
}

#[test]
fn a_tournament_is_listed_shown_and_walked_through() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Italian, 100);
    let server = serve(folder.path(), Limits::default());
    let id = only(server.address());
    let shown = get(server.address(), &format!("/api/tournaments/{id}")).json();
    assert_eq!(shown["state"], "ended");
    assert_eq!(shown["players"], json!(["<b>bob</b>", "alice", "cheater"]));
    assert!(shown["settings"].to_string().contains("italian"), "{shown}");
    let list = get(server.address(), &format!("/api/tournaments/{id}/matches?count=100")).json();
    let recorded = records(folder.path());
    assert_eq!(list["total"], recorded.len());
    for (row, record) in list["matches"].as_array().unwrap().iter().rev().zip(&recorded) {
        let number = row["match"].as_str().unwrap();
        let path = format!("/api/tournaments/{id}/matches/{number}");
        let told = get(server.address(), &path).json();
        assert_walkable(&told);
        assert_eq!(told["winner"], json!(record.winner));
        let played: Vec<&str> = record.moves.split(' ').filter(|part| !part.is_empty()).collect();
        assert_eq!(told["moves"].as_array().unwrap().len(), played.len());
        match &record.fault {
            None => assert_eq!(told["fault"], Value::Null),
            Some(fault) => {
                assert_eq!(told["fault"]["reason"], fault.reason);
                assert_eq!(told["fault"]["board"], json!(fault.wrote));
                assert_eq!(told["fault"]["text"], json!(fault.text));
            }
        }
    }
}

#[test]
fn the_tables_of_a_tournament_are_those_of_its_report() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Italian, 100);
    let server = serve(folder.path(), Limits::default());
    let id = only(server.address());
    let shown = get(server.address(), &format!("/api/tournaments/{id}")).json();
    let results = read(folder.path());
    write_all(folder.path(), &results, &results.standings(), Language::English).unwrap();
    let report = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    let tables = shown["tables"].as_str().unwrap();
    // But for where a name leads.
    let part = |page: &str, section: &str| {
        let from = page.find(section).unwrap();
        let part = &page[from..from + page[from..].find("</section>").unwrap()];
        let links = part.split("<a href=\"").enumerate();
        let cut = |(at, it): (usize, &str)| {
            it[if at > 0 { it.find('>').unwrap() } else { 0 }..].to_owned()
        };
        links.map(cut).collect::<Vec<_>>()
    };
    for section in ["aria-labelledby=\"ranking-h\"", "aria-labelledby=\"cross-h\""] {
        assert_eq!(part(tables, section), part(&report, section));
    }
    let name = format!("#/tournaments/{id}?player=0\"><bdi>&lt;b&gt;bob");
    assert!(tables.contains(&name), "{tables}");
    let verdict = shown["verdict"].as_array().unwrap();
    assert!(verdict.len() > 1);
    for sentence in verdict {
        let written = sentence.as_str().unwrap().replace('<', "&lt;").replace('>', "&gt;");
        assert!(report.contains(&written), "{written}");
    }
}

#[test]
fn a_report_is_shown_where_its_script_cannot_reach_the_page() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Dama, 100);
    let server = serve(folder.path(), Limits::default());
    let overview = format!("/api/tournaments/{}", only(server.address()));
    let report = format!("{overview}/report.html");
    let has_report = || get(server.address(), &overview).json()["has_report"] == true;
    assert!(!has_report());
    assert_eq!(get(server.address(), &report).status, 404);
    let file = folder.path().join(PAGE);
    let results = read(folder.path());
    write_all(folder.path(), &results, &results.standings(), Language::English).unwrap();
    assert!(has_report());
    let answer = get(server.address(), &report);
    assert_eq!(answer.body, fs::read(&file).unwrap());
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.starts_with("sandbox allow-scripts; default-src 'none'"), "{policy}");
    assert!(policy.contains("script-src 'sha256-") && !policy.contains("same-origin"), "{policy}");
    // What a link leads to is no report of this tournament, and neither is what is no file or too large.
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &file).unwrap();
    assert!(get(server.address(), &report).status == 404 && !has_report());
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(get(server.address(), &report).status == 404 && !has_report());
    fs::remove_dir(&file).unwrap();
    fs::File::create(&file).unwrap().set_len((16 << 20) + 1).unwrap();
    assert_eq!(get(server.address(), &report).status, 404);
}

#[test]
fn a_list_may_ask_for_some_and_for_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Dama, 100);
    let server = serve(folder.path(), Limits::default());
    let path = format!("/api/tournaments/{}/matches", only(server.address()));
    let list = |query: &str| get(server.address(), &format!("{path}?{query}"));
    let faults = list("faults=1").json();
    assert!(faults["total"].as_u64().unwrap() > 0);
    let rows = faults["matches"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["fault"] == true));
    let bob = list("player=%3Cb%3Ebob%3C%2Fb%3E&count=3").json();
    assert_eq!(bob["total"], 12);
    assert_eq!(bob["matches"].as_array().unwrap().len(), 3);
    assert_eq!(list("from=minus").status, 400);
    assert_eq!(list("from=99999999999999999999999").status, 400);
}

#[test]
fn nothing_outside_the_named_folders_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    tournament(&folder.path().join("shown"), GameId::Dama, 3);
    tournament(&folder.path().join("hidden"), GameId::Dama, 3);
    let server = serve(&folder.path().join("shown"), Limits::default());
    let id = only(server.address());
    for path in [
        "/api/tournaments/hidden".to_owned(),
        "/api/tournaments/..%2Fhidden".to_owned(),
        format!("/api/tournaments/{id}%2F..%2F..%2Fhidden"),
        format!("/api/tournaments/{}", "0".repeat(16)),
        format!("/api/tournaments/{id}/matches/..%2F1"),
        format!("/api/tournaments/{id}/matches/-1"),
        format!("/api/tournaments/{id}/matches/4"),
        format!("/api/tournaments/{id}/matches/99999999999999999999999"),
        "/api/tournaments/%ff".to_owned(),
        format!("/api/tournaments/{}/events", "0".repeat(16)),
    ] {
        let answer = get(server.address(), &path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.refusal().0.is_empty(), "{path}");
    }
}

#[test]
fn news_of_a_tournament_come_while_it_is_played_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let later = tournament(folder.path(), GameId::Dama, 2);
    let server = serve(folder.path(), Limits::default());
    let id = only(server.address());
    let mut ears = [Ear::at(server.address(), &id), Ear::at(server.address(), &id)];
    for ear in &mut ears {
        ear.until("text/event-stream");
        ear.until("event: standings");
        ear.until("\"played\":2,");
    }
    let journal = fs::OpenOptions::new().append(true).open(folder.path().join(JOURNAL));
    let mut journal = journal.unwrap();
    let (_, record) = MatchRecord::from_line(later[0].trim()).unwrap();
    let why = say(&Ending::Label(&record.reason.unwrap()), Language::Italian);
    journal.write_all(later[0].as_bytes()).unwrap();
    for ear in &mut ears {
        ear.until("\"played\":3,");
        ear.until("event: match\ndata: {\"match\":\"3\"");
        // A page's stream is in its language, which no header tells.
        ear.until(&format!("\"why\":\"{why}\""));
    }
    journal.write_all(later[1..].concat().as_bytes()).unwrap();
    for ear in &mut ears {
        ear.until(&format!("\"played\":{},", later.len() + 2));
        ear.until("event: ended");
        // The last piece of a body that comes in pieces.
        ear.until("\r\n0\r\n\r\n");
    }
}

#[test]
fn event_streams_do_not_block_other_requests() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Dama, 2);
    let limits = Limits { waiting: 2, ..Limits::default() };
    let server = serve(folder.path(), limits);
    let id = only(server.address());
    let mut ears = [Ear::at(server.address(), &id), Ear::at(server.address(), &id)];
    for ear in &mut ears {
        ear.until("event: standings");
    }
    let refused = get(server.address(), &format!("/api/tournaments/{id}/events"));
    assert_eq!((refused.status, refused.refusal().0.as_str()), (503, "too_many"));
    assert_eq!(get(server.address(), &format!("/api/tournaments/{id}")).status, 200);
    assert_eq!(get(server.address(), "/api/games").status, 200);
}

#[test]
fn a_dropped_journal_pdn_or_folder_is_listed_and_walked_through() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Italian, 100);
    let server = serve(folder.path(), Limits::default());
    let journal = fs::read_to_string(folder.path().join(JOURNAL)).unwrap();
    let results = read(folder.path());
    write_all(folder.path(), &results, &results.standings(), arbitro_words::Language::English)
        .unwrap();
    let pdn = fs::read_to_string(folder.path().join("games.pdn")).unwrap();
    let recorded = records(folder.path());
    for text in [&journal, &pdn] {
        let read = drop_file(server.address(), "/api/replays", "text/plain", text);
        assert_eq!(read.status, 201, "{}", String::from_utf8_lossy(&read.body));
        let read = read.json();
        let rows = read["matches"].as_array().unwrap();
        assert_eq!(rows.len(), recorded.len());
        let id = read["id"].as_str().unwrap();
        for (row, record) in rows.iter().zip(&recorded) {
            let number = row["match"].as_str().unwrap();
            let told = get(server.address(), &format!("/api/replays/{id}/matches/{number}"));
            let told = told.json();
            assert_walkable(&told);
            let moves = told["moves"].as_array().unwrap();
            let texts: Vec<&str> = moves.iter().map(|mv| mv["text"].as_str().unwrap()).collect();
            assert_eq!(texts.join(" "), record.moves);
            assert_eq!(told["winner"], json!(record.winner));
        }
        // The boards of the first match, as a folder of files.
        let first = get(server.address(), &format!("/api/replays/{id}/matches/0")).json();
        let boards: Vec<Value> = (1..)
            .zip(first["positions"].as_array().unwrap())
            .map(|(number, it)| json!({"name": format!("board_{number}.txt"), "text": it["board"]}))
            .collect();
        let body = json!({ "boards": boards }).to_string();
        let read =
            drop_file(server.address(), "/api/replays?game=italian", "application/json", &body);
        let read = read.json();
        let id = read["id"].as_str().unwrap_or_else(|| panic!("{read}"));
        let again = get(server.address(), &format!("/api/replays/{id}/matches/0")).json();
        assert_eq!(again["positions"], first["positions"]);
    }
}

/// A match of a game that no program here has.
fn of_an_unknown_game(boards: &Value) -> String {
    let signs = json!({
        "x": { "is": "x", "picture": "stone", "title": "a disc", "title.it": "un disco" },
        ".": { "is": "empty" },
    });
    let record = json!({
        "v": 1,
        "game": "drop",
        "moves": "b b",
        "first": "...\n...",
        "boards": boards,
        "rules": { "sha256": "0".repeat(64), "title": "Drop", "signs": signs },
        "winner": "x",
        "reason": "rules",
    });
    record.to_string()
}

#[test]
fn a_dropped_match_of_an_unknown_game_is_walked_through_with_its_own_signs() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits::default());
    let walked = |boards: Value| {
        let text = of_an_unknown_game(&boards);
        let read = drop_file(server.address(), "/api/replays", "text/plain", &text).json();
        let id = read["id"].as_str().unwrap_or_else(|| panic!("{read}"));
        get(server.address(), &format!("/api/replays/{id}/matches/0")).json()
    };
    let told = walked(json!([[[5, "x"]], [[1, "x"]]]));
    assert_eq!((&told["game"], &told["look"]["title"]), (&json!("drop"), &json!("Drop")));
    assert_eq!((&told["look"]["columns"], &told["look"]["rows"]), (&json!(3), &json!(2)));
    let sign = json!({ "is": "x", "picture": "stone", "title": "a disc" });
    assert_eq!(told["look"]["signs"]["x"], sign);
    assert_eq!(told["positions"][2]["board"], ".x.\n.x.");
    assert_eq!(told["moves"][1]["cells"], json!([[[1, 1], "x"]]));
    // A board that becomes another has no cells to point at.
    assert_eq!(walked(json!(["x", []]))["look"]["columns"], 0);
}

#[test]
fn a_dropped_match_with_damaged_boards_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits::default());
    let text = of_an_unknown_game(&json!([[[7000, "x"]], []]));
    let read = drop_file(server.address(), "/api/replays", "text/plain", &text).json();
    let remark = read["remarks"][0].as_str().unwrap();
    assert!(remark.contains("ply 1: a change at byte 7000"), "{read}");
    assert_eq!(read["matches"], json!([]));
}

#[test]
fn an_invalid_upload_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { upload_bytes: 5000, ..Limits::default() };
    let server = serve(folder.path(), limits);
    for (path, kind, body, status, code) in [
        ("/api/replays", "text/plain", "hello".to_owned(), 422, "no_records"),
        ("/api/replays", "text/plain", "\u{0}\u{1}".repeat(50), 422, "no_records"),
        ("/api/replays", "application/json", "{".to_owned(), 400, "bad_json"),
        ("/api/replays", "application/json", "{\"boards\":[1]}".to_owned(), 400, "bad_json"),
        ("/api/replays", "application/json", "{\"boards\":[]}".to_owned(), 422, "no_records"),
        ("/api/replays", "image/png", "x".to_owned(), 415, "wrong_type"),
        ("/api/replays", "text/plain", "x".repeat(5001), 413, "too_large"),
        ("/api/replays?game=chess", "text/plain", "x".to_owned(), 400, "bad_field"),
    ] {
        let answer = drop_file(server.address(), path, kind, &body);
        assert_eq!((answer.status, answer.refusal().0.as_str()), (status, code), "{body:?}");
    }
    for path in [
        format!("/api/replays/{}/matches/0", "0".repeat(32)),
        "/api/replays/x/matches/0".to_owned(),
    ] {
        assert_eq!(get(server.address(), &path).status, 404, "{path}");
    }
}

#[test]
fn of_many_dropped_files_the_oldest_go_first() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Dama, 1);
    let journal = fs::read_to_string(folder.path().join(JOURNAL)).unwrap();
    let limits = Limits { replays: 2, ..Limits::default() };
    let server = serve(folder.path(), limits);
    let ids: Vec<String> = (0..3)
        .map(|_| {
            let read = drop_file(server.address(), "/api/replays", "text/plain", &journal);
            read.json()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let statuses: Vec<u16> = ids
        .iter()
        .map(|id| get(server.address(), &format!("/api/replays/{id}/matches/0")).status)
        .collect();
    assert_eq!(statuses, [404, 200, 200]);
}

#[test]
fn a_match_in_play_is_kept_as_a_record_that_verifies_and_walks() {
    let server = serve(tempfile::tempdir().unwrap().path(), Limits::default());
    for (game, start) in
        [("italian", Value::Null), ("english", json!("W:W22,27:B18")), ("quoridor", Value::Null)]
    {
        let mut client = Client::to(server.address());
        let order = json!({"game": game, "you": "both", "start": start});
        let mut state = client.open(&order);
        for _ in 0..6 {
            let Some(next) = state["legal"][0]["text"].as_str().map(str::to_owned) else {
                break;
            };
            state = client.play(&state, &next).json();
        }
        let id = state["id"].as_str().unwrap();
        let told = get(server.address(), &format!("/api/matches/{id}/playthrough")).json();
        assert_walkable(&told);
        let positions = told["positions"].as_array().unwrap();
        assert_eq!(positions[0]["board"], state["start"]);
        assert_eq!(positions.last().unwrap()["board"], state["board"]);
        let record = get(server.address(), &format!("/api/matches/{id}/record"));
        let line = String::from_utf8(record.body).unwrap();
        let read = drop_file(server.address(), "/api/replays", "text/plain", &line).json();
        let replay = read["id"].as_str().unwrap();
        let again = get(server.address(), &format!("/api/replays/{replay}/matches/0")).json();
        assert_eq!(again["positions"], told["positions"]);
    }
}

#[test]
fn a_match_that_would_fill_the_memory_is_not_played_for_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits::default());
    // Two kings that go to and fro for longer than any client watches; dama knows no draw by
    // repetition.
    let start = "W:WK29:BK4";
    let mut position = Dama::read_fen(start).unwrap();
    let mut there_and_back = String::new();
    let mut way: Vec<Move> = Vec::new();
    for ply in 0..4_usize {
        let moves = position.legal_moves();
        // The way back is the way there, turned round.
        let is_next = |mv: &&Move| {
            let there = ply.checked_sub(2).map(|checked_sub| way[checked_sub]);
            there.is_none_or(|it| (mv.from, mv.to) == (it.to, it.from))
        };
        let mv = *moves.iter().find(is_next).unwrap();
        there_and_back += &format!("{} ", position.write_move(mv));
        position = position.after(mv);
        way.push(mv);
    }
    assert_eq!(position, Dama::read_fen(start).unwrap());
    for (rounds, status) in [(50, 200), (10_000, 422)] {
        let moves = there_and_back.repeat(rounds);
        let record = json!({"v": 1, "game": "dama", "start": start, "moves": moves.trim()});
        let read = drop_file(server.address(), "/api/replays", "text/plain", &record.to_string());
        let read = read.json();
        let id = read["id"].as_str().unwrap_or_else(|| panic!("{read}"));
        let told = get(server.address(), &format!("/api/replays/{id}/matches/0"));
        assert_eq!(told.status, status, "{rounds}");
        if status == 200 {
            assert_eq!(told.json()["moves"].as_array().unwrap().len(), 4 * rounds);
        }
    }
}

#[test]
fn a_match_that_was_not_played_to_its_end_or_does_not_count_is_no_draw() {
    let server = serve(tempfile::tempdir().unwrap().path(), Limits::default());
    let record = |end: &str| format!(r#"{{"v":1,"game":"dama","moves":"(2,5)-(3,4)"{end}}}"#);
    let journal = ["", r#","reason":"void""#, r#","reason":"repetition""#];
    let journal = journal.map(|journal| record(journal) + "\n").concat();
    let pdn = "[Event \"?\"]\n\n1. 21-17 9-13 *\n\n[Event \"?\"]\n\n1. 21-17 9-13 1/2-1/2\n";
    for (text, game, expected) in
        [(&*journal, "dama", &[false, false, true][..]), (pdn, "italian", &[false, true])]
    {
        let path = format!("/api/replays?game={game}");
        let read = drop_file(server.address(), &path, "text/plain", text).json();
        let id = read["id"].as_str().unwrap();
        for (number, is_draw) in expected.iter().enumerate() {
            let row = &read["matches"][number];
            let path = format!("/api/replays/{id}/matches/{number}");
            let told = get(server.address(), &path).json();
            for it in [row, &told] {
                assert_eq!(it["winner"], Value::Null, "{it}");
                assert_eq!(it["draw"], json!(is_draw), "{number} of {game}: {it}");
            }
        }
    }
}

#[test]
fn a_match_that_was_given_up_is_kept_as_a_record_that_verifies() {
    let server = serve(tempfile::tempdir().unwrap().path(), Limits::default());
    let mut client = Client::to(server.address());
    let order = json!({"game": "dama", "you": "both"});
    let state = client.open(&order);
    let first = state["legal"][0]["text"].as_str().unwrap().to_owned();
    let state = client.play(&state, &first).json();
    let over = client.act(&state, "resign").json();
    let path = format!("/api/matches/{}/record", id(&state));
    assert_eq!((&over["end"]["reason"], &over["end"]["winner"]), (&json!("resigned"), &json!("x")));
    let line = get(server.address(), &path).body;
    let (_, record) = MatchRecord::from_line(String::from_utf8(line).unwrap().trim()).unwrap();
    let seen = ReplayedMatch::of_record(record.clone()).unwrap();
    assert_eq!((seen.plies(), &seen.wrong), (1, &None), "{record:?}");
    assert_eq!((record.winner.as_deref(), record.reason.as_deref()), (Some("x"), Some("resigned")));
    assert!(record.warnings.is_empty(), "{record:?}");
}

#[test]
fn a_fault_of_a_file_is_reported_once() {
    let server = serve(tempfile::tempdir().unwrap().path(), Limits::default());
    let journal = concat!(
        r#"{"v":1,"game":"chess","moves":""}"#,
        "\n",
        r#"{"v":1,"game":"dama","start":"W:W99:B1","moves":""}"#,
        "\n",
    );
    let read = drop_file(server.address(), "/api/replays", "text/plain", journal).json();
    let id = read["id"].as_str().unwrap();
    let path = format!("/api/replays/{id}/matches/1");
    let start = get(server.address(), &path).refusal().1;
    let game = read["remarks"][0].as_str().unwrap().to_owned();
    for (told, what) in [(game, "\"chess\""), (start, "99")] {
        let last = told.rsplit(": ").next().unwrap();
        assert!(told.contains(what), "{told}");
        assert_eq!(told.matches(last).count(), 1, "{told}");
    }
}

#[test]
fn the_end_of_a_match_names_players_and_colours_but_no_letters() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), GameId::Italian, 100);
    let server = serve(folder.path(), Limits::default());
    let list = format!("/api/tournaments/{}/matches", only(server.address()));
    let lost = get(server.address(), &format!("{list}?faults=1")).json()["matches"][0].clone();
    let number = lost["match"].as_str().unwrap();
    let told = get(server.address(), &format!("{list}/{number}")).json();
    let winner = lost[lost["winner"].as_str().unwrap()].as_str().unwrap();
    let text = told["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("{winner} wins after")), "{text}");
    assert!(text.ends_with(": cheater made an illegal move."), "{text}");
    assert_eq!(told["you"], Value::Null);
    // Who played here is told so, and by colours.
    let mut client = Client::to(server.address());
    for (you, is_told) in [("o", json!("o")), ("both", Value::Null)] {
        let state = client.open(&json!({"game": "dama", "you": you, "level": "easy"}));
        let state = client.act(&state, "resign").json();
        let id = state["id"].as_str().unwrap();
        let told = client.get(&format!("/api/matches/{id}/playthrough")).json();
        assert_eq!(told["you"], is_told);
        let text = told["text"].as_str().unwrap();
        let is_by_colours = text.contains("White") && text.contains("Black");
        assert!(is_by_colours && !text.contains('('), "{text}");
    }
}
