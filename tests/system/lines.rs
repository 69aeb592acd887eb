//! Players that answer by lines: what each slip is told, and that a match is the same as by files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arbitro_testkit::games::project;
use serde_json::Value;

use crate::asking_players::write_game;
use crate::compiled::compile;
use crate::live_match::Referee;
use crate::needs::needs;
use crate::places::Place;
use crate::programs::{open_folder, open_to_all, program};
use crate::tournament_program::{succeeds, timeless, tournament};
use crate::written_tournament::write_game as write_connect_four;

/// Reads a question as `ply`, `names` and `board`.
const BOT: &str = "import os, random, sys, time
n = 0
while True:
    head = sys.stdin.readline().split()
    if not head: sys.exit()
    ply, names = int(head[0]), sys.stdin.readline().split()
    board = [sys.stdin.readline().rstrip('\\n') for _ in range(int(sys.stdin.readline()))]
    n += 1
    ";

/// Writes a player that does this at each question.
fn write(at: &Path, name: &str, answer: &str) {
    let place = at.join(name);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("bot.py"), format!("{BOT}{answer}\n")).unwrap();
    fs::write(place.join("player.toml"), "command = \"lines:python3 bot.py\"\n").unwrap();
}

/// Bots with a slip, and what is told of each after its name.
const SLIPS: [(&str, &str, &str); 17] = [
    (
        "among",
        "print('move', names[0])",
        "; A stands there among other words: an answer is the name alone",
    ),
    (
        "board",
        "print('\\n'.join(board))",
        "it is a line of a board: an answer is the name of a move alone",
    ),
    (
        "closes",
        "os.close(1); time.sleep(60)",
        "no answer within 3 s; it closed its standard output",
    ),
    ("crash", "1 / 0", "it exited with code 1; it printed \"ZeroDivisionError: division by zero\""),
    (
        "cut",
        "os.write(1, names[0].encode()); time.sleep(60)",
        "its last line has no newline: \"A\"",
    ),
    (
        "early",
        "os.write(1, (names[0] + '\\nzz\\n').encode())",
        "\"zz\" is not the name of a legal move; it was printed before its turn",
    ),
    ("empty", "print()", "\"\" is not the name of a legal move; the line is empty"),
    ("ends", "sys.exit(4)", "it exited with code 4"),
    (
        "file",
        "open(f'board_{ply + 1}.txt', 'w').write('x'); time.sleep(60)",
        "no answer within 3 s; it wrote a board file",
    ),
    ("flood", "os.write(1, b'x' * 10**7)", "the line has more than 64 KiB"),
    ("loud", "sys.stderr.write('x' * (2 << 20)); print(names[0])", "it printed more than 1024 KiB"),
    ("memory", "x = b'1' * (200 << 20)", "more than 100 MiB of memory"),
    ("near", "print(names[0] + '1')", "is not the name of a legal move; the nearest are"),
    (
        "noise",
        "os.write(1, b'\\0\\x1b[2J\\xff\\n')",
        "\"\\u{0}\\u{1b}[2J\u{fffd}\" is not the name of a legal move",
    ),
    (
        "silent",
        "time.sleep(60)",
        "no answer within 3 s; no line came on its standard output; it did not compute",
    ),
    (
        "speaks",
        "print(names[0], file=sys.stderr); time.sleep(60)",
        "no line came on its standard output; it did not compute: it slept or waited; it printed \"A\"",
    ),
    ("spins", "while True: pass", "; no line came on its standard output"),
];

const RIGHT: [(&str, &str); 4] = [
    ("blanks", "print(' ', names[0], ' ')"),
    ("crlf", "print(names[0] + '\\r')"),
    ("late-flush", "sys.stdout.write(names[0] + '\\n')"),
    ("right", "print(random.Random(ply).choice(names))"),
];

/// Checks what is told of bots in a game whose first legal move is `first`.
fn tell_slips(at: &Path, first: &str, run: impl FnOnce(&[&str]) -> Output, game: &str) {
    for (name, answer) in SLIPS.iter().map(|it| (it.0, it.1)).chain(RIGHT) {
        write(&at.join("bots"), name, answer);
    }
    open_to_all(at);
    let args = "run bots --out out --format swiss --rounds 1 --games 1 --max-plies 6 \
                --move-time 1s --start-time 2s --game";
    let done = run(&args.split_whitespace().chain([game]).collect::<Vec<_>>());
    let told = String::from_utf8(done.stderr).unwrap();
    for (name, _, sentence) in SLIPS {
        let sentence = sentence.replace("; A stands", &format!("; {first} stands"));
        let sentence = sentence.replace("\"A\"", &format!("\"{first}\""));
        let place = format!("/{name}: ");
        let trial = format!("{name} plays, but not well: ");
        let line = told.lines().find(|line| line.contains(&place) || line.contains(&trial));
        assert!(line.is_some_and(|line| line.contains(&sentence)), "{name}: {sentence}: {told}");
    }
    for (name, _) in RIGHT {
        assert!(!told.contains(&format!("/{name}: ")), "{told}");
        assert!(!told.contains(&format!("{name} plays, but")), "{told}");
    }
    let kept = |file| fs::read_to_string(at.join("out/left_out/among").join(file)).unwrap();
    assert!(kept("player_1.sent.txt").starts_with("1 3000\n"), "{}", kept("player_1.sent.txt"));
    assert_eq!(kept("player_1.output.txt"), format!("move {first}\n"));
}

#[test]
fn each_slip_of_a_player_by_lines_is_told() {
    needs!(containment);
    let folder = open_folder(0o755);
    tell_slips(folder.path(), "(2,1)-(3,0)", |args| tournament(folder.path(), args), "dama");
}

#[test]
fn each_slip_of_a_player_by_lines_is_told_in_a_container() {
    needs!(containment);
    let Some(place) = Place::each("docker").pop() else { return };
    let at = place.folder.path();
    write_connect_four(at, "");
    tell_slips(at, "a1", |args| place.tournament(args), "./four");
}

/// The same choice among the columns that are open, by a file and by a line.
const CHOICE: &str = "int(os.environ['ARBITRO_SEED']) % 1000 + ply * 7";

#[test]
fn a_match_is_the_same_by_lines_by_files_and_by_names_in_files() {
    needs!(containment);
    let by_file = format!(
        "import os, sys, time
ply = int(sys.argv[-1])
while True:
    while not os.path.exists(f'board_{{ply}}.txt'): time.sleep(.001)
    rows = [list(it) for it in open(f'board_{{ply}}.txt').read().split('\\n')]
    free = [c for c in range(7) if rows[0][c] == '.']
    column = free[({CHOICE}) % len(free)]
    row = max(r for r in range(6) if rows[r][column] == '.')
    rows[row][column] = 'x' if ply % 2 else 'o'
    text = '\\n'.join(''.join(it) for it in rows)
    open('new', 'w').write('abcdefg'[column] + str(6 - row) if len(sys.argv) > 2 else text)
    os.rename('new', f'board_{{ply + 1}}.txt')
    ply += 2
"
    );
    let by_line = format!("print(sorted(names)[({CHOICE}) % len(names)])");
    let records = ["ff", "ll", "fl", "ln", "nf"].map(|ways| {
        let folder = open_folder(0o755);
        let at = folder.path();
        write_connect_four(at, "");
        for (name, way) in ["ann", "bob"].iter().zip(ways.chars()) {
            write(&at.join("bots"), name, &by_line);
            if way != 'l' {
                let place = at.join("bots").join(name);
                fs::write(place.join("player.py"), &by_file).unwrap();
                let by_name = if way == 'n' { " by-name" } else { "" };
                let manifest = format!("command = \"python3 player.py{by_name}\"\n");
                fs::write(place.join("player.toml"), manifest).unwrap();
            }
        }
        open_to_all(at);
        let args = ["run", "bots", "--game", "./four", "--out", "out", "--games", "6", "-q"];
        succeeds(&tournament(at, &[&args[..], &["--no-smoke"]].concat()));
        let mut records = timeless(&at.join("out"));
        // Each has the fingerprint of its program.
        records.iter_mut().for_each(|record| record["players"] = Value::Null);
        records
    });
    assert_eq!(records[0].len(), 6);
    for other in &records[1..] {
        assert_eq!(*other, records[0]);
    }
}

/// Ten thousand moves each time: the question does not fit into a pipe.
const WIDE: &str = "    def start(self):\n        return '0'\n    \
    def moves(self, p):\n        ply = int(p.rows[0]) + 1\n        \
    return [(f'move-number-{i:020}', f'{ply}\\n{i}') for i in range(10000)]\n    \
    def end(self, p):\n        if p.rows[0] == '4':\n            return p.other, 'enough'\n";

#[test]
fn a_question_that_no_pipe_holds_reaches_who_reads_and_holds_nobody_up_who_does_not() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_game(at, WIDE);
    write(&at.join("bots"), "reads", "print(names[-1])");
    write(&at.join("bots"), "waits", "print(names[-1])");
    // It asks for nothing more after the first answer.
    let asleep = "\nimport time\ntime.sleep(60)\n";
    fs::write(
        at.join("bots/waits/bot.py"),
        format!("print('move-number-{:020}', flush=True){asleep}", 7),
    )
    .unwrap();
    open_to_all(at);
    let args =
        "run bots --game ./game --out out -q --no-smoke --openings none --games 2 --move-time 2s";
    succeeds(&tournament(at, &args.split(' ').collect::<Vec<_>>()));
    let records = timeless(&at.join("out"));
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!(record["reason"], "timeout", "{record}");
        let silent = record["fault"]["text"].as_str().unwrap();
        assert!(silent.starts_with("no answer within 2 s"), "{record}");
        let waits = if record["players"]["x"]["name"] == "waits" { "x" } else { "o" };
        assert_eq!(record["fault"]["player"], waits, "{record}");
        assert!(record["plies"].as_u64() >= Some(2), "{record}");
    }
}

#[test]
fn the_bots_of_ten_lines_play_each_other_in_games_of_every_kind() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_connect_four(at, "");
    for (name, command, file) in [
        ("python", "python3 bot.py", "bot.py"),
        ("cpp", "./bot", "bot.cpp"),
        ("java", "java -Xmx32m -XX:+UseSerialGC -cp . Bot", "Bot.java"),
        ("js", "node bot.js", "bot.js"),
    ] {
        let place = at.join("bots").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("player.toml"), format!("command = \"lines:{command}\"\n")).unwrap();
        let source = project("boards/games/kit").join(file);
        match file {
            "bot.cpp" => compile("g++", &[], &source, &place.join("bot")),
            "Bot.java" => {
                let built = Command::new("javac").arg("-d").arg(&place).arg(&source).status();
                assert!(built.unwrap().success());
            }
            _ => _ = fs::copy(source, place.join(file)).unwrap(),
        }
    }
    open_to_all(at);
    for (game, out) in [("dama", "1"), ("international", "2"), ("quoridor", "3"), ("./four", "4")] {
        let args = "run bots --games 1 --openings none --no-smoke --max-plies 60 -q --game";
        let args = args.split(' ').chain([game, "--out", out]);
        succeeds(&tournament(at, &args.collect::<Vec<_>>()));
        for record in timeless(&at.join(out)) {
            assert!(record["fault"].is_null(), "{record}");
        }
    }
}

#[test]
fn bots_that_draw_moves_repeat_them_with_the_same_seed_alone() {
    for (program, file) in [("python3", "bot.py"), ("node", "bot.js")] {
        let bot = project("boards/games/kit").join(file);
        let answers = |seed: &str| {
            let questions = "for i in $(seq 40); do printf '1 900\\na b c d e\\n1\\n.\\n'; done";
            let line = format!("{questions} | {program} \"$0\"");
            let mut bash = Command::new("bash");
            succeeds(
                &bash.args(["-c", &line]).arg(&bot).env("ARBITRO_SEED", seed).output().unwrap(),
            )
        };
        // The largest that a tournament gives.
        let largest = ((1_u64 << 53) - 1).to_string();
        assert_eq!(answers(&largest), answers(&largest), "{file}");
        assert_ne!(answers(&largest), answers("7"), "{file}");
        assert!(["a", "b", "c", "d", "e"].iter().all(|it| answers("7").contains(it)), "{file}");
    }
}

#[test]
fn a_bot_by_lines_plays_at_a_match_by_hand_by_play() {
    let folder = open_folder(0o755);
    let (right, wrong) = (folder.path().join("right.py"), folder.path().join("wrong.py"));
    fs::write(&right, format!("{BOT}print(names[0], flush=True)\n")).unwrap();
    fs::write(&wrong, "print('a1-h8')\n").unwrap();
    let lines = |bot: &Path| ["--lines".to_owned(), format!("python3 {}", bot.display())];
    let referee = Referee::new(&["--max-plies", "30"]);
    let right = lines(&right);
    let _players = [
        referee.play(1, &right.each_ref().map(|each_ref| &**each_ref)),
        referee.play(2, &["--strategy", "random"]),
    ];
    let (end, _) = referee.end();
    assert!(
        ["move_limit", "no_pieces", "no_moves"].contains(&end["reason"].as_str().unwrap()),
        "{end}"
    );
    let start = project("boards/starts/dama.txt");
    fs::copy(start, folder.path().join("board_1.txt")).unwrap();
    let wrong = lines(&wrong);
    let mut play = Command::new(program("play"));
    let done = play.arg("1").args(&wrong).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("\"a1-h8\" is not the name of a legal move"), "{told}");
    assert!(!folder.path().join("board_2.txt").exists());
}

#[test]
fn a_new_folder_plays_at_once_and_a_new_game_is_checked_at_once() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    for language in ["python", "cpp", "java", "javascript"] {
        let place = format!("bots/{language}");
        succeeds(&tournament(at, &["new", "player", "--language", language, &place]));
    }
    let named = tournament(at, &["new", "player", "bots/other", "--game", "othello"]);
    assert!(succeeds(&named).contains("tournament run bots/other OTHER --game GAME"));
    let again = tournament(at, &["new", "player", "bots/python"]);
    let told = String::from_utf8(again.stderr).unwrap();
    assert!(told.contains("bots/python: it is there already") && !again.status.success(), "{told}");
    let mut new = Command::new(program("tournament"));
    let new = new.args(["new", "game", "--from", "connect-four"]).arg(at.join("four"));
    succeeds(&new.current_dir(project("")).output().unwrap());
    let mut check = Command::new(program("verify"));
    let checked = check.args(["game", "four", "--matches", "5"]).current_dir(at).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    open_to_all(at);
    for game in ["dama", "./four"] {
        let out = format!("out-{}", game.len());
        let args = "run bots --games 1 --max-plies 60 -q --game";
        let args = args.split(' ').chain([game, "--out", &out]);
        let told = tournament(at, &args.collect::<Vec<_>>());
        assert!(succeeds(&told).contains("4 players, 6 matches"), "{told:?}");
    }
}

#[test]
fn a_new_game_is_named_after_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        let mut new = Command::new(program("tournament"));
        let new = new.args(["new", "game", "--from", "hex"]).arg(folder.path().join(name));
        new.current_dir(project("")).output().unwrap()
    };
    let toml = |folder: &Path| fs::read_to_string(folder.join("game.toml")).unwrap();
    succeeds(&copy("My Game.v2"));
    let original = toml(&project("boards/games/hex"));
    let expected = original.replacen("name = \"hex\"", "name = \"my-game-v2\"", 1);
    assert_eq!(toml(&folder.path().join("My Game.v2")), expected);
    let refused = copy("dama");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("dama is a game of this program"), "{told}");
    assert!(!folder.path().join("dama").exists());
}

/// A choice for the kits, by which the centre is filled first: of a file, and of a line.
const KIT_JS: &str = "const { play } = require('./player.js');
const columns = [3, 2, 4, 1, 5, 0, 6];
if (process.argv[2] === 'lines')
  play((p) => p.legal[columns.map((it) => 'abcdefg'[it]).map((it) => p.legal.findIndex((name) => name[0] === it)).find((it) => it >= 0)], 'lines');
else play((p) => {
  for (const column of columns)
    for (let row = 5; row >= 0; row--)
      if (p.rows[row][column] === '.') return p.put([row, column, p.turn]);
});
";
const KIT_JAVA: &str = "class Mine {
    static final int[] COLUMNS = {3, 2, 4, 1, 5, 0, 6};
    public static void main(String[] args) throws Exception {
        if (args[0].equals(\"lines\")) Player.answer(p -> {
            for (int column : COLUMNS)
                for (String name : p.legal) if (name.charAt(0) == 'a' + column) return name;
            return null;
        });
        else Player.play(args, p -> {
            for (int column : COLUMNS)
                for (int row = 5; row >= 0; row--)
                    if (p.rows[row].charAt(column) == '.') return p.put(row, column, p.turn);
            return null;
        });
    }
}
";

const KIT_PYTHON: &str = "import sys
from player import play
columns = [3, 2, 4, 1, 5, 0, 6]
if sys.argv[1] == 'lines':
    play(lambda p: next(name for it in columns for name in p.legal if name[0] == 'abcdefg'[it]), 'lines')
play(lambda p: next(p.put((row, it, p.turn)) for it in columns for row in reversed(range(6)) if p.rows[row][it] == '.'))
";
const KIT_CPP: &str = "#include \"player.hpp\"
const size_t columns[] = {3, 2, 4, 1, 5, 0, 6};
std::string put(const player::Position& p) {
    for (size_t column : columns)
        for (size_t row = 6; row-- > 0;)
            if (p.rows[row][column] == '.') return p.put({{row, column, p.turn}});
    return \"\";
}
std::string name(const player::Position& p) {
    for (size_t column : columns)
        for (const auto& it : p.legal)
            if (it[0] == char('a' + column)) return it;
    return \"\";
}
int main(int count, char** arguments) {
    return std::string(arguments[1]) == \"lines\" ? player::answer(name) : player::play(arguments[count - 1], put);
}
";

#[test]
fn the_kits_play_the_same_by_files_and_by_lines() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_connect_four(at, "");
    for (name, command) in [
        ("java-files", "java -Xmx32m -XX:+UseSerialGC -cp . Mine"),
        ("java-lines", "lines:java -Xmx32m -XX:+UseSerialGC -cp . Mine lines"),
        ("js-files", "node mine.js"),
        ("js-lines", "lines:node mine.js lines"),
        ("py-files", "python3 mine.py"),
        ("py-lines", "lines:python3 mine.py lines"),
        ("cpp-files", "./mine"),
        ("cpp-lines", "lines:./mine lines"),
    ] {
        let place = at.join("bots").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("player.toml"), format!("command = {command:?}\n")).unwrap();
        let kit = |name: &str| project("boards/games/kit").join(name);
        if name.starts_with("java") {
            fs::write(place.join("Mine.java"), KIT_JAVA).unwrap();
            fs::copy(kit("Player.java"), place.join("Player.java")).unwrap();
            let mut javac = Command::new("javac");
            let built = javac.args(["Mine.java", "Player.java"]).current_dir(&place).status();
            assert!(built.unwrap().success());
        } else if name.starts_with("py") {
            fs::write(place.join("mine.py"), KIT_PYTHON).unwrap();
            fs::copy(kit("player.py"), place.join("player.py")).unwrap();
        } else if name.starts_with("cpp") {
            fs::write(place.join("mine.cpp"), KIT_CPP).unwrap();
            fs::copy(kit("player.hpp"), place.join("player.hpp")).unwrap();
            compile("g++", &["-std=c++17"], &place.join("mine.cpp"), &place.join("mine"));
        } else {
            fs::write(place.join("mine.js"), KIT_JS).unwrap();
            fs::copy(kit("player.js"), place.join("player.js")).unwrap();
        }
    }
    open_to_all(at);
    let args = "run bots --game ./four --games 1 --openings none --no-smoke -q --out out";
    succeeds(&tournament(at, &args.split(' ').collect::<Vec<_>>()));
    let records = timeless(&at.join("out"));
    assert_eq!(records.len(), 28);
    for record in &records {
        assert!(record["fault"].is_null(), "{record}");
        assert_eq!(record["moves"], records[0]["moves"]);
    }
}
