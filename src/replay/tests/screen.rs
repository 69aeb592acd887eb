//! A match on a terminal: pictures of what is to be seen, kept in `snapshots/screen`.

use std::fmt::Write as _;
use std::fs;

use anstream::adapter::strip_str;
use arbitro_records::{Collection, Hints, MatchRecord, ReplayedMatch, Source, read_bytes};
use arbitro_replay::{Key, Viewer, Wish};
use arbitro_rules::line::Line;
use arbitro_rules::{GameId, Titles};
use arbitro_words::Language;
use console::measure_text_width;

use arbitro_testkit::games::project;
use arbitro_testkit::toys::CONNECT_FOUR;

const ILLEGAL: &str = "boards/matches/dama-illegal-at-37";
pub(crate) const FINISHED: &str = "boards/matches/dama-finished";
pub(crate) const QUORIDOR: &str = "boards/matches/quoridor-path-blocked-at-12";
pub(crate) const RECORDS: &str = "boards/matches/records.jsonl";

pub(crate) fn source(path: &str) -> Collection {
    Source::open(&project(path), &Hints::default()).unwrap()
}

/// A viewer of a match of a source, all of it read.
pub(crate) fn viewer_of(source: &Collection, index: usize) -> Viewer {
    let mut viewer = Viewer::new(source.len(), Some(index), None, Vec::new(), Language::English);
    viewer.show(index, Ok(source.see(index).unwrap()), None);
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

/// The picture without its styles; it keeps to the window.
pub(crate) fn seen(viewer: &Viewer, size: (usize, usize)) -> String {
    listed(viewer, size, &source(RECORDS))
}

fn listed(viewer: &Viewer, (wide, high): (usize, usize), source: &Collection) -> String {
    let entry = |index| source.entry(index).map_err(|error| error.to_string());
    let lines = viewer.draw((wide, high), &entry);
    assert!(lines.len() <= high);
    let mut text = String::new();
    for line in &lines {
        assert!(measure_text_width(line) <= wide, "{line:?}");
        writeln!(text, "{}", strip_str(line).to_string().trim_end()).unwrap();
    }
    text
}

/// Compares with the picture of this name.
pub(crate) fn looks_like(name: &str, viewer: &Viewer, size: (usize, usize)) {
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
    press(&mut viewer, "15:");
    looks_like("capture", &viewer, (80, 24));
}

#[test]
fn after_the_last_move_comes_the_fault_with_the_wrong_board_beside_the_last() {
    let mut viewer = viewer(ILLEGAL);
    press(&mut viewer, "36:");
    looks_like("before-fault", &viewer, (80, 24));
    press(&mut viewer, "l");
    looks_like("fault", &viewer, (80, 24));
    looks_like("fault-wide", &viewer, (120, 30));
    looks_like("fault-narrow", &viewer, (40, 24));
    press(&mut viewer, "l");
    assert_eq!(viewer.ply(), 36, "it is the last step");
}

#[test]
fn quoridor_has_its_walls_and_both_boards_on_a_usual_window() {
    let mut viewer = viewer(QUORIDOR);
    press(&mut viewer, "f");
    looks_like("quoridor-fault", &viewer, (80, 30));
    looks_like("quoridor-narrow", &viewer, (40, 15));
    press(&mut viewer, "2:");
    looks_like("quoridor-wall", &viewer, (80, 24));
}

#[test]
fn a_board_of_ten_rows_fits_too() {
    let mut viewer = viewer_of(&source(RECORDS), 4);
    press(&mut viewer, "30:");
    looks_like("ten-by-ten", &viewer, (80, 24));
    looks_like("ten-by-ten-narrow", &viewer, (40, 24));
}

#[test]
fn a_window_that_is_too_small_is_told_so_and_none_is_too_small_to_be_told() {
    looks_like("too-small", &viewer(FINISHED), (30, 8));
    for size in [(0, 0), (1, 1), (200, 3), (3, 200), (35, 30), (40, 15)] {
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
    let mut viewer = Viewer::new(source.len(), None, None, Vec::new(), Language::English);
    viewer.key(Key::Down);
    looks_like("list", &viewer, (80, 24));
    looks_like("list-narrow", &viewer, (40, 12));
    assert_eq!(viewer.key(Key::Enter), Wish::Open(1));
    assert_eq!((viewer.index(), viewer.ply()), (1, 0));
    looks_like("awaited", &viewer, (40, 15));
}

#[test]
fn list_fault_and_keys_are_told_in_each_language() {
    for (name, language) in [("italian", Language::Italian), ("french", Language::French)] {
        let list = source(RECORDS);
        let viewer = Viewer::new(list.len(), None, None, Vec::new(), language);
        looks_like(&format!("list-{name}"), &viewer, (80, 24));
        let mut viewer = Viewer::new(1, Some(0), None, Vec::new(), language);
        viewer.show(0, Ok(source(ILLEGAL).see(0).unwrap()), None);
        press(&mut viewer, "f");
        looks_like(&format!("fault-{name}"), &viewer, (80, 24));
        press(&mut viewer, "?");
        looks_like(&format!("help-{name}"), &viewer, (80, 24));
    }
}

/// A match of players with names as long as they may be, and a fault.
#[test]
fn names_of_players_are_wrapped_and_not_cut() {
    let (x, o) = ("x".repeat(70), "a name of several words ".repeat(3));
    let record = format!(
        r#"{{"v":1,"game":"dama","moves":"","players":{{"x":{{"name":"{x}"}},"o":{{"name":"{o}"}}}}}}"#
    );
    let viewer = text_viewer(record.as_bytes(), None);
    for width in [40, 80, 120, 200] {
        let text: String = seen(&viewer, (width, 40)).split_whitespace().collect();
        assert!(text.contains(&x) && text.contains(&o.replace(' ', "")), "{text}");
    }
}

#[test]
fn an_ending_is_said_as_the_match_says_it() {
    let mut line = CONNECT_FOUR.line();
    for text in "a1 b1 a2 b2 a3 b3 a4".split(' ') {
        let key = line.read(text).unwrap();
        line.play(key);
    }
    let [english, italian] = ["four in a row", "quattro in fila"].map(str::to_owned);
    let why = Titles { english, italian: Some(italian), french: None };
    for (language, said) in [(Language::English, "four in"), (Language::Italian, "quattro in")] {
        let end = line.end().unwrap();
        let record = MatchRecord {
            winner: end.winner().map(Into::into),
            reason: Some(end.reason().into()),
            why: Some(why.clone()),
            ..MatchRecord::of_line(&line)
        };
        let mut viewer = Viewer::new(1, Some(0), None, Vec::new(), language);
        viewer.show(0, Ok(ReplayedMatch::of_line(Box::new(CONNECT_FOUR.line()), record)), None);
        assert!(!seen(&viewer, (80, 24)).contains(said));
        press(&mut viewer, "f");
        let text = seen(&viewer, (80, 24));
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn keys_are_explained() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "?");
    looks_like("help", &viewer, (80, 24));
    assert_eq!(viewer.key(Key::Right), Wish::Stay);
    assert_eq!(viewer.ply(), 0, "any key only goes back");
    press(&mut viewer, "?");
    assert_eq!(viewer.key(Key::Char('q')), Wish::Leave);
}

#[test]
fn pieces_and_marks_have_colours_and_marks_are_brackets_too() {
    let mut viewer = viewer(ILLEGAL);
    press(&mut viewer, "f");
    let lines = viewer.draw((80, 24), &|_| unreachable!()).join("\n");
    let is_bright = |it: &str| lines.contains(&format!("\u{1b}[{it}m"));
    // Cyan for x, yellow for o, red for the mark.
    assert!(["96", "93", "41"].into_iter().all(is_bright), "{lines:?}");
    assert!(seen(&viewer, (80, 24)).contains("[x]"));
}

#[test]
fn control_characters_in_a_file_do_not_reach_the_terminal() {
    let text = b"[GameType \"20\"]\n[White \"\x1b[31mred\x07\"]\n[Event \"\xe2\x80\xaeback\"]\n\n{\x1b]0;title\x07} 1. 32-28 {\x1b[2Jgone\x9b} 19-23 2. 28-22\x1b[H *\n";
    let mut viewer = text_viewer(text, None);
    for keys in ["", "l", "f", "?"] {
        press(&mut viewer, keys);
        let is_safe =
            |it: char| it == '\n' || !it.is_control() && !('\u{202a}'..='\u{202e}').contains(&it);
        // Without the styles, which are the viewer's own.
        let text = seen(&viewer, (120, 30));
        assert!(text.chars().all(is_safe), "{text:?}");
        let drawn = viewer.draw((120, 30), &|_| unreachable!()).join("\n");
        let sequences = drawn.split('\u{1b}').skip(1);
        for sequence in sequences {
            let end = sequence.find(|it: char| it.is_ascii_alphabetic());
            assert_eq!(end.map(|end| &sequence[end..=end]), Some("m"), "{sequence:?}");
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
    let comment = "[GameType \"20\"]\n\n{\u{202e}back} 1. 32-28 19-23 *\n";
    let text = seen(&text_viewer(comment.as_bytes(), None), (80, 24));
    assert!(text.contains("\\u{202e}back"), "{text}");
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
    let mut viewer = viewer_of(&source, 0);
    press(&mut viewer, "f");
    let text = seen(&viewer, (80, 24));
    assert!(text.contains("\"hello\\u{1b}[2J\"") && text.contains("\"world\""), "{text}");
    assert!(text.split_whitespace().collect::<String>().contains("board_2.txt,asx"), "{text}");
}
