//! The original Quoridor's interface: the whole state in each request, checked as a whole.

use arbitro_rules::{Game, Player};
use serde_json::{Value, json};

use arbitro_testkit::original_quoridor::{LEVELS, nearest, position, stepped};

use crate::web_client::{Client, server};

fn start() -> Value {
    json!({
        "p1": {"x": 5, "y": 9, "walls": 10},
        "p2": {"x": 5, "y": 1, "walls": 10},
        "walls": [],
        "turn": "p1",
        "valid_moves": [[4, 9], [6, 9], [5, 8]],
    })
}

/// The start with another value somewhere.
fn forged(path: &str, value: Value) -> Value {
    let mut state = start();
    *state.pointer_mut(path).unwrap() = value;
    state
}

fn order(state: &Value, mv: &Value) -> Value {
    json!({"difficulty": "easy", "state": state, "move": mv})
}

fn step(x: impl Into<Value>, y: impl Into<Value>) -> Value {
    json!({"type": "move", "x": x.into(), "y": y.into()})
}

fn wall(x: u8, y: u8, o: &str) -> Value {
    json!({"x": x, "y": y, "o": o})
}

#[test]
fn the_start_is_the_state_alone() {
    let server = server();
    let begun = Client::to(server.address()).get("/game/start");
    assert_eq!((begun.status, begun.json()), (200, start()));
}

#[test]
fn every_level_plays_a_whole_match_of_legal_moves() {
    let server = server();
    let mut client = Client::to(server.address());
    for level in LEVELS {
        let mut state = client.get("/game/start").json();
        let mut turns = 0;
        let winner = loop {
            let to = nearest(&state);
            let after = position(&stepped(&state, &to), Player::O);
            let order = json!({
                "difficulty": level,
                "state": state,
                "move": step(to[0].clone(), to[1].clone()),
            });
            let answer = client.post("/game/move", &order).json();
            assert_eq!(answer["valid"], true, "{level}: {answer}");
            state = answer["state"].clone();
            let found = position(&state, Player::X).board();
            if answer["winner"] == "player" {
                assert_eq!((&state["p1"]["y"], found), (&json!(1), after.board()));
                break "player";
            }
            let mut legal = after.legal_moves().into_iter();
            let is_legal = legal.any(|mv| after.after(mv).board() == found);
            assert!(is_legal, "{level}: {after:?} to {state}");
            if answer["winner"] == "ai" {
                assert_eq!(state["p2"]["y"], 9);
                break "ai";
            }
            assert_eq!((&answer["winner"], &state["turn"]), (&Value::Null, &json!("p1")));
            turns += 1;
            assert!(turns < 200, "{level} does not end: {state}");
        };
        assert_eq!(state["valid_moves"], json!([]), "nothing is left to move");
        println!("{level}: {winner} wins after {turns} turns");
    }
}

#[test]
fn a_wall_stops_the_steps_across_its_gap_and_no_others() {
    let server = server();
    let mut client = Client::to(server.address());
    let mut valid = 0;
    for o in ["h", "v"] {
        for (x, y) in (1..=8).flat_map(|x| (1..=8).map(move |y| (x, y))) {
            let mut state = forged("/walls", json!([wall(x, y, o)]));
            state["p1"] = json!({"x": 5, "y": 5, "walls": 9});
            for (to_x, to_y) in [(5, 4), (5, 6), (4, 5), (6, 5)] {
                let is_stopped = match o {
                    // Below row y, over columns x and x + 1.
                    "h" => to_x == 5 && to_y.min(5) == y && (x == 5 || x + 1 == 5),
                    // Right of column x, over rows y and y + 1.
                    _ => to_y == 5 && to_x.min(5) == x && (y == 5 || y + 1 == 5),
                };
                let answer = client.post("/game/move", &order(&state, &step(to_x, to_y)));
                let answer = answer.json();
                assert_eq!(answer["valid"], !is_stopped, "{state} to ({to_x},{to_y})");
                valid += u32::from(!is_stopped);
            }
        }
    }
    assert_eq!(valid, 2 * 64 * 4 - 8);
}

#[test]
fn numbers_may_be_texts_and_walls_stay_in_order() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = json!({
        "p1": {"x": "5", "y": "9", "walls": "9"},
        "p2": {"x": "5", "y": "1", "walls": "10"},
        "walls": [{"x": "5", "y": "6", "o": "h"}],
        "turn": "p1",
        "valid_moves": [["4", "9"]],
    });
    let placed = json!({"type": "wall", "x": "3", "y": "6", "o": "h"});
    let answer = client.post("/game/move", &order(&state, &placed)).json();
    assert_eq!(answer["valid"], true, "{answer}");
    let walls = answer["state"]["walls"].as_array().unwrap();
    assert_eq!(walls[..2], [wall(5, 6, "h"), wall(3, 6, "h")]);
    assert_eq!(answer["state"]["p1"], json!({"x": 5, "y": 9, "walls": 8}));
}

#[test]
fn the_levels_are_the_originals() {
    let server = server();
    let mut client = Client::to(server.address());
    // p1 comes within three steps of its goal while p2 has a long way to go.
    for (level, walls, places_wall) in [
        ("medium", 10, false),
        ("hard", 10, true),
        ("hard", 0, false),
        ("extreme", 4, true),
        ("extreme", 3, false),
    ] {
        let mut state = forged("/p1", json!({"x": 1, "y": 4, "walls": walls}));
        state["p2"] = json!({"x": 5, "y": 1, "walls": walls});
        // The used walls stand along the columns, in neither pawn's way.
        let along = [6, 7, 8, 3, 4].into_iter();
        let along = along.flat_map(|x| [1, 3, 5, 7].map(|y| wall(x, y, "v")));
        let used = 20 - 2 * walls;
        state["walls"] = along.take(used).collect();
        let order = json!({"difficulty": level, "state": state, "move": step(1, 3)});
        let answer = client.post("/game/move", &order).json();
        assert_eq!(answer["valid"], true, "{answer}");
        let walls_now = answer["state"]["walls"].as_array().unwrap().len();
        assert_eq!(walls_now == used + 1, places_wall, "{level} with {walls}: {answer}");
    }
    let order = json!({"difficulty": "divine", "state": start(), "move": step(5, 8)});
    let answer = client.post("/game/move", &order).json();
    assert_eq!((&answer["valid"], &answer["state"]), (&json!(false), &start()));
    assert!(answer["error"].as_str().unwrap().contains("divine"));
}

#[test]
fn the_winner_is_player_or_ai_and_then_the_match_is_over() {
    let server = server();
    let mut client = Client::to(server.address());
    let near = forged("/p1", json!({"x": 1, "y": 2, "walls": 10}));
    let answer = client.post("/game/move", &order(&near, &step(1, 1))).json();
    assert_eq!((&answer["valid"], &answer["winner"]), (&json!(true), &json!("player")));
    assert_eq!(answer["state"]["p2"], start()["p2"], "p2 does not answer");
    let lost = forged("/p2", json!({"x": 1, "y": 8, "walls": 10}));
    for level in ["medium", "hard", "extreme"] {
        let order = json!({"difficulty": level, "state": lost, "move": step(5, 8)});
        let answer = client.post("/game/move", &order).json();
        assert_eq!(answer["winner"], "ai", "{level}: {answer}");
        assert_eq!(answer["state"]["p2"]["y"], 9);
        let mut over = answer["state"].clone();
        for turn in ["p1", "p2"] {
            over["turn"] = turn.into();
            let order = json!({"difficulty": level, "state": over, "move": step(5, 7)});
            let again = client.post("/game/move", &order).json();
            assert_eq!(again["error"], "the match is over");
            assert_eq!((&again["valid"], &again["state"]), (&json!(false), &over));
        }
    }
}

#[test]
fn an_illegal_move_is_refused_in_words_and_leaves_the_state_as_it_was_sent() {
    let server = server();
    let mut client = Client::to(server.address());
    let mut state = forged("/p1/x", json!("5"));
    state["remark"] = json!("kept");
    for mv in [
        step(5, 7),
        step(5, 9),
        step(5, 10),
        step(5, 0),
        step(-1, 9),
        step(5.5, 8),
        step("five", 8),
        json!({"type": "move", "x": 5}),
        json!({"type": "wall", "x": 9, "y": 1, "o": "h"}),
        json!({"type": "wall", "x": 0, "y": 1, "o": "h"}),
        json!({"type": "wall", "x": 1, "y": 1, "o": "d"}),
        json!({"type": "castle"}),
        json!("e2"),
        Value::Null,
    ] {
        let answer = client.post("/game/move", &order(&state, &mv));
        let told = answer.json();
        assert_eq!((answer.status, &told["valid"]), (200, &json!(false)), "{mv}");
        assert_eq!((&told["state"], &told["winner"]), (&state, &Value::Null));
        assert!(!told["error"].as_str().unwrap().is_empty(), "{mv}");
    }
}

#[test]
fn illegal_moves_are_explained() {
    let server = server();
    let mut client = Client::to(server.address());
    let place = |x: u8, y: u8, o: &str| json!({"type": "wall", "x": x, "y": y, "o": o});
    let walled = |walls: Value, left: [usize; 2]| {
        let mut state = forged("/walls", walls);
        state["p1"]["walls"] = json!(left[0]);
        state["p2"]["walls"] = json!(left[1]);
        state
    };
    // Both pawns in the middle, p2's above.
    let met = |walls: Value| {
        let mut state = walled(walls.clone(), [10, 10 - walls.as_array().unwrap().len()]);
        state["p1"]["y"] = json!(6);
        state["p2"]["y"] = json!(5);
        state
    };
    let behind = json!([wall(5, 4, "h")]);
    let used: Value = [6, 7, 8]
        .into_iter()
        .flat_map(|x| [1, 3, 5, 7].map(|y| wall(x, y, "v")))
        .take(10)
        .collect();
    let narrow = json!([wall(1, 8, "h"), wall(3, 8, "h"), wall(5, 8, "h"), wall(7, 8, "h")]);
    for (state, mv, why) in [
        (start(), step(5, 7), "a pawn goes one square"),
        (start(), step(5, 9), "the board is unchanged; x must move"),
        (
            walled(json!([wall(5, 8, "h")]), [9, 10]),
            step(5, 8),
            "walls stop every step: one is between e1 and e2",
        ),
        (
            met(json!([])),
            step(5, 5),
            "a pawn can be jumped over, never landed on: one stands on e5",
        ),
        (met(json!([])), step(4, 5), "straight on to e6 the way is free"),
        (met(behind), step(5, 4), "walls stop every jump: one is behind the pawn on e5"),
        (
            walled(json!([wall(3, 6, "h")]), [10, 9]),
            place(3, 6, "h"),
            "the same wall stands there already",
        ),
        (
            walled(json!([wall(3, 6, "h")]), [10, 9]),
            place(4, 6, "h"),
            "the wall d3h overlaps the wall c3h",
        ),
        (
            walled(json!([wall(3, 6, "v")]), [10, 9]),
            place(3, 7, "v"),
            "the wall c2v overlaps the wall c3v",
        ),
        (
            walled(json!([wall(3, 6, "h")]), [10, 9]),
            place(3, 6, "v"),
            "the wall c3v crosses the wall c3h",
        ),
        (walled(used, [0, 10]), place(1, 1, "h"), "you have no walls left"),
        (walled(narrow, [10, 6]), place(8, 8, "v"), "the wall h1v leaves the pawn on e1 no path"),
    ] {
        let told = client.post("/game/move", &order(&state, &mv)).json();
        let error = told["error"].as_str().unwrap();
        assert!(error.contains(why), "{state} {mv}: {error}");
        assert_eq!(told["valid"], false);
    }
}

#[test]
fn a_forged_state_is_refused_in_words_whatever_the_move() {
    let server = server();
    let mut client = Client::to(server.address());
    let walled = |walls: Value, left: usize| {
        let mut state = forged("/walls", walls);
        state["p1"]["walls"] = json!(left);
        state
    };
    let shut_in = json!([
        wall(1, 8, "h"),
        wall(3, 8, "h"),
        wall(5, 8, "h"),
        wall(7, 8, "h"),
        wall(8, 8, "v"),
    ]);
    for (state, why) in [
        (forged("/p1/x", json!(10)), "state.p1.x"),
        (forged("/p1/y", json!(0)), "state.p1.y"),
        (forged("/p1/y", json!("-1")), "state.p1.y"),
        (forged("/p2/y", json!(1e300)), "state.p2.y"),
        (forged("/p1/walls", json!(11)), "state.p1.walls"),
        (forged("/p2/walls", json!(9)), "by the walls left"),
        (forged("/p1", start()["p2"].clone()), "one square"),
        (forged("/turn", json!("p2")), "turn"),
        (forged("/turn", json!("p3")), "state.turn"),
        (forged("/turn", json!(1)), "state.turn"),
        (forged("/turn", Value::Null), "state.turn"),
        (forged("/walls", json!("none")), "state.walls"),
        (forged("/p1", Value::Null), "state.p1"),
        (walled(json!([wall(9, 1, "h")]), 9), "state.walls[0].x"),
        (walled(json!([wall(1, 0, "h")]), 9), "state.walls[0].y"),
        (walled(json!([wall(2, 2, "h"), wall(2, 2, "v")]), 8), "cross"),
        (walled(json!([wall(2, 2, "h"), wall(3, 2, "h")]), 8), "overlap"),
        (walled(json!([wall(2, 2, "v"), wall(2, 3, "v")]), 8), "overlap"),
        (walled(json!([wall(2, 2, "h"), wall(2, 2, "h")]), 8), "overlap"),
        (walled(shut_in, 5), "leave p1 no path"),
        (json!([]), "state"),
        (json!("start"), "state"),
        (Value::Null, "state"),
    ] {
        let answer = client.post("/game/move", &order(&state, &step(5, 8)));
        let told = answer.json();
        assert_eq!((answer.status, &told["valid"]), (200, &json!(false)), "{state}");
        assert_eq!((&told["state"], &told["winner"]), (&state, &Value::Null));
        let error = told["error"].as_str().unwrap();
        assert!(error.contains(why), "{state}: {error}");
    }
}

#[test]
fn a_body_that_is_not_json_is_answered_in_json() {
    let server = server();
    let mut client = Client::to(server.address());
    for body in ["{\"state\":", "[]", ""] {
        let answer = client.ask("POST", "/game/move", &[], body);
        let told = answer.json();
        assert_eq!((answer.status, &told["valid"]), (400, &json!(false)));
        assert!(!told["error"].as_str().unwrap().is_empty());
    }
}

#[test]
fn another_web_server_may_pass_requests_on() {
    let server = server();
    let passed = [
        ("Host", "games.example"),
        ("Origin", "https://games.example"),
        ("Content-Type", "text/plain;charset=UTF-8"),
    ];
    let mut client = Client::to(server.address());
    let begun = client.ask("GET", "/game/start", &passed, "");
    assert_eq!(begun.status, 200);
    let order = order(&begun.json(), &step(5, 8)).to_string();
    let answer = client.ask("POST", "/game/move", &passed, &order);
    assert_eq!(answer.json()["valid"], true);
    // Other addresses stay closed.
    let answer = client.ask("POST", "/api/matches", &passed, &order);
    assert_eq!(answer.status, 421);
}
