//! The first screen of a phone: what a person needs first is in it, in every game.

use arbitro_rules::GameId;
use arbitro_tournament::Format;
use serde_json::json;

use super::looks::overflow;
use super::own_games::serving_all;
use crate::browser::Browser;
use crate::needs::needs;
use arbitro_testkit::folders::{Manners, made, settings, write_folder};
use arbitro_testkit::page_server::Serving;

const PHONES: [(u32, u32); 2] = [(360, 740), (390, 664)];

/// The lower edge of the first element that a selector finds.
fn bottom(browser: &Browser, selector: &str) -> u32 {
    let script =
        "return Math.ceil(document.querySelector(arguments[0]).getBoundingClientRect().bottom)";
    browser.eval(script, &[json!(selector)]).as_u64().unwrap() as u32
}

#[test]
fn start_the_status_and_the_first_button_are_in_the_first_screen_in_all_games() {
    let Some(browser) = Browser::take() else {
        return;
    };
    needs!(containment);
    let (serving, _folders) = serving_all();
    browser.open(&serving.address, 1280, 900);
    let games = serving.get("/api/games")["games"].clone();
    let games: Vec<&str> =
        games.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(games.len(), 16);
    for game in games {
        let state =
            serving.post("/api/matches", &json!({"game": game, "you": "x", "level": "easy"}));
        let at = format!("#/match/{}", state["id"].as_str().unwrap());
        let views = [
            (format!("#/play/{game}"), vec!["#start"]),
            (at, vec![".table .status", ".modes label, .controls button", ".stage .board"]),
        ];
        for (fragment, needed) in views {
            let there = format!("document.querySelector('{}')?.checkVisibility()", needed[0]);
            browser.turn_to(&fragment, &there);
            for (width, height) in PHONES.into_iter().chain([(740, 360), (768, 1024), (1280, 800)])
            {
                browser.resize(width, height);
                for selector in &needed {
                    let y = bottom(&browser, selector);
                    assert!(y <= height, "{game}: {selector} ends at {y} of {width}x{height}");
                }
                assert_eq!(overflow(&browser), "", "{game} at {width} px");
            }
        }
    }
    // With text twice as large nothing is wider than the window.
    for fragment in ["#/", "#/play/connect-four", "#/play/quoridor", "#/tournaments", "#/replay"] {
        browser.resize(360, 740);
        browser.turn_to(fragment, "document.querySelector('main h1')");
        browser.eval("document.documentElement.style.fontSize = '200%'", &[]);
        assert_eq!(overflow(&browser), "", "{fragment}");
        browser.eval("document.documentElement.style.fontSize = ''", &[]);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_forfeit_opens_at_its_last_step_with_the_reason_in_the_first_screen_and_in_the_list() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let players = [
        made("alice", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
        made("scribbler", None, Manners::Unreadable),
        made("dawdler", None, Manners::Late),
    ];
    write_folder(folder.path(), &settings(GameId::Italian, Format::RoundRobin, 6), &players, 1.0);
    let serving = Serving::start(&["--results", folder.path().to_str().unwrap()]);
    let id = serving.get("/api/tournaments")["tournaments"][0]["id"].as_str().unwrap().to_owned();
    let list = format!("/api/tournaments/{id}/matches?from=0&count=100&faults=1");
    let forfeits = serving.get(&list)["matches"].clone();
    let mut reasons = Vec::new();
    for forfeit in forfeits.as_array().unwrap() {
        let reason = forfeit["reason"].as_str().unwrap();
        if reasons.contains(&reason) {
            continue;
        }
        reasons.push(reason);
        for (width, height) in PHONES {
            let number = forfeit["match"].as_str().unwrap();
            let address = format!("{}/#/tournaments/{id}/{number}", serving.address);
            browser.open(&address, width, height);
            browser.wait("document.querySelector('.fault-text')");
            let y = bottom(&browser, ".fault-text");
            assert!(y <= height, "{reason}: it ends at {y} of {width}x{height}");
            let said = browser.text("document.querySelector('.fault-text').innerText");
            let said = said.split_once(": ").unwrap().1;
            let shown = browser.text("document.querySelector('main').innerText");
            assert_eq!(shown.matches(said).count(), 1, "{said}: {shown}");
        }
        // What was written is on the big board, and the step before is the last board.
        let marked = browser.text("document.querySelectorAll('.stage .picture .fault').length");
        let is_text = browser.text("document.querySelectorAll('.stage pre').length");
        let expected = match reason {
            "illegal_move" => marked != "0" && is_text == "0",
            "invalid_board" => marked != "0" || is_text == "1",
            _ => is_text == "0",
        };
        assert!(expected, "{reason}: {marked} squares are marked");
        browser.press(&["Left"]);
        browser.wait("document.querySelector('.status').innerText.startsWith('Move ')");
        let at = "document.querySelector('.status').innerText";
        let plies = forfeit["plies"].as_u64().unwrap();
        let text = browser.text(at);
        assert!(text.starts_with(&format!("Move {plies} of {plies}")), "{text}");
        assert_eq!(browser.text("document.querySelectorAll('.stage .board .cells').length"), "1");
    }
    assert!(reasons.len() >= 3, "{reasons:?}");
    browser.open(&format!("{}/#/tournaments/{id}", serving.address), 360, 740);
    browser.wait("document.querySelector('.faulty .why')");
    let is_beside = "[...document.querySelectorAll('.results .why')].some((it) =>
        it.getBoundingClientRect().right > it.closest('.scroll').getBoundingClientRect().right)";
    assert_eq!(browser.text(is_beside), "false", "a reason is behind a sideways scroll");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
