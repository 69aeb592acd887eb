//! The server's sentences in the client's language: refusals, wrong moves, remarks.

use serde_json::{Value, json};

use arbitro_rules::GameId;
use arbitro_serve::play::Denial;
use arbitro_words::rule_book::in_short;
use arbitro_words::{Language, say};

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
            "no man can go from 21 to 13",
            ["nessuna pedina può andare da 21 a 13", "aucun pion ne peut aller de 21 en 13"],
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
            // The page passes it on to screen readers.
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
    let record =
        std::fs::read_to_string(arbitro_testkit::games::project("boards/matches/records.pdn"));
    let raw = ("Content-Type", "application/octet-stream");
    let listed = client.ask("POST", "/api/replays", &[raw, ITALIAN], &record.unwrap());
    assert_eq!(listed.status, 201, "{:?}", listed.refusal());
    let id = listed.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/replays/{id}/matches/0");
    let told = |client: &mut Client, language| {
        let answer = client.ask("GET", &path, &[("Accept-Language", language)], "");
        let told = answer.json();
        (told["text"].as_str().unwrap().to_owned(), told["fault"]["text"].clone())
    };
    let english = told(&mut client, "en");
    for language in ["it", "fr"] {
        let (other, _) = told(&mut client, language);
        assert_ne!(english.0, other);
        let left = english_words(&other);
        assert!(left.is_empty(), "{left:?} in {other}");
    }
}

#[test]
fn a_dropped_game_is_told_by_its_moves_and_a_foreign_one_is_named() {
    let server = server();
    let mut client = Client::to(server.address());
    let raw = ("Content-Type", "application/octet-stream");
    let games = "[Event \"e\"]\n\n1. 11-15 23-19 1-0\n\n[GameType \"40\"]\n\n1. 32-28 *\n";
    let listed = client.ask("POST", "/api/replays", &[raw], games).json();
    assert_eq!(listed["matches"][0]["winner"], "x", "{listed}");
    let id = listed["id"].as_str().unwrap();
    let path = |number: u8| format!("/api/replays/{id}/matches/{number}");
    let shown = client.ask("GET", &path(0), &[], "").json();
    assert_eq!(shown["game"], "english");
    let refused = client.ask("GET", &path(1), &[ITALIAN], "");
    assert_eq!(refused.status, 422);
    let told = refused.json().to_string();
    assert!(told.contains("GameType 40, dama frisona"), "{told}");
}

/// The words of the page in a language, as they are written.
fn words(language: &str) -> String {
    let path = format!("src/serve/assets/words/{language}.js");
    std::fs::read_to_string(arbitro_testkit::games::project(&path)).unwrap()
}

/// The numbers of a text, those of repetitions and of walls also where they are words; sorted, each once.
fn numbers(text: &str) -> Vec<u32> {
    let spelt = |word: &str| match word {
        "third" | "terza" | "troisième" => Some(3),
        "fourth" | "quarta" | "quatrième" => Some(4),
        "ten" | "dieci" | "dix" => Some(10),
        word => word.parse().ok(),
    };
    let words = text.split(|text: char| !text.is_alphanumeric());
    let mut numbers: Vec<u32> = words.filter_map(spelt).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the page's words for a key: one phrase, or a list of them.
fn phrase<'a>(words: &'a str, key: &str) -> &'a str {
    let (_, rest) = words.split_once(&format!("  \"{key}\": ")).unwrap();
    let end = if rest.starts_with('[') { "\n  ]," } else { ",\n" };
    rest.split_once(end).unwrap().0
}

#[test]
fn the_rules_in_short_have_the_numbers_of_the_rule_books_in_every_language() {
    for language in ["it", "fr"] {
        let words = words(language);
        for game in GameId::ALL {
            let book = in_short(game).join(" ");
            let page = phrase(&words, &format!("rules.{game}"));
            assert_eq!(numbers(page), numbers(&book), "{game} {language}: {page}");
            assert!(numbers(page).len() >= 3, "{page}");
            assert!(english_words(page).is_empty(), "{page}");
        }
    }
    // What stands beside the name of every game.
    for language in ["en", "it", "fr"] {
        let words = words(language);
        for (family, game) in [("eight", GameId::Guide), ("ten", GameId::International)] {
            let size: u32 = in_short(game)[0].split('×').next().unwrap().parse().unwrap();
            let phrase = phrase(&words, &format!("family.{family}"));
            assert_eq!(numbers(phrase), [size * size], "{phrase}");
        }
    }
    let book = numbers(&in_short(GameId::Quoridor).join(" "));
    let walls = include_str!("../assets/home.js").split_once("const WALLS = ").unwrap().1;
    let walls: u32 = walls.split(';').next().unwrap().parse().unwrap();
    assert!(book.contains(&walls), "{walls} {book:?}");
}

/// The names in braces of a phrase, and what a function of the page's words takes.
fn placeholders(value: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in value.split('{').skip(1) {
        let inside = part.split('}').next().unwrap();
        names.extend(inside.split(',').map(|part| part.trim().to_owned()));
    }
    // A word chosen by a number is no name.
    names.retain(|name| !name.is_empty() && name.chars().all(char::is_alphanumeric));
    names.sort();
    names.dedup();
    names
}

#[test]
fn every_phrase_of_the_page_has_the_same_placeholders_in_every_language() {
    let keys = |words: &str| -> Vec<String> {
        let lines = words.lines().filter_map(|line| line.strip_prefix("  \""));
        let mut keys: Vec<String> =
            lines.filter_map(|it| Some(it.split_once("\": ")?.0.to_owned())).collect();
        keys.sort();
        keys
    };
    let [english, italian, french] = ["en", "it", "fr"].map(words);
    // English takes its rules from the server.
    let of_rules = |it: &String| it.starts_with("rules.") && it != "rules.short";
    let mut all = keys(&italian);
    assert_eq!(all, keys(&french));
    all.retain(|it| !of_rules(it));
    assert_eq!(all, keys(&english));
    assert!(all.len() > 200, "{}", all.len());
    for key in all {
        let [one, others @ ..] =
            [&english, &italian, &french].map(|it| phrase(it, &key)).map(placeholders);
        for other in others {
            assert_eq!(one, other, "{key}");
        }
    }
}

#[test]
fn the_end_of_a_match_is_told_in_the_language_of_the_request() {
    let server = server();
    let mut client = Client::to(server.address());
    let ask = |client: &mut Client, path: &str, language: &str| {
        let headers = [("Accept-Language", language)];
        let end = client.ask("GET", path, &headers, "").json()["end"].clone();
        ["text", "why"].map(|it| end[it].as_str().unwrap().to_owned())
    };
    let mut paths = Vec::new();
    for deeds in [&["resign"][..], &["draw/offer", "draw/accept"]] {
        let state = client.open(&json!({"game": "international", "you": "both"}));
        for deed in deeds {
            client.act(&state, deed).json();
        }
        paths.push(format!("/api/matches/{}", id(&state)));
    }
    // To and fro until the position has stood four times.
    let state = client.open(&json!({
        "game": "italian", "you": "both", "start": "W:WK32:BK1"
    }));
    for (ply, mv) in ["32-28", "1-5", "28-32", "5-1"].into_iter().cycle().take(12).enumerate() {
        let body = json!({"ply": ply, "move": mv}).to_string();
        let path = format!("/api/matches/{}/move", id(&state));
        let answer = client.ask("POST", &path, &[JSON], &body);
        assert_eq!(answer.status, 200, "{:?}", answer.refusal());
    }
    paths.push(format!("/api/matches/{}", id(&state)));
    paths.push("/api/position?game=international&fen=W:W46:B37,41".to_owned());
    for path in paths {
        let english = ask(&mut client, &path, "en");
        for language in ["it", "fr"] {
            for (one, other) in english.iter().zip(ask(&mut client, &path, language)) {
                assert_ne!(*one, other);
                assert!(english_words(&other).is_empty(), "{other}");
            }
        }
    }
    let french = ask(&mut client, "/api/position?game=international&fen=W:W46:B37,41", "fr");
    assert_eq!(french, ["Noir gagne : Blanc ne peut plus jouer.", "Blanc ne peut plus jouer"]);
}

#[test]
fn why_a_match_from_a_file_ended_is_listed_and_told_in_the_language_of_the_request() {
    let server = server();
    let mut client = Client::to(server.address());
    let ends = [r#""winner":"o","reason":"timeout""#, r#""reason":"repetition""#];
    let fault = r#""fault":{"player":"x","ply":1,"reason":"timeout","text":"too late"}"#;
    let record =
        |end: &str| format!("{{\"v\":1,\"game\":\"dama\",\"moves\":\"\",{end},{fault}}}\n");
    let raw = ("Content-Type", "application/octet-stream");
    let listed = client.ask("POST", "/api/replays", &[raw, ITALIAN], &ends.map(record).concat());
    let listed = listed.json();
    let whys = |listed: &Value| [0, 1].map(|it| listed["matches"][it]["why"].clone());
    assert_eq!(whys(&listed), ["forfait: ci ha messo troppo", "patta: la posizione si è ripetuta"]);
    // The page asks for the list again when its language changes.
    let path = format!("/api/replays/{}", listed["id"].as_str().unwrap());
    let again = client.ask("GET", &path, &[], "").json();
    assert_eq!(again["id"], listed["id"]);
    assert_eq!(whys(&again), ["forfeit: took too long", "draw: the position was repeated"]);
    let told = client.ask("GET", &format!("{path}/matches/0"), &[FRENCH], "").json();
    assert_eq!(told["fault"]["why"], "Blanc a mis trop de temps");
    assert_eq!(client.ask("GET", "/api/replays/none", &[], "").status, 404);
}

#[test]
fn a_wrong_position_is_told_in_the_language_of_the_request() {
    let server = server();
    let mut client = Client::to(server.address());
    for (fen, french) in [
        ("x", "fen : colonne 1 : il y a \"x\", il faut W ou B"),
        ("W:W31,31:B1", "fen : colonne 7 : la case 31 est nommée deux fois"),
        (
            "W:W1:B2",
            "fen : ce n’est pas une position jouable : un pion du joueur x sur sa dernière rangée : il doit y être une dame",
        ),
    ] {
        let path = format!("/api/position?game=international&fen={fen}");
        let answer = client.ask("GET", &path, &[FRENCH], "");
        assert_eq!(answer.refusal(), ("bad_field".to_owned(), french.to_owned()));
        assert_eq!(answer.header("content-language"), Some("fr"));
    }
}

#[test]
fn every_reason_to_deny_something_is_said_in_every_language() {
    let old = Denial::OldPly { asked: 7, played: 12 };
    for denied in [
        old,
        Denial::NotYourTurn,
        Denial::Over,
        Denial::NothingToUndo,
        Denial::Resigned,
        Denial::Late,
        Denial::Agreed,
        Denial::OfferStands,
        Denial::Declined,
        Denial::NoOffer,
    ] {
        let said = Language::ALL.map(|it| say(&denied, it));
        let [english, others @ ..] = said.each_ref().map(|each_ref| &**each_ref);
        assert_ne!(others[0], others[1]);
        for other in others {
            assert_ne!(english, other);
            assert_eq!(numbers(english), numbers(other));
            assert!(english_words(other).is_empty(), "{other}");
        }
    }
}

#[test]
fn an_address_without_a_page_says_so_in_the_readers_language() {
    let server = server();
    let mut client = Client::to(server.address());
    for (language, title) in [("en", "Not here"), ("it", "Non qui"), ("fr", "Pas ici")] {
        let answer = client.ask("GET", "/nowhere", &[("Accept-Language", language)], "");
        let page = String::from_utf8(answer.body).unwrap();
        assert_eq!(answer.status, 404);
        assert!(page.contains(&format!("<title>{title}</title>")), "{page}");
        assert!(page.contains(&format!("lang=\"{language}\"")), "{page}");
    }
}
