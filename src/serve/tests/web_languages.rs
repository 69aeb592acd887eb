//! The server's sentences in the language of whoever asks: refusals, wrong moves, remarks.

use serde_json::{Value, json};

use crate::web_client::{Answer, Client, id, server};
use arbitro_testkit::languages::english_words;

const ITALIAN: (&str, &str) = ("Accept-Language", "it-IT,it;q=0.9,en;q=0.5");
const FRENCH: (&str, &str) = ("Accept-Language", "fr-CA,fr;q=0.9,en;q=0.5");
const OTHERS: [(&str, (&str, &str)); 2] = [("it", ITALIAN), ("fr", FRENCH)];
const JSON: (&str, &str) = ("Content-Type", "application/json");

fn play(client: &mut Client, state: &Value, mv: &str, language: (&str, &str)) -> Answer {
    let path = format!("/api/matches/{}/move", id(state));
    let body = json!({"ply": state["ply"], "move": mv}).to_string();
    client.ask("POST", &path, &[JSON, language], &body)
}

#[test]
fn a_wrong_move_is_told_in_the_language_of_the_request() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "italian", "you": "both", "level": "easy"}));
    for (mv, english, others) in [
        (
            "21-13",
            "the man on 21 went to 13; no man can go there from 21",
            [
                "la pedina in 21 è andata in 13; da lì nessuna pedina può arrivarci",
                "le pion en 21 est allé en 13 ; de là, aucun pion ne peut y aller",
            ],
        ),
        (
            "13-17",
            "there is no piece on 13",
            ["in 13 non c'è nessun pezzo", "il n’y a pas de pièce en 13"],
        ),
    ] {
        for ((_, language), sentence) in OTHERS.into_iter().zip(others) {
            let answer = play(&mut client, &state, mv, language);
            assert_eq!(answer.status, 422);
            assert_eq!(answer.refusal().1, sentence);
            let error = &answer.json()["error"];
            assert_eq!(error["diagnosis"], error["text"]);
            assert!(!error["squares"].as_array().unwrap().is_empty());
        }
        // German has no words here: English.
        for other in ["en", "de", "de, es;q=0.3"] {
            let answer = play(&mut client, &state, mv, ("Accept-Language", other));
            assert_eq!(answer.refusal().1, english, "{other}");
        }
    }
}

#[test]
fn refusals_are_in_every_language_with_the_same_words_for_programs() {
    let server = server();
    let mut client = Client::to(server.address());
    let state = client.open(&json!({"game": "dama", "you": "both", "level": "easy"}));
    let old = json!({"ply": 7, "move": "(2,1)-(3,2)"}).to_string();
    let moves = format!("/api/matches/{}/move", id(&state));
    let undo = format!("/api/matches/{}/undo", id(&state));
    for (method, path, body) in [
        ("GET", "/api/matches/00000000000000000000000000000000", ""),
        ("GET", "/api/nowhere", ""),
        ("GET", "/api/tournaments/none", ""),
        ("POST", &*moves, &*old),
        ("POST", &*undo, ""),
    ] {
        let headers: &[(&str, &str)] = if body.is_empty() { &[] } else { &[JSON] };
        let english = client.ask(method, path, headers, body);
        assert!(english.status >= 400, "{path}");
        assert_eq!(english.header("content-language"), Some("en"), "{path}");
        let (code, one) = english.refusal();
        for (language, asked) in OTHERS {
            let answer = client.ask(method, path, &[headers, &[asked]].concat(), body);
            assert_eq!(english.status, answer.status, "{path}");
            let (same, other) = answer.refusal();
            assert_eq!(code, same);
            assert_ne!(one, other, "{path}");
            let left = english_words(&other);
            assert!(left.is_empty(), "{left:?} in {other}");
            // The page tells it to whoever reads it aloud.
            assert_eq!(answer.header("content-language"), Some(language), "{path}");
        }
    }
    // What only those who write clients are told is English for all of them.
    let answer = client.ask("POST", "/api/matches", &[JSON, ITALIAN], "{");
    assert_eq!(answer.header("content-language"), Some("en"));
}

#[test]
fn a_record_dropped_on_the_page_is_told_in_every_language() {
    let server = server();
    let mut client = Client::to(server.address());
    let record = std::fs::read_to_string(arbitro_testkit::games::project(
        "boards/matches/records.pdn",
    ));
    let raw = ("Content-Type", "application/octet-stream");
    let listed = client.ask("POST", "/api/replays", &[raw, ITALIAN], &record.unwrap());
    assert_eq!(listed.status, 201, "{:?}", listed.refusal());
    let id = listed.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/replays/{id}/matches/0");
    let told = |client: &mut Client, language| {
        let answer = client.ask("GET", &path, &[("Accept-Language", language)], "");
        let told = answer.json();
        (
            told["text"].as_str().unwrap().to_owned(),
            told["fault"]["text"].clone(),
        )
    };
    let english = told(&mut client, "en");
    for language in ["it", "fr"] {
        let (other, _) = told(&mut client, language);
        assert_ne!(english.0, other);
        let left = english_words(&other);
        assert!(left.is_empty(), "{left:?} in {other}");
    }
}
