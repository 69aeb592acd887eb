//! The page, looked on with: a tournament while it runs, its matches, and matches from files.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};

use arbitro_records::MatchRecord;
use arbitro_rules::GameId;
use arbitro_tournament::{Format, JOURNAL, LIVE, RunLock};
use serde_json::json;

use super::looks::{checker, overflow, violations};
use crate::browser::Browser;
use arbitro_testkit::folders::{Manners, made, settings, write_folder};
use arbitro_testkit::games::project;
use arbitro_testkit::languages::english_words;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::programs::{open_folder, wait_until};
use arbitro_testkit::tournament_program::killed_command;

/// A tournament's folder of which `played` matches are there, and the lines of the rest.
fn tournament(folder: &Path, played: usize) -> Vec<String> {
    let players = [
        made("alice", None, Manners::Good),
        made("<b>bob</b>", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
    ];
    write_folder(folder, &settings(GameId::Italian, Format::RoundRobin, 6), &players, 1.0);
    let text = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    let (now, later) = lines.split_at(played);
    fs::write(folder.join(JOURNAL), now.concat()).unwrap();
    later.to_vec()
}

pub(super) fn count(browser: &Browser, selector: &str) -> usize {
    let script = "return document.querySelectorAll(arguments[0]).length";
    browser.eval(script, &[json!(selector)]).as_u64().unwrap() as usize
}

fn hash(browser: &Browser) -> String {
    browser.text("location.hash")
}

#[test]
fn standings_and_matches_come_alive_while_a_tournament_is_played() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let later = tournament(folder.path(), 2);
    let serving = Serving::start(&["--results", folder.path().to_str().unwrap()]);
    browser.open(&format!("{}/#/tournaments", serving.address), 1280, 900);
    browser.wait("document.querySelector('.cup a')");
    browser.click(".cup a");
    browser.wait("document.querySelector('#ranking tbody tr')");
    assert_eq!(count(&browser, "#ranking tbody tr"), 3);
    assert_eq!(count(&browser, ".results tbody tr"), 2);
    assert!(browser.text("document.querySelector('#ranking').innerText").contains("<b>bob</b>"));
    assert_eq!(count(&browser, ".tables b, .results b"), 0, "a name is text");
    // Sorted by what one asks for.
    browser.click("#ranking thead th:nth-child(4) button");
    let is_sorted = "document.activeElement.parentElement.ariaSort === 'descending'
        && document.activeElement.innerText === 'Played'";
    browser.wait(is_sorted);
    // What is written to the journal appears, without a reload, and in the list as well.
    let mut journal =
        fs::OpenOptions::new().append(true).open(folder.path().join(JOURNAL)).unwrap();
    journal.write_all(later[0].as_bytes()).unwrap();
    browser.wait("document.querySelectorAll('.results tbody tr').length === 3");
    browser.wait("document.querySelector('.cup-summary').innerText.includes('3 of')");
    journal.write_all(later[1..].concat().as_bytes()).unwrap();
    browser.wait(&format!(
        "document.querySelectorAll('.results tbody tr').length === {}",
        later.len() + 2
    ));
    browser.wait("document.querySelector('.badge').innerText === 'ended'");
    browser.wait(is_sorted);
    // The verdict is the heading, and the ranking shows those who are asked for.
    let id = hash(&browser).split('/').nth(2).unwrap().to_owned();
    let verdict = serving.get(&format!("/api/tournaments/{id}"))["verdict"].clone();
    let said = "JSON.stringify([...document.querySelectorAll('.cup-page h1, .verdict p')].map((it) => it.textContent))";
    browser.wait(&format!("{said} === '{verdict}'"));
    let shown = "[...document.querySelectorAll('#ranking tbody tr')].filter((it) => it.checkVisibility()).length";
    assert_eq!(browser.text(shown), "3");
    assert_eq!(
        browser.text("document.querySelector('.chips').innerText.split(/\\s*\\n\\s*/).join()"),
        "All 3,Best 1,Failed 1"
    );
    browser.click("[data-kind=failed]");
    assert_eq!(browser.text(shown), "1");
    // A name opens its matches.
    browser.click("#ranking tbody tr.failed a");
    browser.wait("location.hash.endsWith('?player=2')");
    browser.wait("[...document.querySelectorAll('.results tbody tr')].every((it) => it.innerText.includes('cheater'))");
    browser.wait("document.activeElement.value === 'cheater'");
    browser.click(".back");
    browser.wait("/ won$/.test(document.querySelector('.cup-first')?.innerText)");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_match_is_watched_move_by_move_while_it_is_played() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let later = tournament(folder.path(), 2);
    let whole: MatchRecord = serde_json::from_str(&later[0]).unwrap();
    let moves: Vec<&str> = whole.moves.split(' ').collect();
    let file = folder.path().join(LIVE).join(format!("{}.json", whole.id.as_ref().unwrap()));
    fs::create_dir(folder.path().join(LIVE)).unwrap();
    let play = |plies: usize| {
        let (moves, plies) = (moves[..plies].join(" "), Some(plies as u64));
        let (winner, reason, fault) = (None, None, None);
        let record = MatchRecord { moves, plies, winner, reason, fault, ..whole.clone() };
        fs::write(file.with_extension("new"), serde_json::to_vec(&record).unwrap()).unwrap();
        fs::rename(file.with_extension("new"), &file).unwrap();
    };
    play(2);
    let _runs = RunLock::alone(folder.path()).unwrap().unwrap();
    let serving = Serving::start(&["--results", folder.path().to_str().unwrap()]);
    browser.open(&format!("{}/#/tournaments", serving.address), 1280, 900);
    browser.wait("document.querySelector('.cup a')");
    browser.click(".cup a");
    browser.wait("document.querySelector('.boards .picture')");
    if let Some(checker) = checker() {
        assert_eq!(violations(&browser, &checker), json!([]));
    }
    browser.click(".cup-page li a");
    let is_at = |ply: usize, all: usize| {
        format!(
            "document.querySelector('.watch .status')?.innerText.startsWith('Move {ply} of {all}')"
        )
    };
    browser.wait(&is_at(2, 2));
    assert_eq!(count(&browser, ".outcome"), 0, "it has no result yet");
    let to_move = |browser: &Browser, side: &str| {
        browser.wait(&format!("document.querySelector('.bar.turn')?.dataset.side === '{side}'"));
    };
    to_move(&browser, "x");
    play(3);
    browser.wait(&is_at(3, 3));
    to_move(&browser, "o");
    play(4);
    browser.wait(&is_at(4, 4));
    // Who looks back is not disturbed.
    browser.click("[title='One back']");
    browser.wait(&is_at(3, 4));
    to_move(&browser, "o");
    play(5);
    browser.wait(&is_at(3, 5));
    // And follows again from now on.
    browser.click(".watch .status button");
    browser.wait(&is_at(5, 5));
    play(6);
    browser.wait(&is_at(6, 6));
    browser.click("[title='One back']");
    browser.click("[title='One back']");
    browser.click("[title='One back']");
    browser.wait(&is_at(3, 6));
    let mut journal =
        fs::OpenOptions::new().append(true).open(folder.path().join(JOURNAL)).unwrap();
    journal.write_all(later[0].as_bytes()).unwrap();
    fs::remove_file(&file).unwrap();
    browser.wait(&is_at(3, moves.len()));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Starts a tournament of one match, in a folder of its own, whose players sleep before each move: there are
/// some seconds to look on.
fn run(at: &Path) -> Running {
    let moves = "        choices = list(";
    let program = fs::read_to_string(project("players/python/player.py")).unwrap();
    let program = program.replace(moves, &format!("        time.sleep(0.4)\n{moves}"));
    for name in ["anna", "bruno"] {
        let player = at.join("players").join(name);
        fs::create_dir_all(&player).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"python3\", \"player.py\"]\n");
        fs::write(player.join("player.toml"), text).unwrap();
        fs::write(player.join("player.py"), &program).unwrap();
    }
    let how = ["run", "players", "--no-smoke", "--unsafe", "-q", "--out", "out", "--games", "1"];
    let mut command = killed_command(at, &[&how[..], &["--max-plies", "16"]].concat());
    Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// A tournament that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_real_tournament_is_watched_to_its_end() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = open_folder(0o755);
    let _running = run(folder.path());
    let out = folder.path().join("out");
    wait_until("a match is being played", || {
        fs::read_dir(out.join(LIVE)).is_ok_and(|mut it| it.next().is_some())
    });
    let serving = Serving::start(&["--results", out.to_str().unwrap()]);
    let id = serving.get("/api/tournaments")["tournaments"][0]["id"].as_str().unwrap().to_owned();
    let address = format!("{}/#/tournaments/{id}", serving.address);
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('.boards .picture')");
    browser.wait("document.querySelector('.cup-summary').innerText.includes('0 of 1')");
    browser.click(".boards a");
    browser.wait("document.querySelector('.watch .live .badge')?.innerText === 'live'");
    browser.wait("document.querySelector('.live').innerText.includes('to move')");
    browser.wait("/^\\d+:\\d\\d$/.test(document.querySelector('.bar.turn .clock').innerText)");
    // Nothing is touched, and it comes to its end with the last move.
    browser.wait("document.querySelector('.outcome')");
    browser.wait("document.querySelector('.watch .live').hidden");
    let slider =
        |what: &str| browser.text(&format!("document.querySelector('.deck input').{what}"));
    assert_eq!(slider("value"), slider("max"));
    assert_eq!(count(&browser, ".bar.turn"), 0, "nobody is to move");
    browser.turn_to(&format!("#/tournaments/{id}"), "document.querySelector('.cup-page')");
    browser.wait("document.querySelector('.badge').innerText === 'ended'");
    browser.wait("document.querySelector('.cup-summary').innerText.includes('1 of 1')");
    assert_eq!(count(&browser, ".boards li"), 0);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_forfeit_is_found_walked_to_and_explained_with_the_board() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let _none = tournament(folder.path(), 18);
    let serving = Serving::start(&["--results", folder.path().to_str().unwrap()]);
    let id = serving.get("/api/tournaments")["tournaments"][0]["id"].as_str().unwrap().to_owned();
    let address = format!("{}/#/tournaments/{id}", serving.address);
    browser.open(&address, 1280, 900);
    browser.wait("document.querySelector('.results tbody tr')");
    browser.click(".tick input");
    browser.wait("!document.querySelector('.results tbody tr:not(.faulty)')");
    browser.click(".results tbody a");
    browser.wait("document.querySelector('.fault-text')");
    assert!(browser.text("document.querySelector('.fault-text').innerText").len() > 20);
    assert!(count(&browser, ".stage .picture .fault") > 0, "the board that was written");
    browser.press(&["Left", "Right"]);
    browser.wait("location.hash.split('/').length === 5 && document.querySelector('.fault-text')");
    let last = hash(&browser);
    browser.press(&["Left"]);
    browser.wait(&format!("location.hash !== '{last}'"));
    browser.press(&["Home"]);
    browser.wait("location.hash.endsWith('/0')");
    browser.press(&["Right"]);
    browser.wait("location.hash.endsWith('/1')");
    assert_eq!(
        browser.text("document.querySelector('.moves [aria-current]').innerText"),
        browser.text("document.querySelector('.moves button').innerText")
    );
    browser.press(&["End"]);
    browser.wait(&format!("location.hash === '{last}'"));
    // Why, and how the match ended, in the language of the page.
    for (language, illegal) in [("it", "mossa illegale"), ("fr", "coup illégal")] {
        browser.open_in(&format!("{}/{last}", serving.address), 1280, 900, language);
        browser.wait("document.querySelector('.fault-text')");
        let why = browser.text("document.querySelector('.fault-text').innerText");
        assert!(english_words(&why).is_empty(), "{why}");
        let ended = browser.text("document.querySelector('.outcome').innerText");
        assert!(ended.contains(illegal), "{ended}");
        assert!(english_words(&ended).is_empty(), "{ended}");
    }
    // On a phone the ranking shows what matters, without scrolling, and the rest when asked.
    browser.open(&address, 360, 740);
    browser.wait("document.querySelector('#ranking tbody tr')");
    let columns =
        "[...document.querySelectorAll('#ranking thead th')].filter((it) => it.checkVisibility())
        .map((it) => it.innerText.trim()).join(' ')";
    let is_within = "document.querySelector('#ranking table').getBoundingClientRect().right <= 360";
    assert_eq!(browser.text(columns), "Place Player Points Forfeits");
    assert_eq!(browser.text(is_within), "true");
    let cause = browser.text("document.querySelector('#ranking .failed .cause').innerText");
    assert_eq!(cause, "made an illegal move");
    browser.click(".fold");
    browser.wait("document.querySelector('#ranking svg').checkVisibility()");
    // The whole row is the link.
    let place = "const cell = document.querySelector('.results tbody td:nth-child(3)');
        cell.scrollIntoView({ block: 'center' });
        const box = cell.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)";
    browser.click_at(serde_json::from_value(browser.eval(place, &[])).unwrap());
    browser.wait("document.querySelector('.watch')");
    for (width, height) in [(360, 640), (1600, 900)] {
        for fragment in [format!("#/tournaments/{id}"), last.clone()] {
            browser.open(&format!("{}/{fragment}", serving.address), width, height);
            browser.wait("document.querySelector('.results, .fault-text')");
            assert_eq!(overflow(&browser), "", "{fragment} at {width} px");
            if let Some(checker) = checker().filter(|_| width < 400) {
                assert_eq!(violations(&browser, &checker), json!([]), "{fragment} at {width} px");
            }
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_journal_from_a_file_is_walked_through_and_a_position_has_its_link() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let _none = tournament(folder.path(), 3);
    let serving = Serving::start(&[]);
    browser.open(&format!("{}/#/replay", serving.address), 1280, 900);
    browser.wait("document.querySelector('.drop')");
    browser.write("input[type=file]", folder.path().join(JOURNAL).to_str().unwrap());
    browser.wait("document.querySelector('.found-list a')");
    assert_eq!(count(&browser, ".found-list li"), 3);
    // The list is in the language of the page, also after a change.
    let shown = "document.querySelector('main').innerText";
    for (language, found) in [("fr", "3 parties trouvées"), ("en", "3 matches found")] {
        browser.click(&format!("#settings option[value={language}]"));
        browser.wait(&format!("document.querySelector('.found h2').innerText === '{found}'"));
        let left = english_words(&browser.text(shown));
        assert_eq!(left.is_empty(), language == "fr", "{left:?}");
    }
    browser.click(".found-list a");
    browser.wait("document.querySelector('.deck')");
    browser.press(&["Home", "Right", "Right", "Right"]);
    browser.wait("location.hash.endsWith('/3')");
    let shown = "[...document.querySelectorAll('.cells [aria-label]')].map((it) => it.getAttribute('aria-label')).join(';')";
    let board = browser.text(shown);
    let link = format!("{}/{}", serving.address, hash(&browser));
    browser.open(&link, 1280, 900);
    browser.wait("document.querySelector('.deck input')?.value === '3'");
    assert_eq!(browser.text(shown), board, "a link leads to the position");
    // It plays by itself until it is stopped.
    browser.press(&["Space"]);
    browser.wait("location.hash.endsWith('/5')");
    browser.press(&["Space"]);
    let stopped = hash(&browser);
    std::thread::sleep(std::time::Duration::from_millis(1200));
    assert_eq!(hash(&browser), stopped);
    // What is no match is refused in words.
    let other = folder.path().join("notes.txt");
    fs::write(&other, "no match at all").unwrap();
    browser.turn_to("#/replay", "document.querySelector('.drop')");
    browser.write("input[type=file]", other.to_str().unwrap());
    browser.wait("document.querySelector('.remark').innerText");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
