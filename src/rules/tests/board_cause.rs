//! The one cause of a faulty board, over all sample boards with faults.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use arbitro_rules::notation::{Leniency, Notation, Strictness, board_cause};
use arbitro_rules::{Game, GameId, draughts::Dama, with_game};
use arbitro_words::{Language, say};

fn cause(game: GameId, bytes: &[u8]) -> Option<String> {
    with_game!(game, G => {
        let reading = G::read_board(bytes, Strictness::Tolerant);
        Some(say(&board_cause(bytes, &reading)?, Language::English).into_owned())
    })
}

/// Sample boards with one cause, and a part of its sentence.
const CAUSES: [(&str, &str); 21] = [
    ("brazilian-ten-by-ten", "a board of international, frenchfree: say"),
    ("dama-byte-order-mark", "byte order mark"),
    ("dama-double-carriage-return", "carriage returns"),
    ("dama-mirrored", "mirrored left to right: the top row"),
    ("dama-old-mac", "carriage returns"),
    ("dama-program-binary", "the file is binary"),
    ("dama-tab-as-a-cell", "tabs"),
    ("dama-tabs-in-one-line", "tabs"),
    ("dama-tabs", "tabs"),
    ("dama-ten-by-ten", "a board of international"),
    ("dama-turned-round", "turned by 180 degrees"),
    ("dama-upside-down", "upside down"),
    ("english-dama-start", "it is a board of dama, italian, spanish: say"),
    ("frenchfree-one-tab", "tabs"),
    ("guide-turned-round", "turned by 180 degrees"),
    ("international-eight-by-eight", "a board of guide, english"),
    ("international-mirrored", "mirrored left to right"),
    ("international-turned-round", "turned by 180 degrees"),
    ("italian-mirrored", "mirrored left to right"),
    ("quoridor-a-board-of-draughts", "a board of dama, italian"),
    ("russian-utf-16", "UTF-16"),
];

#[test]
fn each_faulty_sample_has_its_cause_or_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards/faulty");
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "txt") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let game = name.split('-').next().unwrap().parse().unwrap();
        let cause = cause(game, &fs::read(&path).unwrap());
        match CAUSES.iter().find(|it| it.0 == name) {
            Some((_, part)) => {
                found += 1;
                assert!(cause.as_ref().is_some_and(|it| it.contains(part)), "{name}: {cause:?}");
            }
            None if name == "russian-byte-order-mark-windows" => {}
            None => assert_eq!(cause, None, "{name}"),
        }
    }
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
    let wide: Vec<u8> = turned.bytes().flat_map(|it| [0, it]).collect();
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
