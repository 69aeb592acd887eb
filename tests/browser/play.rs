//! The page, played on as people play: mouse, finger and keyboard in a real browser.

use std::time::{Duration, Instant};

use rand::RngExt;
use serde_json::{Value, json};

use super::looks::{checker, violations};
use crate::browser::Browser;
use arbitro_rules::GameId;
use arbitro_testkit::games::seeded;
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::sizes::one_or_all;

/// The match's state, when the page shows that a person may move or that all is over.
pub(super) const SETTLED: &str =
    "['open', 'ended'].includes(document.querySelector('.table')?.dataset.state)";

/// Chooses a game on the page and starts it against `easy`.
pub(super) fn start(browser: &Browser, serving: &Serving, game: &str) {
    start_in(browser, serving, game, (1280, 900));
}

/// The same in a window of a size.
fn start_in(browser: &Browser, serving: &Serving, game: &str, (width, height): (u32, u32)) {
    browser.open(&format!("{}/#/play/{game}", serving.address), width, height);
    browser.wait("document.querySelector('#start')");
    browser.click("input[name=level][value=easy]");
    browser.click("#start");
    browser.wait(SETTLED);
}

/// Starts a match of two people on the server and shows it.
fn start_from(browser: &Browser, serving: &Serving, order: &Value) {
    let state = serving.post("/api/matches", order);
    show_match(browser, serving, state["id"].as_str().unwrap(), (1280, 900));
}

/// Shows a match in a window of a size.
pub(super) fn show_match(
    browser: &Browser,
    serving: &Serving,
    id: &str,
    (width, height): (u32, u32),
) {
    browser.open(&format!("{}/#/match/{id}", serving.address), width, height);
    browser.wait(SETTLED);
}

pub(super) fn server_state(browser: &Browser, serving: &Serving) -> Value {
    let id = browser.text("location.hash.split('/')[2]");
    serving.get(&format!("/api/matches/{id}"))
}

pub(super) fn cell(at: &str) -> String {
    format!(".cells [data-at='{at}']")
}

pub(super) fn ply(browser: &Browser) -> String {
    browser.text("document.querySelector('.table').dataset.ply")
}

fn label(browser: &Browser, at: &str) -> String {
    browser.text(&format!("document.querySelector(\"{}\").getAttribute('aria-label')", cell(at)))
}

pub(super) fn remark(browser: &Browser) -> String {
    browser.text("document.querySelector('.remark').innerText")
}

/// Squares that the page offers: landings of the selected piece, else movable pieces; none while
/// the page waits.
pub(super) const OFFERED: &str = "(() => {
    if (document.querySelector('.table').dataset.state !== 'open') return [];
    const next = [...document.querySelectorAll('.cells .next')];
    return next.length ? next : [...document.querySelectorAll('.cells .must, .cells .able')];
})()";

pub(super) fn offered(browser: &Browser) -> Vec<String> {
    let script = format!("return ({OFFERED}).map((it) => it.dataset.at)");
    let squares = browser.eval(&script, &[]);
    squares.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// The places that the page offers, as soon as it offers any; nothing when the match is over. The page
/// itself says when: who asks again and again takes the time that the computer thinks in.
const NEXT_PLACES: &str = "
    const places = () => {
        if (document.querySelector('.table').dataset.state === 'ended') return { over: true };
        const squares = OFFERED.map((it) => {
            const box = it.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
        });
        return squares.length ? { squares } : null;
    };
    return new Promise((tell) => {
        const now = places();
        if (now) {
            tell(now);
            return;
        }
        const watching = new MutationObserver(() => {
            const then = places();
            if (!then) return;
            watching.disconnect();
            tell(then);
        });
        watching.observe(document.querySelector('.table'), { attributes: true, childList: true, subtree: true });
    });";

/// Clicks what the page offers until the match is over. A click is told to the browser by the place of
/// the square: a match has hundreds.
pub(super) fn play_to_the_end(browser: &Browser, game: &str) {
    let places = NEXT_PLACES.replace("OFFERED", OFFERED);
    let mut random = seeded(7);
    let start = Instant::now();
    loop {
        let next = browser.eval(&places, &[]);
        if next["over"] == json!(true) {
            return;
        }
        let mut squares: Vec<(i64, i64)> = serde_json::from_value(next["squares"].clone()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(120), "{game} does not end");
        // Up the board: there lies the end, in Quoridor on the straight way.
        squares.sort_by_key(|&(x, y)| (-y, x));
        let last = squares.len() - 1;
        let chosen = match game {
            "quoridor" => last,
            _ => random.random_range(squares.len() / 2..=last),
        };
        browser.click_at(squares[chosen]);
    }
}

#[test]
fn a_whole_match_of_every_game_is_played_against_easy_by_clicking_alone() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    for game in one_or_all(GameId::ALL.map(GameId::name)) {
        let begun = Instant::now();
        start_in(&browser, &serving, game, (420, 760));
        browser.paint_nothing();
        play_to_the_end(&browser, game);
        let state = server_state(&browser, &serving);
        assert!(!state["end"].is_null(), "{game}: {state}");
        assert_eq!(ply(&browser), state["ply"].to_string(), "{game}");
        browser.wait("!document.querySelector('.ending').hidden");
        let kept =
            browser.text("document.querySelector('.controls a[download]').getAttribute('href')");
        assert_eq!(serving.get(&kept)["plies"], state["ply"], "{game}: what can be saved");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
        println!("{game}: {} plies in {:.1} s", state["ply"], begun.elapsed().as_secs_f64());
    }
}

#[test]
fn a_capture_of_several_is_clicked_square_by_square() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    browser.open(&format!("{}/#/play/italian", serving.address), 1280, 900);
    browser.wait("document.querySelector('#start')");
    browser.click("summary");
    browser.write("#fen", "W:W27,25:B23,15,1");
    browser.click("#start");
    browser.wait(SETTLED);
    assert_eq!(offered(&browser), ["4,1"], "the piece that must capture is the one that is marked");
    assert!(browser.text("document.querySelector('.status').innerText").contains("compulsory"));
    browser.click(&cell("0,1"));
    browser.wait("document.querySelector('.remark').innerText.startsWith('You must capture')");
    assert!(remark(&browser).contains("27"), "{}", remark(&browser));
    // Whatever else is tried: the rule comes first.
    for square in ["4,3", "5,1"] {
        browser.drag("mouse", &cell("4,1"), &cell(square));
        browser.wait("document.querySelector('.remark').innerText.startsWith('You must capture')");
        assert!(remark(&browser).contains("27"), "{}", remark(&browser));
    }
    browser.click(&cell("4,1"));
    assert_eq!(offered(&browser), ["6,3"]);
    assert_eq!(
        browser.text("document.querySelector('.cells .later').dataset.at"),
        "4,5",
        "the rest of the way shows"
    );
    browser.click(&cell("6,3"));
    assert_eq!(ply(&browser), "0", "half a capture is no move");
    assert_eq!(browser.text("document.querySelectorAll('.piece.jumped').length"), "1");
    assert_eq!(offered(&browser), ["4,5"]);
    browser.click(&cell("4,5"));
    browser.wait("document.querySelector('.table').dataset.ply > 0");
    let state = server_state(&browser, &serving);
    assert_eq!(state["moves"][0]["taken"].as_array().unwrap().len(), 2);
    browser.wait("document.querySelector('.bar[data-side=x] .count')?.innerText === '2'");
}

#[test]
fn an_illegal_drop_goes_back_and_says_why() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    start_from(&browser, &serving, &json!({"game": "italian", "you": "both"}));
    browser.drag("mouse", &cell("1,2"), &cell("3,4"));
    browser.wait("document.querySelector('.remark').innerText");
    println!("told: {}", remark(&browser));
    assert!(remark(&browser).contains("21"), "{}", remark(&browser));
    assert_eq!(label(&browser, "1,2"), "21, white man");
    assert_eq!(ply(&browser), "0");
    let is_home = "getComputedStyle(document.querySelectorAll('.piece')[0]).transform";
    browser.drag("mouse", &cell("1,2"), &cell("1,3"));
    browser.wait("document.querySelector('.remark').innerText.includes('dark')");
    assert!(!browser.text(is_home).contains("1.08"), "nothing hangs in the air");
    // What was told of it goes with the next piece.
    browser.click(&cell("1,2"));
    assert_eq!(remark(&browser), "");
    browser.press(&["Escape"]);
    // And a legal one is played, by mouse and by finger.
    browser.drag("mouse", &cell("1,2"), &cell("2,3"));
    browser.wait("document.querySelector('.table').dataset.ply === '1'");
    assert_eq!(remark(&browser), "");
    browser.drag("touch", &cell("4,5"), &cell("5,4"));
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
}

/// The first cell from the top with a piece, which is the opponent's.
const OPPONENT: &str = "[...document.querySelectorAll('.cells [data-at]')]
    .find((it) => /(man|king|pawn)$/.test(it.getAttribute('aria-label'))).dataset.at";

/// Where what might move stands: the board, both bars, the buttons, the moves.
pub(super) const PLACES: &str =
    "[...document.querySelectorAll('.board, .bar, .controls > *, .moves, .voice')]
    .map((it) => Math.round(it.getBoundingClientRect().top + scrollY)).join(' ')";

#[test]
fn one_place_speaks_below_the_board_on_every_screen_and_nothing_moves() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let shown = |browser: &Browser| {
        let bottom = "Math.ceil(document.querySelector('.voice').getBoundingClientRect().bottom)";
        let shown = browser.eval(&format!("return [{PLACES}, {bottom}]"), &[]);
        (shown[0].as_str().unwrap().to_owned(), shown[1].as_i64().unwrap())
    };
    browser.open(&serving.address, 1280, 900);
    // The last is the window before it at 200 %.
    for (width, height) in [(360, 740), (390, 664), (740, 360), (1280, 900), (640, 450)] {
        browser.resize(width, height);
        for game in one_or_all(GameId::ALL.map(GameId::name)) {
            let state = serving.post("/api/matches", &json!({"game": game, "you": "both"}));
            let is_new = format!("{SETTLED} && document.querySelector('.offer')?.hidden");
            browser.turn_to(&format!("#/match/{}", state["id"].as_str().unwrap()), &is_new);
            browser.eval("scrollTo(0, 0)", &[]);
            let (before, _) = shown(&browser);
            browser.click(&cell(&browser.text(OPPONENT)));
            browser.wait("document.querySelector('.remark').innerText");
            let (after, bottom) = shown(&browser);
            assert_eq!(after, before, "{game}, {width} x {height}");
            let is_seen = (1..=i64::from(height)).contains(&bottom);
            assert!(is_seen, "{game}, {width} x {height}: it speaks at {bottom}");
            browser.click(".controls .draw");
            browser.wait("!document.querySelector('.offer').hidden");
            assert_eq!(shown(&browser).0, before, "{game}, {width} x {height}: an offer");
        }
    }
}

/// Of the names of squares, the smallest in px and the lowest contrast; of the squares, the width.
const READABLE: &str = "
    const light = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number)
        .map((it) => it / 255).map((it) => it <= .04045 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4)
        .reduce((sum, it, index) => sum + it * [.2126, .7152, .0722][index], 0);
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + .05) / (low + .05);
    };
    const scale = document.querySelector('.board .picture').getScreenCTM().a;
    const frame = ['.frame-1', '.frame-2'].map((it) => getComputedStyle(document.querySelector(it)).stopColor);
    const names = [...document.querySelectorAll('.board text')].map((it) => {
        const style = getComputedStyle(it);
        const behind = it.matches('.number') ? [style.stroke] : frame;
        return [parseFloat(style.fontSize) * scale, ...behind.map((it) => contrast(style.fill, it))];
    });
    return {
        size: Math.min(...names.map((it) => it[0])),
        contrast: Math.min(...names.flatMap((it) => it.slice(1))),
        square: document.querySelector('.cells [data-at]').getBoundingClientRect().width,
        rows: document.querySelectorAll('.cells [role=row]').length,
    };";

#[test]
fn names_of_squares_are_readable_and_squares_are_large_enough_for_a_finger() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    for game in one_or_all(GameId::ALL.map(GameId::name)) {
        start_from(&browser, &serving, &json!({"game": game, "you": "both"}));
        for window in [(320, 640), (360, 740), (390, 664), (740, 360), (1280, 900)] {
            browser.resize(window.0, window.1);
            for theme in ["wood", "dark"] {
                let script =
                    format!("document.documentElement.dataset.theme = '{theme}'; {READABLE}");
                let shown = browser.eval(&script, &[]);
                let told = format!("{game} at {window:?} in {theme}: {shown}");
                assert!(shown["size"].as_f64().unwrap() >= 12.0, "{told}");
                assert!(shown["contrast"].as_f64().unwrap() >= 7.0, "{told}");
                let is_wide = window.0 >= 360 && shown["rows"] == 8;
                assert!(!is_wide || shown["square"].as_f64().unwrap() >= 40.0, "{told}");
            }
        }
    }
}

#[test]
fn quoridor_is_played_on_a_board_and_with_walls_of_ones_own_and_its_seed_is_saved() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    browser.open(&format!("{}/#/play/quoridor", serving.address), 360, 640);
    browser.wait("document.querySelector('#size')");
    let choose = "const [selector, value] = arguments, field = document.querySelector(selector);
        field.value = value;
        field.dispatchEvent(new Event('change'))";
    browser.eval(choose, &[json!("#size"), json!("5")]);
    assert_eq!(browser.text("document.querySelector('#walls').value"), "5");
    browser.eval(choose, &[json!("#walls"), json!("4")]);
    browser.wait("document.querySelectorAll('.preview .cell').length === 25");
    browser.click("summary");
    browser.write("#seed", "4294967301");
    if let Some(checker) = checker() {
        assert_eq!(violations(&browser, &checker), json!([]));
    }
    browser.click("#start");
    browser.wait("document.querySelectorAll('.cells [role=row]').length === 5");
    let state = server_state(&browser, &serving);
    assert_eq!(state["walls"], json!({"x": 4, "o": 4}));
    assert_eq!(state["seed"], json!(4_294_967_301_u64));
    let told = browser.text("document.querySelector('#seed').innerText");
    assert!(told.contains("4294967301"), "{told}");
    let path = format!("/api/matches/{}/record", state["id"].as_str().unwrap());
    assert_eq!(serving.get(&path)["seed"], state["seed"]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_move_is_taken_back_and_a_hint_is_given() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    start(&browser, &serving, "english");
    let before = server_state(&browser, &serving);
    let from = offered(&browser)[0].clone();
    browser.click(&cell(&from));
    let to = offered(&browser)[0].clone();
    browser.click(&cell(&to));
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    assert_eq!(browser.text("document.querySelectorAll('.moves button').length"), "2");
    browser.click(".controls button:nth-child(1)");
    browser.wait("document.querySelector('.table').dataset.ply === '0'");
    assert_eq!(server_state(&browser, &serving)["board"], before["board"]);
    assert_eq!(browser.text("document.querySelectorAll('.moves button').length"), "0");
    browser.click(".controls button:nth-child(2)");
    browser.wait("document.querySelector('.hint')");
    // A square of the past is looked at and left again.
    browser.click(&cell(&from));
    browser.click(&cell(&to));
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    browser.click(".moves button");
    browser.wait("document.querySelector('.status').innerText.includes('After move 1')");
    browser.click(".status button");
    browser.wait("document.querySelector('.status').innerText.includes('Your turn')");
}

/// Goes with Tab until an expression about the focused element holds.
pub(super) fn tab_to(browser: &Browser, expression: &str) {
    for _ in 0..60 {
        let script = format!("const it = document.activeElement; return Boolean({expression})");
        if browser.eval(&script, &[]) == json!(true) {
            return;
        }
        browser.press(&["Tab"]);
    }
    panic!("Tab never comes to {expression}");
}

/// Goes with arrows from the square that has the focus to another.
pub(super) fn arrows_to(browser: &Browser, at: &str) {
    let place = |text: &str| -> (i32, i32) {
        let (column, row) = text.split_once(',').unwrap();
        (column.parse().unwrap(), row.parse().unwrap())
    };
    let (here, there) = (place(&browser.text("document.activeElement.dataset.at")), place(at));
    let mut keys = Vec::new();
    let repeat = |keys: &mut Vec<&str>, name, times: i32| keys.extend((0..times).map(|_| name));
    repeat(&mut keys, "Right", there.0 - here.0);
    repeat(&mut keys, "Left", here.0 - there.0);
    repeat(&mut keys, "Up", there.1 - here.1);
    repeat(&mut keys, "Down", here.1 - there.1);
    if !keys.is_empty() {
        browser.press(&keys);
    }
    assert_eq!(browser.text("document.activeElement.dataset.at"), at);
}

#[test]
fn the_keyboard_alone_suffices_from_the_first_page_to_the_moves() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    browser.open(&format!("{}/", serving.address), 1280, 900);
    browser.press(&["Tab"]);
    assert_eq!(
        browser.text("document.activeElement.id"),
        "skip",
        "the way past the head comes first"
    );
    browser.press(&["Enter"]);
    tab_to(&browser, "it.dataset.game === 'italian'");
    browser.press(&["Enter"]);
    browser.wait("document.querySelector('#start')");
    tab_to(&browser, "it.id === 'start'");
    browser.press(&["Enter"]);
    browser.wait(SETTLED);
    tab_to(&browser, "it.getAttribute('role') === 'gridcell'");
    arrows_to(&browser, "1,2");
    browser.press(&["Enter"]);
    browser.wait("document.querySelector('#polite').innerText.includes('21 picked up')");
    browser.press(&["Escape"]);
    browser.wait("!document.querySelector('.cells .held')");
    browser.press(&["Enter"]);
    arrows_to(&browser, "2,3");
    browser.press(&["Enter"]);
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    browser.wait("document.querySelector('#polite').innerText.includes('Your turn')");
    // By chance it may have to capture now.
    assert!(label(&browser, "2,3").starts_with("18, white man"));
    assert_eq!(
        browser.text("document.activeElement.dataset.at"),
        "2,3",
        "the focus stays on the board"
    );
}

#[test]
fn what_is_clicked_during_a_move_is_done_after_it() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    start_from(&browser, &serving, &json!({"game": "italian", "you": "both"}));
    browser.allow_motion();
    // In one go, so that all of it comes while the first move is under way.
    let script = "const press = (at) => document.querySelector(`.cells [data-at='${at}']`)
        .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
        ['1,2', '2,3', '4,5', '5,4'].forEach(press)";
    browser.eval(script, &[]);
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_piece_dragged_during_a_move_is_put_down_after_it() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    start_from(&browser, &serving, &json!({"game": "italian", "you": "both"}));
    browser.allow_motion();
    // A pointer that no hand holds cannot be captured.
    let script = "const grid = document.querySelector('.cells');
        grid.setPointerCapture = () => {};
        const at = (it) => document.querySelector(`.cells [data-at='${it}']`);
        const press = (it) => at(it).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
        const point = (kind, it) => {
            const box = at(it).getBoundingClientRect();
            const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
            at(it).dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, pointerId: 7, ...place }));
        };
        ['1,2', '2,3'].forEach(press);
        point('pointerdown', '4,5');
        point('pointermove', '5,4');
        point('pointerup', '5,4')";
    browser.eval(script, &[]);
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn walls_are_turned_and_placed_by_key_and_by_mouse() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    start_from(&browser, &serving, &json!({"game": "quoridor", "you": "both"}));
    tab_to(&browser, "it.getAttribute('role') === 'gridcell'");
    arrows_to(&browser, "4,3");
    browser.press(&["w", "r"]);
    browser.wait("document.querySelector('.ghost')");
    browser.press(&["Enter"]);
    browser.wait("document.querySelector('.table').dataset.ply === '1'");
    let state = server_state(&browser, &serving);
    assert_eq!(state["moves"][0]["text"], "e4v");
    assert_eq!(
        browser.text("document.querySelectorAll('.bar[data-side=x] .rack i:not(.gone)').length"),
        "9"
    );
    // The same crossing again is refused, in words.
    browser.click("input[name=mode][value=h]");
    browser.press(&["Tab"]);
    tab_to(&browser, "it.getAttribute('role') === 'gridcell'");
    arrows_to(&browser, "4,3");
    browser.press(&["Enter"]);
    browser.wait("document.querySelector('.remark').innerText");
    assert_eq!(ply(&browser), "1");
    println!("told: {}", remark(&browser));
    browser.click("input[name=mode][value=h]");
    browser.click(&cell("1,6"));
    browser.wait("document.querySelector('.table').dataset.ply === '2'");
    let state = server_state(&browser, &serving);
    assert_eq!(state["moves"][1]["wall"]["along"], "h");
    // Back with the pawn: a step that is none is told too.
    browser.click(&cell("4,4"));
    browser.wait("document.querySelector('.remark').innerText");
    browser.click(&cell("4,1"));
    browser.wait("document.querySelector('.table').dataset.ply === '3'");
}
