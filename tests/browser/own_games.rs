//! Games that are not compiled in, played on the page.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::looks::{checker, overflow, violations};
use super::play::{cell, offered, play_to_the_end, ply, remark, server_state, start};
use super::watch::count;
use crate::browser::Browser;
use crate::needs::needs;
use crate::planted_errors::copy;
use crate::programs::open_folder;
use arbitro_testkit::games::project;
use arbitro_testkit::page_server::Serving;

/// A server with a game of a folder.
pub(super) fn serving(game: &Path) -> Serving {
    Serving::start(&["--game", game.to_str().unwrap()])
}

/// A server with the three bundled games of folders, which stay as long as these.
pub(super) fn serving_all() -> (Serving, [TempDir; 3]) {
    let folders = ["connect-four", "othello", "breakthrough"].map(|game| {
        let folder = open_folder(0o755);
        copy(game, folder.path(), |rules| rules);
        folder
    });
    let flags: Vec<&str> =
        folders.iter().flat_map(|folder| ["--game", folder.path().to_str().unwrap()]).collect();
    (Serving::start(&flags), folders)
}

pub(super) fn assert_is_saved_and_walked_through(browser: &Browser, serving: &Serving, game: &str) {
    let state = server_state(browser, serving);
    assert_eq!(state["end"]["reason"], "rules", "{state}");
    browser.wait("!document.querySelector('.ending').hidden");
    let kept = browser.text("document.querySelector('.controls a[download]').getAttribute('href')");
    let record = serving.get(&kept);
    assert_eq!((&record["game"], &record["plies"]), (&json!(game), &state["ply"]));
    let told = serving.get(&kept.replace("/record", "/playthrough"));
    let last = told["positions"].as_array().unwrap().last().unwrap();
    assert_eq!(last["board"], state["board"]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn connect_four_is_played_to_its_end_by_mouse_on_a_small_screen() {
    let Some(browser) = Browser::take() else {
        return;
    };
    needs!(containment);
    let folder = open_folder(0o755);
    copy("connect-four", folder.path(), |rules| rules);
    let serving = serving(folder.path());
    browser.open(&serving.address, 360, 740);
    browser.wait("document.querySelector('.family [data-game=connect-four] circle, .family [data-game=connect-four] rect')");
    assert_eq!(browser.text("document.querySelector('.card-name').innerText"), "Connect Four");
    assert_eq!(overflow(&browser), "");
    start(&browser, &serving, "connect-four");
    browser.wait("document.querySelector('.choose-rules, .rules p')");
    assert_eq!(offered(&browser).len(), 7);
    if let Some(checker) = checker() {
        assert_eq!(violations(&browser, &checker), json!([]));
    }
    browser.click("[class=side] .controls button:nth-child(2)");
    browser.wait("document.querySelector('.picture .hint')");
    // Nothing that the board does not show names a side.
    let shown = browser.text("document.querySelector('.table').innerText");
    assert!(shown.contains("Player 1") && !shown.split_whitespace().any(|it| it == "X"), "{shown}");
    assert_eq!(count(&browser, ".board .edge-name"), 13, "the names of columns and rows");
    assert_eq!(count(&browser, ".bar .token circle"), 2, "its own pieces");
    play_to_the_end(&browser, "connect-four");
    browser.wait("document.querySelectorAll('.picture .won').length === 4");
    assert_is_saved_and_walked_through(&browser, &serving, "connect-four");
    browser.open_in(&serving.address, 360, 740, "it");
    browser.wait("document.querySelector('.card-name')");
    assert_eq!(browser.text("document.querySelector('.card-name').innerText"), "Forza quattro");
}

#[test]
fn a_stone_on_a_cell_where_nothing_turns_over_is_explained() {
    let Some(browser) = Browser::take() else {
        return;
    };
    needs!(containment);
    let folder = open_folder(0o755);
    copy("othello", folder.path(), |rules| rules);
    let serving = serving(folder.path());
    start(&browser, &serving, "othello");
    assert_eq!(offered(&browser).len(), 4);
    browser.click(&cell("0,0"));
    browser.wait("document.querySelector('.remark').innerText");
    assert!(remark(&browser).contains("turns nothing"), "{}", remark(&browser));
    assert_eq!(ply(&browser), "0");
}

/// Opens a match for two people, and plays moves in it.
pub(super) fn played(serving: &Serving, game: &str, moves: &[&str]) -> (String, Value) {
    let mut state = serving.post("/api/matches", &json!({"game": game, "you": "both"}));
    let path = format!("/api/matches/{}", state["id"].as_str().unwrap());
    for name in moves {
        let order = json!({"ply": state["ply"], "move": name});
        state = serving.post(&format!("{path}/move"), &order);
        assert!(state["error"].is_null(), "{name}: {state}");
    }
    (path, state)
}

/// A game of one long way, in which only the program's score says who is better.
const LONG: &str = "from game import Game\n\nclass Long(Game):\n    def start(self):\n        return '10'\n\n    \
                    def moves(self, p):\n        yield 'on', str(int(p.board) + 1)\n\n    \
                    def score(self, p):\n        return SCORE\n\nLong().run()\n";

#[test]
fn the_computer_accepts_a_draw_only_where_it_knows_that_it_is_not_better() {
    needs!(containment);
    for (score, accepts) in [
        ("None", false),
        ("1 if p.turn == 'x' else -1", true),
        ("-1 if p.turn == 'x' else 1", false),
        ("0", true),
    ] {
        let folder = open_folder(0o755);
        let toml = "name = \"long\"\ntitle = \"Long\"\ncommand = \"python3 rules.py\"\n";
        fs::write(folder.path().join("game.toml"), toml).unwrap();
        fs::write(folder.path().join("rules.py"), LONG.replace("SCORE", score)).unwrap();
        let kit = project("boards/games/kit/game.py");
        fs::copy(kit, folder.path().join("game.py")).unwrap();
        let serving = serving(folder.path());
        let opening = json!({"game": "long", "you": "x", "level": "easy"});
        let mut state = serving.post("/api/matches", &opening);
        let path = format!("/api/matches/{}", state["id"].as_str().unwrap());
        while state["ply"].as_u64().unwrap() < 20 {
            assert!(state["error"].is_null() && state["end"].is_null(), "{state}");
            if state["turn"] == "x" {
                let order = json!({"ply": state["ply"], "move": "on"});
                state = serving.post(&format!("{path}/move"), &order);
            } else {
                state = serving.get(&format!("{path}?after={}", state["version"]));
            }
        }
        let answered = serving.post(&format!("{path}/draw/offer"), &json!({}));
        assert_eq!(answered["end"]["reason"] == "agreed", accepts, "{score}: {answered}");
        assert_eq!(answered["draw"]["declined"] == "x", !accepts, "{score}: {answered}");
    }
}

#[test]
fn a_program_that_dies_ends_its_match_with_its_last_words_and_nothing_else() {
    needs!(containment);
    let folder = open_folder(0o755);
    let dies = "    def moves(self, p):\n        if p.board.count('x') == 2:\n            raise SystemExit('the stones are gone')";
    copy("connect-four", folder.path(), |rules| rules.replacen("    def moves(self, p):", dies, 1));
    let serving = serving(folder.path());
    let (path, state) = played(&serving, "connect-four", &["d1", "d2"]);
    assert!(state["end"].is_null(), "{state}");
    let (other, _) = played(&serving, "connect-four", &["a1"]);
    let broken = serving.post(&format!("{path}/move"), &json!({"ply": 2, "move": "d3"}));
    let end = &broken["end"];
    assert_eq!((&end["reason"], &end["winner"]), (&json!("void"), &Value::Null), "{broken}");
    assert!(end["why"].as_str().unwrap().contains("the stones are gone"), "{end}");
    assert_eq!(serving.get(&format!("{path}/record"))["reason"], "void");
    // Others go on, also with the same program, and so does this one before the move.
    let order = json!({"ply": 1, "move": "b1"});
    assert_eq!(serving.post(&format!("{other}/move"), &order)["ply"], 2);
    played(&serving, "dama", &[]);
    serving.post(&format!("{path}/undo"), &json!({}));
    let undone = serving.post(&format!("{path}/undo/accept"), &json!({}));
    assert_eq!((&undone["ply"], &undone["end"]), (&json!(2), &Value::Null), "{undone}");
}

const ALONE: &str = "from game import Game

class Alone(Game):
    def start(self):
        return '...'

    def moves(self, p):
        if p.turn == 'o':
            yield 'pass', p.board
            return
        for column in range(3):
            if p.board[column] == '.':
                yield p.name(0, column), p.put((0, column, 'x'))

    def end(self, p):
        if '.' not in p.board:
            return 'x', 'the board is full'

Alone().run()
";

#[test]
fn an_only_pass_is_played_for_people_and_taken_back_with_the_move_before_it() {
    needs!(containment);
    let folder = open_folder(0o755);
    copy("connect-four", folder.path(), |_| ALONE.to_owned());
    let serving = serving(folder.path());
    let (path, state) = played(&serving, "connect-four", &["a1"]);
    assert_eq!((&state["ply"], &state["turn"]), (&json!(2), &json!("x")), "{state}");
    assert_eq!(state["moves"][1]["text"], "pass");
    serving.post(&format!("{path}/undo"), &json!({}));
    let undone = serving.post(&format!("{path}/undo/accept"), &json!({}));
    assert_eq!(undone["ply"], 0, "{undone}");
}

#[test]
fn cells_that_a_person_points_at_are_judged_as_a_board_file_is() {
    needs!(containment);
    let folder = open_folder(0o755);
    copy("connect-four", folder.path(), |rules| rules);
    let serving = serving(folder.path());
    let (path, _) = played(&serving, "connect-four", &[]);
    let point = |ply: u32, cells: &str| {
        serving.post(&format!("{path}/move"), &json!({"ply": ply, "cells": cells}))
    };
    let refused = point(0, "3,2");
    let text = refused["error"]["text"].as_str().unwrap();
    assert_eq!(text, "the stone on d3 hangs in the air: d2 below it is empty", "{refused}");
    assert_eq!(refused["error"]["why"], "by_the_program");
    assert_eq!(point(0, "3,0")["moves"][0]["text"], "d1");
    for nonsense in ["", "3", "300,1", "3,0 3,1 3,2", "90,90"] {
        assert!(!point(1, nonsense)["error"].is_null(), "{nonsense}");
    }
}
