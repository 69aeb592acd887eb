//! A match on a terminal: every key, and pictures of what is to be seen, kept in `snapshots/screen`.

use std::fmt::Write as _;
use std::fs;

use arbitro::records::{Collection, Hints, Playthrough, Source, Stretch, read_bytes};
use arbitro::rules::{GameId, Player};
use arbitro::screen::{Key, Opinion, Paint, Viewer, Wish};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::games::project;

const ILLEGAL: &str = "boards/matches/dama-illegal-at-37";
const FINISHED: &str = "boards/matches/dama-finished";
const QUORIDOR: &str = "boards/matches/quoridor-path-blocked-at-12";
const RECORDS: &str = "boards/matches/records.jsonl";

fn source(path: &str) -> Collection {
    Source::open(&project(path), &Hints::default()).unwrap()
}

/// A viewer of a match of a source, all of it read.
fn viewer_of(source: &Collection, index: usize) -> Viewer {
    let mut viewer = Viewer::new(source.len(), Some(index), Vec::new(), Paint::Coloured);
    viewer.show(index, Ok(source.playthrough(index).unwrap()));
    viewer
}

fn viewer(path: &str) -> Viewer {
    viewer_of(&source(path), 0)
}

fn text_viewer(text: &[u8], game: Option<GameId>) -> Viewer {
    let hints = Hints {
        game,
        ..Hints::default()
    };
    viewer_of(&read_bytes(text.to_vec(), &hints).unwrap(), 0)
}

fn press(viewer: &mut Viewer, keys: &str) {
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

fn seen(viewer: &Viewer, size: (u16, u16)) -> String {
    lines(&painted(viewer, size))
}

/// Compares with the picture of this name.
fn looks_like(name: &str, viewer: &Viewer, size: (u16, u16)) {
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
fn the_list_is_searched_by_what_is_typed() {
    let source = source(RECORDS);
    let mut viewer = viewer_of(&source, 0);
    assert_eq!(viewer.key(Key::Tab), Wish::Stay);
    press(&mut viewer, "/");
    assert_eq!(viewer.key(Key::Char('i')), Wish::Search("i".to_owned()));
    assert_eq!(viewer.key(Key::Char('t')), Wish::Search("it".to_owned()));
    viewer.found("i", vec![0, 1, 2]);
    viewer.found("it", vec![3, 5]);
    viewer.found("i", vec![0]);
    assert_eq!(
        viewer.unknown(24),
        [3, 5],
        "the answer to what is asked now counts"
    );
    for index in [3, 5] {
        viewer.learn(index, source.entry(index).map_err(|it| it.to_string()));
    }
    looks_like("search", &viewer, (80, 24));
    assert_eq!(viewer.key(Key::Enter), Wish::Stay, "typing is over");
    viewer.key(Key::Down);
    assert_eq!(viewer.key(Key::Enter), Wish::Open(5));
}

#[test]
fn letters_that_are_keys_are_letters_while_a_search_is_typed_and_escape_forgets_it() {
    let mut viewer = viewer_of(&source(RECORDS), 2);
    viewer.key(Key::Tab);
    press(&mut viewer, "/");
    assert_eq!(viewer.key(Key::Char('q')), Wish::Search("q".to_owned()));
    assert_eq!(viewer.key(Key::Backspace), Wish::Stay);
    assert_eq!(viewer.key(Key::Escape), Wish::Stay);
    assert_eq!(viewer.key(Key::Char('j')), Wish::Stay);
    assert_eq!(viewer.key(Key::Escape), Wish::Stay, "back to the match");
    assert_eq!(viewer.index(), 2);
    assert_eq!(viewer.key(Key::Escape), Wish::Leave);
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

fn opinion(depth: u32) -> Opinion {
    Opinion {
        best: "(2,1)-(3,2)".to_owned(),
        value: "+0.35".to_owned(),
        depth,
        line: vec!["(2,1)-(3,2)".to_owned(), "(5,0)-(4,1)".to_owned()],
    }
}

#[test]
fn an_opinion_is_asked_for_deepened_and_kept_for_its_ply() {
    let mut viewer = viewer(FINISHED);
    assert_eq!(viewer.question(), None);
    press(&mut viewer, "e");
    let first = viewer.question().unwrap();
    assert_eq!(
        (first.ply, first.turn, first.game),
        (0, Player::X, GameId::Dama)
    );
    assert!(seen(&viewer, (80, 24)).contains("thinking"));
    viewer.judge(&first, Ok(opinion(first.depth)));
    looks_like("evaluation", &viewer, (80, 24));
    let second = viewer.question().unwrap();
    assert!(second.depth > first.depth && second.fen == first.fen);
    press(&mut viewer, "l");
    assert_eq!(viewer.question().unwrap().ply, 1);
    // It comes when another ply is in view, and is there when one comes back.
    viewer.judge(&second, Ok(opinion(second.depth)));
    assert!(!seen(&viewer, (80, 24)).contains("+0.35"));
    press(&mut viewer, "h");
    assert_eq!(viewer.question(), None);
    assert!(seen(&viewer, (80, 24)).contains("+0.35"));
    press(&mut viewer, "e");
    assert!(!seen(&viewer, (80, 24)).contains("+0.35"));
}

#[test]
fn a_position_without_an_opinion_says_why_and_is_not_asked_about_again() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "ef");
    let question = viewer.question().unwrap();
    viewer.judge(&question, Err("the match is over here".to_owned()));
    assert_eq!(viewer.question(), None);
    assert!(seen(&viewer, (80, 24)).contains("the match is over here"));
}

#[test]
fn an_opinion_on_another_match_is_dropped() {
    let source = source(RECORDS);
    let mut viewer = viewer_of(&source, 0);
    press(&mut viewer, "e");
    let question = viewer.question().unwrap();
    assert_eq!(viewer.key(Key::Char('n')), Wish::Open(1));
    viewer.show(1, Ok(source.playthrough(1).unwrap()));
    viewer.judge(&question, Ok(opinion(6)));
    assert!(!seen(&viewer, (80, 24)).contains("+0.35"));
}

#[test]
fn without_colours_everything_is_still_told() {
    let source = source(ILLEGAL);
    let mut plain = Viewer::new(1, Some(0), Vec::new(), Paint::Plain);
    plain.show(0, Ok(source.playthrough(0).unwrap()));
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
        let cell = marked
            .content
            .iter()
            .find(|it| it.symbol() == symbol)
            .unwrap();
        cell.bg
    };
    assert_ne!(ground("["), ground("("));
    let current = marked.content.iter().find(|it| it.symbol() == ">").unwrap();
    assert!(current.modifier.contains(Modifier::REVERSED));
}

#[test]
fn what_a_file_says_cannot_paint_the_terminal() {
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
    assert!(
        text.contains("\"hello\\u{1b}[2J\"") && text.contains("\"world\""),
        "{text}"
    );
    assert!(text.contains("board_2.txt by x"), "{text}");
}

#[test]
fn steps_pages_and_ends_are_keys_of_two_kinds() {
    let mut viewer = viewer(FINISHED);
    let last = viewer.whole().unwrap().moves.len();
    let mut went = Vec::new();
    for key in [
        Key::Left,
        Key::Right,
        Key::Char('l'),
        Key::Char('h'),
        Key::PageDown,
        Key::PageUp,
        Key::End,
        Key::Right,
        Key::Char('g'),
        Key::Char('G'),
        Key::Home,
        Key::Char('f'),
    ] {
        assert_eq!(viewer.key(key), Wish::Stay);
        went.push(viewer.ply());
    }
    assert_eq!(went, [0, 1, 2, 1, 11, 1, last, last, 0, last, 0, last]);
}

#[test]
fn a_number_and_enter_or_a_colon_jump_to_a_ply() {
    let mut viewer = viewer(FINISHED);
    press(&mut viewer, "12");
    assert!(seen(&viewer, (80, 24)).contains("to ply: 12_"));
    assert_eq!(viewer.key(Key::Enter), Wish::Stay);
    assert_eq!(viewer.ply(), 12);
    press(&mut viewer, "7:");
    assert_eq!(viewer.ply(), 7);
    press(&mut viewer, ":23");
    viewer.key(Key::Backspace);
    viewer.key(Key::Enter);
    assert_eq!(viewer.ply(), 2);
    press(&mut viewer, "9");
    assert_eq!(
        viewer.key(Key::Escape),
        Wish::Stay,
        "only the number is forgotten"
    );
    assert_eq!(viewer.ply(), 2);
    press(&mut viewer, "9l");
    assert_eq!(viewer.ply(), 3, "another key forgets it, too");
    press(&mut viewer, "99999999999999999999:");
    let plies = viewer.whole().unwrap().moves.len();
    assert_eq!(viewer.ply(), plies);
    assert!(seen(&viewer, (80, 24)).contains(&format!("there are {plies} plies")));
}

#[test]
fn captures_crownings_and_walls_are_searched_both_ways() {
    let mut viewer = viewer(FINISHED);
    let moves = viewer.whole().unwrap().moves.clone();
    let plies = |is_it: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..moves.len())
            .filter(|&it| is_it(it))
            .map(|it| it + 1)
            .collect()
    };
    let captures = plies(&|it| !moves[it].taken.is_empty());
    assert!(captures.len() > 2);
    for &ply in &captures {
        press(&mut viewer, "c");
        assert_eq!(viewer.ply(), ply);
    }
    press(&mut viewer, "c");
    assert!(seen(&viewer, (80, 24)).contains("no capture after this ply"));
    assert_eq!(viewer.ply(), captures[captures.len() - 1]);
    for &ply in captures.iter().rev().skip(1) {
        press(&mut viewer, "C");
        assert_eq!(viewer.ply(), ply);
    }
    press(&mut viewer, "C");
    assert!(seen(&viewer, (80, 24)).contains("no capture before this ply"));
    let records = source(RECORDS);
    let mut viewer = viewer_of(&records, 0);
    let moves = viewer.whole().unwrap().moves.clone();
    let crownings: Vec<usize> = (1..=moves.len())
        .filter(|it| moves[it - 1].crowned)
        .collect();
    assert!(crownings.len() > 2);
    press(&mut viewer, "k");
    assert_eq!(Some(&viewer.ply()), crownings.first());
    press(&mut viewer, "fK");
    let before_the_end = crownings.iter().rev().find(|it| **it < moves.len());
    assert_eq!(Some(&viewer.ply()), before_the_end);
    let mut viewer = self::viewer(QUORIDOR);
    press(&mut viewer, "w");
    let ply = viewer.ply();
    assert!(viewer.whole().unwrap().moves[ply - 1].wall.is_some());
    press(&mut viewer, "wW");
    assert_eq!(viewer.ply(), ply);
}

#[test]
fn it_plays_at_a_pace_pauses_and_stops_at_the_end() {
    let mut viewer = viewer(FINISHED);
    assert_eq!(viewer.pace(), None);
    viewer.tick();
    assert_eq!(viewer.ply(), 0, "who does not play does not go on");
    press(&mut viewer, " ");
    let usual = viewer.pace().unwrap();
    viewer.tick();
    assert_eq!(viewer.ply(), 1);
    assert!(seen(&viewer, (80, 24)).contains("playing, 1.00 s a ply"));
    press(&mut viewer, "+");
    assert_eq!(viewer.pace().unwrap(), usual / 2);
    press(&mut viewer, "--");
    assert_eq!(viewer.pace().unwrap(), usual * 2);
    press(&mut viewer, "----++++++++++++");
    assert!(!viewer.pace().unwrap().is_zero());
    press(&mut viewer, " ");
    assert_eq!(viewer.pace(), None);
    press(&mut viewer, " l");
    assert_eq!((viewer.pace(), viewer.ply()), (None, 2), "a step pauses");
    press(&mut viewer, "fh ");
    viewer.tick();
    assert_eq!(viewer.pace(), None, "at the end it stops");
    press(&mut viewer, " ");
    assert!(
        viewer.pace().is_some() && viewer.ply() == 0,
        "from the end it begins anew"
    );
}

#[test]
fn neighbours_are_opened_and_there_is_none_beyond_the_last() {
    let source = source(RECORDS);
    let mut viewer = viewer_of(&source, 0);
    assert_eq!(viewer.key(Key::Up), Wish::Stay);
    assert!(seen(&viewer, (80, 24)).contains("no other match that way"));
    assert_eq!(viewer.key(Key::Down), Wish::Open(1));
    assert_eq!(viewer.key(Key::Char('n')), Wish::Open(2));
    assert_eq!(viewer.key(Key::Char('p')), Wish::Open(1));
    viewer.show(2, Ok(source.playthrough(2).unwrap()));
    assert!(
        viewer.whole().is_none(),
        "what is no longer awaited is not shown"
    );
    let mut viewer = viewer_of(&source, source.len() - 1);
    assert_eq!(viewer.key(Key::Down), Wish::Stay);
    let mut alone = self::viewer(FINISHED);
    assert_eq!(alone.key(Key::Tab), Wish::Stay);
    assert!(
        seen(&alone, (80, 24)).contains("board_1.txt"),
        "one match has no list"
    );
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

#[test]
fn leaving_is_asked_for_by_two_keys() {
    assert_eq!(viewer(FINISHED).key(Key::Char('q')), Wish::Leave);
    assert_eq!(viewer(FINISHED).key(Key::Escape), Wish::Leave);
}

#[test]
fn a_match_that_cannot_be_shown_says_why() {
    let mut viewer = Viewer::new(2, Some(1), Vec::new(), Paint::Coloured);
    viewer.show(1, Err("line 2: no record\u{7}".to_owned()));
    let text = seen(&viewer, (80, 24));
    assert!(text.contains("line 2: no record\\u{7}"), "{text}");
    assert_eq!(viewer.key(Key::Char('p')), Wish::Open(0));
}

fn stretch(whole: &Playthrough, from: usize, to: usize) -> Stretch<'_> {
    Stretch {
        game: whole.game,
        first_board: whole.first_board,
        boards: 100_000,
        positions: &whole.positions[from..to],
        moves: &whole.moves[from.saturating_sub(1)..to - 1],
    }
}

#[test]
fn a_long_match_is_looked_at_while_it_is_read() {
    let whole = source(FINISHED).playthrough(0).unwrap();
    let mut viewer = Viewer::new(1, Some(0), Vec::new(), Paint::Coloured);
    viewer.begin_at(30);
    viewer.grow(0, &stretch(&whole, 0, 10));
    viewer.grow(1, &stretch(&whole, 10, 20));
    press(&mut viewer, "lll");
    looks_like("growing", &viewer, (80, 24));
    press(&mut viewer, "20:");
    assert_eq!(viewer.ply(), 9);
    assert!(seen(&viewer, (80, 24)).contains("there are 9 plies so far"));
    press(&mut viewer, " ");
    viewer.tick();
    assert!(
        viewer.pace().is_some(),
        "it waits for what is still to come"
    );
    viewer.grow(0, &stretch(&whole, 10, 20));
    viewer.tick();
    assert_eq!(viewer.ply(), 10);
    let plies = whole.moves.len();
    viewer.show(0, Ok(whole));
    assert_eq!(
        viewer.ply(),
        30.min(plies),
        "where it was to begin is there now"
    );
}

#[test]
fn boards_are_told_of_in_stretches_that_make_up_the_match() {
    let folder = tempfile::tempdir().unwrap();
    // Two kings go to and fro: dama has no draw by repetition.
    let fens = ["W:WK29:BK1", "B:WK25:BK1", "W:WK25:BK5", "B:WK29:BK5"];
    for number in 1..=5000 {
        use arbitro::notation::Notation;
        use arbitro::rules::{Game, draughts::Dama};
        let position = Dama::read_fen(fens[(number - 1) % 4]).unwrap();
        let text = Dama::write_board(&position.board());
        fs::write(folder.path().join(format!("board_{number}.txt")), text).unwrap();
    }
    let source = Source::open(folder.path(), &Hints::default()).unwrap();
    let (mut positions, mut moves, mut stretches) = (Vec::new(), Vec::new(), 0);
    let whole = source.playthrough_told(0, &mut |stretch| {
        assert_eq!((stretch.boards, stretch.first_board), (5000, 1));
        positions.extend_from_slice(stretch.positions);
        moves.extend_from_slice(stretch.moves);
        assert_eq!(positions.len(), moves.len() + 1);
        stretches += 1;
    });
    let whole = whole.unwrap();
    assert_eq!((whole.moves.len(), &whole.fault), (4999, &None));
    assert!(
        stretches >= 3 && positions.len() > 4000,
        "{stretches} stretches"
    );
    assert!(whole.positions.starts_with(&positions) && whole.moves.starts_with(&moves));
}
