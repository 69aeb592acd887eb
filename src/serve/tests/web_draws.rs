//! Draws by agreement: offered, accepted, declined, lapsed, and kept in the record.

use arbitro_records::MatchRecord;
use arbitro_records::{Hints, read_bytes};
use arbitro_rules::GameId;
use arbitro_testkit::languages::english_words;
use serde_json::{Value, json};

use crate::web_client::{Client, id, server};

/// Plays the first legal move.
fn step(client: &mut Client, state: &Value) -> Value {
    let text = state["legal"][0]["text"].as_str().unwrap().to_owned();
    client.play(state, &text).json()
}

/// The code of a refused request.
fn refused(client: &mut Client, state: &Value, deed: &str) -> String {
    let answer = client.act(state, deed);
    assert_eq!(answer.status, 409, "{deed}: {:?}", answer.json());
    answer.refusal().0
}

/// The record of a match, read as any file is.
fn record(client: &mut Client, state: &Value) -> MatchRecord {
    let line = client.get(&format!("/api/matches/{}/record", id(state))).body;
    let read = read_bytes(line, &Hints::default()).unwrap();
    let shown = read.see(0).unwrap();
    assert_eq!(shown.remarks, []);
    shown.claim
}

#[test]
fn two_people_agree_on_a_draw_in_every_game() {
    let server = server();
    let mut client = Client::to(server.address());
    for game in GameId::ALL {
        let state = client.open(&json!({"game": game.name(), "you": "both"}));
        assert_eq!(state["draw"]["offer"], Value::Null, "{game}");
        assert_eq!(state["draw"]["can_offer"], true, "{game}");
        let state = step(&mut client, &state);
        let offered = client.act(&state, "draw/offer").json();
        assert_eq!(offered["draw"]["offer"], "o", "{game}: whose turn it is");
        assert_eq!(offered["draw"]["can_offer"], false, "{game}");
        assert!(offered["version"].as_u64() > state["version"].as_u64());
        assert_eq!(refused(&mut client, &state, "draw/offer"), "offer_stands");
        let over = client.act(&state, "draw/accept").json();
        assert_eq!(
            over["end"],
            json!({
                "winner": null, "reason": "agreed",
                "text": "A draw by agreement.", "why": "by agreement"
            })
        );
        assert_eq!(over["draw"]["offer"], Value::Null, "{game}");
        assert_eq!(over["draw"]["can_offer"], false, "{game}");
        assert_eq!(over["can_undo"], false, "{game}");
        assert_eq!(refused(&mut client, &state, "undo"), "ended_by_hand");
        for deed in ["offer", "accept", "decline"] {
            let deed = format!("draw/{deed}");
            assert_eq!(refused(&mut client, &state, &deed), "match_over");
        }
        let record = record(&mut client, &state);
        assert_eq!(record.reason.as_deref(), Some("agreed"), "{game}");
        assert_eq!((record.winner, record.plies), (None, Some(1)), "{game}");
    }
}

#[test]
fn a_declined_offer_is_made_again_after_a_move_only() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "guide", "you": "both"}));
    for deed in ["draw/accept", "draw/decline"] {
        assert_eq!(refused(&mut client, &state, deed), "no_offer");
    }
    client.act(&state, "draw/offer").json();
    let declined = client.act(&state, "draw/decline").json();
    assert_eq!(declined["draw"]["offer"], Value::Null);
    assert_eq!(declined["draw"]["declined"], "x");
    assert_eq!(declined["draw"]["can_offer"], false);
    assert_eq!(declined["end"], Value::Null, "the match goes on");
    assert_eq!(refused(&mut client, &state, "draw/offer"), "offer_declined");
    let on = step(&mut client, &declined);
    assert_eq!(on["draw"]["declined"], Value::Null);
    assert_eq!(on["draw"]["can_offer"], true);
    assert_eq!(client.act(&on, "draw/offer").json()["draw"]["offer"], "o");
}

#[test]
fn an_offer_lapses_when_the_other_side_moves() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "guide", "you": "both"}));
    let offered = client.act(&state, "draw/offer").json();
    let moved = step(&mut client, &offered);
    assert_eq!(moved["turn"], "o");
    assert_eq!(moved["draw"]["offer"], "x", "the offerer's own move");
    let lapsed = step(&mut client, &moved);
    assert_eq!(lapsed["draw"]["offer"], Value::Null);
    assert_eq!(lapsed["draw"]["can_offer"], true);
    assert_eq!(refused(&mut client, &state, "draw/accept"), "no_offer");
    // A move that is taken back takes what was said with it.
    let offered = client.act(&state, "draw/offer").json();
    assert_eq!(offered["draw"]["offer"], "x");
    client.act(&state, "undo").json();
    assert_eq!(client.act(&state, "undo/accept").json()["draw"]["offer"], Value::Null);
}

#[test]
fn between_two_people_a_move_is_taken_back_when_the_offer_is_accepted() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "italian", "you": "both", "start": "W:W29,22:B25"}));
    assert_eq!(refused(&mut client, &state, "undo"), "nothing_to_undo");
    assert_eq!(refused(&mut client, &state, "undo/accept"), "no_offer");
    // The move ends the match by the rules, and what a rule ended may be taken back.
    let over = client.play(&state, "22-18").json();
    assert_eq!(over["end"]["winner"], "x");
    let offered = client.act(&state, "undo").json();
    assert_eq!((&offered["ply"], &offered["undo"]["offer"]), (&json!(1), &json!("x")));
    assert_eq!(offered["can_undo"], false);
    assert_eq!(refused(&mut client, &state, "undo"), "offer_stands");
    assert_eq!(refused(&mut client, &state, "draw/accept"), "match_over");
    let stays = client.act(&state, "undo/decline").json();
    assert_eq!(
        (&stays["ply"], &stays["undo"]),
        (&json!(1), &json!({"offer": null, "declined": "x"}))
    );
    assert_eq!(refused(&mut client, &state, "undo"), "offer_declined");
    let mut other = client.open(&json!({"game": "dama", "you": "both"}));
    other = step(&mut client, &other);
    let offered = client.act(&other, "undo").json();
    assert_eq!(refused(&mut client, &other, "draw/offer"), "offer_stands");
    assert_eq!(refused(&mut client, &other, "draw/accept"), "no_offer");
    assert_eq!(step(&mut client, &offered)["undo"]["offer"], Value::Null, "a move declines it");
    client.act(&other, "undo").json();
    let back = client.act(&other, "undo/accept").json();
    assert_eq!((&back["ply"], &back["undo"]["offer"]), (&json!(1), &Value::Null));
    client.act(&other, "resign").json();
    assert_eq!(refused(&mut client, &other, "undo/accept"), "match_over");
}

#[test]
fn before_ply_20_the_computer_accepts_only_two_men_or_three_steps_behind() {
    let server = server();
    let mut client = Client::to(server.address());
    for (game, you, start, accepts) in [
        ("guide", "x", None, false),
        ("guide", "x", Some("W:W31,32:B1,2"), false),
        ("guide", "x", Some("W:W21,22,23,24:B1,2"), true),
        ("guide", "x", Some("W:W21,22:B1,2,3,4"), false),
        ("guide", "o", Some("B:W21,22,23,24:B1,2"), false),
        ("guide", "o", Some("B:W21,22:B1,2,3,4"), true),
        // As many men, but the person takes two at once: the position is searched, not counted.
        ("italian", "x", Some("W:W27,25,32:B23,15,1"), true),
        ("international", "x", Some("W:W31,32:B1,2,3,4"), false),
        ("quoridor", "x", None, false),
    ] {
        for level in ["easy", "extreme"] {
            let mut order = json!({"game": game, "you": you, "level": level, "seed": 1});
            if let Some(start) = start {
                order["start"] = start.into();
            }
            let state = client.open(&order);
            let about = format!("{game} {you} {start:?} {level}");
            assert_eq!(state["turn"], you, "{about}");
            let after = client.act(&state, "draw/offer").json();
            if accepts {
                assert_eq!(after["end"]["reason"], "agreed", "{about}");
                assert_eq!(after["end"]["winner"], Value::Null, "{about}");
                assert_eq!(
                    after["end"]["text"],
                    "A draw by agreement: the computer does not see itself ahead."
                );
                assert_eq!(record(&mut client, &state).reason.as_deref(), Some("agreed"));
            } else {
                assert_eq!(after["end"], Value::Null, "{about}");
                assert_eq!(after["draw"]["declined"], you, "{about}");
                assert_eq!(
                    after["draw"]["text"],
                    "The computer declines: so early it wants to play on."
                );
                assert_eq!(refused(&mut client, &state, "draw/offer"), "offer_declined");
                assert_eq!(refused(&mut client, &state, "draw/accept"), "no_offer");
                assert_eq!(record(&mut client, &state).reason, None, "{about}");
            }
        }
    }
}

/// Men and kings of a side on a board.
fn pieces(state: &Value, side: char) -> usize {
    let board = state["board"].as_str().unwrap();
    let is_of_side = |it: char| it.eq_ignore_ascii_case(&side);
    board.chars().filter(|&letter| is_of_side(letter)).count()
}

#[test]
fn from_ply_20_on_the_computer_accepts_unless_it_sees_itself_ahead() {
    let server = server();
    let mut client = Client::to(server.address());
    let mut answers = [0, 0];
    for seed in 1..=12 {
        let order = json!({"game": "dama", "you": "x", "level": "easy", "seed": seed});
        let mut state = client.open(&order);
        while state["ply"].as_u64() < Some(20) && state["end"].is_null() {
            state = step(&mut client, &state);
        }
        let is_level = pieces(&state, 'x') == pieces(&state, 'o');
        if !state["end"].is_null() || !is_level {
            continue;
        }
        let after = client.act(&state, "draw/offer").json();
        let is_declined = after["end"].is_null();
        answers[usize::from(is_declined)] += 1;
        if is_declined {
            assert_eq!(after["draw"]["text"], "The computer declines: it sees itself ahead.");
        }
    }
    assert!(answers[0] > 0, "{answers:?}: level positions");
}

#[test]
fn no_draw_can_be_offered_while_the_computer_thinks() {
    let server = server();
    let mut client = Client::to(server.address());
    let order = json!({"game": "international", "you": "o", "level": "extreme"});
    let state = client.open(&order);
    assert_eq!(state["thinking"], true);
    assert_eq!(state["draw"]["can_offer"], false);
    assert_eq!(refused(&mut client, &state, "draw/offer"), "not_your_turn");
}

#[test]
fn refusals_about_draws_are_in_every_language() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "dama", "you": "both"}));
    let told = |client: &mut Client, deed: &str| {
        let path = format!("/api/matches/{}/draw/{deed}", id(&state));
        let said = ["en", "it", "fr"].map(|language| {
            let headers = [("Accept-Language", language)];
            client.ask("POST", &path, &headers, "").refusal()
        });
        let [(code, english), others @ ..] = said;
        for (same, other) in others {
            assert_eq!(code, same);
            assert_ne!(other, english);
            let left = english_words(&other);
            assert!(left.is_empty(), "{left:?} in {other}");
        }
        code
    };
    assert_eq!(told(&mut client, "accept"), "no_offer");
    client.act(&state, "draw/offer").json();
    assert_eq!(told(&mut client, "offer"), "offer_stands");
    client.act(&state, "draw/decline").json();
    assert_eq!(told(&mut client, "offer"), "offer_declined");
}

#[test]
fn a_resignation_names_the_winner_in_the_record_of_every_game() {
    let server = server();
    let mut client = Client::to(server.address());
    for game in GameId::ALL {
        for (you, winner) in [("x", "o"), ("o", "x"), ("both", "o")] {
            let order = json!({"game": game.name(), "you": you, "level": "easy"});
            let state = client.open(&order);
            client.act(&state, "resign").json();
            let record = record(&mut client, &state);
            assert_eq!(
                (record.winner.as_deref(), record.reason.as_deref()),
                (Some(winner), Some("resigned")),
                "{game} {you}"
            );
        }
    }
}
