//! Playing through the page's server: whole games, undo, hints, refusals, clocks.

use std::time::{Duration, Instant};

use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};
use arbitro_serve::Limits;
use arbitro_testkit::sizes::one_or_all;
use arbitro_words::rule_book::in_short;
use serde_json::{Value, json};

use crate::web_client::{Client, id, server, server_with};

fn texts(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().unwrap().iter();
    moves.map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns the library's legal moves of the position that a state shows.
fn legal_moves(game: GameId, fen: &str) -> Vec<String> {
    with_game!(game, G => {
        let position = G::read_fen(fen).unwrap();
        if position.end().is_some() { Vec::new() } else { position.write_moves() }
    })
}

#[test]
fn a_whole_game_can_be_played_in_every_game() {
    let server = server();
    let mut client = Client::to(server.address());
    for game in GameId::ALL {
        let order = json!({"game": game.name(), "you": "x", "level": "easy", "seed": 5});
        let mut state = client.open(&order);
        assert_eq!(state["can_undo"], false);
        let mut chance = 1;
        while state["end"].is_null() {
            let legal = texts(&state["legal"]);
            assert_eq!(legal, legal_moves(game, state["fen"].as_str().unwrap()));
            assert_eq!(state["turn"], "x");
            chance = (chance * 75 + 74) % 65_537;
            // Pawns first, or a match of walls would take long.
            let most = if game == GameId::Quoridor { 3 } else { legal.len() };
            let chosen = &legal[chance % most.min(legal.len())];
            let answer = client.play(&state, chosen);
            assert_eq!(answer.status, 200, "{game} {chosen}: {:?}", answer.refusal());
            let after = answer.json();
            let played = texts(&after["moves"]);
            assert_eq!(&played[state["ply"].as_u64().unwrap() as usize], chosen);
            state = after;
        }
        assert_eq!(state["turn"], Value::Null, "{game}");
        assert_eq!(state["legal"], json!([]), "{game}");
        assert_eq!(state["thinking"], false, "{game}");
        let reason = state["end"]["reason"].as_str().unwrap();
        let reasons = ["no_pieces", "no_moves", "goal", "move_limit", "repetition", "rule_draw"];
        assert!(reasons.contains(&reason), "{game}: {reason}");
        let over = client.play(&state, "22-18");
        assert_eq!((over.status, over.refusal().0.as_str()), (409, "match_over"));
    }
}

#[test]
fn the_catalogue_shows_every_game_with_its_start_and_its_numbers() {
    let server = server();
    let games = Client::to(server.address()).get("/api/games").json();
    let games = games["games"].as_array().unwrap().clone();
    assert_eq!(games.len(), GameId::ALL.len());
    for (shown, game) in games.iter().zip(GameId::ALL) {
        assert_eq!(shown["id"], game.name());
        let start = with_game!(game, G => G::write_board(&G::start().board()));
        assert_eq!(shown["board"], start);
        assert_eq!(shown["rules"], json!(in_short(game)), "{game}");
        assert_eq!(shown["numbers"].is_null(), game == GameId::Quoridor);
    }
    let italian = games.iter().find(|game| game["id"] == "italian").unwrap();
    // The first number is the dark square at the top left, as Italians count.
    assert_eq!(italian["numbers"][0], json!([0, 7]));
    assert_eq!(italian["names"][0], "1");
    assert_eq!(italian["capture"], "compulsory");
    let english = games.iter().find(|game| game["id"] == "english").unwrap();
    assert_eq!(english["sides"], json!({"x": "black", "o": "white"}));
}

#[test]
fn a_capture_is_shown_with_its_way_and_what_it_takes_in_order() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "russian", "you": "both", "start": "W:Wc3:Bd4,f6"});
    let state = client.open(&order);
    assert_eq!(state["forced"], true);
    let legal = state["legal"].as_array().unwrap();
    assert_eq!(legal.len(), 1, "{legal:?}");
    assert_eq!(legal[0]["path"], json!([[2, 2], [4, 4], [6, 6]]));
    assert_eq!(legal[0]["taken"], json!([[3, 3], [5, 5]]));
    let after = client.play(&state, legal[0]["text"].as_str().unwrap()).json();
    assert_eq!(after["moves"][0]["path"], legal[0]["path"]);
}

#[test]
fn other_ways_of_one_capture_are_shown_too() {
    let server = server();
    let mut client = Client::to(server.address());
    // Around the square either way: the same four pieces, the same end.
    let fen = "W:WK22:B9,10,17,18";
    let path = format!("/api/position?game=english&fen={}", fen.replace(':', "%3A"));
    let shown = client.get(&path).json();
    let legal = shown["legal"].as_array().unwrap();
    let round_trip = legal.iter().find(|it| it["path"][0] == it["path"][4]);
    if let Some(round_trip) = round_trip {
        assert!(!round_trip["ways"].as_array().unwrap().is_empty());
    } else {
        panic!("{legal:?}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_what_is_wrong_with_it() {
    let server = server();
    let mut client = Client::to(server.address());
    for (game, start, text, why) in [
        ("italian", None, "21-13", "wrong_distance"),
        ("italian", None, "31-27", "occupied"),
        ("italian", None, "10-14", "moved_opponent"),
        ("italian", None, "17-13", "not_a_move"),
        ("italian", None, "pawn e4", "not_a_move"),
        ("italian", Some("W:W22,27:B18"), "27-23", "capture_forced"),
        ("italian", Some("W:W18:B1"), "18-22", "man_backwards"),
        ("italian", Some("W:W22:BK18"), "22x13", "man_captured_king"),
        ("italian", Some("W:W22:B18,10"), "22x13", "capture_unfinished"),
        ("quoridor", None, "e3", "wrong_distance"),
        ("quoridor", Some("9:x:e1,10:e9,9:e3h"), "e3v", "wall_cross"),
        ("quoridor", Some("9:x:e1,10:e9,9:e3h"), "f3h", "wall_overlap"),
        ("quoridor", Some("9:x:e1,10:e9,9:e3h"), "e3h", "wall_overlap"),
        ("quoridor", Some("9:x:e1,10:e9,9:e1h"), "e2", "through_wall"),
        ("quoridor", Some("9:x:e1,0:e9,10"), "e3h", "no_walls_left"),
        ("quoridor", None, "z9", "not_a_move"),
    ] {
        let mut order = json!({"game": game, "you": "both"});
        if let Some(start) = start {
            order["start"] = json!(start);
        }
        let state = client.open(&order);
        let answer = client.play(&state, text);
        let error = &answer.json()["error"];
        assert_eq!(answer.status, 422, "{game} {text}: {error}");
        assert_eq!(error["why"], why, "{game} {text}: {error}");
        assert_eq!(error["diagnosis"], error["text"]);
        // And nothing has happened.
        let path = format!("/api/matches/{}", id(&state));
        assert_eq!(client.get(&path).json()["version"], state["version"]);
    }
}

#[test]
fn a_move_for_another_ply_is_refused() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "dama", "you": "x", "level": "easy"}));
    let text = texts(&state["legal"])[0].clone();
    assert_eq!(client.play(&state, &text).status, 200);
    let again = client.play(&state, &text);
    assert_eq!((again.status, again.refusal().0.as_str()), (409, "old_ply"));
}

#[test]
fn the_computer_begins_where_the_person_is_player_2_and_undo_leaves_its_move() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "dama", "you": "o", "level": "medium", "seed": 1});
    let begun = client.open(&order);
    assert_eq!((&begun["ply"], &begun["turn"]), (&json!(1), &json!("o")));
    assert_eq!(begun["can_undo"], false);
    let nothing = client.act(&begun, "undo");
    assert_eq!((nothing.status, nothing.refusal().0.as_str()), (409, "nothing_to_undo"));
    let after = client.play(&begun, &texts(&begun["legal"])[0]).json();
    assert_eq!(after["ply"], 3);
    let undone = client.act(&after, "undo").json();
    assert_eq!(undone["ply"], 1);
    assert_eq!(undone["board"], begun["board"]);
    assert!(undone["version"].as_u64() > after["version"].as_u64());
}

#[test]
fn two_people_take_turns_and_take_back_one_ply_each() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "quoridor", "you": "both", "size": 5, "walls": 2}));
    assert_eq!(state["walls"], json!({"x": 2, "o": 2}));
    assert_eq!(state["level"], Value::Null);
    let one = client.play(&state, "b2h").json();
    assert_eq!((&one["turn"], &one["walls"]), (&json!("o"), &json!({"x": 1, "o": 2})));
    assert_eq!(one["moves"][0]["wall"], json!({"at": [1, 1], "along": "h"}));
    let two = client.play(&one, "c4").json();
    assert_eq!(two["ply"], 2);
    for (ply, mover) in [(1, "o"), (0, "x")] {
        assert_eq!(client.act(&two, "undo").json()["undo"]["offer"], mover);
        assert_eq!(client.act(&two, "undo/accept").json()["ply"], ply);
    }
}

#[test]
fn a_waiting_client_is_notified_when_the_computer_has_moved() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "international", "you": "x", "level": "extreme", "seed": 1});
    let state = client.open(&order);
    let thinking = client.play(&state, &texts(&state["legal"])[0]).json();
    assert_eq!(thinking["thinking"], true);
    assert_eq!(thinking["legal"], json!([]));
    let early = client.play(&thinking, "20-25");
    assert_eq!((early.status, early.refusal().0.as_str()), (409, "not_your_turn"));
    let moved = client.newer(&thinking);
    assert_eq!((&moved["ply"], &moved["thinking"]), (&json!(2), &json!(false)));
}

#[test]
fn a_search_is_discarded_when_its_turn_is_taken_back() {
    let limits = Limits { wait: Duration::from_secs(4), ..Limits::default() };
    let server = server_with(limits);
    let mut client = Client::to(server.address());
    let order = json!({"game": "international", "you": "x", "level": "extreme", "seed": 1});
    let state = client.open(&order);
    let thinking = client.play(&state, &texts(&state["legal"])[0]).json();
    let undone = client.act(&thinking, "undo").json();
    assert_eq!((&undone["ply"], &undone["thinking"]), (&json!(0), &json!(false)));
    // Longer than the search takes: no move appears.
    let later = client.newer(&undone);
    assert_eq!((&later["ply"], &later["version"]), (&json!(0), &undone["version"]));
    // And another move is answered as ever.
    let again = client.play(&later, &texts(&later["legal"])[1]).json();
    assert_eq!(client.settled(again)["ply"], 2);
}

#[test]
fn a_hint_is_a_legal_move_and_changes_nothing() {
    let server = server();
    let mut client = Client::to(server.address());
    for game in ["italian", "quoridor"] {
        let state = client.open(&json!({"game": game, "you": "both"}));
        let hint = client.act(&state, "hint");
        assert_eq!(hint.status, 200, "{:?}", hint.json());
        let legal = state["legal"].as_array().unwrap();
        assert!(legal.contains(&hint.json()["move"]), "{game}");
        let path = format!("/api/matches/{}", id(&state));
        assert_eq!(client.get(&path).json()["version"], state["version"]);
    }
}

#[test]
fn a_resignation_loses_and_is_final() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "dama", "you": "x", "level": "easy"}));
    let over = client.act(&state, "resign").json();
    assert_eq!(over["end"]["winner"], "o");
    assert_eq!(over["end"]["reason"], "resigned");
    assert_eq!(client.act(&state, "undo").refusal().0, "ended_by_hand");
    assert_eq!(client.act(&state, "resign").refusal().0, "match_over");
    assert_eq!(client.act(&state, "hint").refusal().0, "match_over");
}

#[test]
fn closing_a_match_notifies_waiting_clients() {
    let server = server();
    let address = server.address();
    let mut client = Client::to(address);
    let state = client.open(&json!({"game": "dama", "you": "both"}));
    let path = format!("/api/matches/{}", id(&state));
    let waiting = {
        let path = format!("{path}?after={}", state["version"]);
        std::thread::spawn(move || Client::to(address).get(&path).status)
    };
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(client.ask("DELETE", &path, &[], "").status, 200);
    let begin = Instant::now();
    assert_eq!(waiting.join().unwrap(), 404);
    assert!(begin.elapsed() < Duration::from_secs(15), "at once");
    assert_eq!(client.get(&path).refusal().0, "no_such_match");
}

#[test]
fn a_match_that_a_client_has_kept_is_opened_again_and_an_open_one_stays() {
    let order = json!({"game": "italian", "you": "both", "start": "W:W29,22:B4,8", "clock_s": 60});
    let first = server();
    let mut client = Client::to(first.address());
    let mut state = client.open(&order);
    for mv in ["22-18", "8-12"] {
        state = client.play(&state, mv).json();
    }
    let path = format!("/api/matches/{}", id(&state));
    let mut kept = order;
    kept["version"] = state["version"].clone();
    kept["moves"] = state["moves"].clone();
    kept["moves"][0]["ms"] = json!(7000);
    let server = server();
    let mut client = Client::to(server.address());
    let json = ("Content-Type", "application/json");
    let mut put = |kept: &Value| client.ask("PUT", &path, &[json], &kept.to_string());
    let mut wrong = kept.clone();
    wrong["moves"][1]["text"] = json!("8-13");
    assert_eq!(put(&wrong).refusal().0, "illegal_move");
    wrong["moves"] = json!("22-18");
    assert_eq!(put(&wrong).refusal().0, "bad_field");
    let back = put(&kept).json();
    for same in ["id", "board", "start_fen", "ply", "turn", "legal", "seed"] {
        assert_eq!(back[same], state[same], "{same}");
    }
    assert!(back["clock"]["x"].as_u64() >= Some(7000));
    assert!(back["version"].as_u64() > state["version"].as_u64(), "whoever waits hears of it");
    // Another client that has kept less of it gets what there is.
    kept["moves"] = json!([]);
    assert_eq!(put(&kept).json()["ply"], 2);
    client.act(&back, "undo").json();
    assert_eq!(client.act(&back, "undo/accept").json()["ply"], 1);
}

#[test]
fn an_expired_clock_ends_the_match_and_notifies_waiting_clients() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "dama", "you": "x", "level": "easy", "clock_s": 1});
    let state = client.open(&order);
    assert_eq!(state["clock"]["limit_ms"], 1000);
    let begin = Instant::now();
    let over = client.newer(&state);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(over["end"]["reason"], "timeout");
    assert_eq!(over["end"]["winner"], "o");
    assert!(over["clock"]["x"].as_u64() >= Some(1000));
    assert_eq!(client.play(&over, "21-17").refusal().0, "match_over");
}

#[test]
fn an_order_that_makes_no_sense_is_refused_by_its_field() {
    let server = server();
    let mut client = Client::to(server.address());
    for (order, named) in [
        (json!({"you": "x", "level": "easy"}), "game"),
        (json!({"game": "chess", "you": "x", "level": "easy"}), "chess"),
        (json!({"game": "dama", "level": "easy"}), "you"),
        (json!({"game": "dama", "you": "z", "level": "easy"}), "you"),
        (json!({"game": "dama", "you": "x"}), "level"),
        (json!({"game": "dama", "you": "x", "level": "god"}), "god"),
        (json!({"game": 7, "you": "x", "level": "easy"}), "game"),
        (json!({"game": "dama", "you": "both", "start": "W:W1"}), "start"),
        (json!({"game": "dama", "you": "both", "seed": -1}), "seed"),
        (json!({"game": "dama", "you": "both", "clock_s": 0}), "clock_s"),
        (json!({"game": "dama", "you": "both", "clock_s": 1u64 << 60}), "clock_s"),
        (json!({"game": "dama", "you": "both", "size": 9}), "size"),
        (json!({"game": "quoridor", "you": "both", "size": 4}), "size"),
        (json!({"game": "quoridor", "you": "both", "size": u64::MAX}), "size"),
        (json!({"game": "quoridor", "you": "both", "walls": 1000}), "walls"),
    ] {
        let answer = client.post("/api/matches", &order);
        let (code, text) = answer.refusal();
        assert_eq!((answer.status, code.as_str()), (400, "bad_field"), "{order}");
        assert!(text.contains(named), "{order}: {text}");
    }
}

#[test]
fn a_forged_number_of_a_match_finds_nothing() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "dama", "you": "both"}));
    let real = id(&state).to_owned();
    assert_eq!(real.len(), 32);
    let other = format!("{:032x}", u128::from_str_radix(&real, 16).unwrap() ^ 1);
    let upper = real.to_uppercase();
    let signed = format!("+{}", &real[1..]);
    for forged in [&other, &upper, &signed, &real[1..], "0", "%2e%2e", "%ff", "a%00"] {
        // A number of digits alone has no capitals.
        if forged != real {
            let answer = client.get(&format!("/api/matches/{forged}"));
            assert_eq!(answer.status, 404, "{forged}");
        }
    }
}

#[test]
fn a_position_is_shown_with_its_moves_or_why_it_is_none() {
    let server = server();
    let mut client = Client::to(server.address());
    let shown = client.get("/api/position?game=italian&fen=W:W22,27:B18").json();
    assert_eq!(texts(&shown["legal"]), ["22x13"]);
    assert_eq!(shown["forced"], true);
    let over = client.get("/api/position?game=italian&fen=W:W:B18").json();
    assert_eq!((&over["end"]["winner"], &over["turn"]), (&json!("o"), &Value::Null));
    let start = client.get("/api/position?game=quoridor").json();
    assert_eq!(start["legal"].as_array().unwrap().len(), 131);
    for bad in ["", "?game=x", "?game=dama&fen=hello", "?game=quoridor&fen=9:x:e1,10:e1,10"] {
        assert_eq!(client.get(&format!("/api/position{bad}")).status, 400, "{bad}");
    }
}

#[test]
fn with_no_room_for_another_match_the_longest_unused_goes_but_only_if_it_rested() {
    let full = server_with(Limits { matches: 2, ..Limits::default() });
    let mut client = Client::to(full.address());
    let order = json!({"game": "dama", "you": "both"});
    client.open(&order);
    client.open(&order);
    let third = client.post("/api/matches", &order);
    assert_eq!((third.status, third.refusal().0.as_str()), (503, "too_many"));

    let forgetful = server_with(Limits { matches: 2, keep: Duration::ZERO, ..Limits::default() });
    let mut client = Client::to(forgetful.address());
    let (first, second) = (client.open(&order), client.open(&order));
    client.get(&format!("/api/matches/{}", id(&first)));
    client.open(&order);
    let status =
        |client: &mut Client, state| client.get(&format!("/api/matches/{}", id(state))).status;
    assert_eq!(status(&mut client, &first), 200);
    assert_eq!(status(&mut client, &second), 404);
}

#[test]
fn while_the_computer_thinks_in_many_matches_others_are_answered() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "international", "you": "o", "level": "extreme"});
    let matches: Vec<Value> = (0..20).map(|_| client.open(&order)).collect();
    for _ in 0..50 {
        assert_eq!(client.get("/api/games").status, 200);
    }
    let last = client.open(&order);
    assert_eq!(last["thinking"], true, "all of this took less than the thoughts");
    // With so many to think for, each gets less time, and all are done before long.
    for state in matches {
        assert_eq!(client.settled(state)["ply"], 1);
    }
}

/// The 10x10 game's page promises an answer within a second.
#[test]
fn every_level_answers_within_a_second_on_10x10() {
    let server = server();
    let mut client = Client::to(server.address());
    for game in one_or_all(["frenchfree", "international"]) {
        for level in ["easy", "medium", "hard", "extreme"] {
            let mut state = client.open(&json!({"game": game, "you": "x", "level": level}));
            let mut answers = Vec::new();
            for _ in 0..5 {
                let mv = state["legal"][0]["text"].as_str().unwrap().to_owned();
                let begun = Instant::now();
                let moved = client.play(&state, &mv);
                assert_eq!(moved.status, 200, "{game} {level}: {:?}", moved.json());
                state = client.settled(moved.json());
                answers.push(begun.elapsed());
            }
            // One answer may have waited for a machine that is busy.
            answers.sort_unstable();
            let usual = answers[answers.len() / 2];
            println!("{game} {level}: {usual:?}");
            assert!(usual < Duration::from_secs(1), "{game} {level}: {answers:?}");
        }
    }
}
