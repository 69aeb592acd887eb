//! Hostile and damaged files.

use arbitro_records::{Collection, Hints, RecordsError, ReplayedMatch, Source, read_bytes};
use arbitro_rules::GameId;

fn read(bytes: impl Into<Vec<u8>>) -> Collection {
    read_bytes(bytes.into(), &Hints::default()).unwrap()
}

fn first(bytes: impl Into<Vec<u8>>) -> ReplayedMatch {
    read(bytes).see(0).unwrap()
}

fn told(shown: &ReplayedMatch, part: &str) -> bool {
    shown.remarks.iter().any(|remark| remark.to_string().contains(part))
}

#[test]
fn variations_nested_a_hundred_thousand_levels_are_left_out() {
    let depth = 100_000;
    let text = format!(
        "[GameType \"20\"]\n1. 32-28 {}31-27{} 19-23 *\n",
        "(".repeat(depth),
        ")".repeat(depth)
    );
    let shown = first(text);
    assert_eq!(shown.plies(), 2);
    assert!(told(&shown, "variations are left out"));
    let open = format!("[GameType \"20\"]\n1. 32-28 {}31-27 *\n", "(".repeat(depth));
    let shown = first(open);
    assert_eq!(shown.plies(), 1);
    assert!(told(&shown, "do not match"));
}

#[test]
fn a_tag_of_many_megabytes_is_one_tag() {
    let name = "n".repeat(8 << 20);
    let text = format!(
        "[GameType \"20\"]\n[White \"{name}\"]\n\n1. 32-28 *\n\n[GameType \"20\"]\n\n1. 31-27 *\n"
    );
    let both = read(text);
    assert_eq!(both.len(), 2);
    assert_eq!(both.entry(0).unwrap().names.x.unwrap().len(), name.len());
}

#[test]
fn a_game_longer_than_any_is_cut_and_told() {
    let mut text = b"[GameType \"20\"]\n\n1. 32-28 {".to_vec();
    text.resize(20 << 20, b'a');
    let long = read(text);
    assert!(long.remarks()[0].to_string().contains("it was cut"));
    assert_eq!(long.see(0).unwrap().plies(), 1);
}

#[test]
fn a_brace_that_is_never_closed_does_not_swallow_the_next_game() {
    let text = "[GameType \"20\"]\n\n1. 32-28 {why? 19-23 *\n\n[GameType \"20\"]\n\n1. 31-27 *\n";
    let both = read(text);
    assert_eq!(both.len(), 2);
    let shown = both.see(0).unwrap();
    assert!(told(&shown, "never closed"), "{:?}", shown.remarks);
    assert_eq!(both.see(1).unwrap().played.step(0).unwrap().text, "31-27");
}

#[test]
fn a_quote_that_is_never_closed_costs_its_line_alone() {
    let shown = first("[GameType \"20\"]\n[White \"a]\n[Black \"b\"]\n\n1. 32-28 *\n");
    assert!(told(&shown, "lacks a quote"));
    assert_eq!(shown.summary.names.x.as_deref(), Some("a"));
    assert_eq!(shown.summary.names.o.as_deref(), Some("b"));
}

#[test]
fn nul_bytes_and_latin_1_are_read_and_told() {
    let shown = first(
        b"[GameType \"20\"]\n[White \"Andr\xe9\"]\n\n\0 1. 32-28 {\xe9t\xe9} 19-23 *\n".to_vec(),
    );
    assert_eq!(shown.summary.names.x.as_deref(), Some("Andr\u{e9}"));
    assert_eq!(shown.comment(0), Some("\u{e9}t\u{e9}"));
    assert!(told(&shown, "Latin-1"));
    assert!(matches!(
        read_bytes(vec![0; 5000], &Hints::default()),
        Err(RecordsError::Unknown { .. })
    ));
}

#[test]
fn a_start_with_both_sides_on_one_square_says_so() {
    let text = "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:W31,32:B18,32\"]\n\n1. 31-27 *\n";
    let error = read(text).see(0).unwrap_err();
    assert!(error.to_string().contains("32"), "{error}");
    let nobody = "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:W:B\"]\n\n1. 31-27 *\n";
    assert!(read(nobody).see(0).is_err());
}

#[test]
fn damaged_lines_of_a_journal_are_told_and_the_others_shown() {
    let good = r#"{"v":1,"id":3,"game":"italian","moves":"22-18 12-15"}"#;
    let text = format!(
        "{}\nnoise\n{good}\n{{\"v\":1,\"id\":4,\"ga",
        arbitro_records::seal(good).replace("22-18", "22-19")
    );
    let lines = read(text);
    let remarks: Vec<String> = lines.remarks().iter().map(ToString::to_string).collect();
    assert!(remarks[0].starts_with("line 1: it is damaged"), "{remarks:?}");
    assert!(remarks[1].starts_with("line 2: not a record"), "{remarks:?}");
    assert!(remarks[2].starts_with("line 4: it breaks off"), "{remarks:?}");
    assert_eq!(lines.see(1).unwrap().plies(), 2);
    assert!(lines.see(2).is_err());
}

#[test]
fn an_unknown_file_format_is_refused_with_what_it_seems_to_be() {
    for (bytes, part) in [
        (&b"Dear all, here are my games."[..], "some other text"),
        (b"", "empty"),
        (b"\n \r\n", "empty"),
        (b"\xff\xfe[\0E\0", "UTF-16"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "it is binary"),
    ] {
        let error = read_bytes(bytes.to_vec(), &Hints::default()).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    assert!(matches!(
        Source::open("/dev/null".as_ref(), &Hints::default()),
        Err(RecordsError::At(_))
    ));
    assert!(matches!(
        Source::open("/nowhere/at/all".as_ref(), &Hints::default()),
        Err(RecordsError::At(_))
    ));
}

#[test]
fn a_file_of_noise_is_told_in_a_bounded_number_of_remarks() {
    let mut text = String::from("{\"v\":1,\"game\":\"dama\",\"moves\":\"\"}\n");
    for number in 0..5000 {
        text.push_str(&format!("noise {number}\n"));
    }
    let lines = read(text);
    assert!(lines.remarks().len() <= 101);
    assert!(lines.remarks().last().unwrap().to_string().contains("4900 more"));
}

#[test]
fn a_long_capture_in_a_full_board_of_kings_does_not_take_for_ever() {
    let text = "[GameType \"20\"]\n[FEN \"W:WK48:BK7,K8,K9,K10,K17,K18,K19,K20,K27,K28,K29,K30,K37,K38,K39,K40\"]\n\n1. 48x3 *\n";
    let hints = Hints { game: Some(GameId::International), ..Hints::default() };
    let _ = read_bytes(text.into(), &hints).unwrap().see(0);
}
