//! Records of games that are not compiled in: read, checked and drawn without a rule.

use std::io::Write;

use arbitro_records::{
    Changes, Export, Form, Hints, MatchGame, MatchRecord, RecordsError, ReplayedMatch, read_bytes,
    svg,
};
use arbitro_rules::{GameId, Player, Square};
use arbitro_words::{Language, say};
use serde_json::{Value, json};

/// Three columns of two: x drops into b, o into b, x into a.
fn drops() -> Value {
    json!({
        "v": 1,
        "game": "drop:3x2",
        "moves": "b b a",
        "first": "...\n...",
        "boards": [[[5, "x"]], [[1, "o"]], [[4, "x"]]],
        "rules": {
            "sha256": "ab".repeat(32),
            "title": "Drop",
            "signs": {
                "x": { "is": "x", "picture": "stone", "title": "a red disc", "title.it": "un disco rosso" },
                "o": { "is": "o", "picture": "king" },
                ".": { "is": "empty" },
            },
        },
        "plies": 3,
        "winner": "x",
        "reason": "rules",
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut record = drops();
    record[field] = value;
    record
}

fn shown(record: &Value) -> ReplayedMatch {
    let (_, record) = MatchRecord::from_line(&record.to_string()).unwrap();
    ReplayedMatch::of_record(record).unwrap()
}

fn boards(shown: &ReplayedMatch) -> Vec<String> {
    (0..=shown.plies()).map(|ply| shown.played.board(ply).into_owned()).collect()
}

fn refusal(record: &Value) -> String {
    MatchRecord::from_line(&record.to_string()).unwrap_err().to_string()
}

#[test]
fn a_match_of_an_unknown_game_is_shown_from_its_record_alone() {
    let shown = shown(&drops());
    let boards = boards(&shown);
    assert_eq!(boards, ["...\n...", "...\n.x.", ".o.\n.x.", ".o.\nxx."]);
    let turns: Vec<Player> = (0..=3).map(|ply| shown.played.turn(ply)).collect();
    assert_eq!(turns, [Player::X, Player::O, Player::X, Player::O]);
    assert_eq!(shown.played.step(1).unwrap().action.cells(), [(Square::new(1, 1), 'o')]);
    assert_eq!((shown.summary.winner, shown.game.name()), (Some(Player::X), "drop:3x2"));
    assert!(shown.remarks.is_empty() && shown.wrong.is_none(), "{:?}", shown.remarks);
    let json = shown.to_json();
    assert_eq!((&json["game"], &json["positions"][0]["fen"]), (&json!("drop:3x2"), &Value::Null));
}

#[test]
fn a_match_ends_in_the_words_of_the_program_that_ended_it() {
    let why = json!({ "en": "three in \u{1b}[31m a row", "it": "tre in fila" });
    let ended = shown(&with("why", why.clone()));
    let said = [Language::English, Language::Italian].map(|it| ended.conclusion(it));
    let expected = [
        "x wins after 3 plies: three in \\u{1b}[31m a row.",
        "Vince il giocatore x dopo 3 semimosse: tre in fila.",
    ];
    assert_eq!(said, expected);
    let drawn = shown(
        &json!({ "v": 1, "winner": null, "why": why, "game": "drop:3x2", "moves": "b b a", "reason": "rules",
        "first": drops()["first"], "boards": drops()["boards"], "rules": drops()["rules"] }),
    );
    assert_eq!(drawn.conclusion(Language::Italian), "Patta dopo 3 semimosse: tre in fila.");
    let (_, again) = MatchRecord::from_line(&ended.claim.to_line()).unwrap();
    assert_eq!(again.why, ended.claim.why);
    // What won is marked at the end, where it is on the board; its last move before.
    let ended = shown(&with("cells", json!(["a1", "b1", "nowhere"])));
    assert_eq!(ended.marks(3), [Square::new(0, 0), Square::new(0, 1)]);
    assert_eq!(ended.marks(2), [Square::new(1, 1)]);
    assert_eq!(MatchRecord::from_line(&ended.claim.to_line()).unwrap().1, ended.claim);
}

#[test]
fn a_record_is_written_as_it_was_read() {
    for record in [drops(), with("boards", json!([[], "a", [[0, "b"]]]))] {
        let (game, read) = MatchRecord::from_line(&record.to_string()).unwrap();
        assert!(matches!(game, MatchGame::Recorded(_)));
        let again: Value = serde_json::from_str(&read.to_line()).unwrap();
        assert_eq!((&again["boards"], &again["rules"]), (&record["boards"], &record["rules"]));
        assert_eq!(MatchRecord::from_line(&read.to_line()).unwrap().1, read);
    }
}

#[test]
fn a_pass_changes_nothing_and_a_board_of_another_size_is_written_whole() {
    let shown = shown(&with("boards", json!([[], "x", [[0, "o"]]])));
    let boards = boards(&shown);
    assert_eq!(boards, ["...\n...", "...\n...", "x", "o"]);
    assert!(shown.played.step(0).unwrap().action.cells().is_empty());
}

#[test]
fn damaged_boards_are_refused_in_words() {
    let many: Vec<Value> = vec![json!([0, "x"]); 1_000_000];
    let refused = [
        ("boards", json!([[[7, "x"]], [], []]), "ply 1: a change at byte 7 of 1 bytes"),
        ("boards", json!([[[6, "xx"]], [], []]), "but the board has 7"),
        ("boards", json!([[], [], [[u64::MAX, "x"]]]), "boards have up to 8192"),
        ("boards", json!([[], []]), "it has boards of 2 plies, but 3 moves"),
        ("boards", json!([[], [], [[6, "\n"]]]), "ply 3: the changes leave no board"),
        ("boards", json!([[], [], "a\tb"]), "printable ASCII"),
        ("boards", json!([[], [], "x".repeat(8193)]), "1 to 8192 bytes"),
        ("boards", json!([[], [], [[0]]]), "expected [offset,"),
        ("boards", json!([[], [], 7]), "a board, or a list of"),
        ("boards", json!([many, [], []]), "more than 8192 changes"),
        ("first", json!("x".repeat(8193)), "its first board is not 1 to 8192 bytes"),
        ("first", json!("x".repeat(60 << 20)), "its first board is not 1 to 8192 bytes"),
        ("first", json!("ab\n"), "its first board"),
        ("first", json!("é"), "its first board"),
        ("first", Value::Null, "it has no first"),
        ("rules", Value::Null, "it has no rules"),
        ("rules", json!({ "sha256": "x", "title": "T" }), "sha256 has 64 digits"),
        ("moves", json!(format!("a b {}", "c".repeat(33))), "a move's name has 1 to 32"),
        ("moves", json!("a b \u{1b}[31m"), "a move's name"),
        ("start", json!("a b c"), "3 moves lead to its start"),
        ("game", json!("dama"), "but dama is built in"),
        ("game", json!("../../etc"), "is not a game's name"),
    ];
    for (field, value, expected) in refused {
        let why = refusal(&with(field, value));
        assert!(why.contains(expected), "{field}: {why}");
        assert!(why.len() < 300, "{field}: {why}");
    }
    let unknown = json!({ "v": 1, "game": "connect-four", "moves": "" });
    assert!(refusal(&unknown).contains("there is no game \"connect-four\""));
}

#[test]
fn boards_that_grow_beyond_memory_are_refused() {
    let plies = 20_000;
    let mut record = with("first", json!("x".repeat(8192)));
    record["moves"] = vec!["a"; plies].join(" ").into();
    record["boards"] = vec![json!([]); plies].into();
    let why = refusal(&record);
    assert!(why.contains("its boards have more than 67108864 bytes together"), "{why}");
}

#[test]
fn a_line_with_a_first_board_longer_than_any_record_is_passed_over() {
    let mut bytes = drops().to_string().into_bytes();
    bytes.push(b'\n');
    writeln!(bytes, "{}", with("first", json!("x".repeat(65 << 20)))).unwrap();
    let read = read_bytes(bytes, &Hints::default()).unwrap();
    assert_eq!((read.len(), read.remarks().len()), (1, 1));
    let remark = say(&read.remarks()[0], Language::English).into_owned();
    assert!(remark.contains("line 2"), "{remark}");
}

#[test]
fn claims_that_need_no_rules_are_checked() {
    let problem = |field, value| {
        let wrong = shown(&with(field, value)).wrong;
        wrong.map(|wrong| say(&wrong.why, Language::English).into_owned())
    };
    assert_eq!(problem("plies", json!(3)), None);
    assert_eq!(problem("winner", Value::Null), None);
    assert!(problem("plies", json!(4)).is_some());
    assert!(problem("reason", json!("goal?")).is_some());
    // O was to move: x cannot have lost by its time.
    assert!(problem("reason", json!("timeout")).is_none());
    let (_, mut lost) =
        MatchRecord::from_line(&with("reason", json!("timeout")).to_string()).unwrap();
    lost.winner = Some("o".into());
    assert!(ReplayedMatch::of_record(lost).unwrap().wrong.is_some());
}

#[test]
fn a_fault_in_an_unknown_game_names_its_cells_and_says_what_its_rules_said() {
    let detail = |diagnosis: Value| json!({ "board": { "illegal": diagnosis } });
    let nearest = json!({ "code": "no_such_move", "mover": "o", "others": [[0, 2]], "instead": "c", "faults": 1 });
    let said = json!({ "code": "by_the_program", "mover": "o", "faults": 1,
        "by_the_program": { "en": "the disc\u{1b}[31m floats", "it": "il disco vola" } });
    let explained = |diagnosis: Value| {
        let fault = json!({ "player": "o", "ply": 4, "reason": "illegal_move", "detail": detail(diagnosis) });
        let mut record = with("fault", fault);
        record["reason"] = "illegal_move".into();
        let shown = shown(&record);
        Language::ALL.map(|it| say(&shown.why_lost().unwrap(), it).into_owned())
    };
    let [english, italian, french] = explained(nearest);
    assert_eq!(english, "no move leads to this board; the nearest is c, which differs on c1");
    assert!(italian.ends_with("la più vicina è c, che differisce in c1"), "{italian}");
    assert!(french.ends_with("le plus proche est c, qui en diffère en c1"), "{french}");
    let [english, italian, french] = explained(said);
    assert!(english.starts_with("the disc") && !english.contains('\u{1b}'), "{english}");
    assert_eq!((&*italian, french), ("il disco vola", english));
}

#[test]
fn signs_are_drawn_as_their_pictures_with_their_titles() {
    let board = svg::board(&shown(&drops()), 3).unwrap();
    assert_eq!(board.matches("<title>a red disc</title>").count(), 2, "{board}");
    // Two stones and a king; empty cells have no letter.
    assert_eq!((board.matches("<circle").count(), board.matches("class=\"co\"").count()), (3, 1));
    assert!(!board.contains("<text"), "{board}");
    assert!(board.contains("a red disc: a1 b1; o: b2"), "{board}");
}

#[test]
fn a_board_without_cells_is_drawn_as_text() {
    let record = with("boards", json!([[], "to x:\n ab", [[0, "by"]]]));
    let board = svg::board(&shown(&record), 2).unwrap();
    assert!(board.contains("> ab</text>") && board.contains(">to x:</text>"), "{board}");
}

#[test]
fn boards_of_an_unknown_game_are_exported_but_pdn_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shown = shown(&drops());
    for (form, files) in [(Form::Boards, 4), (Form::Svg, 4), (Form::Json, 1)] {
        let mut export = Export::new(folder.path(), form, false).unwrap();
        export.add(&shown).unwrap();
        assert_eq!(export.finish().unwrap(), files);
    }
    let last = std::fs::read_to_string(folder.path().join("board_4.txt")).unwrap();
    assert_eq!(last, ".o.\nxx.");
    let pdn = Export::new(folder.path(), Form::Pdn, false).unwrap().add(&shown);
    assert!(matches!(pdn, Err(RecordsError::NoSuchForm { .. })), "{pdn:?}");
}

#[test]
fn a_source_lists_and_opens_matches_of_unknown_games_beside_ours() {
    let ours = json!({ "v": 1, "game": "dama", "moves": "" });
    let read =
        read_bytes(format!("{}\n{ours}\n", drops()).into_bytes(), &Hints::default()).unwrap();
    let titles: Vec<String> =
        read.entries().map(|entry| say(&entry.unwrap(), Language::English).into_owned()).collect();
    assert_eq!(titles, ["1, drop:3x2", "2, dama"]);
    assert_eq!(read.see(0).unwrap().plies(), 3);
    assert_eq!(read.see(1).unwrap().game, GameId::Dama);
}

#[test]
fn records_of_our_games_hold_no_boards() {
    let record = MatchRecord { v: 1, game: "dama".to_owned(), ..MatchRecord::default() };
    let line = record.to_line();
    assert!(!["first", "boards", "rules"].iter().any(|it| line.contains(it)), "{line}");
    assert!(Changes::default().is_empty());
}
