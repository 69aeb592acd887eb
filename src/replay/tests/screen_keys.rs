//! A match on a terminal: every key, opinions, and a match that is looked at while it is read.

use std::fs;
use std::path::Path;

use arbitro_records::{Hints, Seen, Source};
use arbitro_replay::{Evaluation, Key, Paint, Viewer, Wish};
use arbitro_rules::draughts::Dama;
use arbitro_rules::line::Step;
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId, Player};

use crate::screen::{
    FINISHED, QUORIDOR, RECORDS, looks_like, press, seen, source, viewer, viewer_of,
};

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
    press(&mut viewer, ":23");
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
    assert!(seen(&viewer, (80, 24)).contains(&format!("there are {plies} plies")));
}

#[test]
fn captures_crownings_and_walls_are_searched_both_ways() {
    let mut viewer = viewer(FINISHED);
    let moves: Vec<Step> = viewer.whole().unwrap().played.steps().collect();
    let plies = |is_it: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..moves.len()).filter(|&it| is_it(it)).map(|it| it + 1).collect()
    };
    let captures = plies(&|it| !moves[it].action.taken().is_empty());
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
    let moves: Vec<Step> = viewer.whole().unwrap().played.steps().collect();
    let crownings: Vec<usize> =
        (1..=moves.len()).filter(|it| moves[it - 1].action.crowns()).collect();
    assert!(crownings.len() > 2);
    press(&mut viewer, "k");
    assert_eq!(Some(&viewer.ply()), crownings.first());
    press(&mut viewer, "fK");
    let before_the_end = crownings.iter().rev().find(|it| **it < moves.len());
    assert_eq!(Some(&viewer.ply()), before_the_end);
    let mut viewer = crate::screen::viewer(QUORIDOR);
    press(&mut viewer, "w");
    let ply = viewer.ply();
    assert!(viewer.whole().unwrap().played.step(ply - 1).unwrap().action.wall().is_some());
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
    assert!(viewer.pace().is_some() && viewer.ply() == 0, "from the end it begins anew");
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
    viewer.show(2, Ok(source.see(2).unwrap()));
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
    let mut viewer = Viewer::new(2, Some(1), Vec::new(), Paint::Coloured);
    viewer.show(1, Err("line 2: no record\u{7}".to_owned()));
    let text = seen(&viewer, (80, 24));
    assert!(text.contains("line 2: no record\\u{7}"), "{text}");
    assert_eq!(viewer.key(Key::Char('p')), Wish::Open(0));
}

/// The match as far as so many boards have been read.
fn so_far(boards: usize) -> Seen {
    let mut seen = source(FINISHED).see(0).unwrap();
    seen.cut(boards - 1);
    seen
}

#[test]
fn a_long_match_is_looked_at_while_it_is_read() {
    let whole = source(FINISHED).see(0).unwrap();
    let mut viewer = Viewer::new(1, Some(0), Vec::new(), Paint::Coloured);
    viewer.begin_at(30);
    viewer.grow(0, so_far(10), 100_000);
    viewer.grow(1, so_far(20), 100_000);
    press(&mut viewer, "lll");
    looks_like("growing", &viewer, (80, 24));
    press(&mut viewer, "20:");
    assert_eq!(viewer.ply(), 9);
    assert!(seen(&viewer, (80, 24)).contains("there are 9 plies so far"));
    press(&mut viewer, " ");
    viewer.tick();
    assert!(viewer.pace().is_some(), "it waits for what is still to come");
    viewer.grow(0, so_far(20), 100_000);
    viewer.tick();
    assert_eq!(viewer.ply(), 10);
    let plies = whole.plies();
    viewer.show(0, Ok(whole));
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
    assert_eq!(viewer.unknown(24), [3, 5], "the answer to what is asked now counts");
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
    viewer.show(1, Ok(source.see(1).unwrap()));
    viewer.judge(&question, Ok(opinion(6)));
    assert!(!seen(&viewer, (80, 24)).contains("+0.35"));
}

fn opinion(depth: u32) -> Evaluation {
    Evaluation {
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
    assert_eq!((first.ply, first.turn, first.game), (0, Player::X, GameId::Dama));
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
