//! A match on a terminal: every key, opinions, and a match that is looked at while it is read.

use std::fs;
use std::path::Path;

use arbitro_records::{Hints, ReplayedMatch, Source};
use arbitro_replay::{Key, Viewer, Wish, first_key};
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId, Player};
use arbitro_words::Language;

use crate::screen::{FINISHED, RECORDS, looks_like, press, seen, source, viewer, viewer_of};

#[test]
fn steps_pages_and_ends_are_keys_of_two_kinds() {
    let mut viewer = viewer(FINISHED);
    let last = viewer.whole().unwrap().plies();
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
    press(&mut viewer, "23");
    viewer.key(Key::Backspace);
    viewer.key(Key::Enter);
    assert_eq!(viewer.ply(), 2);
    press(&mut viewer, "9");
    assert_eq!(viewer.key(Key::Escape), Wish::Stay, "only the number is forgotten");
    assert_eq!(viewer.ply(), 2);
    press(&mut viewer, "9l");
    assert_eq!(viewer.ply(), 3, "another key forgets it, too");
    press(&mut viewer, "99999999999999999999:");
    let plies = viewer.whole().unwrap().plies();
    assert_eq!(viewer.ply(), plies);
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
    assert!(viewer.pace().is_some() && viewer.ply() == 0, "from the end it begins anew");
}

#[test]
fn neighbours_are_opened_and_there_is_none_beyond_the_last() {
    let source = source(RECORDS);
    let mut viewer = viewer_of(&source, 0);
    assert_eq!(viewer.key(Key::Up), Wish::Stay);
    assert_eq!(viewer.index(), 0);
    assert_eq!(viewer.key(Key::Down), Wish::Open(1));
    assert_eq!(viewer.key(Key::Char('n')), Wish::Open(2));
    assert_eq!(viewer.key(Key::Char('p')), Wish::Open(1));
    viewer.show(2, Ok(source.see(2).unwrap()), None);
    assert!(viewer.whole().is_none(), "what is no longer awaited is not shown");
    let mut viewer = viewer_of(&source, source.len() - 1);
    assert_eq!(viewer.key(Key::Down), Wish::Stay);
    let mut alone = crate::screen::viewer(FINISHED);
    assert_eq!(alone.key(Key::Tab), Wish::Stay);
    assert!(seen(&alone, (80, 24)).contains("board_1.txt"), "one match has no list");
}

#[test]
fn leaving_is_asked_for_by_two_keys() {
    assert_eq!(viewer(FINISHED).key(Key::Char('q')), Wish::Leave);
    assert_eq!(viewer(FINISHED).key(Key::Escape), Wish::Leave);
}

#[test]
fn a_match_that_cannot_be_shown_says_why() {
    let mut viewer = Viewer::new(2, Some(1), None, Vec::new(), Language::English);
    viewer.show(1, Err("line 2: no record\u{7}".to_owned()), None);
    let text = seen(&viewer, (80, 24));
    assert!(text.contains("line 2: no record\\u{7}"), "{text}");
    assert_eq!(viewer.key(Key::Char('p')), Wish::Open(0));
}

/// The match as far as so many boards have been read.
fn so_far(boards: usize) -> ReplayedMatch {
    let mut seen = source(FINISHED).see(0).unwrap();
    seen.cut(boards - 1);
    seen
}

#[test]
fn a_long_match_is_looked_at_while_it_is_read() {
    let whole = source(FINISHED).see(0).unwrap();
    let mut viewer = Viewer::new(1, Some(0), Some(30), Vec::new(), Language::English);
    viewer.show(0, Ok(so_far(10)), Some(100_000));
    viewer.show(1, Ok(so_far(20)), Some(100_000));
    press(&mut viewer, "lll");
    looks_like("growing", &viewer, (80, 24));
    press(&mut viewer, "20:");
    assert_eq!(viewer.ply(), 9);
    press(&mut viewer, " ");
    viewer.tick();
    assert!(viewer.pace().is_some(), "it waits for what is still to come");
    viewer.show(0, Ok(so_far(20)), Some(100_000));
    viewer.tick();
    assert_eq!(viewer.ply(), 10);
    let plies = whole.plies();
    viewer.show(0, Ok(whole), None);
    assert_eq!(viewer.ply(), 30.min(plies), "where it was to begin is there now");
}

/// The boards of two kings that go to and fro: dama has no draw by repetition.
fn write_kings(folder: &Path, count: usize) {
    let fens = ["W:WK29:BK1", "B:WK25:BK1", "W:WK25:BK5", "B:WK29:BK5"];
    for number in 1..=count {
        let position = Dama::read_fen(fens[(number - 1) % 4]).unwrap();
        let text = Dama::write_board(&position.board());
        fs::write(folder.join(format!("board_{number}.txt")), text).unwrap();
    }
}

#[test]
fn a_match_is_told_of_while_its_boards_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write_kings(folder.path(), 5000);
    let source = Source::open(folder.path(), &Hints::default()).unwrap();
    let (mut told, mut read) = (0, 0);
    let whole = source.see_growing(0, &mut |seen, boards| {
        assert_eq!((boards, seen.first_board), (5000, 1));
        assert!(seen.plies() > read, "{read}");
        read = seen.plies();
        told += 1;
        let last = seen.played.step(read - 1).unwrap();
        assert_eq!((last.player, seen.claim.winner), (Player::to_move_on(read as u64), None));
    });
    let whole = whole.unwrap();
    assert_eq!((whole.plies(), &whole.fault), (4999, &None));
    assert!(told >= 3 && read > 4000 - 1, "told {told} times, of {read} plies at last");
}

#[test]
fn boards_that_are_read_ahead_are_judged_as_others_are() {
    let folder = tempfile::tempdir().unwrap();
    write_kings(folder.path(), 3000);
    let board = |number: u64| folder.path().join(format!("board_{number}.txt"));
    let played = || {
        let hints = Hints { game: Some(GameId::Dama), ..Hints::default() };
        let source = Source::open(folder.path(), &hints).unwrap();
        source.see(0).unwrap()
    };
    fs::copy(board(1), board(2500)).unwrap();
    let fault = played().fault.unwrap();
    assert_eq!((fault.ply, &*fault.file.unwrap()), (2499, "board_2500.txt"));
    fs::remove_file(board(2400)).unwrap();
    let whole = played();
    assert_eq!((whole.plies(), &whole.fault), (2398, &None));
    let is_told = |it: &str| whole.notes().any(|told| told.to_string().contains(it));
    assert!(is_told("board_2400.txt is missing"), "{:?}", whole.wrong);
    // Without its first boards it begins where it begins.
    for number in 1..=100 {
        fs::remove_file(board(number)).unwrap();
    }
    assert_eq!((played().first_board, played().plies()), (101, 2298));
}

#[test]
fn the_list_is_left_by_the_match_it_was_opened_from() {
    let mut viewer = viewer_of(&source(RECORDS), 2);
    viewer.key(Key::Tab);
    viewer.key(Key::Char('j'));
    assert_eq!(viewer.key(Key::Escape), Wish::Stay, "back to the match");
    assert_eq!(viewer.index(), 2);
    viewer.key(Key::Tab);
    viewer.key(Key::End);
    assert_eq!(viewer.key(Key::Enter), Wish::Open(7));
    viewer.key(Key::Tab);
    assert_eq!(viewer.key(Key::Char('q')), Wish::Leave);
}

/// All keys of the bytes, and how many bytes are left that may begin one.
fn keys(mut bytes: &[u8]) -> (Vec<Key>, usize) {
    let mut keys = Vec::new();
    while let Some((key, used)) = first_key(bytes) {
        assert!((1..=bytes.len()).contains(&used));
        keys.extend(key);
        bytes = &bytes[used..];
    }
    (keys, bytes.len())
}

#[test]
fn bytes_of_a_terminal_are_keys_whole_or_in_pieces() {
    let arrows = [Key::Up, Key::Down, Key::Right, Key::Left];
    assert_eq!(keys(b"\x1b[A\x1b[B\x1bOC\x1b[1;5D"), (arrows.to_vec(), 0));
    let jumps = [Key::Home, Key::Home, Key::End, Key::End, Key::PageUp, Key::PageDown];
    assert_eq!(keys(b"\x1b[H\x1b[1~\x1bOF\x1b[4~\x1b[5~\x1b[6~"), (jumps.to_vec(), 0));
    let others = [Key::Enter, Key::Tab, Key::Backspace, Key::Char('l'), Key::Control('c')];
    assert_eq!(keys(b"\r\t\x7fl\x03"), (others.to_vec(), 0));
    // What has no meaning is skipped: letters beyond ASCII, Alt, function keys.
    assert_eq!(keys("\u{e8}\x1bx\x1b[15~q".as_bytes()), (vec![Key::Char('q')], 0));
    for begun in ["\x1b", "\x1b[", "\x1b[1;5", "\x1bO"] {
        assert_eq!(keys(begun.as_bytes()), (Vec::new(), begun.len()), "{begun:?}");
    }
    assert_eq!(keys(b"\x1b\x1b"), (vec![Key::Escape], 1));
    let endless = [b"\x1b[".as_slice(), &[b'1'; 500]].concat();
    assert_eq!(keys(&endless), (Vec::new(), 0), "a sequence has an end");
}
