//! The original interface: the whole state in each request, and none of it believed.

use serde_json::{Value, json};

use crate::web_client::{Client, server};

fn start() -> Value {
    json!({
        "p1": {"x": 4, "y": 0, "walls": 10},
        "p2": {"x": 4, "y": 8, "walls": 10},
        "walls": [],
        "turn": 1,
    })
}

fn order(state: &Value, mv: &Value) -> Value {
    json!({"difficulty": "easy", "state": state, "move": mv})
}

#[test]
fn the_start_is_given_and_a_move_is_answered_by_the_computer() {
    let server = server();
    let mut client = Client::to(server.address());
    let begun = client.get("/game/start").json();
    assert_eq!(begun["state"], start());
    assert_eq!(begun["p1"], start()["p1"]);
    let step = json!({"type": "move", "x": 4, "y": 1});
    let answer = client
        .post("/game/move", &order(&begun["state"], &step))
        .json();
    assert_eq!(
        (&answer["valid"], &answer["winner"]),
        (&json!(true), &Value::Null)
    );
    let state = &answer["state"];
    assert_eq!((&state["p1"]["y"], &state["turn"]), (&json!(1), &json!(1)));
    let has_walled = state["walls"].as_array().unwrap().len() == 1;
    let has_moved = state["p2"] != start()["p2"];
    assert!(has_walled || has_moved, "the computer has moved: {state}");
}

#[test]
fn numbers_may_be_written_as_texts_and_walls_stand_where_they_were_put() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = json!({
        "p1": {"x": "4", "y": "0", "walls": "9"},
        "p2": {"x": "4", "y": "8", "walls": "10"},
        "walls": [{"x": "4", "y": "2", "o": "h"}],
        "turn": "1",
    });
    let wall = json!({"type": "wall", "x": "2", "y": "2", "o": "h"});
    let answer = client.post("/game/move", &order(&state, &wall)).json();
    assert_eq!(answer["valid"], true, "{answer}");
    let walls = answer["state"]["walls"].as_array().unwrap();
    assert_eq!(walls[0], json!({"x": 4, "y": 2, "o": "h"}));
    assert_eq!(walls[1], json!({"x": 2, "y": 2, "o": "h"}));
    assert_eq!(answer["state"]["p1"]["walls"], 8);
}

#[test]
fn every_difficulty_answers_and_an_unknown_one_is_named() {
    let server = server();
    let mut client = Client::to(server.address());
    let step = json!({"type": "move", "x": 4, "y": 1});
    for difficulty in ["easy", "medium", "hard", "extreme"] {
        let order = json!({"difficulty": difficulty, "state": start(), "move": step});
        let answer = client.post("/game/move", &order).json();
        assert_eq!(
            (&answer["valid"], &answer["state"]["turn"]),
            (&json!(true), &json!(1))
        );
    }
    let order = json!({"difficulty": "divine", "state": start(), "move": step});
    let answer = client.post("/game/move", &order).json();
    assert_eq!(answer["valid"], false);
    assert!(answer["error"].as_str().unwrap().contains("divine"));
}

#[test]
fn who_reaches_the_other_side_has_won_and_nobody_answers() {
    let server = server();
    let mut client = Client::to(server.address());
    let mut state = start();
    state["p1"] = json!({"x": 0, "y": 7, "walls": 10});
    let step = json!({"type": "move", "x": 0, "y": 8});
    let answer = client.post("/game/move", &order(&state, &step)).json();
    assert_eq!(
        (&answer["valid"], &answer["winner"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(answer["state"]["p2"], start()["p2"]);
    let again = client
        .post("/game/move", &order(&answer["state"], &step))
        .json();
    assert_eq!(again["valid"], false);
}

#[test]
fn a_wrong_move_is_refused_in_words_and_leaves_the_state() {
    let server = server();
    let mut client = Client::to(server.address());
    for mv in [
        json!({"type": "move", "x": 4, "y": 2}),
        json!({"type": "move", "x": 4, "y": 0}),
        json!({"type": "move", "x": 4, "y": 9}),
        json!({"type": "move", "x": 4}),
        json!({"type": "move", "x": -1, "y": 0}),
        json!({"type": "move", "x": 1.5, "y": 0}),
        json!({"type": "wall", "x": 8, "y": 0, "o": "h"}),
        json!({"type": "wall", "x": 0, "y": 0, "o": "d"}),
        json!({"type": "castle"}),
        json!("e2"),
        Value::Null,
    ] {
        let answer = client.post("/game/move", &order(&start(), &mv));
        let told = answer.json();
        assert_eq!(
            (answer.status, &told["valid"]),
            (200, &json!(false)),
            "{mv}"
        );
        assert_eq!(told["state"], start(), "{mv}");
        assert!(!told["error"].as_str().unwrap().is_empty(), "{mv}");
    }
}

#[test]
fn a_forged_state_is_refused_whatever_the_move() {
    let server = server();
    let mut client = Client::to(server.address());
    let forged = |path: &str, value: Value| {
        let mut state = start();
        *state.pointer_mut(path).unwrap() = value;
        state
    };
    let walled = |walls: Value, left: usize| {
        let mut state = forged("/walls", walls);
        state["p1"]["walls"] = json!(left);
        state
    };
    let wall = |x: usize, y: usize, o: &str| json!({"x": x, "y": y, "o": o});
    let shut_in = json!([
        wall(0, 0, "h"),
        wall(2, 0, "h"),
        wall(4, 0, "h"),
        wall(6, 0, "h"),
        wall(7, 1, "h"),
        wall(6, 0, "v"),
    ]);
    for state in [
        forged("/p1/x", json!(9)),
        forged("/p1/y", json!("-1")),
        forged("/p1/walls", json!(11)),
        forged("/p2/walls", json!(9)),
        forged("/p1", json!({"x": 4, "y": 8, "walls": 10})),
        forged("/turn", json!(3)),
        forged("/turn", json!(0)),
        forged("/turn", Value::Null),
        forged("/walls", json!("none")),
        forged("/p1", Value::Null),
        walled(json!([wall(8, 0, "h")]), 9),
        walled(json!([wall(1, 1, "h"), wall(1, 1, "v")]), 8),
        walled(json!([wall(1, 1, "h"), wall(2, 1, "h")]), 8),
        walled(json!([wall(1, 1, "h"), wall(1, 1, "h")]), 8),
        walled(shut_in, 4),
        json!([]),
        json!("start"),
        Value::Null,
    ] {
        let step = json!({"type": "move", "x": 4, "y": 1});
        let answer = client.post("/game/move", &order(&state, &step));
        let told = answer.json();
        assert_eq!(
            (answer.status, &told["valid"]),
            (200, &json!(false)),
            "{state}"
        );
        assert_eq!(
            (&told["state"], &told["winner"]),
            (&Value::Null, &Value::Null)
        );
        assert!(!told["error"].as_str().unwrap().is_empty(), "{state}");
    }
}

#[test]
fn what_is_no_json_is_no_state() {
    let server = server();
    let mut client = Client::to(server.address());
    let json_said = [("Content-Type", "application/json")];
    let answer = client.ask("POST", "/game/move", &json_said, "{\"state\":");
    assert_eq!(
        (answer.status, &answer.json()["valid"]),
        (400, &json!(false))
    );
    let answer = client.ask("POST", "/game/move", &[], "{}");
    assert_eq!(
        (answer.status, &answer.json()["valid"]),
        (415, &json!(false))
    );
}
