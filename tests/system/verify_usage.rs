//! The `verify` binary as any command line program: flags, help, colours, closed pipes, wrong usage.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use arbitro_rules::GameId;
use arbitro_rules::rule_book::rule_book;
use arbitro_testkit::games::project;

use crate::verify_cli::{json, verify, verify_in};

#[test]
fn wrong_usage_is_a_could_not_that_says_what_would_be_right() {
    for (args, expected) in [
        (
            &["moves", "--game", "chess"][..],
            "there is no game \"chess\"; the games are dama, guide,",
        ),
        (
            &["moves", "--fen", "W:W99:B1"],
            "--fen: column 4: found \"99:B1\", expected a dark square",
        ),
        (
            &["moves", "--moves", "(2,1)-(3,0) (2,1)-(3,0)"],
            "--moves, number 2: \"(2,1)-(3,0)\" is not a legal move of o here",
        ),
        (&["perft", "sixty"], "invalid value 'sixty'"),
        (&["perft", "61"], "a whole number from 0 to 60"),
        (&["moves", "--to-move", "x"], "--board <FILE>"),
        (&["board"], "<FILE>..."),
        (
            &["match", "no/such/folder"],
            "no/such/folder: cannot be opened",
        ),
        (
            &["moves", "--board", "no-such-file"],
            "no-such-file: there is no such file",
        ),
        (
            &["moves", "--board", "no\u{202e}such\u{200b}file"],
            "no\\u{202e}such\\u{200b}file: there is no such file",
        ),
        (&["no-such-path"], "no-such-path: there is no such file"),
        (&["bord", "b.txt"], "did you mean `verify board`?"),
        (&["--game", "italan"], "(did you mean italian?)"),
        (&["boards", "--fresh"], "--fresh is for refereeing a match"),
    ] {
        let said = verify(args);
        assert_eq!(said.code, 2, "{args:?}");
        assert!(
            said.complaint.contains(expected),
            "{args:?}: {}",
            said.complaint
        );
        assert_eq!(said.out, "", "{args:?}");
    }
}

#[test]
fn what_is_for_every_command_may_stand_before_it_and_nothing_else() {
    let board = "boards/starts/italian.txt";
    let said = verify(&["--game", "italian", "--json", "board", board]);
    assert_eq!(said.code, 0, "{}", said.complaint);
    assert_eq!(
        said.out,
        verify(&["board", "--game", "italian", "--json", board]).out
    );
    let said = verify(&["-q", "--color", "never", "--game", "dama", "board", board]);
    assert_eq!(said.code, 0, "{}", said.complaint);
    for flags in [
        &["--dir", "."][..],
        &["--max-plies", "10"],
        &["--move-time", "1s"],
        &["--start-time", "1s"],
        &["--start", board],
        &["--fresh"],
        &["--strict"],
    ] {
        let said = verify(&[flags, &["board", board]].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{flags:?}");
        let sentence = format!("{} before the command board is for refereeing", flags[0]);
        assert!(said.complaint.contains(&sentence), "{}", said.complaint);
    }
}

#[test]
fn a_path_without_a_command_is_judged_by_what_it_is() {
    let (board, faulty) = (
        "boards/starts/dama.txt",
        "boards/faulty/dama-thirteen-men.txt",
    );
    let [folder, records, pdn] =
        ["dama-finished", "records.jsonl", "records.pdn"].map(|it| format!("boards/matches/{it}"));
    let as_boards = verify(&["board", board, faulty]).out;
    let as_matches = verify(&["match", &folder, &records, &pdn]).out;
    let said = verify(&[board, faulty, &folder, &records, &pdn]);
    assert_eq!(said.code, 1, "{}", said.complaint);
    assert_eq!(said.out, as_boards + &as_matches);
    assert_eq!(verify(&["--strict", board]).code, 0);
    let said = verify(&["no-such-path", &folder]);
    assert_eq!(said.code, 2);
    assert!(said.out.contains("right, 36 plies"), "{}", said.out);
}

#[test]
fn standard_input_is_read_where_a_file_is() {
    let board = "boards/starts/dama.txt";
    let records = "boards/matches/records.jsonl";
    let pdn = "boards/matches/records.pdn";
    for (args, file, expected) in [
        (&["board", "-"][..], board, "standard input: valid"),
        (&["-"], board, "standard input: valid"),
        (&["-"], records, "standard input:8: right, 40 plies"),
        (&["-"], pdn, "standard input:8: right, 40 plies"),
        (&["match", "-"], records, "standard input:8: right, 40"),
        (&["match", "-"], pdn, "standard input:8: right, 40 plies"),
        (&["moves", "--board", "-"], board, "(2,7)-(3,6)"),
    ] {
        let output = Command::new(cargo_bin!("verify"))
            .env("LC_ALL", "C")
            .args(args)
            .stdin(fs::File::open(project(file)).unwrap())
            .output()
            .unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?} < {file}: {out}");
        assert!(out.contains(expected), "{args:?} < {file}: {out}");
    }
}

#[test]
fn help_and_version_are_there_with_examples() {
    let help = verify(&["--help"]);
    assert_eq!(help.code, 0);
    for part in [
        "Examples:",
        "verify move board_7.txt board_8.txt",
        "Exit codes:",
    ] {
        assert!(help.out.contains(part), "{}", help.out);
    }
    assert_eq!(
        verify(&["--version"]).out,
        format!("verify {}\n", env!("CARGO_PKG_VERSION"))
    );
    for command in ["board", "move", "match", "moves", "rules", "perft"] {
        assert_eq!(verify(&[command, "--help"]).code, 0);
    }
}

#[test]
fn the_rules_of_every_game_are_printed_as_the_documents_have_them() {
    for game in GameId::ALL {
        let said = verify(&["rules", "--game", game.name()]);
        assert_eq!((said.code, said.complaint.as_str()), (0, ""), "{game}");
        assert_eq!(said.out, rule_book(game).text(), "{game}");
        assert_eq!(verify(&["--game", game.name(), "rules"]).out, said.out);
        // A picture is one line of the document and a drawn board here; all else is the same.
        let path = project("boards/rules").join(format!("{game}.md"));
        let document = fs::read_to_string(path).unwrap();
        let sentences = document.lines().filter(|it| !it.starts_with("!["));
        let mut printed = said.out.lines();
        for line in sentences.filter(|it| !it.is_empty()) {
            assert!(printed.any(|it| it == line), "{game}: {line}");
        }
    }
}

#[test]
fn rules_without_a_game_are_those_of_the_default_one_and_tell_the_others() {
    let said = verify(&["rules"]);
    assert_eq!(said.code, 0);
    let rest = said
        .out
        .strip_prefix(&rule_book(GameId::Dama).text())
        .unwrap();
    let others = rest
        .lines()
        .filter(|it| it.contains("`verify rules --game "));
    assert_eq!(others.count(), GameId::ALL.len() - 1, "{rest}");
    let (code, lines) = json(&["rules", "--json", "--game", "quoridor"]);
    assert_eq!((code, lines.len()), (0, 1));
    assert_eq!(lines[0]["text"], rule_book(GameId::Quoridor).text());
}

#[test]
fn the_matches_in_the_help_can_be_judged() {
    let help = verify(&["--help"]).out;
    let examples: Vec<Vec<&str>> = help
        .lines()
        .filter_map(|line| line.trim().strip_prefix("verify match "))
        .map(|rest| rest.split("  ").next().unwrap_or(rest))
        .map(|paths| paths.split(' ').collect())
        .collect();
    assert!(!examples.is_empty(), "{help}");
    for paths in examples {
        let said = verify(&[&["match"], &paths[..]].concat());
        assert_eq!(said.code, 0, "{paths:?}: {}{}", said.out, said.complaint);
    }
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    assert!(
        !verify(&["board", "boards/starts/dama.txt"])
            .out
            .contains('\x1b'),
        "a pipe gets none"
    );
    assert!(
        verify(&["board", "--color", "always", "boards/starts/dama.txt"])
            .out
            .contains("\x1b[")
    );
    assert!(
        !verify(&["board", "--color", "never", "boards/starts/dama.txt"])
            .out
            .contains('\x1b')
    );
}

#[test]
fn hostile_names_and_contents_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "b\x1b[2J\x07.txt";
    fs::write(folder.path().join(name), "\x1b]0;owned\x07\x1b[31m").unwrap();
    fs::create_dir(folder.path().join("match")).unwrap();
    fs::copy(
        project("boards/starts/dama.txt"),
        folder.path().join("match/board_1.txt"),
    )
    .unwrap();
    fs::write(folder.path().join("match/board\x1b[2J.txt"), "").unwrap();
    let line = "{\"v\":1,\"game\":\"dama\",\"moves\":\"\\u001b[2J\",\"winner\":\"\\u001b\"}";
    fs::write(folder.path().join("r.jsonl"), line).unwrap();
    for args in [
        &["board", name][..],
        &["match", "match"],
        &["match", "r.jsonl"],
        &["match", "--json", "r.jsonl"],
        &["board", "no\x1b[2J\x07such file"],
    ] {
        let said = verify_in(folder.path(), args);
        assert!(said.code > 0 || args == ["match", "match"], "{args:?}");
        for text in [said.out, said.complaint] {
            assert!(
                text.chars().all(|it| it == '\n' || !it.is_control()),
                "{args:?}: {text:?}"
            );
        }
        // With colours on, nothing strips escape sequences any more: only ours may be there.
        let said = verify_in(folder.path(), &[args, &["--color", "always"]].concat());
        for foreign in ["\x1b[2J", "\x1b]0", "\x07"] {
            assert!(!said.out.contains(foreign), "{args:?}: {:?}", said.out);
        }
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let records = project("boards/matches/records.jsonl");
    let many: Vec<_> = std::iter::repeat_n(records, 2_000).collect();
    let mut child = Command::new(cargo_bin!("verify"))
        .env("LC_ALL", "C")
        .arg("match")
        .args(&many)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_verdict_is_the_exit_code_also_when_nobody_listens() {
    let faulty = "boards/faulty/dama-thirteen-men.txt";
    let valid = "boards/starts/dama.txt";
    let many = [&["board", faulty][..], &[valid; 2_000]].concat();
    for (args, code) in [
        (&["board", valid][..], 0),
        (&["board", faulty], 1),
        (&["board", "--json", faulty], 1),
        (&["board", "no-such-file", faulty], 2),
        (&["move", valid, valid], 1),
        (&["match", "boards/matches/dama-illegal-at-37"], 1),
        (&["moves"], 0),
        (&many, 1),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(cargo_bin!("verify"))
            .env("LC_ALL", "C")
            .args(args)
            .current_dir(project(""))
            .stdout(writer)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(
            output.code(),
            Some(code),
            "{:?}",
            &args[..2.min(args.len())]
        );
    }
}
