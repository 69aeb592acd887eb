//! The report of a tournament, as a file in a browser and on paper.

use arbitro_rules::GameId;
use arbitro_tournament::Format;
use serde_json::json;

use super::looks::{checker, overflow, violations};
use crate::browser::Browser;
use arbitro_testkit::folders::{Manners, made, settings, write_folder};
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::tournament_program::{succeeds, tournament};

/// Names of the columns of the ranking that are on the screen, each as a whole.
const COLUMNS: &str = "(() => { const edge = document.querySelector('#ranking .box').getBoundingClientRect().right;
    return [...document.querySelectorAll('#ranking thead th')].map((it) => [it, it.getBoundingClientRect()])
        .filter(([, place]) => place.width > 0 && place.right <= edge + 1).map(([it]) => it.innerText).join(' ') })()";

/// Heights of the letters in the histogram.
const LETTERS: &str =
    "[...new Set([...document.querySelectorAll('.histogram span, .histogram .unit')]
    .map((it) => getComputedStyle(it).fontSize))].join(' ')";

/// Whether the classes of the cross table are steps of one direction in grey too.
const GREYS: &str = "(() => { const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const greys = [...document.querySelectorAll('.legend rect:not(.none)')].map((it) => {
        paper.fillStyle = getComputedStyle(it).fill;
        paper.fillRect(0, 0, 1, 1);
        const [red, green, blue] = paper.getImageData(0, 0, 1, 1).data;
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    const steps = greys.slice(1).map((it, at) => it - greys[at]);
    const isOneWay = steps.every((it) => it > 2) || steps.every((it) => it < -2);
    return `${greys.length} ${isOneWay ? 'monotone' : greys.map(Math.round)}` })()";

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
        browser.open_file(&report, theme, (360, 900));
        for (width, columns) in [(360, "Place Player Points Forfeits"), (1280, "Above next")] {
            browser.resize(width, 900);
            assert_eq!(overflow(&browser), "", "{width} px");
            assert!(browser.text(COLUMNS).ends_with(columns), "{width} px");
            assert_eq!(browser.text(LETTERS), "12px", "{width} px");
            assert_eq!(browser.text(GREYS), "11 monotone", "{theme}");
            if let Some(checker) = checker() {
                assert_eq!(violations(&browser, &checker), json!([]), "{theme}");
            }
        }
    }
    // The verdict, the ranking, the cross table, how matches ended, a line for who forfeited, the settings.
    browser.show_on("print");
    assert_eq!(seen(&browser, ".player"), 1);
    assert_eq!(seen(&browser, ".player .body > *"), 1);
    browser.show_on("");
    let sheets = browser.print();
    assert!((2..=4).contains(&sheets), "{sheets} sheets");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Elements that are shown.
fn seen(browser: &Browser, selector: &str) -> usize {
    let script = "return [...document.querySelectorAll(arguments[0])].filter((it) => it.checkVisibility()).length";
    browser.eval(script, &[json!(selector)]).as_u64().unwrap() as usize
}

#[test]
fn a_report_shows_the_players_and_forfeits_that_are_asked_for_and_their_matches_move_by_move() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let players = ["alice", "bob", "cheater", "late-one"].map(|name| {
        let manners = match name {
            "cheater" => Manners::Illegal,
            "late-one" => Manners::Late,
            _ => Manners::Good,
        };
        made(name, None, manners)
    });
    write_folder(&out, &settings(GameId::Italian, Format::RoundRobin, 6), &players, 1.0);
    succeeds(&tournament(folder.path(), &["report", "out"]));
    browser.open_file(&out.join("report.html"), "light", (360, 740));
    browser.eval("document.documentElement.style.scrollBehavior = 'auto'", &[]);
    assert_eq!(seen(&browser, ".player"), 4);
    let choose = |name: &str, value: &str| {
        let script = "const it = document.forms[0].elements[arguments[0]];
            it.value = arguments[1];
            it.dispatchEvent(new Event('input', { bubbles: true }))";
        browser.eval(script, &[json!(name), json!(value)]);
    };
    choose("reason", "timeout");
    assert_eq!(seen(&browser, ".player"), 1);
    assert!(seen(&browser, ".forfeit[data-reason=timeout]") > 0);
    choose("reason", "");
    choose("player", "CHEAT");
    assert_eq!(seen(&browser, ".player"), 1);
    // The match of a forfeit, from its fault, which is a step of its own, back to its start.
    browser.click(".player:not([hidden]) .replay a");
    browser.wait("document.querySelector('dialog').open");
    let address = browser.text("location.href");
    assert!(address.contains("report.html#match-"), "{address}");
    let plies = browser.text("document.querySelector('dialog input').max");
    let at = |browser: &Browser| browser.text("document.querySelector('dialog p').innerText");
    assert!(at(&browser).starts_with(&format!("{plies} / {plies}: ")), "{}", at(&browser));
    browser.click("dialog [name=back]");
    assert!(!at(&browser).starts_with(&plies), "{}", at(&browser));
    browser.eval("document.querySelector('dialog input').value = 1", &[]);
    browser.click("dialog [name=back]");
    assert_eq!(at(&browser), format!("0 / {plies}"));
    // The board and 24 men.
    assert_eq!(seen(&browser, "dialog svg use"), 25);
    if let Some(checker) = checker() {
        assert_eq!(violations(&browser, &checker), json!([]));
    }
    browser.click("dialog [name=close]");
    browser.wait("!document.querySelector('dialog').open && !location.hash");
    // An address opens its match; one that is not in the page says which command shows it.
    browser.eval("location.hash = '#match-1'", &[]);
    browser.wait("document.querySelector('dialog').open");
    assert!(browser.text("document.querySelector('dialog h3').innerText").starts_with("1: "));
    browser.eval("location.hash = '#match-987'", &[]);
    browser.wait("document.querySelector('#elsewhere').checkVisibility()");
    let told = browser.text("document.querySelector('dialog').innerText");
    assert!(told.contains("replay out --match 987"), "{told}");
    browser.click("dialog [name=close]");
    assert_eq!(overflow(&browser), "");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_report_that_the_page_links_to_works_without_the_pages_origin() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let players = [made("alice", None, Manners::Good), made("cheater", None, Manners::Illegal)];
    write_folder(&out, &settings(GameId::Italian, Format::RoundRobin, 6), &players, 1.0);
    let serving = Serving::start(&["--results", out.to_str().unwrap()]);
    let id = serving.get("/api/tournaments")["tournaments"][0]["id"].as_str().unwrap().to_owned();
    let address = format!("{}/#/tournaments/{id}", serving.address);
    let link = "a[href$='report.html']";
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('#ranking')");
    assert_eq!(seen(&browser, link), 0);
    succeeds(&tournament(folder.path(), &["report", "out"]));
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('#ranking')");
    let verdict = browser.text("document.querySelector('h1').innerText");
    browser.click(link);
    browser.wait("document.querySelector('h1.says')");
    assert_eq!(browser.text("document.querySelector('h1').innerText"), verdict);
    // Its script runs, on an origin of its own that has no storage and may ask nothing.
    assert_eq!(browser.text("origin"), "null");
    assert!(browser.eval_later("const done = arguments[0]; try { localStorage.length; done(0) } catch (it) { done(it.name) }") == json!("SecurityError"));
    let refused = "const done = arguments[0]; fetch('/api/games').then(() => done('let in'), () => done('refused'))";
    assert_eq!(browser.eval_later(refused), json!("refused"));
    browser.click("#ranking th button");
    browser.wait("document.querySelector('#ranking [aria-sort]')");
    browser.eval("location.hash = '#match-1'", &[]);
    browser.wait("document.querySelector('dialog').open");
    browser.click("dialog [name=close]");
    browser.wait("!document.querySelector('dialog').open && !location.hash");
}
