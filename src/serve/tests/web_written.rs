//! Tournaments of games that are not compiled in, shown from their records.

use std::fs;
use std::path::Path;

use arbitro_records::{Changes, MatchRecord};
use arbitro_rules::GameId;
use arbitro_rules::line::{Start, open};
use arbitro_serve::ServerSettings;
use arbitro_serve::watch::Catalogue;
use arbitro_testkit::folders::{Manners, made, records, settings, write_folder};
use arbitro_testkit::toys::CONNECT_FOUR;
use arbitro_tournament::{Format, LIVE, RunLock};
use serde_json::{Value, json};

use crate::web_client::{Client, in_background};

fn tournament(folder: &Path) {
    let players = [made("ann", None, Manners::Good), made("carl", None, Manners::Illegal)];
    let settings = settings(CONNECT_FOUR.game(), Format::RoundRobin, 4);
    write_folder(folder, &settings, &players, 1.0);
}

fn assert_is_the_look(look: &Value) {
    assert_eq!((&look["columns"], &look["rows"]), (&json!(7), &json!(6)), "{look}");
    assert_eq!(look["signs"]["o"]["is"], "o");
    assert_eq!(look["signs"]["."]["is"], "empty");
}

#[test]
fn a_tournament_of_a_written_game_is_shown_and_its_matches_walked_through() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path());
    let results = vec![folder.path().to_owned()];
    let server = in_background(ServerSettings { results, ..ServerSettings::default() });
    let get = |path: &str| Client::to(server.address()).ask("GET", path, &[], "").json();
    let list = get("/api/tournaments");
    let cup = &list["tournaments"][0];
    assert_eq!((&cup["game"], &cup["played"]), (&json!("connect-four"), &json!(4)), "{list}");
    let path = format!("/api/tournaments/{}", cup["id"].as_str().unwrap());
    let shown = get(&path);
    assert_eq!(shown["settings"][0], json!(["Game", "connect-four"]));
    assert_eq!(shown["players"][0], "ann");
    for record in records(folder.path()) {
        let told = get(&format!("{path}/matches/{}", record.id.as_ref().unwrap()));
        assert_is_the_look(&told["look"]);
        let boards: Vec<Value> = record
            .first
            .iter()
            .cloned()
            .chain(record.boards.boards(record.first.as_ref().unwrap()))
            .map(Value::from)
            .collect();
        let positions = told["positions"].as_array().unwrap().iter();
        assert_eq!(positions.map(|position| position["board"].clone()).collect::<Vec<_>>(), boards);
        let fault = record.fault.unwrap();
        assert_eq!(told["fault"]["board"], json!(fault.wrote));
        assert_eq!(told["fault"]["text"], json!(fault.text));
    }
}

#[test]
fn a_running_match_of_a_written_game_is_drawn_from_its_record() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path());
    let game: GameId = CONNECT_FOUR.game();
    let mut line = open(game, Start::Usual, None).unwrap();
    let ended = records(folder.path()).remove(0);
    let mut record =
        MatchRecord { id: Some(77.into()), players: ended.players, ..MatchRecord::of_line(&*line) };
    let live = folder.path().join(LIVE);
    fs::create_dir(&live).unwrap();
    let _runs = RunLock::alone(folder.path()).unwrap().unwrap();
    let catalogue = Catalogue::new(vec![folder.path().to_owned()]);
    let tournament = catalogue.get(&catalogue.heads()[0].id).unwrap();
    let shown = |record: &MatchRecord| {
        fs::write(live.join("77.json"), serde_json::to_vec(record).unwrap()).unwrap();
        serde_json::to_value(tournament.running()).unwrap()[0].take()
    };
    let first = shown(&record);
    assert_eq!((&first["turn"], &first["board"]), (&json!("x"), &json!(line.board(0))));
    assert_is_the_look(&first["look"]);
    let key = line.read("d1").unwrap();
    line.play(key);
    record.follow(&*line);
    let second = shown(&record);
    assert_eq!((&second["turn"], &second["board"]), (&json!("o"), &json!(line.board(1))));
    // A record without what describes its boards is shown without one.
    let damaged = MatchRecord { boards: Changes::default(), ..record };
    assert_eq!(shown(&damaged)["board"], Value::Null);
}
