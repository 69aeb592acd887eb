//! Matches of games that are not compiled in, walked through on the page from a dropped file.

use std::fs;

use arbitro_records::MatchRecord;
use arbitro_rules::line::{Start, open};
use serde_json::json;

use super::looks::{checker, overflow, violations};
use crate::browser::Browser;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::toys::{CONNECT_FOUR, Toy};

/// The record of a match that follows these moves.
fn record(toy: &'static Toy, id: u64, moves: &str) -> String {
    let mut line = open(toy.game(), Start::Usual, None).unwrap();
    for text in moves.split(' ') {
        let key = line.read(text).unwrap();
        line.play(key);
    }
    let record = MatchRecord { id: Some(id.into()), ..MatchRecord::of_line(&*line) };
    record.to_line() + "\n"
}

/// The record of a board wider than the alphabet, of which the last cell is taken.
fn wide_record() -> String {
    let line = record(&CONNECT_FOUR, 2, "d1");
    let mut record: MatchRecord = serde_json::from_str(&line).unwrap();
    record.first = Some([".".repeat(30), ".".repeat(30)].join("\n"));
    record.boards = serde_json::from_value(json!([[[60, "x"]]])).unwrap();
    record.moves = "ad1".to_owned();
    record.to_line() + "\n"
}

#[test]
fn a_written_game_from_a_file_is_drawn_and_walked_through_on_any_screen() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.jsonl");
    let four = record(&CONNECT_FOUR, 1, "d1 c1 d2 c2 d3 c3 d4");
    fs::write(&file, four + &wide_record()).unwrap();
    let serving = Serving::start(&[]);
    for width in [360, 1280] {
        browser.open(&format!("{}/#/replay", serving.address), width, 800);
        browser.wait("document.querySelector('.drop')");
        browser.write("input[type=file]", file.to_str().unwrap());
        browser.wait("document.querySelectorAll('.found-list a').length === 2");
        let list = browser.text("location.hash");
        browser.click(".found-list a");
        browser.wait("document.querySelector('.deck')");
        browser.press(&["End"]);
        browser.wait("location.hash.endsWith('/7')");
        let label = |at: &str| {
            let cell = format!("document.querySelector('.cells [data-at=\"{at}\"]')");
            browser.text(&format!("{cell}.getAttribute('aria-label')"))
        };
        browser.wait("document.querySelectorAll('.picture circle.sign').length === 7");
        let labels = ["3,3", "2,2", "0,0"].map(label);
        assert_eq!(labels, ["d4: a disc of x", "c3: a disc of o", "a1"]);
        assert_eq!(overflow(&browser), "", "at {width} px");
        if let Some(checker) = checker() {
            assert_eq!(violations(&browser, &checker), json!([]), "at {width} px");
        }

        // Of a board wider than the alphabet every cell has its own name.
        browser.turn_to(&list, "document.querySelectorAll('.found-list a').length === 2");
        browser.click(".found-list li:nth-child(2) a");
        browser.wait("document.querySelectorAll('.cells [data-at]').length === 60");
        browser.press(&["End"]);
        browser.wait("document.querySelectorAll('.picture circle.sign').length === 1");
        assert_eq!(label("29,0"), "ad1: a disc of x");
        let names = "new Set([...document.querySelectorAll('.cells [data-at]')].map((it) => it.getAttribute('aria-label'))).size + ''";
        assert_eq!(browser.text(names), "60");
        assert_eq!(overflow(&browser), "", "at {width} px");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
