//! The `tournament` binary as a newcomer meets it, and the tables behind it.

use std::fs;
use std::process::Command;

use crate::tournament_program::tournament;
use arbitro_testkit::games::project;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn alone_it_ranks_the_bundled_players_and_every_ply_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let output = tournament(folder.path(), &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let places: Vec<&str> = said
        .lines()
        .skip(2)
        .take(6)
        .map(|line| {
            line.trim_start_matches('*')
                .split_whitespace()
                .nth(1)
                .unwrap()
        })
        .collect();
    assert!(places[0] == "engine" && places[5] == "random", "{said}");
    assert!(
        said.ends_with("in results/1: report.html, standings.csv, crosstable.csv, matches.csv, games.pdn, matches.jsonl\n"),
        "{said}"
    );

    let check = Command::new(cargo_bin!("verify"))
        .env("LC_ALL", "C")
        .args(["match", "results/1"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let checked = text(&check.stdout);
    assert!(
        check.status.success() && checked.contains("30 matches, "),
        "{checked}"
    );
    assert!(checked.ends_with(" 0 with something wrong\n"), "{checked}");

    let again = tournament(folder.path(), &[]);
    assert!(
        text(&again.stdout).contains("\nin results/2: report.html, "),
        "a new run takes a new folder"
    );
    let read = |run: &str, file: &str| {
        fs::read_to_string(folder.path().join("results").join(run).join(file)).unwrap()
    };
    assert_eq!(
        read("1", "standings.csv"),
        read("2", "standings.csv"),
        "the same seed gives the same bytes"
    );
    let timeless = |run: &str| -> Vec<serde_json::Value> {
        let journal = read(run, "matches.jsonl");
        let records = journal
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        records
            .map(|mut record: serde_json::Value| {
                for measured in ["ms", "cpu_ms", "peak_kib", "checksum"] {
                    let taken = record.as_object_mut().unwrap().remove(measured);
                    assert!(taken.is_some(), "{measured} is recorded: {record}");
                }
                let protection = record["protection"].as_object().unwrap();
                assert!(!protection.is_empty(), "{record}");
                record
            })
            .collect()
    };
    assert!(timeless("1") == timeless("2"), "but for what was measured");
    let other = tournament(
        folder.path(),
        &["--seed", "2", "--games", "1", "--out", "mine"],
    );
    assert!(other.status.success());
    let mine = fs::read_to_string(folder.path().join("mine/matches.jsonl")).unwrap();
    assert_eq!(mine.lines().count(), 15);
    assert!(
        !read("1", "matches.jsonl").starts_with(mine.lines().next().unwrap()),
        "another seed, other matches"
    );
}

#[test]
fn other_games_can_be_ranked_too() {
    let folder = tempfile::tempdir().unwrap();
    let output = tournament(
        folder.path(),
        &["--game", "russian", "--games", "1", "--out", "r"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).starts_with("russian, round-robin, 6 players, 15 matches"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn players_without_a_command_are_those_of_a_run_and_a_misspelt_command_gets_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    let said = |args: &[&str]| {
        let output = tournament(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr)
    };
    let run = said(&["run", "mine", "--unsafe"]);
    assert_eq!(said(&["mine", "--unsafe"]), run);
    assert!(run.contains("mine: there is no player.toml"), "{run}");
    let run = said(&["nowhere", "--unsafe"]);
    let sentence = "left out: nowhere: there is no such file or folder\n";
    assert!(run.contains(sentence), "{run}");
    let misspelt = said(&["standigs", "mine"]);
    let near = "did you mean `tournament standings`?";
    assert!(misspelt.contains(near), "{misspelt}");
    let late = said(&["--seed", "3", "run", "mine"]);
    assert!(late.contains("the command run must come first"), "{late}");
}

#[test]
fn results_that_are_there_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("matches.jsonl"), "mine").unwrap();
    let output = tournament(folder.path(), &["--out", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("there is a tournament in it already"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("matches.jsonl")).unwrap(),
        "mine"
    );
}

#[test]
fn the_bundled_players_rank_themselves_at_quoridor_with_or_without_their_folders() {
    let folder = tempfile::tempdir().unwrap();
    let players = project("players");
    let names = |out: &str| -> Vec<String> {
        let table = fs::read_to_string(folder.path().join(out).join("standings.csv")).unwrap();
        let rows = table.lines().skip(1);
        rows.map(|row| row.split(',').nth(1).unwrap().to_owned())
            .collect()
    };
    for (out, args) in [
        ("alone", vec!["--game", "quoridor", "--out", "alone"]),
        (
            "found",
            vec![
                "run",
                players.to_str().unwrap(),
                "--game",
                "quoridor",
                "--out",
                "found",
                "--unsafe",
            ],
        ),
    ] {
        let output = tournament(folder.path(), &args);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(
            said.starts_with("quoridor, round-robin, 7 players, 42 matches, seed 1\n"),
            "{said}"
        );
        let ranked = names(out);
        assert_eq!(ranked[0], "engine", "{said}");
        assert_eq!(ranked[5..], ["medium", "easy"], "{said}");
        let mut sorted = ranked.clone();
        sorted.sort();
        let expected = [
            "easy",
            "engine",
            "extreme",
            "greedy",
            "hard",
            "medium",
            "minimax-2",
        ];
        assert_eq!(sorted, expected, "{said}");
        let journal = fs::read_to_string(folder.path().join(out).join("matches.jsonl")).unwrap();
        assert!(!journal.contains("\"fault\":{"), "nobody forfeits");
    }
    assert_eq!(names("alone"), names("found"));
}
