//! Boards that are wrong as a whole: every reader is told the same cause first.

use std::fs;

use arbitro_records::RecordedFault;
use arbitro_referee::{Detail, Fault};
use arbitro_rules::draughts::Dama;
use arbitro_rules::judge::judge_file;
use arbitro_rules::notation::{Notation, Strictness, read_board};
use arbitro_rules::{Game, GameId, Player};
use arbitro_testkit::games::project;
use arbitro_words::{Language, OfFault, say};

/// A faulty board, and words of its cause.
fn whole_boards() -> [(Vec<u8>, &'static str); 10] {
    let sample =
        |name: &str| fs::read(project("boards/faulty").join(format!("dama-{name}.txt"))).unwrap();
    let start = Dama::write_board(&Dama::start().board());
    let lowered = format!("{}\n{}", " ".repeat(15), &start[..16 * 7 - 1]);
    [
        (sample("upside-down"), "upside down"),
        (sample("mirrored"), "mirrored"),
        (sample("white-and-black"), "drawn as"),
        (sample("tabs"), "tabs"),
        (sample("dots"), "dots"),
        (sample("no-spaces"), "nothing between the cells"),
        (lowered.into_bytes(), "shifted by a row"),
        (sample("unpromoted-on-both-sides"), "kings are written as men"),
        (format!("{start}\n{start}").into_bytes(), "more than one board"),
        (format!("<pre>{start}</pre>\n").into_bytes(), "HTML"),
    ]
}

#[test]
fn what_explains_a_whole_board_is_told_first_to_every_reader() {
    for (board, words) in whole_boards() {
        // Of the board alone, as `verify board` tells it.
        let cause = read_board(GameId::Dama, &board, Strictness::Tolerant).cause;
        let cause = cause.unwrap_or_else(|| panic!("no cause: {words}"));
        let told = say(&cause, Language::English).into_owned();
        assert!(told.contains(words), "{told}");
        // After a move, as `verify move` tells it.
        let wrong = judge_file(&Dama::start(), &board, Strictness::Tolerant).1.unwrap_err();
        assert_eq!(wrong.leading_cause(), Some(&cause), "{told}");
        let fault = Fault {
            player: Player::X,
            ply: 1,
            file: "board_2.txt".into(),
            detail: Detail::Board(wrong),
            wrote: Some(board),
            stray: None,
            printed: Vec::new(),
            activity: None,
        };
        // In the record and its table, and then in why.txt, the report, the marks and the page.
        let record = RecordedFault::from_fault(&fault, GameId::Dama);
        // There no flag is advised.
        assert!(told.starts_with(record.text.as_deref().unwrap()), "{told}");
        let message = record.message(GameId::Dama).unwrap();
        for language in Language::ALL {
            let sentence = say(&message, language);
            assert_eq!(sentence, say(&OfFault::from_fault(&fault, GameId::Dama), language));
            assert!(say(&cause, language).starts_with(&*sentence), "{sentence}");
        }
    }
}

#[test]
fn a_players_board_of_another_game_is_named_and_no_flag_is_advised() {
    for (game, named) in [(GameId::English, "mirrored"), (GameId::International, "international")] {
        let board = fs::read(project(&format!("boards/starts/{}.txt", game.name()))).unwrap();
        let cause = read_board(GameId::Dama, &board, Strictness::Tolerant).cause.unwrap();
        let wrong = judge_file(&Dama::start(), &board, Strictness::Tolerant).1.unwrap_err();
        let fault = Fault {
            player: Player::X,
            ply: 1,
            file: "board_2.txt".into(),
            detail: Detail::Board(wrong),
            wrote: Some(board),
            stray: None,
            printed: Vec::new(),
            activity: None,
        };
        for language in Language::ALL {
            assert!(say(&cause, language).contains("--game"));
            let told = say(&OfFault::from_fault(&fault, GameId::Dama), language);
            assert!(!told.contains("--game"), "{told}");
        }
        let told = say(&OfFault::from_fault(&fault, GameId::Dama), Language::English);
        assert!(told.contains(named), "{told}");
    }
}

#[test]
fn one_piece_in_a_wrong_place_was_moved_wrongly() {
    let empty = vec![" ".repeat(15); 7].join("\n");
    let board = format!("{empty}\nX{}", " ".repeat(14));
    let wrong = judge_file(&Dama::start(), board.as_bytes(), Strictness::Tolerant).1;
    let wrong = wrong.unwrap_err();
    assert!(wrong.cause().is_some() && wrong.diagnosis().is_some(), "{wrong:?}");
    assert_eq!(wrong.leading_cause(), None);
}
