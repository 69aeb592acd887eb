//! `replay --analyse` and `tournament report --analyse`: their files, pages and JSON.

use std::fs;
use std::path::Path;

use arbitro_rules::GameId;
use arbitro_tournament::report::{ANALYSIS, PAGE, read_analysis};
use arbitro_tournament::{Format, JOURNAL};
use serde_json::Value;
use std::process::Command;

use arbitro_testkit::folders::{Manners, made, settings, write_folder};
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

/// A tournament of eight matches, played by chance.
fn folder(game: GameId) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = [made("hare", None, Manners::Good), made("turtle", None, Manners::Illegal)];
    let mut settings = settings(game, Format::RoundRobin, 8);
    settings.max_plies = 30;
    write_folder(folder.path(), &settings, &players, 1.0);
    folder
}

fn analysed(folder: &Path, depth: &str, jobs: &str) -> (String, String, i32) {
    let folder = folder.to_str().unwrap();
    let arguments = ["report", folder, "--analyse", "--depth", depth, "--jobs", jobs];
    said("tournament", &arguments)
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
    let lines: Vec<Value> = one.0.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
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

#[test]
fn a_match_that_is_another_one_now_is_analysed_again() {
    let folder = folder(GameId::Dama);
    analysed(folder.path(), "2", "1");
    let journal = folder.path().join(JOURNAL);
    let text = fs::read_to_string(&journal).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let (_, mut record) = arbitro_records::MatchRecord::from_line(first).unwrap();
    record.warnings.push("another".to_owned());
    let sealed = arbitro_records::seal(&record.to_line());
    fs::write(&journal, format!("{sealed}\n{rest}")).unwrap();
    let (_, err, _) = analysed(folder.path(), "2", "1");
    assert_eq!(err, "1 match analysed now\n");
}

#[test]
fn an_analysis_reaches_the_page_as_text_only() {
    let folder = folder(GameId::Dama);
    analysed(folder.path(), "1", "1");
    let mut kept = read_analysis(folder.path()).unwrap();
    let mut lines = String::new();
    for summary in kept.summaries.values_mut() {
        if let Some(worst) = &mut summary.worst {
            worst.played = "<script>alert(1)</script>".to_owned();
            worst.fen = "</svg>".to_owned();
            worst.player = "<b>".to_owned();
            worst.ply = usize::MAX;
        }
        lines += &(summary.to_line() + "\n");
    }
    fs::write(folder.path().join(ANALYSIS), lines).unwrap();
    let (_, err, code) = said("tournament", &["report", folder.path().to_str().unwrap()]);
    assert_eq!((code, &*err), (0, ""));
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert"));
    assert!(page.contains("The position cannot be drawn."));
}

#[test]
fn more_worst_moves_than_a_page_holds_are_counted_and_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["hare", "turtle"].map(|it| made(it, None, Manners::Good));
    let mut settings = settings(GameId::Dama, Format::RoundRobin, 40);
    settings.max_plies = 12;
    write_folder(folder.path(), &settings, &players, 1.0);
    let (_, err, _) = analysed(folder.path(), "1", "2");
    assert_eq!(err, "40 matches analysed now\n");
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    let drawn = page.matches(" was better: ").count();
    let lost = read_analysis(folder.path()).unwrap().summaries;
    let lost = lost.values().filter(|it| it.worst.is_some()).count();
    assert!(lost > 24, "{lost}");
    assert_eq!(drawn, 24);
    let more = format!("Those of {} more match", lost - drawn);
    assert!(page.contains(&more), "{more}");
}
