//! Round trips: journals, boards and PDN are read back as they were written.

use std::fs;

use arbitro_records::{
    Export, Form, Hints, ReplayedMatch, Source, from_boards, read_bytes, write_pdn,
};
use arbitro_records::{MatchRecord, Named, RECORD_VERSION};
use arbitro_rules::history::Both;
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player, draughts};
use proptest::prelude::*;
use rand::RngExt;

use arbitro_testkit::games::seeded;
use arbitro_testkit::sizes::size;

/// Matches of each set that go there and back.
fn matches() -> u64 {
    size("ARBITRO_ROUND_TRIPS", 25, 300)
}

/// A record of a random match, ended by the rules or after some plies.
pub(crate) fn random_record<G: Notation>(seed: u64) -> MatchRecord {
    let mut random = seeded(seed);
    let limit = random.random_range(1..=60);
    let mut line = History::<G>::new(G::start(), Some(limit));
    let mut moves = Vec::new();
    let mut texts = Vec::new();
    while line.end().is_none() {
        line.position().legal_moves_into(&mut moves);
        let mv = moves[random.random_range(0..moves.len())];
        texts.push(line.position().write_move(mv));
        line.play(mv);
    }
    let end = line.end().unwrap();
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(seed.into()),
        game: G::ID.name().to_owned(),
        moves: texts.join(" "),
        plies: Some(texts.len() as u64),
        winner: end.winner().map(Into::into),
        reason: Some(end.reason().into()),
        max_plies: Some(limit.into()),
        ..MatchRecord::default()
    }
}

pub(crate) fn shown(record: &MatchRecord) -> ReplayedMatch {
    let line = record.to_line().into_bytes();
    read_bytes(line, &Hints::default()).unwrap().see(0).unwrap()
}

fn texts(shown: &ReplayedMatch) -> Vec<String> {
    shown.played.steps().map(|step| step.text).collect()
}

/// Random matches of a set in one file, which must also be told apart, there and back.
fn there_and_back<G: Notation>() {
    let (mut file, mut ends) = (Vec::new(), Vec::new());
    let mut records = Vec::new();
    for seed in 0..matches() {
        let record = random_record::<G>(seed);
        write_pdn(&mut file, &shown(&record), None).unwrap();
        ends.push(file.len());
        records.push(record);
    }
    // For other programs to read: `pydraughts.py` beside this file does.
    if let Ok(folder) = std::env::var("ARBITRO_PDN_OUT") {
        fs::write(format!("{folder}/{}.pdn", G::ID), &file).unwrap();
    }
    let read = read_bytes(file.clone(), &Hints::default()).unwrap();
    assert_eq!(read.len(), records.len());
    assert_eq!(read.remarks(), []);
    let mut begin = 0;
    for (index, (record, &end)) in records.iter().zip(&ends).enumerate() {
        let back = read.see(index).unwrap();
        assert_eq!(back.game, G::ID);
        assert_eq!(back.claim.moves, record.moves, "{index}");
        assert_eq!(back.summary.winner.map(Into::into), record.winner);
        assert_eq!(back.summary.reason, record.reason);
        assert_eq!(back.summary.id, record.id.as_ref().unwrap().to_string());
        let mut again = Vec::new();
        write_pdn(&mut again, &back, None).unwrap();
        assert!(again == file[begin..end], "{index}");
        begin = end;
    }
}

macro_rules! pdn_is_read_back_without_loss {
    ($($name:ident: $game:ident)*) => {
        $(#[test]
        fn $name() {
            there_and_back::<draughts::$game>();
        })*
    };
}

pdn_is_read_back_without_loss! {
    pdn_of_random_dama_is_read_back_without_loss: Dama
    pdn_of_random_guide_is_read_back_without_loss: Guide
    pdn_of_random_english_is_read_back_without_loss: English
    pdn_of_random_italian_is_read_back_without_loss: Italian
    pdn_of_random_international_is_read_back_without_loss: International
    pdn_of_random_frenchfree_is_read_back_without_loss: Frenchfree
    pdn_of_random_russian_is_read_back_without_loss: Russian
    pdn_of_random_brazilian_is_read_back_without_loss: Brazilian
    pdn_of_random_pool_is_read_back_without_loss: Pool
    pdn_of_random_spanish_is_read_back_without_loss: Spanish
    pdn_of_random_czech_is_read_back_without_loss: Czech
    pdn_of_random_thai_is_read_back_without_loss: Thai
}

/// The record expected from the boards of a match that was played to its limit, without the facts that
/// boards cannot hold.
fn expected_of_boards(record: &MatchRecord) -> (MatchRecord, Hints) {
    let hints = Hints {
        game: Some(record.game.parse().unwrap()),
        max_plies: record.max_plies.map(|ply| u32::try_from(ply).unwrap()),
        ..Hints::default()
    };
    let record = MatchRecord { id: None, ..record.clone() };
    (record, hints)
}

#[test]
fn a_journal_becomes_board_files_and_a_journal_again() {
    for game in GameId::ALL {
        for seed in 0..5 {
            let record = with_game!(game, G => random_record::<G>(seed));
            let folder = tempfile::tempdir().unwrap();
            let mut export = Export::new(folder.path(), Form::Boards, false).unwrap();
            export.add(&shown(&record)).unwrap();
            let written = export.finish().unwrap();
            assert_eq!(written, record.plies.unwrap() + 1);
            let (expected, hints) = expected_of_boards(&record);
            let boards = Source::open(folder.path(), &hints).unwrap();
            let back = boards.see(0).unwrap();
            assert_eq!(back.claim, expected, "{game} {seed}");
        }
    }
}

/// The same without a disk between: a board's file is its text, which the test above holds.
fn to_boards_and_back<G: Notation>() {
    for seed in 0..matches() {
        let record = random_record::<G>(seed);
        let match_ = shown(&record);
        let boards = (0..=match_.plies()).map(|ply| {
            let name = format!("board_{}.txt", match_.board_number(ply));
            (name, match_.played.board(ply).into_owned().into_bytes())
        });
        let (expected, hints) = expected_of_boards(&record);
        let back = from_boards(boards.collect(), &hints).unwrap();
        let back = back.see(0).unwrap();
        assert_eq!(back.claim, expected, "{} {seed}", G::ID);
    }
}

macro_rules! boards_are_read_back_without_loss {
    ($($name:ident: $game:ty)*) => {
        $(#[test]
        fn $name() {
            to_boards_and_back::<$game>();
        })*
    };
}

boards_are_read_back_without_loss! {
    boards_of_random_dama_are_read_back_without_loss: draughts::Dama
    boards_of_random_guide_are_read_back_without_loss: draughts::Guide
    boards_of_random_english_are_read_back_without_loss: draughts::English
    boards_of_random_italian_are_read_back_without_loss: draughts::Italian
    boards_of_random_international_are_read_back_without_loss: draughts::International
    boards_of_random_frenchfree_are_read_back_without_loss: draughts::Frenchfree
    boards_of_random_russian_are_read_back_without_loss: draughts::Russian
    boards_of_random_brazilian_are_read_back_without_loss: draughts::Brazilian
    boards_of_random_pool_are_read_back_without_loss: draughts::Pool
    boards_of_random_spanish_are_read_back_without_loss: draughts::Spanish
    boards_of_random_czech_are_read_back_without_loss: draughts::Czech
    boards_of_random_thai_are_read_back_without_loss: draughts::Thai
}

#[test]
fn a_match_written_as_a_record_is_the_record() {
    let record = random_record::<draughts::Italian>(7);
    let folder = tempfile::tempdir().unwrap();
    let mut export = Export::new(folder.path(), Form::Json, false).unwrap();
    export.add(&shown(&record)).unwrap();
    export.finish().unwrap();
    let read = Source::open(folder.path(), &Hints::default()).unwrap();
    assert_eq!(read.see(0).unwrap().claim, record);
    // A second export must not mix its matches with these.
    let mut again = Export::new(folder.path(), Form::Json, false).unwrap();
    assert!(again.add(&shown(&record)).is_err());
}

#[test]
fn a_match_from_a_position_in_which_the_second_player_moves_keeps_its_turns() {
    let record = MatchRecord {
        v: RECORD_VERSION,
        game: "international".to_owned(),
        start: Some("B:W31,32:B18,19".to_owned()),
        moves: "18-23 32-28 23x32".to_owned(),
        ..MatchRecord::default()
    };
    let first = shown(&record);
    assert_eq!(first.played.step(0).unwrap().player, Player::O);
    let mut file = Vec::new();
    write_pdn(&mut file, &first, None).unwrap();
    let text = String::from_utf8(file.clone()).unwrap();
    assert!(text.contains("1... 18-23 2. 32-28"), "{text}");
    let back = read_bytes(file, &Hints::default()).unwrap().see(0).unwrap();
    assert_eq!((texts(&back), back.claim.start), (texts(&first), record.start));
    assert_eq!(back.first_board, 2);
}

proptest! {
    #[test]
    fn any_bytes_are_opened_without_a_panic(bytes in proptest::collection::vec(prop_oneof![
        Just(b'['), Just(b'{'), Just(b'}'), Just(b'('), Just(b')'), Just(b'"'), Just(b'\n'), Just(b' '),
        Just(b'1'), Just(b'-'), Just(b'x'), Just(b'.'), Just(b'*'), Just(b';'), Just(b'%'), Just(b'\\'), any::<u8>(),
    ], 0..400)) {
        for game in [None, Some(GameId::Russian)] {
            let hints = Hints { game, ..Hints::default() };
            if let Ok(read) = read_bytes(bytes.clone(), &hints) {
                for index in 0..read.len() {
                    let _ = (read.entry(index), read.see(index));
                }
            }
        }
    }

    #[test]
    fn comments_and_names_come_back_as_they_were(
        name in "[^\\p{Cc}?-][^\\p{Cc}]{0,30}[^\\p{Cc}\\s]",
        comment in "[^\\p{Cc}{}\\s][^\\p{Cc}{}]{0,60}[^\\p{Cc}{}\\s]",
    ) {
        prop_assume!(name.trim() == name);
        let mut first = shown(&random_record::<arbitro_rules::draughts::Brazilian>(3));
        let named = |name: &str| Named { name: name.to_owned(), sha256: None };
        first.claim.players = Some(Both { x: named(&name), o: named("o") });
        first.pdn.comments = vec![comment.clone()];
        first.pdn.preface = comment.clone();
        let mut file = Vec::new();
        write_pdn(&mut file, &first, None).unwrap();
        let back = read_bytes(file, &Hints::default()).unwrap().see(0).unwrap();
        prop_assert_eq!(back.summary.names.x.as_ref(), Some(&name));
        prop_assert_eq!(back.comment(0), Some(&*comment));
        prop_assert_eq!(&back.pdn.preface, &comment);
        prop_assert_eq!(back.plies(), first.plies());
    }
}

#[test]
fn drawings_are_whole_documents_with_every_ply() {
    for game in GameId::ALL {
        let record = with_game!(game, G => random_record::<G>(11));
        let folder = tempfile::tempdir().unwrap();
        let mut export = Export::new(folder.path(), Form::Svg, false).unwrap();
        export.add(&shown(&record)).unwrap();
        assert_eq!(export.finish().unwrap(), record.plies.unwrap() + 1);
        for entry in fs::read_dir(folder.path()).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            assert!(text.starts_with("<svg xmlns="), "{text}");
            assert!(text.ends_with("</svg>"));
        }
    }
}
