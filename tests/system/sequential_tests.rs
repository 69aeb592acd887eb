//! Sequential tests as they are typed, and all that is told of them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::needs::needs;
use crate::programs::open_folder;
use crate::tournament_program::{refused, succeeds, tournament};

/// Writes two players, of which the second by name is the stronger one, an equal one and a third.
fn prepare(at: &Path) {
    for (place, args) in [
        ("both/alba", "\"--strategy\", \"random\""),
        ("both/zeno", "\"--strategy\", \"minimax\", \"--depth\", \"2\""),
        ("twin", "\"--strategy\", \"random\", \"--seed\", \"5\""),
        ("again", "\"--strategy\", \"random\", \"--seed\", \"6\""),
        ("next", "\"--strategy\", \"minimax\", \"--depth\", \"3\""),
    ] {
        fs::create_dir_all(at.join(place)).unwrap();
        let manifest = format!("command = [\"play\", {args}]\n");
        fs::write(at.join(place).join("player.toml"), manifest).unwrap();
    }
}

const TEST: [&str; 6] = ["--sprt", "0,200", "--max-plies", "60", "--no-smoke", "-q"];

fn run(at: &Path, out: &str, players: &[&str]) -> String {
    succeeds(&tournament(at, &[&["run", "--out", out], players, &TEST].concat()))
}

/// Checks that one sentence is told of a test, in the run, the standings, their JSON and the report; returns it, and
/// the difference that was accepted.
fn told(at: &Path, out: &str, shown: &str, tested: &str, against: &str) -> (String, Value) {
    let begin = format!("{tested} was tested against {against}: ");
    let sentence = shown.lines().find(|line| line.starts_with(&begin));
    let sentence = sentence.unwrap_or_else(|| panic!("{begin}{shown}")).to_owned();
    let again = succeeds(&tournament(at, &["standings", out]));
    assert!(again.lines().any(|line| line == sentence), "{again}");
    let page = fs::read_to_string(at.join(out).join("report.html")).unwrap();
    assert!(page.contains(&sentence));
    let lines = succeeds(&tournament(at, &["standings", "--json", out]));
    let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let tests: Vec<Value> = objects.filter(|object| !object["test"].is_null()).collect();
    let [object] = &tests[..] else { panic!("{lines}") };
    let test = &object["test"];
    assert_eq!(object["name"], tested);
    assert_eq!((&test["against"], &test["text"]), (&against.into(), &(&*sentence).into()));
    for text in [shown, &again, &page] {
        assert!(!text.contains("stronger one") && !text.contains("sure that"), "{sentence}");
    }
    (sentence, test["accepted"].clone())
}

fn challenger(at: &Path, out: &str) -> String {
    let text = fs::read_to_string(at.join(out).join("tournament.toml")).unwrap();
    let line = text.lines().find(|line| line.starts_with("challenger = ")).unwrap_or_default();
    line.to_owned()
}

#[test]
fn the_first_player_named_is_tested_and_one_sentence_says_so_everywhere() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    prepare(at);
    for (out, [tested, against], accepted) in
        [("stronger", ["zeno", "alba"], 200.0), ("weaker", ["alba", "zeno"], 0.0)]
    {
        let places = [tested, against].map(|it| format!("both/{it}"));
        let shown = run(at, out, &[&places[0], &places[1]]);
        assert_eq!(told(at, out, &shown, tested, against).1, accepted, "{shown}");
        assert_eq!(challenger(at, out), format!("challenger = \"{tested}\""));
    }
    let shown = run(at, "equal", &["twin", "both/alba"]);
    told(at, "equal", &shown, "twin", "alba");
}

#[test]
fn of_one_folder_the_challenger_must_be_named_and_its_newest_version_is_tested() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    prepare(at);
    // In the folder of the first are both.
    for players in [&["both"][..], &["both", "both/zeno"]] {
        let told = refused(&tournament(at, &[&["run", "--out", "t"], players, &TEST].concat()));
        assert!(told.contains("--challenger alba or --challenger zeno"), "{told}");
    }
    let unknown = ["run", "both", "--challenger", "nemo", "--out", "t"];
    let told_of = refused(&tournament(at, &[&unknown[..], &TEST].concat()));
    assert!(told_of.contains("no player in this tournament is named \"nemo\""), "{told_of}");
    let three = ["run", "twin", "both", "--out", "t"];
    let told_of = refused(&tournament(at, &[&three[..], &TEST].concat()));
    assert!(told_of.contains("compares two players; there are 3"), "{told_of}");
    assert!(!at.join("t").exists());

    let shown = run(at, "t", &["both", "--challenger", "zeno"]);
    let (sentence, accepted) = told(at, "t", &shown, "zeno", "alba");
    assert_eq!(accepted, 200.0, "{sentence}");
    // The folder that was named first holds the one alone.
    let shown = run(at, "again", &["both/zeno", "both"]);
    assert_eq!(told(at, "again", &shown, "zeno", "alba").0, sentence);

    for (replace, tested, against) in
        [("alba=twin", "zeno", "alba@2"), ("zeno=next", "zeno@2", "alba@2")]
    {
        let grow = ["run", "--resume", "--no-smoke", "-q", "--out", "t", "--replace", replace];
        let shown = succeeds(&tournament(at, &grow));
        let (sentence, accepted) = told(at, "t", &shown, tested, against);
        assert_eq!(accepted, 200.0, "{sentence}");
        assert_eq!(challenger(at, "t"), "challenger = \"zeno\"");
    }
}

#[test]
fn players_that_only_repeat_their_games_are_told_so_and_end_the_test_with_advice_not_in_use() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    prepare(at);
    let players = ["twin", "again"];
    // With the same seed in each match they play the same two games again and again.
    let shown = run(at, "none", &[&players[..], &["--openings", "none"]].concat());
    let (sentence, accepted) = told(at, "none", &shown, "twin", "again");
    assert_eq!(accepted, Value::Null, "{sentence}");
    assert!(
        sentence.contains("ended undecided between 0 and 200 Elo, because 20 pairs"),
        "{shown}"
    );
    assert!(shown.contains("42 matches") && shown.contains("--openings random:6 gives"), "{shown}");
    let lines = succeeds(&tournament(at, &["standings", "--json", "none"]));
    assert!(lines.contains("\"repeats\":true"), "{lines}");
}
