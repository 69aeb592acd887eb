//! `grade --game`: marks for players of any game, and `grade --from`: for those of a tournament.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::graded_class::text;
use crate::needs::needs;
use crate::programs::{open_folder, program};
use arbitro_testkit::games::project;

/// A bot by lines that answers with this word.
fn bot(answer: &str) -> String {
    format!(
        "import os, random, sys\nrandom.seed(os.environ['ARBITRO_SEED'])\nturns = 0\nfor head in sys.stdin:\n    names = \
         sys.stdin.readline().split()\n    board = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]\n    \
         turns += 1\n    print({answer}, flush=True)\n"
    )
}

const RIGHT: &str = "random.choice(names)";

/// Right, illegal in its fourth turn, crashing in its third, never moving, nothing to start.
const CLASS: [(&str, &str); 5] = [
    ("1001", RIGHT),
    ("1002", "'h9' if turns == 4 else random.choice(names)"),
    ("1003", "random.choice(names) if turns < 3 else names[99]"),
    ("1004", "board"),
    ("1005", ""),
];

fn hand_in(class: &Path, number: &str, answer: &str) {
    let folder = class.join(number).join("project");
    fs::create_dir_all(&folder).unwrap();
    let file = if answer.is_empty() { "readme.txt" } else { "player.py" };
    fs::write(folder.join(file), bot(answer)).unwrap();
}

fn grade(at: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program("grade"));
    command.args(args).args(["--quiet", "--out", "marks"]).current_dir(at).env("LC_ALL", "C");
    command.output().unwrap()
}

/// The mark sheet: of each number its cells by column.
fn sheet(out: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut sheet = csv::Reader::from_path(out.join("marks.csv")).unwrap();
    let columns = sheet.headers().unwrap().clone();
    let row = |row: csv::StringRecord| {
        let cells = columns.iter().zip(&row).map(|(name, it)| (name.to_owned(), it.to_owned()));
        (row[0].to_owned(), cells.collect())
    };
    sheet.records().map(|record| row(record.unwrap())).collect()
}

const START: &str = "start = ['lines:python3', 'player.py']\n[rules]\nmatches = 6\n";

#[test]
fn players_of_any_game_are_marked_and_only_who_hands_in_again_plays_again() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    for (number, answer) in CLASS {
        hand_in(&at.join("class"), number, answer);
    }
    // A player of ours is nobody's own.
    fs::create_dir(at.join("class/1006")).unwrap();
    let ours = "command = [\"play\", \"--strategy\", \"minimax\"]\n";
    fs::write(at.join("class/1006/player.toml"), ours).unwrap();
    for name in ["old", "new"] {
        hand_in(&at.join("class/1007"), name, RIGHT);
        let manifest = "command = [\"lines:python3\", \"player.py\"]\n";
        fs::write(at.join("class/1007").join(name).join("project/player.toml"), manifest).unwrap();
    }
    fs::write(at.join("weights.toml"), START).unwrap();
    let game = project("boards/games/connect-four").display().to_string();
    let args = [
        "class",
        "--game",
        &game,
        "--weights",
        "weights.toml",
        "--move-time",
        "5s",
        "--ladder",
        "random",
        "--games",
        "2",
    ];
    let first = grade(at, &args);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let marks = sheet(&at.join("marks"));
    let cell = |number: &str, column: &str| marks[number][column].clone();
    assert_eq!(
        ["starts", "rules", "limits"].map(|it| cell("1001", it)),
        ["20.00", "50.00", "10.00"]
    );
    // Six matches are long enough for both sides to come to a fourth turn in some.
    for number in ["1002", "1003"] {
        let rules: f64 = cell(number, "rules").parse().unwrap();
        assert_eq!(cell(number, "starts"), "20.00");
        assert!((30.0..=40.0).contains(&rules), "{number}: {rules}");
    }
    for number in ["1004", "1005", "1006", "1007"] {
        assert_eq!(cell(number, "total"), "0.00", "{number}");
        assert_eq!(cell(number, "not_done"), "", "{number}");
    }
    let page = |number: &str| {
        fs::read_to_string(at.join("marks/students").join(number).join("index.html")).unwrap()
    };
    let illegal = page("1002");
    for told in ["h9", "Legal were: ", "replay rules/1002 --match ", "verify moves --game ", "<svg"]
    {
        assert!(illegal.contains(told), "{told}");
    }
    assert!(page("1003").contains("IndexError"));
    assert!(page("1007").contains("it has 2 players"));
    assert!(page("1006").contains("starts one of the bundled players"));
    assert!(page("1005").contains("It cannot play: "));
    assert!(text(&first.stdout).contains("1004    0.00 of 100  It cannot play: "));
    assert!(at.join("marks/tournament/game/rules.py").is_file());
    assert!(!illegal.contains("1001"), "no other student is named");

    let journal = |part: &str, number: &str| {
        fs::read(at.join("marks").join(part).join(number).join("matches.jsonl")).unwrap()
    };
    let before = [journal("rules", "1001"), journal("ladder", "1001")];
    let contest = fs::read_to_string(at.join("marks/tournament/matches.jsonl")).unwrap();
    hand_in(&at.join("class"), "1003", RIGHT);
    let again = grade(at, &args);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert_eq!(sheet(&at.join("marks"))["1003"]["rules"], "50.00");
    assert_eq!([journal("rules", "1001"), journal("ladder", "1001")], before);
    let grown = fs::read_to_string(at.join("marks/tournament/matches.jsonl")).unwrap();
    assert!(grown.starts_with(&contest) && grown.len() > contest.len());

    let from = Command::new(program("grade"))
        .args(["--from", "marks/tournament", "--out", "again", "--quiet"])
        .current_dir(at)
        .output()
        .unwrap();
    assert_eq!(from.status.code(), Some(0), "{}", text(&from.stderr));
    let told = text(&from.stdout);
    for number in ["1001", "1002", "1003"] {
        assert!(told.contains(&format!("{number}   ")), "{told}");
    }
    assert_eq!(sheet(&at.join("again"))["1001"]["marks"], "80.00", "there was no reference player");
}

#[test]
fn a_player_in_python_that_was_copied_is_proposed_to_fail() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let put = |number: &str, name: &str, text: String| {
        let folder = at.join("class").join(number);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), text).unwrap();
    };
    let texts = project("src/grade/tests/likeness/python");
    let text = |name: &str| fs::read_to_string(texts.join(name)).unwrap();
    let renamed = ["board", "column", "row", "score", "depth", "move", "name", "turn", "other"]
        .iter()
        .fold(text("negamax.py"), |text, it| text.replace(it, &format!("my{it}")));
    put("1001", "player.py", text("negamax.py"));
    put("1002", "player.py", renamed);
    put("1003", "player.py", text("threats.py"));
    let output = grade(
        at,
        &["class", "--game", "dama", "--skip", "rules", "--skip", "strength", "--skip", "contest"],
    );
    let told = text_of(&output);
    let marks = sheet(&at.join("marks"));
    let failed = ["1001", "1002", "1003"].map(|it| marks[it]["failed"].clone());
    assert_eq!(failed, ["proposed", "proposed", "no"], "{told}");
    assert_eq!(marks["1001"]["alike"], "1002");
    assert!(at.join("marks/likeness/1001--1002.html").is_file());
    assert!(!at.join("marks/students/1001/cleaned.cpp").exists());
}

fn text_of(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn players_come_in_moodles_zip_and_nothing_in_it_leaves_their_folders() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let zip = |files: &[(&str, &[u8])]| {
        crate::grade_moodle::zip(
            &files.iter().map(|(name, text)| (*name, text.to_vec())).collect::<Vec<_>>(),
        )
    };
    let right = bot(RIGHT);
    let inner = zip(&[("bot/player.py", right.as_bytes()), ("bot/__MACOSX/x", b"x")]);
    let trick = zip(&[("../../escaped.py", right.as_bytes()), ("player.py", right.as_bytes())]);
    let twice = zip(&[("a", b"a"), ("a/b", b"b"), ("player.py", right.as_bytes())]);
    let whose = |number: u32, file: &str| format!("A B_{number}_assignsubmission_file/{file}");
    let all =
        [(whose(11, "x.zip"), inner), (whose(12, "x.zip"), trick), (whose(13, "x.zip"), twice)];
    let all: Vec<(&str, &[u8])> = all.iter().map(|(name, it)| (&**name, &**it)).collect();
    fs::write(at.join("class.zip"), zip(&all)).unwrap();
    fs::write(at.join("weights.toml"), START).unwrap();
    let output = grade(
        at,
        &[
            "class.zip",
            "--game",
            "dama",
            "--weights",
            "weights.toml",
            "--skip",
            "strength",
            "--max-plies",
            "8",
        ],
    );
    let told = text_of(&output);
    let marks = sheet(&at.join("marks"));
    assert_eq!(marks["11"]["rules"], "50.00", "{told}");
    for number in ["12", "13"] {
        assert_eq!(marks[number]["failed"], "yes", "{number}: {told}");
    }
    assert!(!at.join("marks/escaped.py").exists() && !at.join("escaped.py").exists());
    let players = fs::read_dir(at.join("marks/players")).unwrap();
    assert_eq!(players.count(), 1, "of the others nothing is left");
    assert!(at.join("marks/moodle.csv").is_file() && at.join("marks/feedback.zip").is_file());
}
