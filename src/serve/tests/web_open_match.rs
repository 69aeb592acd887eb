//! A match in play by itself: no server, no waiting.

use std::time::Duration;

use arbitro_engine::chooser::Level;
use arbitro_rules::{GameId, Player};
use arbitro_serve::play::{Denial, OpenMatch, Opening, You};
use arbitro_words::Language;
use serde_json::Value;

const TIME: Duration = Duration::from_millis(20);

fn state(play: &mut OpenMatch) -> Value {
    play.state("", Language::English)
}

/// The standard match of a game against a level.
fn usual(game: GameId, you: You, level: Level) -> Opening {
    Opening { game, you, level, start: None, size: None, walls: None, clock: None, seed: 0 }
}

fn moves(state: &Value) -> Vec<Value> {
    state["moves"].as_array().unwrap().iter().map(|it| it["text"].clone()).collect()
}

fn first_legal(state: &Value) -> &str {
    state["legal"][0]["text"].as_str().unwrap()
}

/// Plays the first legal move each time until so many plies are played.
fn played(level: Level, seed: u64, plies: usize) -> Vec<Value> {
    let mut play =
        OpenMatch::new(&Opening { seed, ..usual(GameId::Russian, You::Side(Player::X), level) })
            .unwrap();
    loop {
        if let Some(request) = play.search_request() {
            let mut answer = request.run(TIME);
            assert!(play.answer(&mut answer));
        }
        let now = state(&mut play);
        let ply = now["ply"].as_u64().unwrap() as usize;
        if ply >= plies || !now["end"].is_null() {
            return moves(&now);
        }
        play.play(ply, first_legal(&now)).unwrap();
    }
}

#[test]
fn the_same_seed_plays_the_same_match_and_another_another() {
    for level in [Level::Easy, Level::Medium] {
        assert_eq!(played(level, 1, 20), played(level, 1, 20));
    }
    assert_ne!(played(Level::Easy, 1, 20), played(Level::Easy, 2, 20));
}

#[test]
fn an_answer_to_an_older_question_is_thrown_away() {
    let opening = usual(GameId::Dama, You::Side(Player::X), Level::Easy);
    let mut play = OpenMatch::new(&opening).unwrap();
    let first = first_legal(&state(&mut play)).to_owned();
    play.play(0, &first).unwrap();
    let mut stale = play.search_request().unwrap().run(TIME);
    play.undo().unwrap();
    assert!(!play.answer(&mut stale), "nobody asks any more");
    play.play(0, &first).unwrap();
    assert!(!play.answer(&mut stale), "this is another question");
    let mut answer = play.search_request().unwrap().run(TIME);
    assert!(play.answer(&mut answer));
    assert!(!play.answer(&mut answer), "once is enough");
    assert_eq!(state(&mut play)["ply"], 2);
}

#[test]
fn the_hint_for_an_older_position_is_none() {
    let opening = usual(GameId::Quoridor, You::Both, Level::Easy);
    let mut play = OpenMatch::new(&opening).unwrap();
    let hint = play.hint().unwrap().run(TIME);
    assert!(play.hinted(&hint).is_some());
    play.play(0, "e2").unwrap();
    assert_eq!(play.hinted(&hint), None);
}

#[test]
fn the_time_of_a_move_taken_back_is_given_back() {
    let opening = Opening {
        clock: Some(Duration::from_secs(100)),
        ..usual(GameId::Dama, You::Side(Player::X), Level::Easy)
    };
    let mut play = OpenMatch::new(&opening).unwrap();
    let first = first_legal(&state(&mut play)).to_owned();
    std::thread::sleep(Duration::from_millis(60));
    play.play(0, &first).unwrap();
    let used = state(&mut play)["clock"]["x"].as_u64().unwrap();
    assert!((60..100_000).contains(&used), "{used}");
    play.undo().unwrap();
    let after = state(&mut play)["clock"].take();
    assert!(after["x"].as_u64().unwrap() < used, "{after}");
    assert_eq!(after["o"], 0);
}

#[test]
fn a_match_that_begins_at_its_end_is_over() {
    let opening = Opening {
        start: Some("W:W:B18".to_owned()),
        ..usual(GameId::Italian, You::Side(Player::X), Level::Easy)
    };
    let mut play = OpenMatch::new(&opening).unwrap();
    assert_eq!(state(&mut play)["end"]["winner"], "o");
    assert_eq!(play.play(0, "1-5"), Err(Denial::Over));
    assert_eq!(play.undo(), Err(Denial::NothingToUndo));
}

#[test]
fn starting_from_a_position_of_player_2_runs_that_players_clock() {
    let opening = Opening {
        start: Some("B:W31:B1".to_owned()),
        ..usual(GameId::Italian, You::Both, Level::Easy)
    };
    let mut play = OpenMatch::new(&opening).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    let clock = state(&mut play)["clock"].take();
    assert_eq!(clock["x"], 0);
    assert!(clock["o"].as_u64().unwrap() >= 20);
}
