//! Files are cut into games, and games into tokens.

use arbitro_pdn::{Game, Habit, Lexer, PdnOutcome, Reader, Token};
use proptest::prelude::*;

/// The games of a file, as text.
fn cut(file: &str) -> Vec<String> {
    let mut reader = Reader::new(file.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = reader.advance().unwrap() {
        games.push(std::str::from_utf8(game.bytes).unwrap().trim().to_owned());
    }
    games
}

/// The moves of a text, and its habits.
fn read(text: &str) -> (Vec<&str>, Vec<Habit>) {
    let game = Game::new(text.as_bytes());
    let moves = game.tokens().filter_map(|token| match token {
        Token::Move(text) => Some(std::str::from_utf8(text).unwrap()),
        _ => None,
    });
    (moves.collect(), game.habits.iter().collect())
}

#[test]
fn a_game_ends_at_its_result_or_where_tags_or_numbers_begin_again() {
    assert_eq!(cut("1. 32-28 19-23 2-0 1. 31-26 1-1"), ["1. 32-28 19-23 2-0", "1. 31-26 1-1"]);
    assert_eq!(cut("1. 32-28 19-23\n[White \"a\"]\n1. 31-26").len(), 2);
    assert_eq!(cut("1. 32-28 19-23\n\n1. 31-26 20-25").len(), 2);
    assert_eq!(cut("1. 32-28 19-23\n1. 31-26 20-25").len(), 1);
    assert_eq!(cut("[Event \"a\"]\n\n[Event \"b\"]\n1. 32-28 *").len(), 2);
    assert_eq!(cut(" \n\t ").len(), 0);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_game() {
    assert_eq!(cut("\u{feff}1. 32-28 *"), ["1. 32-28 *"]);
}

#[test]
fn a_game_larger_than_a_piece_of_the_file_is_one_game() {
    let comment = "long ".repeat(1 << 19);
    let file = format!("1. 32-28 {{{comment}}} 19-23 2-0\n\n1. 31-26 1-1");
    let games = cut(&file);
    assert_eq!((games.len(), &games[1][..]), (2, "1. 31-26 1-1"));
    assert_eq!(read(&games[0]).0, ["32-28", "19-23"]);
}

#[test]
fn a_game_of_more_than_16_mib_is_cut_and_told() {
    let file = format!("1. 32-28 {{{}}}", "x".repeat(17 << 20));
    let mut reader = Reader::new(file.as_bytes());
    let first = reader.advance().unwrap().unwrap();
    assert_eq!((first.is_cut, first.bytes.len()), (true, 16 << 20));
}

#[test]
fn the_plain_form_has_no_habits() {
    let text =
        "[Event \"a\"]\n1. 32-28 {good} 19-23 ; to the end\n2. 28x19 14x23\n% ignored\n2-0 *";
    assert_eq!(read(text), (vec!["32-28", "19-23", "28x19", "14x23"], vec![]));
}

#[test]
fn what_differs_from_the_standard_is_read_and_told() {
    for (text, moves, habit) in [
        ("1 32-28 19-23", ["32-28", "19-23"], Habit::BareNumbers),
        ("1. 32-28! 19-23", ["32-28", "19-23"], Habit::Nags),
        ("1. 32-28 19-23 {open", ["32-28", "19-23"], Habit::OpenBrace),
        ("1. 32-28 ) 19-23", ["32-28", "19-23"], Habit::Unbalanced),
        ("[White \"a]\n1. 32-28 19-23", ["32-28", "19-23"], Habit::LooseTags),
        ("[Site \"a\"]\n[Site \"b\"]\n1. 32-28 19-23", ["32-28", "19-23"], Habit::TagTwice),
        ("1. 32-28 hello 19-23", ["32-28", "19-23"], Habit::Junk),
        ("1. 32-28 2-0 19-23", ["32-28", "19-23"], Habit::AfterResult),
        ("1. 32-28 19-23 2 - 0", ["32-28", "19-23"], Habit::Spaced),
        ("1. 32-28 19-23 \u{bd}-\u{bd}", ["32-28", "19-23"], Habit::FancySigns),
    ] {
        assert_eq!(read(text).1, [habit], "{text}");
        assert_eq!(read(text).0, moves, "{text}");
    }
}

#[test]
fn variations_are_counted_by_depth_and_their_moves_are_not() {
    let game = Game::new(b"1. 32-28 (1. 31-26 (1. 31-27 2-0) 20-25) 19-23 1-1");
    assert_eq!((game.moves, game.result), (2, Some(PdnOutcome::Draw)));
    assert_eq!(game.habits.iter().collect::<Vec<_>>(), [Habit::Variations]);
}

#[test]
fn moves_may_be_padded_and_squares_may_be_coordinates() {
    assert_eq!(read("1. 32 - 28 1- 7").0, ["32 - 28", "1- 7"]);
    assert_eq!(read("1. (2,1)-(3,2) 11x 18x 25").0, ["(2,1)-(3,2)", "11x 18x 25"]);
}

#[test]
fn results_are_read_in_every_style() {
    for (text, outcome) in [
        ("1-0", PdnOutcome::First),
        ("2-0", PdnOutcome::First),
        ("0-1", PdnOutcome::Second),
        ("1/2-1/2", PdnOutcome::Draw),
        ("1-1", PdnOutcome::Draw),
        ("\u{bd}", PdnOutcome::Draw),
        ("0-0", PdnOutcome::BothLost),
        ("*", PdnOutcome::Open),
    ] {
        assert_eq!(PdnOutcome::from_text(text.as_bytes()), Some(outcome), "{text}");
        assert_eq!(
            Game::new(format!("1. 32-28 {text}").as_bytes()).result,
            Some(outcome),
            "{text}"
        );
    }
    assert_eq!(PdnOutcome::from_text(b"4-6"), None);
}

proptest! {
    #[test]
    fn any_bytes_are_cut_into_games_that_together_are_the_file(bytes in proptest::collection::vec(prop_oneof![
        Just(b'['), Just(b'{'), Just(b'}'), Just(b'('), Just(b')'), Just(b'"'), Just(b'\n'), Just(b' '),
        Just(b'1'), Just(b'-'), Just(b'x'), Just(b'.'), Just(b'*'), Just(b';'), Just(b'%'), Just(b'\\'), any::<u8>(),
    ], 0..400)) {
        let mut reader = Reader::new(&bytes[..]);
        let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while let Some(game) = reader.advance().unwrap() {
            prop_assert_eq!(game.offset, at as u64);
            prop_assert_eq!(game.bytes, &bytes[at..at + game.bytes.len()]);
            prop_assert!(!game.bytes.is_empty());
            at += game.bytes.len();
        }
        // Only blanks are left.
        prop_assert!(Lexer::new(&bytes[at..]).next().is_none());
    }
}
