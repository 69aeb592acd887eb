//! The report of a tournament, as a file in a browser and on paper.

use arbitro_rules::GameId;
use arbitro_tournament::Format;
use serde_json::json;

use super::looks::{checker, overflow, violations};
use crate::browser::Browser;
use arbitro_testkit::folders::{Manners, made, settings, write_folder};
use arbitro_testkit::tournament_program::{succeeds, tournament};

/// Names of the columns of the ranking that are on the screen, each as a whole.
const COLUMNS: &str = "(() => { const edge = document.querySelector('#ranking .box').getBoundingClientRect().right;
    return [...document.querySelectorAll('#ranking thead th')].map((it) => [it, it.getBoundingClientRect()])
        .filter(([, place]) => place.width > 0 && place.right <= edge + 1).map(([it]) => it.innerText).join(' ') })()";

/// Heights of the letters in the histogram.
const LETTERS: &str =
    "[...new Set([...document.querySelectorAll('.histogram span, .histogram .unit')]
    .map((it) => getComputedStyle(it).fontSize))].join(' ')";

#[test]
fn a_report_keeps_what_matters_on_a_phone_in_both_themes_and_on_paper() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let players = [
        made("alice", None, Manners::Good),
        made("<b>bob</b>", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
    ];
    let settings = settings(GameId::Italian, Format::RoundRobin, 6);
    write_folder(&out, &settings, &players, 1.0);
    succeeds(&tournament(folder.path(), &["report", "out"]));
    let report = out.join("report.html");
    for theme in ["light", "dark"] {
        for (width, columns) in [(360, "Place Player Points Elo"), (1280, "Above next")] {
            browser.open_file(&report, theme, (width, 900));
            assert_eq!(overflow(&browser), "", "{width} px");
            assert!(browser.text(COLUMNS).ends_with(columns), "{width} px");
            assert_eq!(browser.text(LETTERS), "12px", "{width} px");
            if let Some(checker) = checker() {
                assert_eq!(violations(&browser, &checker), json!([]), "{theme}");
            }
        }
    }
    // Results, how they came about, three players, a forfeit with its boards, settings; an empty one would be more.
    let sheets = browser.print();
    assert!((2..=6).contains(&sheets), "{sheets} sheets");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
