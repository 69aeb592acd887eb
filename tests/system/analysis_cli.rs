//! `replay --analyse`: its JSON.

use serde_json::Value;
use std::process::Command;

use arbitro_testkit::games::project;

/// Returns a program's output, its errors and its exit code.
fn said(program: &str, arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(crate::programs::program(program));
    command.env("LC_ALL", "C");
    command.current_dir(project(""));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn judged_moves_are_those_with_a_choice_and_the_same_with_any_number_of_workers() {
    let with_jobs = |jobs| {
        let path = "boards/matches/records.jsonl";
        let flags = ["--analyse", "--depth", "2", "--json", "--jobs", jobs];
        said("replay", &[&[path], &flags[..]].concat())
    };
    let one = with_jobs("1");
    assert_eq!(one.2, 0, "{}", one.1);
    assert_eq!(one, with_jobs("3"));
    let lines: Vec<Value> = one.0.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 8);
    for line in &lines {
        assert_eq!(line["depth"], 2);
        let judged = |it: &str| line[it]["judged"].as_u64().unwrap();
        let moves = line["moves"].as_array().unwrap();
        let has_choice = |it: &&Value| it["verdict"] != "only" && it["verdict"] != "lost";
        let choices = moves.iter().filter(has_choice).count();
        assert_eq!(judged("x") + judged("o"), choices as u64);
    }
}
