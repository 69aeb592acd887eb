//! Tags tell the game, in escapes and encodings of many programs.

use arbitro_pdn::{
    ForeignGame, Game, Habit, NamedGame, decoded, game_of_type, game_of_words, game_type, tag_value,
};
use arbitro_rules::GameId;

#[test]
fn each_game_with_a_number_is_found_by_it() {
    let numbered = GameId::ALL.into_iter().filter_map(|game| Some((game, game_type(game)?)));
    let mut found = 0;
    for (game, number) in numbered {
        assert_eq!(game_of_type(number.as_bytes()), Some(NamedGame::Ours(game)), "{number}");
        found += 1;
    }
    assert!(found > 8);
    let fields = b"20,W,10,10,N2,0";
    assert_eq!(game_of_type(fields), Some(NamedGame::Ours(GameId::International)));
}

#[test]
fn a_game_of_others_keeps_its_number() {
    let frisian = NamedGame::Type { number: 40, game: Some(ForeignGame::Frisian) };
    assert_eq!(game_of_type(b"40"), Some(frisian));
    assert_eq!(game_of_type(b"77"), Some(NamedGame::Type { number: 77, game: None }));
    let white = NamedGame::Type { number: 23, game: Some(ForeignGame::Pool) };
    assert_eq!(game_of_type(b"23,W,8,8,A1,0"), Some(white));
}

#[test]
fn words_name_a_game_and_variants_before_the_game_they_vary() {
    assert_eq!(game_of_words("American/English"), Some(NamedGame::Ours(GameId::English)));
    assert_eq!(game_of_words("American pool checkers"), Some(NamedGame::Ours(GameId::Pool)));
    let frisian = NamedGame::Words("Frisian (international)".to_owned());
    assert_eq!(game_of_words("Frisian (international)"), Some(frisian));
    assert_eq!(game_of_words("go"), None);
}

#[test]
fn a_value_keeps_its_quotes_and_a_backslash_of_its_own() {
    assert_eq!(tag_value(br#"a \"b\" c:\d"#).0, r#"a "b" c:\d"#);
    let game = Game::new(b"[white \"Ada\"]");
    assert_eq!(game.tag_value("White"), Some(&b"Ada"[..]));
}

#[test]
fn bytes_that_are_no_utf_8_are_latin_1_or_code_page_850() {
    assert_eq!(decoded("né".as_bytes()), ("né".into(), None));
    assert_eq!(decoded(b"n\xe9"), ("né".into(), Some(Habit::Latin1)));
    assert_eq!(decoded(b"n\x82"), ("né".into(), Some(Habit::Cp850)));
}
