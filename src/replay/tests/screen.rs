//! A match on a terminal: pictures of what is to be seen, kept in `snapshots/screen`.

use std::fmt::Write as _;
use std::fs;

use arbitro_records::{Collection, Hints, Source, read_bytes};
use arbitro_replay::{Key, Paint, Viewer, Wish};
use arbitro_rules::GameId;
use arbitro_words::Language;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use arbitro_testkit::games::project;

const ILLEGAL: &str = "boards/matches/dama-illegal-at-37";
pub(crate) const FINISHED: &str = "boards/matches/dama-finished";
pub(crate) const QUORIDOR: &str = "boards/matches/quoridor-path-blocked-at-12";
pub(crate) const RECORDS: &str = "boards/matches/records.jsonl";

pub(crate) fn source(path: &str) -> Collection {
    Source::open(&project(path), &Hints::default()).unwrap()
}

/// A viewer of a match of a source, all of it read.
pub(crate) fn viewer_of(source: &Collection, index: usize) -> Viewer {
    let mut viewer = Viewer::new(source.len(), Some(index), Vec::new(), Paint::Coloured);
    viewer.show(index, Ok(source.see(index).unwrap()));
    viewer
}

pub(crate) fn viewer(path: &str) -> Viewer {
    viewer_of(&source(path), 0)
}

fn text_viewer(text: &[u8], game: Option<GameId>) -> Viewer {
    let hints = Hints { game, ..Hints::default() };
    viewer_of(&read_bytes(text.to_vec(), &hints).unwrap(), 0)
}

pub(crate) fn press(viewer: &mut Viewer, keys: &str) {
    for key in keys.chars() {
        assert_eq!(viewer.key(Key::Char(key)), Wish::Stay, "{key}");
    }
}

fn painted(viewer: &Viewer, (wide, high): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(wide, high)).unwrap();
    let draw = |frame: &mut ratatui::Frame<'_>| viewer.draw(frame.area(), frame.buffer_mut());
    terminal.draw(draw).unwrap();
    terminal.backend().buffer().clone()
}

fn lines(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
        let line: String = cells.collect();
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

pub(crate) fn seen(viewer: &Viewer, size: (u16, u16)) -> String {
    lines(&painted(viewer, size))
}

/// Compares with the picture of this name.
pub(crate) fn looks_like(name: &str, viewer: &Viewer, size: (u16, u16)) {
    let picture = seen(viewer, size);
    insta::with_settings!({
        prepend_module_to_snapshot => false,
        snapshot_path => "snapshots/screen",
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, picture);
    });
}

#[test]
fn at_the_start_the_board_stands_beside_the_moves_to_come() {
    looks_like("start", &viewer(FINISHED), (80, 24));
}

#[test]
fn a_capture_is_marked_where_it_came_from_went_and_took() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "c");
    looks_like("capture", &viewer, (80, 24));
}

#[test]
fn at_the_end_the_fault_is_explained_and_the_wrong_board_stands_beside_the_last() {
    let mut viewer = viewer(ILLEGAL);
    press(&mut viewer, "f");
    looks_like("fault", &viewer, (80, 24));
    looks_like("fault-large", &viewer, (150, 45));
    looks_like("fault-narrow", &viewer, (40, 15));
}

#[test]
fn quoridor_has_its_walls_on_any_window() {
    let mut whole = viewer(QUORIDOR);
    press(&mut whole, "f");
    looks_like("quoridor-fault", &whole, (100, 30));
    let mut viewer = viewer(QUORIDOR);
    press(&mut viewer, "w");
    looks_like("quoridor-wall", &viewer, (80, 24));
    press(&mut viewer, "f");
    looks_like("quoridor-narrow", &viewer, (40, 15));
    let small = source("boards/matches/quoridor-5x5.jsonl");
    let mut viewer = viewer_of(&small, 0);
    press(&mut viewer, "5:r");
    looks_like("quoridor-5x5-turned", &viewer, (60, 20));
}

#[test]
fn a_board_of_ten_rows_fits_too() {
    let mut viewer = viewer_of(&source(RECORDS), 4);
    press(&mut viewer, "c");
    looks_like("ten-by-ten", &viewer, (80, 24));
    looks_like("ten-by-ten-narrow", &viewer, (40, 15));
    looks_like("ten-by-ten-large", &viewer, (130, 50));
}

#[test]
fn a_window_that_is_too_small_is_told_so_and_none_is_too_small_to_be_told() {
    looks_like("too-small", &viewer(FINISHED), (30, 8));
    for size in [(0, 0), (1, 1), (200, 3), (3, 200), (39, 15), (40, 14)] {
        for over in ["", "?", "f", "123"] {
            let mut viewer = viewer(QUORIDOR);
            press(&mut viewer, over);
            let text = seen(&viewer, size);
            assert!(!text.contains("walls left"), "{size:?}");
        }
    }
}

#[test]
fn a_source_of_several_matches_begins_with_their_list() {
    let source = source(RECORDS);
    let mut viewer = Viewer::new(source.len(), None, Vec::new(), Paint::Coloured);
    let unknown = viewer.unknown(24);
    assert_eq!(unknown, (0..source.len()).collect::<Vec<_>>());
    for index in unknown {
        viewer.learn(index, source.entry(index).map_err(|it| it.to_string()));
    }
    assert!(viewer.unknown(24).is_empty(), "nothing is asked twice");
    viewer.key(Key::Down);
    looks_like("list", &viewer, (80, 24));
    assert_eq!(viewer.key(Key::Enter), Wish::Open(1));
    assert_eq!((viewer.index(), viewer.ply()), (1, 0));
    looks_like("awaited", &viewer, (40, 15));
}

#[test]
fn the_list_says_in_italian_how_matches_ended() {
    let source = source(RECORDS);
    let viewer = Viewer::new(source.len(), None, Vec::new(), Paint::Coloured);
    let mut viewer = viewer.speaking(Language::Italian);
    for index in viewer.unknown(24) {
        viewer.learn(index, source.entry(index).map_err(|it| it.to_string()));
    }
    looks_like("list-italian", &viewer, (80, 24));
}

#[test]
fn keys_are_explained() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "?");
    looks_like("help", &viewer, (80, 24));
    looks_like("help-narrow", &viewer, (40, 15));
    assert_eq!(viewer.key(Key::Right), Wish::Stay);
    assert_eq!(viewer.ply(), 0, "any key only goes back");
    press(&mut viewer, "?");
    assert_eq!(viewer.key(Key::Char('q')), Wish::Leave);
}

#[test]
fn without_colours_everything_is_still_told() {
    let source = source(ILLEGAL);
    let mut plain = Viewer::new(1, Some(0), Vec::new(), Paint::Plain);
    plain.show(0, Ok(source.see(0).unwrap()));
    let mut coloured = viewer(ILLEGAL);
    for keys in ["", "c", "f", "?"] {
        press(&mut plain, keys);
        press(&mut coloured, keys);
        let (plain, coloured) = (painted(&plain, (80, 24)), painted(&coloured, (80, 24)));
        assert_eq!(lines(&plain), lines(&coloured));
        let is_colourless =
            |it: &ratatui::buffer::Cell| [it.fg, it.bg].iter().all(|it| *it == Color::Reset);
        assert!(plain.content.iter().all(is_colourless));
        let has_colours = !coloured.content.iter().all(is_colourless);
        assert_eq!(has_colours, keys != "?");
    }
}

#[test]
fn dark_squares_pieces_and_marks_have_colours_of_their_own() {
    let mut viewer = viewer(FINISHED);
    let buffer = painted(&viewer, (80, 24));
    // x's man on (0,1), the light square beside it.
    let (man, light) = (&buffer[(7, 8)], &buffer[(4, 8)]);
    assert_eq!(man.symbol(), "x");
    assert_eq!((man.fg, man.bg), (Color::LightCyan, Color::Indexed(236)));
    assert_eq!(light.bg, Color::Reset);
    press(&mut viewer, "c");
    let marked = painted(&viewer, (80, 24));
    let ground = |symbol: &str| {
        let cell = marked.content.iter().find(|it| it.symbol() == symbol).unwrap();
        cell.bg
    };
    assert_ne!(ground("["), ground("("));
    let current = marked.content.iter().find(|it| it.symbol() == ">").unwrap();
    assert!(current.modifier.contains(Modifier::REVERSED));
}

#[test]
fn control_characters_in_a_file_do_not_reach_the_terminal() {
    let text = b"[GameType \"20\"]\n[White \"\x1b[31mred\x07\"]\n[Event \"\xe2\x80\xaeback\"]\n\n{\x1b]0;title\x07} 1. 32-28 {\x1b[2Jgone\x9b} 19-23 2. 28-22\x1b[H *\n";
    let mut viewer = text_viewer(text, None);
    for keys in ["", "l", "f", "?"] {
        press(&mut viewer, keys);
        for cell in &painted(&viewer, (120, 30)).content {
            let is_safe = |it: char| !it.is_control() && !('\u{202a}'..='\u{202e}').contains(&it);
            assert!(cell.symbol().chars().all(is_safe), "{:?}", cell.symbol());
        }
    }
    let mut viewer = text_viewer(text, None);
    let text = seen(&viewer, (120, 30));
    assert!(text.contains("\\u{1b}[31mred\\u{7}"), "{text}");
    press(&mut viewer, "f");
    let text = seen(&viewer, (120, 30));
    assert!(text.contains("28-22\\u{1b}"), "{text}");
    let record = "{\"v\":1,\"game\":\"dama\",\"moves\":\"\",\"players\":{\"x\":{\"name\":\"\u{202e}desrever\u{9b}2J\"},\"o\":{\"name\":\"o\"}}}";
    let text = seen(&text_viewer(record.as_bytes(), None), (80, 24));
    assert!(text.contains("\\u{202e}desrever\\u{9b}2J"), "{text}");
}

#[test]
fn a_wrong_move_is_shown_with_the_board_it_would_have_made() {
    let text = b"[GameType \"20\"]\n\n1. 32-28 19-23 2. 28-22 *\n";
    let mut viewer = text_viewer(text, None);
    press(&mut viewer, "f");
    looks_like("wrong-move", &viewer, (110, 24));
}

#[test]
fn a_file_that_is_no_board_is_shown_as_lines() {
    let folder = tempfile::tempdir().unwrap();
    let start = fs::read(project(FINISHED).join("board_1.txt")).unwrap();
    fs::write(folder.path().join("board_1.txt"), start).unwrap();
    fs::write(folder.path().join("board_2.txt"), "hello\x1b[2J\nworld").unwrap();
    let source = Source::open(folder.path(), &Hints::default()).unwrap();
    let viewer = viewer_of(&source, 0);
    let text = seen(&viewer, (80, 24));
    assert!(text.contains("\"hello\\u{1b}[2J\"") && text.contains("\"world\""), "{text}");
    assert!(text.contains("board_2.txt by x"), "{text}");
}

#[test]
fn the_board_turns_with_its_marks() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "cr");
    looks_like("turned", &viewer, (80, 24));
    let turned = seen(&viewer, (80, 24));
    press(&mut viewer, "r");
    assert_ne!(seen(&viewer, (80, 24)), turned);
}
