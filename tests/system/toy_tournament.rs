//! A tournament of a game that is not compiled in, read by programs that have no such game.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_testkit::folders::{Manners, made, settings, write_folder};
use arbitro_testkit::toys::CONNECT_FOUR;
use arbitro_tournament::Format;

use crate::programs::program;

/// Twelve matches, of which one of three players forfeits its own.
fn tournament() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = [
        made("ann", None, Manners::Good),
        made("bob", None, Manners::Good),
        made("carl", None, Manners::Illegal),
    ];
    let settings = settings(CONNECT_FOUR.game(), Format::RoundRobin, 4);
    write_folder(folder.path(), &settings, &players, 1.0);
    folder
}

/// Runs a program in a tournament's folder; returns what it prints, and its exit code.
fn told(folder: &Path, name: &str, args: &[&str]) -> (String, Option<i32>) {
    let done = Command::new(program(name)).args(args).current_dir(folder).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap();
    (text, done.status.code())
}

#[test]
fn a_tournament_of_a_toy_game_is_read_by_programs_that_have_no_such_game() {
    let folder = tournament();
    for (name, args, code, shown) in [
        ("tournament", &["standings", "."][..], 0, "connect-four, round-robin, 3 players"),
        ("tournament", &["report", "."], 0, "1. bob "),
        ("replay", &[".", "--match", "1"], 1, "o a disc of o, x a disc of x"),
    ] {
        let (text, found) = told(folder.path(), name, args);
        assert_eq!(found, Some(code), "{name} {args:?}: {text}");
        assert!(text.contains(shown), "{name} {args:?}: {text}");
    }
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert_eq!(page.matches("viewBox=\"-.05 -.05 7.1 6.1\"").count(), 2);
}

#[test]
fn a_tournament_of_a_toy_game_is_not_resumed_without_its_rules() {
    let folder = tournament();
    let (text, code) = told(folder.path(), "tournament", &["run", "--resume", "--out", "."]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("./game: there is no such folder"), "{text}");
}

#[test]
fn no_reader_of_a_toy_tournament_starts_a_program() {
    let folder = tournament();
    for (name, args) in [
        ("tournament", &["standings", "."][..]),
        ("tournament", &["report", "."]),
        ("replay", &[".", "--match", "1"]),
        ("verify", &["match", "."]),
    ] {
        let traced = Command::new("strace")
            .args(["-f", "-e", "trace=execve,execveat"])
            .arg(program(name))
            .args(args)
            .current_dir(folder.path())
            .output();
        let Ok(traced) = traced else { return };
        let calls = String::from_utf8_lossy(&traced.stderr);
        assert_eq!(calls.matches("execve").count(), 1, "{name} {args:?}: {calls}");
    }
}

#[test]
fn the_rules_that_a_tournament_keeps_are_offered_to_who_judges_its_matches() {
    let folder = tournament();
    let verify = |path: &str| told(folder.path(), "verify", &["match", path, "--match", "1"]);
    let (text, code) = verify(".");
    assert!(text.contains("not judged") && code == Some(2), "{text}");
    assert!(!text.contains("--game"), "{text}");
    fs::create_dir(folder.path().join("game")).unwrap();
    for path in [".", "matches.jsonl"] {
        let (text, code) = verify(path);
        let command = format!("verify match --game ./game {path}\n");
        assert!(text.contains(&command) && code == Some(2), "{text}");
    }
    // Beside any other file a folder of that name is not the rules.
    fs::copy(folder.path().join("matches.jsonl"), folder.path().join("other")).unwrap();
    assert!(!verify("other").0.contains("--game"));
}
