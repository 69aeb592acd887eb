//! The `verify` binary as its users meet it: verdicts on boards, moves and matches, as text and JSON.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::verify_matches::copy_of;
use arbitro_testkit::games::project;

pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) complaint: String,
}

pub(crate) fn verify(args: &[&str]) -> Said {
    verify_in(&project(""), args)
}

pub(crate) fn verify_in(folder: &Path, args: &[&str]) -> Said {
    let output = Command::new(cargo_bin!("verify"))
        .env("LC_ALL", "C")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    Said {
        code: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        complaint: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn json(args: &[&str]) -> (i32, Vec<Value>) {
    let said = verify(args);
    let lines = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    (said.code, lines.collect())
}

#[test]
fn a_valid_board_is_a_yes() {
    let said = verify(&["board", "boards/starts/dama.txt"]);
    assert_eq!((said.code, said.complaint.as_str()), (0, ""));
    assert_eq!(said.out, "boards/starts/dama.txt: valid dama board\n");
}

#[test]
fn a_faulty_board_is_a_no_with_every_fault_and_the_board_drawn() {
    let said = verify(&[
        "board",
        "boards/faulty/dama-thirteen-men.txt",
        "boards/starts/dama.txt",
    ]);
    assert_eq!(said.code, 1, "one wrong file makes it a no");
    assert!(
        said.out
            .contains("dama-thirteen-men.txt: invalid dama board, 1 fault\n"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("x has 13 pieces, the most there can be is 12"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("boards/starts/dama.txt: valid dama board\n"),
        "the next file gets its answer too"
    );

    let (code, lines) = json(&[
        "board",
        "--json",
        "boards/faulty/dama-thirteen-men.txt",
        "boards/starts/dama.txt",
    ]);
    assert_eq!((code, lines.len()), (1, 2), "one line per file");
    assert_eq!(lines[0]["valid"], false);
    assert_eq!(lines[0]["faults"][0]["kind"], "too_many_pieces");
    assert_eq!(
        (
            &lines[0]["faults"][0]["found"],
            &lines[0]["faults"][0]["allowed"]
        ),
        (&13.into(), &12.into())
    );
    assert_eq!(
        (&lines[1]["valid"], &lines[1]["faults"]),
        (&true.into(), &Value::Array(vec![]))
    );
}

#[test]
fn of_many_faults_the_cause_and_the_first_ten_are_told_and_the_rest_counted() {
    let file = "boards/faulty/dama-tabs.txt";
    let (_, lines) = json(&["board", "--json", file]);
    let all = lines[0]["faults"].as_array().unwrap().len();
    let cause = "there are tabs in the file: a board has only spaces";
    assert_eq!(lines[0]["cause"], cause);
    let faults = |said: &Said| said.out.matches("\n  line ").count();
    let said = verify(&["board", file]);
    assert!(
        said.out.contains(&format!("\n  note: {cause}\n")),
        "{}",
        said.out
    );
    assert_eq!(faults(&said), 10, "{}", said.out);
    let more = format!("\n  and {} more (--all shows them)\n", all - 10);
    assert!(said.out.ends_with(&more), "{}", said.out);
    let said = verify(&["board", "--all", file]);
    assert_eq!(faults(&said), all, "{}", said.out);
    let said = verify(&["moves", "--board", file]);
    assert_eq!(
        said.complaint,
        format!("verify: {file}: not a playable dama board: {cause}\n")
    );
}

#[test]
fn what_was_tolerated_is_never_silent_and_strict_refuses_it() {
    let folder = tempfile::tempdir().unwrap();
    let board = fs::read_to_string(project("boards/starts/dama.txt")).unwrap();
    fs::write(folder.path().join("b.txt"), format!("{board}\n")).unwrap();
    let said = verify_in(folder.path(), &["board", "b.txt"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out
            .contains("tolerated: a newline after the last line"),
        "{}",
        said.out
    );
    let said = verify_in(folder.path(), &["board", "--strict", "b.txt"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out
            .contains("found a newline after the last line, which --strict does not allow"),
        "{}",
        said.out
    );
}

#[test]
fn a_legal_move_that_is_only_written_wrong_gets_no_diagnosis() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after] = [1, 2].map(|it| {
        let board = project(&format!("boards/matches/dama-finished/board_{it}.txt"));
        fs::read_to_string(board).unwrap()
    });
    fs::write(folder.path().join("board_1.txt"), before).unwrap();
    fs::write(folder.path().join("board_2.txt"), format!("{after}\n")).unwrap();
    let files = ["board_1.txt", "board_2.txt"];
    let said = verify_in(folder.path(), &[&["move"], &files[..]].concat());
    assert_eq!(said.code, 0, "{}", said.out);
    let strict = ["move", "--strict", "--json"];
    let said = verify_in(folder.path(), &[&strict, &files[..]].concat());
    assert_eq!(said.code, 1);
    let line: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(line["reason"], "invalid_board", "{line}");
    assert_eq!(line["diagnosis"], Value::Null, "{line}");
}

#[test]
fn a_board_of_another_game_is_told_by_its_name() {
    let said = verify(&["board", "boards/starts/international.txt"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out
            .contains("it is a board of international, frenchfree: say so with --game"),
        "{}",
        said.out
    );
    let said = verify(&["moves", "--board", "boards/starts/international.txt"]);
    assert_eq!(said.code, 2);
    assert!(
        said.complaint.contains("say so with --game"),
        "{}",
        said.complaint
    );
}

#[test]
fn a_folder_of_another_game_is_told_by_its_name() {
    let said = verify(&["match", "boards/matches/international-unfinished"]);
    assert_eq!(said.code, 2);
    assert_eq!(
        said.complaint,
        "verify: boards/matches/international-unfinished/board_1.txt: it is a board of \
         international, frenchfree: say so with --game\n"
    );
}

#[test]
fn files_that_cannot_be_read_are_a_could_not_and_the_others_still_get_their_answer() {
    let said = verify(&["board", "no-such-file", "boards", "boards/starts/dama.txt"]);
    assert_eq!(said.code, 2);
    assert!(
        said.complaint
            .contains("no-such-file: there is no such file"),
        "{}",
        said.complaint
    );
    assert!(
        said.complaint.contains("boards: not a regular file"),
        "{}",
        said.complaint
    );
    assert!(said.out.contains("starts/dama.txt: valid"), "{}", said.out);
}

#[test]
fn with_json_there_is_a_line_for_everything_asked_about_also_for_what_cannot_be_read() {
    let (start, first) = ("boards/starts/dama.txt", "boards/matches/dama-finished");
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("r.jsonl");
    fs::write(&records, "rubbish\n\n\u{1}\n").unwrap();
    let records = records.to_str().unwrap();
    for (args, unanswered, lines_wanted, error) in [
        (
            &["board", "nowhere", start][..],
            "valid",
            2,
            "nowhere: there is no such file",
        ),
        (
            &["move", start, "nowhere"],
            "legal",
            1,
            "the board after the move: nowhere: there is no such file",
        ),
        (
            &["match", "nowhere", first],
            "valid",
            2,
            "nowhere: cannot be opened: ",
        ),
        (
            &["match", "boards/starts", first],
            "valid",
            2,
            "boards/starts: there is no board_1.txt in it",
        ),
        (
            &["match", records],
            "valid",
            2,
            "r.jsonl:1: not a match record",
        ),
        (
            &["match", "/dev/null"],
            "valid",
            1,
            "/dev/null: there is no match record in it",
        ),
        (
            &["moves", "--fen", "W"],
            "moves",
            1,
            "--fen: column 2: found \"\"",
        ),
        (
            &["perft", "--moves", "a1-b2", "3"],
            "count",
            1,
            "--moves, number 1: ",
        ),
    ] {
        let (code, lines) = json(&[args, &["--json"]].concat());
        assert_eq!((code, lines.len()), (2, lines_wanted), "{args:?} {lines:?}");
        assert_eq!(lines[0].get(unanswered), Some(&Value::Null), "{args:?}");
        let found = lines[0]["error"].as_str().unwrap();
        assert!(found.contains(error), "{args:?}: {found}");
        assert!(verify(args).complaint.contains(found), "{args:?}: {found}");
    }
}

#[test]
fn a_legal_move_is_named_and_an_illegal_one_explained() {
    let finished = "boards/matches/dama-finished";
    let (before, after) = (
        format!("{finished}/board_1.txt"),
        format!("{finished}/board_2.txt"),
    );
    let said = verify(&["move", &before, &after]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.complaint);
    assert!(said.out.contains(": legal, x plays (2,"), "{}", said.out);

    let match_folder = "boards/matches/dama-illegal-at-37";
    let (before, after) = (
        format!("{match_folder}/board_37.txt"),
        format!("{match_folder}/board_38.txt"),
    );
    let said = verify(&["move", &before, &after]);
    assert_eq!(said.code, 1);
    let sentence = "illegal for x: the man on (2,3) went to (1,2); a man never steps backwards (man_backwards)";
    assert!(said.out.contains(sentence), "{}", said.out);
    assert!(
        said.out.contains("   2     x    [x]    x     x\n"),
        "the board is drawn: {}",
        said.out
    );
    let quiet = verify(&["move", "-q", &before, &after]);
    assert_eq!(quiet.out.lines().count(), 1, "{}", quiet.out);

    let (code, lines) = json(&["move", "--json", &before, &after]);
    assert_eq!(code, 1);
    assert_eq!(lines[0]["reason"], "illegal_move");
    assert_eq!(lines[0]["diagnosis"], "man_backwards");
    assert_eq!(lines[0]["squares"], serde_json::json!([[2, 3], [1, 2]]));
    assert_eq!(lines[0]["move"], Value::Null);
    assert_eq!(lines[0]["mover"], "x", "board 37 is player 1's");
    let (_, lines) = json(&["move", "--json", "--to-move", "o", &before, &after]);
    assert_eq!(
        lines[0]["diagnosis"], "moved_opponent",
        "a flag overrules the file's name"
    );
}

#[test]
fn an_unchanged_board_and_an_invalid_one_have_their_own_reasons() {
    let start = "boards/starts/dama.txt";
    let (code, lines) = json(&["move", "--json", start, start]);
    assert_eq!((code, &lines[0]["reason"]), (1, &"unchanged".into()));
    let (code, lines) = json(&[
        "move",
        "--json",
        start,
        "boards/faulty/dama-thirteen-men.txt",
    ]);
    assert_eq!((code, &lines[0]["reason"]), (1, &"invalid_board".into()));
    assert_eq!(lines[0]["faults"][0]["kind"], "too_many_pieces");
    let said = verify(&["move", "boards/faulty/dama-thirteen-men.txt", start]);
    assert_eq!(said.code, 2, "there is nothing to judge from");
    assert!(
        said.complaint
            .starts_with("verify: the board before the move: boards/faulty/"),
        "{}",
        said.complaint
    );
}

#[test]
fn nothing_is_written_anywhere() {
    let copy = copy_of("boards/matches/dama-illegal-at-37");
    let list = || {
        let mut files: Vec<_> = fs::read_dir(copy.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    let before = list();
    for args in [
        &["match", "."][..],
        &["move", "board_1.txt", "board_2.txt"],
        &["board", "board_3.txt"],
        &["moves", "--board", "board_4.txt"],
    ] {
        verify_in(copy.path(), args);
    }
    assert_eq!(list(), before);
}

#[test]
fn moves_and_perft_answer_for_any_position() {
    assert_eq!(
        verify(&["moves"]).out,
        "(2,1)-(3,0)\n(2,1)-(3,2)\n(2,3)-(3,2)\n(2,3)-(3,4)\n(2,5)-(3,4)\n(2,5)-(3,6)\n(2,7)-(3,6)\n"
    );
    assert_eq!(
        verify(&["moves", "--game", "italian", "--fen", "B:W18:B14"]).out,
        "14x21\n"
    );
    let (_, lines) = json(&[
        "moves",
        "--json",
        "--game",
        "russian",
        "--moves",
        "c3-d4 b6-c5",
    ]);
    assert_eq!(lines[0]["moves"], serde_json::json!(["d4xb6"]));
    assert_eq!(
        (&lines[0]["to_move"], &lines[0]["game"]),
        (&"x".into(), &"russian".into())
    );

    assert!(
        verify(&["perft", "--game", "international", "5"])
            .out
            .starts_with("27117 leaves at depth 5, ")
    );
    assert!(
        verify(&["perft", "--moves", "(2,1)-(3,0)", "0"])
            .out
            .starts_with("1 leaf at depth 0, ")
    );
    let (_, lines) = json(&["perft", "--json", "--divide", "3"]);
    let divided = lines[0]["divide"].as_object().unwrap();
    assert_eq!(divided.len(), 7);
    assert_eq!(
        divided
            .values()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        379
    );
    assert_eq!(lines[0]["count"], 379);
}

#[test]
fn the_side_to_move_comes_from_the_flag_or_the_name_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(
        project("boards/starts/dama.txt"),
        folder.path().join("board_2.txt"),
    )
    .unwrap();
    fs::copy(
        project("boards/starts/dama.txt"),
        folder.path().join("other.txt"),
    )
    .unwrap();
    let to_move = |args: &[&str]| {
        let said = verify_in(folder.path(), &[&["moves", "--json"], args].concat());
        let value: Value = serde_json::from_str(&said.out).unwrap();
        value["to_move"].as_str().unwrap().to_owned()
    };
    assert_eq!(to_move(&["--board", "board_2.txt"]), "o");
    assert_eq!(to_move(&["--board", "board_2.txt", "--to-move", "x"]), "x");
    assert_eq!(to_move(&["--board", "other.txt"]), "x");
    assert_eq!(to_move(&["--board", "other.txt", "--to-move", "2"]), "o");
}

#[test]
fn quoridor_on_a_board_of_another_size_is_counted_and_refereed() {
    let count = |args: &[&str]| {
        let said = verify(&[&["perft", "--game", "quoridor"], args].concat());
        assert_eq!(said.code, 0, "{}", said.complaint);
        said.out.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(count(&["--size", "5", "--walls", "3", "1"]), "35");
    assert_eq!(count(&["--size", "5", "1"]), "35", "10 walls");
    assert_eq!(count(&["--walls", "0", "2"]), "9");
    assert_eq!(count(&["--size", "9", "--walls", "10", "2"]), "16677");
    let moves = verify(&["moves", "--game", "quoridor", "--size", "3", "--walls", "0"]);
    assert_eq!(moves.out, "a1\nc1\nb2\n");
    for (args, complaint) in [
        (
            &["perft", "--game", "quoridor", "--size", "4", "1"][..],
            "a board of size 4",
        ),
        (
            &["perft", "--game", "quoridor", "--walls", "100", "1"],
            "100 walls for a player",
        ),
        (
            &["perft", "--size", "5", "1"],
            "a board of dama has one size",
        ),
        (
            &[
                "perft",
                "--game",
                "quoridor",
                "--size",
                "5",
                "--fen",
                "5:x:c1,5:c5,5",
                "1",
            ],
            "cannot be used with",
        ),
        (
            &["--game", "quoridor", "--size", "5", "--start", "x.txt"],
            "cannot be used with",
        ),
    ] {
        let said = verify(args);
        assert_eq!(said.code, 2, "{args:?}");
        assert!(
            said.complaint.contains(complaint),
            "{args:?}: {}",
            said.complaint
        );
    }
}
