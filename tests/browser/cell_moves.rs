//! Moves of games that are not compiled in, made by choosing cells.

use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::Value;
use tempfile::TempDir;

use super::own_games::{assert_is_saved_and_walked_through, played, serving};
use super::play::{SETTLED, arrows_to, cell, remark, server_state, show_match, start, tab_to};
use crate::browser::Browser;
use crate::needs::needs;
use crate::planted_errors::copy;
use crate::programs::open_folder;
use arbitro_testkit::games::seeded;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::sizes::is_long;

/// How a cell is chosen.
#[derive(Clone, Copy, Debug)]
enum Way {
    Mouse,
    Touch,
    Keys,
}

const WAYS: [Way; 3] = [Way::Mouse, Way::Touch, Way::Keys];

fn choose(browser: &Browser, way: Way, at: &str) {
    match way {
        Way::Mouse => browser.click(&cell(at)),
        Way::Touch => browser.tap(&cell(at)),
        Way::Keys => {
            tab_to(browser, "it.dataset.at");
            arrows_to(browser, at);
            browser.press(&["Enter"]);
        }
    }
}

/// The folder of a bundled game; of Ataxx on its small board.
fn game_folder(game: &str) -> TempDir {
    let folder = open_folder(0o755);
    copy(game, folder.path(), |rules| rules.replace("self.word or 7", "self.word or 5"));
    folder
}

/// The cells that a move's name consists of, as the page names them: `a1c3` is `0,0` and `2,2`.
fn cells_of(name: &str) -> Vec<String> {
    let letters = name.as_bytes().chunks(2);
    letters.map(|letter| format!("{},{}", letter[0] - b'a', letter[1] - b'1')).collect()
}

/// Returns true for a jump of Ataxx that turns stones over.
fn is_wide_jump(it: &Value) -> bool {
    it["text"].as_str().unwrap().len() == 4 && changes_many(it)
}

fn changes_many(it: &Value) -> bool {
    it["cells"].as_array().unwrap().len() > 2
}

fn has_jumped(state: &Value) -> bool {
    state["moves"].as_array().unwrap().iter().any(is_wide_jump)
}

/// One of the legal moves: where some change many cells, mostly one of those. Ataxx ends once the board is full: after
/// a jump that turns stones over, stones are added.
fn any_move(game: &str, state: &Value, random: &mut SmallRng) -> Value {
    let legal: Vec<&Value> = state["legal"].as_array().unwrap().iter().collect();
    let those = |is_one: &dyn Fn(&Value) -> bool| -> Vec<&Value> {
        legal.iter().copied().filter(|it| is_one(it)).collect()
    };
    let wished = match game {
        "ataxx" if !has_jumped(state) => [those(&is_wide_jump), legal.clone()],
        "ataxx" => [those(&|it| it["text"].as_str().unwrap().len() == 2), legal.clone()],
        _ if random.random_range(0..4) == 0 => [legal.clone(), Vec::new()],
        _ => [those(&changes_many), legal.clone()],
    };
    let among = wished.iter().find(|it| !it.is_empty()).unwrap();
    among[random.random_range(0..among.len())].clone()
}

/// Plays a match to its end by choosing nothing but cells, one way after the other.
fn play_by_cells(browser: &Browser, serving: &Serving, game: &str, ways: &[Way]) {
    start(browser, serving, game);
    let mut random = seeded(7);
    for way in ways.iter().cycle() {
        browser.wait(SETTLED);
        let state = server_state(browser, serving);
        if !state["end"].is_null() {
            break;
        }
        let chosen = any_move(game, &state, &mut random);
        let name = chosen["text"].as_str().unwrap();
        let mut cells = cells_of(name);
        if game == "connect-four" {
            // Any cell of the column stands for its only move.
            let column = cells[0].split_once(',').unwrap().0;
            cells = vec![format!("{column},{}", random.random_range(0..6))];
        }
        cells.iter().for_each(|cell| choose(browser, *way, cell));
        let before = state["ply"].as_u64().unwrap();
        browser.wait(&format!(
            "document.querySelector('.table').dataset.ply > {before} || document.querySelector('.remark').innerText"
        ));
        assert_eq!(remark(browser), "", "{game}, {way:?}: {name} in {}", state["board"]);
        let after = server_state(browser, serving);
        let made = &after["moves"][usize::try_from(before).unwrap()];
        assert_eq!(made["text"], name, "{game}, {way:?}");
    }
    assert_is_saved_and_walked_through(browser, serving, game);
}

#[test]
fn whole_games_are_played_by_mouse_touch_and_keys_on_cells_alone() {
    let Some(browser) = Browser::take() else {
        return;
    };
    needs!(containment);
    for game in ["ataxx", "othello", "breakthrough", "connect-four"] {
        let folder = game_folder(game);
        let serving = serving(folder.path());
        let each = if is_long() { 1 } else { WAYS.len() };
        let mut jumped = false;
        for ways in WAYS.chunks(each) {
            play_by_cells(&browser, &serving, game, ways);
            let moves = server_state(&browser, &serving)["moves"].clone();
            let moves = moves.as_array().unwrap();
            println!("{game}, {ways:?}: {} plies", moves.len());
            jumped |= moves.iter().any(is_wide_jump);
        }
        assert!(game != "ataxx" || jumped, "no jump turned stones over");
    }
}

/// Opens a match for two people after some moves.
fn show(browser: &Browser, serving: &Serving, game: &str, moves: &[&str]) {
    let (path, _) = played(serving, game, moves);
    show_match(browser, serving, path.rsplit('/').next().unwrap(), (1280, 900));
}

#[test]
fn a_cell_that_several_moves_fit_offers_them_and_one_that_one_move_fits_plays_it() {
    let Some(browser) = Browser::take() else {
        return;
    };
    needs!(containment);
    let folder = game_folder("breakthrough");
    let serving = serving(folder.path());
    show(&browser, &serving, "breakthrough", &[]);
    let listed =
        "[...document.querySelectorAll('.modes button')].map((it) => it.innerText).join(' ')";
    // Three pieces can go to b3: the list is offered until another cell is chosen.
    browser.click(&cell("1,2"));
    browser.wait(&format!("{listed} === 'a2b3 b2b3 c2b3'"));
    assert!(remark(&browser).starts_with("Several moves"), "{}", remark(&browser));
    browser.click(&cell("0,1"));
    browser.wait(&format!("!{listed}"));
    // A blocked piece is picked up in its place, and the pair of cells is explained.
    browser.click(&cell("0,0"));
    browser.wait("document.querySelector('.cells .held')?.dataset.at === '0,0'");
    assert_eq!(remark(&browser), "");
    browser.click(&cell("4,4"));
    browser.wait("document.querySelector('.remark').innerText");
    assert!(remark(&browser).contains("one row forward"), "{}", remark(&browser));
    browser.click(&cell("1,2"));
    browser.wait(listed);
    browser.click(".modes li:nth-child(2) button");
    browser.wait("document.querySelector('.table').dataset.ply === '1'");
    assert_eq!(server_state(&browser, &serving)["moves"][0]["text"], "b2b3");
    // One piece alone can take there.
    show(
        &browser,
        &serving,
        "breakthrough",
        &["a2a3", "h7h6", "a3a4", "h6h5", "a4a5", "h5h4", "a5a6", "h4h3"],
    );
    browser.click(&cell("1,6"));
    browser.wait("document.querySelector('.table').dataset.ply === '9'");
    assert_eq!(server_state(&browser, &serving)["moves"][8]["text"], "a6b7");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
