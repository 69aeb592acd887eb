//! A standing tournament, as those see it who hand in.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use arbitro_tournament::TOURNAMENT_FILE;

use super::watch::count;
use crate::browser::Browser;
use arbitro_testkit::games::project;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::programs::{open_folder, wait_until};
use arbitro_testkit::tournament_program::killed_command;

/// A tournament that is stopped with its test.
struct Standing(Child);

impl Standing {
    fn start(at: &Path) -> Standing {
        let how = ["stand", "in", "--out", "out", "--jobs", "2", "--max-plies", "40"];
        let mut command = killed_command(at, &[&how[..], &["--unsafe", "-q"]].concat());
        Standing(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Hands in a player as these files.
fn hand_in(at: &Path, name: &str, files: &[(&str, &str)]) {
    let folder = at.join("in").join(name);
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        fs::write(folder.join(file), text).unwrap();
    }
}

/// A program that writes its third board as it found it, without a move.
fn faulty() -> String {
    let program = fs::read_to_string(project("players/python/player.py")).unwrap();
    let moves = "        choices = list(moves(board, man))\n";
    assert!(program.contains(moves));
    program.replace(moves, &format!("{moves}        if number > 4: choices = [(9, board)]\n"))
}

/// Waits for what others have to play first, which takes its time on a busy machine.
fn see(browser: &Browser, expression: &str) {
    wait_until(expression, || browser.text(expression) == "true");
}

/// Whether the ranking has a player in this row, as the page says it.
fn is_at(row: &str, name: &str) -> String {
    format!(
        "document.querySelector('#ranking tbody tr:{row} th')?.innerText.split('\\n')[0] === '{name}'"
    )
}

#[test]
fn a_version_is_seen_to_arrive_to_lose_to_be_mended_and_to_climb() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = open_folder(0o755);
    let (at, out) = (folder.path(), folder.path().join("out"));
    let play = |how: &str| format!("command = [\"play\", \"--strategy\", {how}]\n");
    hand_in(at, "random", &[("player.toml", &play("\"random\""))]);
    hand_in(at, "greedy", &[("player.toml", &play("\"greedy\""))]);
    let _standing = Standing::start(at);
    wait_until("it has begun", || out.join(TOURNAMENT_FILE).exists());
    let serving = Serving::start(&["--results", out.to_str().unwrap()]);
    let id = serving.get("/api/tournaments")["tournaments"][0]["id"].as_str().unwrap().to_owned();
    let address = format!("{}/#/tournaments/{id}", serving.address);
    browser.open(&address, 1280, 900);
    see(&browser, "document.querySelectorAll('.results tbody tr').length > 2");
    assert_eq!(count(&browser, "#ranking tbody tr"), 2);
    // It arrives, and loses.
    let command = "command = [\"python3\", \"player.py\"]\n";
    hand_in(at, "ada", &[("player.toml", command), ("player.py", &faulty())]);
    see(&browser, "document.querySelectorAll('#ranking tbody tr').length === 3");
    browser
        .wait("document.querySelector('.cup-page h1').innerText.includes(' so far, 3 players: ')");
    see(
        &browser,
        "[...document.querySelectorAll('.results .faulty')].some((it) => it.innerText.includes('ada'))",
    );
    see(&browser, &is_at("last-child", "ada"));
    // Its name opens what it is told, on a page that runs no script: it cannot look by itself.
    browser.click("#ranking tbody tr:last-child a");
    see(&browser, "location.pathname.endsWith('/players/2')");
    see(&browser, "document.querySelector('main tbody th')?.innerText.split('\\n')[0] === 'ada@1'");
    assert!(count(&browser, "main svg") > 0, "the board of its fault");
    // It is mended, and climbs.
    browser.open(&address, 1280, 900);
    browser.wait(&is_at("last-child", "ada"));
    hand_in(at, "ada", &[("player.toml", &play("\"minimax\", \"--depth\", \"3\""))]);
    see(&browser, &is_at("first-child", "ada@2"));
    browser.wait("document.querySelector('#ranking tbody td').innerText === '1'");
    browser.wait(&is_at("last-child", "ada (plays no more)"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
