//! Promises of the original systems to a player that no other test covers; see
//! `boards/originals.md`.

use serde_json::json;

use crate::browser::Browser;
use arbitro_testkit::page_server::Serving;

/// Two people at a board on which Black's man is stuck behind White's.
fn show(browser: &Browser, serving: &Serving) {
    let order = json!({"game": "italian", "you": "both", "start": "W:W29,22:B25,4"});
    let state = serving.post("/api/matches", &order);
    let id = state["id"].as_str().unwrap();
    let address = format!("{}/#/match/{id}", serving.address);
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
}

fn play(browser: &Browser, from: &str, to: &str) {
    browser.click(&format!(".cells [data-at='{from}']"));
    browser.click(&format!(".cells [data-at='{to}']"));
}

fn wait_for(browser: &Browser, selector: &str, text: &str) {
    browser.wait(&format!("document.querySelector('{selector}').innerText.includes('{text}')"));
}

#[test]
fn the_page_says_whose_turn_it_is() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    show(&browser, &serving);
    wait_for(&browser, ".status", "White to move.");
    play(&browser, "3,2", "2,3");
    wait_for(&browser, ".status", "Black to move.");
}

#[test]
fn the_page_says_that_a_side_without_a_move_has_lost() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let order = json!({"game": "italian", "you": "both", "start": "W:W29,22:B25"});
    let state = serving.post("/api/matches", &order);
    let id = state["id"].as_str().unwrap();
    browser.open(&format!("{}/#/match/{id}", serving.address), 1280, 900);
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
    play(&browser, "3,2", "2,3");
    wait_for(&browser, ".ending", "White wins.");
    wait_for(&browser, ".ending", "cannot move.");
}

#[test]
fn the_sound_is_off_until_it_is_switched_on_and_then_every_move_is_heard() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    show(&browser, &serving);
    let count = "window.knocks = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) { window.knocks += 1; start.call(this, at); }";
    browser.eval(count, &[]);
    play(&browser, "3,2", "2,3");
    wait_for(&browser, ".status", "Black to move.");
    assert_eq!(browser.text("knocks"), "0");
    let switch = ".controls button[aria-pressed]";
    browser.click(switch);
    let pressed = format!("document.querySelector('{switch}').getAttribute('aria-pressed')");
    assert_eq!(browser.text(&pressed), "true");
    assert_eq!(browser.text("knocks"), "1", "it is heard at once");
    play(&browser, "6,7", "5,6");
    wait_for(&browser, ".status", "White to move.");
    browser.wait("knocks === 2");
    browser.eval("location.reload()", &[]);
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
    assert_eq!(browser.text(&pressed), "true", "it is remembered");
    browser.click(switch);
}
