//! One match and several browsers, and a server that goes and comes back.

use serde_json::{Value, json};

use super::play::{PLACES, SETTLED, cell, ply, show_match};
use crate::browser::Browser;
use arbitro_testkit::page_server::Serving;

/// Whether the page says in its one place that the server is gone.
const IS_LOST: &str = "document.querySelector('.voice .lost')?.checkVisibility()";

const OFFER: &str = "!document.querySelector('.offer').hidden";

fn opened(serving: &Serving, order: &Value) -> String {
    serving.post("/api/matches", order)["id"].as_str().unwrap().to_owned()
}

fn go(browser: &Browser, from: &str, to: &str) {
    browser.click(&cell(from));
    browser.click(&cell(to));
}

fn wait_for_ply(browser: &Browser, ply: usize) {
    browser.wait(&format!("document.querySelector('.table').dataset.ply === '{ply}'"));
    browser.wait(SETTLED);
}

#[test]
fn two_browsers_on_one_match_follow_each_other() {
    let (Some(one), Some(other)) = (Browser::take(), Browser::take()) else {
        return;
    };
    let serving = Serving::start(&[]);
    let id = opened(&serving, &json!({"game": "italian", "you": "both"}));
    for browser in [&one, &other] {
        show_match(browser, &serving, &id, (1280, 900));
    }
    go(&one, "1,2", "2,3");
    wait_for_ply(&other, 1);
    go(&other, "4,5", "5,4");
    wait_for_ply(&one, 2);
    // What one offers the other sees, and answers: a move taken back, and not, and a draw.
    for (answer, ply) in [(".accept", 1), (".decline", 1)] {
        one.click(".controls button:nth-child(1)");
        other.wait(OFFER);
        other.click(&format!(".offer {answer}"));
        wait_for_ply(&one, ply);
        one.wait("document.querySelector('.offer').hidden");
    }
    let told = one.text("document.querySelector('.remark').innerText");
    assert_eq!(told, "White asked to take a move back; that was declined.");
    other.click(".controls .draw");
    one.wait(OFFER);
    one.click(".offer .accept");
    other.wait("!document.querySelector('.ending').hidden");
    for browser in [&one, &other] {
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
}

#[test]
fn a_server_that_was_killed_and_started_again_is_noticed_and_the_match_goes_on() {
    let (Some(one), Some(other)) = (Browser::take(), Browser::take()) else {
        return;
    };
    let serving = Serving::start(&[]);
    let port = serving.port().to_owned();
    let order = json!({"game": "italian", "you": "both", "start": "W:W29,22:B4,8", "clock_s": 600});
    let id = opened(&serving, &order);
    for browser in [&one, &other] {
        show_match(browser, &serving, &id, (360, 740));
    }
    go(&one, "3,2", "2,3");
    go(&one, "6,7", "5,6");
    for browser in [&one, &other] {
        wait_for_ply(browser, 2);
    }
    let before = one.text(PLACES);
    drop(serving);
    for browser in [&one, &other] {
        browser.wait(IS_LOST);
    }
    assert_eq!(one.text(PLACES), before, "nothing moves");
    assert_eq!(one.text("document.querySelectorAll('.board .piece').length"), "4", "it is kept");
    let serving = Serving::start_at(&port, &[]);
    for browser in [&one, &other] {
        browser.wait(&format!("!{IS_LOST}"));
    }
    let is_back = || serving.get(&format!("/api/matches/{id}"))["ply"] == json!(2);
    arbitro_testkit::programs::wait_until("the match is back", is_back);
    go(&other, "2,3", "3,4");
    for browser in [&one, &other] {
        wait_for_ply(browser, 3);
        assert_eq!(ply(browser), "3");
    }
    // With its past and its clocks.
    let state = serving.get(&format!("/api/matches/{id}"));
    assert_eq!(state["clock"]["limit_ms"], json!(600_000));
    one.click(".controls button:nth-child(1)");
    one.wait(OFFER);
    one.click(".offer .accept");
    wait_for_ply(&other, 2);
}

#[test]
fn a_page_that_is_loaded_again_after_its_server_was_has_its_match() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let port = serving.port().to_owned();
    browser.open(&format!("{}/#/play/italian", serving.address), 1280, 900);
    browser.wait("document.querySelector('#start')");
    browser.click("input[name=you][value=both]");
    browser.click("#start");
    browser.wait(SETTLED);
    go(&browser, "1,2", "2,3");
    wait_for_ply(&browser, 1);
    let address = browser.text("location.href");
    // The page is elsewhere while the server is gone.
    let other = Serving::start(&[]);
    browser.open(&other.address, 1280, 900);
    drop(serving);
    let _serving = Serving::start_at(&port, &[]);
    browser.open(&address, 1280, 900);
    wait_for_ply(&browser, 1);
    go(&browser, "4,5", "5,4");
    wait_for_ply(&browser, 2);
}
