//! The page as it is met: on a phone and on a wall, by ear, in one's language, without the server.

use std::path::Path;

use serde_json::{Value, json};

use crate::browser::Browser;
use arbitro_testkit::games::project;
use arbitro_testkit::languages::english_words;
use arbitro_testkit::needs::skip;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::sizes::{one_or_all, sample};

/// The most that the first page may be, all that it loads together.
const FIRST_PAGE_BYTES: u64 = 75 * 1024;

/// Every view that needs no tournament, by its address, and what is on it when it is there.
fn views(serving: &Serving) -> Vec<(&'static str, String, &'static str)> {
    let open =
        |order: Value| serving.post("/api/matches", &order)["id"].as_str().unwrap().to_owned();
    let italian = open(
        json!({"game": "italian", "you": "x", "level": "easy", "start": "W:W27,25,K3:B23,15,1,K30"}),
    );
    let international = open(json!({"game": "international", "you": "o", "level": "easy"}));
    let quoridor = open(json!({"game": "quoridor", "you": "both", "clock_s": 300}));
    vec![
        ("the first page", "#/".to_owned(), ".card"),
        ("choosing", "#/play/italian".to_owned(), "#start"),
        ("draughts", format!("#/match/{italian}"), ".table"),
        ("the large board", format!("#/match/{international}"), ".table"),
        ("quoridor", format!("#/match/{quoridor}"), ".table"),
        ("no match", "#/match/nobody".to_owned(), ".empty"),
        ("tournaments", "#/tournaments".to_owned(), "h1"),
        ("replay", "#/replay".to_owned(), ".drop"),
        ("a position", "#/board/italian?fen=W:W22,27:BK3,18".to_owned(), ".legal"),
        ("nowhere", "#/nowhere".to_owned(), ".empty"),
    ]
}

/// Elements that extend past the right edge of the window.
const OVERFLOW: &str = "document.documentElement.scrollWidth <= innerWidth ? '' : [...document.querySelectorAll('main *')]
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 && !it.closest('.scroll'))
    .map((it) => `${it.tagName}.${it.className}`).slice(0, 4).join(' ') || 'something'";

pub(crate) fn overflow(browser: &Browser) -> String {
    browser.text(OVERFLOW)
}

#[test]
fn no_view_scrolls_sideways_on_a_phone_or_on_a_wide_screen() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let views = views(&serving);
    for languages in one_or_all(["en", "it", "fr"]) {
        browser.open_in(&format!("{}/", serving.address), 360, 640, languages);
        browser.paint_nothing();
        for (name, fragment, there) in &views {
            browser.turn_to(fragment, &format!("document.querySelector('#main {there}')"));
            for (width, height) in [(360, 640), (768, 1024), (1600, 900)] {
                browser.resize(width, height);
                let board = "document.querySelector('.board')?.getBoundingClientRect().height ?? 0";
                let shown = browser.eval(&format!("return [{OVERFLOW}, Math.ceil({board})]"), &[]);
                assert_eq!(shown[0], "", "{name} at {width} px in {languages}");
                let high = shown[1].as_u64().unwrap();
                assert!(
                    high <= u64::from(height),
                    "{name} at {width} px: the board is {high} px high"
                );
            }
        }
    }
}

/// Violations that the accessibility checker finds on the page.
pub(crate) fn violations(browser: &Browser, checker: &Path) -> Value {
    violations_of(browser, checker, &json!({}))
}

/// The same of the rules that are asked for, as the checker is told.
fn violations_of(browser: &Browser, checker: &Path, rules: &Value) -> Value {
    // It is half a megabyte, and stays as long as the page does.
    if browser.eval("return Boolean(window.axe)", &[]) != json!(true) {
        browser.eval(&std::fs::read_to_string(checker).unwrap(), &[]);
    }
    browser.eval_later(&format!(
        "const done = arguments[0];
        axe.run(document, {{ resultTypes: ['violations'], ...{rules} }}).then(({{ violations }}) => done(violations.map((it) =>
            `${{it.id}}: ${{it.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ')}}`)),
            (error) => done([String(error)]))"
    ))
}

/// The checker's file, which `scripts/setup` fetches where there is a network.
pub(crate) fn checker() -> Option<std::path::PathBuf> {
    let file = project("target/tools/axe.min.js");
    if file.is_file() {
        return Some(file);
    }
    skip("no target/tools/axe.min.js (scripts/setup)");
    None
}

#[test]
fn the_accessibility_checker_finds_nothing_in_any_view_in_both_themes() {
    let (Some(browser), Some(checker)) = (Browser::take(), checker()) else {
        return;
    };
    let serving = Serving::start(&[]);
    let views = views(&serving);
    // A theme changes nothing but colours.
    let of_colours = json!({"runOnly": ["cat.color"]});
    for (theme, rules) in [("wood", &json!({})), ("dark", &of_colours)] {
        browser.open(&format!("{}/", serving.address), 1280, 900);
        browser.eval("localStorage.theme = arguments[0]", &[json!(theme)]);
        browser.open(&format!("{}/", serving.address), 1280, 900);
        assert_eq!(browser.text("document.documentElement.dataset.theme"), theme);
        for (name, fragment, there) in sample(&views, 2) {
            browser.turn_to(fragment, &format!("document.querySelector('#main {there}')"));
            let found = violations_of(&browser, &checker, rules);
            assert_eq!(found, json!([]), "{name}, {theme}");
        }
    }
}

#[test]
fn the_page_speaks_the_browsers_language_and_switches() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let home = format!("{}/", serving.address);
    for (languages, language, title) in [
        ("it-IT,it", "it", "Scegli il tavoliere"),
        ("fr-CA,fr", "fr", "Choisissez votre plateau"),
        ("de-DE,it", "it", "Scegli il tavoliere"),
        ("de-DE", "en", "Choose your board"),
    ] {
        browser.open_in(&home, 1280, 900, languages);
        assert_eq!(browser.text("document.documentElement.lang"), language, "{languages}");
        assert_eq!(browser.text("document.querySelector('h1').innerText"), title, "{languages}");
    }
    browser.click("#settings option[value=it]");
    browser.wait("document.documentElement.lang === 'it'");
    browser.turn_to("#/play/italian", "document.querySelector('#start')");
    browser.click("#start");
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
    assert_eq!(
        browser
            .text("document.querySelector(\".cells [data-at='1,2']\").getAttribute('aria-label')"),
        "21, pedina del bianco"
    );
    // No phrase is missing in a language: their names are the same.
    let missing = browser.eval_later(
        "const done = arguments[0];
        Promise.all(['en', 'it', 'fr'].map((it) => import(`/words/${it}.js`))).then(([en, ...others]) => done(
            others.flatMap((it) => Object.keys(en.default).filter((name) => !(name in it.default)))))",
    );
    assert_eq!(missing, json!([]));
}

#[test]
fn the_first_page_is_small_comes_from_here_alone_and_says_when_it_is_ready() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    browser.open(&format!("{}/", serving.address), 1280, 900);
    let loaded = browser.eval(
        "const all = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')];
        return all.map((it) => [it.name, it.transferSize, Math.round(it.responseEnd)])",
        &[],
    );
    let loaded = loaded.as_array().unwrap();
    let bytes: u64 = loaded.iter().map(|it| it[1].as_u64().unwrap()).sum();
    assert!(
        loaded.iter().all(|it| it[0].as_str().unwrap().starts_with(&serving.address)),
        "{loaded:?}"
    );
    assert!(bytes > 20_000 && bytes < FIRST_PAGE_BYTES, "{bytes} bytes");
    println!(
        "first page: {} requests, {bytes} bytes, ready after {} ms",
        loaded.len(),
        browser.text("Math.round(performance.getEntriesByName('ready')[0].startTime)")
    );
    let asked = loaded.iter().filter(|it| it[0].as_str().unwrap().contains("/api/")).count();
    assert_eq!(asked, 1, "one question, the games: {loaded:?}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_server_that_is_gone_is_told_calmly_and_its_return_too() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let port = serving.port().to_owned();
    browser.open(&format!("{}/#/tournaments", serving.address), 1280, 900);
    browser.turn_to("#/", "document.querySelector('.card')");
    drop(serving);
    browser.turn_to("#/tournaments", "!document.querySelector('#banner').hidden");
    let _again = Serving::start_at(&port, &[]);
    browser.click("#banner button");
    browser.wait("document.querySelector('#banner').hidden");
    browser.wait("document.querySelector('main .page')");
}

#[test]
fn an_illegal_move_and_the_end_of_a_match_are_explained_in_french() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let state = serving.post("/api/matches", &json!({"game": "international", "you": "both"}));
    let id = state["id"].as_str().unwrap();
    let text =
        |selector: &str| browser.text(&format!("document.querySelector('{selector}').innerText"));
    let address = format!("{}/#/match/{id}", serving.address);
    browser.open_in(&address, 1280, 900, "fr-FR,fr");
    browser.wait("document.querySelector('.table')?.dataset.state === 'open'");
    browser.drag("mouse", ".cells [data-at='1,3']", ".cells [data-at='3,5']");
    browser.wait("document.querySelector('.remark').innerText");
    assert_eq!(text(".remark"), "Aucun pion ne peut aller de 31 en 22");
    assert_eq!(browser.text("document.querySelector('.remark span').lang"), "fr");
    // Its end.
    let resign = ".controls .draw + button";
    browser.click(resign);
    browser.wait("document.querySelector('.controls .sure')");
    browser.click(resign);
    browser.wait("!document.querySelector('.ending').hidden");
    let told = text(".ending");
    assert!(told.contains("Noir gagne.") && told.contains("Blanc a abandonné."), "{told}");
    // No view of the page leaves anything in English.
    for (name, fragment, there) in views(&serving) {
        browser.turn_to(&fragment, &format!("document.querySelector('{there}')"));
        let shown = browser.text("document.querySelector('main').innerText");
        let left = english_words(&shown);
        assert!(left.is_empty(), "{name}: {left:?} in {shown}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
