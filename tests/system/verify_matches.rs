//! `verify match`: finished matches, from folders of boards and from records.

use std::fs;
use std::path::Path;

use arbitro_referee::match_dir::board_file;
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;

use crate::verify_cli::{json, verify, verify_in};
use arbitro_testkit::games::project;

#[test]
fn finished_matches_are_judged_ply_by_ply() {
    let said = verify(&[
        "match",
        "-q",
        "boards/matches/dama-finished",
        "boards/matches/dama-illegal-at-37",
    ]);
    assert_eq!(said.code, 1);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(
        lines[0].starts_with("boards/matches/dama-finished: right, 36 plies, o wins: no_moves"),
        "{}",
        said.out
    );
    assert!(
        lines[1].starts_with(
            "boards/matches/dama-illegal-at-37: illegal_move by x at ply 37 (board_38.txt): o wins"
        ),
        "{}",
        said.out
    );
    assert!(lines[2].contains("(man_backwards)"), "{}", said.out);
    assert_eq!(lines[3], "2 matches, 72 plies, 1 with something wrong");

    let (code, lines) = json(&["match", "--json", "boards/matches/dama-illegal-at-37"]);
    assert_eq!(code, 1);
    let fault = &lines[0]["fault"];
    assert_eq!((&fault["player"], &fault["ply"]), (&"x".into(), &37.into()));
    assert_eq!(
        (&fault["reason"], &fault["diagnosis"]),
        (&"illegal_move".into(), &"man_backwards".into())
    );
    assert!(fault["file"].as_str().unwrap().ends_with("board_38.txt"));
    assert_eq!(
        (&lines[0]["winner"], &lines[0]["reason"]),
        (&"o".into(), &"illegal_move".into())
    );
}

#[test]
fn records_of_every_game_are_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let (code, lines) = json(&["match", "--json", "boards/matches/records.jsonl"]);
    assert_eq!((code, lines.len()), (0, 8));
    for line in &lines {
        assert_eq!(line["valid"], true, "{line}");
    }
    fs::write(
        folder.path().join("short.jsonl"),
        r#"{"v":1,"game":"italian","moves":"22-18"}"#,
    )
    .unwrap();
    let short = verify_in(folder.path(), &["match", "short.jsonl"]);
    assert_eq!(
        short.out,
        "short.jsonl:1: right, 1 ply, no result claimed\n"
    );
    // One letter changed in the middle is found, with its ply.
    let path = folder.path().join("records.jsonl");
    let text = fs::read_to_string(project("boards/matches/records.jsonl")).unwrap();
    let third = text.lines().nth(2).unwrap();
    fs::write(
        &path,
        format!(
            "\n{third}\n{}\nrubbish\n",
            third.replacen("\"o\"", "\"x\"", 1)
        ),
    )
    .unwrap();
    let said = verify(&["match", path.to_str().unwrap()]);
    assert_eq!(said.code, 2, "a line that is no record could not be judged");
    assert!(
        said.out
            .contains("records.jsonl:2: right, 48 plies, o wins: no_pieces"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("records.jsonl:3: wrong: it claims that x won by no_pieces, it was o"),
        "{}",
        said.out
    );
    assert!(
        said.complaint
            .contains("records.jsonl:4: not a match record"),
        "{}",
        said.complaint
    );
}

#[test]
fn a_file_without_a_record_could_not_be_judged() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    fs::write(folder.path().join("blank.jsonl"), "\n \n").unwrap();
    for name in ["empty.jsonl", "blank.jsonl", "/dev/null"] {
        let said = verify_in(folder.path(), &["match", name]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{name}");
        assert_eq!(
            said.complaint,
            format!("verify: {name}: there is no match record in it\n")
        );
    }
}

/// Copies a recorded match so that it can be damaged.
pub(crate) fn copy_of(match_folder: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(project(match_folder)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}

#[test]
fn gaps_strays_and_leftovers_in_a_folder_are_told() {
    let copy = copy_of("boards/matches/dama-finished");
    let board = |number: u32| copy.path().join(format!("board_{number}.txt"));
    let check = |args: &[&str]| {
        let mut all = vec!["match", copy.path().to_str().unwrap()];
        all.extend(args);
        verify(&all)
    };
    assert_eq!(check(&[]).code, 0);

    fs::copy(board(37), board(40)).unwrap();
    fs::copy(board(37), copy.path().join("board_040.txt")).unwrap();
    fs::copy(board(37), copy.path().join("board_perché\u{202e}.txt")).unwrap();
    let said = check(&[]);
    assert_eq!(said.code, 0, "players may go on after the end");
    assert!(
        said.out.contains("right, 36 plies, o wins: no_moves"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("1 more board file comes after the end, board_40.txt; it was not judged"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("board_040.txt is not named board_N.txt and was not read"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("board_perché\\u{202e}.txt is not named board_N.txt and was not read"),
        "{}",
        said.out
    );
    fs::remove_file(board(40)).unwrap();

    fs::remove_file(board(20)).unwrap();
    let said = check(&[]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("incomplete, 18 plies"), "{}", said.out);
    assert!(
        said.out
            .contains("board_20.txt is missing, so board_21.txt and what follows was not judged"),
        "{}",
        said.out
    );

    fs::write(board(20), "rubbish").unwrap();
    let said = check(&[]);
    assert_eq!(said.code, 1);
    assert!(
        said.out
            .contains("invalid_board by x at ply 19 (board_20.txt): o wins"),
        "{}",
        said.out
    );

    fs::copy(board(19), board(20)).unwrap();
    let said = check(&[]);
    assert!(
        said.out.contains("unchanged by x at ply 19"),
        "{}",
        said.out
    );

    assert!(
        check(&["--max-plies", "10"])
            .out
            .contains("10 plies, a draw: move_limit")
    );

    fs::write(board(1), "rubbish").unwrap();
    assert_eq!(
        check(&[]).code,
        2,
        "no player wrote the first board: nobody can be blamed"
    );
    fs::remove_file(board(1)).unwrap();
    let said = check(&[]);
    assert_eq!(said.code, 2);
    assert!(
        said.complaint.contains("there is no board_1.txt in it"),
        "{}",
        said.complaint
    );
}

/// Writes the boards of a match of this many plies in which nobody gets anywhere.
fn write_endless_match(folder: &Path, plies: u64) {
    let mut position = Dama::read_fen("W:WK32:BK1").unwrap();
    let mut scratch = Vec::new();
    for ply in 0..=plies {
        fs::write(
            board_file(folder, ply + 1),
            Dama::write_board(&position.board()),
        )
        .unwrap();
        let text = ["32-28", "1-5", "28-32", "5-1"][ply as usize % 4];
        position = position.after(position.read_move(text, &mut scratch).unwrap());
    }
}

#[test]
fn a_folder_of_as_many_plies_as_the_game_allows_is_a_draw() {
    let folder = tempfile::tempdir().unwrap();
    let check = |args: &[&str]| verify_in(folder.path(), &[&["match", "."], args].concat());
    write_endless_match(folder.path(), 99);
    assert_eq!(
        check(&[]).out.lines().next(),
        Some(".: right, 99 plies, not over, o to move")
    );
    write_endless_match(folder.path(), 100);
    assert_eq!(
        check(&[]).out.lines().next(),
        Some(".: right, 100 plies, a draw: move_limit")
    );

    write_endless_match(folder.path(), 103);
    let said = check(&[]);
    assert_eq!(said.code, 0);
    assert!(
        said.out
            .starts_with(".: right, 100 plies, a draw: move_limit\n"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("3 more board files come after the end, from board_102.txt on"),
        "{}",
        said.out
    );
    assert_eq!(
        check(&["--max-plies", "200"]).out.lines().next(),
        Some(".: right, 103 plies, not over, o to move")
    );
}

#[test]
fn what_strangers_wrote_does_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let record = r#"{"v":1,"id":3,"game":"dama","moves":"","winner":"o","reason":"timeout","fault":{"player":"x","ply":1,"reason":"timeout","text":"no board within \u001b[2J 1s"}}"#;
    fs::write(folder.path().join("m.jsonl"), record).unwrap();
    let pdn = "[Event \"e\"]\n[GameType \"\u{1b}]0;x\u{7}\"]\n1. 22-18 *\n";
    fs::write(folder.path().join("m.pdn"), pdn).unwrap();
    for arguments in [
        &["match", "m.jsonl", "--match", "3"][..],
        &["match", "--game", "italian", "m.pdn"],
    ] {
        let said = verify_in(
            folder.path(),
            &[arguments, &["--color", "always"][..]].concat(),
        );
        // Ours are colours: numbers, and an `m`.
        let is_colour = |it: &str| {
            let rest = it.trim_start_matches(|it: char| it.is_ascii_digit() || "[;".contains(it));
            rest.starts_with('m')
        };
        let mut all = said.out.split('\u{1b}').skip(1);
        assert!(all.all(is_colour), "{:?}", said.out);
        assert!(said.out.contains("\\u{1b}"), "{:?}", said.out);
    }
}

#[test]
fn a_record_tells_its_fault_and_its_warnings_as_a_folder_does() {
    let folder = tempfile::tempdir().unwrap();
    let fault = serde_json::json!({
        "player": "x", "ply": 1, "reason": "timeout", "text": "no board within 1s",
    });
    let record = serde_json::json!({
        "v": 1, "game": "dama", "moves": "", "winner": "o", "reason": "timeout",
        "fault": fault, "warnings": ["a stray file"],
    });
    fs::write(folder.path().join("m.jsonl"), record.to_string()).unwrap();
    let said = verify_in(folder.path(), &["match", "--json", "m.jsonl"]);
    let line: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(line["fault"], fault, "{line}");
    assert_eq!(line["warnings"], record["warnings"], "{line}");
}

#[test]
fn a_termination_that_the_last_position_is_not_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = |plies: &str| {
        format!("[GameType \"22\"]\n[Result \"1-0\"]\n[Termination \"no_moves\"]\n{plies} 1-0\n")
    };
    fs::write(folder.path().join("m.pdn"), pdn("1. 22-18 10-14")).unwrap();
    let said = verify_in(folder.path(), &["match", "--game", "italian", "m.pdn"]);
    let told = "its Termination is no_moves, which the last position is not";
    assert!(said.out.contains(told), "{}", said.out);
    assert!(said.out.contains("x wins: by the result"), "{}", said.out);
}

#[test]
fn quotes_in_a_tag_cost_no_more_than_other_letters() {
    let folder = tempfile::tempdir().unwrap();
    // Each of them once looked for the end of the line: the better part of a minute.
    let quotes = "\"".repeat(1 << 20);
    let pdn = format!("[GameType \"22\"]\n[Event \"{quotes}\"]\n1. 22-18 *\n");
    fs::write(folder.path().join("m.pdn"), pdn).unwrap();
    let said = verify_in(folder.path(), &["match", "--game", "italian", "m.pdn"]);
    assert_eq!(said.code, 0, "{}", said.complaint);
}
