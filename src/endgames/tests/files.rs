//! Tables of endings in files: they answer as the memory they were written from, and those that are
//! not whole are refused.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_endgames::{
    Endgames, Oracle, Solved, TableError, table_file_name, with_endgames, write_tables,
};
use arbitro_rules::GameId;
use arbitro_rules::draughts::{RuleSet, sets};
use arbitro_rules::notation::Notation;

use crate::endings::{every_position, some_positions};
use crate::sizes::sample;

/// A folder with the tables of up to this many pieces.
fn tables<R: RuleSet>(pieces: u8) -> (tempfile::TempDir, Solved<R>) {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::<R>::up_to(pieces).unwrap();
    for pieces in 2..=pieces {
        write_tables(&solved, pieces, folder.path()).unwrap();
    }
    (folder, solved)
}

#[test]
fn a_file_answers_as_the_memory_it_was_written_from() {
    for game in sample(GameId::ALL, 3) {
        with_endgames!(game, R => {
            let (folder, solved) = tables::<R>(3);
            // With room for a single block, and with room for many.
            for cache in [0, 1 << 20] {
                let mut tables = Endgames::<R>::open_with(folder.path(), cache).unwrap();
                let mut asked = 0;
                every_position::<R>(3, &mut |position| {
                    if cache == 0 && asked % 7 != 0 {
                        asked += 1;
                        return;
                    }
                    asked += 1;
                    let found = tables.value(&position).unwrap();
                    assert_eq!(found, solved.value(&position), "{}", position.write_fen());
                });
                assert!(tables.summaries().eq(solved.summaries()));
                tables.check().unwrap();
            }
        });
    }
}

#[test]
fn tables_read_back_are_written_again_byte_for_byte_and_go_on() {
    let (folder, _) = tables::<sets::Dama>(2);
    let read = Endgames::<sets::Dama>::open(folder.path()).unwrap();
    let mut solved = Solved::of_tables(&read).unwrap();
    assert_eq!(solved.pieces(), 2);
    let again = tempfile::tempdir().unwrap();
    let path = write_tables(&solved, 2, again.path()).unwrap();
    let name = table_file_name(GameId::Dama, 2);
    assert!(fs::read(path).unwrap() == fs::read(folder.path().join(name)).unwrap());
    let missing = write_tables(&solved, 3, again.path());
    assert!(matches!(missing, Err(TableError::NotSolved { .. })));
    solved.solve_one_more(&mut |_| {}).unwrap();
    let at_once = Solved::<sets::Dama>::up_to(3).unwrap();
    assert!(solved.summaries().eq(at_once.summaries()));
}

fn open(folder: &Path) -> Result<(), TableError> {
    Endgames::<sets::Dama>::open(folder)?.check()
}

#[test]
fn a_file_with_any_byte_changed_or_cut_anywhere_is_refused() {
    let (folder, solved) = tables::<sets::Dama>(2);
    let path = folder.path().join(table_file_name(GameId::Dama, 2));
    let whole = fs::read(&path).unwrap();
    open(folder.path()).unwrap();
    for at in 0..whole.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            fs::write(&path, bytes).unwrap();
            assert!(open(folder.path()).is_err(), "byte {at} changed by {flip}");
            // What it still answers before that is found is right.
            if let Ok(mut tables) = Endgames::<sets::Dama>::open(folder.path()) {
                for position in some_positions::<sets::Dama>(at as u64, 2, 20) {
                    if let Some(value) = tables.exact(&position) {
                        assert_eq!(Some(value), solved.value(&position));
                    }
                }
            }
        }
        fs::write(&path, &whole[..at]).unwrap();
        assert!(open(folder.path()).is_err(), "cut to {at} bytes");
    }
    fs::write(&path, [&whole[..], b"\0"].concat()).unwrap();
    assert!(open(folder.path()).is_err(), "one byte more");
}

#[test]
fn a_head_that_lies_with_a_right_checksum_is_no_reason_to_panic() {
    let (folder, _) = tables::<sets::Dama>(2);
    let path = folder.path().join(table_file_name(GameId::Dama, 2));
    let whole = fs::read(&path).unwrap();
    let head = u32::from_le_bytes(whole[20..24].try_into().unwrap()) as usize;
    for at in 24..head - 4 {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            let checksum = crc32fast::hash(&bytes[..head - 4]);
            bytes[head - 4..head].copy_from_slice(&checksum.to_le_bytes());
            fs::write(&path, bytes).unwrap();
            if let Ok(mut tables) = Endgames::<sets::Dama>::open(folder.path()) {
                let _ = tables.check();
                for position in some_positions::<sets::Dama>(at as u64, 2, 20) {
                    tables.exact(&position);
                }
            }
        }
    }
}

#[test]
fn files_that_are_something_else_say_what() {
    let (folder, _) = tables::<sets::Italian>(2);
    let nothing = Endgames::<sets::Dama>::open(folder.path()).unwrap_err();
    assert!(matches!(nothing, TableError::Nothing { game: GameId::Dama, .. }));
    let dama = folder.path().join(table_file_name(GameId::Dama, 2));
    fs::rename(folder.path().join(table_file_name(GameId::Italian, 2)), &dama).unwrap();
    let other = open(folder.path()).unwrap_err();
    assert!(
        other
            .to_string()
            .contains("it holds \"italian with 2 pieces\", expected \"dama with 2 pieces\""),
        "{other}"
    );
    let mut newer = fs::read(&dama).unwrap();
    newer[16] = 9;
    fs::write(&dama, newer).unwrap();
    let version = open(folder.path()).unwrap_err();
    assert!(matches!(version, TableError::Version { found: 9, .. }));
    for foreign in ["", "x", "a longer text, but not one of ours"] {
        fs::write(&dama, foreign).unwrap();
        assert!(matches!(open(folder.path()), Err(TableError::Foreign { .. })));
    }
    fs::remove_file(&dama).unwrap();
    fs::create_dir(&dama).unwrap();
    assert!(matches!(open(folder.path()), Err(TableError::Foreign { .. })));
    fs::remove_dir(&dama).unwrap();
    // A named pipe without a writer: opening it would block for ever.
    let pipe = Command::new("mkfifo").arg(&dama).status().unwrap();
    assert!(pipe.success());
    assert!(matches!(open(folder.path()), Err(TableError::Foreign { .. })));
}
