//! Board files: the exact form, what is tolerated, and input made to break the reader.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_rules::draughts::{Dama, International};
use arbitro_rules::notation::{BoardFault, Leniency, Notation, Strictness, read_text};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};
use arbitro_words::{Faults, Language, say};
use rand::RngExt;

use arbitro_testkit::games::{for_every_game, random_positions, seeded};
use arbitro_testkit::sizes::{setting, size};

#[test]
fn written_boards_are_read_back_unchanged() {
    for_every_game!(G => random_positions::<G>(11, 40, 120, |position| {
        let text = G::write_board(&position.board());
        let reading = G::read_board(text.as_bytes(), Strictness::Strict);
        assert_eq!(reading.board, Some(position.board()), "{text}");
        assert_eq!(reading.setup, Some(G::setup(&position.board())));
        assert!(reading.tolerated.is_empty() && reading.faults.is_empty());
    }));
}

#[test]
fn a_final_newline_and_crlf_are_tolerated_and_told() {
    let exact = Dama::write_board(&Dama::start().board());
    let both = [Leniency::FinalNewline, Leniency::Crlf];
    for (text, expected) in [
        (format!("{exact}\n"), &both[..1]),
        (exact.replace('\n', "\r\n"), &both[1..]),
        (format!("{}\r\n", exact.replace('\n', "\r\n")), &both[..]),
    ] {
        let reading = Dama::read_board(text.as_bytes(), Strictness::Tolerant);
        assert_eq!(reading.board, Some(Dama::start().board()));
        assert_eq!(reading.tolerated, expected);
        let strict = Dama::read_board(text.as_bytes(), Strictness::Strict);
        assert_eq!(strict.board, None, "--strict refuses it");
        assert_eq!(
            strict.faults,
            expected.iter().map(|&it| BoardFault::NotExact(it)).collect::<Vec<_>>()
        );
        assert!(strict.tolerated.is_empty());
    }
}

#[test]
fn a_character_that_is_wrong_is_shown_escaped_once() {
    let exact = Dama::write_board(&Dama::start().board());
    for (written, shown) in [
        ("\t", r#""\t""#),
        ("\\", r#""\""#),
        ("\0", r#""\0""#),
        ("\"", r#"'"'"#),
        ("\u{43e}", "U+043E"),
        ("\u{17}", "U+0017"),
        ("z", r#""z""#),
    ] {
        for (place, expected) in
            [(0, "one of x X o O or a space"), (1, "the space between two cells")]
        {
            let mut text = exact.clone();
            text.replace_range(place..=place, written);
            let faults = Dama::read_board(text.as_bytes(), Strictness::Strict).faults;
            let column = place + 1;
            assert_eq!(
                say(&faults[0], Language::English),
                format!("line 1, column {column}: found {shown}, expected {expected}")
            );
        }
    }
}

#[test]
fn one_line_and_one_character_are_singular() {
    let faults = |text: &str| {
        let reading = Dama::read_board(text.as_bytes(), Strictness::Tolerant);
        say(&Faults(&reading.faults), Language::English)
    };
    let one = faults("x");
    assert!(one.contains("found 1 line, expected 8"), "{one}");
    assert!(one.contains("line 1: found 1 character, expected 15"), "{one}");
    let more = faults("xo\nx");
    assert!(more.contains("found 2 lines, expected 8"), "{more}");
    assert!(more.contains("line 1: found 2 characters, expected 15"), "{more}");
}

#[test]
fn nothing_else_is_tolerated() {
    let exact = International::write_board(&International::start().board());
    let without_spaces: String =
        exact.lines().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    for text in [
        format!("{exact}\n\n"),
        format!("\n{exact}"),
        format!("{exact} "),
        format!("{exact}\r"),
        format!("\u{feff}{exact}"),
        exact.replace(' ', "\t"),
        exact.replace('\n', "\r"),
        without_spaces,
    ] {
        let reading = International::read_board(text.as_bytes(), Strictness::Tolerant);
        assert!(reading.board.is_none() && !reading.faults.is_empty(), "{text:?}");
    }
}

/// A board text with a few bytes, lines or cells changed: most are wrong, some are not.
fn mangled<G: Notation>(random: &mut impl rand::Rng) -> Vec<u8> {
    let mut bytes = G::write_board(&G::start().board()).into_bytes();
    for _ in 0..random.random_range(0..6) {
        let at = random.random_range(0..=bytes.len());
        match random.random_range(0..8) {
            0 => bytes.insert(at, random.random()),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 if at < bytes.len() => _ = bytes.remove(at),
            3 => bytes.truncate(at),
            4 => bytes.extend_from_within(at..),
            5 => bytes.insert(at, b"\n\r\0 xXoO"[random.random_range(0..8)]),
            _ if at < bytes.len() => bytes[at] = b"xXoO  "[random.random_range(0..6)],
            _ => {}
        }
    }
    bytes
}

/// Number of mangled boards to try; `scripts/fuzz-boards` sets ten million.
fn inputs() -> usize {
    size("ARBITRO_FUZZ_INPUTS", 40_000, 80_000) as usize
}

#[test]
fn no_input_makes_the_reader_panic_or_accept_what_it_would_not_write() {
    let seed = setting("ARBITRO_FUZZ_SEED", 1);
    let mut random = seeded(seed);
    let (mut accepted, mut refused) = (0u64, 0u64);
    for index in 0..inputs() {
        let game = GameId::ALL[index % GameId::ALL.len()];
        with_game!(game, G => {
            let bytes = mangled::<G>(&mut random);
            for strictness in [Strictness::Tolerant, Strictness::Strict] {
                let reading = G::read_board(&bytes, strictness);
                assert_eq!(reading.board.is_some(), reading.faults.is_empty(), "{bytes:?}");
                match reading.board {
                    Some(board) => {
                        accepted += 1;
                        let exact = G::write_board(&board).into_bytes();
                        let mut plain = bytes.clone();
                        if strictness == Strictness::Tolerant {
                            plain.retain(|&byte| byte != b'\r');
                            plain = plain.strip_suffix(b"\n").map_or(plain.clone(), <[u8]>::to_vec);
                        }
                        assert_eq!(exact, plain, "only the exact form, or what is tolerated, is a board");
                    }
                    None => {
                        refused += 1;
                        for fault in &reading.faults {
                            let text = say(fault, Language::English);
                            assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
                        }
                    }
                }
            }
        });
    }
    println!("{} inputs, {accepted} accepted, {refused} refused", inputs());
    assert!(accepted > 0 && refused > 0);
}

#[test]
fn a_gigabyte_is_refused_after_reading_less_than_16_kib() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board_2.txt");
    let mut file = File::create(&path).unwrap();
    file.seek(SeekFrom::Start(1 << 30)).unwrap();
    file.write_all(b"x").unwrap();
    let bytes = read_board_file(&path).unwrap();
    assert!(bytes.len() < 16_384, "{} bytes were read", bytes.len());
    let reading = Dama::read_board(&bytes, Strictness::Tolerant);
    assert!(matches!(reading.faults[..], [BoardFault::TooLong { .. }]), "{:?}", reading.faults);
}

#[test]
fn a_board_of_8_kib_is_read_and_a_longer_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board_2.txt");
    let read = |length: usize| {
        fs::write(&path, "x".repeat(length)).unwrap();
        read_text(&read_board_file(&path).unwrap(), 1, Strictness::Tolerant).map(|it| it.0.len())
    };
    assert_eq!(read(8192), Ok(8192));
    assert_eq!(read(8193), Err(BoardFault::TooLong { limit: 8192 }));
}

#[test]
fn a_file_full_of_faults_lists_a_thousand() {
    for line in ["?".repeat(8192), "?\n".repeat(4096)] {
        let faults = Dama::read_board(line.as_bytes(), Strictness::Tolerant).faults;
        let quoridor = Quoridor::read_board(line.as_bytes(), Strictness::Tolerant).faults;
        assert!((1..=1024).contains(&faults.len()), "{}", faults.len());
        assert!((1..=1024).contains(&quoridor.len()), "{}", quoridor.len());
    }
}

#[test]
fn non_regular_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(read_board_file(folder.path()), Err(BoardFileError::NotAFile { .. })));
    assert!(matches!(read_board_file("/dev/zero".as_ref()), Err(BoardFileError::NotAFile { .. })));
    assert!(matches!(
        read_board_file(&folder.path().join("no")),
        Err(BoardFileError::Missing { .. })
    ));

    let pipe = folder.path().join("board_2.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The other end is never opened, so a careless reader would block for ever.
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        send.send(matches!(read_board_file(&pipe), Err(BoardFileError::NotAFile { .. })))
    });
    assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(true));
}
