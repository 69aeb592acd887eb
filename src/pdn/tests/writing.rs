//! What is written is the standard, and is read back.

use arbitro_pdn::{Game, Habit, Token, Written, capture_sign, write};
use arbitro_rules::GameId;
use arbitro_rules::draughts::draughts_rules;

type Commented<'a> = &'a [(&'a str, Option<&'a str>)];

fn written(game: GameId, moves: Commented<'_>, second_player_starts: bool) -> String {
    let written = Written {
        tags: vec![("White".into(), r#"a "b" \"#.into())],
        comment: Some("with {braces}"),
        moves: moves.iter().copied(),
        second_player_starts,
        capture_sign: capture_sign(game),
    };
    let mut file = Vec::new();
    write(&mut file, &draughts_rules(game).unwrap(), written).unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn a_game_is_tags_a_line_between_and_moves_that_end_with_a_star() {
    let moves = [("32-28", None), ("19-23", Some("bold")), ("28x19", None)];
    assert_eq!(
        written(GameId::International, &moves, false),
        "[White \"a \\\"b\\\" \\\\\"]\n\n{with (braces)} 1. 32-28 19-23 {bold} 2. 28x19 *\n\n"
    );
}

#[test]
fn the_second_players_first_move_and_moves_behind_comments_are_numbered() {
    let moves = [("19-23", None), ("32-28", Some("a")), ("23x32", None)];
    let text = written(GameId::International, &moves, true);
    assert!(text.contains("1... 19-23 2. 32-28 {a} 2... 23x32 *"), "{text}");
}

#[test]
fn captures_have_their_games_sign_and_coordinates_become_numbers() {
    assert!(written(GameId::Russian, &[("c3xe5", None)], false).contains("1. c3:e5 *"));
    let coordinates = GameId::ALL.into_iter().find(|it| {
        draughts_rules(*it)
            .is_some_and(|it| it.square_names == arbitro_rules::draughts::SquareNames::Coordinates)
    });
    let text = written(coordinates.unwrap(), &[("(2,1)-(3,2)", None)], false);
    assert!(!text.contains('(') || text.contains("(braces)"), "{text}");
    let moves = Game::new(text.as_bytes()).moves;
    assert_eq!(moves, 1, "{text}");
}

#[test]
fn a_text_that_is_no_move_ends_the_game_and_says_so() {
    let text = written(GameId::International, &[("32-28", None), ("resigns", None)], false);
    assert!(text.ends_with("1. 32-28 {what follows in the record is no move} *\n\n"), "{text}");
}

#[test]
fn long_games_are_wrapped_and_read_back_without_a_habit() {
    let moves: Vec<_> = [("32-28", None), ("19-23", Some("a comment"))].repeat(60);
    let text = written(GameId::International, &moves, false);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    let game = Game::new(text.as_bytes());
    assert_eq!((game.moves, game.habits.iter().next()), (120, None::<Habit>));
    let comments = game.tokens().filter(|token| matches!(token, Token::Comment(b"a comment")));
    assert_eq!(comments.count(), 60);
}
