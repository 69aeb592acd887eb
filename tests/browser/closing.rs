//! A server that was started together with its page, and the browser that closes the page.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::browser::Browser;
use arbitro_testkit::programs::{make_executable, program, wait_until};

/// Time that the server stays after its last page closes.
const STAY: &str = "2s";
/// Longer than that, with what the server's looks take.
const LONGER: Duration = Duration::from_secs(4);

/// Starts `serve --open`, and returns the address that it has opened.
fn opened(game: &str) -> (Child, String) {
    let folder = tempfile::tempdir().unwrap();
    let opener = folder.path().join("xdg-open");
    let script = "#!/bin/sh\necho \"$1\" >\"$0.part\"\n/bin/mv \"$0.part\" \"$0.told\"\n";
    fs::write(&opener, script).unwrap();
    make_executable(&opener);
    let serving = Command::new(program("serve"))
        .args(["--port", "0", "--open", game, "--stay", STAY])
        .env("PATH", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let told = folder.path().join("xdg-open.told");
    wait_until("serve opens its page", || told.exists());
    let address = fs::read_to_string(told).unwrap().trim_end().to_owned();
    (serving, address)
}

fn assert_ended(serving: Child) {
    let ended = serving.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("its last page was closed"), "{said}");
    assert_eq!(ended.status.code(), Some(0));
}

/// Returns whether the server still runs after more than that time without pages.
fn is_running_later(serving: &mut Child) -> bool {
    std::thread::sleep(LONGER);
    serving.try_wait().unwrap().is_none()
}

#[test]
fn the_server_ends_with_the_last_tab_and_not_before() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let (mut serving, address) = opened("italian");
    let outside = browser.new_tab();
    browser.open(&address, 1280, 900);
    let shown = browser.text("document.querySelector('h1').innerText");
    assert_eq!(shown, "Italian draughts");
    let first = browser.new_tab();
    browser.before_every_page(
        "window.streams = [];
        window.EventSource = class extends EventSource {
            constructor(address) { super(address); streams.push(this); }
        }",
    );
    browser.open(&address, 1280, 900);
    let second = browser.new_tab();
    browser.close_tab(&first);
    browser.close_tab(&second);
    // The first had the stream of both.
    browser.wait("streams.some((it) => it.readyState === EventSource.OPEN)");
    assert!(is_running_later(&mut serving), "the second tab is open");
    browser.eval("location.reload()", &[]);
    assert!(is_running_later(&mut serving), "the page was reloaded");
    browser.freeze(true);
    assert!(is_running_later(&mut serving), "the tab is only frozen");
    browser.freeze(false);
    browser.wait("document.documentElement.dataset.ready");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    browser.close_tab(&outside);
    assert_ended(serving);
}

#[test]
fn many_tabs_of_a_server_that_ends_with_them_do_not_wait_for_each_other() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let (serving, address) = opened("dama");
    let outside = browser.new_tab();
    let mut tabs = Vec::new();
    for _ in 0..7 {
        browser.open(&address, 1280, 900);
        tabs.push(browser.new_tab());
    }
    let answered = "const begun = performance.now();
        return fetch('/api/games').then(() => performance.now() - begun)";
    browser.open(&address, 1280, 900);
    let took = browser.eval(answered, &[]);
    assert!(took.as_f64().is_some_and(|it| it < 5000.0), "{took}");
    for tab in tabs.iter().rev() {
        browser.close_tab(tab);
    }
    browser.eval("location.href = arguments[0]", &[json!("about:blank")]);
    browser.close_tab(&outside);
    assert_ended(serving);
}
