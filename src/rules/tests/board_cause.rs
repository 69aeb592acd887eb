//! The one cause of a faulty board, over all sample boards with faults.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use arbitro_rules::judge::{Wrong, judge_file};
use arbitro_rules::notation::{BoardCause, Leniency, Notation, Strictness, Turn, board_cause};
use arbitro_rules::{Game, GameId, Player, Reason, draughts::Dama, with_game};
use arbitro_words::{Language, say};

fn cause(game: GameId, bytes: &[u8]) -> Option<String> {
    with_game!(game, G => {
        let reading = G::read_board(bytes, Strictness::Tolerant);
        Some(say(&board_cause(bytes, &reading)?, Language::English).into_owned())
    })
}

/// Sample boards with one cause, and a part of its sentence.
const CAUSES: &[(&str, &str)] = &[
    ("brazilian-ten-by-ten", "a board of international, frenchfree: say"),
    ("dama-byte-order-mark", "byte order mark"),
    ("dama-double-carriage-return", "carriage returns"),
    ("dama-dots", "empty squares are drawn as dots"),
    ("dama-mirrored", "mirrored left to right: the top row"),
    ("dama-many-copies", "more than one board"),
    ("dama-no-spaces", "nothing between the cells"),
    ("dama-old-mac", "carriage returns"),
    ("dama-program-binary", "the file is binary"),
    ("dama-star-for-a-king", "drawn as \"*\""),
    ("dama-tab-as-a-cell", "tabs"),
    ("dama-tabs-in-one-line", "tabs"),
    ("dama-tabs", "tabs"),
    ("dama-ten-by-ten", "a board of international"),
    ("dama-turned-round", "turned by 180 degrees"),
    ("dama-unpromoted-on-both-sides", "kings are written as men"),
    ("dama-upside-down", "upside down"),
    ("dama-white-and-black", "drawn as \"b\" \"w\""),
    ("english-dama-start", "it is a board of dama, italian, spanish: say"),
    ("english-stars", "drawn as \"*\""),
    ("frenchfree-no-spaces", "nothing between the cells"),
    ("frenchfree-one-tab", "tabs"),
    ("frenchfree-zeros", "drawn as \"0\""),
    ("guide-ones-and-twos", "drawn as \"1\" \"2\""),
    ("guide-turned-round", "turned by 180 degrees"),
    ("international-eight-by-eight", "a board of guide, english"),
    ("international-mirrored", "mirrored left to right"),
    ("international-unpromoted-on-both-sides", "kings are written as men"),
    ("international-turned-round", "turned by 180 degrees"),
    ("italian-mirrored", "mirrored left to right"),
    ("quoridor-a-board-of-draughts", "a board of dama, italian"),
    ("russian-utf-16", "UTF-16"),
];

#[test]
fn each_faulty_sample_has_its_cause_or_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards/faulty");
    let (mut found, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let game = name.split('-').next().unwrap().parse().unwrap();
        let cause = cause(game, &fs::read(&path).unwrap());
        match CAUSES.iter().find(|it| it.0 == name) {
            Some((_, part)) => {
                found += 1;
                if !cause.as_ref().is_some_and(|cause| cause.contains(part)) {
                    wrong.push((name.to_owned(), cause));
                }
            }
            None if name == "russian-byte-order-mark-windows" => {}
            None if cause.is_some() => wrong.push((name.to_owned(), cause)),
            None => {}
        }
    }
    assert_eq!(wrong, []);
    assert_eq!(found, CAUSES.len());
}

#[test]
fn a_quarter_turn_noise_and_utf_16_without_a_mark_are_named() {
    let rows: Vec<String> = (0..8)
        .map(|row| {
            let cell = |column: usize| match (row + column) % 2 {
                0 => " ",
                _ if column < 3 => "x",
                _ if column > 4 => "o",
                _ => " ",
            };
            (0..8).map(cell).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let of = |bytes: &[u8]| cause(GameId::Dama, bytes).unwrap();
    let turned = rows.join("\n");
    assert!(of(turned.as_bytes()).contains("turned by 90 degrees"));
    let noise: Vec<u8> = (0..300_u32).map(|it| ((it * it * 7919) >> 5) as u8).collect();
    assert!(of(&noise).contains("binary"));
    let wide: Vec<u8> = turned.bytes().flat_map(|byte| [0, byte]).collect();
    assert!(of(&wide).contains("UTF-16"));
}

#[test]
fn a_lone_carriage_return_at_the_very_end_is_crlf() {
    let start = Dama::write_board(&Dama::start().board());
    for (end, tolerated) in
        [("\r", &[Leniency::Crlf][..]), ("\r\n", &[Leniency::FinalNewline, Leniency::Crlf])]
    {
        let text = start.replace('\n', "\r\n") + end;
        let reading = Dama::read_board(text.as_bytes(), Strictness::Tolerant);
        assert!(reading.board.is_some(), "{:?}", reading.faults);
        assert_eq!(reading.tolerated, tolerated);
    }
}

/// The rows of the usual start of dama, changed.
fn start_with(change: impl Fn(&mut Vec<String>)) -> Vec<u8> {
    let mut rows: Vec<String> =
        Dama::write_board(&Dama::start().board()).lines().map(str::to_owned).collect();
    change(&mut rows);
    rows.join("\n").into_bytes()
}

#[test]
fn a_shift_is_named_unless_it_pushes_a_piece_off_the_board() {
    let of = |bytes: &[u8]| cause(GameId::Dama, bytes).unwrap_or_default();
    let blank = || " ".repeat(15);
    let lower = start_with(|rows| {
        rows.pop();
        rows.insert(0, blank());
    });
    assert!(of(&lower).contains("shifted by a row"), "{}", of(&lower));
    let right = start_with(|rows| {
        for row in rows {
            *row = format!("  {}", &row[..13]);
        }
    });
    assert!(of(&right).contains("shifted by a column"), "{}", of(&right));
    // The rows in a circle: nothing says where the board begins.
    let round = start_with(|rows| rows.rotate_right(1));
    assert!(!of(&round).contains("shifted"), "{}", of(&round));
}

#[test]
fn two_boards_in_a_file_are_named_with_and_without_a_newline_between() {
    let start = Dama::write_board(&Dama::start().board());
    let of = |text: &str| cause(GameId::Dama, text.as_bytes());
    let named = Some("the file holds more than one board: write each into a new file".to_owned());
    for between in ["", "\n", "\n\n", "\r\n"] {
        assert_eq!(of(&format!("{start}{between}{start}")), named, "{between:?}");
    }
    assert_eq!(of(&format!("{start}\n{}", &start[..16])), None);
}

#[test]
fn signs_are_a_cause_only_if_there_are_several_in_the_form_of_a_board() {
    let of = |from: &str, to: &str| {
        let rows = start_with(|rows| rows.iter_mut().for_each(|row| *row = row.replace(from, to)));
        cause(GameId::Dama, &rows)
    };
    assert!(of("x", "w").unwrap().contains("drawn as \"w\": a board"));
    let one = start_with(|rows| rows[0] = rows[0].replacen('o', "k", 1));
    assert_eq!(cause(GameId::Dama, &one), None);
    assert_eq!(of("x", "ww"), None);
    let page = b"<!DOCTYPE html>\n<pre>x x</pre>\n";
    assert_eq!(cause(GameId::Dama, page).unwrap(), "the file is HTML: a board is plain text");
}

type Draw = fn(&mut Vec<Vec<char>>);

/// Judges an endgame's board after the only king of x moved, drawn by `draw`.
fn wrong_after(draw: Draw) -> Option<Wrong> {
    let read = |rows: &[Vec<char>]| -> String {
        let line = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let mut rows = vec![vec![' '; 8]; 8];
    (rows[7][7], rows[0][2], rows[2][4], rows[3][1]) = ('X', 'O', 'O', 'o');
    let board = Dama::read_board(read(&rows).as_bytes(), Strictness::Tolerant).board.unwrap();
    let before = Dama::new(board, Player::X);
    (rows[7][7], rows[6][6]) = (' ', 'X');
    draw(&mut rows);
    judge_file(&before, read(&rows).as_bytes(), Strictness::Tolerant).1.err()
}

#[test]
fn a_playable_board_that_is_legal_once_turned_back_is_called_turned() {
    let draws: [(Draw, &[Turn]); 4] = [
        (|_| (), &[]),
        (|rows| rows.iter_mut().for_each(|row| row.reverse()), &[]),
        (
            |rows| {
                rows.reverse();
                rows.iter_mut().for_each(|row| row.reverse());
            },
            &[Turn::Half],
        ),
        (
            |rows| {
                for cell in rows.iter_mut().flatten() {
                    *cell = match *cell {
                        'X' => 'O',
                        'O' => 'X',
                        'o' => 'x',
                        other => other,
                    };
                }
            },
            &[Turn::Half],
        ),
    ];
    assert_eq!(wrong_after(draws[0].0), None);
    // Every piece is on a light square there.
    let mirrored = wrong_after(draws[1].0).unwrap();
    assert!(matches!(mirrored.leading_cause(), Some(BoardCause::Turned(..))), "{mirrored:?}");
    for (draw, turns) in &draws[2..] {
        let wrong = wrong_after(*draw).unwrap();
        assert_eq!(wrong.reason(), Reason::IllegalMove);
        assert_eq!(wrong.leading_cause(), Some(&BoardCause::Turned(turns.to_vec(), Vec::new())));
    }
    let wrong = wrong_after(|rows| (rows[6][6], rows[4][0]) = (' ', 'X')).unwrap();
    assert_eq!(wrong.cause(), None, "a wrong move of one piece");
}
