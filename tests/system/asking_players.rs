//! Our players in games of many moves and large boards: what they ask and what they keep is bounded.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Command;
use std::thread;

use arbitro_games::{Game, ProgramLine};
use arbitro_rules::line::{Start, open};
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{open_folder, program, wait_until};
use crate::rules_programs::open_game;
use crate::tournament_program::{succeeds, timeless, tournament};

/// Plays a tournament of our players in a game of this program; returns the records.
fn played(at: &Path, rules: &str, which: &[&str]) -> Vec<Value> {
    write_game(at, rules);
    let run = ["--game", "./game", "--out", "out", "-q", "--no-smoke", "--games", "1"];
    let run = [which, &run, &["--openings", "none"]].concat();
    succeeds(&tournament(at, &run));
    timeless(&at.join("out"))
}

/// Writes a game with rules of the kit into the folder `game`.
pub(crate) fn write_game(at: &Path, rules: &str) {
    let game = at.join("game");
    fs::create_dir_all(&game).unwrap();
    let toml = "name = \"wide\"\ntitle = \"Wide\"\ncommand = [\"python3\", \"rules.py\"]\n";
    fs::write(game.join("game.toml"), toml).unwrap();
    let kit = arbitro_testkit::games::project("boards/games/kit/game.py");
    fs::copy(kit, game.join("game.py")).unwrap();
    let head = "import sys\nfrom game import Game\nclass Wide(Game):\n";
    fs::write(game.join("rules.py"), format!("{head}{rules}\nWide().run()\n")).unwrap();
}

/// A thousand moves each time, and no estimate.
const WIDE: &str = "    def start(self):\n        return '0'\n    \
    def moves(self, p):\n        ply = int(p.rows[0]) + 1\n        \
    return [(f'm{i}', f'{ply}\\n{i}') for i in range(1000)]\n";

/// Lets a player of ours move once; returns the number of its questions.
fn questions_of(strategy: &[&str], game: &Game) -> usize {
    let line = open(game.id, Start::Usual, None).unwrap();
    let (_answering, channel) =
        line.as_any().downcast_ref::<ProgramLine>().unwrap().answer().unwrap();
    let (referee, (ours, players)) = (UnixStream::from(channel), UnixStream::pair().unwrap());
    let [mut from, mut to] = [&referee, &ours].map(|it| it.try_clone().unwrap());
    thread::spawn(move || std::io::copy(&mut from, &mut to));
    let count = thread::spawn(move || {
        let lines = BufReader::new(ours).lines().map_while(Result::ok);
        lines.map(|line| (&referee).write_all((line + "\n").as_bytes()).unwrap()).count()
    });
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board_1.txt"), line.board(0)).unwrap();
    let mut player = Command::new(program("play"))
        .args([&["1", "--strategy"], strategy].concat())
        .envs([("ARBITRO_GAME", game.id.name()), ("ARBITRO_RULES", "-")])
        .current_dir(folder.path())
        .stdin(OwnedFd::from(players))
        .spawn()
        .unwrap();
    wait_until("it moves", || folder.path().join("board_2.txt").exists());
    player.kill().unwrap();
    player.wait().unwrap();
    count.join().unwrap()
}

#[test]
fn a_move_in_a_game_of_many_moves_takes_few_questions() {
    needs!(containment);
    let folder = open_folder(0o755);
    write_game(folder.path(), WIDE);
    let game = open_game(folder.path().join("game"));
    for (strategy, most) in
        [(&["random"][..], 4), (&["greedy"], 30), (&["minimax", "--depth", "2"], 30)]
    {
        let asked = questions_of(strategy, &game);
        assert!((3..=most).contains(&asked), "{strategy:?}: {asked}");
    }
}

/// Answers of 0.8 MB, for 120 plies.
const LARGE: &str = "    def start(self):\n        return '0'\n    \
    def moves(self, p):\n        ply = int(p.rows[0]) + 1\n        \
    return [(f'm{i}', f'{ply}\\n{i}' + 'x' * 8000) for i in range(100)]\n    \
    def end(self, p):\n        if p.rows[0] == '120':\n            return p.other, 'enough'\n";

#[test]
fn a_long_match_of_large_answers_takes_no_more_memory_than_a_short_one() {
    needs!(containment);
    let folder = open_folder(0o755);
    for name in ["one", "two"] {
        let place = folder.path().join("players").join(name);
        fs::create_dir_all(&place).unwrap();
        let random = arbitro_testkit::games::project("players/random/player.toml");
        fs::copy(random, place.join("player.toml")).unwrap();
    }
    let records = played(folder.path(), LARGE, &["run", "players", "--memory", "60MiB"]);
    assert_eq!(records.len(), 1);
    for record in records {
        assert_eq!(
            (&record["reason"], &record["plies"]),
            (&"rules".into(), &120.into()),
            "{record}"
        );
    }
}

/// Each question takes a third of the time for a move.
const SLOW: &str = "    def start(self):\n        return '|' * 12\n    \
    def moves(self, p):\n        import time\n        time.sleep(0.1)\n        \
    return [(f't{n}', p.board[n:]) for n in range(1, min(3, len(p.board) - 1) + 1)]\n    \
    def end(self, p):\n        if len(p.board) == 1:\n            return p.other, 'the last one is left'\n";

#[test]
fn the_time_of_the_rules_is_not_a_players_however_many_play() {
    needs!(containment);
    let play = |jobs| {
        let folder = open_folder(0o755);
        let mut records = played(folder.path(), SLOW, &["--move-time", "300ms", "--jobs", jobs]);
        records.sort_by_key(|record| record["id"].as_u64());
        records
    };
    let alone = play("1");
    assert_eq!(alone.len(), 3);
    assert!(alone.iter().all(|value| value["reason"] == "rules"), "{alone:?}");
    assert_eq!(play("3"), alone);
}
