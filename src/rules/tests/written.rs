//! Games that are not compiled in: their names, and the look of their boards.

use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::{BoardFault, Strictness, read_board, read_text};
use arbitro_rules::{
    GameId, Look, MAX_WRITTEN, NewGame, Shape, Square, Titles, WrittenRules, card, cell_name,
    check_name,
};
use serde_json::json;

#[derive(Debug)]
struct Missing;

impl WrittenRules for Missing {
    fn open(&self, _: GameId, _: Start<'_>, _: Option<u32>) -> Result<Box<dyn Line>, NoStart> {
        Err(NoStart::NoRules)
    }
}

fn hash(of: usize) -> String {
    format!("{of:064x}")
}

fn game(name: &str, sha256: String) -> NewGame {
    let look = Look { sha256, title: Titles::new("Four"), ..Look::default() };
    let (name, first) = (name.to_owned(), "...\n...".to_owned());
    NewGame { name, ply_limit: 42, first, look, rules: Box::new(Missing) }
}

// One test, because what it fills is the process's.
#[test]
fn a_written_game_is_named_once_for_each_hash_and_up_to_a_limit() {
    let four = GameId::intern(game("four", hash(1))).unwrap();
    assert_eq!(GameId::intern(game("four", hash(1))).unwrap(), four);
    assert_eq!(
        (four.name(), four.to_string(), four.is_draughts()),
        ("four", "four".to_owned(), false)
    );
    let card = card(four);
    assert_eq!((card.ply_limit, card.size, card.lines), (42, 2, 2));
    assert_eq!((card.place_name)(Square::new(1, 2)), "c2");
    assert_eq!(open(four, Start::Usual, None).unwrap_err(), NoStart::NoRules);

    let changed = GameId::intern(game("four", hash(2))).unwrap();
    assert_ne!(changed, four);
    assert_eq!(GameId::written("four"), Some(changed));
    // A name in a file is data.
    assert!(
        "four".parse::<GameId>().is_err() && serde_json::from_str::<GameId>("\"four\"").is_err()
    );
    assert_eq!(serde_json::to_string(&four).unwrap(), "\"four\"");

    let board = |bytes: &[u8]| read_board(four, bytes, Strictness::Tolerant);
    let playable = |bytes: &[u8]| board(bytes).playable;
    assert_eq!(playable(b"...\n...\n"), Some(true));
    assert_eq!((playable(b"x"), playable(b"...\n..q")), (None, None));
    assert_eq!((playable(b"\xffx"), playable(b"")), (Some(false), Some(false)));

    for number in 2..MAX_WRITTEN {
        GameId::intern(game(&format!("four:{number}"), hash(number))).unwrap();
    }
    let many = GameId::intern(game("five", hash(0))).unwrap_err();
    assert_eq!(many.0, "a process plays at most 256 games that are not its own");
    assert_eq!(GameId::intern(game("four", hash(1))).unwrap(), four);
}

#[test]
fn a_written_game_has_a_name_that_is_no_path_and_none_of_ours() {
    for right in ["connect-four", "openspiel:go(board_size=9)", "a:1.0,b"] {
        assert!(check_name(right).is_ok(), "{right}");
    }
    let long = "a".repeat(33);
    let word = format!("a:{}", "b".repeat(65));
    for wrong in
        ["", "A", "a/b", "../a", "a b", "a:", "a:b:c", "a:B", "dama", "dama:x", &long, &word]
    {
        assert!(check_name(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_text_of_a_written_board_is_printable_and_loses_what_is_harmless() {
    let read = |bytes: &[u8]| read_text(bytes, 2, Strictness::Tolerant).map(|it| it.0);
    assert_eq!(read(b"a b\r\nc d\r\n").unwrap(), "a b\nc d");
    assert_eq!(read(b"a\n\n").unwrap(), "a\n");
    assert!(read_text(b"a\n", 1, Strictness::Strict).is_err());
    assert!(matches!(read(b"\n"), Err(BoardFault::EmptyFile { .. })));
    let fault = read(b"ab\na\tb").unwrap_err();
    assert!(matches!(fault, BoardFault::UnknownCharacter { line: 2, column: 2, .. }), "{fault:?}");
}

fn look(signs: &serde_json::Value, spaced: bool) -> serde_json::Result<Look> {
    let look = json!({ "sha256": hash(7), "title": "T", "title.it": "Titolo", "signs": signs, "spaced": spaced });
    serde_json::from_value(look)
}

#[test]
fn a_look_is_read_as_it_was_written() {
    let signs =
        json!({ "X": { "is": "x", "picture": "king", "title": "a king" }, ".": { "is": "empty" } });
    let read = look(&signs, true).unwrap();
    assert_eq!(read.signs[&'X'].shape, Some(Shape::King));
    let text = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<Look>(&text).unwrap(), read, "{text}");
}

#[test]
fn a_look_with_signs_or_titles_that_no_board_has_is_refused_in_words() {
    for sign in ["", "ab", ":", "\n", "é"] {
        let why = look(&json!({ sign: { "is": "x" } }), false).unwrap_err().to_string();
        assert!(why.contains("a sign is one printable character"), "{why}");
    }
    for title in ["", "a\u{1b}[31m", &"t".repeat(81)] {
        let why = look(&json!({ "x": { "is": "x", "title": title } }), false).unwrap_err();
        assert!(why.to_string().contains("1 to 80 printable characters"), "{why}");
    }
    assert!(look(&json!({ "x": { "is": "nobody" } }), false).is_err());
}

#[test]
fn a_board_has_cells_where_its_lines_have_one_length_and_its_cells_have_names() {
    let (plain, spaced) = (look(&json!({}), false).unwrap(), look(&json!({}), true).unwrap());
    assert_eq!(plain.cells("ab\ncd").unwrap(), [['c', 'd'], ['a', 'b']]);
    assert_eq!(spaced.cells("a b\nc d").unwrap(), [['c', 'd'], ['a', 'b']]);
    assert_eq!(plain.changes("ab\ncd", "ab\nce"), [(Square::new(0, 1), 'e')]);
    assert!(plain.cells("ab\ncd ").is_none() && plain.cells("\n").is_none());
    assert!(plain.cells(&"x".repeat(90)).is_some() && plain.cells(&"x".repeat(91)).is_none());
    assert!(spaced.cells(&"x ".repeat(90)).is_some());
    assert!(plain.cells(&["x"; 91].join("\n")).is_none());
    // Columns are named on after the alphabet, and every name is another.
    for (column, name) in [(25, "z3"), (26, "aa3"), (51, "az3"), (52, "ba3"), (89, "cl3")] {
        assert_eq!(cell_name(Square::new(2, column)), name);
    }
    for (square, is_one) in [("[89,89]", true), ("[90,0]", false), ("[0,90]", false)] {
        assert_eq!(serde_json::from_str::<Square>(square).is_ok(), is_one, "{square}");
    }
}
