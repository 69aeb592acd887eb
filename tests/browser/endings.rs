//! The page when people end a match: a draw that is offered and answered, a resignation, the saved file.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::play::PLACES;
use crate::browser::Browser;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::programs::program;

/// Starts a match on the server and shows it.
fn show(browser: &Browser, serving: &Serving, order: &Value) -> Value {
    let state = serving.post("/api/matches", order);
    let id = state["id"].as_str().unwrap();
    let address = format!("{}/#/match/{id}", serving.address);
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
    state
}

fn inner_text(browser: &Browser, selector: &str) -> String {
    browser.text(&format!("document.querySelector('{selector}').innerText"))
}

/// Moves a piece by two clicks.
fn move_piece(browser: &Browser, from: &str, to: &str, ply: u32) {
    browser.click(&format!(".cells [data-at='{from}']"));
    browser.click(&format!(".cells [data-at='{to}']"));
    browser.wait(&format!("document.querySelector('.table').dataset.ply === '{ply}'"));
}

/// Goes with Tab to an element, and presses Enter.
fn enter_on(browser: &Browser, selector: &str) {
    let is_there = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..80 {
        if browser.eval(&is_there, &[]) == json!(true) {
            browser.press(&["Enter"]);
            return;
        }
        browser.press(&["Tab"]);
    }
    panic!("Tab never comes to {selector}");
}

const OFFER: &str = "!document.querySelector('.offer').hidden";
const NO_OFFER: &str = "document.querySelector('.offer').hidden";
const ENDED: &str = "!document.querySelector('.ending').hidden";

/// The file that the page saves, written into a folder, and its record.
fn saved(browser: &Browser, serving: &Serving, folder: &std::path::Path) -> (String, Value) {
    let link = "document.querySelector('.controls a[download]')";
    let address = browser.text(&format!("{link}.getAttribute('href')"));
    let name = browser.text(&format!("{link}.download"));
    let record = serving.get(&address);
    let path = folder.join(name);
    fs::write(&path, record.to_string() + "\n").unwrap();
    (path.to_str().unwrap().to_owned(), record)
}

/// Runs a program, which must succeed, and returns its output.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(name)).args(arguments).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{name} {arguments:?}: {out}");
    out
}

#[test]
fn two_people_offer_decline_and_accept_a_draw_by_mouse_and_keyboard() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    show(&browser, &serving, &json!({"game": "guide", "you": "both"}));
    assert_eq!(browser.text(NO_OFFER), "true");
    // Declined: the page says whose offer it was, and offers no second one before a move.
    browser.click(".controls .draw");
    browser.wait(OFFER);
    assert!(inner_text(&browser, ".offer").starts_with("White offers a draw."));
    browser.wait("document.querySelector('#polite').innerText.includes('White offers a draw.')");
    browser.click(".offer .decline");
    browser.wait(NO_OFFER);
    browser.wait("document.querySelector('.remark').innerText.includes('declined')");
    assert_eq!(browser.text("document.querySelector('.controls .draw').disabled"), "true");
    move_piece(&browser, "2,2", "3,3", 1);
    // Lapsed: Black offers, moves, and White moves on.
    browser.click(".controls .draw");
    browser.wait(OFFER);
    assert!(inner_text(&browser, ".offer").starts_with("Black offers a draw."));
    move_piece(&browser, "1,5", "0,4", 2);
    assert_eq!(browser.text(OFFER), "true", "it stands until White moves");
    move_piece(&browser, "4,2", "5,3", 3);
    browser.wait(NO_OFFER);
    // Accepted, by the keyboard alone.
    enter_on(&browser, ".controls .draw");
    browser.wait(OFFER);
    browser.wait("document.activeElement.matches('.offer')");
    enter_on(&browser, ".offer .accept");
    browser.wait(ENDED);
    browser.wait("document.activeElement.matches('.ending')");
    let told = inner_text(&browser, ".ending");
    assert!(told.contains("A draw.") && told.contains("By agreement."), "{told}");
    assert_eq!(browser.text(NO_OFFER), "true");
    let folder = tempfile::tempdir().unwrap();
    let (file, record) = saved(&browser, &serving, folder.path());
    assert_eq!(record["reason"], "agreed");
    assert_eq!(record["winner"], Value::Null);
    let verdict = printed("verify", &["match", &file]);
    assert!(verdict.contains("right") && verdict.contains("agreed"), "{verdict}");
    let walked = printed("replay", &[&file]);
    assert!(walked.contains("A draw after 3 plies: the players agreed."), "{walked}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_end_says_you_won_to_who_has_and_moves_no_button() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let cases = [("x", true, "You won."), ("both", true, "White wins."), ("x", false, "You lost.")];
    for ((width, height), (you, is_won, said)) in
        [(1280, 900), (360, 740)].into_iter().flat_map(|size| cases.map(|case| (size, case)))
    {
        let start = "W:W29,22:B25";
        show(
            &browser,
            &serving,
            &json!({"game": "italian", "you": you, "level": "easy", "start": start}),
        );
        browser.resize(width, height);
        let before = browser.text(PLACES);
        if is_won {
            move_piece(&browser, "3,2", "2,3", 1);
        } else {
            browser.click(".controls .draw + button");
            browser.click(".controls .sure");
        }
        browser.wait(ENDED);
        let told = inner_text(&browser, ".ending");
        assert!(told.starts_with(said), "{told}");
        assert_eq!(browser.text(PLACES), before, "{said} {width} px");
        let hidden = browser.text(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.voice'))",
        );
        assert_eq!(hidden, "0", "{said} {width} px: it must be scrolled");
        // A ply of the past shows no end.
        if is_won {
            browser.eval("document.activeElement.blur()", &[]);
            browser.press(&["Left"]);
            browser.wait(&format!("!({ENDED})"));
            browser.click(".status button");
            browser.wait(ENDED);
        }
    }
    // The saved file says it too.
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = saved(&browser, &serving, folder.path());
    browser.turn_to("#/replay", "document.querySelector('.drop')");
    browser.write("input[type=file]", &file);
    browser.wait("document.querySelector('.outcome')");
    let told = inner_text(&browser, ".outcome");
    assert!(told.starts_with("You lost.") && told.contains("Black wins after"), "{told}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_computer_answers_an_offer_and_says_why_in_the_pages_language() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    for (language, declines, accepts) in [
        ("en", "so early", "does not see itself ahead"),
        ("it", "è presto", "non si ritiene in vantaggio"),
        ("fr", "il est tôt", "il ne s’estime pas en avantage"),
    ] {
        let order =
            |start: &str| json!({"game": "guide", "you": "x", "level": "easy", "start": start});
        for (start, is_accepted) in [("W:W21,22:B1,2,3,4", false), ("W:W21,22,23,24:B1,2", true)] {
            let state = serving.post("/api/matches", &order(start));
            let address = format!("{}/#/match/{}", serving.address, state["id"].as_str().unwrap());
            browser.open_in(&address, 1280, 900, language);
            browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
            browser.click(".controls .draw");
            if is_accepted {
                browser.wait(ENDED);
                let told = inner_text(&browser, ".ending");
                assert!(told.contains(accepts), "{told}");
            } else {
                browser.wait("document.querySelector('.remark').innerText");
                let told = inner_text(&browser, ".remark");
                assert!(told.contains(declines), "{told}");
                assert_eq!(browser.text(ENDED), "false");
            }
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_resigned_match_is_saved_with_its_winner_and_exported() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    show(&browser, &serving, &json!({"game": "italian", "you": "both"}));
    move_piece(&browser, "1,2", "2,3", 1);
    let resign = ".controls .draw + button";
    browser.click(resign);
    browser.wait("document.querySelector('.controls .sure')");
    browser.click(resign);
    browser.wait(ENDED);
    let told = inner_text(&browser, ".ending");
    assert!(told.contains("White wins.") && told.contains("Black has resigned."), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let (file, record) = saved(&browser, &serving, folder.path());
    assert_eq!((&record["winner"], &record["reason"]), (&json!("x"), &json!("resigned")));
    let verdict = printed("verify", &["match", &file]);
    assert!(verdict.contains("x wins: o resigned"), "{verdict}");
    let out = folder.path().join("out");
    printed("replay", &[&file, "--export", "pdn", out.to_str().unwrap()]);
    let pdn = out.join("games.pdn");
    let text = fs::read_to_string(&pdn).unwrap();
    assert!(text.contains("[Result \"1-0\"]"), "{text}");
    assert!(text.contains("[Termination \"resigned\"]"), "{text}");
    let verdict = printed("verify", &[pdn.to_str().unwrap()]);
    assert!(verdict.contains("x wins: o resigned"), "{verdict}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
