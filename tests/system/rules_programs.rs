//! Games whose rules a program knows, in the programs of the house and against contained players.

use std::fs;
use std::path::PathBuf;

use arbitro_games::{Game, NamedFolder, Setting};
use arbitro_records::MatchRecord;
use arbitro_referee::{Contest, HostFailure, MatchEnd};
use arbitro_rules::line::{Line, Start, open};
use arbitro_testkit::games::project;
use serde_json::{Value, json};

use crate::compiled::compile;
use crate::last_words::player;
use crate::live_match::{Referee, verify};
use crate::needs::needs;
use crate::programs::{copy_program, open_folder, program, within_reach};
use crate::tricks::arena;

fn connect_four() -> String {
    project("boards/games/connect-four").display().to_string()
}

pub(crate) fn open_game(folder: PathBuf) -> Game {
    let executable = Some(within_reach(program("verify")).to_owned());
    let named = NamedFolder { folder, word: None };
    arbitro_games::open(&named, &Setting { executable, ..Setting::default() }).unwrap()
}

/// A line of Connect Four after these moves.
fn played(game: &Game, moves: &str) -> Box<dyn Line> {
    let mut line = open(game.id, Start::Usual, Some(42)).unwrap();
    for name in moves.split(' ') {
        let key = line.read(name).unwrap();
        line.play(key);
    }
    line
}

const WON: &str = "a1 b1 a2 b2 a3 b3 a4";

fn told(args: &[&str]) -> (String, Option<i32>) {
    let done = verify(args);
    let text = String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap();
    (text, done.status.code())
}

#[test]
fn a_match_by_hand_is_refereed_by_a_program_of_rules() {
    let game = open_game(connect_four().into());
    let line = played(&game, WON);
    let referee = Referee::new(&["--game", &connect_four()]);
    for ply in 1..=line.plies() {
        referee.write(ply as u32 + 1, line.board(ply));
        crate::programs::wait_until("the board is judged", || {
            ply == line.plies() || referee.board(ply as u32 + 1).exists()
        });
    }
    let (end, code) = referee.end();
    assert_eq!((&end["winner"], &end["reason"], code), (&json!("x"), &json!("rules"), 0));
    assert_eq!(end["why"]["en"], "four in a row");
}

#[test]
fn our_players_play_the_game_of_a_folder_by_hand() {
    let referee = Referee::new(&["--game", &connect_four()]);
    let play = |number, args: [&str; 2]| {
        referee.play(number, &[&args[..], &["--game", &connect_four(), "--seed", "1"]].concat())
    };
    let _players = [play(1, ["--depth", "2"]), play(2, ["--strategy", "random"])];
    let (end, code) = referee.end();
    assert_eq!((&end["winner"], &end["reason"], code), (&json!("x"), &json!("rules"), 0));
    let done = std::process::Command::new(program("play"))
        .args(["1", "--level", "hard", "--game", &connect_four()])
        .output()
        .unwrap();
    let text = String::from_utf8(done.stderr).unwrap();
    assert!(text.contains("only random, greedy and minimax play any game"), "{text}");
}

#[test]
fn boards_moves_matches_and_records_of_a_folder_are_judged() {
    let game = open_game(connect_four().into());
    let line = played(&game, WON);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(path("match")).unwrap();
    for ply in 0..=line.plies() {
        fs::write(path(&format!("match/board_{}.txt", ply + 1)), line.board(ply)).unwrap();
    }
    let judge = |args: &[&str]| told(&[args, &["--game", &connect_four()]].concat());
    let (text, code) = judge(&["match", &path("match")]);
    assert!(text.contains("x wins: four in a row") && code == Some(0), "{text}");
    let (text, code) = judge(&["board", &path("match/board_3.txt")]);
    assert!(text.contains("valid") && code == Some(0), "{text}");
    let two = [path("match/board_3.txt"), path("match/board_4.txt")];
    let (text, code) = judge(&["move", &two[0], &two[1]]);
    assert!(text.contains("x plays a2") && code == Some(0), "{text}");
    let (text, code) = judge(&["move", &two[0], &two[0]]);
    assert!(text.contains("(unchanged)") && code == Some(1), "{text}");
    assert_eq!(judge(&["moves", "--moves", "a1 z9"]).1, Some(2));

    let record = MatchRecord {
        winner: Some("x".into()),
        reason: Some("rules".into()),
        ..MatchRecord::of_line(&*line)
    };
    let mut value: Value = serde_json::from_str(&record.to_line()).unwrap();
    let judge_record = |value: &Value| {
        fs::write(path("record.jsonl"), format!("{value}\n")).unwrap();
        judge(&["match", &path("record.jsonl")])
    };
    let (text, code) = judge_record(&value);
    assert!(text.contains("right") && code == Some(0), "{text}");
    value["rules"]["sha256"] = json!("0".repeat(64));
    let (text, code) = judge_record(&value);
    assert!(
        text.contains("the rules have changed since it was played") && code == Some(0),
        "{text}"
    );
    value["winner"] = json!("o");
    let (text, code) = judge_record(&value);
    assert!(text.contains("wrong") && code == Some(1), "{text}");
    value["winner"] = json!("x");
    let cells = value["cells"].take();
    value["cells"] = json!(["a1"]);
    let (text, code) = judge_record(&value);
    let expected = "the cells that show why it ended are not those that the rules name";
    assert!(text.contains(expected) && code == Some(1), "{text}");
    value["cells"] = cells;
    value["boards"][1] = json!([[0, "o"]]);
    let (text, code) = judge_record(&value);
    let expected = "at ply 2: its board_3 is not the one that its moves lead to";
    assert!(text.contains(expected) && code == Some(1), "{text}");
}

#[test]
fn a_folder_without_a_slash_is_offered_with_one() {
    let done = std::process::Command::new(program("verify"))
        .current_dir(project("boards/games"))
        .args(["perft", "1", "--game", "connect-four"])
        .output()
        .unwrap();
    let text = String::from_utf8(done.stderr).unwrap();
    assert!(
        text.contains("for the game in the folder of that name write ./connect-four"),
        "{text}"
    );
    let (text, _) = told(&["perft", "1", "--game", "checkers"]);
    assert!(text.contains("named by its folder, such as ./connect-four"), "{text}");
    assert!(!text.contains("write "), "{text}");
    let (text, code) = told(&["perft", "1", "--game", "./no-such-folder"]);
    assert!(
        text.contains("./no-such-folder: there is no such folder;") && code == Some(2),
        "{text}"
    );
}

#[test]
fn a_bundled_game_without_its_folder_is_offered_with_it() {
    // Beside the programs, as in an archive.
    let folder = open_folder(0o755);
    let verify = folder.path().join("verify");
    copy_program(program("verify"), &verify);
    for game in ["hexagons", "kit"] {
        fs::create_dir_all(folder.path().join("boards/games").join(game)).unwrap();
    }
    fs::write(folder.path().join("boards/games/hexagons/game.toml"), "").unwrap();
    let told = |game: &str| {
        let mut command = std::process::Command::new(&verify);
        let done = command.current_dir("/").args(["perft", "1", "--game", game]).output().unwrap();
        String::from_utf8(done.stderr).unwrap()
    };
    let text = told("hexagons:small");
    let place = folder.path().canonicalize().unwrap().join("boards/games/hexagons:small");
    let expected = format!("for the bundled game of that name write {}\n", place.display());
    assert!(text.contains(&expected), "{text}");
    assert!(!told("kit").contains("write "));
}

#[test]
fn rules_that_fail_at_the_start_are_told_under_no_option_and_no_opening() {
    needs!(containment);
    let folder = open_folder(0o755);
    for name in ["game.toml", "game.py"] {
        fs::copy(project("boards/games/connect-four").join(name), folder.path().join(name))
            .unwrap();
    }
    fs::write(
        folder.path().join("rules.py"),
        "from game import Game\nclass Four(Game):\n    \
        def start(self):\n        return ['.']\nFour().run()\n",
    )
    .unwrap();
    let game = folder.path().display().to_string();
    let told = |name: &str, args: &[&str]| {
        let mut command = std::process::Command::new(program(name));
        let done = command.current_dir(folder.path()).args(args).output().unwrap();
        (String::from_utf8(done.stderr).unwrap(), done.status.code())
    };
    let failed = "the program with the rules of connect-four was asked for moves: ";
    for (name, args) in [
        ("verify", &["moves", "--game", &game][..]),
        ("tournament", &["--game", &game, "--out", "results"]),
    ] {
        let (text, code) = told(name, args);
        assert!(text.starts_with(&format!("{name}: {failed}")) && code == Some(2), "{text}");
    }
    let (text, _) = told("verify", &["moves", "--game", &game, "--size", "5"]);
    assert!(text.starts_with("verify: --size, --walls: "), "{text}");
}

#[test]
fn the_rules_of_a_folder_are_printed_in_the_users_language() {
    for (language, title) in [("en", "# Connect Four"), ("it", "# Forza quattro")] {
        let (text, code) = told(&["rules", "--game", &connect_four(), "--lang", language]);
        assert!(text.starts_with(title) && code == Some(0), "{text}");
        assert!(!text.contains("rules.md"), "{text}");
    }
    let folder = open_folder(0o755);
    for name in ["game.toml", "game.py", "rules.py"] {
        fs::copy(project("boards/games/connect-four").join(name), folder.path().join(name))
            .unwrap();
    }
    let (text, code) = told(&["rules", "--game", &folder.path().display().to_string()]);
    let expected = "# Connect Four\n  note: rules.md is not written";
    assert!(text.starts_with(expected) && code == Some(0), "{text}");
}

/// Tries to read and to change the rules, exits if it can, and otherwise plays in the first free column.
const SPY: &str = r#"
import os, sys, time
rules, number = sys.argv[1], int(sys.argv[2])
def can(act):
    try:
        act()
        return True
    except OSError:
        return False
acts = [lambda: open(rules + '/rules.py').read(), lambda: open(rules + '/rules.py', 'a'),
        lambda: open(rules + '/new', 'w'), lambda: os.listdir(rules), lambda: os.rename(rules, rules + '2')]
if any(can(act) for act in acts):
    sys.exit(9)
while True:
    while not os.path.exists('board_%d.txt' % number):
        time.sleep(0.01)
    rows = open('board_%d.txt' % number).read().split('\n')
    column = min(c for c in range(7) if rows[0][c] == '.')
    row = max(r for r in range(6) if rows[r][column] == '.')
    rows[row] = rows[row][:column] + ('x' if number % 2 else 'o') + rows[row][column + 1:]
    open('new', 'w').write('\n'.join(rows))
    os.rename('new', 'board_%d.txt' % (number + 1))
    number += 2
"#;

#[test]
fn a_player_can_neither_read_nor_change_the_rules() {
    needs!(containment);
    let game = open_game(connect_four().into());
    let folder = open_folder(0o755);
    let Some(mut spy) = player(folder.path(), "py", SPY) else { return };
    spy.args.push(game.folder().into());
    let start = open(game.id, Start::Usual, None).unwrap();
    let report = arena().play(&*start, &Contest::usual(game.id), [&spy, &spy], &mut |_, _| Ok(()));
    let report = report.unwrap();
    let MatchEnd::Rules(end) = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((end.reason().name(), report.line.plies() > 6), ("rules", true));
    assert!(report.line.why().is_some());
}

#[test]
fn a_program_that_fails_in_a_match_is_the_hosts_failure() {
    needs!(containment);
    let folder = open_folder(0o755);
    for name in ["game.toml", "game.py"] {
        fs::copy(project("boards/games/connect-four").join(name), folder.path().join(name))
            .unwrap();
    }
    let rules = fs::read_to_string(project("boards/games/connect-four/rules.py")).unwrap();
    let failing = rules.replace(
        "    def end(self, p):\n",
        "    def end(self, p):\n        assert p.board.count('x') < 3\n",
    );
    assert_ne!(rules, failing);
    fs::write(folder.path().join("rules.py"), failing).unwrap();
    let game = open_game(folder.path().to_owned());
    let players = open_folder(0o755);
    let Some(mut spy) = player(players.path(), "py", SPY) else { return };
    spy.args.push("/nowhere".into());
    let start = open(game.id, Start::Usual, None).unwrap();
    let failed = arena().play(&*start, &Contest::usual(game.id), [&spy, &spy], &mut |_, _| Ok(()));
    let HostFailure::Rules(words) = failed.unwrap_err() else { panic!() };
    assert!(words.contains("its last words: AssertionError"), "{words}");
}

/// A stone that goes to and fro, and a state that counts, in both kits.
const TO_AND_FRO: [(&str, &str); 2] = [
    (
        "rules.py",
        "from game import Game\nclass Fro(Game):\n    def start(self):\n        return 'x.', {'n': 0, 'kept': 1}\n    \
         def moves(self, p):\n        yield 'go', p.board[::-1], {'n': p.state['n'] + 1, 'kept': 1}\n    \
         def repeats(self, state):\n        return state['kept']\nFro().run()\n",
    ),
    (
        "rules.cpp",
        "#include \"game.hpp\"\nstruct Fro : game::Game {\n game::Start start() override { return {\"x.\", \"1\"}; }\n \
         std::vector<game::Move> moves(const game::Position& p) override {\n  \
         return {{\"go\", {p.board[1], p.board[0]}, p.state + \"1\"}}; }\n \
         std::string repeats(const std::string&) override { return \"\"; }\n};\nint main() { return Fro().run(); }\n",
    ),
];

#[test]
fn kits_tell_a_repeated_position_by_the_part_of_its_state_that_repeats() {
    needs!(containment);
    for (file, rules) in TO_AND_FRO {
        let is_compiled = file.ends_with("cpp");
        let ends = |rules: &str| {
            let folder = open_folder(0o755);
            let at = |name: &str| folder.path().join(name);
            fs::write(at(file), rules).unwrap();
            for kit in ["game.py", "game.hpp"] {
                fs::copy(project("boards/games/kit").join(kit), at(kit)).unwrap();
            }
            if is_compiled {
                compile("g++", &["-std=c++17", "-O1"], &at(file), &at("rules"));
            }
            let command = if is_compiled { "./rules" } else { "python3 rules.py" };
            let toml =
                format!("name = \"fro\"\ntitle = \"F\"\ncommand = \"{command}\"\nrepetition = 3\n");
            fs::write(at("game.toml"), toml).unwrap();
            let game = open_game(folder.path().to_owned());
            let mut line = open(game.id, Start::Usual, Some(50)).unwrap();
            while line.end().is_none() {
                line.play(line.legal()[0]);
            }
            line.plies()
        };
        assert_eq!(ends(rules), 4, "{file}");
        // Without it, positions differ by their states.
        assert_eq!(
            ends(
                &rules
                    .replace("repeats(", "others(")
                    .replace("&) override { return \"\"", "&) { return \"\"")
            ),
            50,
            "{file}"
        );
    }
}
