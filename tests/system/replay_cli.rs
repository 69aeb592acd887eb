//! `replay` as people run it.

use std::fs;
use std::path::Path;

use std::process::Command;

use crate::programs::program;
use arbitro_testkit::games::project;

fn replay() -> Command {
    let mut command = Command::new(program("replay"));
    command.env("LC_ALL", "C");
    command.current_dir(project(""));
    command
}

/// What it says, and its exit code.
fn said(arguments: &[&str]) -> (String, String, i32) {
    let output = replay().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

#[test]
fn an_export_counts_in_words_that_agree_and_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().to_str().unwrap();
    let args = [
        "boards/matches/records.pdn",
        "--match",
        "#1",
        "--export",
        "pdn",
        there,
    ];
    let (out, err, code) = said(&args);
    assert_eq!((code, &*err), (0, ""));
    assert_eq!(out, format!("1 match in 1 file: {there}\n"));
    let (_, err, code) = said(&args);
    assert_eq!(code, 2);
    let sentence =
        "games.pdn: it exists already, and nothing is overwritten: name another folder\n";
    assert!(err.ends_with(sentence), "{err}");
}

#[test]
fn standard_input_can_be_replayed() {
    for file in ["boards/starts/dama.txt", "boards/matches/records.pdn"] {
        let path = project(file);
        let input = fs::File::open(&path).unwrap();
        let output = replay().arg("-").stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{file}");
        assert!(!output.stdout.is_empty(), "{file}");
    }
}

#[test]
fn a_forfeited_match_is_shown_with_its_moves_and_both_boards() {
    let (out, err, code) = said(&["boards/matches/dama-illegal-at-37"]);
    assert_eq!((code, &*err), (1, ""));
    for part in [
        "37",
        "illegal_move",
        "board_37.txt",
        "board_38.txt, as x wrote it",
        " 1. ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains('\u{1b}'), "no colours without a terminal");
}

#[test]
fn several_matches_are_listed_and_one_is_shown_by_its_id() {
    let (out, _, code) = said(&["boards/matches/records.jsonl"]);
    assert_eq!(code, 0, "{out}");
    let id = out.split_whitespace().next().unwrap();
    let (one, _, code) = said(&["boards/matches/records.jsonl", "--match", id, "--ply", "0"]);
    assert_eq!(code, 0, "{one}");
    assert!(one.contains("board_1.txt"), "{one}");
    let (_, err, code) = said(&["boards/matches/records.jsonl", "--match", "nobody"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no match nobody"), "{err}");
    let (_, err, code) = said(&["boards/matches/records.jsonl", "--ply", "3"]);
    assert_eq!(code, 2);
    assert!(err.contains("--match"), "{err}");
}

#[test]
fn json_is_one_object_a_line() {
    let (out, _, _) = said(&["boards/matches/dama-finished", "--json"]);
    let value: serde_json::Value = serde_json::from_str(out.trim_end()).unwrap();
    let plies = value["moves"].as_array().unwrap().len();
    assert_eq!(value["positions"].as_array().unwrap().len(), plies + 1);
    assert_eq!(value["game"], "dama");
    let (out, _, _) = said(&["boards/matches/records.jsonl", "--json"]);
    for line in out.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["id"].is_string() && value["plies"].is_number());
    }
}

fn same_boards(first: &Path, second: &Path) {
    let mut count = 0;
    for entry in fs::read_dir(first).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with("board_") {
            continue;
        }
        let written = fs::read(second.join(&name)).unwrap();
        assert!(fs::read(entry.path()).unwrap() == written, "{name:?}");
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn board_files_are_exported_to_the_byte_also_by_way_of_a_record_and_of_pdn() {
    let boards = project("boards/matches/dama-finished");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let source = boards.to_str().unwrap();
    for (from, form, to) in [
        (source.to_owned(), "boards", "a"),
        (source.to_owned(), "json", "b"),
        (source.to_owned(), "pdn", "c"),
        (path("b"), "boards", "d"),
        (path("c/games.pdn"), "boards", "e"),
        (source.to_owned(), "svg", "f"),
    ] {
        let (_, err, code) = said(&[&from, "--export", form, &path(to)]);
        assert_eq!(code, 0, "{from} {form}: {err}");
    }
    for to in ["a", "d", "e"] {
        same_boards(&boards, &folder.path().join(to));
    }
    assert!(folder.path().join("f/match.svg").is_file());
    let (_, err, code) = said(&[source, "--export", "boards", &path("a")]);
    assert_eq!(code, 2, "what is there is not overwritten");
    assert!(err.contains("board_1.txt"), "{err}");
    let (_, err, code) = said(&[source, "--export", "gif", &path("g")]);
    assert_eq!(code, 2);
    assert!(err.contains("the forms are"), "{err}");
}

#[test]
fn pdn_that_does_not_say_its_game_is_told_it_and_a_wrong_move_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("moves.txt");
    fs::write(&file, "1. 32-28 19-23 2. 28-22 *\n").unwrap();
    let file = file.to_str().unwrap();
    let (_, err, code) = said(&[file]);
    assert_eq!(code, 2);
    assert!(err.contains("--game"), "{err}");
    let (out, _, code) = said(&[file, "--game", "international"]);
    assert_eq!(code, 1);
    assert!(out.contains("capturing is compulsory"), "{out}");
    assert!(out.contains("the board it would have made"), "{out}");
}

#[test]
fn a_name_cannot_paint_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.jsonl");
    let record = r#"{"v":1,"game":"dama","moves":"","players":{"x":{"name":"\u001b[31mred"},"o":{"name":"o"}}}"#;
    fs::write(&file, record).unwrap();
    let (out, _, code) = said(&[file.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(
        !out.contains('\u{1b}') && out.contains("\\u{1b}[31mred"),
        "{out}"
    );
}

#[test]
fn verify_judges_pdn_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28-22 *\n";
    fs::write(&file, text).unwrap();
    let output = Command::new(program("verify"))
        .env("LC_ALL", "C")
        .arg("match")
        .arg(&file)
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(
        out.contains("right, 4 plies") && out.contains("wrong at ply 3"),
        "{out}"
    );
    assert!(out.contains("2 matches"), "{out}");
}

#[test]
fn a_match_that_is_cut_claims_no_end() {
    let whole = "boards/matches/dama-finished";
    let folder = tempfile::tempdir().unwrap();
    for form in ["json", "pdn"] {
        let out = folder.path().join(form);
        let out = out.to_str().unwrap();
        let arguments = [whole, "--ply", "3", "--export", form, out];
        assert_eq!(said(&arguments).2, 0);
        let games = format!("{out}/games.pdn");
        let written = if form == "pdn" { &games } else { out };
        let (out, err, code) = said(&[written, "--json"]);
        assert_eq!((code, &*err), (0, ""), "{form}");
        let shown: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(shown["moves"].as_array().unwrap().len(), 3, "{form}: {out}");
        assert_eq!(shown["winner"], serde_json::Value::Null, "{form}: {out}");
        assert_eq!(shown["reason"], serde_json::Value::Null, "{form}: {out}");
    }
}
